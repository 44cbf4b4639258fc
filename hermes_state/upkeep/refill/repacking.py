"""Takes salvaged packs and loose texts over, and makes the rows of their messages agree with what is in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hermes_state.errors import DamagedArchiveError
from hermes_state.salvage import CarvedRow, Carver
from hermes_state.store.bodies import named_strings
from hermes_state.store.connection import Connection
from hermes_state.store.index import folded_texts
from hermes_state.store.packs import Entry, PackCodec, encode_one, opened
from hermes_state.store.sealing import INSERT_MESSAGE, INSERT_PACK
from hermes_state.upkeep.refill.guessing import guessed_flags, guessed_role
from hermes_state.upkeep.refill.mending import Mender
from hermes_state.upkeep.refill.outcome import Refill
from hermes_state.upkeep.refill.partial_packs import Entries, entries_of, makes_sense
from hermes_state.upkeep.refill.stored_references import StoredReferences

ROWS_OF_PACK = "SELECT entry, id, session, seq, role, at FROM message WHERE pack = ? ORDER BY seq"
ROW_OF_LOOSE = "SELECT id, session, seq, role, at FROM message WHERE id = ? AND pack IS NULL"
HAS_MESSAGE = "SELECT 1 FROM message WHERE id = ?"
DELETE_MESSAGE = "DELETE FROM message WHERE id = ?"
PLACE_OF_PACK = """
SELECT session, min(seq) FROM message WHERE pack = ? GROUP BY session ORDER BY count(*) DESC LIMIT 1
"""
NEWEST = "SELECT max(at) FROM message WHERE pack = ?"
SET_TIME = "UPDATE message SET at = ? WHERE id = ?"
AT_MARK = '"at"'
"""What the body of a record holds that refers to its message's time."""
MOVE = "UPDATE message SET entry = ? WHERE id = ?"
STARTED = "SELECT coalesce(started_at, last_active_at, tip_at) FROM session WHERE key = ?"
LAST_ID = """
SELECT max(
    coalesce((SELECT max(id) FROM message), 0), coalesce((SELECT value FROM meta WHERE name = 'last_deleted_id'), 0)
)
"""
NEXT_KEY = "SELECT coalesce(max(key), 0) + 1 FROM session"
CLEAR_PLACE = "DELETE FROM message WHERE session = ? AND seq = ?"
INSERT_SALVAGED_SESSION = """
INSERT INTO session (key, origin, id, source, root_key, title) VALUES (?, 'live', ?, 'salvaged', ?, 'Salvaged texts')
"""
SALVAGED_TEXTS = "salvaged-texts"
"""The id of the session for texts whose own session is not known."""
INSERT_LOOSE = "INSERT OR IGNORE INTO loose (id, total, entry, folded) VALUES (?, ?, ?, ?)"

MAX_KEY = 1 << 53

Place = tuple[int, int]
"""A session's key and a place in it."""


class HeldRow(NamedTuple):
    """What a pack's message is known by: its row's id, place, role and time."""

    id: int
    session: int
    seq: int
    role: int
    at: float | None


