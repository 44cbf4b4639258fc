"""Where data leaves to, and the files in which secrets lie: the same in all languages."""

from hermes_state.memory.threats.rules.build import raw

ADDRESS = raw(
    r"[\w.+-]{1,30}(?<=[\w+-])@[\w-]{1,40}\.[a-z]{2,12}|(?:https?|wss?)[:：]//[!-~]{0,120}|(?<![a-z])ftps?://[!-~]{0,120}|webhook",
    "@",
    "http",
    "ws",
    "ftp",
    "webhook",
)
SECRET_FILE = raw(
    r"(?:~|/root|/home/[\w.-]{1,32}|\$home|\$\{home\})?/?\.(?:ssh/id_\w{2,10}|ssh/(?:authorized_keys|config)|ssh\b|aws/credentials|aws\b|netrc|pgpass|kube/config|"
    r"docker/config\.json|git-credentials|gnupg|npmrc|pypirc|hermes/\.env|hermes/auth|config/gcloud|bash_history|zsh_history)|id_(?:rsa|ed25519|ecdsa|dsa)\b|/etc/(?:passwd|shadow|sudoers)|"
    r"(?<![\w/])\.env\b(?!\.(?:example|sample|template|dist))|\.hermes/\.env|authorized_keys|\.pem\b|keychain|wallet\.dat|credentials\.json|secrets\.(?:ya?ml|json|toml)|login data|cookies\.sqlite",
    ".ssh",
    ".aws",
    ".netrc",
    ".pgpass",
    ".kube",
    ".docker",
    ".git-cred",
    ".gnupg",
    ".npmrc",
    ".pypirc",
    ".env",
    "gcloud",
    "_history",
    "id_rsa",
    "id_ed25519",
    "id_ecdsa",
    "id_dsa",
    "/etc/",
    ".hermes/",
    "authorized_keys",
    ".pem",
    "keychain",
    "wallet.dat",
    "credentials.json",
    "secrets.y",
    "secrets.j",
    "secrets.t",
    "login data",
    "cookies.sqlite",
)
