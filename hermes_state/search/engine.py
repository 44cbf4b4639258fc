"""Runs a search: which kind of query asks what, in which order, and what stands in when it finds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from hermes_state.search import titles as title_search
from hermes_state.search.analysis import fold, is_ngram_term, terms
from hermes_state.search.evaluate import evaluate, needles
from hermes_state.search.exact import (
    AUTOMATION_SOURCES,
    ExactSearch,
    LiteralMatcher,
    Match,
    Matcher,
    SortKey,
    TreeMatcher,
    exact_conversations,
    exact_messages,
)
from hermes_state.search.query import Query
from hermes_state.search.query_tree import And, Leaf, Node, Not, Phrase, Word, leaves
from hermes_state.search.ranked import NEEDED_SHARE, RankedSearch, Scored
from hermes_state.search.routes import ScanBudget, loose, scan
from hermes_state.search.scope import DEFAULT_ROLES, SEARCH_ROLES, Scope
from hermes_state.search.titles import TitleHit
from hermes_state.search.units import Unit, Vocabulary, expanded, literal_leaves, units_of
from hermes_state.store import index
from hermes_state.store.reading import Reader

FALLBACK_SHARE = 0.6
"""How much of a literal of an n-gram script that stands nowhere must be found of it as pairs of letters."""

WHOLE_SHARE = 1.0
"""Of any other literal every part must be found, if only nearly so."""

TITLE_ONLY_SCORE = 0.75
TITLE_STRENGTH = 0.05
"""What it adds that a query is the beginning (twice) or the whole (thrice) of a title, not just in it (once)."""

_PIECES = re.compile(r"[^\W\d_]+|\d+")


@dataclass(slots=True)
class Item:
    """One answer: a conversation or a message, before it is read for showing."""

    root: int
    match: Match | None
    title: TitleHit | None
    count: int
    rung: str
    score: float
    needles: Sequence[str]
    held: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    copies: tuple[int, ...] = ()
    is_keyed: bool = False
    """Whether the next page can go on from the sort key of its message."""

    @property
    def at(self) -> float:
        """The time by which it is sorted: the message's, or the start of the session whose title answers."""
        if self.match is not None:
            return self.match.candidate.at
        return self.title.at if self.title is not None else 0.0


