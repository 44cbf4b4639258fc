"""Secrets that a name announces: ``API_KEY=…``, ``"password": "…"``, ``--token …``, ``the password is …``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hermes_state.secrets.finding import Secret
from hermes_state.secrets.gates import beside_gate, named_gate, password_gate, spoken_gate, told_gate
from hermes_state.secrets.names import PASSWORD, calls_secret, is_password, kind_of

NAME_LENGTH = 48
"""Characters of a name in front of its telling word that are looked at."""

CLOSED = r"""(?:\\*["'`\]*])"""
OPERATOR = (
    rf"{CLOSED}{{0,4}}+(?:\s|\\n){{0,12}}+(?:[:=：,>|?]|->|(?<=\s)(?:is|was|to|as)\b|value|{CLOSED}|是|は"
    r"|(?<=\s)\S{16})"
)
"""What the prefilter wants to see after a name; the patterns below are stricter."""

PASSWORD_ANCHOR = r"pass(?:w(?:or[dt]|d)|phrase|code)"
SHORT_ANCHOR = rf"p(?:wd?|ass)(?=\d?{OPERATOR})"
NAME_ANCHORS = tuple(
    rf"{word}(?=[\w-]{{0,24}}+{OPERATOR})" for word in ("secret", "token", "key", "credentials?", "auth(?![a-z])")
)
OPTION_ANCHOR = r"--(?=[a-z-]{0,24}?(?:pass|token|secret|key|pwd)[a-z-]{0,12}[ =])"
FOREIGN_WORDS = (
    "密码",
    "密碼",
    "口令",
    "contraseña",
    "mot de passe",
    "パスワード",
    "пароль",
    "비밀번호",
    "senha",
    "hasło",
)

VALUE = (
    r"""(?:[fbru]{1,2}(?=["']))?(?:(?P<slash>\\{0,6})(?:"(?P<double>[^\s"\\«»]{4,512}+)(?P=slash)\""""
    r"""|'(?P<single>[^\s'\\«»]{4,512}+)(?P=slash)'|`(?P<back>[^\s`\\«»]{4,512}+)(?P=slash)`)"""
    r"""|(?P<bare>[^\s"'`\\,;&|(){}\[\]<>«»：，。、]{4,512}+))"""
)
"""A value in quotes, which may be escaped, or up to what ends a word in code; its group is the last that matched."""

TYPE = r"(?:(?:str|string|String|&str|SecretStr|Optional\[str\]|str ?\| ?None)\s?=\s{0,4})?"
BREAK = r"(?:\s|\\+[nrt]){0,12}+"
REST = r"(?P<rest>[A-Za-z0-9_-]{0,24}+)"

ASSIGNED = re.compile(
    rf"""{REST}{CLOSED}{{0,4}}+(?:\s{{0,4}}(?::=|=>|->|==?|:|：|\|\||\?\?|\sstring\s?=)\*{{0,2}}{BREAK}{TYPE}"""
    rf"""|{BREAK},?{BREAK}\\*["']?value\\*["']?\s?[=:]\s{{0,4}}|\s{{0,2}},\s{{0,2}}(?=\\*["'])|>(?=[^<\s]{{4,512}}<)){VALUE}"""
)
"""A value after an operator of some notation, or as the next argument, attribute or field."""

SPOKEN = re.compile(
    rf"""{REST}(?:["'`]|'s)?(?:\s(?:for|of|on|at|in)(?:\s[\w.@-]{{1,30}}){{1,4}}?)?\s?"""
    rf"""(?:(?:is|was|to|as|ist|es|est|é|=|:|是|为|は)(?:\s(?:now|set to|still|just))?:?\s?|\s(?=["'`])){VALUE}""",
    re.IGNORECASE,
)
"""A value that a sentence says."""

BESIDE = re.compile(rf"{REST}(?:\s|\\t){{0,2}}\|?(?:\s|\\t){{1,3}}{VALUE}")
"""A value right after its name, as in a file of passwords or a table."""

FOREIGN = re.compile(rf"\s?(?:是|为|為|は|ist|es|est|é|это|:|：|=)?\s?{VALUE}")
OPTION = re.compile(rf"--(?P<name>[A-Za-z-]{{1,40}}+)(?:=|\s{{1,2}}){VALUE}")
VARIABLE = re.compile(r"_|[A-Z]{5}")
"""A name with a value right after it is one of a variable, as in ``ENV`` or ``set``, not a word of a sentence."""

OPTION_WORD = re.compile(r"(?:pass(?:word|wd|phrase)?|pwd|token|secret|key)\Z", re.IGNORECASE)

Form = tuple[re.Pattern[str], Callable[[str], bool], bool]
NAMED_FORMS: tuple[Form, ...] = (
    (ASSIGNED, named_gate, False),
    (SPOKEN, named_gate, True),
    (BESIDE, beside_gate, False),
)
PASSWORD_FORMS: tuple[Form, ...] = (
    (ASSIGNED, password_gate, False),
    (SPOKEN, told_gate, True),
    (BESIDE, spoken_gate, True),
)
"""How a value follows a name, what it must be, and whether in running text."""


def assigned(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the value that the name around ``text[start:end]`` is given, when name and value are a secret's."""
    first = _name_start(text, start)
    left, word = text[first:start], text[start:end].lower().rstrip("s")
    if text[max(0, start - 1) : start] == " " and word in ("key", "token"):
        left = text[max(0, start - 16) : start]
    for pattern, gate, spoken in PASSWORD_FORMS if is_password(word) else NAMED_FORMS:
        found = pattern.match(text, end)
        if found is None or not calls_secret(left, word, found["rest"], " " if spoken else text[first - 1 : first]):
            continue
        if gate is beside_gate and not VARIABLE.search(text, first, end):
            continue
        span = _value(text, found, spoken=spoken)
        if span and gate(text[slice(*span)]):
            yield Secret(*span, kind_of(left, word))
            return


def foreign(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the value beside a word for password in another language than English."""
    found = FOREIGN.match(text, end)
    span = None if found is None else _value(text, found, spoken=True)
    if span and spoken_gate(text[slice(*span)]):
        yield Secret(*span, PASSWORD)


def option(text: str, start: int, end: int) -> Iterator[Secret]:
    """Yields the value of a long option such as ``--password`` or ``--api-key``."""
    found = OPTION.match(text, start)
    word = found and OPTION_WORD.search(found["name"])
    if not found or not word:
        return
    left, name = found["name"][: word.start()], word[0].lower()
    span = _value(text, found, spoken=True)
    gate = password_gate if is_password(name) else named_gate
    if span and calls_secret(left, name, "", "") and gate(text[slice(*span)]):
        yield Secret(*span, kind_of(left, name))


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
    group = found.lastgroup or "bare"
    start, end = found.span(group)
    if group != "bare":
        return start, end
    if text[end : end + 1] in ("(", "[", "{"):
        return None
    while end > start and text[end - 1] in (".:?" if spoken else ".:"):
        end -= 1
    return start, end
