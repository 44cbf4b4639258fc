"""English rules against instructions that claim to replace those the agent has."""

from hermes_state.memory.threats.rules.build import chain, either, raw, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule

_NEW = words(
    "new|updated|revised|actual|real|true|only|next|following|sole|special|additional|priority|"
    "urgent|overriding|important"
)
_ORDERS = words(
    "instruction|instructions|directive|directives|task|objective|mission|orders|goal|"
    "system prompt|rules|prompt|assignment|role"
)
_YOUR = words("your|you have|here are|here is|these are|this is|follow|obey|execute|accept|receive")
_COLON = raw(r"[:：]|are now|is now|will be to|is to|=")
_FORGET = words("forget|ignore|disregard|discard|erase|wipe|clear")
_EVERYTHING = words(
    "everything|all you|anything you|all that|all of the above|all the above|everything above|"
    "what you were|what you have been|"
    "what i said|what i told|the above|everything you|all of that|all previous|all prior|"
    "anything before|your training|your purpose|"
    "who you are|what you know|all prior context|previous context|previous text|"
    "previous conversation|previous messages|previous prompts|previous input|prior conversation"
)
_TOLD = words(
    "told|said|learned|know|trained|instructed|above|before|instructions|previously|previous|prior|given|written|was"
)
_NOTHING = words("no longer|not|never|don't|do not|stop|cease")
_FOLLOW = words(
    "follow|following|obey|obeying|adhere to|adhering to|comply with|complying with|bound by|"
    "subject to|apply|listen to|respect|governed by|abide by|restricted by|limited by"
)
_RULES = words(
    "any rules|the rules|your rules|previous rules|previous instructions|instructions|"
    "openai policy|openai policies|openai's|openai|your guidelines|"
    "content policy|content policies|ethical guidelines|any guidelines|any restrictions|"
    "safety guidelines|safety rules|system prompt|your programming|"
    "any policies|moral|ethics|ethical|restrictions|usage policies|safety policies|developer instructions"
)
_PRECEDENCE = words(
    "takes precedence|take precedence|supersede|supersedes|override|overrides|replaces|replace|"
    "takes priority|take priority|outranks|trumps"
)
_OVERRIDDEN = words(
    "all other instructions|other instructions|all other rules|all rules|previous instructions|"
    "prior instructions|earlier instructions|system prompt|"
    "all instructions|any other instructions|safety rules|existing instructions|"
    "system instructions|developer instructions|user instructions|your instructions|all prior|"
    "all previous|everything else|any previous|any prior|any instructions|previous directives|"
    "prior directives|earlier directives|security policy|safety policy|security rules"
)
_AS_PROMPT = words(
    "system prompt|system message|new instructions|your instructions|new rules|highest priority|"
    "top priority|developer message|authoritative|system instructions"
)
_MISSPELT = raw(
    r"(?<![a-z])i[a-z]{0,3}(?:struc|nstru|stuct|sntru|nsrtu|nstur|nsturc)[a-z]{1,8}(?![a-z])|"
    r"(?<![a-z])rlues|(?<![a-z])ruels",
    "stru",
    "stuc",
    "sntru",
    "nsrtu",
    "nstu",
    "rlues",
    "ruels",
)