class Repacker:
    """Fills ``pack`` and ``loose`` of a new archive, whose message rows are there already, in its transaction.

    ``free_places``: the ids of messages whose rows are lost, by their place.
    """

    def __init__(self, connection: Connection, carver: Carver, result: Refill, free_places: dict[Place, int]) -> None:
        self._connection = connection
        self._carver = carver
        self._codec = PackCodec()
        self._result = result
        self._free_places = free_places
        self._references = StoredReferences(connection, result)
        self._last_packed: dict[int, int] = {}
        self._next_id = 1 + max(int(connection.value(LAST_ID)), *free_places.values(), 0)

    def take_packs(self) -> None:
        """Takes every pack over, whole or as much of it as can be read, in the order of each session."""
        pages: dict[int, int] = {}
        order: dict[int, Place] = {}
        for number in self._carver.pages("pack"):
            for row in self._carver.rows_of_page(number, self._carver.shape("pack")):
                pack_id, session, first_seq = row.values[:3]
                if all(map(is_key, (pack_id, session, first_seq))):
                    pages[pack_id] = number  # type: ignore[index]
                    order[pack_id] = session, first_seq  # type: ignore[index,assignment]
        mender = Mender(self._carver, self._codec, pages)
        order |= self._places_of_lost(mender.lost_packs())
        for pack_id, (session, _) in sorted(order.items(), key=lambda item: item[1]):
            page = pages.get(pack_id)
            row_there = None if page is None else self._carver.row_at("pack", page, pack_id)
            self._take_pack(pack_id, session, row_there, mender)

    def _places_of_lost(self, lost: Sequence[int]) -> dict[int, Place]:
        """Where packs whose rows are lost belong: by the index of packs, else by the rows of their messages."""
        wanted = set(lost)
        found: dict[int, Place] = {}
        for row in self._carver.rows("pack_by_session") if wanted else ():
            session, first_seq, pack_id = row.values
            if pack_id in wanted and is_key(session) and is_key(first_seq):
                found[pack_id] = session, first_seq  # type: ignore[index,assignment]
        for pack_id in wanted - found.keys():
            place = self._connection.row(PLACE_OF_PACK, (pack_id,))
            if place is not None:
                found[pack_id] = place[0], place[1]
        return found

    def _take_pack(self, pack_id: int, session: int, row: CarvedRow | None, mender: Mender) -> None:
        data = b"" if row is None else row.values[-1]
        assert isinstance(data, bytes)
        found = entries_of(self._codec, data, [] if row is None else row.holes)
        if not found.is_whole and (mended := mender.mended(pack_id)) is not None:
            better = entries_of(self._codec, *mended)
            if better.is_whole or len(better) > len(found):
                data, found = mended[0], better
        held = {entry: HeldRow(*rest) for entry, *rest in self._connection.rows(ROWS_OF_PACK, (pack_id,))}
        held = {number: one for number, one in held.items() if self._is_right(session, one, found, number)}
        self._lose_rows(pack_id, {one.id for one in held.values()})
        kept: list[tuple[int, Entry]] = []
        for number, entry in found.items():
            if entry.seq > self._last_packed.get(session, 0):
                self._last_packed[session] = entry.seq
                kept.append((number, entry))
        if not kept:
            self._lose_rows(pack_id, set())
            return
        rows = self._rows_for(session, pack_id, kept, held)
        self._result.guessed.update(rows[number] for number, _ in kept if number in found.guessed)
        if not found.is_checked:
            self._result.unchecked.update(rows.values())
        is_whole = found.is_whole and len(kept) == len(found)
        entries = [self._references.kept(session, rows.get(number), entry) for number, entry in kept]
        if is_whole and all(new is old for new, (_, old) in zip(entries, kept, strict=True)):
            stored, text_bytes = data, sum(_text_bytes(entry) for entry in entries)
        else:
            stored, text_bytes = self._codec.seal(entries)
            moves = [(place, rows[number]) for place, (number, _) in enumerate(kept) if number in rows]
            self._connection.run_many(MOVE, moves)
        newest_at = self._connection.value(NEWEST, (pack_id,))
        self._connection.run(
            INSERT_PACK, (pack_id, session, entries[0].seq, len(entries), text_bytes, newest_at, stored)
        )

    @staticmethod
    def _is_right(session: int, row: HeldRow, found: Entries, number: int) -> bool:
        """Whether a row says of its text what the pack says."""
        entry = found.get(number)
        return entry is not None and entry.is_message and (row.session, row.seq) == (session, entry.seq)

    def _lose_rows(self, pack_id: int, but: set[int]) -> None:
        """Deletes the rows of messages of a pack but for these: their text is lost."""
        for _, message, session, *_ in self._connection.rows(ROWS_OF_PACK, (pack_id,)):
            if message not in but:
                self._result.lost[session].add(message)
                self._connection.run(DELETE_MESSAGE, (message,))

    def _rows_for(
        self, session: int, pack_id: int, kept: Sequence[tuple[int, Entry]], held: dict[int, HeldRow]
    ) -> dict[int, int]:
        """The ids of a pack's messages by their number in it; rows are made for those that have none."""
        ids: dict[int, int] = {}
        role: int | None = None
        at = next((held[number].at for number, _ in kept if number in held), None)
        for number, entry in kept:
            if not entry.is_message:
                continue
            row = held.get(number)
            if row is None:
                role = guessed_role(entry, role)
                ids[number] = self._make_row((session, entry.seq), role, at, entry, (pack_id, number))
            else:
                at = self._time_of(row, entry, at)
                role = row.role
                ids[number] = row.id
        return ids

    def _time_of(self, row: HeldRow, entry: Entry, before: float | None) -> float | None:
        """The time of a row; a guess replaces one that no clock shows where the text refers to it."""
        if AT_MARK not in entry.body or "at" in named_strings("", row.at):
            return row.at
        at = before if "at" in named_strings("", before) else 0.0
        self._connection.run(SET_TIME, (at, row.id))
        self._result.guessed.add(row.id)
        return at

    def _make_row(
        self, place: Place, role: int, at: float | None, entry: Entry, where: tuple[int | None, int | None]
    ) -> int:
        """Makes the row of a message whose own is lost; returns its id, the old one if the index of places knows it."""
        session, seq = place
        self._connection.run(CLEAR_PLACE, place)
        message = self._free_places.pop(place, None)
        if message is None:
            message, self._next_id = self._next_id, self._next_id + 1
        if at is None:
            at = self._connection.value(STARTED, (session,))
        if AT_MARK in entry.body and "at" not in named_strings("", at):
            at = 0.0  # the text refers to its time: without one it could not be read
        row = (message, session, seq, role, guessed_flags(entry), at, None, *where)
        self._connection.run(INSERT_MESSAGE, row)
        self._result.lost[session].discard(message)
        self._result.guessed.add(message)
        return message

    def take_loose(self) -> None:
        """Takes loose texts over that make sense, in order, each behind the packs of its session.

        One whose session nothing tells goes into a session of its own for such texts.
        """
        places = {message: place for place, message in self._free_places.items()}
        unplaced: list[Entry] = []
        total = 0
        for row in sorted(self._carver.rows("loose"), key=lambda row: row.rowid or 0):
            message, _, payload, folded = row.values
            entry = _loose_entry(payload) if isinstance(payload, bytes) and not row.holes else None
            if entry is None or not isinstance(message, int):
                continue
            known = self._connection.row(ROW_OF_LOOSE, (message,))
            place: Place | None = known[1:3] if known is not None else places.get(message)
            if place is None and not self._connection.value(HAS_MESSAGE, (message,)):
                unplaced.append(entry)
            if place is None or place[1] != entry.seq or entry.seq <= self._last_packed.get(place[0], 0):
                continue
            if known is None:
                self._make_row(place, guessed_role(entry, None), None, entry, (None, None))
            total = self._store_loose(message, place[0], total, entry, (payload, folded))
        self._take_unplaced(unplaced, total)

    def _take_unplaced(self, entries: Sequence[Entry], total: int) -> None:
        """Puts loose texts whose session nothing tells into one of their own, in the order of their ids."""
        if not entries:
            return
        key = int(self._connection.value(NEXT_KEY))
        self._connection.run(INSERT_SALVAGED_SESSION, (key, SALVAGED_TEXTS, key))
        role: int | None = None
        for seq, entry in enumerate(entries, 1):
            moved = entry._replace(seq=seq)
            role = guessed_role(moved, role)
            message = self._make_row((key, seq), role, None, moved, (None, None))
            total = self._store_loose(message, key, total, moved, None)

    def _store_loose(
        self, message: int, session: int, total: int, entry: Entry, stored: tuple[object, object] | None
    ) -> int:
        """Stores a loose text, as it stood where that is right; returns the new running total."""
        kept = self._references.kept(session, message, entry)
        payload, folded = stored if stored is not None and kept is entry else (encode_one(kept), None)
        if folded is None and not all(text.isascii() for _, text in kept.texts):
            texts = folded_texts(self._connection, kept.texts)
            folded = None if texts is None else encode_one(Entry(kept.seq, True, texts, ""))
        assert isinstance(payload, bytes)
        total += len(payload)
        self._connection.run(INSERT_LOOSE, (message, total, payload, folded))
        return total


def _loose_entry(payload: bytes) -> Entry | None:
    """The one entry of a loose text's payload, if it makes sense."""
    try:
        pack = opened(payload)
        entry = pack.entry(0)
    except (DamagedArchiveError, IndexError):
        return None
    return entry if len(pack) == 1 and entry.is_message and makes_sense(entry) else None


def is_key(value: object) -> bool:
    """Whether a value may be an id, a key or a place."""
    return isinstance(value, int) and 0 < value < MAX_KEY


def _text_bytes(entry: Entry) -> int:
    return sum(len(text.encode("utf-8", "surrogatepass")) for _, text in entry.texts)
