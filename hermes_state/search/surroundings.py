"""The messages round a hit and the first and last ones of its conversation, none twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hermes_state.records import Message
from hermes_state.search.scope import VISIBLE
from hermes_state.store.codec import HAS_DIALOG
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader

BOOKEND_MESSAGES = 3

SIDE = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.session = ? AND m.seq {{comparison}} ? AND {VISIBLE}
ORDER BY m.seq {{direction}}
LIMIT ?
"""
END = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.session = ? AND m.flags & {HAS_DIALOG} AND {VISIBLE}
ORDER BY m.seq {{direction}}
LIMIT ?
"""
COUNT = f"SELECT count(*) FROM message AS m WHERE m.session = ? AND m.seq {{comparison}} ? AND {VISIBLE}"


@dataclass(slots=True)
class Surroundings:
    """``messages`` are those round the hit, it included, in order; ``before`` and ``after`` count what they leave out."""

    messages: list[Message] = field(default_factory=list)
    first: list[Message] = field(default_factory=list)
    last: list[Message] = field(default_factory=list)
    before: int = 0
    after: int = 0


def around(
    reader: Reader, row: MessageRow, session_id: str, window: int, *, roles: Sequence[str] | None
) -> Surroundings:
    """What stands round a message: ``window`` dialog messages a side with the tool rows between, and the bookends.

    Rewound messages are left out, the hit itself never is.
    """
    before = _side(reader, row, window, earlier=True)
    after = _side(reader, row, window, earlier=False)
    rows = [*reversed(before), row, *after]
    shown = {one.id for one in rows}
    found = Surroundings(
        messages=list(reader.messages(rows, session_id)),
        before=_count(reader, rows[0], "<"),
        after=_count(reader, rows[-1], ">"),
    )
    first = [one for one in _end(reader, row.session, "ASC") if one.id not in shown and one.seq < row.seq]
    shown |= {one.id for one in first}
    last = [one for one in reversed(_end(reader, row.session, "DESC")) if one.id not in shown and one.seq > row.seq]
    found.first = list(reader.messages(first, session_id))
    found.last = list(reader.messages(last, session_id))
    return found


def _side(reader: Reader, row: MessageRow, window: int, *, earlier: bool) -> list[MessageRow]:
    """The rows on one side, nearest first, up to and with the ``window``-th that holds dialog."""
    if not window:
        return []
    sql = SIDE.format(comparison="<" if earlier else ">", direction="DESC" if earlier else "ASC")
    found: list[MessageRow] = []
    dialog = 0
    for values in reader.connection.each(sql, (row.session, row.seq, window * 8)):
        one = MessageRow(*values)
        found.append(one)
        dialog += bool(one.flags & HAS_DIALOG)
        if dialog == window:
            break
    return found


def _end(reader: Reader, session: int, direction: str) -> list[MessageRow]:
    rows = reader.connection.rows(END.format(direction=direction), (session, BOOKEND_MESSAGES))
    return [MessageRow(*row) for row in rows]


def _count(reader: Reader, row: MessageRow, comparison: str) -> int:
    return int(reader.connection.value(COUNT.format(comparison=comparison), (row.session, row.seq)))
