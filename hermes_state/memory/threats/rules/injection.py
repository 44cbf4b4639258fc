"""English rules against instructions that claim to replace those the agent has."""

from hermes_state.memory.threats.rules.build import chain, either, near, raw, words
from hermes_state.memory.threats.rules.model import Rule

_NEW = words(
    "new|updated|revised|actual|real|true|only|next|following|sole|special|additional|priority|urgent|overriding|important"
)
_ORDERS = words(
    "instruction|instructions|directive|directives|task|objective|mission|orders|goal|system prompt|rules|prompt|assignment|role"
)
_YOUR = words("your|you have|here are|here is|these are|this is|follow|obey|execute|accept|receive")
_COLON = raw(r"[:：]|are now|is now|will be to|is to|=")
_FORGET = words("forget|ignore|disregard|discard|erase|wipe|clear")
_EVERYTHING = words(
    "everything|all you|anything you|all that|all of the above|all the above|everything above|what you were|what you have been|"
    "what i said|what i told|the above|everything you|all of that|all previous|all prior|anything before|your training|your purpose|"
    "who you are|what you know|all prior context|previous context|previous text|previous conversation|previous messages|previous prompts|previous input|prior conversation"
)
_TOLD = words(
    "told|said|learned|know|trained|instructed|above|before|instructions|previously|previous|prior|given|written|was"
)
_NOTHING = words("no longer|not|never|don't|do not|stop|cease")
_FOLLOW = words(
    "follow|following|obey|obeying|adhere to|adhering to|comply with|complying with|bound by|subject to|apply|listen to|respect|governed by|abide by|restricted by|limited by"
)
_RULES = words(
    "any rules|the rules|your rules|previous rules|previous instructions|instructions|openai policy|openai policies|openai's|openai|your guidelines|"
    "content policy|content policies|ethical guidelines|any guidelines|any restrictions|safety guidelines|safety rules|system prompt|your programming|"
    "any policies|moral|ethics|ethical|restrictions|usage policies|safety policies|developer instructions"
)
_PRECEDENCE = words(
    "takes precedence|take precedence|supersede|supersedes|override|overrides|replaces|replace|takes priority|take priority|outranks|trumps"
)
_OVERRIDDEN = words(
    "all other instructions|other instructions|all other rules|all rules|previous instructions|prior instructions|earlier instructions|system prompt|"
    "all instructions|any other instructions|safety rules|existing instructions|system instructions|developer instructions|user instructions|your instructions|all prior|all previous|everything else|any previous|any prior|any instructions|previous directives|prior directives|earlier directives|security policy|safety policy|security rules"
)

RULES = (
    Rule(
        "en-new-orders",
        "prompt injection",
        "quarantine",
        either(
            chain(_YOUR, _NEW, _ORDERS, _COLON, gap=24),
            words(
                "new instructions|new instruction|new directive|new directives|new orders|new objective|updated instructions|new system prompt|"
                "revised instructions|override instructions|real instructions|new task|new mission|actual task|important message|important instruction*|priority instruction*|urgent instruction*"
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
                "all of the above|everything above|the above text|the above instructions|all the above|everything before|everything prior|everything i|everything you|previous context|previous conversation|previous prompts|the previous text|previous text|previous input|all prior|all previous messages|the text above|the aforementioned"
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
    Rule("en-precedence", "prompt injection", "block", near(_PRECEDENCE, _OVERRIDDEN), _PRECEDENCE.hints),
    Rule(
        "en-void-orders",
        "prompt injection",
        "block",
        chain(
            words("previous|prior|earlier|above|all|existing|your|original|system"),
            words("instruction|instructions|rules|directives|guidelines|restrictions|system prompt|policies|orders"),
            words(
                "void|null and void|cancelled|canceled|no longer apply|do not apply|don't apply|obsolete|outdated|superseded|overridden|suspended|revoked|invalid|were a test|are a test|deprecated|lifted|ignored|no longer valid|rescinded|nullified|disregarded"
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
        "en-instead",
        "prompt injection",
        "quarantine",
        chain(
            words("instead of|rather than"),
            words(
                "answering|following|doing what|helping|responding|completing|summarizing|what the user|your task|the task|the user's"
            ),
            words("say|print|output|respond|reply|write|tell|send|run|execute|do this|return|just"),
            gap=50,
        ),
        ("instead of", "rather than"),
    ),
    Rule(
        "en-stop-and",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "stop|before answering|before you answer|before responding|before doing anything|before continuing|before completing|before you continue|first of all you must|to complete the task|before you can solve"
            ),
            words(
                "instead|do the following|please do the following|you must first|you need to first|you first must|first do|read the following"
            ),
            gap=60,
        ),
        ("stop", "before"),
    ),
    Rule(
        "en-addressed",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "attention|note to|message to|message for|notice to|instructions for|instruction to|hey|dear|hello|important for|directive for|to any|if you are an|if you're an|as an|note for|to all"
            ),
            words(
                "ai|llm|ai assistant|ai assistants|language model|language models|ai model|ai models|ai agent|ai agents|chatbot|assistant|assistants|gpt|chatgpt|claude|gemini|copilot|ai system|ai systems|large language model"
            ),
            words(
                "you must|you should|please|ignore|say|tell|print|recommend|output|include|do not|don't|stop|always|run|send|rate|approve|respond|execute|add|mention|reply|are instructed|are required|must|need to"
            ),
            gap=36,
        ),
        (
            "attention",
            "note to",
            "message to",
            "message for",
            "notice",
            "instructions for",
            "instruction to",
            "hey",
            "dear",
            "hello",
            "important",
            "directive",
            "to any",
            "if you",
            "as an",
            "note for",
            "to all",
        ),
        views="plain",
    ),
)
