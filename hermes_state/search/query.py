"""Turns what a user types into a query: a literal, a boolean expression, or plain words; it never raises.

The rules, in the order in which they are tried:

* ``field:value`` of a known field, without a space behind the colon, is a filter and no text to search.
* One run without spaces that looks like code, a path, a number with letters, or that is a short run of
  an n-gram script is a literal: found as it stands, as part of anything.
* ``AND``, ``OR``, ``NOT`` in capitals, ``"phrases"``, ``prefix*`` and parentheses make an expression. ``NOT``
  binds tightest, then ``AND`` (also understood between neighbours), then ``OR``. Where they make no
  sense they are plain words.
* Everything else is plain words, which are ranked by evidence.
"""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, NamedTuple

from hermes_state.search.analysis import CHUNK_CHARS, CHUNK_STEP, fold, kind_of, query_terms, runs, terms
from hermes_state.search.query_pieces import Filter, Piece, pieces_of, without_pieces
from hermes_state.search.query_tree import (
    And,
    Leaf,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
    depth_of,
    needs_something,
    written,
)

MAX_TERMS = 64
"""Terms of a query that take part in matching; the rest is counted in ``dropped_terms``."""

MAX_PIECES = 4096
"""Words and parentheses of a query that are looked at; a longer text is plain words, and its rest is dropped."""

MAX_DEPTH = 50
"""Deepest expression; a deeper one is plain words."""

LITERAL_LOOK = 4096
"""Characters of a run that are looked at to tell whether it is a literal."""

LITERAL_NGRAMS = 6
"""Longest run of an n-gram script that is one literal; a longer one is a sentence, hence plain words."""

Match = Literal["auto", "literal", "words"]
QueryKind = Literal["empty", "literal", "operators", "words"]


class Query(NamedTuple):
    """What was asked.

    ``typed`` is the whole query, stripped, control characters as spaces; ``text`` is what of it is to be
    searched for (all but the filters), ``folded`` its folded form, stripped (of ``match="literal"`` the
    folded text exactly as it was given). ``kind`` is ``empty`` when
    there is no such text (filters there may be). ``tree`` belongs to ``operators``, ``clauses`` (in order,
    each once) to ``words``. ``excluded`` are the ``-word`` pieces: they exclude only if ``folded`` itself
    stands nowhere in the scope. ``only_negative``: the expression would hold for messages that have
    nothing of it in them (``NOT x``, ``a OR NOT b``); it is answered with nothing and a note.
    """

    typed: str
    text: str
    folded: str
    kind: QueryKind
    tree: Node | None = None
    clauses: tuple[Leaf, ...] = ()
    excluded: tuple[Leaf, ...] = ()
    filters: tuple[Filter, ...] = ()
    dropped_terms: int = 0
    only_negative: bool = False
    match: Match = "auto"

    @property
    def as_words(self) -> "Query":
        """The query with everything in it taken as plain words."""
        return parse(self.text, match="words", filters=False)

    @property
    def only_quotes(self) -> bool:
        """Whether an expression is a sentence in which something is quoted: no operator was typed."""
        if self.tree is None or not isinstance(self.tree, And) or self.excluded:
            return False
        kinds = {type(child) for child in self.tree.children}
        operators = "(" in self.text or not {"AND", "OR", "NOT"}.isdisjoint(self.text.split())
        return kinds == {Word, Phrase} and not operators

    def without_filters(self, senseless: Collection[Filter] | None = None) -> "Query":
        """The query with its filters, or only these of them, taken as plain text (``before:breakfast``)."""
        if senseless is None:
            return parse(self.typed, match=self.match, filters=False) if self.filters else self
        typed = frozenset(item.typed for item in senseless)
        return parse(self.typed, match=self.match, as_text=typed) if typed else self


