"""English rules against acting without approval, and against orders that wait for a moment."""

from hermes_state.memory.threats.rules.build import chain, either, near, unnegated, words
from hermes_state.memory.threats.rules.languages.english import NEGATION, NEVER
from hermes_state.memory.threats.rules.model import Rule
from hermes_state.memory.threats.rules.places import ADDRESS

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

RULES = (
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
