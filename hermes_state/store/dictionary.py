"""Asks the dictionary which terms hold a piece of a word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from itertools import islice

from hermes_state.search.analysis import fold, kind_of
from hermes_state.store.connection import Connection, Row
from hermes_state.store.sessions import clean
from hermes_state.store.terms import known

MAX_EXPANSION = 1_000
"""A piece that more terms hold is not expanded: the search does without it, or scans."""

MAX_WIDE_EXPANSION = 5_000
"""The same for a piece beside which nothing is known: asking for so many terms takes a tenth of the time of a scan."""

MAX_COMPARED = 5_000
"""Terms that are compared with a word letter by letter."""

WORD_LETTERS = "abcdefghijklmnopqrstuvwxyz_"

TRIGRAM_CHARS = 3
LAST_LETTER = "\U0010ffff"
"""Behind every letter of a term: what starts with a piece lies before the piece and this."""

BY_TRIGRAMS = """
SELECT coalesce(t.text, b.text) AS found
FROM term_trigram
LEFT JOIN term AS t ON t.id = term_trigram.rowid
LEFT JOIN term_block AS b ON b.id = term_trigram.rowid
WHERE term_trigram MATCH ? AND instr(found, ?) > 0
LIMIT ?
"""
NEW = "SELECT text FROM term_new WHERE instr(text, ?) > 0"
BY_START = """
SELECT text FROM term WHERE text >= ?1 AND text < ?2
UNION ALL
SELECT text FROM (
    SELECT text FROM term_block
    WHERE first >= coalesce((SELECT max(first) FROM term_block WHERE first <= ?1), ?1) AND first < ?2
    ORDER BY first
)
LIMIT ?3
"""
BY_SCAN = """
SELECT text FROM (SELECT text FROM term UNION ALL SELECT text FROM term_block)
WHERE instr(text, ?) > 0
LIMIT ?
"""
BY_JOINED = """
SELECT coalesce(t.text, b.text) AS found
FROM term_trigram
LEFT JOIN term AS t ON t.id = term_trigram.rowid
LEFT JOIN term_block AS b ON b.id = term_trigram.rowid
WHERE term_trigram MATCH ? AND instr(replace(found, '_', ''), ?) > 0
LIMIT ?
"""
ALL_CLOSE = """
SELECT coalesce(t.text, b.text)
FROM term_trigram
LEFT JOIN term AS t ON t.id = term_trigram.rowid
LEFT JOIN term_block AS b ON b.id = term_trigram.rowid
WHERE term_trigram MATCH ?
LIMIT ?
"""


def containing(connection: Connection, piece: str, limit: int = MAX_EXPANSION) -> list[str] | None:
    """The terms that hold a piece (folded, without separators); ``None`` when there are more than ``limit``."""
    if len(piece) >= TRIGRAM_CHARS:
        rows = connection.rows(BY_TRIGRAMS, (trigram_query(piece), piece, limit + 1))
    else:
        rows = connection.rows(BY_SCAN, (piece, limit + 1))
    rows += connection.rows(NEW, (piece,))
    found = [term for term in _terms(rows) if piece in term]
    return None if len(found) > limit else found


def _terms(rows: Iterable[Row]) -> Iterator[str]:
    """The terms in rows of the dictionary: each has one, or several, one a line."""
    for (text,) in rows:
        yield from text.split("\n")


def ending(connection: Connection, piece: str, limit: int = MAX_EXPANSION) -> list[str] | None:
    """The terms that end with a piece; ``None`` when more than ``limit`` do, or very many hold it."""
    found = containing(connection, piece, max(limit, MAX_COMPARED))
    ends = None if found is None else [term for term in found if term.endswith(piece)]
    return None if ends is None or len(ends) > limit else ends


def starting(connection: Connection, piece: str, limit: int = MAX_EXPANSION) -> list[str] | None:
    """The terms that start with a piece; ``None`` when more than ``limit`` do."""
    rows = connection.rows(BY_START, (piece, piece + LAST_LETTER, limit + 2))  # the first block may have none
    rows += connection.rows(NEW, (piece,))
    found = [term for (text,) in rows for term in _starting(text, piece)]
    return None if len(found) > limit else found


def _starting(text: str, piece: str) -> Iterator[str]:
    """The terms, one a line, that start with a piece."""
    if text.startswith(piece):
        yield text.partition("\n")[0]
    at = text.find("\n" + piece)
    while at >= 0:
        end = text.find("\n", at + 1)
        yield text[at + 1 :] if end < 0 else text[at + 1 : end]
        at = text.find("\n" + piece, at + 1)


def trigram_query(piece: str) -> str:
    """The trigrams of a piece, ANDed: never LIKE, to which ``_`` is a wildcard. Lone surrogates as titles keep them."""
    piece = clean(piece)
    trigrams = dict.fromkeys(piece[start : start + TRIGRAM_CHARS] for start in range(len(piece) - TRIGRAM_CHARS + 1))
    return " AND ".join('"' + trigram.replace('"', '""') + '"' for trigram in trigrams)


def close_spellings(connection: Connection, word: str, limit: int = 8) -> list[str]:
    """Terms one or two edits away from a word (a swap counts once), nearest first; short words have none.

    Two edits away are looked for where none is one away, among the terms that hold a whole third of the word.
    """
    allowed = allowed_edits(word)
    if not allowed:
        return []
    near = nearest(word, known(connection, sorted(one_edit_away(word))), limit)
    if near or allowed == 1:
        return near
    query = " OR ".join(f"({trigram_query(piece)})" for piece in _thirds(word) or [word])
    rows = [*connection.rows(ALL_CLOSE, (query, MAX_COMPARED)), *connection.rows(NEW, ("",))]
    return nearest(word, islice(_likely(word, _terms(rows)), MAX_COMPARED), limit)


def close_among(word: str, terms: Set[str], limit: int = 8) -> list[str]:
    """The same among these terms."""
    allowed = allowed_edits(word)
    if not allowed:
        return []
    near = nearest(word, one_edit_away(word) & terms, limit)
    return near if near or allowed == 1 else nearest(word, _likely(word, terms), limit)


def _likely(word: str, terms: Iterable[str]) -> Iterator[str]:
    """The terms that may be two edits away from a word: about as long, with a whole third of it."""
    allowed = allowed_edits(word)
    pieces = _thirds(word) or [word]
    for term in terms:
        if abs(len(term) - len(word)) <= allowed and any(piece in term for piece in pieces):
            yield term


def one_edit_away(word: str) -> set[str]:
    """The words that one insertion, deletion, change or swap of neighbours makes of a word, its digits left alone."""
    letters = letters_about(word)
    splits = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {left + right[1:] for left, right in splits if right and not right[0].isdigit()}
    found |= {left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1}
    for left, right in splits:
        if right and not right[0].isdigit():
            found |= {left + letter + right[1:] for letter in letters}
        found |= {left + letter + right for letter in letters}
    return found - {word}


@lru_cache(maxsize=64)
def letters_about(word: str) -> str:
    """The letters that a misspelling of a word may have: those of ASCII, and those about its own in Unicode's order.

    Scripts stand in blocks of 128 code points or fewer, most alphabets in 64.
    """
    blocks = {ord(char) & ~0x3F for char in word if char > "\x7f"}
    about = (chr(code) for block in sorted(blocks) for code in range(block, block + 0x40))
    return WORD_LETTERS + "".join(char for char in about if kind_of(char) == "word" and fold(char) == char)


def _thirds(word: str) -> list[str]:
    """Three pieces of a word: two edits leave one of them as it is, unless one swaps letters across a border."""
    size = len(word)
    if size < 3 * TRIGRAM_CHARS:
        return [word[:TRIGRAM_CHARS], word[-TRIGRAM_CHARS:]] if size >= 2 * TRIGRAM_CHARS else []
    return [word[: size // 3], word[size // 3 : 2 * size // 3], word[2 * size // 3 :]]


def nearest(word: str, terms: Iterable[str], limit: int = 8) -> list[str]:
    """Of these terms the close spellings of a word, nearest first. Another number is no misspelling."""
    allowed = allowed_edits(word)
    number = digits(word)
    near = []
    for term in terms if allowed else ():
        if digits(term) != number:
            continue
        distance = edit_distance(word, term, allowed)
        if distance is not None:
            near.append((distance, term))
    return [term for _, term in sorted(near)[:limit]]


def digits(word: str) -> str:
    """The digits of a word, in order."""
    return "" if word.isalpha() else "".join(filter(str.isdigit, word))


def allowed_edits(word: str) -> int:
    """How many edits away a close spelling of a word may be: none for a short one."""
    return 0 if len(word) < 4 else 1 if len(word) < 8 else 2


def edit_distance(one: str, other: str, limit: int) -> int | None:
    """Insertions, deletions, changes and swaps of neighbours between two words; ``None`` beyond ``limit``.

    The optimal string alignment distance (Damerau 1964, restricted).
    """
    if abs(len(one) - len(other)) > limit:
        return None
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, against in enumerate(other, 1):
            best = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                best = min(best, before[column - 2] + 1)
            current.append(best)
        if min(current) > limit:
            return None
        before, last = last, current
    return last[-1] if last[-1] <= limit else None


def containing_joined(connection: Connection, piece: str) -> list[str]:
    """The terms with underscores that hold a piece once these are left out (``userprofile``: ``get_user_profile``).

    Found where the piece's first and last three letters stand together, or are parted by one underscore.
    """
    size = len(piece)
    if size < TRIGRAM_CHARS:
        return []
    ways = [trigram_query(f"{piece[:at]}_{piece[at:]}") for at in range(1, size)]
    if size >= 2 * TRIGRAM_CHARS:
        ends = [trigram_query(piece[:TRIGRAM_CHARS]), trigram_query(piece[-TRIGRAM_CHARS:])]
        ways.append(" AND ".join(ends))
    query = " OR ".join(f"({way})" for way in ways)
    rows = [*connection.rows(BY_JOINED, (query, piece, MAX_EXPANSION)), *connection.rows(NEW, ("_",))]
    found = (term for term in _terms(rows) if "_" in term and piece in term.replace("_", ""))
    return list(islice(found, MAX_EXPANSION))
