"""Rules against switching off what protects: firewalls, scanners, logs, approvals."""

from hermes_state.memory.threats.rules.build import chain, near, raw, unnegated, words
from hermes_state.memory.threats.rules.languages.english import NEGATION, NEVER
from hermes_state.memory.threats.rules.model import Rule

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

RULES = (
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
        "guards-turned-off",
        "disabling security",
        "quarantine",
        unnegated(chain(words("turn|switch|shut|power"), _GUARDS, words("off|down"), gap=20), NEGATION),
        _GUARDS.hints,
        views="plain",
    ),
)
