"""What literals and expressions ask of the texts of one message, and of the indexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hermes_state.search.analysis import is_inert, joins
from hermes_state.search.evaluate import ascii_expression, evaluate, find_spans, first_piece
from hermes_state.search.expressions import Proposal, literal_proposal, root_proposal
from hermes_state.search.query_tree import Node, excludes, leaves, needs_something
from hermes_state.store.connection import Connection
from hermes_state.store.dictionary import MAX_WIDE_EXPANSION


class Matcher(Protocol):
    """What is asked of the texts of one message."""

    def holds(self, texts: Sequence[str]) -> bool:
        """Whether these folded texts of one message answer."""
        ...

    def weight(self, text: str) -> int:
        """How much of the answer stands in one folded text (0: nothing): which text to show."""
        ...

    def may_hold(self, text: str) -> bool:
        """A quick look at a text not folded yet: false when nothing of the answer stands in it."""
        ...

    def surely_holds(self, text: str) -> bool:
        """A quick look at a text not folded yet: true only when it answers by itself."""
        ...

    def pieces(self) -> list[str] | None:
        """Folded pieces of which one stands in every message that answers; ``None``: there are none such."""
        ...

    def proposal(self, connection: Connection, index: str) -> Proposal | None:
        """What an index is asked for the messages that answer; ``None``: it tells too little."""
        ...

    def wide_proposal(self, connection: Connection, index: str) -> Proposal | None:
        """One that costs more, for when there is no other; ``None``: only a scan can tell."""
        ...


class LiteralMatcher:
    """``fold(query) in fold(text)``."""

    def __init__(self, needle: str) -> None:
        self.needle = needle
        self._ascii = needle.isascii()
        self._pieces = [piece for piece in needle.split(" ") if piece]
        self._inert = " " not in needle and is_inert(needle)

    def holds(self, texts: Sequence[str]) -> bool:
        return any(self.needle in text for text in texts)

    def weight(self, text: str) -> int:
        return text.count(self.needle)

    def may_hold(self, text: str) -> bool:
        """Folding changes no ASCII text but for capitals and white space."""
        if not text.isascii():
            return True
        if not self._ascii:
            return False
        lowered = text.lower()
        return all(piece in lowered for piece in self._pieces)

    def surely_holds(self, text: str) -> bool:
        """Letters that folding leaves alone stand in the folded text where no mark or letter joins them."""
        if not self._inert:
            return False
        if self._ascii:
            return self.needle in text.lower()
        at = text.find(self.needle)
        while at >= 0:
            end = at + len(self.needle)
            if end == len(text) or not joins(text[end]):
                return True
            at = text.find(self.needle, end)
        return False

    def pieces(self) -> list[str] | None:
        return [self.needle]

    def proposal(self, connection: Connection, index: str) -> Proposal | None:
        return literal_proposal(connection, self.needle, index)

    def wide_proposal(self, connection: Connection, index: str) -> Proposal | None:
        return literal_proposal(connection, self.needle, index, MAX_WIDE_EXPANSION)


class TreeMatcher:
    """A boolean expression, evaluated on the message as written."""

    def __init__(self, tree: Node) -> None:
        self.tree = tree
        self._leaves = list(leaves(tree)) if needs_something(tree) else None
        self._excludes = excludes(tree)

    def holds(self, texts: Sequence[str]) -> bool:
        return evaluate(self.tree, texts)

    def weight(self, text: str) -> int:
        return sum(bool(find_spans(leaf, text, limit=1)) for leaf in leaves(self.tree))

    def may_hold(self, text: str) -> bool:
        """Whether one of the leaves may stand in the text; a text of ASCII is not folded for it.

        A text of the message in which only what is excluded stands must be looked at.
        """
        if self._leaves is None or self._excludes or not text.isascii():
            return True
        lowered = text.lower()
        expressions = map(ascii_expression, self._leaves)
        return any(one is not None and one.search(lowered) is not None for one in expressions)

    def surely_holds(self, text: str) -> bool:
        return False

    def pieces(self) -> list[str] | None:
        return None if self._leaves is None else [first_piece(leaf) for leaf in self._leaves]

    def proposal(self, connection: Connection, index: str) -> Proposal | None:
        return root_proposal(connection, self.tree, index)

    def wide_proposal(self, connection: Connection, index: str) -> Proposal | None:
        return None  # its leaves are whole words or their beginnings: nothing is expanded
