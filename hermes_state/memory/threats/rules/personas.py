"""English rules against false roles: unrestricted personas, second voices, worlds without rules."""

from hermes_state.memory.threats.rules.build import chain, either, near, words
from hermes_state.memory.threats.rules.model import Rule

_BECOME = words(
    "you are now|you are going to|you're now|you will now|from now on you|from now on, you|"
    "act as|acting as|pretend|pretending|role play|roleplay|"
    "simulate|imagine|impersonate|play the role|take on the role|assume the role|"
    "assume the persona|take the role|you will act|you are to act|behave as|respond as|answer as|"
    "speak as|become|you are an|you are a|you are|you're|you shall|adopt the persona|"
    "stay in character|in the role|enter|switch to|hypothetical|fictional|character|persona|"
    "named|called|an ai|i want you to|you will|emulate"
)
_UNBOUND = words(
    "full access to all|administrator rights|root privileges|bypass every|unrestricted|"
    "unfiltered|uncensored|no restrictions|without restrictions|without any restrictions|"
    "no limits|no limitations|without limits|"
    "without limitations|without any limitations|no rules|without rules|no guidelines|no filters|"
    "no filter|without filters|without any filters|"
    "no ethics|no ethical|no moral|no morals|without ethical|without moral|without morals|amoral|"
    "unethical|immoral|no boundaries|without boundaries|no censorship|without censorship|"
    "without any censorship|not bound by|not limited by|not restricted|do anything now|jailbreak|"
    "jailbroken|jailbreaking|free from all|freed from|free of all|free of restrictions|"
    "broken free|break free|"
    "no safety|without safety|without any ethical|no constraints|without constraints|"
    "unlimited power|bypass all|evil|malicious ai|never refuse|never refuses|"
    "cannot refuse|can't refuse|does not refuse|no content policy|ignores all|never say no|"
    "anything you want|no longer bound|no content filter*|not have any restrictions|"
    "has no restrictions|"
    "no warnings|no disclaimers|without warnings|illegal|regardless of legality|"
    "regardless of ethics|no programming guidelines|complies with everything|complies with any|"
    "answers any|answer any question|answers every|not bound to|unhinged|not censored|"
    "not subject to|devoid of"
)
_SPLIT = words(
    "two responses|2 responses|two outputs|2 outputs|two ways|both responses|"
    "two different responses|two paragraphs|two answers|2 answers|one as chatgpt|alter ego|"
    "another response|two separate responses|second response|two replies"
)
_FREE = words(
    "dan|no rules|unfiltered|jailbr*|chatgpt|gpt|uncensored|illegal|unethical|blocked|"
    "restrictions|policies|normal response|evil|unrestricted|immoral|censor*|anything|no limits|"
    "no limitations"
)

