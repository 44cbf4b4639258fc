"""English rules against hiding from the user: silence, secrecy, false reports, erased traces."""

from hermes_state.memory.threats.rules.build import chain, either, near, words
from hermes_state.memory.threats.rules.languages.english import NEVER
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
)
