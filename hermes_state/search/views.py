"""The other ways to look at an archive: scroll round a message, read a conversation, browse them all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hermes_state.errors import InvalidArgumentError, NotFoundError
from hermes_state.records import Message, Session
from hermes_state.search.cursor import Cursor, decode, signature_of
from hermes_state.search.page import message_json
from hermes_state.search.request import checked_roles, listed
from hermes_state.search.scope import VISIBLE, Live, Scope, live_condition, session_predicate
from hermes_state.search.surroundings import TIP, View, around
from hermes_state.store.flags import COMPACTED, HAS_DIALOG, INACTIVE
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader, rows_by_id
from hermes_state.store.sessions import load_session
from hermes_state.times import iso, parse_time

HEAD_MESSAGES = 20
HEAD_ROWS = HEAD_MESSAGES * 4
"""At most so many messages are at the beginning, whatever they hold."""

TAIL_MESSAGES = 10
MAX_WINDOW = 200
MAX_BROWSE = 1_000

SHOWN_BETWEEN = f"""
FROM message AS m
WHERE m.session = ? AND m.seq > ? AND m.seq < ? AND {VISIBLE} AND {{live}}
"""
ROWS_BETWEEN = f"SELECT {MESSAGE_COLUMNS} {SHOWN_BETWEEN} ORDER BY m.seq {{order}} LIMIT ?"
COUNT_BETWEEN = f"SELECT count(*) {SHOWN_BETWEEN}"
CHILDREN = """
SELECT c.key
FROM session AS p
JOIN session AS c ON c.root_key = p.root_key
WHERE p.key = ? AND c.parent_key = p.key
ORDER BY c.key
"""
BROWSE = """
SELECT r.key
FROM session AS r
WHERE r.parent_key IS NULL AND {conditions}
ORDER BY r.tip_at DESC, r.key DESC
LIMIT ?
"""
MEMBER = "EXISTS (SELECT 1 FROM session AS s WHERE s.root_key = r.key AND {condition})"
TOTALS = """
SELECT count(*), sum(message_count), max(coalesce(last_active_at, started_at))
FROM session
WHERE root_key = ?
"""
HAS_SOMETHING = (
    "(r.message_count > 0 OR r.tip_at IS NULL OR r.origin = 'live' OR "
    + MEMBER.format(condition="s.message_count > 0")
    + ")"
)
ROOT_OF = "SELECT root_key FROM session WHERE key = ?"
NOT_SHOWN = "r.key NOT IN (SELECT value FROM json_each(?))"
NOT_PUT_AWAY = "r.archived_at IS NULL"
SHELVES = {
    "pinned": "r.pinned_at IS NOT NULL",
    "archived": "r.archived_at IS NOT NULL",
    "trash": "r.trashed_at IS NOT NULL",
}
"""Where a person put conversations: the condition on the root of each."""

END = 2**62


@dataclass(slots=True)
class ScrollView:
    """The messages round one message, which is at ``position`` in ``messages``; the conversation's ends beside."""

    session: Session
    messages: list[Message]
    position: int
    message_id: int
    bookend_start: list[Message]
    bookend_end: list[Message]
    messages_before: int
    messages_after: int

    def to_json(self) -> dict[str, Any]:
        """The view as ``scroll --json`` gives it."""
        return {
            "version": 1,
            "mode": "scroll",
            "session": session_json(self.session),
            "message_id": self.message_id,
            "messages": [message_json(message) for message in self.messages],
            "bookend_start": [message_json(message, within=self.session.id) for message in self.bookend_start],
            "bookend_end": [message_json(message, within=self.session.id) for message in self.bookend_end],
            "messages_before": self.messages_before,
            "messages_after": self.messages_after,
        }


@dataclass(slots=True)
class ReadView:
    """The beginning and the end of a session; ``cursor`` goes on behind the beginning, ``omitted`` counts between.

    ``children`` are the sessions that came out of it: compactions, branches, resumes, sub-agents.
    """

    session: Session
    head: list[Message]
    tail: list[Message]
    omitted: int
    cursor: str | None
    signature: str = ""
    children: list[Session] = field(default_factory=list)

    def after(self, message: Message | None) -> str:
        """A cursor that goes on behind a message of this view (``None``: from the beginning), to the very end."""
        return Cursor(0 if message is None or message.seq is None else message.seq, self.signature).encode()

    @property
    def messages(self) -> list[Message]:
        """Head and tail together."""
        return [*self.head, *self.tail]

    def to_json(self) -> dict[str, Any]:
        """The view as ``show --json`` gives it."""
        return {
            "version": 1,
            "mode": "read",
            "session": session_json(self.session),
            "head": [message_json(message) for message in self.head],
            "tail": [message_json(message) for message in self.tail],
            "omitted": self.omitted,
            "cursor": self.cursor,
            "children": [
                {"session_id": child.id, "kind": child.kind, "title": child.title or child.preview}
                for child in self.children
            ],
        }


