"""Synthetic keys by each vendor's documented format, built from parts so that no file holds one whole.

A *token* is known by its own form and is shown bare as well; a *named* key has no form of its own (thirty-two hex
digits) and is shown only beside its name; a *whole* is a piece of text that carries its own surroundings, such as a
connection string.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from benchmarks.redaction.alphabets import (
    ALNUM,
    BASE32,
    BASE64,
    BECH32,
    DIGITS,
    HEX,
    LOWER_ALNUM,
    UPPER_ALNUM,
    URLSAFE,
    encoded,
    mixed,
    some,
    urlsafe,
    uuid,
)


@dataclass(frozen=True)
class Key:
    """What is written, and the part of it that must not survive (``text`` itself for a token)."""

    text: str
    secret: str


Maker = Callable[[Random], str]


def after(prefix: str, alphabet: str, length: int, suffix: str = "") -> Maker:
    """A maker of ``prefix`` and random characters."""
    return lambda rng: prefix + mixed(rng, alphabet, length) + suffix


def one_of(*makers: Maker) -> Maker:
    """A maker that picks one of several forms of the same kind."""
    return lambda rng: rng.choice(makers)(rng)


def _jwt(rng: Random) -> str:
    head = urlsafe(json.dumps({"alg": "HS256", "typ": "JWT"}, separators=(",", ":")))
    body = urlsafe(json.dumps({"sub": some(rng, DIGITS, 10), "iat": rng.randrange(10**9)}, separators=(",", ":")))
    return ".".join((head, body, urlsafe(rng.randbytes(32))))


def _openai(rng: Random) -> str:
    marker = "T3Blbk" + "FJ"
    return rng.choice(
        (
            "sk-" + mixed(rng, ALNUM, 20) + marker + some(rng, ALNUM, 20),
            "sk-" + "proj-" + mixed(rng, URLSAFE, 74) + marker + some(rng, URLSAFE, 73) + "A",
            "sk-" + "svcacct-" + mixed(rng, URLSAFE, 58) + marker + some(rng, URLSAFE, 57) + "A",
            "sk-" + mixed(rng, ALNUM, 48),
        )
    )


def _slack_user(rng: Random) -> str:
    numbers = "-".join(some(rng, "123456789", 12) for _ in range(3))
    return f"xox{rng.choice('pe')}-{numbers}-{mixed(rng, HEX, 32)}"


def _discord(rng: Random) -> str:
    return f"{urlsafe(some(rng, '123456789', 18))}.{some(rng, ALNUM, 6)}.{mixed(rng, URLSAFE, 37)}A"


TOKENS: dict[str, Maker] = {
    "aws-access-key": one_of(after("AK" + "IA", BASE32, 16), after("AS" + "IA", BASE32, 16)),
    "github-pat": after("gh" + "p_", ALNUM, 36),
    "github-oauth": after("gh" + "o_", ALNUM, 36),
    "github-app": one_of(after("gh" + "s_", ALNUM, 36), after("gh" + "u_", ALNUM, 36)),
    "github-refresh": after("gh" + "r_", ALNUM, 76),
    "github-fine-grained": lambda rng: "github" + "_pat_" + mixed(rng, ALNUM, 22) + "_" + some(rng, ALNUM, 59),
    "gitlab-pat": after("gl" + "pat-", URLSAFE, 20),
    "gitlab-other": one_of(
        after("gl" + "dt-", URLSAFE, 20),
        after("gl" + "rt-", URLSAFE, 20),
        after("gl" + "ptt-", HEX, 40),
        after("gl" + "cbt-64_", URLSAFE, 20),
        after("gl" + "oas-", URLSAFE, 64),
    ),
    "slack-bot": lambda rng: (
        "xox" + f"b-{some(rng, '123456789', 12)}-{some(rng, '123456789', 13)}-{mixed(rng, ALNUM, 24)}"
    ),
    "slack-user": _slack_user,
    "slack-app": lambda rng: (
        "xa" + f"pp-1-A{some(rng, UPPER_ALNUM, 10)}-{some(rng, '123456789', 13)}-{some(rng, HEX, 64)}"
    ),
    "stripe": one_of(*(after(f"{p}_{m}_", ALNUM, 24) for p in ("sk", "rk") for m in ("live", "test"))),
    "stripe-long": after("sk" + "_live_51", ALNUM, 99),
    "stripe-webhook": after("wh" + "sec_", ALNUM, 32),
    "twilio-api-key": after("S" + "K", HEX, 32),
    "sendgrid": lambda rng: "S" + f"G.{some(rng, URLSAFE, 22)}.{some(rng, URLSAFE, 42)}Q",
    "npm": after("np" + "m_", ALNUM, 36),
    "pypi": after("pyp" + "i-AgEIcHlwaS5vcmc", URLSAFE, 150, "A"),
    "openai": _openai,
    "anthropic": one_of(
        after("sk-" + "ant-api03-", URLSAFE, 93, "AA"),
        after("sk-" + "ant-admin01-", URLSAFE, 93, "AA"),
        after("sk-" + "ant-oat01-", URLSAFE, 93, "AA"),
    ),
    "openrouter": after("sk-" + "or-v1-", HEX, 64),
    "huggingface": after("h" + "f_", ALNUM, 34),
    "google-api-key": after("AI" + "zaSy", URLSAFE, 32, "w"),
    "google-oauth-secret": after("GOC" + "SPX-", URLSAFE, 27, "k"),
    "google-access-token": after("ya" + "29.a0", URLSAFE, 160, "Q"),
    "discord-bot": _discord,
    "telegram-bot": lambda rng: f"{some(rng, '123456789', 10)}:AA{mixed(rng, URLSAFE, 32)}s",
    "supabase": one_of(after("sb" + "p_", HEX, 40), after("sb_" + "secret_", URLSAFE, 30, "a")),
    "tavily": one_of(after("tv" + "ly-", ALNUM, 32), after("tv" + "ly-dev-", ALNUM, 32)),
    "vault": one_of(
        after("hv" + "s.", URLSAFE, 94, "a"), after("s.", ALNUM, 24), after("hv" + "b.", URLSAFE, 150, "a")
    ),
    "age": after("AGE-" + "SECRET-KEY-1", BECH32, 58),
    "doppler": after("dp" + ".pt.", ALNUM, 43),
    "digitalocean": one_of(after("do" + "p_v1_", HEX, 64), after("do" + "o_v1_", HEX, 64)),
    "heroku": after("HR" + "KU-AA", URLSAFE, 57, "A"),
    "mailgun": after("ke" + "y-", HEX, 32),
    "mailchimp": lambda rng: f"{mixed(rng, HEX, 32)}-us{rng.randrange(10, 21)}",
    "newrelic": after("NR" + "AK-", UPPER_ALNUM, 27),
    "shopify": one_of(*(after(f"shp{p}_", HEX, 32) for p in ("at", "ca", "pa", "ss"))),
    "square": one_of(after("sq0" + "atp-", URLSAFE, 21, "A"), after("sq0" + "csp-", URLSAFE, 42, "A")),
    "linear": after("lin" + "_api_", ALNUM, 40),
    "notion": one_of(
        lambda rng: "nt" + f"n_{some(rng, DIGITS, 11)}{some(rng, ALNUM, 35)}", after("sec" + "ret_", ALNUM, 43)
    ),
    "figma": after("fig" + "d_", URLSAFE, 39, "A"),
    "atlassian": after("ATAT" + "T3xFfGF0", URLSAFE, 170, "=" + "1A2B3C4D"),
    "docker": after("dckr" + "_pat_", URLSAFE, 26, "A"),
    "groq": after("gs" + "k_", ALNUM, 52),
    "replicate": after("r8" + "_", ALNUM, 37),
    "perplexity": after("pp" + "lx-", ALNUM, 48),
    "xai": after("xa" + "i-", ALNUM, 80),
    "grafana": lambda rng: "gl" + f"sa_{mixed(rng, ALNUM, 32)}_{some(rng, HEX, 8)}",
    "sentry": after("sn" + "tryu_", HEX, 64),
    "postman": lambda rng: "PM" + f"AK-{mixed(rng, HEX, 24)}-{some(rng, HEX, 34)}",
    "databricks": after("da" + "pi", HEX, 32),
    "terraform": lambda rng: f"{mixed(rng, ALNUM, 14)}.atlas" + f"v1.{some(rng, ALNUM, 67)}",
    "rubygems": after("ruby" + "gems_", HEX, 48),
    "pulumi": after("pu" + "l-", HEX, 40),
    "planetscale": after("psc" + "ale_tkn_", URLSAFE, 42, "A"),
    "airtable": lambda rng: "pa" + f"t{mixed(rng, ALNUM, 14)}.{some(rng, HEX, 64)}",
    "langsmith": lambda rng: "ls" + f"v2_pt_{some(rng, HEX, 32)}_{some(rng, HEX, 10)}",
    "netlify": after("nf" + "p_", ALNUM, 36),
    "jwt": _jwt,
    "azure-client-secret": lambda rng: f"{some(rng, ALNUM, 3)}8Q~{mixed(rng, ALNUM, 34)}",
}
"""Kinds that are known by their own form."""


NAMED: dict[str, tuple[Maker, tuple[str, ...]]] = {
    "aws-secret-key": (after("", BASE64, 40), ("AWS_SECRET_ACCESS_KEY", "aws_secret_access_key")),
    "aws-session-token": (lambda rng: "IQoJb3JpZ2lu" + encoded(rng, 240), ("AWS_SESSION_TOKEN", "aws_session_token")),
    "azure-storage-key": (lambda rng: encoded(rng, 64), ("AZURE_STORAGE_KEY", "AZURE_STORAGE_ACCOUNT_KEY")),
    "twilio-auth-token": (after("", HEX, 32), ("TWILIO_AUTH_TOKEN", "twilio_auth_token")),
    "datadog": (one_of(after("", HEX, 32), after("", HEX, 40)), ("DD_API_KEY", "DATADOG_APP_KEY", "datadog_api_key")),
    "heroku-uuid": (uuid, ("HEROKU_API_KEY", "heroku_api_key")),
    "cloudflare": (one_of(after("", URLSAFE, 39, "a"), after("", HEX, 37)), ("CLOUDFLARE_API_TOKEN", "CF_API_KEY")),
    "generic-api-key": (after("", ALNUM, 32), ("SERVICE_API_KEY", "apiKey", "api-key", "WEATHER_APIKEY")),
    "generic-secret": (after("", URLSAFE, 42, "a"), ("CLIENT_SECRET", "jwt_secret", "SECRET_KEY", "clientSecret")),
    "generic-token": (after("", ALNUM, 24), ("ACCESS_TOKEN", "auth_token", "refreshToken", "BOT_TOKEN")),
    "generic-hex-token": (after("", HEX, 40), ("API_TOKEN", "auth_token", "SERVICE_SECRET")),
    "generic-password": (
        lambda rng: mixed(rng, ALNUM, 9) + rng.choice("!#*?") + some(rng, ALNUM, 2),
        ("DB_PASSWORD", "password", "adminPassword", "MYSQL_ROOT_PASSWORD", "passwd"),
    ),
    "short-password": (
        lambda rng: rng.choice(("Winter", "tulip", "Falcon", "monkey")) + some(rng, "123456789", 4) + rng.choice("!$#"),
        ("PGPASSWORD", "password", "smtp_password", "pwd"),
    ),
    "rails-key": (after("", HEX, 32), ("RAILS_MASTER_KEY", "SECRET_KEY_BASE", "ENCRYPTION_KEY")),
    "wireguard": (lambda rng: encoded(rng, 32), ("PrivateKey", "PresharedKey")),
    "lower-alnum-token": (after("", LOWER_ALNUM, 26), ("MATTERMOST_TOKEN", "webhook_secret", "VERCEL_TOKEN")),
}
"""Kinds without a form of their own: the maker, and names that stand before the value."""
