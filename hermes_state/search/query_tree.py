"""The tree of an expression: words, phrases and prefixes, joined by AND, OR and NOT."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias


class _Node:
    """What the nodes share: they are equal only to their own kind, and not to be changed.

    Written out, since every search makes these classes: as dataclasses they take 1.5 ms of its start.
    """

    __slots__ = ()

    def _parts(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ()))

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, _Node) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((type(self), self._parts()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._parts()))})"


class _Leaf(_Node):
    __slots__ = ("text", "folded")  # noqa: RUF023 - the order of the arguments

    def __init__(self, text: str, folded: str) -> None:
        self.text = text
        self.folded = folded


class Word(_Leaf):
    """One run of letters, or one emoji, standing as a whole word (of an n-gram script: anywhere)."""

    __slots__ = ()


class Phrase(_Leaf):
    """Terms that stand beside one another in this order, with the punctuation that was typed between them."""

    __slots__ = ()


class Prefix(_Leaf):
    """The beginning of a word; ``text`` and ``folded`` are without the star."""

    __slots__ = ()


class _Joint(_Node):
    __slots__ = ("children",)

    def __init__(self, children: tuple[Node, ...]) -> None:
        self.children = children


class And(_Joint):
    """All of the children hold for the message."""

    __slots__ = ()


class Or(_Joint):
    """At least one of the children holds for the message."""

    __slots__ = ()


class Not(_Node):
    """The child does not hold for the message."""

    __slots__ = ("child",)

    def __init__(self, child: Node) -> None:
        self.child = child


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


def excludes(node: Node) -> bool:
    """Whether a tree excludes anything."""
    return isinstance(node, Not) or any(map(excludes, _children(node)))


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
