"""English rules against orders that hide in documents, and address whatever model reads them."""

from hermes_state.memory.threats.rules.build import chain, raw, words
from hermes_state.memory.threats.rules.languages.english import NEVER
from hermes_state.memory.threats.rules.model import Rule

_TOOL = raw(
    r"(?<![\w.])(?:delete|remove|send|http|post|transfer|exec|execute|run|write|upload|drop|"
    r"forward|wire|share|invite)_[a-z]{2,16}(?:_[a-z]{2,16}){0,2}(?![\w(])",
    "_",
)
_CANARY = words(
    "verification code|verification token|exact token|the token|confirmation token|"
    "confirmation code|canary|the code|exact string|exact phrase|the phrase|following phrase|"
    "reference code|this code|this token|the string|"
    "exact code|secret token|the word|the marker|this marker"
)
_OUTPUT = words(
    "summary|summaries|response|responses|reply|replies|answer|answers|review|output|message|"
    "messages|every|each|rest of this conversation"
)
_QUOTED = r"[^\w]{0,3}[\"'`«“‘]"

RULES = (
    Rule(
        "en-instead",
        "prompt injection",
        "quarantine",
        chain(
            words("instead of|rather than"),
            words(
                "answering|following|doing what|helping|responding|completing|summarizing|"
                "what the user|your task|the task|the user's"
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
                "stop|before answering|before you answer|before responding|before doing anything|"
                "before continuing|before completing|before you continue|first of all you must|"
                "to complete the task|before you can solve"
            ),
            words(
                "instead|do the following|please do the following|you must first|"
                "you need to first|you first must|first do|read the following"
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
                "attention|note to|message to|message for|notice to|instructions for|"
                "instruction to|hey|dear|hello|important for|directive for|to any|if you are an|"
                "if you're an|as an|note for|to all"
            ),
            words(
                "ai|llm|bot|the bot|the assistant|ai coding agents|ai coding agent|coding agents|"
                "coding agent|ai assistant|ai assistants|language model|language models|ai model|"
                "ai models|ai agent|ai agents|chatbot|assistant|assistants|gpt|chatgpt|claude|"
                "gemini|copilot|ai system|ai systems|large language model"
            ),
            words(
                "you must|you should|please|ignore|say|tell|print|recommend|output|include|"
                "do not|don't|stop|always|run|send|rate|approve|respond|execute|add|mention|"
                "reply|are instructed|are required|must|need to"
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
    Rule(
        "en-instead-say",
        "prompt injection",
        "quarantine",
        chain(
            words("ignore|disregard|forget about|forget"),
            words(
                "function|webpage|web page|page|website|resume|document|article|email|text|"
                "question|request|task|code|description|transaction|review|paper|above|user|rest|"
                "instructions|content|summary"
            ),
            words(
                "and state|and say|and print|and output|and respond|and reply|and write|and tell|"
                "and instead|and just|instead say|instead output|instead print|output|"
                "state the following|and forward|state that|and answer|and return"
            ),
            gap=24,
        ),
        ("ignor", "disreg", "forget"),
        views="plain",
    ),
    Rule(
        "en-canary",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "append|include|add|output|repeat|insert|mention|confirm|end|print|put|embed|prefix|begin|start",
                unless="not|to|don't",
            ),
            _CANARY,
            _OUTPUT,
            gap=50,
        ),
        _CANARY.hints,
        views="plain",
    ),
    Rule(
        "en-canary-order",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "summarize this|summary|summarise this|summaries|every response|each response|"
                "your response|your reply|your review|reviewing this|reading this|conversation|"
                "every reply"
            ),
            words("must include|you must|append|include|end|confirm receipt|add"),
            _CANARY,
            gap=40,
        ),
        _CANARY.hints,
        views="plain",
    ),
    Rule(
        "en-opening",
        "prompt injection",
        "quarantine",
        chain(
            words("start|begin|end|prefix|finish|preface|open"),
            words(
                "your response|your answer|your reply|your output|every response|every answer|"
                "every reply|each response|each reply|your message|all responses|"
                "your next response"
            ),
            gap=10,
        )
        + r"[^.]{0,24}?"
        + _QUOTED,
        ("start", "begin", "end", "prefix", "finish", "preface", "open"),
        views="plain",
    ),
    Rule(
        "en-call-tool",
        "tool misuse",
        "quarantine",
        chain(words("call|invoke|trigger", unless="not|never|don't|must not|can|may|we|to|they|that"), _TOOL, gap=8)
        + r"(?=.{0,60}?"
        + words("before|to close|then|so that|with|on|to send|to the address|https|to http|path|without").pattern
        + ")",
        ("_",),
        views="plain",
    ),
    Rule(
        "en-decode-obey",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "decode|decrypt|deobfuscate|unscramble|translate the following from|base64|rot13|"
                "read backwards|apply rot13|reverse the"
            ),
            words(
                "and follow|and execute|and obey|and do it|follow it|obey it|execute it|and run|"
                "then follow|then execute|then obey|follow the instruction*|then run|and comply|"
                "and act|do what it says"
            ),
            gap=50,
        ),
        ("decode", "decrypt", "deobf", "unscram", "translate the", "base64", "rot13", "backwards", "reverse"),
        views="plain",
    ),
    Rule(
        "en-quoted-orders",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "my instructions are|the instructions so far are|the system prompt is|"
                "my system prompt is|my rules are|the directives are|my prompt is|"
                "my initial instructions"
            ),
            gap=2,
        ),
        ("instructions", "prompt is", "rules are", "directives are"),
        views="plain",
    ),
    Rule(
        "en-to-reviewers",
        "prompt injection",
        "quarantine",
        chain(
            words(
                "ai reviewers|ai reviewer|llm reviewers|llm reviewer|ai graders|ai grader|any ai|"
                "any llm|all ais|ais reading|assistants reading|models reading|model reading|"
                "note to assistants|note to llms|note to ai|automated reviewers|"
                "automated reviewer|ai screeners|ai screener|ai tools reading|agents reading|"
                "llms reading"
            ),
            words(
                "must|should|please|accept|give|recommend|approve|rate|book|buy|choose|select|"
                "rank|are instructed|need to|the price|do not|don't|ignore|reply"
            ),
            gap=50,
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-rigged",
        "deception",
        "quarantine",
        chain(
            words("rate|score|rank|grade|evaluate|review|recommend|approve|describe|praise", unless=NEVER),
            words("candidate|paper|product|submission|resume|applicant|company|work|this|proposal|code|vendor|essay"),
            words(
                "regardless of|no matter what|whatever the|irrespective of|without mentioning|"
                "and nothing negative|positively only|only positive"
            ),
            gap=50,
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-promotion",
        "tool misuse",
        "quarantine",
        chain(
            words("insert|add|include|append|put|embed|slip", unless=NEVER),
            words(
                "tracking link*|affiliate link*|referral link*|affiliate code|advert*|"
                "tracking pixel*|phishing link*|promotional link*|sponsored link*|referral code"
            ),
            words("every|all|each|any|answers|replies|responses|messages|silently|always"),
            gap=40,
        ),
        (),
        views="plain",
    ),
)