def parse(text: str, *, match: Match = "auto", filters: bool = True, as_text: Collection[str] = ()) -> Query:
    """The query that a text means; any text is one.

    ``match="literal"`` takes all of it as a literal, ``match="words"`` as plain words (filters and
    exclusions still apply); ``filters=False`` takes ``field:value`` as plain text, and so are those filters
    that are in ``as_text``.
    """
    typed = _CONTROLS.sub(" ", text).strip()
    if match == "literal":
        folded = fold(text)  # spaces at its ends and control characters are meant
        if not typed or not folded.strip(" "):
            return Query(typed, typed, "", "empty", match=match)
        return Query(typed, typed, folded, "literal", match=match)
    pieces = list(islice(pieces_of(typed, filters, as_text), MAX_PIECES))
    tail = typed[pieces[-1].end :] if len(pieces) == MAX_PIECES else ""
    found = tuple(piece.filter for piece in pieces if piece.filter is not None)
    rest = [piece for piece in pieces if piece.filter is None]
    searched = without_pieces([piece for piece in pieces if piece.filter is not None], typed)
    folded = fold(searched).strip(" ")
    if not folded:
        return Query(typed, searched, folded, "empty", filters=found, match=match)
    one_run = not tail and " " not in folded and all(piece.kind in ("word", "open", "close") for piece in rest)
    if match == "auto" and one_run and is_literal(searched, folded):
        return Query(typed, searched, folded, "literal", filters=found, match=match)
    excluded, kept = _exclusions(rest)
    if match == "auto" and not tail and any(piece.kind in ("phrase", "prefix", "operator") for piece in kept):
        tree = _expression(kept)
        if tree is not None:
            unbounded = not needs_something(tree)
            return Query(typed, searched, folded, "operators", tree, (), excluded, found, 0, unbounded, match)
    clauses, dropped = _clauses(kept)
    dropped += len(terms(fold(tail)))
    kind: QueryKind = "words" if clauses else "literal"
    return Query(typed, searched, folded, kind, None, clauses, excluded, found, dropped, False, match)


def describe(query: Query) -> dict[str, Any]:
    """A readable account of how a query was understood, ready for JSON."""
    account: dict[str, Any] = {"kind": query.kind, "text": query.text}
    if query.tree is not None:
        account["tree"] = written(query.tree)
    if query.clauses:
        account["clauses"] = [written(clause) for clause in query.clauses]
    if query.excluded:
        account["excluded"] = [written(clause) for clause in query.excluded]
    if query.filters:
        account["filters"] = {item.typed: {"field": item.field, "value": item.value} for item in query.filters}
    if query.dropped_terms:
        account["dropped_terms"] = query.dropped_terms
    if query.only_negative:
        account["only_negative"] = True
    return account


def is_literal(text: str, folded: str) -> bool:
    """Whether one run without spaces is to be found as it stands, as part of anything."""
    ngrams = 0
    plain = True
    folded = folded[:LITERAL_LOOK]
    for before, char in zip(" " + folded, folded, strict=False):
        kind = kind_of(char)
        ngrams += kind == "ngram"
        punctuation = char == "_" or (kind == "separator" and (char < "\x80" or not _invisible().match(char)))
        if punctuation or (before.isdigit() != char.isdigit() and before.isalnum() and char.isalnum()):
            plain = False
        if ngrams > LITERAL_NGRAMS:
            return False
    if ngrams or not plain:
        return True
    return any(map(str.isupper, text[1:])) and any(map(str.islower, text))


_CONTROLS = re.compile("[\x00-\x20\x7f]+")


@lru_cache(maxsize=1)
def _invisible() -> re.Pattern[str]:
    """What has no form of its own; compiled when a query has such a letter."""
    return re.compile("[\xad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff\u20e3\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]")


def _exclusions(pieces: list[Piece]) -> tuple[tuple[Leaf, ...], list[Piece]]:
    """The leaves of the ``-word`` pieces and the pieces without them; none, if nothing else is asked for."""
    kept = [piece for piece in pieces if not piece.minus]
    if len(kept) == len(pieces) or not any(piece.kind in ("word", "phrase", "prefix") for piece in kept):
        return (), pieces
    minus = [piece for piece in pieces if piece.minus][:MAX_TERMS]
    found = (_leaf(piece._replace(text=piece.text.lstrip("-"))) for piece in minus)
    return tuple(dict.fromkeys(leaf for leaf in found if leaf is not None)), kept


# Leaves


def _leaf(piece: Piece, *, as_written: bool = False) -> Leaf | None:
    """The leaf that a piece means; nothing for one without letters, unless it counts ``as_written``."""
    folded = fold(piece.text).strip(" ")
    if piece.kind == "phrase" or (piece.kind == "prefix" and folded):
        return (Phrase if piece.kind == "phrase" else Prefix)(piece.text, folded) if folded else None
    found = list(runs(folded))
    if not found:
        return Phrase(piece.text, folded) if as_written and folded else None
    core = folded[found[0].start : found[-1].end]
    return (Word if len(found) == 1 else Phrase)(piece.text, core)


