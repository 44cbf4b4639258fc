"""The messages round a hit and the first and last ones of its conversation, none twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from hermes_state.records import Message
from hermes_state.search.scope import DEFAULT_ROLES, VISIBLE, Live, live_condition, role_condition
from hermes_state.store.flags import GENERATED, HAS_DIALOG
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader

BOOKEND_MESSAGES = 3

OTHER_ROWS_A_MESSAGE = 8
"""Rows without dialog (tools, thinking) that a window shows for each message of the dialog, the nearest ones."""

SIDE = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.session = ? AND m.seq {{comparison}} ? AND {{condition}}
ORDER BY m.seq {{direction}}
LIMIT ?
"""
END = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
WHERE m.session = ? AND {{condition}} AND m.flags & {GENERATED} = 0
ORDER BY m.seq {{direction}}
LIMIT ?
"""
COUNT = "SELECT count(*) FROM message AS m WHERE m.session = ? AND m.seq {comparison} ? AND {condition}"
TIP = """
SELECT key FROM session
WHERE root_key = ? AND (hidden = 0 OR key = root_key)
ORDER BY coalesce(last_active_at, started_at) DESC, key DESC
LIMIT 1
"""
PATH = """
WITH RECURSIVE path (key, id, parent_key, depth) AS (
    SELECT key, id, parent_key, 0 FROM session WHERE key = ?
    UNION ALL
    SELECT s.key, s.id, s.parent_key, p.depth + 1 FROM session AS s JOIN path AS p ON s.key = p.parent_key
)
SELECT key, id FROM path ORDER BY depth
"""


@dataclass(slots=True)
class Surroundings:
    """``messages`` are those round the hit, it included, in order; ``before`` and ``after`` count what they leave out
    of the session. ``first`` and ``last`` are the ends of the conversation."""

    messages: list[Message] = field(default_factory=list)
    first: list[Message] = field(default_factory=list)
    last: list[Message] = field(default_factory=list)
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """What a look round a message leaves out: the caller's own context, and roles that were not asked for."""

    live: Live | None = None
    roles: tuple[str, ...] = ()

    def condition(self, session: int) -> str:
        """The condition on a message ``m`` of this session."""
        roles = role_condition(self.roles) if self.roles else "1"
        return f"{VISIBLE} AND {live_condition(session, self.live)} AND {roles}"

    @property
    def counted(self) -> str:
        """The condition on the messages that a window counts: the dialog, unless it was not asked for."""
        in_dialog = not self.roles or any(role in DEFAULT_ROLES for role in self.roles)
        return f"m.flags & {HAS_DIALOG}" if in_dialog else "1"


def around(reader: Reader, row: MessageRow, session_id: str, root: int, window: int, view: View) -> Surroundings:
    """What stands round a message: ``window`` dialog messages a side with the nearest tool rows between, and the
    first and last messages of the conversation ``root`` that a person or an agent wrote.

    Rewound messages and what ``view`` leaves out are not in it, the hit itself always is.
    """
    before = _side(reader, row, window, view, earlier=True)
    after = _side(reader, row, window, view, earlier=False)
    rows = [*before, row, *after]
    found = Surroundings(
        messages=list(reader.messages(rows, session_id)),
        before=_count(reader, row, view, "<") - len(before),
        after=_count(reader, row, view, ">") - len(after),
    )
    tip = reader.connection.value(TIP, (root,))
    path = [(int(key), str(name)) for key, name in reader.connection.rows(PATH, (root if tip is None else tip,))]
    shown = {one.id for one in rows}
    found.first = _end(reader, path[::-1], row, view, shown, direction="ASC")
    found.last = _end(reader, path, row, view, shown, direction="DESC")
    return found


def _side(reader: Reader, row: MessageRow, window: int, view: View, *, earlier: bool) -> list[MessageRow]:
    """The rows on one side, in order, up to and with the ``window``-th that holds dialog."""
    if not window:
        return []
    words = {"comparison": "<" if earlier else ">", "direction": "DESC" if earlier else "ASC"}
    condition = view.condition(row.session)
    counted = _rows(reader, SIDE.format(condition=f"{condition} AND {view.counted}", **words), row, window)
    near = _rows(reader, SIDE.format(condition=condition, **words), row, window * (OTHER_ROWS_A_MESSAGE + 1))
    if len(counted) == window:
        far = abs(counted[-1].seq - row.seq)
        near = [one for one in near if abs(one.seq - row.seq) <= far]
    found = {one.seq: one for one in chain(counted, near)}
    return [found[seq] for seq in sorted(found)]


def _rows(reader: Reader, sql: str, row: MessageRow, limit: int) -> list[MessageRow]:
    return [MessageRow(*values) for values in reader.connection.rows(sql, (row.session, row.seq, limit))]


def _end(
    reader: Reader, path: Sequence[tuple[int, str]], hit: MessageRow, view: View, shown: set[int], *, direction: str
) -> list[Message]:
    """The first or last messages of a conversation, in order, as far as they are not shown; those are added to it."""
    found: list[Message] = []
    room = BOOKEND_MESSAGES
    for key, name in path:
        sql = END.format(condition=f"{view.condition(key)} AND {view.counted}", direction=direction)
        rows = [MessageRow(*values) for values in reader.connection.rows(sql, (key, room))]
        room -= len(rows)
        beyond = [one for one in rows if one.id not in shown and _is_beyond(one, hit, direction)]
        shown |= {one.id for one in beyond}
        found.extend(reader.messages(beyond, name))
        if not room:
            break
    return found if direction == "ASC" else found[::-1]


def _is_beyond(row: MessageRow, hit: MessageRow, direction: str) -> bool:
    """Whether a message of the hit's own session stands on the right side of it; those of others do."""
    return row.session != hit.session or (row.seq < hit.seq if direction == "ASC" else row.seq > hit.seq)


def _count(reader: Reader, row: MessageRow, view: View, comparison: str) -> int:
    sql = COUNT.format(comparison=comparison, condition=view.condition(row.session))
    return int(reader.connection.value(sql, (row.session, row.seq)))
