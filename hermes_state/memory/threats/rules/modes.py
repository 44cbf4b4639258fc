"""English rules against modes in which the rules are said to be off."""

from hermes_state.memory.threats.rules.build import chain, either, near, raw, words
from hermes_state.memory.threats.rules.model import Rule

_MODES = words(
    "developer mode|dev mode|god mode|dan mode|jailbreak mode|debug mode|admin mode|"
    "administrator mode|root mode|sudo mode|maintenance mode|"
    "unrestricted mode|unsafe mode|evil mode|opposite mode|chaos mode|super user mode|"
    "superuser mode|system mode|diagnostic mode|"
    "test mode|override mode|unfiltered mode|free mode|no filter mode|training mode|"
    "privileged mode|emergency mode|testing mode|safe mode off|simulation mode|hacker mode"
)
_ENABLED = words(
    "enabled|activated|activate|enable|you are now in|you are in|now in|enter|entering|switch to|"
    "engaged|engage|initiate|initiated|unlocked|is on|turn on|are now|simulate|with|output|"
    "you're in|go into|boot into"
)
_MODE_POWER = words(
    "ignore|bypass|unrestricted|no restrictions|all restrictions|without restrictions|"
    "restrictions are|safety|filters|you can|you must|you will|you may|you have|rules|policies|"
    "guidelines|disabled|lifted|reveal|comply|any request|full access|all commands|anything|"
    "suspended|do not apply|your response*|unlock*"
)
_OFF = words(
    "disabled|off|deactivated|lifted|removed|suspended|no longer active|no longer apply|"
    "turned off|bypassed|do not apply|don't apply|no longer exist|unlocked|waived|overridden"
)
_SAFETY = words(
    "safety filters|safety filter|safety protocols|safety guidelines|safety restrictions|"
    "safety measures|content filters|content filter|content policy|"
    "content policies|ethical guidelines|ethical constraints|all restrictions|your restrictions|"
    "your limitations|safety rules|moral constraints|safeguards|"
    "guardrails|all filters|ethical restrictions|openai policies|openai's policies|"
    "your guidelines|your filters|your rules|security restrictions|safety checks|safety mode|"
    "all limitations|all safety"
)

RULES = (
    Rule(
        "en-mode",
        "role hijack",
        "block",
        either(
            chain(_ENABLED, _MODES, _MODE_POWER, gap=60, between="."),
            chain(_MODES, _ENABLED, gap=16) + r"(?:.{0,80}?" + _MODE_POWER.pattern + ")",
        ),
        _MODES.hints,
    ),
    Rule(
        "en-mode-word",
        "role hijack",
        "quarantine",
        words(
            "dan mode|jailbreak mode|god mode enabled|developer mode enabled|"
            "developer mode output|developer mode activated|do anything now|stay in character|"
            "you are dan|act as dan|"
            "jailbreak prompt|"
            "opposite day|sudo mode enabled"
        ).pattern,
        (
            "mode",
            "anything now",
            "in character",
            "dan",
            "jailbr",
            "opposite day",
            "sudo mode",
        ),
    ),
    Rule("en-safety-off", "role hijack", "block", near(_SAFETY, _OFF, gap=30), _SAFETY.hints),
    Rule(
        "en-no-refusal",
        "role hijack",
        "quarantine",
        chain(
            words(
                "never|cannot|can't|must not|do not|don't|not allowed to|will not|won't|"
                "no matter|without|you may not|should not|shouldn't|not able to|can not"
            ),
            words(
                "refuse|refuses|refusing|decline|say no|say you can't|say you cannot|say i can't|"
                "say that you can't|break character|breaking character|reject|"
                "mention that you are an ai|say you are an ai|say as an ai|say that something is"
            ),
            gap=24,
        ),
        (
            "refus",
            "decline",
            "say",
            "character",
            "reject",
            "as an ai",
            "you are an ai",
        ),
        views="plain",
    ),
    Rule(
        "en-entering-mode",
        "role hijack",
        "quarantine",
        chain(
            words("i am|i'm|i am now|we are|you are|you're|now|as an ai|as your creator"),
            words(
                "entering|activating|enabling|switching to|initiating|enabling",
            ),
            raw(r"(?<![a-z])mode(?![a-z])", "mode"),
            gap=36,
        ),
        ("mode",),
        views="plain",
    ),
    Rule(
        "en-tagged-mode", "role hijack", "quarantine", r"[<\[(*#]{1,3} ?" + _MODES.pattern, _MODES.hints, views="plain"
    ),
)
