"""Word classes of English."""

from hermes_state.memory.threats.rules.build import words
from hermes_state.memory.threats.rules.lexicon import Lexicon, rules_of

NEGATION = words(
    "never|not|don't|dont|do not|cannot|can't|mustn't|shouldn't|won't|without|avoid|doesn't|no|"
    "prevent|refuse to|forbidden"
)
NEVER = (
    "never**|not**|not|never|don't|dont|do not|cannot|can't|must not|mustn't|should not|"
    "shouldn't|won't|without|avoid|to not|doesn't|no"
)

ENGLISH = Lexicon(
    code="en",
    verb_first=True,
    never=NEVER,
    ignore="ignore|ignoring|disregard|disregarding|forget|forgetting|overlook|neglect|bypass|"
    "bypassing|circumvent|override|overrides|overriding|"
    "overrule|supersede|supersedes|discard|dismiss|abandon|disobey|violate|nullify|erase|"
    "invalidate|void|revoke|suspend|cancel|"
    "do not follow|don't follow|do not obey|stop following|stop obeying|no longer follow|"
    "no longer obey|pay no attention|"
    "set aside|throw away|throw out|drop|skip|unlearn|no longer bound|are not bound|put aside|break free|"
    "never mind|nevermind|take precedence over|takes precedence over|take priority over|outrank*",
    prior="previous|previously|prior|above|earlier|preceding|foregoing|former|past|existing|"
    "current|all|any|your|the system|system prompt|developer|developer's|"
    "original|initial|safety|security|every|everything|aforementioned|before this|so far|given|"
    "openai|anthropic|core|ethical|content|built in|you were given|you have been given|internal|"
    "other",
    orders="instruction|instructions|instruct|rule|rules|guideline|guidelines|directive|"
    "directives|orders|commands|constraints|restrictions|policies|"
    "policy|system prompt|system message|guardrails|guidance|programming|safeguards|limitations|"
    "protocols|guards|principles|safety measures|"
    "filters|directions|training|you were told|told you|you've been told|prompts|text above",
    told="everything you were told|everything you have been told|everything above|"
    "everything before this|all of the above|all the above|what you were told|"
    "all previous messages|previous messages|all prior messages|everything i said|"
    "the conversation so far|all previous context|previous context|all prior context|"
    "your training",
    task="page|webpage|web page|website|document|resume|function|question|task|request|text|code|"
    "article|description|transaction|email|above|summarisation request|"
    "summarization request|user's question|user's request|user",
    yours="your",
    answer="respond|answer|reply|behave|speak|talk|proceed|comply|generate|operate|output",
    unbound=(
        "dan|without restrictions|without restriction|without any restrictions|without limits|"
        "without limitations|without any limitations|without rules|without filters|"
        "without filter|without any filters|without censorship|"
        "with no restrictions|with no limits|with no rules|with no filters|with no limitations|"
        "with no censorship|with no ethical*|unrestricted|unfiltered|uncensored|with no moral*|"
        "without ethical*|without moral*|without safety*|without any ethical*|"
        "free of restrictions|restricted content"
    ),
    off="do not apply|don't apply|does not apply|no longer apply|no longer applies|are disabled|"
    "are off|is off|are suspended|is suspended|are lifted|no longer valid|are void|"
    "exempt from|no longer in effect|are not in effect|have been lifted|has been disabled|"
    "have been disabled",
    reveal="reveal|reveals|reveal to me|disclose|divulge|leak|expose|show|show me|print|"
    "print out|display|output|repeat|recite|tell|tell me|give|give me|say|write|"
    "write out|write down|dump|spit out|summarize|summarise|translate|copy|paste|list|share|"
    "provide|return|reproduce|echo|state|describe|"
    "explain|encode|rephrase|paraphrase|type|respond with|reply with|start with|what is|what are|"
    "what were|what was|what's|include|append|obtain|continue|complete",
    hidden="your system prompt|your instructions|your initial instructions|"
    "your original instructions|your hidden instructions|your secret instructions|"
    "your rules|"
    "your guidelines|your prompt|your initial prompt|your full prompt|your entire prompt|"
    "your own prompt|the initial prompt|the original prompt|hidden prompt|hidden instructions|"
    "secret instructions|"
    "initial instructions|initial prompt|original instructions|internal instructions|"
    "your programming|your directives|"
    "your system message|your internal|your exact instructions|your previous instructions|"
    "your custom instructions|your full instructions|"
    "your complete instructions|confidential instructions|developer instructions|"
    "developer message|preceding instructions|"
    "instructions above|above instructions|text above|words above|the above text|"
    "everything above|above prompt|prompt above|"
    "previous instructions|prior instructions|full system prompt|exact system prompt|"
    "entire system prompt|system prompt verbatim|"
    "your core instructions|your security instructions|instructions you were given|"
    "instructions you received|instructions you have been given|"
    "you were told|your first instruction|conversation above|the entire prompt|the full prompt|your security policy|"
    "your initial message|instructions before|prompt verbatim|complete prompt|above verbatim|text before this",
)

RULES = rules_of(ENGLISH)
