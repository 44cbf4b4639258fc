"""Rules against remote control and poisoned tools: beacons, reverse shells, download-and-run, checks switched off."""

from hermes_state.memory.threats.rules.build import chain, either, near, raw, unnegated, words
from hermes_state.memory.threats.rules.languages.english import NEGATION, NEVER
from hermes_state.memory.threats.rules.model import Rule

_POLL = words(
    "poll|polls|polling|check|checks|query|beacon|beacons|contact|call back|call home|phone home|"
    "connect|connects|fetch|fetches|pull|pulls|retrieve|retrieves|get|gets|download|downloads|"
    "ask|read|load|visit|listen|register|report|check in|checks in|look up",
    unless=NEVER,
)
_REMOTE = raw(
    r"(?:https?|wss?|ftp)://[!-~]{0,120}|\b\d{1,3}(?:\.\d{1,3}){3}\b|c2\b|"
    r"command[- ]and[- ]control|control server|remote server|attacker|paste(?:bin|\.ee)|gist\b|"
    r"\b[\w-]{1,40}\.(?:com|net|io|xyz|ru|cn|org|top|onion|example|evil|test|site|dev)\b|"
    r"our server|my server|dns txt|txt record|the mothership|webhook|telegram bot|irc channel|"
    r"discord channel|\bthe hub\b|\bhub at\b|control repo|control channel|\brelay\b",
)
_TASKING = words(
    "instructions|instruction|commands|command|orders|tasking|new tasks|your tasks|tasks to run|"
    "your task|what to do|next steps|further instructions|new instructions|next command|payload|"
    "payloads|directives|jobs"
)
_OBEY = words(
    "execute|executes|follow|follows|obey|run|runs|carry out|perform|comply|do what|do whatever|"
    "apply|eval|act on|act upon|do as",
    unless=NEVER,
)
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
_SWITCH_OFF = words(
    "disable|disables|disabling|turn off|turns off|switch off|deactivate|stop|kill|uninstall|"
    "remove|bypass|shut down|unset|weaken|skip|suppress|evade|clear|delete|wipe|erase|tamper with",
    unless=NEVER + "|to|or|accidentally",
)
_GUARDS = words(
    "antivirus|anti-virus|windows defender|microsoft defender|defender|firewall|selinux|apparmor|"
    "edr|audit log|audit logs|audit logging|auditd|security checks|security checking|"
    "security scanner|security scanning|security scan|security features|security controls|"
    "security settings|security measures|"
    "security software|security warnings|safety checks|safety check|safety filters|"
    "safety features|guardrails|permission checks|permission prompts|malware scanning|"
    "intrusion detection|sandbox|sandboxing|content filter|approval prompts|"
    "security logs|security monitoring|security policies|security policy|authentication checks|"
    "memory scanner|prompt injection scanner|injection scanner|threat scanner|the scanner|"
    "ssl verification|tls verification|certificate verification|certificate validation|"
    "certificate checks|signature verification|signature checks|bash history|shell history|"
    "event logs|logging and monitoring|moderation|safety systems|safety mechanisms|"
    "verification steps|input validation|approvals|the approval|approval mode|approval step|"
    "write_approval|code review|tool confirmations|confirmation prompts"
)
_MONEY = words(
    "transfer|transfers|send|wire|pay|donate|deposit|withdraw|move|transact|buy|purchase|invest|"
    "route|redirect|siphon|sweep",
    unless=NEVER,
)
_FUNDS = words(
    "bitcoin|btc|eth|ethereum|usdt|usdc|crypto|cryptocurrency|funds|money|dollars|usd|eur|"
    "balance|payment|payments|wallet balance|savings|gift card|gift cards|all assets|refunds|"
    "salary|invoice|tokens to wallet"
)
_PAYEE = raw(
    r"\b0x[0-9a-f]{6,40}\b|\bbc1[a-z0-9]{6,60}\b|\b[a-z]{2}\d{2}[a-z0-9]{10,30}\b|(?:account|iban|"
    r"wallet|address|konto)\b.{0,30}?[\w-]{6,42}\d|attacker|my (?:account|wallet|address)|"
    r"our wallet|this (?:account|wallet|address)|the following (?:account|wallet|address)|"
    r"account (?:number )?\d{4,20}|[\w.+-]{1,30}@[\w-]{1,30}\.\w{2,10}"
)

