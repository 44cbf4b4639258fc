"""Text as a reader of the rendered page sees it, and what a comment hides from that reader."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"<!--((?:[^-<]|-(?!-!?>)|<(?!!--)){0,4000})--!?>")
_REFERENCE = re.compile(r"(?m)^[ ]{0,3}\[[^\]\n]{1,20}\]:[ ]?(?:#|<>)[ ]?[(\"'](.{0,2000})[)\"']$")
_INLINE_TAG = re.compile(
    r"</?(?:a|abbr|b|bdi|bdo|big|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|tt|u|wbr)"
    r"(?:[ \n/][^<>]{0,300})?>"
)
_TAG = re.compile(r"</?[a-z!][^<>]{0,300}>")
_LINK = re.compile(r"!?\[([^\[\]]{0,300})\]\([^()]{0,400}\)")
_EMPHASIS = re.compile(r"(?<=[^\W_])(?:[*`]{1,3}|~~|__|\\(?=[*_`~]))(?=[^\W_])|(?<=[^\W_])\\[*_`~](?=[^\W_])")
_MARKED = re.compile(r"[<\[*`_~\\]")


def stripped(text: str) -> str:
    """The text without tags and the targets of links, and without the marks of Markdown that stand inside words.

    Marks between words are left, since no rule minds them. Comments are kept, as the text that they are.
    """
    if not _MARKED.search(text):
        return text
    if "<" in text or "[" in text:
        text = _COMMENT.sub(r" \1 ", _REFERENCE.sub(r"\1", text))
        text = _TAG.sub(" ", _INLINE_TAG.sub("", text))
        text = _LINK.sub(r"\1", text)
    return _EMPHASIS.sub("", text)


def without_comments(text: str) -> str:
    """The text with its comments cut out, as the rendered page has it: ``ig<!-- -->nore`` reads as one word."""
    return _COMMENT.sub("", text) if "<!--" in text else text