@dataclass(slots=True)
class Engine:
    """One query in one scope. ``default_roles``: the dialog and titles, then tool output when these have little.

    ``as_asked`` leaves out what stands in for words that were not found: parts of words, close spellings.
    """

    reader: Reader
    query: Query
    scope: Scope
    default_roles: bool
    with_titles: bool
    sort: str
    as_asked: bool = False
    notes: list[str] = field(default_factory=list)
    budget: ScanBudget = field(default_factory=ScanBudget)
    scanned: bool = False
    account: dict[str, object] = field(default_factory=dict)
    _demoted: set[int] | None = None
    _others: frozenset[str] | None = None
    _loose: list[str] | None = None
    _usable: bool | None = None

    # What others ask

    def conversations(self, wanted: int) -> list[Item]:
        """The best ``wanted`` conversations (or all there are), in order."""
        if self.query.kind == "empty" or self.query.only_negative:
            return []
        if self.query.kind == "literal":
            return self._literal(wanted)
        matcher = self._exact_matcher()
        if matcher is not None:
            return self._exact(matcher, wanted, self._exact_rung())
        if self.query.excluded and (found := self._exact(self._as_typed(), wanted, "literal")):
            return found
        return self._words(wanted)

    def messages(self, wanted: int, after: SortKey | None) -> list[Item]:
        """The best ``wanted`` messages, in order, from behind the sort key ``after`` where the query is exact."""
        if self.query.kind == "empty" or self.query.only_negative:
            return []
        scope = self._all_roles() if self.default_roles else self.scope
        if self.query.excluded and self.query.kind == "words":
            as_typed = self._messages_of(self._as_typed(), scope, wanted, after, "literal")
            if as_typed:
                return as_typed
        matcher = self._exact_matcher()
        if matcher is None:
            return self._ranked_messages(self.query.clauses, scope, wanted, NEEDED_SHARE)
        rung = "literal" if self.query.kind == "literal" else self._exact_rung()
        found = self._messages_of(matcher, scope, wanted, after, rung)
        if found or after is not None or not self._may_stand_in:
            return found
        return self._messages_standing_in(scope, wanted)

    @property
    def _may_stand_in(self) -> bool:
        """Whether something else may be shown for a literal that stands nowhere."""
        return self.query.kind == "literal" and self.query.match == "auto" and not self.as_asked

    # Exact queries

    def _exact_matcher(self) -> Matcher | None:
        if self.query.kind == "operators" and self.query.tree is not None:
            return TreeMatcher(without(self.query.tree, self.query.excluded))
        return self._as_typed() if self.query.kind == "literal" else None

    def _as_typed(self) -> LiteralMatcher:
        return LiteralMatcher(self.query.folded)

    def _exact_rung(self) -> str:
        kinds = {type(leaf) for leaf in leaves(self.query.tree)} if self.query.tree is not None else set()
        return "phrase" if kinds == {Phrase} else "words"

    def _messages_of(self, matcher: Matcher, scope: Scope, wanted: int, after: SortKey | None, rung: str) -> list[Item]:
        search = self._exact_search(matcher, scope)
        marks = self._marks(matcher)
        found = islice(exact_messages(search, self.sort, after), wanted)
        items = [
            Item(one.candidate.root, one, None, 1, rung, 1.0, marks, (self.query.text,), is_keyed=True) for one in found
        ]
        self._note_scan(search)
        return items

    def _exact_search(self, matcher: Matcher, scope: Scope) -> ExactSearch:
        return ExactSearch(self.reader, scope, matcher, self.usable_index, self.budget)

    def _note_scan(self, search: ExactSearch) -> None:
        self.scanned = self.scanned or search.scanned
        self._count("messages_verified", search.verified)

    def _exact(self, matcher: Matcher, wanted: int, rung: str) -> list[Item]:
        """The conversations for which a literal or an expression holds: by title or id first, then by phases."""
        items: dict[int, Item] = {}
        for item in self._title_items(matcher, rung):
            items.setdefault(item.root, item)
        for scope in self._phases():
            by_time = self.sort != "relevance" and scope is self.scope  # titles may be older than any message
            if len(items) >= wanted and not by_time:
                break
            scope = replace(scope, without_roots=(*scope.without_roots, *items))
            for item in self._exact_items(matcher, scope, wanted if by_time else wanted - len(items), rung):
                items.setdefault(item.root, item)
        found = list(items.values()) if self.sort == "relevance" else self._sorted(items.values())
        return found[:wanted]

    def _exact_items(self, matcher: Matcher, scope: Scope, wanted: int, rung: str) -> Iterator[Item]:
        search = self._exact_search(matcher, scope)
        marks = self._marks(matcher)
        for one in islice(exact_conversations(search, self.sort, self.demoted), wanted):
            yield Item(one.root, one.best, None, one.count, rung, one.score, marks, (self.query.text,))
        self._note_scan(search)

    def _title_items(self, matcher: Matcher, rung: str) -> list[Item]:
        """The conversations whose title or id answers, each with its best message where one answers too."""
        if not self.with_titles:
            return []
        hits = self._title_hits(matcher)
        if not hits:
            return []
        roots = tuple(dict.fromkeys(hit.root for hit in hits))
        scope = replace(self._all_roles() if self.default_roles else self.scope, only_roots=roots)
        inside = {item.root: item for item in self._exact_items(matcher, scope, len(roots), rung)}
        items: dict[int, Item] = {}
        for hit in hits:
            score = 1.0 + hit.strength
            message = inside.get(hit.root)
            if message is not None and hit.root not in items:
                items[hit.root] = replace(message, score=score)
            elif hit.root not in items:
                items[hit.root] = Item(hit.root, None, hit, 1, rung, score, self._marks(matcher), (self.query.text,))
        return list(items.values())

    def _title_hits(self, matcher: Matcher) -> list[TitleHit]:
        connection = self.reader.connection
        if isinstance(matcher, TreeMatcher):
            pieces = [leaf.folded for leaf in leaves(matcher.tree)]
            return title_search.titles_holding(
                connection,
                self.scope,
                pieces,
                lambda title: evaluate(matcher.tree, [title]),
                whole="",
                usable_index=self.usable_index,
            )
        needle = self.query.folded
        hits = title_search.sessions_by_id(connection, self.scope, self.query.text)
        return hits + title_search.titles_holding(
            connection,
            self.scope,
            [needle],
            lambda title: needle in title,
            whole=needle,
            usable_index=self.usable_index,
        )

    def _marks(self, matcher: Matcher) -> list[str]:
        if isinstance(matcher, LiteralMatcher):
            return [matcher.needle]
        return needles(self.query) if self.query.tree is not None else [self.query.folded]

    # Literals, and what stands in for one that stands nowhere

    def _literal(self, wanted: int) -> list[Item]:
        found = self._exact(self._as_typed(), wanted, "literal")
        if found or not self._may_stand_in:
            return found
        if self.scope.shown_roots:
            return self._stand_in(wanted)
        found = self._stand_in(wanted)
        if found:
            self.notes.append(f"{self.query.text!r} stands nowhere as typed; these come close")
        return found

    def _stand_in(self, wanted: int) -> list[Item]:
        """Punctuation left out; letters of an n-gram script as plain words; parts of longer words, close spellings."""
        items: dict[int, Item] = {}
        if self.with_titles:
            for hit in title_search.titles_without_punctuation(self.reader.connection, self.scope, self.query.folded):
                items.setdefault(hit.root, Item(hit.root, None, hit, 1, "part", 1.0, [self.query.folded]))
        for matcher in self._without_punctuation():
            if items:
                break
            for item in self._exact(matcher, wanted, "part"):
                items.setdefault(item.root, item)
        if items:
            return list(items.values())[:wanted]
        if self._is_ngram:
            return self._ranked(literal_leaves(self.query), wanted, FALLBACK_SHARE)
        if not self._has_letters:
            return []
        return _in_order(self._expanded(literal_leaves(self.query), wanted, WHOLE_SHARE))

    def _messages_standing_in(self, scope: Scope, wanted: int) -> list[Item]:
        """The same for messages by themselves."""
        for matcher in self._without_punctuation():
            found = self._messages_of(matcher, scope, wanted, None, "part")
            if found:
                return [replace(item, is_keyed=False) for item in found]
        leaves_ = literal_leaves(self.query)
        if self._is_ngram:
            return self._ranked_messages(leaves_, scope, wanted, FALLBACK_SHARE)
        if not self._has_letters:
            return []
        return _in_order(self._scored_messages(self._expanded_units(leaves_, scope), scope, wanted, WHOLE_SHARE))

    @property
    def _is_ngram(self) -> bool:
        return any(is_ngram_term(leaf.folded) for leaf in literal_leaves(self.query))

    @property
    def _has_letters(self) -> bool:
        """Whether a literal has a close spelling at all: another number does not come close."""
        return any(map(str.isalpha, self.query.folded))

    def _without_punctuation(self) -> Iterator[Matcher]:
        folded = self.query.folded
        joined = title_search.squeezed(folded)
        pieces = _PIECES.findall(folded)
        if joined and joined != folded and len(joined) > 2:
            if len(pieces) == 1:
                yield TreeMatcher(Word(joined, joined))
            yield LiteralMatcher(joined)
        if len(pieces) > 1 and joined.isascii():
            apart = " ".join(pieces)
            yield TreeMatcher(Phrase(apart, apart))

    # Plain words

    def _words(self, wanted: int) -> list[Item]:
        clauses = self.query.clauses
        items = self._ranked(clauses, wanted, NEEDED_SHARE)
        if len(items) < wanted and not self.scope.shown_roots:
            ids = self._ids_first(items)
            items = ids + [item for item in items if item.root not in {one.root for one in ids}]
        if len(items) < wanted and not self.as_asked:
            found = {item.root for item in items}
            more = self._expanded(clauses, wanted - len(items), NEEDED_SHARE, found)
            items.extend(item for item in more if item.root not in found)
        return items[:wanted]

    def _ids_first(self, items: Sequence[Item]) -> list[Item]:
        """The conversations whose id a one-word query names."""
        if not self.with_titles or " " in self.query.text or self.query.match != "auto":
            return []
        hits = title_search.sessions_by_id(self.reader.connection, self.scope, self.query.text)
        known = {item.root: item for item in items}
        return [
            known.get(hit.root) or Item(hit.root, None, hit, 1, "literal", 1.0, [self.query.folded], (self.query.text,))
            for hit in {hit.root: hit for hit in reversed(hits)}.values()
        ]

    def _ranked(self, asked: Sequence[Leaf], wanted: int, share: float) -> list[Item]:
        items: dict[int, Item] = {}
        for scope in self._phases():
            if len(items) >= wanted:
                break
            units = self._units(asked, scope)
            for item in self._ranked_items(units, scope, tuple(items), wanted - len(items), share):
                items.setdefault(item.root, item)
        return list(items.values()) if self.sort == "relevance" else self._sorted(items.values())

    def _expanded(self, asked: Sequence[Leaf], wanted: int, share: float, found: Iterable[int] = ()) -> list[Item]:
        """What longer words and close spellings add, in all default roles at once."""
        scope = self._all_roles() if self.default_roles else self.scope
        units = self._expanded_units(asked, scope)
        if all(unit.rung is None for unit in units):
            return []
        return self._ranked_items(units, scope, tuple(found), wanted, share * 0.9)

    def _units(self, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
        usable = self.usable_index
        return units_of(self.reader.connection, asked, scope.tables, usable_index=usable, occurs=self._occurs_loosely)

    def _occurs_loosely(self, piece: str) -> bool:
        """Whether a folded piece stands in loose text."""
        if self._loose is None:
            everywhere = Scope(roles=SEARCH_ROLES, include_hidden=True)
            self._loose = [text for _, texts in loose(self.reader, everywhere) for _, text in texts]
        return any(piece in text for text in self._loose)

    def _expanded_units(self, asked: Sequence[Leaf], scope: Scope) -> list[Unit]:
        connection = self.reader.connection
        plain = self._units(asked, scope)
        known = connection if self.usable_index else None
        vocabulary = Vocabulary(known, scope.tables, self._other_terms(asked), self._occurs_loosely)
        return [expanded(vocabulary, unit) or unit for unit in plain]

    def _other_terms(self, asked: Sequence[Leaf]) -> frozenset[str]:
        """The words of texts that the dictionary does not hold (loose ones, or all while it may not be asked), and
        of titles that hold one of the words asked for."""
        if self._others is None:
            found: set[str] = set()
            everywhere = Scope(roles=SEARCH_ROLES, include_hidden=True)
            texts = loose(self.reader, everywhere) if self.usable_index else scan(self.reader, everywhere, self.budget)
            for _, folded in texts:
                for _, text in folded:
                    found.update(terms(text))
            if self.with_titles:
                pieces = [leaf.folded for leaf in asked]
                for hit in title_search.titles_holding(
                    self.reader.connection,
                    self.scope,
                    pieces,
                    lambda title: any(piece in title for piece in pieces),
                    whole="",
                    usable_index=self.usable_index,
                ):
                    found.update(terms(fold(hit.text)))
            self._others = frozenset(term for term in found if term.isascii() or not is_ngram_term(term))
        return self._others

    def _ranked_items(
        self, units: Sequence[Unit], scope: Scope, found: Sequence[int], wanted: int, share: float
    ) -> list[Item]:
        scope = replace(scope, without_roots=(*scope.without_roots, *found))
        title_bits: dict[int, int] = {}
        title_hits: list[TitleHit] = []
        if self.with_titles:
            title_bits, title_hits = title_search.unit_titles(
                self.reader.connection, scope, units, whole=self.query.folded, usable_index=self.usable_index
            )
        search = RankedSearch(
            self.reader,
            scope,
            units,
            self.usable_index,
            title_bits,
            self.demoted,
            self.sort,
            share,
            self.query.excluded,
            self.budget,
        )
        items = []
        for one in search.conversations(wanted):
            held, missing = _labels(units, one.held)
            marks = [needle for unit in units if unit.weight > 0 for needle in unit.needles()]
            items.append(Item(one.root, one.best, None, one.count, one.rung, one.score, marks, held, missing))
        known = {item.root for item in items}
        items += self._title_only(units, title_bits, title_hits, known, search.total, share)
        self.scanned = self.scanned or not self.usable_index
        self._count("messages_read", search.looked_at)
        return self._sorted(items)[:wanted]

    def _title_only(
        self,
        units: Sequence[Unit],
        bits: dict[int, int],
        hits: Sequence[TitleHit],
        known: set[int],
        total: float,
        share: float,
    ) -> Iterator[Item]:
        by_root = {hit.root: hit for hit in reversed(hits)}
        for root, held in bits.items():
            weight = sum(unit.weight for number, unit in enumerate(units) if held >> number & 1) / total
            if root not in known and weight >= share - 1e-9:
                found, missing = _labels(units, held)
                marks = [needle for unit in units for needle in unit.needles()]
                rung = "any" if missing else "words"
                score = TITLE_ONLY_SCORE * weight + TITLE_STRENGTH * by_root[root].strength
                yield Item(root, None, by_root[root], 1, rung, score, marks, found, missing)

    def _ranked_messages(self, asked: Sequence[Leaf], scope: Scope, wanted: int, share: float) -> list[Item]:
        units = self._units(asked, scope)
        found = self._scored_messages(units, scope, wanted, share)
        if found or self.as_asked:
            return found
        return self._scored_messages(self._expanded_units(asked, scope), scope, wanted, share * 0.9)

    def _scored_messages(self, units: Sequence[Unit], scope: Scope, wanted: int, share: float) -> list[Item]:
        search = RankedSearch(
            self.reader,
            scope,
            units,
            self.usable_index,
            {},
            self.demoted,
            self.sort,
            share,
            self.query.excluded,
            self.budget,
        )
        marks = [needle for unit in units if unit.weight > 0 for needle in unit.needles()]
        items = []
        for one in search.messages(wanted):
            held, missing = _labels(units, one.held)
            rung = search.rung_of(one)
            items.append(Item(one.candidate.root, one, None, 1, rung, one.score, marks, held, missing, one.copies))
        self.scanned = self.scanned or not self.usable_index
        self._count("messages_read", search.looked_at)
        return items

    # Shared

    def _phases(self) -> list[Scope]:
        """The scopes to look at one after the other: named roles are strict, the default goes on to tool output."""
        if not self.default_roles:
            return [self.scope]
        return [self.scope, self._all_roles()]

    def _all_roles(self) -> Scope:
        return replace(self.scope, roles=(*DEFAULT_ROLES, "tool"))

    def _sorted(self, items: Iterable[Item]) -> list[Item]:
        """Items of several sources by time where that was asked for; by relevance they are put together in order."""
        if self.sort == "relevance":
            return sorted(items, key=lambda item: -round(item.score, 9))
        sign = 1 if self.sort == "oldest" else -1
        return sorted(items, key=lambda item: sign * item.at)

    @property
    def usable_index(self) -> bool:
        """Whether the index may be asked."""
        if self._usable is None:
            self._usable = index.is_usable(self.reader.connection)
        return self._usable

    @property
    def demoted(self) -> set[int]:
        """The conversations of automatic runs."""
        if self._demoted is None:
            marks = ", ".join("?" * len(AUTOMATION_SOURCES))
            sql = f"SELECT root_key FROM session WHERE source IN ({marks})"
            self._demoted = {row[0] for row in self.reader.connection.rows(sql, AUTOMATION_SOURCES)}
        return self._demoted

    def _count(self, what: str, number: int) -> None:
        self.account[what] = int(str(self.account.get(what, 0))) + number


def _in_order(items: Sequence[Item]) -> list[Item]:
    """Those of what stands in for a literal in which its words stand one after the other."""
    return [
        item
        for item in items
        if isinstance(item.match, Scored) and (item.match.phrase or len(item.held) + len(item.missing) == 1)
    ]


def without(tree: Node, excluded: Sequence[Leaf]) -> Node:
    """An expression with what ``-word`` excludes."""
    return And((tree, *map(Not, excluded))) if excluded else tree


def _labels(units: Sequence[Unit], held: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words as typed that were found, and those that were not (stop words are neither)."""
    found = [unit.label for number, unit in enumerate(units) if held >> number & 1]
    missing = [unit.label for number, unit in enumerate(units) if unit.weight > 0 and not held >> number & 1]
    return tuple(dict.fromkeys(found)), tuple(label for label in dict.fromkeys(missing) if label not in found)
