"""Text as the word index takes it, and the distinct terms in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from hermes_state.search.analysis import fold, index_text, is_inert, joins, kind_of

PIECE_BYTES = 1 << 17
"""Text that is split into words at once: few enough that they stay in the processor's cache."""

MAX_REPLACED = 16
"""Distinct characters that are replaced one by one, each with a pass over the text."""

COMMON_SIGNS = frozenset("，。、：；！？（）“”‘’—…「」『』《》【】")
"""Punctuation of Chinese and Japanese text. Folded they still only separate, and nothing joins them."""

_BEYOND_ASCII = re.compile("[^\x00-\x7f]+")
_PAIRS = re.compile("[ \u3041-\u3096\u3099-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
"""Terms of the n-gram scripts with the most letters, and the spaces between them: none is a word."""

_WORD_BYTES = frozenset(b"0123456789_abcdefghijklmnopqrstuvwxyz") | frozenset(range(128, 256))
_WORDS_APART = bytes(byte if byte in _WORD_BYTES else 0x20 for byte in bytes(range(256)).lower())


def document_text(text: str) -> str:
    """Text with the terms of ``index_text(fold(text))`` for a tokenizer that lower-cases ASCII itself, as FTS5's does.

    White space stays as it is, and text of ASCII is copied only where a run has to be cut: most text that an
    archive takes in goes through here.
    """
    if not text.isascii():
        text, signs = _with_spaces(text)
        if not all(map(_is_inert, signs)):
            text = fold(text)
    return index_text(text)


def _with_spaces(text: str) -> tuple[str, set[str]]:
    """A text with spaces for signs that are no part of a term, and the characters beyond ASCII that are left in it.

    Arrows, dashes, bullets, frames of tables: most of what tools print beyond ASCII. A text with a character that
    may join what stands before it stays as it is.
    """
    signs = set("".join(set(_BEYOND_ASCII.findall(text))))
    if len(signs) > MAX_REPLACED:
        replaced = signs & COMMON_SIGNS
    elif all(_stays(sign) is not None for sign in signs):
        replaced = {sign for sign in signs if sign in COMMON_SIGNS or _stays(sign)}
    else:
        return text, signs
    for sign in replaced:
        text = text.replace(sign, " ")
    return text, signs - replaced


@lru_cache(maxsize=32_768)
def _is_inert(char: str) -> bool:
    """Whether folding leaves a character as it is, whatever stands beside it, once no other is changed."""
    return is_inert(char)


@lru_cache(maxsize=4096)
def _stays(char: str) -> bool | None:
    """Whether a character separates terms and is not changed by folding; ``None`` when it may join others."""
    if joins(char):
        return None
    return kind_of(char) == "separator" and is_inert(char)


def distinct_words(analysed_texts: Iterable[str]) -> set[bytes]:
    """The distinct terms of analysed texts, lower case, in UTF-8; of Chinese, Japanese and Korean text only its words.

    A list of all words is many times the size of their text, and most of them repeat within a few pages:
    each piece is reduced to its own distinct words first.
    """
    words: set[bytes] = set()
    spaced = (text if text.isascii() else _PAIRS.sub(" ", text) for text in analysed_texts)
    for data in encoded_pieces(spaced, PIECE_BYTES):
        _split(data.translate(_WORDS_APART), words)
    return words


def encoded_pieces(texts: Iterable[str], size: int) -> Iterator[bytes]:
    """Texts in UTF-8, a line each, joined to pieces of at least ``size`` bytes but for the last."""
    piece: list[bytes] = []
    held = 0
    for text in texts:
        data = text.encode("utf-8")
        piece.append(data)
        held += len(data)
        if held >= size:
            yield b"\n".join(piece)
            piece, held = [], 0
    if piece:
        yield b"\n".join(piece)


def _split(data: bytes, words: set[bytes]) -> None:
    start = 0
    while start < len(data):
        end = data.find(b" ", start + PIECE_BYTES)
        end = len(data) if end < 0 else end
        words.update(set(data[start:end].split()))
        start = end
