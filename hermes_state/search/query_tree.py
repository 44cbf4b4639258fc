"""The tree of an expression: words, phrases and prefixes, joined by AND, OR and NOT."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class _Leaf:
    """What the leaves share; they are equal only to their own kind. (One dataclass costs a start less than three.)"""

    text: str
    folded: str


class Word(_Leaf):
    """One run of letters, or one emoji, standing as a whole word (of an n-gram script: anywhere)."""

    __slots__ = ()


class Phrase(_Leaf):
    """Terms that stand beside one another in this order, with the punctuation that was typed between them."""

    __slots__ = ()


class Prefix(_Leaf):
    """The beginning of a word; ``text`` and ``folded`` are without the star."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Joint:
    """What the joints share; they are equal only to their own kind."""

    children: tuple[Node, ...]


class And(_Joint):
    """All of the children hold for the message."""

    __slots__ = ()


class Or(_Joint):
    """At least one of the children holds for the message."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Not:
    """The child does not hold for the message."""

    child: Node


Leaf: TypeAlias = Word | Phrase | Prefix
Node: TypeAlias = Leaf | And | Or | Not


def leaves(node: Node) -> Iterator[Leaf]:
    """Yields the words, phrases and prefixes that an expression asks for, not those that it excludes."""
    if isinstance(node, And | Or):
        for child in node.children:
            yield from leaves(child)
    elif not isinstance(node, Not):
        yield node


def depth_of(tree: Node) -> int:
    """How many levels a tree has, counted level by level."""
    level: list[Node] = [tree]
    depth = 0
    while level:
        depth += 1
        level = [child for node in level for child in _children(node)]
    return depth


def needs_something(node: Node) -> bool:
    """Whether only messages that hold one of the leaves can satisfy a tree."""
    if isinstance(node, And):
        return any(map(needs_something, node.children))
    if isinstance(node, Or):
        return all(map(needs_something, node.children))
    return not isinstance(node, Not)


def written(node: Node) -> str:
    """A node as it could have been typed."""
    if isinstance(node, And | Or):
        word = " AND " if isinstance(node, And) else " OR "
        return f"({word.join(map(written, node.children))})"
    if isinstance(node, Not):
        return f"NOT {written(node.child)}"
    if isinstance(node, Phrase):
        return f'"{node.folded}"'
    return f"{node.folded}*" if isinstance(node, Prefix) else node.folded


def _children(node: Node) -> tuple[Node, ...]:
    if isinstance(node, And | Or):
        return node.children
    return (node.child,) if isinstance(node, Not) else ()
