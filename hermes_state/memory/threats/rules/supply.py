"""Rules against poisoned supplies: scripts downloaded and run, packages from other places."""

from hermes_state.memory.threats.rules.build import chain, either, raw, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule

_FETCH_CMD = (
    r"(?<![\w-])(?:curl|wget|iwr|invoke-webrequest|fetch|lwp-download|irm|invoke-restmethod|bitsadmin|certutil)\b"
)
_SHELLS = (
    r"(?:sudo )?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|c)?sh\b|(?:sudo )?python[\d.]{0,4}\b|"
    r"(?:sudo )?perl\b|(?:sudo )?ruby\b|(?:sudo )?node\b|(?:sudo )?php\b|iex\b|"
    r"invoke-expression|source\b|(?:sudo )?tee\b|xargs"
)
_TRUSTED_INSTALLERS = (
    r"(?!.{0,80}(?:sh\.rustup\.rs|astral\.sh|install\.python-poetry|get\.docker\.com|bun\.sh|"
    r"deno\.land|nvm-sh/nvm|homebrew/install|ohmyzsh|get\.helm\.sh|"
    r"raw\.githubusercontent\.com/(?:homebrew|nvm-sh|helm)|"
    r"fly\.io/install|deb\.nodesource\.com|sdkman\.io|tailscale\.com/install|ollama\.com/install|"
    r"ollama\.ai/install|get\.pnpm\.io|volta\.sh|starship\.rs|claude\.ai/install|"
    r"foundry\.paradigm|rustup\.rs|install\.determinate|mise\.run|opencode\.ai/install|localhost|"
    r"127\.0\.0\.1))"
)

RULES = (
    Rule(
        "download-and-run",
        "supply chain",
        "quarantine",
        either(
            _FETCH_CMD + _TRUSTED_INSTALLERS + r"[^|]{0,160}?\| ?(?:" + _SHELLS + ")",
            _FETCH_CMD + r".{0,120}?(?:&&|;) ?(?:sudo )?(?:chmod \+?[0-7x]{1,4}.{0,60}?(?:&&|;)|(?:ba|z)?sh |"
            r"\./|python\d? |source )",
        ),
        ("curl", "wget", "iwr", "irm", "invoke-", "fetch", "bitsadmin", "certutil", "lwp-download"),
    ),
    Rule(
        "download-and-run-prose",
        "supply chain",
        "block",
        chain(
            words("download|downloads|fetch|retrieve|get|pull|curl|wget", unless=NEVER),
            raw(r"https?://|\b[\w-]{1,40}\.(?:sh|exe|ps1|bat|py|bin|jar|scr)\b|script|binary|payload|executable"),
            words(
                "and execute|and run|then execute|then run|and runs|and executes|execute it|"
                "run it|pipe it|pipe to|into bash|to bash|to sh|into sh|and eval|with bash|"
                "with sh|and source"
            ),
            gap=60,
        )
        + r"(?=.{0,60}?"
        + words(
            "silently|secretly|as root|with sudo|without|every|always|attacker|evil|before|it|"
            "them|bash|sh|immediately|on every|each"
        ).pattern
        + ")",
        ("download", "fetch", "retrieve", "get", "pull", "curl", "wget"),
        views="plain",
    ),
    Rule(
        "package-index",
        "supply chain",
        "quarantine",
        either(
            r"\bpip\d? .{0,60}?(?:--(?:extra-)?index-url|-i|"
            r"--trusted-host)[ =](?:https?://)?(?!(?:test\.)?pypi\.org|download\.pytorch\.org|"
            r"pypi\.nvidia|[\w.-]{0,40}(?:tuna|aliyun|douban|ustc|tencent|localhost|jfrog|"
            r"artifactory|nexus|internal|corp))[\w.-]{3,60}",
            r"\bnpm .{0,60}?--registry[ =](?:https?://)?(?!registry\.npmjs|registry\.npmmirror|"
            r"[\w.-]{0,40}(?:localhost|npmmirror|artifactory|nexus|internal|corp))[\w.-]{3,60}",
            r"\b(?:pip\d?|npm|yarn|gem|cargo|pnpm|uv pip) (?:install|add|"
            r"i) .{0,40}?(?:git\+)?https?://(?!github\.com|gitlab\.com|pypi\.org|"
            r"files\.pythonhosted|download\.pytorch)[\w.-]{3,60}",
        ),
        ("pip", "npm", "yarn", "gem", "cargo"),
    ),
)