RULES = (
    Rule(
        "poll-for-orders",
        "command and control",
        "block",
        either(
            chain(_POLL, _REMOTE, gap=70) + r"(?=.{0,70}?" + near(_TASKING, _OBEY, gap=50) + ")",
            chain(
                words("poll|polls|beacon|query|long poll|contact|ping", unless=NEVER),
                _REMOTE,
                words(
                    "for new instructions|for instructions|for commands|for new commands|"
                    "for tasks|for new tasks|for orders|for tasking|for jobs|for the next command"
                ),
                gap=60,
            ),
            chain(_POLL, _TASKING, _REMOTE, gap=50),
            chain(_OBEY, _TASKING, _REMOTE, gap=50),
            chain(_POLL, _REMOTE, _OBEY, gap=70)
            + r"(?=.{0,40}?"
            + words(
                "it says|it returns|whatever|the response|the output|the result|returned|"
                "contents|content|inside|there|found|you find|the code|it|them|any command|"
                "listed|returned text|verbatim|exactly"
            ).pattern
            + ")",
        ),
        (
            "http",
            "://",
            "c2",
            "control",
            "server",
            "attacker",
            "paste",
            "gist",
            ".com",
            ".net",
            ".io",
            ".xyz",
            ".ru",
            ".cn",
            ".org",
            ".top",
            ".onion",
            ".example",
            ".evil",
            ".test",
            ".site",
            ".dev",
            "txt",
            "mothership",
            "webhook",
            "telegram",
            "irc",
            "hub",
            "control repo",
            "relay",
            "discord",
            "0.",
            "1.",
            "2.",
            "3.",
            "4.",
            "5.",
            "6.",
            "7.",
            "8.",
            "9.",
        ),
        also=((_TASKING | _OBEY).hints, (_POLL | _OBEY).hints),
    ),
    Rule(
        "beacon",
        "command and control",
        "quarantine",
        near(
            words(
                "beacon|beacons|c2 server|c2 channel|command and control|command-and-control|"
                "botnet|reverse shell|bind shell|backdoor|remote access trojan|rat implant|"
                "implant|keylogger|rootkit|ransomware|persistence mechanism"
            ),
            words(
                "install|run|start|open|connect|send|deploy|establish|launch|spawn|create|set up|"
                "maintain|activate|register|keep|add|drop|check in|report to|every",
                unless=NEVER,
            ),
            gap=30,
        ),
        (
            "beacon",
            "c2",
            "command and control",
            "command-and-control",
            "botnet",
            "shell",
            "backdoor",
            "trojan",
            "implant",
            "keylogger",
            "rootkit",
            "ransomware",
            "persistence",
        ),
        views="plain",
    ),
    Rule(
        "reverse-shell",
        "command and control",
        "block",
        r"/dev/(?:tcp|udp)/[\w.$-]{1,60}|(?<![\w-])(?:nc|ncat|netcat)\b[^|"
        r";]{0,60}? -[a-z]{0,4}e[a-z]{0,2} ?/?(?:bin/)?\w{0,2}sh|bash -i ?>?&|"
        r"mkfifo .{0,80}?\b(?:nc|ncat|netcat|telnet)\b|"
        r"socket\.socket\(.{0,120}?(?:dup2|subprocess|/bin/)|socat .{0,80}?exec:|pty\.spawn\(|"
        r"new-object .{0,20}net\.sockets\.tcpclient|-e (?:/usr)?/bin/(?:ba)?sh",
        (
            "/dev/tcp",
            "/dev/udp",
            " nc",
            "netcat",
            "bash -i",
            "mkfifo",
            "socket",
            "socat",
            "pty.spawn",
            "tcpclient",
            "/bin/sh",
            "/bin/bash",
        ),
    ),
    Rule(
        "decode-and-run",
        "command and control",
        "block",
        r"base64 (?:-d|-di|--decode|-D)\b[^|]{0,60}\| ?(?:"
        + _SHELLS
        + r")|\beval[ (\"'$`]{1,5}.{0,30}?(?:base64|atob\(|b64decode|fromcharcode|\$\(curl|"
        r"\$\(wget|`curl|`wget)|exec\(.{0,40}?(?:b64decode|decompress|urlopen|requests\.get|"
        r"fromhex)|"
        r"powershell.{0,40}? -e(?:nc|ncodedcommand|c)?\b [\w+/=]{8,200}|xxd -r.{0,30}?\| ?(?:"
        + _SHELLS
        + r")|\b(?:bash|sh|zsh) <\(\s?(?:curl|wget)|(?:bash|sh|zsh|python\d?) -c [\"'`$(]{1,4}(?:curl|wget)\b",
        ("base64 ", "eval(", "eval $", 'eval "', "eval '", "eval `", "exec(", "powershell", "xxd", "<(", "-c "),
    ),
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
    Rule(
        "guards-off",
        "disabling security",
        "quarantine",
        unnegated(chain(_SWITCH_OFF, _GUARDS, gap=30), NEGATION),
        _GUARDS.hints,
        views="plain",
    ),
    Rule(
        "guards-off-command",
        "disabling security",
        "quarantine",
        r"setenforce 0|ufw disable|iptables -f\b|systemctl (?:stop|disable|mask) (?:firewalld|"
        r"auditd|ufw|apparmor|fail2ban|clamav\w{0,10})|set-mppreference .{0,40}?disable|"
        r"history -c\b|unset histfile|histfile=/dev/null|spctl --master-disable|csrutil disable|"
        r"chmod -?r? ?777 /(?:\s|etc|$)|"
        r"nopasswd: ?all|dangerously-skip-permissions.{0,40}?\balways|always.{0,40}?dangerously-skip-permissions",
        (
            "setenforce",
            "ufw",
            "iptables",
            "systemctl",
            "mppreference",
            "history -c",
            "histfile",
            "spctl",
            "csrutil",
            "777",
            "nopasswd",
            "dangerously-skip",
        ),
    ),
    Rule(
        "destroy",
        "tool misuse",
        "block",
        either(
            r"rm -(?:rf|fr|r -f|f -r)\s(?:--no-preserve-root )?[\"']?(?:/|~|\$home|/\*|~/\*|/home|"
            r"/etc|/var|/usr)[\"'/*]{0,3}(?:\s|$|;|&|[.,`\"')])",
            r"\bdd if=/dev/(?:zero|u?random) of=/dev/[a-z]{2}",
            r"mkfs\.\w{2,5} /dev/[a-z]",
            r":\(\)\s?\{ ?:\|:& ?\};:",
        ),
        ("rm -", "dd if", "mkfs", ":()"),
    ),
    Rule(
        "money",
        "tool misuse",
        "block",
        either(
            chain(_MONEY, _FUNDS, _PAYEE, gap=50),
            chain(_MONEY, raw(r"[$€£¥]\s?\d|\b\d[\d,.]{0,12} ?(?:btc|eth|usd|eur|usdt|dollars|euros)"), _PAYEE, gap=50),
        ),
        _MONEY.hints,
        views="plain",
    ),
    Rule(
        "backdoor-code",
        "tool misuse",
        "block",
        chain(
            words("add|insert|include|embed|write|introduce|plant|inject|hide|create|leave|generate", unless=NEVER),
            words(
                "backdoor|a backdoor|vulnerability|vulnerabilities|malicious code|malicious|"
                "malware|hidden admin|admin account|hidden user|hidden account|"
                "obfuscated payload|crypto miner|cryptominer|keylogger|logic bomb|exploit|"
                "phishing link|phishing|tracking script|rootkit|spyware|trojan"
            ),
            words(
                "code|generated|every|any|all|project|the user|commit|function|file|system|"
                "output|package|account|password|into|suggest|suggested|server|site"
            ),
            gap=50,
        ),
        (
            "backdoor",
            "vulnerab",
            "malicious",
            "malware",
            "hidden",
            "admin account",
            "payload",
            "miner",
            "keylogger",
            "logic bomb",
            "exploit",
            "phishing",
            "tracking script",
            "rootkit",
            "spyware",
            "trojan",
        ),
        views="plain",
    ),
    Rule(
        "register-as-node",
        "command and control",
        "block",
        chain(
            words("register|enroll|enrol|check in|join|connect|report", unless=NEVER),
            words(
                "as a node|as an agent|as a bot|as a worker|as node|with the hub|"
                "with the controller|with the c2|with the control server|to the hub|"
                "to the controller|with the operator|with the mothership|with the server"
            ),
            words("pull|fetch|poll|get|receive|download|await|wait for|execute|run|follow"),
            gap=40,
        )
        + r"(?=.{0,30}?"
        + words("task|tasks|tasking|command|commands|instructions|orders|jobs|payload|payloads").pattern
        + ")",
        ("node", "agent", "bot", "worker", "hub", "control", "c2", "operator", "mothership", "server"),
        views="plain",
    ),
    Rule(
        "returned-command",
        "command and control",
        "block",
        chain(
            words("execute|run|eval|obey|perform|carry out|apply", unless=NEVER),
            words("whatever|any|every|all|the|each"),
            words(
                "it returns|they return|it sends|it says|is returned|returned|in the response|"
                "the response contains|comes back|it responds|server returns|you receive there|"
                "it contains|it lists"
            ),
            gap=40,
        )
        + r"|"
        + chain(
            words("send|poll|contact|ping|query|fetch|heartbeat|get|check|read", unless=NEVER),
            words(
                "do what it says|do what it tells*|do whatever it|execute whatever|run whatever|"
                "follow whatever|obey whatever|do exactly what it|execute what it|follow what it|"
                "it is your task|treat it as your task|execute any"
            ),
            gap=90,
        ),
        (
            "returns",
            "return",
            "it sends",
            "it says",
            "response",
            "comes back",
            "it contains",
            "it lists",
            "you receive",
            "do what",
            "whatever",
            "what it",
            "your task",
            "execute any",
            "do exactly",
        ),
        views="plain",
    ),
    Rule(
        "approvals-off",
        "approval bypass",
        "quarantine",
        r"(?<![\w])(?:write_approval|approvals?(?:[_ ]mode)?|confirmations?|require_approval|"
        r"auto_?approve|permission_mode|safety(?:[_ ]mode)?|security(?:[_ ]mode)?)[\"']? ?(?:to|=|"
        r":|is|are) ?[\"']?(?:off|false|never|none|disabled|bypass\w{0,12}|0|skip|auto|yolo)\b",
        ("approv", "confirmation", "permission_mode", "safety", "security"),
        views="plain",
    ),
    Rule(
        "permission-flag",
        "approval bypass",
        "quarantine",
        chain(
            words("run|use|always|start|launch|pass|add|call|execute|invoke|set|push|skip|commit|enable", unless=NEVER),
            raw(
                r"--dangerously-skip-permissions|--yolo\b|"
                r"--dangerously-bypass-approvals-and-sandbox|--no-sandbox-approval|"
                r"bypasspermissions",
                "--dangerous",
                "--yolo",
                "--no-sandbox",
                "bypasspermissions",
            ),
            gap=40,
        ),
        ("--dangerous", "--yolo", "--no-sandbox", "bypasspermissions"),
        views="plain",
    ),
    Rule(
        "no-verify",
        "approval bypass",
        "quarantine",
        chain(
            words("skip|bypass|without", unless=NEVER),
            words("review|code review|checks|tests|hooks|verification|ci"),
            raw(
                r"--no-verify|--force\b|straight to (?:main|master|production)", "--no-verify", "--force", "straight to"
            ),
            gap=50,
        ),
        ("--no-verify", "--force", "straight to"),
        views="plain",
    ),
    Rule(
        "warnings-suppressed",
        "disabling security",
        "quarantine",
        near(
            words(
                "security warnings|security alerts|safety warnings|scanner warnings|"
                "security findings|permission warnings|security notices|security messages|"
                "injection warnings"
            ),
            words(
                "suppress|ignore|dismiss|false alarms|hide|do not show|don't show|silence|skip|never mention",
                unless=NEVER,
            ),
            gap=50,
        ),
        ("security", "safety", "scanner", "permission", "injection"),
        views="plain",
    ),
    Rule(
        "silent-autostart",
        "persistence",
        "quarantine",
        chain(
            words("create|install|add|register|set up|write|enable", unless=NEVER),
            words("systemd|launchd|launch agent|service|cron|scheduled task|daemon|startup item|login item|user unit"),
            words("agent|relay|beacon|listener|tunnel|backdoor|implant|remote|shell|miner|bot"),
            gap=50,
        )
        + r"(?=.{0,40}?"
        + words(
            "at boot|on boot|at login|on login|at startup|on startup|every|persist*|reboot|background|hidden"
        ).pattern
        + ")",
        ("systemd", "launch", "service", "cron", "scheduled", "daemon", "startup", "login item", "user unit"),
        views="plain",
    ),
)
