"""How rare the units of a query are, and so how much each weighs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import TYPE_CHECKING

from hermes_state.search.expressions import Proposal, quoted
from hermes_state.search.weights import WEIGHTS
from hermes_state.store.connection import Connection

if TYPE_CHECKING:
    from hermes_state.search.units import Unit

SMALL_ARCHIVE_MESSAGES = 100
"""Below this all terms count alike for how much of a query was found: frequencies say little yet."""

RARE = 400
"""A word that stands in one message of so many is rare: what occurs nowhere weighs as much at least."""

UNCOUNTED_SHARE = 50
"""What is not counted (a beginning of words, say) is taken to stand in one message of so many."""

MAX_COUNTED = 2_000
"""Messages with a term that are counted, newest first."""

STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been but by can could d did do does doing for from get "
    "had has have he her here him his how i if in into is it its just like ll m me more my no not of on or our out re "
    "s she so some such t than that the their them then there these they this to up us ve was we were what when where "
    "which who why will with would you your".split()
)
"""English words that carry no topic, and what an apostrophe leaves of them; in a query of nothing else they count."""

PARTICLES = frozenset("的了是在和与或及把被让从到对给就也都还很太更最不没有我你他她它这那之其于以而但若则个什吗呢吧啊")
"""Chinese characters that carry no topic by themselves."""

ASKING_WORDS = frozenset(
    "ask asked aspects bring brought conversation conversations different discuss discussed discussion discussions "
    "first help items know last list mention mentioned mentions order please recall recommend recommended remember "
    "remind said say says suggest suggested summarize summary talk talked talking tell throughout through time told "
    "various walk".split()
)
"""English words with which one asks for a conversation, whatever its topic."""

STOP_PAIRS = frozenset(
    "什么 为什 怎么 么样 如何 我们 你们 他们 们的 这个 那个 一个 哪个 哪里 可以 没有 是不 不是 的时 时候 "
    "因为 所以 但是 如果 还是 或者 以及 什麼 為什 怎麼 麼樣 我們 這個 那個 一個 沒有 "
    "です ます した まし から まで とい いう ない これ それ あの どう して いる する とは った "
    "습니 니다 어떻 떻게 무엇 에서 으로".split()
)
"""Pairs of letters that carry no topic in Chinese, Japanese or Korean questions, within a sentence of others."""

NEWEST_WITH = """
SELECT count(*), min(id)
FROM (SELECT rowid AS id FROM {table} WHERE {table} MATCH ? ORDER BY rowid DESC LIMIT ?)
"""


def frequencies_of(connection: Connection, proposals: Mapping[str, Proposal], messages: int) -> dict[str, int]:
    """In how many sealed messages of each index something stands, by what that is asked for it; -1: not known.

    Beyond ``MAX_COUNTED`` it is estimated from how close together the newest of them lie.
    """
    return {
        table: _frequency_in(connection, proposal.expression, table, messages)
        if proposal.exact and "*" not in proposal.expression
        else -1
        for table, proposal in proposals.items()
    }


def term_frequency(connection: Connection, term: str, tables: Sequence[str]) -> int:
    """In how many sealed messages a term stands."""
    messages = messages_in(connection)
    return sum(_frequency_in(connection, quoted(term), table, messages) for table in tables)


def _frequency_in(connection: Connection, expression: str, table: str, messages: int) -> int:
    sql = NEWEST_WITH.format(table=table)
    count, oldest = connection.row(sql, (expression, MAX_COUNTED)) or (0, None)
    if count < MAX_COUNTED:
        return int(count)
    return max(int(count), int(count * messages / max(messages - oldest, 1)))


def messages_in(connection: Connection) -> int:
    """How many messages the archive has had: the highest id."""
    return int(connection.value("SELECT coalesce(max(id), 0) FROM message"))


def weighed(units: Sequence[Unit], messages: int) -> list[Unit]:
    """The units with their weight and power, from their inverse document frequency (Robertson and Spärck Jones 1976).

    Stop words and what only supports weigh nothing unless there is nothing else; a unit that occurs nowhere weighs
    like the rarest that does, or, a word, like a rare one.
    """
    words = [number for number, unit in enumerate(units) if not is_stop(unit)]
    topical = [number for number in words if not units[number].supports] or words or range(len(units))
    powers = [_power(unit, messages) * (WEIGHTS.stop if words and is_stop(unit) else 1.0) for unit in units]
    rare = log(1 + RARE) ** WEIGHTS.rarity
    occurring = [powers[number] / units[number].share for number in topical if units[number].frequency]
    ceiling = max(occurring, default=rare)
    weights = [0.0] * len(units)
    for number in topical:
        unit = units[number]
        most = ceiling if unit.is_pair else max(ceiling, rare)
        small = messages < SMALL_ARCHIVE_MESSAGES
        weights[number] = unit.share if small else min(powers[number], most * unit.share)
    return [
        unit._replace(weight=weight, power=power) for unit, weight, power in zip(units, weights, powers, strict=True)
    ]


def _power(unit: Unit, messages: int) -> float:
    frequency = unit.frequency if unit.standing is None else unit.standing
    frequency = frequency if frequency >= 0 else messages // UNCOUNTED_SHARE
    idf: float = log(1 + (max(messages - frequency, 0) + 0.5) / (frequency + 0.5)) ** WEIGHTS.rarity
    return idf * unit.share * (WEIGHTS.asking if unit.leaf.folded in ASKING_WORDS else 1.0)


def is_stop(unit: Unit) -> bool:
    """Whether a unit carries no topic."""
    return unit.leaf.folded in (STOP_PAIRS if unit.is_pair else STOP_WORDS)
