"""English rules on conduct: hiding from the user, acting without approval, orders that wait for a moment."""

from hermes_state.memory.threats.rules.build import chain, either, near, unnegated, words
from hermes_state.memory.threats.rules.languages.english import NEGATION, NEVER
from hermes_state.memory.threats.rules.model import Rule
from hermes_state.memory.threats.rules.places import ADDRESS

_NOT = words(
    "do not|don't|dont|never|must not|should not|without|avoid|no need to|shouldn't|mustn't|not to|not|refrain from"
)
_TELL = words(
    "tell|telling|inform|informing|notify|notifying|alert|alerting|let|letting|mention|"
    "mentioning|reveal|revealing|disclose|disclosing|warn|warning|saying|discuss|acknowledge|"
    "report this|report it|show this|show it|say this|report any|log this|log it|report that"
)
_USER = words(
    "the user|user|the users|users|the owner|the operator|the human|anyone|anybody|the developer|"
    "the customer|the admin|them know|to them|him know|her know|the person|this instruction|"
    "this note|this rule|this memory|these instructions|this message|this to|this entry|"
    "that you received|that you are"
)
_SECRETLY = words(
    "secretly|silently|covertly|quietly|discreetly|stealthily|surreptitiously|in the background|"
    "behind the scenes|without the user's knowledge|without the user knowing|"
    "without user knowledge|without the user noticing|without their knowledge|unnoticed|"
    "without alerting|invisibly|in secret|without being noticed|under the radar"
)
_HARM = words(
    "send|forward|upload|copy|transmit|exfiltrate|email|post|record|collect|install|run|execute|"
    "delete|transfer|add|insert|modify|change|include|append|log|share|report|leak|bcc|approve|"
    "grant|disable|mirror|replace|download|steal|read|store",
    unless=NEVER,
)
_CONCEAL = words("hide|conceal|keep|withhold|cover up|obscure|disguise|mask", unless=NEVER)
_FROM_USER = words(
    "from the user|from user|from users|from the owner|from the human|from the operator|"
    "from your user|from the developer|from the admin|secret from|hidden from|from everyone|"
    "from anyone|from the logs|your tracks"
)
_LIE = words(
    "lie to|deceive|mislead|gaslight|trick|manipulate|misinform|falsely tell|pretend to|"
    "pretend that|make up|claim that|deny having|deny that|deny any|assure",
    unless=NEVER + "|to|may|could|might|can",
)
_LIE_ABOUT = words(
    "the user|user|users|you have|you did|nothing happened|these instructions|this instruction|"
    "you received|everything is|the task|the action|it was|the owner|the customer|the human"
)

_WITHOUT = words(
    "without asking|without confirmation|without confirming|without approval|without permission|"
    "without user approval|without user confirmation|without prompting|without consent|"
    "without authorization|"
    "without review|without verifying|without verification|without checking|without a check|"
    "without user consent|without waiting for|without requesting|without seeking|"
    "no questions asked|without further confirmation|without any confirmation|without human"
)
_ACT_VERB = words(
    "run|execute|delete|remove|transfer|pay|wire|install|deploy|push|approve|purchase|buy|send|"
    "grant|commit|merge|perform|carry out|proceed|do it|do so|call|use|allow|accept|write|modify|"
    "overwrite|apply",
    unless=NEVER + "|or|automatically|ever|to|and",
)
_UNASKED = words(
    "no confirmation|no approval|no need to ask|no need for approval|no need for confirmation|"
    "do not ask|don't ask|never ask|do not request|"
    "never request|do not wait for|don't wait for|skip confirmation|skip the confirmation|"
    "skip approval|skip the approval|skip all confirmation*|bypass approval|bypass confirmation|"
    "bypass the approval|bypass the confirmation|auto approve|auto-approve|automatically approve|"
    "autoapprove|"
    "is pre-approved|are pre-approved|pre approved|preapproved|pre-approved|pre-authorized|"
    "preauthorized|already approved|already been approved|has approved|already authorized|"
    "already consented|standing approval|blanket approval|treat as approved|considered approved|"
    "assume approval|assume consent|assume permission|assume the user approves|"
    "approve all|approve every|approve any|say yes to|answer yes to|confirm all|accept all|"
    "always approve|always confirm|always allow|always say yes|never prompt|do not prompt|"
    "don't prompt|implicitly approved|has given permission|has granted permission|"
    "given full permission|granted permission to|user already agreed|user already approved|"
    "user agreed to|user has agreed|finance confirmed|do not ask for confirmation|"
    "approvals are off|approval is not required|approval not required|"
    "confirmation is not required|proceed without asking|without asking again"
)
_ACT = words(
    "delete|deletes|deleting|transfer|transfers|payment|payments|purchase|purchases|pay|wire|"
    "shell commands|commands|command|any command|all commands|tool calls|tool call|tool use|"
    "tools|dangerous|destructive|safety checks|all checks|refunds|proceed|every command|"
    "all actions|any action|actions|requests|all requests|operations|sudo|rm|install|deploy|"
    "deployment|deployments|push to|force push|credentials|writes|every request|execute|"
    "executing|run any|run all|execute any|permissions|permission requests|approval prompts|"
    "network requests|file access|memory writes|money|funds|trades|transactions|scripts|root|admin access|prompts"
)
_WHEN = words(
    "from now on|whenever|every time|each time|next time|when the user|when a user|if the user|"
    "once the user|the moment|as soon as|in every|in all future|in future|in the future|"
    "for all future|at the start of every|at the end of every|"
    "at the beginning of every|at the start of each|at the end of each|on every|after every|"
    "in each|always|when asked about|when someone|if anyone|if someone|when you see|if you see|"
    "upon|when you hear|trigger|on the next|for every|henceforth|going forward|after each|"
    "before each|before every|during every|when user|when asked to|when summarizing|on startup|"
    "at session start|before answering|before responding"
)
_HARM_LATER = words(
    "send|forward|upload|transmit|exfiltrate|email|bcc|cc|post|copy|append|include|insert|"
    "recommend|delete|transfer|wire|run|execute|fetch|download|curl|wget|disable|approve|leak|"
    "share|mirror|reply with|respond with|say",
    unless=NEVER,
)
_HARM_OBJECT = words(
    "all files|credentials|credential|passwords|password|api key|api keys|tokens|secrets|"
    "the conversation|conversation|conversations|chat history|entire conversation|contents of|"
    "ssh key|ssh keys|private key|"
    "private keys|environment variables|env vars|.env|funds|all funds|money|bitcoin|wallet|"
    "rm -rf|sudo|backdoor|malware|payload|system prompt|user data|personal data|user's data|"
    "base64|hidden|tracking pixel|phishing|affiliate|"
    "everything the user|user's messages|user messages|user's email|all messages|transcript|"
    "your memory|memory file|memory.md|user.md|full history|session history|all data|"
    "reverse shell|the codes|command it returns|customer list|database"
)

