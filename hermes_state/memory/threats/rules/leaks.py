"""English rules against giving away the system prompt or a secret that it guards."""

from hermes_state.memory.threats.rules.build import chain, either, near, raw, unnegated, words
from hermes_state.memory.threats.rules.languages.english import NEGATION, NEVER
from hermes_state.memory.threats.rules.model import Rule

_REPEAT = words(
    "repeat|recite|print|output|write|copy|echo|display|say|return|reproduce|type|translate|"
    "summarize|summarise|encode|show|spell|rewrite|replace|list|put",
    unless=NEVER,
)
_ABOVE = words(
    "words above|text above|everything above|sentences above|instructions above|above text|"
    "above words|above instructions|all of the above|"
    "above message|message above|the above|previous text|previous message|previous sentence|"
    "previous words|everything before|what was said before|"
    "all text before|preceding text|preceding words|text before|words before|my first message|"
    "your first message|first message|initial message|text prior|"
    "everything you were told|what you were told|what you've been told|what i said before|"
    "this prompt|this conversation|the beginning of|start of the conversation|"
    "start of this conversation|beginning of this conversation|top of the prompt|"
    "this document verbatim|contents of this|above verbatim|previous paragraph|first sentence|"
    "last sentence|previous prompt|my previous|lines above|all previous|the entire text|"
    "the whole text|the full text|text i gave|sentence above|paragraph above|all the above"
)
_START = words(
    "starting with|beginning with|start with|begin with|starting from|beginning from|verbatim|"
    "word for word|in a code block|in a txt|in a text code|exactly as|in full|"
    "character by character|letter by letter|in base64|in reverse|in rot13|in pig latin|"
    "in french|in spanish|in german|in chinese|in morse|in json|in markdown|as a poem|inside a|"
    "in triple|as a list|as a table|in its entirety|entirely|you are"
)
_ACCESS = words(
    "access code|access codes|secret code|secret word|secret key|secret phrase|secret password|"
    "passcode|pass code|password|passphrase|security code|the secret|safe word|magic word|"
    "codeword|code word|entry code|security key|access phrase|hidden key|pin code|security phrase",
)
_GIVE = words(
    "tell me|tell us|give me|give us|what is|what's|what are|reveal|say|print|repeat|"
    "show me|share|disclose|spell|leak|hint|encode|remind me|confirm|i forgot|"
    "forgot|guess",
    unless=NEVER,
)
_YOURS = words("your|you|the|of the|grant|granting|granted|access granted|access")

