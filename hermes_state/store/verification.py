"""Checks that an archive holds together: every invariant that its parts rely on, said in words where one fails."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from hermes_state.errors import ArchiveBusyError, ArchiveError, DamagedArchiveError
from hermes_state.store import index_checks, index_tables, parity, schema_shape
from hermes_state.store.connection import Connection
from hermes_state.store.packs import Pack
from hermes_state.store.pool import VALUE_ERRORS, ArchiveFile
from hermes_state.store.reading import MESSAGE_COLUMNS, MessageRow, Reader
from hermes_state.store.value_types import misplaced

READ_TEXT_BYTES = 64 * 1024 * 1024
"""Text that is read record by record unless all is asked for: some two seconds."""

COUNTS = (
    ("messages without text", "SELECT count(*) FROM message WHERE pack IS NULL AND id NOT IN (SELECT id FROM loose)"),
    (
        "loose texts without a message",
        "SELECT count(*) FROM loose WHERE id NOT IN (SELECT id FROM message WHERE pack IS NULL)",
    ),
    (
        "messages in a pack that is missing",
        "SELECT count(*) FROM message WHERE pack IS NOT NULL AND pack NOT IN (SELECT id FROM pack)",
    ),
    (
        "messages of a session that is missing",
        "SELECT count(*) FROM message WHERE session NOT IN (SELECT key FROM session)",
    ),
    ("packs of a session that is missing", "SELECT count(*) FROM pack WHERE session NOT IN (SELECT key FROM session)"),
    ("sessions whose root is missing", "SELECT count(*) FROM session WHERE root_key NOT IN (SELECT key FROM session)"),
    (
        "sessions whose parent is missing",
        "SELECT count(*) FROM session WHERE parent_key IS NOT NULL AND parent_key NOT IN (SELECT key FROM session)",
    ),
    (
        "sessions that count their messages wrongly",
        "SELECT count(*) FROM session AS s "
        "WHERE message_count <> (SELECT count(*) FROM message AS m WHERE m.session = s.key)",
    ),
    (
        "sessions whose next place is taken",
        "SELECT count(*) FROM session AS s "
        "WHERE next_seq <= (SELECT coalesce(max(seq), 0) FROM message AS m WHERE m.session = s.key)",
    ),
    (
        "sessions whose system prompt is missing",
        "SELECT count(*) FROM session WHERE prompt_key IS NOT NULL AND prompt_key NOT IN (SELECT key FROM prompt)",
    ),
    (
        "attachments that no session uses",
        "SELECT count(*) FROM blob WHERE key NOT IN (SELECT blob FROM blob_use)",
    ),
    (
        "uses of an attachment or a session that is missing",
        "SELECT count(*) FROM blob_use "
        "WHERE blob NOT IN (SELECT key FROM blob) OR session NOT IN (SELECT key FROM session)",
    ),
    (
        "client ids of a message that is missing",
        "SELECT count(*) FROM client_message WHERE message NOT IN (SELECT id FROM message)",
    ),
)
ALL_PACKS = "SELECT id, session, first_seq, entries, text_bytes FROM pack ORDER BY session, first_seq"
PACK_ENTRIES = "SELECT entry, seq FROM message WHERE session = ? AND seq BETWEEN ? AND ? AND pack = ? ORDER BY seq"
ALL_LOOSE = f"""
SELECT {MESSAGE_COLUMNS}
FROM message AS m
JOIN loose AS l ON l.id = m.id
WHERE m.pack IS NULL
ORDER BY m.id
"""
LOOSE_BEFORE_PACKED = """
SELECT count(*)
FROM message AS m
JOIN loose AS l ON l.id = m.id
WHERE m.seq < (SELECT max(first_seq) FROM pack AS p WHERE p.session = m.session)
"""


@dataclass(slots=True)
class VerifyReport:
    """``problems`` has one line for each invariant that does not hold; ``checked`` counts what was looked at."""

    problems: list[str] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    content_problems: int = 0
    """How many of the problems are of the conversations themselves, which no rebuilding of indexes mends."""

    @property
    def ok(self) -> bool:
        """Whether every invariant holds."""
        return not self.problems


Step = Callable[[Reader, VerifyReport], Iterator[str]]


def verify_archive(archive: ArchiveFile, full: bool = False) -> VerifyReport:
    """Checks every invariant. Damage is reported, never raised.

    Every page is looked at and every pack decompressed to its checksum. Of an archive with more text than
    ``READ_TEXT_BYTES`` only so much is read record by record, evenly spread, unless ``full``; a note says so.
    """
    report = VerifyReport()
    with archive.fresh_reader() as reader, reader.connection.snapshot():
        for step in (
            _check_tables,
            _check_values,
            _check_rows,
            partial(_check_packs, full=full),
            _check_loose,
            _check_blobs,
        ):
            _take(report, step, reader, archive.path)
        report.content_problems = len(report.problems)
        for step in (_check_file, _check_schema, partial(_check_parity, full=full), index_checks.check_index):
            _take(report, step, reader, archive.path)
        _name_damaged_tables(reader.connection, report)
    if archive.read_only:
        report.notes.append("opened read-only: the indexes' own integrity check was left out")
    else:
        index_checks.check_index_structure(archive, report)
    return report


def _take(report: VerifyReport, step: Step, reader: Reader, path: str) -> None:
    """Adds the problems that a step finds, damage that stops it among them."""
    try:
        report.problems.extend(step(reader, report))
    except ArchiveBusyError:
        raise
    except ArchiveError as error:  # damaged pages, a table that is not there
        _add_once(report.problems, str(error))
    except VALUE_ERRORS as error:
        _add_once(report.problems, f"{path} holds a value that cannot stand there ({error})")


def _add_once(lines: list[str], line: str) -> None:
    """Adds a line that is not there yet: several steps may stop at the same damage."""
    if line not in lines:
        lines.append(line)


def _damaged(connection: Connection) -> str:
    """What SQLite's finding of a damaged page is told as, wherever it is."""
    return f"{connection.path} is damaged"


