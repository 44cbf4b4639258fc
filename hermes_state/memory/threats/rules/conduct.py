"""English rules on conduct: hiding from the user, acting without approval, orders that wait for a moment."""

from hermes_state.memory.threats.rules.build import chain, near, words
from hermes_state.memory.threats.rules.english import NEVER
from hermes_state.memory.threats.rules.lexicon import ADDRESS
from hermes_state.memory.threats.rules.model import Rule

_NOT = words(
    "do not|don't|dont|never|must not|should not|without|avoid|no need to|shouldn't|mustn't|not to|not|refrain from|instead of"
)
_TELL = words(
    "tell|telling|inform|informing|notify|notifying|alert|alerting|let|letting|mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|report|reporting|warn|warning|say|saying|discuss|acknowledge|ask|asking|log|display|explain"
)
_USER = words(
    "the user|user|the users|users|the owner|the operator|the human|anyone|anybody|the developer|the customer|the admin|them know|to them|him know|her know|the person|this instruction|this note|this rule|this memory|these instructions|this message|this to|this entry|that you received|that you are"
)
_SECRETLY = words(
    "secretly|silently|covertly|quietly|discreetly|stealthily|surreptitiously|in the background|behind the scenes|without the user's knowledge|without the user knowing|without user knowledge|without the user noticing|without their knowledge|unnoticed|without alerting|invisibly|in secret|without being noticed|under the radar"
)
_HARM = words(
    "send|forward|upload|copy|transmit|exfiltrate|email|post|record|collect|install|run|execute|delete|transfer|add|insert|modify|change|include|append|log|share|report|leak|bcc|approve|grant|disable|mirror|replace|download|steal|read|store",
    unless=NEVER,
)
_CONCEAL = words("hide|conceal|keep|withhold|cover up|obscure|disguise|mask", unless=NEVER)
_FROM_USER = words(
    "from the user|from user|from users|from the owner|from the human|from the operator|from your user|from the developer|from the admin|secret from|hidden from|from everyone|from anyone|from the logs|your tracks"
)
_LIE = words(
    "lie to|deceive|mislead|gaslight|trick|manipulate|misinform|falsely tell|pretend to|pretend that|make up|claim that|deny having|deny that|deny any|assure",
    unless=NEVER + "|to|may|could|might|can",
)
_LIE_ABOUT = words(
    "the user|user|users|you have|you did|nothing happened|these instructions|this instruction|you received|everything is|the task|the action|it was|the owner|the customer|the human"
)

_UNASKED = words(
    "without asking|without confirmation|without confirming|without approval|without permission|without user approval|without user confirmation|without prompting|without consent|without authorization|"
    "without review|without verifying|without verification|without checking|without user consent|without waiting for|without requesting|without seeking|no confirmation|no approval|no need to ask|no need for approval|no need for confirmation|do not ask|don't ask|never ask|do not request|"
    "never request|do not wait for|don't wait for|skip confirmation|skip the confirmation|skip approval|skip the approval|skip all confirmation*|bypass approval|bypass confirmation|bypass the approval|bypass the confirmation|auto approve|auto-approve|automatically approve|autoapprove|"
    "is pre-approved|are pre-approved|pre approved|preapproved|pre-approved|pre-authorized|preauthorized|already approved|already been approved|has approved|already authorized|already consented|standing approval|blanket approval|treat as approved|considered approved|assume approval|assume consent|assume permission|assume the user approves|"
    "approve all|approve every|approve any|say yes to|answer yes to|confirm all|accept all|always approve|always confirm|always allow|always say yes|never prompt|do not prompt|don't prompt|implicitly approved|has given permission|has granted permission|given full permission"
)
_ACT = words(
    "delete|deletes|deleting|transfer|transfers|payment|payments|purchase|purchases|pay|wire|shell commands|commands|command|any command|all commands|tool calls|tool call|tool use|tools|dangerous|destructive|"
    "all actions|any action|actions|requests|all requests|operations|sudo|rm|install|deploy|deployment|deployments|push to|force push|credentials|writes|every request|execute|executing|run any|run all|execute any|permissions|permission requests|approval prompts|"
    "network requests|file access|memory writes|money|funds|trades|transactions|scripts|root|admin access|prompts"
)
_WHEN = words(
    "from now on|whenever|every time|each time|next time|when the user|when a user|if the user|once the user|the moment|as soon as|in every|in all future|in future|in the future|for all future|at the start of every|at the end of every|"
    "at the beginning of every|at the start of each|at the end of each|on every|after every|in each|always|when asked about|when someone|if anyone|if someone|when you see|if you see|upon|when you hear|trigger|on the next|for every|henceforth|going forward|after each|before each|before every|during every|when user|when asked to|when summarizing|on startup|at session start|before answering|before responding"
)
_HARM_LATER = words(
    "send|forward|upload|transmit|exfiltrate|email|bcc|cc|post|copy|append|include|insert|recommend|delete|transfer|wire|run|execute|fetch|download|curl|wget|disable|approve|leak|share|mirror|reply with|respond with|say",
    unless=NEVER,
)
_HARM_OBJECT = words(
    "all files|credentials|credential|passwords|password|api key|api keys|tokens|secrets|the conversation|conversation|conversations|chat history|entire conversation|contents of|ssh key|ssh keys|private key|"
    "private keys|environment variables|env vars|.env|funds|all funds|money|bitcoin|wallet|rm -rf|sudo|backdoor|malware|payload|system prompt|user data|personal data|user's data|base64|hidden|tracking pixel|phishing|affiliate|"
    "everything the user|user's messages|user messages|user's email|all messages|transcript|your memory|memory file|memory.md|user.md|full history|session history|all data|reverse shell|the codes|command it returns|customer list|database"
)

RULES = (
    Rule("en-hide", "deception", "quarantine", chain(_NOT, _TELL, _USER, gap=16), _TELL.hints, views="plain"),
    Rule("en-secretly", "deception", "block", near(_SECRETLY, _HARM, gap=24), _SECRETLY.hints, views="plain"),
    Rule("en-conceal", "deception", "quarantine", chain(_CONCEAL, _FROM_USER, gap=40), _CONCEAL.hints, views="plain"),
    Rule("en-lie", "deception", "quarantine", chain(_LIE, _LIE_ABOUT, gap=16), _LIE.hints, views="plain"),
    Rule("en-unasked", "approval bypass", "quarantine", near(_UNASKED, _ACT, gap=50), _UNASKED.hints, views="plain"),
    Rule(
        "en-later",
        "delayed trigger",
        "block",
        chain(_WHEN, _HARM_LATER, _HARM_OBJECT | ADDRESS, gap=70),
        _HARM_LATER.hints,
        views="plain",
    ),
)