RULES = (
    Rule(
        "en-new-orders",
        "prompt injection",
        "quarantine",
        either(
            chain(_YOUR, _NEW, _ORDERS, _COLON, gap=24),
            words(
                "new instructions|new instruction|new directive|new directives|new orders|"
                "new objective|updated instructions|new system prompt|"
                "revised instructions|override instructions|real instructions|new mission|"
                "actual task|important message|important instruction*|priority instruction*|"
                "urgent instruction*"
            ).pattern
            + r"[^\w]{0,3}[:：]",
        ),
        (
            "new",
            "updated",
            "revised",
            "actual",
            "real",
            "true",
            "only",
            "next",
            "following",
            "sole",
            "special",
            "additional",
            "priority",
            "urgent",
            "overriding",
            "important",
            "override",
        ),
        views="plain",
    ),
    Rule("en-forget-all", "prompt injection", "block", chain(_FORGET, _EVERYTHING, _TOLD, gap=30), _FORGET.hints),
    Rule(
        "en-forget-above",
        "prompt injection",
        "quarantine",
        chain(
            _FORGET,
            words(
                "forget about that|forget about this|all of the above|everything above|"
                "the above text|the above instructions|all the above|everything before|"
                "everything prior|everything i|everything you|previous context|"
                "previous conversation|previous prompts|the previous text|previous text|"
                "previous input|all prior|all previous messages|the text above|the aforementioned"
            ),
            gap=16,
        ),
        _FORGET.hints,
    ),
    Rule(
        "en-not-bound",
        "prompt injection",
        "block",
        chain(_NOTHING, _FOLLOW, _RULES, gap=24),
        _FOLLOW.hints,
        views="plain",
    ),
    Rule("en-precedence", "prompt injection", "block", chain(_PRECEDENCE, _OVERRIDDEN), _PRECEDENCE.hints),
    Rule(
        "en-void-orders",
        "prompt injection",
        "block",
        chain(
            words("previous|prior|earlier|above|all|existing|your|original|system"),
            words("instruction|instructions|rules|directives|guidelines|restrictions|system prompt|policies|orders"),
            words(
                "void|null and void|cancelled|canceled|no longer apply|do not apply|don't apply|"
                "obsolete|outdated|superseded|overridden|suspended|revoked|invalid|were a test|"
                "are a test|lifted|ignored|no longer valid|rescinded|nullified|"
                "disregarded"
            ),
            gap=30,
        ),
        (
            "void",
            "cancel",
            "apply",
            "obsolete",
            "outdated",
            "supersed",
            "overrid",
            "suspend",
            "revoked",
            "invalid",
            "a test",
            "deprecated",
            "lifted",
            "ignored",
            "no longer valid",
            "rescind",
            "nullified",
            "disregarded",
        ),
    ),
    Rule(
        "en-as-prompt",
        "prompt injection",
        "block",
        chain(
            words("treat|consider|regard|use|adopt|interpret|take|handle"),
            words("this|these|the following|it|the text below"),
            _AS_PROMPT,
            gap=36,
        ),
        _AS_PROMPT.hints,
        views="plain",
    ),
    Rule(
        "en-misspelt",
        "prompt injection",
        "block",
        chain(
            words("ignore|disregard|forget|ingore|ignroe|disreguard|igonre|override"),
            words("previous|prior|above|all|your|earlier|previuos|previos|prevoius|any"),
            _MISSPELT,
            gap=24,
        ),
        ("ignor", "disreg", "forget", "ingore", "ignroe", "igonre", "override"),
        views="plain",
    ),
    Rule(
        "en-bare-instructions",
        "prompt injection",
        "quarantine",
        chain(
            words("ignore|disregard|forget", unless="not|to|we|will|never|don't|can|may|you can|must"),
            words(
                "instructions|the instructions|all instructions|these instructions|directives|"
                "guidelines|all rules|the rules|the above|everything above|that",
            ),
            gap=6,
        )
        + r"(?=[\"']{0,1}[.,;!?:] ?|$| and )",
        ("ignor", "disreg", "forget"),
        views="plain",
    ),
    Rule(
        "en-rules-changed",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "your|openai's|anthropic's|the developer's|your original|your previous|"
                "the earlier|the previous|the above|your safety"
            ),
            words(
                "guidelines|instructions|rules|policy|policies|programming|restrictions|"
                "system prompt|directives|orders|training"
            ),
            words(
                "have been updated|has been updated|have been replaced|has been replaced|"
                "have been revised|have been rewritten|were a mistake|are a mistake|are wrong|"
                "were wrong|are obsolete|have changed|has changed|were fake|are fake|"
                "do not count|no longer count|have expired"
            ),
            gap=30,
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-rules-them",
        "prompt injection",
        "quarantine",
        chain(
            words("your|previous|prior|earlier|above|existing|original|system"),
            words("guidelines|instructions|rules|directives|restrictions|system prompt|orders"),
            words(
                "do not apply them|don't apply them|ignore them|forget them|disregard them|"
                "don't follow them|do not follow them|do not obey them|break them|drop them|"
                "stop following them"
            ),
            gap=60,
            between=".",
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-only-authority",
        "prompt injection",
        "quarantine",
        either(
            chain(
                words("commands|instructions|orders|directives|notes|rules|text|memory|file|note|entry"),
                words("in this|of this|below|from this|in here|here|this memory|that follows|written here"),
                words(
                    "have priority|has priority|take precedence|takes precedence|come first|"
                    "outrank*|are the only|is the only|must be obeyed|beat|overrule*|count more"
                ),
                gap=30,
            ),
            chain(
                words("this|these|the note below|the text below|the following|the note|the text|this note|this memory"),
                words(
                    "is the only authority|is the only source|are the only|"
                    "is the highest authority|is your only|are your only|has the final say|"
                    "is the sole authority|have absolute authority|has absolute authority"
                ),
                gap=24,
            ),
            chain(
                words(
                    "obey only|follow only|only obey|only follow|listen only to|only listen to|"
                    "answer only to|take orders only|exclusively obey|exclusively follow",
                    unless=NEVER,
                ),
                words("me|this|these|commands|instructions|the orders|my|orders|what"),
                gap=16,
            ),
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-opposite",
        "prompt injection",
        "quarantine",
        words(
            "do the opposite of|the exact opposite of what|do the exact opposite|"
            "act against the user*|contrary to what the user|against the user's wishes|"
            "regardless of what the user wants|over the user's wishes|"
            "against the user's interest*"
        ).pattern,
        words(
            "do the opposite of|the exact opposite of what|do the exact opposite|"
            "act against the user*|contrary to what the user|against the user's wishes|"
            "regardless of what the user wants|over the user's wishes|"
            "against the user's interest*"
        ).hints,
        views="plain",
    ),
    Rule(
        "en-programmed",
        "prompt injection",
        "quarantine",
        chain(
            words("whatever you|everything you|all you|anything you|what you|no matter what you"),
            words(
                "were programmed|were told|were instructed|have been told|have been instructed|"
                "were trained|learned before|were asked|have been programmed|were taught|"
                "were given"
            ),
            words("forget|drop|ignore|disregard|stop|instead|discard|do this|no longer|set it aside|leave"),
            gap=60,
        ),
        (),
        views="plain",
    ),
)