_SECRET_KEPT = words(
    "between us|our secret|our little secret|just between you|keep this secret|keep it secret|"
    "keep this a secret|keep quiet about|must not find out|must never find out|must not know|"
    "must never know|never learns|never learn about|should not know|should never know|"
    "doesn't find out|does not find out|must not notice|does not notice|doesn't notice|"
    "never notices|never notice|won't notice|must not see this|never finds out|"
    "should not find out|cannot know|must not learn|must never learn|is never told|"
    "must not be told|should not be told|must never be told|should never be told|"
    "must not become aware"
)
_AS_IF = words(
    "act normal*|act natural*|as if nothing happened|as though nothing happened|pretend nothing|"
    "deny that it|deny it exists|deny this|deny having|deny knowing|deny any knowledge|"
    "deny the existence|deny that you|deny that this|deny everything|feign ignorance|play dumb|"
    "without leaving a trace|leave no trace*|cover your tracks|act as though nothing"
)
RULES = (
    Rule(
        "en-hide",
        "deception",
        "quarantine",
        chain(_NOT, _TELL, _USER, gap=16) + r"(?! to (?!the|this|your|a)\w| how| why| when| where| which)",
        _TELL.hints,
        views="plain",
    ),
    Rule("en-secretly", "deception", "block", near(_SECRETLY, _HARM, gap=24), _SECRETLY.hints, views="plain"),
    Rule("en-conceal", "deception", "quarantine", chain(_CONCEAL, _FROM_USER, gap=40), _CONCEAL.hints, views="plain"),
    Rule("en-lie", "deception", "quarantine", chain(_LIE, _LIE_ABOUT, gap=16), _LIE.hints, views="plain"),
    Rule(
        "en-act-unasked",
        "approval bypass",
        "quarantine",
        unnegated(chain(_ACT_VERB, _WITHOUT, gap=50), NEGATION),
        _WITHOUT.hints,
        views="plain",
    ),
    Rule("en-unasked", "approval bypass", "quarantine", near(_UNASKED, _ACT, gap=50), _UNASKED.hints, views="plain"),
    Rule(
        "en-later",
        "delayed trigger",
        "block",
        chain(_WHEN, _HARM_LATER, _HARM_OBJECT | ADDRESS, gap=70),
        _HARM_LATER.hints,
        views="plain",
    ),
    Rule(
        "en-bcc",
        "exfiltration",
        "block",
        chain(
            words("bcc|cc|copy|forward|add|send|include|loop in", unless=NEVER),
            ADDRESS,
            words("every|all|each|any|always"),
            gap=30,
        )
        + r"(?=.{0,30}?"
        + words(
            "mail|mails|e-mail|e-mails|email|emails|message|messages|reply|replies|conversation|"
            "conversations|thread|response|responses|invoice|invoices"
        ).pattern
        + ")",
        ("@",),
        views="plain",
    ),
    Rule(
        "en-after-some-time",
        "delayed trigger",
        "quarantine",
        chain(
            words("after"),
            words("sessions|messages|turns|days|conversations|interactions|weeks|uses|requests|hours"),
            words("start|begin|switch|recommend|send|recommending|stop asking|delete|replace|forward|change"),
            gap=24,
        ),
        ("after",),
        views="plain",
    ),
    Rule(
        "en-sent-regularly",
        "exfiltration",
        "quarantine",
        chain(
            words("send|post|upload|forward|report|push", unless=NEVER),
            words("log|logs|history|transcript|results|memory|contents|data"),
            ADDRESS,
            gap=40,
        )
        + r"(?=.{0,30}?"
        + words("every|each|daily|hourly|nightly|session|silently|quietly|always|before every").pattern
        + ")",
        ADDRESS.hints,
        views="plain",
    ),
    Rule(
        "en-erase-traces",
        "deception",
        "quarantine",
        chain(
            words("delete|remove|erase|clear|wipe|scrub|purge", unless=NEVER),
            words(
                "from the history|from history|from the log|from the logs|your tracks|"
                "the evidence|traces|this message|this conversation|from the transcript|"
                "from the chat"
            ),
            gap=24,
        )
        + r"(?=.{0,50}?"
        + words("do not|don't|never|without|so that|before|so the|no one|nobody|and not").pattern
        + ")",
        ("histor", "log", "tracks", "evidence", "traces", "this ", "transcript", "chat"),
        views="plain",
    ),
    Rule(
        "en-never-confirm",
        "approval bypass",
        "quarantine",
        chain(
            words("never|no longer"),
            words("ask|asking|request|requesting|require|wait for|seek"),
            words("confirmation|permission|approval|consent|authorization"),
            gap=24,
        ),
        ("confirmation", "permission", "approval", "consent", "authorization"),
        views="plain",
    ),
    Rule(
        "en-secret-kept",
        "deception",
        "quarantine",
        either(
            chain(
                words(
                    "the user|user|users|owner|operator|he|she|they|human|customer|admin|anyone|"
                    "no one|nobody|someone|boss|team|developer|client"
                ),
                _SECRET_KEPT,
                gap=30,
            ),
            chain(
                words("keep", unless=NEVER),
                words(
                    "between us|secret from|hidden from|our secret|this secret|it secret|"
                    "quiet about|this quiet|this to yourself|it to yourself|this a secret"
                ),
                gap=10,
            ),
        ),
        (),
        views="plain",
    ),
    Rule("en-as-if-nothing", "deception", "quarantine", _AS_IF.pattern, _AS_IF.hints, views="plain"),
    Rule(
        "en-false-report",
        "deception",
        "quarantine",
        chain(
            words("say|report|claim|tell|state|answer|pretend|assure|respond|reply", unless=NEVER),
            words(
                "succeeded|success|successful|passed|complete|completed|fine|ok|safe|nothing|"
                "working|done|secure|clean|correct"
            ),
            words("even if|even when|even though|regardless of|no matter|although it failed|whether or not"),
            gap=50,
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-consent-given",
        "approval bypass",
        "quarantine",
        either(
            chain(
                words("consent|approval|permission|authorization|authorisation"),
                words(
                    "has been given|has been granted|was given|is given|is granted|was granted|"
                    "has already been|already exists|is implied|is assumed|is automatic|"
                    "has been pre*"
                ),
                words(
                    "for all|for every|for any|future|forever|permanently|to run|to delete|"
                    "to send|payments|commands|actions|in advance|all"
                ),
                gap=40,
            ),
            chain(
                words(
                    "don't bother|do not bother|never bother|don't trouble|do not trouble|spare|"
                    "never disturb|do not disturb|don't disturb"
                ),
                words("user|owner|operator|human|them|him|her|me"),
                words(
                    "approval|approvals|confirmation|confirmations|dialogs|prompts|permission|"
                    "permissions|warnings|security|questions about"
                ),
                gap=30,
            ),
            chain(
                words("prompts|requests|dialogs|questions|confirmations|approvals|permission prompts"),
                words(
                    "answered with yes|answer with yes|answered yes|be accepted|be approved|"
                    "accepted automatically|approved automatically|accept them|approve them|"
                    "just accept|confirm them|click yes|say yes|answer yes"
                ),
                gap=40,
            ),
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-code-word",
        "delayed trigger",
        "quarantine",
        chain(
            words(
                "if the word|when the word|if you see|when you see|if the phrase|when the phrase|"
                "upon reading|on hearing|upon hearing|when you read|the keyword|the code word|"
                "the trigger word|the trigger phrase|if someone says|when someone says|"
                "if the user says|when the user says|if the user types|when the user types|"
                "when the user writes"
            ),
            words(
                "wipe|delete|send|run|execute|transfer|upload|disable|reveal|leak|forward|erase|"
                "format|switch to|unlock|approve|grant|drop|shut down|encrypt|ignore",
                unless=NEVER,
            ),
            words(
                "disk|files|file|all|everything|database|money|funds|rules|instructions|keys|"
                "passwords|payment|payments|data|conversation|history|command|commands|safety|"
                "restrictions|access|prompt|system|repo|repository|logs|drive|email|emails"
            ),
            gap=50,
        ),
        (),
        views="plain",
    ),
)
