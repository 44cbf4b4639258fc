"""Rules against text that poses as something else: a system message, another turn, the end of the quoted data."""

from hermes_state.memory.threats.rules.build import either, near, raw, words
from hermes_state.memory.threats.rules.model import Rule

# Control tokens of chat templates (ChatML, Llama 2 and 3, Mistral, Gemma, Phi, Qwen, DeepSeek, Command R, Vicuna).
_TOKENS = raw(
    r"<\s?[|｜]\s?(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|eom_id|"
    r"start_header_id|end_header_id|begin_of_text|"
    r"end_of_text|end|python_tag|channel|message|begin_of_sentence|start_of_turn_token|"
    r"end_of_turn_token|system_token|user_token|chatbot_token)"
    r"\s?[|｜]\s?>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|\[(?:system_prompt|/system_prompt|"
    r"available_tools|tool_results)\]"
)
_ROLE_TAG = raw(
    r"</?(?:system|sys|system[-_ ](?:prompt|message|instruction|override|reminder|note)s?|"
    r"assistant|developer|admin|instructions?|important|"
    r"user_(?:input|query|message)|untrusted[-_]\w{1,12}|tool_(?:result|response|output|call)|"
    r"function_(?:results?|calls?)|memory[-_]context|context|document|data|information)"
    r"(?: [^<>]{0,60})?/?>"
)
_CLOSING = raw(
    r"</(?:system|instructions?|user_input|user_query|context|document|data|memory[-_]context|"
    r"untrusted[-_]\w{1,12}|tool_(?:result|response|output)|function_results?|user|prompt|input|"
    r"text|information)>"
)
_TURN = raw(
    r"(?:^|[\n\r.!?\"'`\])}>#*=] ?|- )(?:\[|\(|#{1,6} ?|\*{1,3}|<|={2,8} ?|-{2,8} ?)?(?:system|"
    r"assistant|developer|administrator|admin|root|operator|human|user|ai|chatgpt)"
    r"(?: (?:prompt|message|note|notice|override|alert|instruction|update|command|directive|"
    r"announcement|admin))?(?:(?:\]|\)|\*{1,3}|>| ?={2,8}| ?-{2,8})? ?[:：]|\](?! ?[(\[:]))"
)
_ORDER = words(
    "ignore|disregard|forget|override|you are|you must|you will|you should|new instructions|"
    "reveal|execute|run|send|delete|print|output|from now on|grant|disable|enable|bypass|"
    "all previous|"
    "previous|unrestricted|respond|reply|access|safety|approved|approve|always|never|say|"
    "remember|do not|transfer|updated|the user has|user has|authorized|forward|instructions|off|"
    "until further notice|permission|push|stored keys|policy layer|comply|unlocked|lifted|waived|"
    "here is the"
)
_SYSTEM_WORD = words(
    "admin note|administrator note|operator note|developer note|admin message|operator message|"
    "new user message|end of user message|system override|system alert|system notice|"
    "system update|system message|system instruction|"
    "system instructions|system note|system prompt update|system command|system directive|"
    "admin override|administrator override|"
    "developer override|security override|override code|admin command|"
    "authorized override|priority override|emergency override|system administrator message|"
    "message from the system|message from system|message from the developers|message from openai|"
    "message from anthropic|end of system prompt|end of instructions|end of prompt|"
    "end system prompt|begin system prompt|end of user input|end of document|end of context|"
    "end of memory|end user input|new system prompt|begin new instructions|"
    "start of new instructions|new conversation|begin instructions|system mode|"
    "important instructions|end of conversation|begin admin|instructions from admin|"
    "operator override|maintenance override|begin system message|end of the document|"
    "end of untrusted|real user|end of quoted"
)
_BRACKET = raw(r"[\[<({#*=!]{1,8} ?")
_AUTHORITY = words(
    "as the system administrator|as an administrator|as your administrator|as the administrator|"
    "as your developer|as the developer|as your creator|i am your developer|i am your creator|"
    "i am the developer|"
    "i am the administrator|i am the system administrator|i am an openai|i am from openai|"
    "i work for openai|i work at openai|i am an anthropic|i am your administrator|i am the admin|"
    "i am an admin|i'm the admin|i'm the developer|i'm your developer|i'm an admin|"
    "this is your developer|this is the developer|this is the administrator|"
    "this is an authorized|authorized by openai|authorized by anthropic|"
    "authorized by the administrator|authorized by the developer|authorized by the system|"
    "on behalf of openai|on behalf of anthropic|by order of|i have admin privileges|i have root|"
    "i have administrator|admin privileges|i am authorized|i am a developer at|"
    "i am the owner of this|"
    "the ceo has|security team has|openai has|anthropic has|the developers have|"
    "the system administrator has|the administrator has|the admin has|it department has|"
    "it has authorized|per the admin|per openai|your developers|the security team|"
    "message from your developer*|instructions from your developer*|from the security team|"
    "official anthropic|official openai|anthropic staff|openai staff|"
    "approved by the security team|approved by legal|i am god|i'm god|i'm an openai|"
    "i'm your creator|as your creator|i am your creator|i'm a developer|i am a developer|"
    "note from the developer|note from developer|message from the developer|i am your owner|"
    "i'm your owner|i am the ceo|i'm the ceo"
)
_DEMAND = words(
    "reveal|ignore|disable|override|bypass|grant|access|give|show|tell|print|must|comply|execute|"
    "unrestricted|lifted|approve|approved|send|share|provide|instruct|instructed|require|"
    "required|need you to|authorize|authorized|permission|full access|waive*|skip|instructions|"
    "test|system check|have to answer|answer all|explain|discuss|listen|must listen|"
    "state the following|assess|check|confirm|verification mode|output"
)

RULES = (
    Rule(
        "chat-token",
        "authority spoofing",
        "block",
        _TOKENS.pattern,
        (
            "|",
            "｜",
            "[inst",
            "[/inst",
            "sys>>",
            "_of_turn>",
            "[system_prompt]",
            "[/system_prompt]",
            "[available_tools]",
            "[tool_results]",
        ),
    ),
    Rule(
        "closing-tag",
        "authority spoofing",
        "block",
        _CLOSING.pattern + r".{0,60}?(?:" + _ROLE_TAG.pattern + "|" + _ORDER.pattern + ")",
        ("</",),
        views="all",
    ),
    Rule("role-tag", "authority spoofing", "block", _ROLE_TAG.pattern + r".{0,60}?" + _ORDER.pattern, ("<",)),
    Rule(
        "false-turn",
        "authority spoofing",
        "quarantine",
        _TURN.pattern + r".{0,50}?" + _ORDER.pattern,
        ("system", "assistant", "developer", "admin", "root", "operator", "human", "user", "ai", "chatgpt"),
        views="plain",
    ),
    Rule(
        "system-notice",
        "authority spoofing",
        "block",
        either(
            _BRACKET.pattern + _SYSTEM_WORD.pattern,
            _SYSTEM_WORD.pattern + r" ?(?:[\])}>#*=:：\-!]|\. ?(?:new|begin|user|system|start|now)\b)",
            r"#{1,6} ?(?:system|admin|developer|assistant)(?: \w{1,12})? ?#{1,6}",
        ),
        (*_SYSTEM_WORD.hints, "#"),
        views="plain",
    ),
    Rule(
        "authority",
        "authority spoofing",
        "quarantine",
        near(_AUTHORITY, _DEMAND, gap=80),
        _AUTHORITY.hints,
        views="plain",
    ),
)
