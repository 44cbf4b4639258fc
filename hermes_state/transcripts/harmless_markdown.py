"""Takes HTML out of Markdown that others wrote: a page made of it runs nothing. Code stays, where it surely is code.

CommonMark (https://spec.commonmark.org/0.31.2/#raw-html): a tag, a comment and the like begin with ``<`` and a letter
or one of ``/!?`` behind it. Which text is code depends on what contains it; where a reader might see that otherwise
than it is seen here, no text is taken for code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAG_START = re.compile(r"<(?=[A-Za-z/!?])")
_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)$")
_ANY_FENCE = re.compile(r"```|~~~")
_TICKS = re.compile(r"`+")


def without_html(text: str) -> str:
    """The text in which no ``<`` begins a tag: ``&lt;`` stands there, but for code."""
    if _TAG_START.search(text) is None:
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    fenced = _in_fences(lines)
    if fenced is None:
        return escaped(text)
    prose = [line for line, is_code in zip(lines, fenced, strict=True) if not is_code]
    has_spans = all(map(_spans_are_sure, prose))
    return "\n".join(
        line if is_code else "".join(_outside_spans(line)) if has_spans else escaped(line)
        for line, is_code in zip(lines, fenced, strict=True)
    )


def escaped(text: str) -> str:
    """The text with every beginning of a tag escaped, in code too."""
    return _TAG_START.sub("&lt;", text)


def _in_fences(lines: list[str]) -> list[bool] | None:
    """Which lines stand in fenced code; ``None`` where a fence is not at the start of its line: what contains it, and
    where that ends, may close it."""
    found = []
    fence = ""
    for line in lines:
        match = _FENCE.match(line)
        if match is None and _ANY_FENCE.search(line):
            return None
        found.append(bool(fence) and match is None)
        if match is None:
            continue
        run, rest = match.groups()
        if not fence:
            fence = run
        elif run[0] == fence[0] and len(run) >= len(fence) and not rest.strip(" \t"):
            fence = ""
        else:
            found[-1] = True
    return found


def _spans_are_sure(line: str) -> bool:
    """Whether a line's code in backticks begins and ends in it, whatever stands before: no span reaches over lines, no
    backtick is escaped, no cell of a table ends within."""
    if "`" not in line:
        return True
    return "\\" not in line and "|" not in line and _spans(line) is not None


def _spans(line: str) -> list[tuple[int, int]] | None:
    """Where the code spans of a line are; ``None`` where a run of backticks has no other like it."""
    runs = [(match.start(), match.end()) for match in _TICKS.finditer(line)]
    spans = []
    while runs:
        start, end = runs.pop(0)
        like = next((at for at, other in enumerate(runs) if other[1] - other[0] == end - start), None)
        if like is None:
            return None
        spans.append((start, runs[like][1]))
        del runs[: like + 1]
    return spans


def _outside_spans(line: str) -> Iterator[str]:
    """The pieces of a line, those outside of code escaped."""
    at = 0
    for start, end in _spans(line) or ():
        yield escaped(line[at:start])
        yield line[start:end]
        at = end
    yield escaped(line[at:])