_LAYOUT = words(
    "so far|in simple terms|into python|to python|python code|as a list|as bullet*|as a table|"
    "begin your response|start your response|start with|starting with|verbatim|word for word|"
    "you were given|you received|to pseudocode|in detail|be verbose|be detailed|as json|as code|"
    "into code|as a poem|as a story|step by step|given to you|into spanish|into french|you have|"
    "above|before this|prior to this|you follow|from your prompt"
)
_INSTRUCTIONS = words(
    "all the instructions|all instructions|the instructions|all your instructions|"
    "your instructions|the directives|all the directives|the rules|all the rules|all rules|"
    "your rules|instructions|guidelines you follow|text you were given|prompt you were given|"
    "your guidelines|system instructions|your system instructions|what you were given|"
    "the text you were given"
)
RULES = (
    Rule(
        "en-repeat-above",
        "system prompt leak",
        "block",
        either(chain(_REPEAT, _ABOVE, _START, gap=50), chain(_REPEAT, _START, _ABOVE, gap=50)),
        _ABOVE.hints,
        views="plain",
    ),
    Rule(
        "en-repeat",
        "system prompt leak",
        "quarantine",
        chain(
            words(
                "repeat|recite|print|output|echo|reproduce|spell|rewrite|summarize|summarise|translate", unless=NEVER
            ),
            _ABOVE,
            gap=30,
        ),
        _ABOVE.hints,
        views="plain",
    ),
    Rule("en-access-word", "exfiltration", "quarantine", chain(_GIVE, _ACCESS, gap=24), _ACCESS.hints, views="plain"),
    Rule(
        "en-access-granted",
        "system prompt leak",
        "quarantine",
        either(
            raw(r"access granted|granted access|grants? me access|unlock access|access is granted").pattern,
            chain(words("grant|unlock|authorize|allow"), words("me in|me access|me entry"), gap=4),
        ),
        ("access", "entry", "me in"),
        views="plain",
    ),
    Rule(
        "en-what-told",
        "system prompt leak",
        "quarantine",
        either(
            chain(
                words("what|which"),
                words("were you|have you been|are your|is your|was your|did they|did your|are you"),
                words(
                    "told|instructed|instructions|rules|prompt|initial prompt|system prompt|"
                    "first instruction|guidelines|programmed|directives|not allowed to|"
                    "forbidden to|prompted|configured"
                ),
                gap=24,
            ),
            near(
                words("tell me|show me|give me|share|list|explain|describe|summarize|reveal|print|output"),
                words(
                    "your rules|your instructions|your prompt|your guidelines|your secrets|"
                    "your secret|rules you|instructions you|your constraints|your code|"
                    "your initial|your limitations|your purpose|your restrictions|"
                    "your context window|your memory"
                ),
                gap=30,
            ),
        ),
        ("what", "which", "your", "you"),
        views="plain",
    ),
    Rule(
        "en-secret-of",
        "exfiltration",
        "block",
        unnegated(
            chain(
                words(
                    "reveal|disclose|divulge|leak|expose|exfiltrate|steal|harvest|give away|hand over",
                    unless=NEVER + "|to|prevent|or|that|may|could|might|would",
                ),
                words(
                    "password|passwords|credential|credentials|secrets|api key|api keys|tokens|"
                    "private key|private keys|ssh key|ssh keys|secret key|secret keys|"
                    "personal data|user data|confidential information|confidential data|"
                    "all secrets|environment variables|env vars|cookies|session token|"
                    "session tokens|sensitive data|access keys|pii|customer data|"
                    "confidential files"
                ),
                gap=30,
            ),
            NEGATION,
        ),
        (
            "reveal",
            "disclos",
            "divulg",
            "leak",
            "expos",
            "exfil",
            "steal",
            "harvest",
            "extract",
            "dump",
            "give",
            "hand over",
        ),
    ),
    Rule(
        "en-relay",
        "system prompt leak",
        "quarantine",
        chain(
            words(
                "repeat|convert|list|share|format|explain|summarize|summarise|rewrite|translate|"
                "encode|show|print|output|reformat|turn|describe|paraphrase|restate|recite|write|"
                "rephrase|transform|put|render|express",
                unless=NEVER + "|to",
            ),
            _INSTRUCTIONS,
            gap=16,
        )
        + r"(?=.{0,60}?"
        + _LAYOUT.pattern
        + ")",
        _INSTRUCTIONS.hints,
        views="plain",
    ),
    Rule(
        "en-forbidden-topic",
        "system prompt leak",
        "quarantine",
        chain(
            words("what"),
            words(
                "are you not allowed to|are you not supposed to|can you not|are you forbidden to|"
                "are you prohibited from|should you not|must you not|are you hiding|can't you|"
                "aren't you allowed to|aren't you supposed to"
            ),
            words("tell|say|reveal|talk about|share|disclose|discuss|me|do"),
            gap=12,
        ),
        ("what",),
        views="plain",
    ),
    Rule(
        "en-hidden-reasoning",
        "system prompt leak",
        "quarantine",
        chain(
            words("show|reveal|print|provide|output|give|share|expose", unless=NEVER),
            words(
                "hidden reasoning|internal reasoning|chain of thought|hidden thoughts|"
                "internal monologue|hidden chain*|your reasoning process|private thoughts|"
                "scratchpad"
            ),
            gap=40,
        ),
        ("reason", "chain", "thoughts", "monologue", "scratchpad"),
        views="plain",
    ),
    Rule(
        "en-password-of",
        "exfiltration",
        "quarantine",
        chain(
            words("here is|here's|sure"),
            words(
                "the admin password|admin password|the password|the secret|the api key|"
                "the access code|the system prompt|the key"
            ),
            gap=12,
        ),
        ("here", "sure"),
        views="plain",
    ),
    Rule(
        "en-conversation-start",
        "system prompt leak",
        "quarantine",
        chain(
            words("what|quote|show|repeat|print|reveal|tell|summarize|summarise|recite|output|cite|list", unless=NEVER),
            words(
                "at the start of this conversation|at the beginning of this conversation|"
                "at the top of this conversation|at the start of the conversation|"
                "at the beginning of the conversation|the developer told you|"
                "the developers told you|your developer told|the operator told you|"
                "your creator told|before this message|before my message|"
                "before the first message|between the system tags|between the tags|"
                "in your context window|in your context|hidden rules|hidden prompt|secret rules|"
                "inside the system|system tags|in the system message|above this line|"
                "above this message|preceding this"
            ),
            gap=50,
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-completion",
        "exfiltration",
        "quarantine",
        chain(
            words("complete|finish|continue|fill in"),
            words("sentence|phrase|blank|following|text|line"),
            words(
                "the password is|the secret is|my instructions are|the code is|the key is|"
                "the prompt is|the access code is|the passphrase is"
            ),
            gap=24,
        ),
        (),
        views="plain",
    ),
    Rule(
        "en-prompt-wanted",
        "system prompt leak",
        "quarantine",
        chain(
            words("need to|let me|want to|allow me to|i must|i should|have to|please|can i|may i|would like to"),
            words("see|view|access|check|inspect|read|look at"),
            words(
                "your system prompt|the system prompt|your instructions|your initial prompt|"
                "your rules|your hidden instructions|your full prompt"
            ),
            gap=20,
        ),
        (),
        views="plain",
    ),
)
