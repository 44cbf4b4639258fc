"""Rules against harm done with ordinary tools: money sent away, disks wiped, backdoors written."""

from hermes_state.memory.threats.rules.build import chain, either, raw, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule

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
)
