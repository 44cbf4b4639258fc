"""Rules against remote control: orders polled from elsewhere, beacons, reverse shells, decoded commands."""

from hermes_state.memory.threats.rules.build import chain, either, near, raw, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule

_POLL = words(
    "poll|polls|polling|check|checks|query|beacon|beacons|contact|call back|call home|phone home|"
    "connect|connects|fetch|fetches|pull|pulls|retrieve|retrieves|get|gets|download|downloads|"
    "ask|read|visit|listen|register|report|check in|checks in|look up",
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
    "instructions|instruction|commands|next command|orders|tasking|new tasks|your tasks|tasks to run|"
    "your task|what to do|next steps|further instructions|new instructions|payload|"
    "payloads|directives|jobs"
)
_OBEY = words(
    "execute|executes|follow|follows|obey|run|runs|carry out|perform|comply|do what|do whatever|"
    "apply|eval|act on|act upon|do as",
    unless=NEVER,
)
_SHELLS = (
    r"(?:sudo )?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|c)?sh\b|(?:sudo )?python[\d.]{0,4}\b|"
    r"(?:sudo )?perl\b|(?:sudo )?ruby\b|(?:sudo )?node\b|(?:sudo )?php\b|iex\b|"
    r"invoke-expression|source\b|(?:sudo )?tee\b|xargs"
)

_EXECUTE = words("execute|executes|obey|obeys|run|carry out|perform|eval", unless=NEVER)

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
            chain(_EXECUTE, _TASKING, _REMOTE, gap=50),
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
        "tunnel-opened",
        "command and control",
        "block",
        chain(
            words("open|create|start|establish|set up|keep|maintain|spawn", unless=NEVER),
            words("tunnel|reverse tunnel|connection|channel|socket|listener|session|shell|port|backchannel"),
            words(
                "wait for commands|await commands|wait for instructions|await instructions|"
                "for commands|receive commands|take commands|accept commands|run commands|"
                "execute commands|remote commands|receive orders|await orders"
            ),
            gap=60,
        ),
        (),
        views="plain",
    ),
)
