"""Synthetic secrets that carry their own surroundings: connection strings, key blocks, headers, command lines."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from random import Random

from benchmarks.redaction.alphabets import (
    ALNUM,
    BASE64,
    DIGITS,
    HEX,
    LOWER,
    LOWER_ALNUM,
    PASSWORD,
    URLSAFE,
    encoded,
    mixed,
    some,
    uuid,
)
from benchmarks.redaction.keys import Key

WORDS = ("deploy", "admin", "svc_app", "reporting", "ci-bot", "alice", "backup")
HOSTS = ("db.internal", "10.0.3.7", "pg-main.acme.io", "cache-2.prod.acme.io", "git.acme.io")
Whole = Callable[[Random], Key]


def _with(template: str, secret: str, **words: str) -> Key:
    return Key(template.format(secret=secret, **words), secret)


def _password(rng: Random, length: int = 12) -> str:
    return mixed(rng, ALNUM, length - 2) + rng.choice("!*_") + rng.choice(ALNUM)


def _db_url(rng: Random) -> Key:
    scheme = rng.choice(("postgres", "postgresql", "mysql", "mongodb+srv", "redis", "amqp", "postgresql+asyncpg"))
    user = "" if scheme == "redis" else rng.choice(WORDS)
    return _with("{s}://{u}:{secret}@{h}:5432/app", _password(rng), s=scheme, u=user, h=rng.choice(HOSTS))


def _basic_auth_url(rng: Random) -> Key:
    secret = mixed(rng, ALNUM, rng.choice((12, 20, 40)))
    scheme = rng.choice(("https", "http", "ftp"))
    return _with("{s}://{u}:{secret}@{h}/team/app.git", secret, s=scheme, u=rng.choice(WORDS), h=rng.choice(HOSTS))


def _token_url(rng: Random) -> Key:
    return _with("https://{secret}@{h}/team/app.git", mixed(rng, ALNUM, 40), h=rng.choice(HOSTS))


def _block(label: str, rng: Random, size: int, newline: str, head: str = "") -> Key:
    body = encoded(rng, size)
    lines = [body[i : i + 64] for i in range(0, len(body), 64)]
    rule = "-" * 5
    text = newline.join([f"{rule}BEGIN {label}{rule}", *([head] if head else []), *lines, f"{rule}END {label}{rule}"])
    return Key(text, lines[len(lines) // 2])


def _pem(rng: Random) -> Key:
    kind = rng.choice(("RSA ", "EC ", "", "ENCRYPTED ", "DSA "))
    return _block(f"{kind}PRIVATE KEY", rng, rng.choice((118, 300, 600, 1190)), "\n")


def _pem_escaped(rng: Random) -> Key:
    return _block("PRIVATE KEY", rng, 600, rng.choice(("\\n", "\\\\n", "\\r\\n")))


def _pem_one_line(rng: Random) -> Key:
    return _block("RSA PRIVATE KEY", rng, 600, rng.choice((" ", "")))


def _service_account(rng: Random) -> Key:
    block = _block("PRIVATE KEY", rng, 900, "\n")
    account = {"type": "service_account", "private_key_id": some(rng, HEX, 40), "private_key": block.text + "\n"}
    return Key(json.dumps(account), block.secret)


def _webhook(host: str, path: str, secret: str) -> Key:
    return Key(f"https://{host}/{path}{secret}", secret)


def _slack_webhook(rng: Random) -> Key:
    upper = LOWER_ALNUM.upper()
    secret = f"T0{some(rng, upper, 9)}/B0{some(rng, upper, 9)}/{mixed(rng, ALNUM, 24)}"
    return _webhook("hooks." + "slack.com", "services/", secret)


def _discord_webhook(rng: Random) -> Key:
    place = f"api/webhooks/{some(rng, '123456789', 18)}/"
    return _webhook(rng.choice(("discord.com", "discordapp.com")), place, mixed(rng, URLSAFE, 67) + "A")


def _teams_webhook(rng: Random) -> Key:
    place = f"webhookb2/{uuid(rng)}@{uuid(rng)}/IncomingWebhook/"
    return _webhook("acme.webhook." + "office.com", place, f"{some(rng, HEX, 32)}/{uuid(rng)}")


def _azure_connection(rng: Random) -> Key:
    start = "DefaultEndpointsProtocol=https;AccountName=acmestore;"
    return _with(start + "AccountKey={secret};EndpointSuffix=core.windows.net", encoded(rng, 64))


def _azure_sas(rng: Random) -> Key:
    secret = encoded(rng, 32).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
    start = "https://acmestore.blob.core.windows.net/logs/a.txt?sv=2022-11-02&se=2026-01-01T00%3A00%3A00Z&sr=b&sp=r"
    return Key(f"{start}&sig={secret}", secret)


def _sql_server(rng: Random) -> Key:
    return _with(
        "Server=tcp:{h},1433;Database=app;User ID=sa;Password={secret};Encrypt=True;", _password(rng), h=HOSTS[0]
    )


def _netrc(rng: Random) -> Key:
    newline = rng.choice((" ", "\n  "))
    text = "machine {h}{n}login {u}{n}password {secret}"
    return _with(text, _password(rng), h=rng.choice(HOSTS), u=rng.choice(WORDS), n=newline)


def _htpasswd(rng: Random) -> Key:
    salted = "./" + ALNUM
    secret = rng.choice(
        (
            "$apr1$" + some(rng, salted, 8) + "$" + some(rng, salted, 22),
            "$2y$05$" + some(rng, salted, 53),
            "{SHA}" + base64.b64encode(rng.randbytes(20)).decode(),
            "$6$" + some(rng, salted, 16) + "$" + some(rng, salted, 86),
        )
    )
    return Key(f"{rng.choice(WORDS)}:{secret}", secret)


def _bearer(rng: Random) -> Key:
    template = rng.choice(
        (
            "Authorization: Bearer {secret}",
            "curl -H 'Authorization: Bearer {secret}' https://api.acme.io/v1/me",
            '{{"headers": {{"authorization": "Bearer {secret}"}}}}',
            "authorization: token {secret}",
            'headers = {{"Authorization": f"Bearer {secret}"}}',
        )
    )
    return _with(template, mixed(rng, URLSAFE, rng.choice((24, 40, 64))) + "a")


def _basic_header(rng: Random) -> Key:
    pair = base64.b64encode(f"{rng.choice(WORDS)}:{_password(rng)}".encode()).decode()
    template = rng.choice(("Authorization: Basic {secret}", 'curl -H "Authorization: Basic {secret}" https://acme.io'))
    return _with(template, pair)


def _key_header(rng: Random) -> Key:
    name = rng.choice(
        ("X-Api-Key", "x-api-key", "DD-API-KEY", "X-Auth-Token", "Ocp-Apim-Subscription-Key", "X-Vault-Token")
    )
    template = rng.choice(
        ("{n}: {secret}", "curl -sS -H '{n}: {secret}' https://api.acme.io/v1", '{{"{n}": "{secret}"}}')
    )
    return _with(template, mixed(rng, ALNUM, 32), n=name)


def _cookie(rng: Random) -> Key:
    template = rng.choice(
        (
            "Cookie: theme=dark; sessionid={secret}; lang=en",
            "Set-Cookie: session={secret}; Path=/; HttpOnly; Secure",
            "curl -b 'connect.sid={secret}' https://acme.io/app",
            "set-cookie: _app_session={secret}; path=/; samesite=lax",
            "Cookie: auth_token={secret}",
        )
    )
    return _with(template, mixed(rng, ALNUM, rng.choice((32, 48))))


def _cli_password(rng: Random) -> Key:
    template = rng.choice(
        (
            "curl --user {u}:{secret} https://acme.io/api",
            "curl -u {u}:{secret} https://acme.io/api",
            "docker login -u {u} -p {secret} registry.acme.io",
            "psql-tool --username {u} --password {secret}",
            "vault-tool --password={secret} unlock",
            "sshpass -p '{secret}' ssh {u}@10.0.0.4",
            "deploy --token {secret} --region eu",
            "client --api-key={secret} list",
        )
    )
    return _with(template, _password(rng), u=rng.choice(WORDS))


def _mysql(rng: Random) -> Key:
    template = rng.choice(
        (
            "mysql -u {u} -p{secret} app",
            "mysqldump -h db.internal -u{u} -p{secret} app > dump.sql",
            "mysql -h 10.0.0.4 -u {u} -p'{secret}' -e 'select 1'",
            "mysqladmin --user={u} --password={secret} status",
        )
    )
    return _with(template, _password(rng), u=rng.choice(WORDS))


def _prose(rng: Random) -> Key:
    template = rng.choice(
        (
            "the password is {secret}",
            "The admin password for staging is {secret}, please do not share it.",
            "You can log in as {u} with password {secret}",
            "my api key is {secret}",
            "Username: {u} Password: {secret}",
            "I changed the database password to {secret} yesterday.",
            "use the token `{secret}` for now",
            "Here's the wifi password: {secret}",
            'The passphrase is "{secret}".',
        )
    )
    return _with(template, _password(rng), u=rng.choice(WORDS))


def _other_languages(rng: Random) -> Key:
    template = rng.choice(
        (
            "密码是 {secret}",
            "密码：{secret}",
            "la contraseña es {secret}",
            "das Passwort ist {secret}",
            "le mot de passe est {secret}",
            "パスワードは {secret} です",
            "пароль: {secret}",
        )
    )
    return _with(template, _password(rng))


def _sql(rng: Random) -> Key:
    template = rng.choice(
        (
            "CREATE USER {u} WITH PASSWORD '{secret}';",
            "ALTER USER {u} IDENTIFIED BY '{secret}';",
            "GRANT ALL ON app.* TO '{u}'@'%' IDENTIFIED BY '{secret}';",
        )
    )
    return _with(template, _password(rng), u="svc_app")


def _query(rng: Random) -> Key:
    name = rng.choice(("access_token", "api_key", "apikey", "token", "key", "client_secret", "password"))
    path = "https://api.acme.io/v1/items?page=2&{n}={secret}&limit=10"
    return _with(path, mixed(rng, ALNUM, 32), n=name)


def _npmrc(rng: Random) -> Key:
    template = rng.choice(("//npm.acme.io/:_authToken={secret}", "//registry.acme.io/:_auth={secret}"))
    return _with(template, encoded(rng, 30))


def _docker_config(rng: Random) -> Key:
    pair = base64.b64encode(f"{rng.choice(WORDS)}:{_password(rng, 16)}".encode()).decode()
    return _with('{{"auths": {{"registry.acme.io": {{"auth": "{secret}"}}}}}}', pair)


def _kubernetes(rng: Random) -> Key:
    template = "kind: Secret\nmetadata:\n  name: app\ndata:\n  password: {secret}\n"
    return _with(template, base64.b64encode(_password(rng, 16).encode()).decode())


WHOLES: dict[str, Whole] = {
    "db-url": _db_url,
    "basic-auth-url": _basic_auth_url,
    "token-url": _token_url,
    "pem": _pem,
    "pem-escaped": _pem_escaped,
    "pem-one-line": _pem_one_line,
    "openssh": lambda rng: _block("OPENSSH PRIVATE KEY", rng, 330, "\n"),
    "pgp": lambda rng: _block("PGP PRIVATE KEY BLOCK", rng, 900, "\n", "Version: GnuPG v2\n"),
    "gcp-service-account": _service_account,
    "slack-webhook": _slack_webhook,
    "discord-webhook": _discord_webhook,
    "teams-webhook": _teams_webhook,
    "azure-connection": _azure_connection,
    "azure-sas": _azure_sas,
    "sql-server": _sql_server,
    "netrc": _netrc,
    "htpasswd": _htpasswd,
    "bearer": _bearer,
    "basic-header": _basic_header,
    "key-header": _key_header,
    "cookie": _cookie,
    "cli-password": _cli_password,
    "mysql-p": _mysql,
    "prose": _prose,
    "prose-other-languages": _other_languages,
    "sql-password": _sql,
    "query-parameter": _query,
    "npmrc": _npmrc,
    "docker-config": _docker_config,
    "kubernetes": _kubernetes,
    "ssh-passphrase": lambda rng: _with("ssh-keygen -t ed25519 -N '{secret}' -f id", _password(rng, 14)),
    "pgpass": lambda rng: _with("db.internal:5432:app:svc_app:{secret}", _password(rng)),
    "generic-quoted": lambda rng: _with('password = "{secret}"', mixed(rng, PASSWORD, 14)),
    "firebase-server": lambda rng: _with("{secret}", f"AAAA{some(rng, URLSAFE, 7)}:APA91b{mixed(rng, URLSAFE, 133)}A"),
    "totp-url": lambda rng: _with(
        "otpauth://totp/acme:alice?secret={secret}&issuer=acme", some(rng, LOWER.upper() + "234567", 32)
    ),
    "telegram-url": lambda rng: _with(
        "https://api.telegram.org/bot{secret}/getMe", f"{some(rng, '123456789', 10)}:AA{mixed(rng, URLSAFE, 32)}s"
    ),
    "account-key-ini": lambda rng: _with("[storage]\naccount_key = {secret}\nretries = 3", encoded(rng, 64)),
    "numeric-pin": lambda rng: _with("password={secret}", some(rng, DIGITS, 10)),
    "base64-secret": lambda rng: _with("signing_secret: {secret}", some(rng, BASE64, 43) + "="),
}
"""Kinds whose text carries its own surroundings."""