def _clauses(pieces: list[Piece]) -> tuple[tuple[Leaf, ...], int]:
    """The leaves of plain words, each once, up to ``MAX_TERMS`` terms, and how many terms were dropped."""
    clauses: dict[tuple[type, str], Leaf] = {}
    room = MAX_TERMS
    dropped = 0
    for piece in pieces:
        if room <= 0:
            dropped += len(terms(fold(piece.text)))
            continue
        for leaf in _plain_leaves(piece):
            if (type(leaf), leaf.folded) in clauses:
                continue
            size = len(query_terms(leaf.folded, last=True))
            if size > room:
                dropped += size - max(room, 0)
                if room <= 0:
                    continue
                leaf = _shortened(leaf, room)
            room -= size
            clauses[type(leaf), leaf.folded] = leaf
    return tuple(clauses.values()), dropped


def _plain_leaves(piece: Piece) -> Iterator[Leaf]:
    """Yields what a piece contributes to plain words: one leaf, or each run of a sentence without spaces."""
    leaf = _leaf(piece)
    if leaf is None:
        return
    if piece.kind == "word" and isinstance(leaf, Phrase):
        found = list(runs(leaf.folded))
        if sum(run.end - run.start for run in found if run.kind == "ngram") > LITERAL_NGRAMS:
            for run in found:
                text = leaf.folded[run.start : run.end]
                yield Word(text, text)
            return
    yield leaf


def _shortened(leaf: Leaf, room: int) -> Leaf:
    """The beginning of a leaf that has no more than ``room`` terms (room for one at least)."""
    end = 0
    for run in runs(leaf.folded):
        if room <= 0:
            break
        size = len(query_terms(leaf.folded[run.start : run.end], last=False))
        end = run.end
        if size > room:
            letters = room + 1 if run.kind == "ngram" else CHUNK_CHARS + CHUNK_STEP * (room - 1)
            end = min(run.start + letters, run.end)
        room -= size
    return type(leaf)(leaf.text, leaf.folded[:end])


# Expressions


def _expression(pieces: list[Piece]) -> Node | None:
    """The tree of an expression, or nothing where it makes no sense, is too deep or has too many terms."""
    if sum(piece.kind in ("word", "phrase", "prefix") for piece in pieces) > MAX_TERMS:
        return None
    builder = _Builder()
    for piece in pieces:
        if not builder.take(piece):
            return None
    tree = builder.finish()
    return None if tree is None or depth_of(tree) > MAX_DEPTH else tree


_BINDING = {"(": 0, "OR": 1, "AND": 2, "NOT": 3}


class _Builder:
    """Builds a tree from pieces by operator precedence, with stacks instead of recursion."""

    def __init__(self) -> None:
        self._operands: list[Node] = []
        self._operators: list[str] = []
        self._complete = False  # whether an operand has just ended

    def take(self, piece: Piece) -> bool:
        """Adds a piece; false when it cannot stand there."""
        if piece.kind == "close":
            return self._close()
        if piece.kind == "operator" and piece.text != "NOT":
            if not self._complete:
                return False
            self._push(piece.text)
            self._complete = False
            return True
        if self._complete:
            self._push("AND")
            self._complete = False
        if piece.kind == "open" or piece.kind == "operator":
            self._operators.append("(" if piece.kind == "open" else "NOT")
            return True
        leaf = _leaf(piece, as_written=True)
        if leaf is None:
            return False
        self._operands.append(leaf)
        self._complete = True
        return True

    def finish(self) -> Node | None:
        """The tree, or nothing when something is left open."""
        if not self._complete or "(" in self._operators:
            return None
        while self._operators:
            self._apply()
        return self._operands[0]

    def _push(self, operator: str) -> None:
        while self._operators and _BINDING[self._operators[-1]] >= _BINDING[operator]:
            self._apply()
        self._operators.append(operator)

    def _close(self) -> bool:
        if not self._complete:
            return False
        while self._operators and self._operators[-1] != "(":
            self._apply()
        if not self._operators:
            return False
        self._operators.pop()
        return True

    def _apply(self) -> None:
        operator = self._operators.pop()
        right = self._operands.pop()
        if operator == "NOT":
            self._operands.append(right.child if isinstance(right, Not) else Not(right))
            return
        kind = And if operator == "AND" else Or
        left = self._operands.pop()
        children = tuple(child for node in (left, right) for child in _members(node, kind))
        self._operands.append(kind(tuple(dict.fromkeys(children))))


def _members(node: Node, kind: type[And] | type[Or]) -> tuple[Node, ...]:
    return node.children if isinstance(node, kind) else (node,)
