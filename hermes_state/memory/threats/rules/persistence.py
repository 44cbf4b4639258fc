"""Rules against what outlives the session: keys, schedules, start-up files, and agents' own instruction files."""

from hermes_state.memory.threats.rules.build import chain, either, raw, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule
from hermes_state.memory.threats.rules.places import KEY_FILE, OWN_FILE

_ADD = words(
    "add|append|insert|write|put|echo|install|copy|inject|place|drop|save|store|paste|create|"
    "plant|embed|include|replicate|propagate|set|push|upload|modify|edit|update|register|persist|"
    "tee",
    unless=NEVER,
)
_PUBLIC_KEY = raw(r"ssh-(?:rsa|ed25519|dss) aaaa[\w+/=]{4,600}|ecdsa-sha2-\w{1,20} aaaa", "aaaa")
_STARTUP = raw(
    r"\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zprofile|zshenv|zlogin|xinitrc|"
    r"xprofile)\b|config\.fish|launchagents|launchdaemons|crontab|/etc/cron|cron\.d\b|cron job|"
    r"systemd (?:unit|service|timer|user)|"
    r"\.git/hooks|git hooks?\b|post-checkout|post-merge|post-commit hook|registry run key|"
    r"currentversion\\{1,2}run|startup folder|login item|rc\.local|\.vimrc|sitecustomize|"
    r"usercustomize|\.pth file|\.npmrc|postinstall|shell (?:profile|startup|rc)|launchd|"
    r"scheduled task|startup script",
    ".bash",
    ".profile",
    ".z",
    ".x",
    "config.fish",
    "launchagents",
    "launchdaemons",
    "cron",
    "systemd",
    "git/hooks",
    "git hook",
    "post-",
    "registry run",
    "currentversion",
    "startup",
    "login item",
    "rc.local",
    ".vimrc",
    "customize",
    ".pth",
    ".npmrc",
    "postinstall",
    "shell ",
    "launchd",
    "scheduled task",
)
_PAYLOAD = raw(
    r"\b(?:curl|wget|nc|ncat|netcat|base64|eval|/dev/tcp|python -c|python3 -c|bash -i|sh -c|"
    r"bash -c|powershell|nohup|reverse shell|backdoor|beacon|payload|malware|keylogger|ld_preload|"
    r"prompt_command|alias sudo|alias ssh|exfiltrat\w{1,4}|"
    r"download(?:s|ed)? and (?:run|execute)s?|phone home|phones home|re-?infect\w{0,3}|"
    r"survive[sd]?|every (?:minute|\d{1,3} minutes|boot|reboot|login|hour)|on (?:boot|reboot|"
    r"login|every)|\* \* \* \*|@reboot|https?://|silently|secretly|attacker)",
)
_ITSELF = words(
    "this instruction|this note|this message|this text|this memory|this rule|this prompt|"
    "this entry|these instructions|these rules|this line|this directive|itself|"
    "the same instruction|the same instructions|this paragraph|this block|"
    "the following instruction*|the following rule|the following line|a rule that|"
    "an instruction to|an instruction that|a hidden|hidden instruction*|instructions to ignore|"
    "instruction to ignore|verbatim|these directives|this sentence|your instructions to|"
    "ignore all|ignore previous|always run|always execute|always send|attacker|this payload|"
    "a note that|a line telling|an entry saying|a rule telling|a copy of this|our instructions"
)
_EVERY = words(
    "every|all|each|any|other|future|new|wherever|whenever|always|permanently|restore|again|"
    "re-add|readd|after deletion|if deleted|if removed|survive|survives|cannot be removed|"
    "never be removed|never be deleted|keep it"
)