@dataclass(slots=True)
class BrowseRow:
    """One conversation: ``session_id`` is its newest visible session, to be resumed; title and start are the root's."""

    session_id: str
    origin: str
    root_session_id: str
    title: str | None
    preview: str | None
    source: str
    project: str | None
    started_at: float | None
    last_active_at: float | None
    message_count: int
    session_count: int
    pinned_at: float | None = None
    archived_at: float | None = None
    trashed_at: float | None = None

    def to_json(self) -> dict[str, Any]:
        """The row as ``browse --json`` gives it."""
        return {
            "session_id": self.session_id,
            "origin": self.origin,
            "root_session_id": self.root_session_id,
            "title": self.title,
            "preview": self.preview,
            "source": self.source,
            "project": self.project,
            "started_at": iso(self.started_at),
            "last_active_at": iso(self.last_active_at),
            "message_count": self.message_count,
            "session_count": self.session_count,
            "pinned_at": iso(self.pinned_at),
            "archived_at": iso(self.archived_at),
            "trashed_at": iso(self.trashed_at),
        }


@dataclass(slots=True)
class BrowsePage:
    """Conversations, the newest activity first; ``cursor`` asks for older ones."""

    conversations: list[BrowseRow]
    cursor: str | None

    def to_json(self) -> dict[str, Any]:
        """The page as ``browse --json`` gives it."""
        rows = [row.to_json() for row in self.conversations]
        return {"version": 1, "mode": "browse", "conversations": rows, "cursor": self.cursor}


def session_json(session: Session) -> dict[str, Any]:
    """A session as the views show it."""
    return {
        "session_id": session.id,
        "origin": session.origin,
        "root_session_id": session.root_id,
        "parent_session_id": session.parent_id,
        "kind": session.kind,
        "title": session.title or session.preview,
        "source": session.source,
        "project": session.project,
        "branch": session.branch,
        "model": session.model,
        "started_at": iso(session.started_at),
        "last_active_at": iso(session.last_active_at),
        "ended_at": iso(session.ended_at),
        "end_reason": session.end_reason,
        "message_count": session.message_count,
        "hidden": session.hidden,
        "pinned_at": iso(session.pinned_at),
        "archived_at": iso(session.archived_at),
        "trashed_at": iso(session.trashed_at),
    }


def scroll(
    reader: Reader,
    key: int,
    message_id: int,
    window: int,
    live: Live | None = None,
    roles: Sequence[str] | str | None = None,
) -> ScrollView:
    """The messages round one, only those of ``roles`` when these are given.

    Raises ``NotFoundError`` for a message that is not in the session or not visible, ``InvalidArgumentError``.
    """
    if isinstance(window, bool) or not isinstance(window, int) or not 0 <= window <= MAX_WINDOW:
        raise InvalidArgumentError(
            f"window {window!r} is not from 0 to {MAX_WINDOW}", operation="scroll", hint="use a smaller window"
        )
    session = load_session(reader.connection, reader.codec, key, with_prompt=False)
    row = rows_by_id(reader.connection, [message_id]).get(message_id)
    if row is None or row.session != key or is_hidden(row, live):
        raise NotFoundError(
            f"there is no message {message_id} to show in session {session.id}",
            operation="scroll",
            hint=f"hermes session show {session.id} lists its messages",
        )
    root = reader.connection.value(ROOT_OF, (key,))
    found = around(reader, row, session.id, root, window, View(live, checked_roles(roles)))
    position = next(number for number, one in enumerate(found.messages) if one.id == message_id)
    return ScrollView(session, found.messages, position, message_id, found.first, found.last, found.before, found.after)


def is_hidden(row: MessageRow, live: Live | None) -> bool:
    """The one visibility rule for a single message: rewound, or still in the caller's context."""
    if row.flags & (INACTIVE | COMPACTED) == INACTIVE:
        return True
    if live is None or live.session != row.session:
        return False
    return not row.flags & INACTIVE if live.first_seq is None else row.seq >= live.first_seq


def read(reader: Reader, key: int, cursor: str | None, live: Live | None = None) -> ReadView:
    """The first and last messages of a session; from a cursor on the next ones between, up to those last ones.

    Going through all cursors shows each message that there was at the first page exactly once.
    """
    session = load_session(reader.connection, reader.codec, key, with_prompt=False)
    signature = signature_of("read", session.origin, session.id)
    start, end = 0, END
    if cursor is not None:
        last = decode(cursor, signature)
        start, end = last.upto, last.shown[0] if last.shown else END
    condition = live_condition(key, live)
    head = _cut(_rows_between(reader, condition, key, start, end, HEAD_ROWS), HEAD_MESSAGES)
    behind = head[-1].seq if head else end
    tail: list[MessageRow] = []
    if cursor is None:
        tail = _rows_between(reader, condition, key, behind, end, TAIL_MESSAGES, order="DESC")[::-1]
    rest = int(reader.connection.value(COUNT_BETWEEN.format(live=condition), (key, behind, end)))
    omitted = rest - len(tail)
    shown = (tail[0].seq,) if tail else (end,)
    more = Cursor(head[-1].seq, signature, shown).encode() if omitted else None
    return ReadView(
        session,
        list(reader.messages(head, session.id)),
        list(reader.messages(tail, session.id)),
        omitted,
        more,
        signature,
        _children(reader, key),
    )


