"""FTS5 expressions, made from the parsed query alone; what a user typed never reaches FTS5 as syntax."""

from __future__ import annotations

from collections.abc import Iterable

from hermes_state.search.analysis import CHUNK_CHARS, Probe, kind_of, probe
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or, Prefix
from hermes_state.store import dictionary
from hermes_state.store.connection import Connection

NOTHING = '"' + "0" * (CHUNK_CHARS + 1) + '"'
"""An expression that holds for nothing: no term is that long."""

MAX_PARTS = 64
"""Terms of one literal or phrase that are asked for; the text is verified whole anyway."""


def quoted(term: str, *, prefix: bool = False) -> str:
    """A term as FTS5 takes it, never as syntax."""
    return '"' + term.replace('"', '""') + ('"*' if prefix else '"')


def probe_expression(
    connection: Connection, wanted: Probe, max_expansion: int = dictionary.MAX_EXPANSION
) -> str | None:
    """What every sealed message holds that contains the needle; ``None`` when the index can say nothing of it."""
    parts = [quoted(term) for term in wanted.terms[:MAX_PARTS]]
    parts += [quoted(start, prefix=True) for start in (*wanted.prefixes, *wanted.starts)]
    for pieces, look_up in ((wanted.ends, dictionary.ending), (wanted.inside, dictionary.containing)):
        for piece in pieces:
            found = look_up(connection, piece, max_expansion)
            if found is None:
                continue  # too many terms hold it: it tells too little, and the rest or a scan decides
            if not found:
                return NOTHING
            parts.append(any_of(found))
    return " AND ".join(parts) if parts else None


def any_of(terms: Iterable[str]) -> str:
    """An expression for any of the terms."""
    return "(" + " OR ".join(quoted(term) for term in terms) + ")"


def leaf_probe(leaf: Leaf) -> Probe:
    """What every text holds in which a word, phrase or prefix stands: at its edges words are whole."""
    folded = leaf.folded
    if not folded:
        return probe(folded)
    whole_end = not isinstance(leaf, Prefix) and kind_of(folded[-1]) == "word"
    return probe(" " + folded + (" " if whole_end else ""))


def tree_expression(connection: Connection, tree: Node) -> str | None:
    """What every text holds for which an expression is true, exclusions left out; ``None``: the index cannot say."""
    if isinstance(tree, And):
        parts = [tree_expression(connection, child) for child in tree.children if not isinstance(child, Not)]
        known = [f"({part})" for part in parts if part is not None]
        return " AND ".join(known) or None
    if isinstance(tree, Or):
        parts = [tree_expression(connection, child) for child in tree.children]
        if any(part is None for part in parts):
            return None
        return " OR ".join(f"({part})" for part in parts)
    if isinstance(tree, Not):
        return None
    return probe_expression(connection, leaf_probe(tree))
