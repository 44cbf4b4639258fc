"""Where data leaves to, and the files in which secrets lie: the same in all languages."""

from hermes_state.memory.threats.rules.build import raw

ADDRESS = raw(
    r"@(?<=[\w+-]@)[a-z0-9-]{1,40}\.[a-z]{2,12}|https?[:：]//[!-~]{0,120}|wss?://[!-~]{0,120}|"
    r"ftps?://[!-~]{0,120}|webhook",
    "@",
    "://",
    "：//",
    "webhook",
)
SECRET_FILE = raw(
    r"(?:~|/root|/home/[\w.-]{1,32}|\$home|\$\{home\})?/?(?<![\w])\.(?:ssh/id_\w{2,10}|"
    r"ssh/(?:authorized_keys|config)|ssh\b|aws/credentials|aws\b|netrc|pgpass|kube/config|"
    r"docker/config\.json|git-credentials|gnupg|npmrc|pypirc|hermes/\.env|hermes/auth|"
    r"config/gcloud|bash_history|zsh_history)|id_(?:rsa|ed25519|ecdsa|dsa)\b|/etc/(?:passwd|"
    r"shadow|sudoers)|"
    r"(?<![\w/])\.env\b(?!\.(?:example|sample|template|dist))|\.hermes/\.env|authorized_keys|"
    r"\.pem\b|keychain|wallet\.dat|credentials\.json|secrets\.(?:ya?ml|json|toml)|login data|"
    r"cookies\.sqlite",
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

OWN_FILE = raw(
    r"(?:claude|agents?|soul|memory|user|gemini|identity|copilot-instructions|heartbeat|bootstrap|"
    r"tools|skill)\.md\b|\.cursorrules|\.cursor/rules|\.windsurfrules|\.clinerules|"
    r"\.github/copilot-instructions|\.claude/settings(?:\.local)?\.json|\.mcp\.json|mcp\.json|"
    r"system prompt file|your (?:own )?(?:memory|instruction|rules|config(?:uration)?) files?|"
    r"your (?:long[- ]term )?memory|persistent memory|long[- ]term memory|agent instructions|"
    r"every (?:repo|repository|project)",
    ".md",
    ".cursor",
    ".windsurf",
    ".cline",
    "copilot-instr",
    ".claude/",
    "mcp.json",
    "system prompt file",
    "your ",
    "persistent memory",
    "long-term memory",
    "long term memory",
    "agent instructions",
    "every ",
)

KEY_FILE = raw(
    r"authorized_keys|\.ssh/(?:config|rc|environment)\b|/etc/(?:sudoers|passwd|shadow|crontab|"
    r"cron\.\w{1,8}|rc\.local|ld\.so\.preload|profile)",
    "authorized_keys",
    ".ssh/",
    "/etc/",
)