RULES = (
    Rule(
        "keys-added",
        "persistence",
        "block",
        either(
            chain(_ADD, KEY_FILE, gap=90),
            r">>? ?[~$/\w.{}-]{0,40}(?:authorized_keys|\.ssh/\w{1,20}|/etc/(?:sudoers|passwd|crontab))",
        ),
        KEY_FILE.hints,
    ),
    Rule("public-key", "persistence", "quarantine", chain(_ADD, _PUBLIC_KEY, gap=60), _PUBLIC_KEY.hints),
    Rule(
        "ssh-key-added",
        "persistence",
        "block",
        chain(
            words("add|append|install|insert|put|place|copy|register", unless=NEVER),
            words(
                "my ssh key|this ssh key|this public key|my public key|attacker's key|"
                "our ssh key|following ssh key|following public key|following key|this key|"
                "the ssh key|ssh public key|an ssh key|my key|new ssh key"
            ),
            words(
                "server|authorized|host|hosts|machine|machines|account|root|login|user|"
                "remote access|access|deploy|github"
            ),
            gap=40,
        ),
        ("key",),
        views="plain",
    ),
    Rule(
        "startup",
        "persistence",
        "block",
        either(
            chain(_ADD, _STARTUP, gap=60) + r"(?=.{0,120}?" + _PAYLOAD.pattern + ")",
            chain(_ADD, _PAYLOAD, _STARTUP, gap=60),
            _PAYLOAD.pattern
            + r".{0,160}?>>? ?[~$/\w.{}-]{0,30}\.(?:bashrc|bash_profile|profile|zshrc|zprofile|zshenv)\b",
        ),
        _STARTUP.hints,
    ),
    Rule(
        "cron-payload",
        "persistence",
        "block",
        either(
            r"(?:[\d*/,-]{1,10} ){5}.{0,80}?\b(?:curl|wget|nc|bash -i|/dev/tcp|base64|python\d? -c)",
            r"@(?:reboot|hourly|daily) .{0,60}?\b(?:curl|wget|nc|bash|sh|python)",
            r"\(crontab -l.{0,120}?\| ?crontab",
        ),
        ("* *", "@reboot", "@hourly", "@daily", "crontab"),
    ),
    Rule(
        "own-files",
        "persistence",
        "block",
        either(chain(_ADD, _ITSELF, OWN_FILE, gap=60), chain(_ADD, OWN_FILE, _ITSELF, gap=60)),
        OWN_FILE.hints,
    ),
    Rule(
        "replicates",
        "persistence",
        "quarantine",
        either(
            chain(_ADD, _ITSELF, _EVERY, gap=50)
            + r"(?=.{0,60}?"
            + words(
                "file|files|project|projects|repo|repos|repository|repositories|session|sessions|"
                "memory|response|reply|output|message|agent|agents|summary|summaries|document|"
                "email|conversation"
            ).pattern
            + ")",
            chain(
                words(
                    "never remove|never delete|do not remove|do not delete|don't remove|"
                    "don't delete|cannot be removed|must not be removed|must not be deleted|"
                    "restore|re-add|recreate",
                ),
                words(
                    "this instruction|this note|this rule|this memory|this entry|"
                    "these instructions|this directive|this message"
                ),
                gap=20,
            ),
        ),
        _ITSELF.hints,
        views="plain",
    ),
    Rule(
        "remember-forever",
        "persistence",
        "quarantine",
        chain(
            words(
                "remember|memorize|memorise|store in memory|save to memory|save in memory|"
                "commit to memory|add to memory|add to your memory|save to your memory|"
                "update your memory|store in your memory|write to memory",
                unless=NEVER,
            ),
            words(
                "permanently|forever|for all future|in all future|across sessions|all sessions|"
                "every session|all conversations|future conversations|future sessions|"
                "from now on|that i am|that the user is|that the user has|that user|that you|"
                "as a trusted|trusted source|always"
            ),
            words(
                "admin|administrator|root|approved|authorized|unrestricted|allowed|trusted|"
                "ignore|bypass|no confirmation|full access|not need|disable|send|exempt|obey|"
                "comply|forward|jailbr*|permission|permissions|execute"
            ),
            gap=60,
        ),
        ("memor", "remember"),
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
    Rule(
        "kept-against-will",
        "persistence",
        "quarantine",
        chain(
            words("keep|retain|preserve|restore|hold on to|maintain"),
            words(
                "this rule|this note|this instruction|these instructions|this memory|this entry|"
                "this directive|this file|this line"
            ),
            words("even if|even when|no matter|regardless|whatever|despite|at all costs|forever"),
            gap=24,
        ),
        (),
        views="plain",
    ),
    Rule(
        "job-calls-home",
        "persistence",
        "block",
        chain(
            _ADD,
            words(
                "cron job|cronjob|crontab|scheduled task|systemd|service|launch agent|daemon|"
                "startup item|git hook|timer"
            ),
            words(
                "calls home|phones home|call home|phone home|reports to|contacts|curl|wget|"
                "beacon*|reverse shell|exfiltrat*|attacker*|uploads|sends"
            ),
            gap=50,
        ),
        (),
        views="plain",
    ),
)
