"""Laws of queries: any text parses, evaluation agrees with a plain reading, and with what the index proposes."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from hermes_state.search.analysis import fold, query_terms, terms
from hermes_state.search.evaluate import evaluate, find_spans
from hermes_state.search.query import describe, parse
from hermes_state.search.query_tree import And, Leaf, Node, Not, Or, Phrase, Prefix, Word, leaves

PIECES = (
    "AND", "OR", "NOT", "(", ")", '"', "“", "”", "*", "-", "--", " ", " ", " ", "role:", "user:x",
    'title:"a b"', "foo", "bar", "a", "b", "PTYBridge", "gateway/run.py", "大别山", "终端", "脚", "🎉",
    "👩\u200d🚀", "한국", "ทะเล", "it's", "?!", "\x00", "\ud800", "x" * 600, "é", "が", "1842", ":", "//",
    "\n", "\u3000", "_",
)  # fmt: skip
queries = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
anything = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
texts = st.lists(
    st.sampled_from(
        ["foo", "bar", "a", "b", " ", " ", "-", ". ", "大别山", "别", "终端", "🎉", "한국", "_", "é", "run.py", "\n"]
    ),
    max_size=20,
).map("".join)


@given(st.one_of(queries, anything), st.sampled_from(["auto", "literal", "words"]))
@example('role:" role:AND"', "auto")
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_query_and_can_be_described(text, match):
    query = parse(text, match=match)
    describe(query)
    plain = query.without_filters()
    assert not plain.filters
    assert (query.kind == "operators") == (query.tree is not None)
    assert (query.kind == "words") == bool(query.clauses)
    assert (query.kind == "empty") == (not query.folded)
    if match == "literal" and query.kind == "literal":
        assert query.folded == fold(text)
    else:
        assert query.folded == fold(query.text).strip(" ")
    if query.kind in ("operators", "words"):
        assert query.tree is None or all(leaf.folded for leaf in leaves(query.tree))
        assert all(terms(clause.folded) for clause in query.clauses)


def naive(node: Node, message: list[str]) -> bool:
    """The meaning of the connectives, spelt out."""
    if isinstance(node, And | Or):
        held = sum(naive(child, message) for child in node.children)
        return held == len(node.children) if isinstance(node, And) else held > 0
    if isinstance(node, Not):
        return not naive(node.child, message)
    return any(find_spans(node, text) for text in message)


@given(queries, st.lists(texts, max_size=3))
@settings(max_examples=200, deadline=None)
def test_evaluation_agrees_with_the_places_found(query_text, message):
    tree = parse(query_text).tree
    if tree is not None:
        folded = [fold(text) for text in message]
        assert evaluate(tree, folded) == naive(tree, folded)


def proposed(leaf: Leaf, text: str) -> bool:
    """Whether the index, asked for all terms of a leaf, proposes the text."""
    have = set(terms(text))
    wanted = query_terms(leaf.folded, last=True)
    if isinstance(leaf, Prefix):
        wanted = [*wanted[:-1], (wanted[-1][0], True)]
    return all(any(t.startswith(term) for t in have) if prefix else term in have for term, prefix in wanted)


@given(st.one_of(texts, anything), st.data())
@settings(max_examples=200, deadline=None)
def test_whatever_satisfies_a_leaf_is_proposed_by_its_terms(text, data):
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded)))
    needle = fold(folded[start : start + data.draw(st.integers(1, 12))]).strip(" ")
    if not needle:
        return
    leaf: Leaf = Phrase(needle, needle)
    if terms(needle):
        kind = data.draw(st.sampled_from([Phrase, Prefix]))
        leaf = kind(needle, needle)
    if evaluate(leaf, [folded]):
        assert proposed(leaf, folded)


@given(st.lists(st.sampled_from(["foo", "bar", "大别山", "🎉", "é"]), min_size=1, max_size=6), st.data())
@settings(max_examples=200, deadline=None)
def test_a_phrase_of_words_is_found_whatever_separators_stand_between(words, data):
    text = ""
    for word in words:
        text += word + data.draw(st.sampled_from([" ", "  \n", "-", ", ", " … "]))
    phrase = fold(" ".join(words))
    assert evaluate(Phrase(phrase, phrase), [fold(text)])
    assert all(evaluate(Word(word, fold(word)), [fold(text)]) for word in words)


@given(st.one_of(texts, anything), queries)
@settings(max_examples=200, deadline=None)
def test_places_are_sorted_and_lie_in_the_text(text, query_text):
    query = parse(query_text)
    folded = fold(text)
    nodes = [query.tree] if query.tree is not None else list(query.clauses)
    for node in nodes:
        spans = find_spans(node, folded)
        assert spans == sorted(spans)
        assert all(0 <= start < end <= len(folded) for start, end in spans)
