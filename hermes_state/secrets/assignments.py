"""Secrets that a name announces: ``API_KEY=…``, ``"password": "…"``, ``--token …``, ``the password is …``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_state.secrets.finding import Secret
from hermes_state.secrets.gates import named_gate, password_gate, spoken_gate
from hermes_state.secrets.names import PASSWORD, named_kind

NAME_LENGTH = 48
"""Characters of a name in front of its telling word that are looked at."""

OPERATOR = r"""(?:\\*["'`\]]){0,3}+\s{0,4}(?:[:=：,>]|is\b|was\b|to\b|as\b|value|\\*["'`]|是|は)"""
"""What the prefilter wants to see after a name; the patterns below are stricter."""

PASSWORD_ANCHOR = r"pass(?:w(?:or[dt]|d)|phrase|code)"
SHORT_ANCHOR = rf"p(?:wd|ass)(?=\d?{OPERATOR})"
NAME_ANCHORS = tuple(
    rf"{word}(?=[\w-]{{0,24}}+{OPERATOR})" for word in ("secret", "token", "key", "credentials?", "auth(?![a-z])")
)
OPTION_ANCHOR = r"--(?=[a-z-]{0,24}?(?:pass|token|secret|key|pwd)[a-z-]{0,12}[ =])"
FOREIGN_WORDS = ("密码", "密碼", "口令", "contraseña", "mot de passe", "パスワード", "пароль", "비밀번호", "senha", "hasło")

VALUE = r"""(?:[fbru]{1,2}(?=["']))?(?:(?P<slash>\\{0,6})(?:"(?P<double>[^\s"\\«»]{4,512}+)(?P=slash)"|'(?P<single>[^\s'\\«»]"""
VALUE += r"""{4,512}+)(?P=slash)'|`(?P<back>[^\s`\\«»]{4,512}+)(?P=slash)`)|(?P<bare>[^\s"'`\\,;&|(){}\[\]<>«»：，。、]{4,512}+))"""
TYPE = r"(?:(?:str|string|String|&str|SecretStr|Optional\[str\]|str ?\| ?None)\s?=\s{0,4})?"
BREAK = r"(?:\s|\\+[nrt]){0,12}+"

ASSIGNED = re.compile(
    rf"""(?P<rest>[A-Za-z0-9_-]{{0,24}}+)(?:\\*["'`\]]){{0,3}}+(?:\s{{0,4}}(?::=|=>|==?|:|：){BREAK}{TYPE}"""
    rf"""|\s{{0,2}},\s{{0,2}}(?=\\*["'])|>(?=[^<\s]{{4,512}}<)|{BREAK},?{BREAK}\\*["']?value\\*["']?\s?[=:]\s{{0,4}}){VALUE}"""
)
SPOKEN = re.compile(
    rf"""(?P<rest>[A-Za-z0-9_-]{{0,24}}+)["'`]?(?:\s(?:for|of|on|at|in)(?:\s[\w.@-]{{1,30}}){{1,4}}?)?\s?"""
    rf"""(?:(?:is|was|to|as|ist|es|est|é|=|:|是|为|は)(?:\s(?:now|set to|still|just))?:?\s?|\s(?=["'`])){VALUE}""",
    re.IGNORECASE,
)
BESIDE = re.compile(rf"(?P<rest>)\s{{1,3}}{VALUE}")
FOREIGN = re.compile(rf"\s?(?:是|为|為|は|ist|es|est|é|это|:|：|=)?\s?{VALUE}")
OPTION = re.compile(rf"--(?P<name>[A-Za-z-]{{1,40}}+)(?:=|\s{{1,2}}){VALUE}")
VALUE_GROUPS = ("double", "single", "back", "bare")


def assigned(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the value that the name around ``text[start:end]`` is given, when name and value are a secret's."""
    first = _name_start(text, start)
    left, word = text[first:start], text[start:end].lower().rstrip("s")
    if text[max(0, start - 1) : start] == " " and word in ("key", "token"):
        left = text[max(0, start - 16) : start]
    found = ASSIGNED.match(text, end)
    if found is not None and (kind := named_kind(left, word, found["rest"], text[first - 1 : first])):
        span = _value(text, found)
        if span and (password_gate if kind == PASSWORD else named_gate)(text[slice(*span)]):
            yield Secret(*span, kind)
            return
    found = SPOKEN.match(text, end)
    if found is not None and (kind := named_kind(left, word, found["rest"], " ")):
        span = _value(text, found, spoken=True)
        if span and (spoken_gate if kind == PASSWORD else named_gate)(text[slice(*span)]):
            yield Secret(*span, kind)
            return
    if word.startswith("passw"):
        found = BESIDE.match(text, end)
        span = None if found is None else _value(text, found, spoken=True)
        if span and spoken_gate(text[slice(*span)]):
            yield Secret(*span, PASSWORD)


def foreign(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the value beside a word for password in another language than English."""
    found = FOREIGN.match(text, end)
    span = None if found is None else _value(text, found, spoken=True)
    if span and spoken_gate(text[slice(*span)]):
        yield Secret(*span, PASSWORD)


def option(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the value of a long option such as ``--password`` or ``--api-key``."""
    found = OPTION.match(text, start)
    if found is None:
        return
    name = found["name"].lower()
    word = next((word for word in ("password", "passwd", "passphrase", "pass", "pwd", "token", "secret", "key")
                 if name.endswith(word)), None)
    if word is None:
        return
    kind = named_kind(name.removesuffix(word), word, "", "")
    span = _value(text, found, spoken=True)
    if kind and span and (password_gate if kind == PASSWORD else named_gate)(text[slice(*span)]):
        yield Secret(*span, kind)


def _name_start(text: str, start: int) -> int:
    """Where the name that reaches ``start`` begins; an escaped line break in front is not of it."""
    first, limit = start, max(0, start - NAME_LENGTH)
    while first > limit and (text[first - 1].isalnum() or text[first - 1] in "_-.$"):
        first -= 1
    if first < start and text[first - 1 : first] == "\\" and text[first] in "nrt":
        first += 1
    return first


def _value(text: str, found: re.Match[str], *, spoken: bool = False) -> tuple[int, int] | None:
    """The span of a matched value without what ends a sentence; ``None`` when it goes on as code."""
    group = next(name for name in VALUE_GROUPS if found[name] is not None)
    start, end = found.span(group)
    if group != "bare":
        return start, end
    if text[end : end + 1] in ("(", "[", "{"):
        return None
    while end > start and text[end - 1] in (".:?" if spoken else ".:"):
        end -= 1
    return start, end