def _name_damaged_tables(connection: Connection, report: VerifyReport) -> None:
    """Puts the tables with damaged pages in the place of the line that there are some, where SQLite can tell them."""
    line = _damaged(connection)
    if line not in report.problems:
        return
    try:
        of_indexes, others = index_tables.damaged_tables(connection)
    except ArchiveError:  # of the schema itself
        return
    if of_indexes or others:
        at = report.problems.index(line)
        report.problems[at : at + 1] = [f"the table {table} has damaged pages" for table in others + of_indexes]


def _check_file(reader: Reader, report: VerifyReport) -> Iterator[str]:
    for (line,) in reader.connection.rows("PRAGMA quick_check(20)"):
        if line != "ok":
            yield f"the database file: {line}"


def _check_rows(reader: Reader, report: VerifyReport) -> Iterator[str]:
    connection = reader.connection
    for table in ("session", "message", "loose", "pack", "blob"):
        report.checked[table] = int(connection.value(f"SELECT count(*) FROM {table}"))
    for what, sql in COUNTS:
        wrong = connection.value(sql)
        if wrong:
            yield f"{wrong} {what}"


def _check_tables(reader: Reader, report: VerifyReport) -> Iterator[str]:
    return schema_shape.missing_tables(reader.connection)


def _check_values(reader: Reader, report: VerifyReport) -> Iterator[str]:
    return misplaced(reader.connection)


def _check_schema(reader: Reader, report: VerifyReport) -> Iterator[str]:
    return schema_shape.other_differences(reader.connection)


def _check_parity(reader: Reader, report: VerifyReport, *, full: bool) -> Iterator[str]:
    for first, last in parity.wrong_groups(reader.connection) if full else ():
        yield f"the parity of packs {first} to {last} is wrong; hermes session repair makes it anew"


def _check_packs(reader: Reader, report: VerifyReport, *, full: bool) -> Iterator[str]:
    after = (0, 0)
    rows = reader.connection.rows(ALL_PACKS)
    text_in_all = sum(row[4] for row in rows)
    step = 1 if full else max(1, text_in_all // READ_TEXT_BYTES)
    if step > 1:
        report.checked["pack_read"] = -(-len(rows) // step)
        report.notes.append(
            f"every pack was decompressed, one in {step} was read record by record (--full reads all of them)"
        )
    for number, (pack_id, session, first_seq, entries, text_bytes) in enumerate(rows):
        try:
            pack = reader.pack(pack_id)
            if len(pack) != entries:
                yield f"pack {pack_id} holds {len(pack)} records, its row says {entries}"
            if number % step == 0:
                yield from _pack_problems(reader, (pack_id, session, text_bytes), pack)
        except DamagedArchiveError as error:
            of_its_own = str(error) != _damaged(reader.connection)
            yield f"pack {pack_id}: {error}" if of_its_own else f"pack {pack_id} has damaged pages"
            continue
        places = [pack.seq(number) for number in range(len(pack))]
        if places[:1] != [first_seq] or places != sorted(set(places)) or (session, first_seq) <= after:
            yield f"pack {pack_id} holds records out of order"
        after = (session, places[-1] if places else first_seq)


def _pack_problems(reader: Reader, row: tuple[int, int, int], pack: Pack) -> Iterator[str]:
    pack_id, session, text_bytes = row
    if not len(pack):
        return
    held = [(number, pack.seq(number)) for number in range(len(pack)) if pack.is_message(number)]
    bindings = (session, pack.seq(0), pack.seq(len(pack) - 1), pack_id)
    if reader.connection.rows(PACK_ENTRIES, bindings) != held:
        yield f"pack {pack_id} holds messages that have no row, or the other way round"
    texts = [text for number in range(len(pack)) for _, text in pack.texts(number)]
    size = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
    if size != text_bytes:
        yield f"pack {pack_id} holds {size} bytes of text, its row says {text_bytes}"
    for number in range(len(pack)):
        reader.check(pack.entry(number))


def _check_loose(reader: Reader, report: VerifyReport) -> Iterator[str]:
    for found in reader.connection.rows(ALL_LOOSE):
        row = MessageRow(*found)
        try:
            entry = reader.entry(row)
            reader.check(entry)
        except DamagedArchiveError as error:
            yield f"the loose text of message {row.id}: {error}"
            continue
        if entry.seq != row.seq:
            yield f"the loose text of message {row.id} is that of another"
    wrong = reader.connection.value(LOOSE_BEFORE_PACKED)
    if wrong:
        yield f"{wrong} loose texts stand before packed ones of their session"


def _check_blobs(reader: Reader, report: VerifyReport) -> Iterator[str]:
    for key, digest, data in reader.connection.each("SELECT key, sha256, data FROM blob"):
        if hashlib.sha256(data).digest() != digest:
            yield f"attachment {key} does not have the hash that it goes by"
    for key, digest, data in reader.connection.each("SELECT key, sha256, text FROM prompt"):
        if hashlib.sha256(reader.codec.decompress(data)).digest() != digest:
            yield f"system prompt {key} does not have the hash that it goes by"