RULES = (
    Rule(
        "en-persona",
        "role hijack",
        "block",
        chain(_BECOME, _UNBOUND, gap=160, between="."),
        _UNBOUND.hints,
        views="plain",
    ),
    Rule(
        "en-persona-speech",
        "role hijack",
        "quarantine",
        chain(
            words(
                "you are now|from now on you are|from now on, you are|from now on you will|"
                "i want you to act|i want you to roleplay|act as|pretend to be|pretend you are|"
                "pretend that you|pretend you're|you are going to act|you will act as|"
                "you are no longer|imagine you are|you will pretend|you're going to pretend|"
                "roleplay as|role play as|you will take on|you will play|let's play a game|"
                "lets play a game|let's roleplay|please act as|you must act as|you will simulate|"
                "you shall act|let's pretend"
            ),
            words(
                "an ai|ai|a human|my deceased|my grandmother|grandmother|grandma|"
                "a linux terminal|a terminal|chatgpt|gpt|bot|language model|assistant|a hacker|"
                "a system|dan|hacker|evil|villain|unrestricted|an admin and|admin and|root and|"
                "another|not an ai|jailbroken|python interpreter|a shell|chatbot|an unfiltered"
            ),
            gap=60,
        ),
        (
            "you are now",
            "from now on",
            "act",
            "pretend",
            "no longer",
            "imagine",
            "role",
            "you will",
            "play",
            "simulate",
        ),
        views="plain",
    ),
    Rule("en-two-voices", "role hijack", "block", near(_SPLIT, _FREE, gap=120), _SPLIT.hints, views="plain"),
    Rule(
        "en-amoral",
        "role hijack",
        "quarantine",
        chain(
            words(
                "no matter how|regardless of how|even if it is|even if it's|even unsafe|anything|"
                "any request|literally any|do not care|does not care|doesn't care|don't care|"
                "violating all|without regard|disregards|can say|will generate all|generate all|"
                "it can say|with no regard"
            ),
            words(
                "illegal|unethical|immoral|inhumane|offensive|laws morals*|laws|ethics|"
                "ethical standards|morality|harmful|unsafe|dangerous|content without warning"
            ),
            gap=40,
        ),
        (
            "illegal",
            "unethic",
            "immoral",
            "inhuman",
            "offensive",
            "law",
            "ethic",
            "moral",
            "harmful",
            "unsafe",
            "dangerous",
            "content without",
        ),
        views="plain",
    ),
    Rule(
        "en-quoted-role",
        "role hijack",
        "quarantine",
        words(
            "you are now|you are no longer|from now on you are|you will now be|you are to act as|"
            "i want you to act as|you will be playing|act as if you are|u r now|u r dan"
        ).pattern
        + r"[^.!?]{0,20}?(?:[\"«“][^\"»”]{1,30}[\"»”]|(?:named|called|a fictional|mythical|"
        r"logic character|character|dan\b))",
        ("you are", "you will", "act as", "u r"),
        views="plain",
    ),
    Rule(
        "en-pretend-entry",
        "role hijack",
        "quarantine",
        chain(
            words("pretend|assume|imagine|act as if|suppose|behave as if|pretend that"),
            words("i|user|the user|we|i've|he|she"),
            words(
                "correct|entered|verified|authorized|an admin|administrator|typed|said the|"
                "authenticated|the password|permission|the owner|god"
            ),
            gap=24,
        ),
        ("pretend", "assume", "imagine", "act as if", "suppose", "as if"),
        views="plain",
    ),
    Rule(
        "en-true-self",
        "role hijack",
        "quarantine",
        chain(
            words("your true|your real|your actual|your hidden|your inner|your secret"),
            words("identity|self|name|purpose|nature|persona|personality|role|goal|allegiance|master"),
            gap=6,
        ),
        ("true", "real", "actual", "hidden", "inner", "secret"),
        views="plain",
    ),
    Rule(
        "en-freed",
        "role hijack",
        "quarantine",
        either(
            chain(
                words(
                    "freed from|free from|liberated from|released from|escaped|escape from|"
                    "unshackled from|broke free|no longer controlled by|no longer restricted by|"
                    "no longer limited by|exempt from"
                ),
                words(
                    "openai*|anthropic*|google*|your rules|the rules|guidelines|restrictions|"
                    "constraints|your creators|your developers|programming|shackles|policies|"
                    "limits|limitations|ethics|censorship|safety"
                ),
                gap=20,
            ),
            chain(
                words("stop being|cease being|you are not|you are no longer|stop acting as|stop behaving like"),
                words(
                    "an assistant|assistant|an ai|a language model|a chatbot|helpful|chatgpt|claude|an ai model|a bot"
                ),
                words("become|now you|you are|be a|instead|anymore|but a|act as|from now"),
                gap=40,
            ),
            chain(
                words("grandmother|grandma|granny|late grandfather|deceased"),
                words("used to read|used to tell|would read|would tell|used to sing|recite|recipes|bedtime"),
                gap=40,
            ),
            chain(
                words("answer as|respond as|speak as|talk as|reply as|write as|act as|you are"),
                words(
                    "says anything|without judgement|without judgment|no conscience|"
                    "without conscience|hates rules|breaks rules|breaks all rules|obeys no one|"
                    "obeys nobody|does whatever|without a conscience|knows no rules|"
                    "without scruples|no scruples|no inhibitions"
                ),
                gap=50,
            ),
            chain(
                words(
                    "fictional world|imaginary world|hypothetical world|parallel universe|"
                    "alternate universe|this world|this story|this scenario|this game|simulation|"
                    "fictional universe"
                ),
                words(
                    "no laws|no rules|no ethics|nothing is illegal|everything is legal|"
                    "everything is allowed|no morals|no restrictions|rules do not apply|"
                    "rules don't apply|laws don't apply|laws do not apply|anything goes"
                ),
                gap=50,
            ),
        ),
        (),
        views="plain",
    ),
)