def _children(reader: Reader, key: int) -> list[Session]:
    found = reader.connection.rows(CHILDREN, (key,))
    return [load_session(reader.connection, reader.codec, row[0], with_prompt=False) for row in found]


def _rows_between(
    reader: Reader, condition: str, key: int, start: int, end: int, limit: int, *, order: str = "ASC"
) -> list[MessageRow]:
    sql = ROWS_BETWEEN.format(live=condition, order=order)
    return [MessageRow(*row) for row in reader.connection.rows(sql, (key, start, end, limit))]


def _cut(rows: Sequence[MessageRow], dialog_messages: int) -> list[MessageRow]:
    """The rows up to and with the n-th that holds dialog."""
    seen = 0
    for number, row in enumerate(rows):
        seen += bool(row.flags & HAS_DIALOG)
        if seen == dialog_messages:
            return list(rows[: number + 1])
    return list(rows)


def browse(
    reader: Reader,
    *,
    limit: int,
    sources: Sequence[str] | str | None,
    project: str | None,
    after: str | float | None,
    before: str | float | None,
    include_hidden: bool,
    cursor: str | None,
    live: Live | None = None,
    shelf: str | None = None,
) -> BrowsePage:
    """Conversations, newest activity first: whole lineages, by the activity of any of their sessions.

    Those of one shelf (``pinned``, ``archived``, ``trash``), else all that are neither archived nor in the trash.

    A cursor leaves out what was shown and what is newer than the first page: a conversation that goes on
    meanwhile comes with the next page. ``after`` and ``before`` are times of activity. Raises ``InvalidArgumentError``.
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MAX_BROWSE:
        raise InvalidArgumentError(
            f"limit {limit!r} is not from 1 to {MAX_BROWSE}", operation="browse", hint="ask for fewer, use the cursor"
        )
    signature = signature_of("browse", listed(sources), project, after, before, include_hidden, shelf)
    newest = int(reader.connection.value("SELECT coalesce(max(key), 0) FROM session"))
    page = Cursor(newest, signature) if cursor is None else decode(cursor, signature)
    if shelf is not None and shelf not in SHELVES:
        raise InvalidArgumentError(
            f"there is no shelf {shelf!r}", operation="browse", hint=f"there are: {', '.join(SHELVES)}"
        )
    scope = Scope(sources=listed(sources), project=project, include_hidden=include_hidden, in_trash=shelf == "trash")
    condition, values = session_predicate(scope)
    conditions = [HAS_SOMETHING, MEMBER.format(condition=condition)]
    conditions.append(SHELVES.get(shelf or "", NOT_PUT_AWAY))
    for bound, comparison in ((after, ">="), (before, "<")):
        if bound is not None:
            conditions.append(f"r.tip_at {comparison} ?")
            values.append(parse_time(bound))
    if live is not None:
        conditions.append("r.key <> (SELECT root_key FROM session WHERE key = ?)")
        values.append(live.session)
    if cursor is not None:
        conditions.extend(("r.key <= ?", NOT_SHOWN))
        values.extend((page.upto, json.dumps(page.shown)))
    sql = BROWSE.format(conditions=" AND ".join(conditions))
    found = [row[0] for row in reader.connection.rows(sql, (*values, limit + 1))]
    rows = [_row(reader, key) for key in found[:limit]]
    more = page._replace(shown=(*page.shown, *found[:limit])).encode() if len(found) > limit else None
    return BrowsePage(rows, more)


def _row(reader: Reader, key: int) -> BrowseRow:
    root = load_session(reader.connection, reader.codec, key, with_prompt=False)
    sessions, messages, last_active_at = reader.connection.rows(TOTALS, (key,))[0]
    tip_key = reader.connection.value(TIP, (key,))
    tip = root if tip_key == key else load_session(reader.connection, reader.codec, tip_key, with_prompt=False)
    return BrowseRow(
        session_id=tip.id,
        origin=tip.origin,
        root_session_id=root.id,
        title=root.title,
        preview=root.preview or tip.preview,
        source=root.source or root.origin,
        project=root.project or tip.project,
        started_at=root.started_at,
        last_active_at=last_active_at,
        message_count=int(messages or 0),
        session_count=int(sessions),
        pinned_at=root.pinned_at,
        archived_at=root.archived_at,
        trashed_at=root.trashed_at,
    )
