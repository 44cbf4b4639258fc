"""What an archive holds and how it is doing, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hermes_state.store import index
from hermes_state.store.connection import native_analysis, sqlite_version
from hermes_state.store.pool import ArchiveFile

if TYPE_CHECKING:
    from hermes_state.archive import SessionDB

FILE_BYTES = "SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size)"
FIGURES = """
SELECT sum(parent_key IS NULL), count(*), sum(message_count), min(started_at), max(coalesce(last_active_at, started_at))
FROM session
"""
BY_SOURCE = """
SELECT origin, source, count(*), sum(message_count)
FROM session
GROUP BY origin, source
ORDER BY sum(message_count) DESC
"""


def stats(db: SessionDB) -> dict[str, Any]:
    """What the archive holds and how it is doing, as the command's ``--json`` gives it."""
    connection = db.file.reader().connection
    is_native, problem = native_analysis()
    notices = db.notices
    if problem is not None:
        notices.append(f"the C part cannot be used ({problem}): text is analysed in Python, equally but slower")
    with connection.snapshot():
        conversations, sessions_count, messages, first, last = connection.rows(FIGURES)[0]
        return {
            "version": 1,
            "path": str(db.path),
            "file_bytes": int(connection.value(FILE_BYTES)),
            "conversations": conversations or 0,
            "sessions": sessions_count,
            "messages": messages or 0,
            "first_at": first,
            "last_at": last,
            "loose_messages": int(connection.value("SELECT count(*) FROM loose")),
            "packs": int(connection.value("SELECT count(*) FROM pack")),
            "attachments": int(connection.value("SELECT count(*) FROM blob")),
            "deleted_sessions": int(connection.value("SELECT count(*) FROM tombstone")),
            "sources": [
                {"origin": origin, "source": source, "sessions": count, "messages": total or 0}
                for origin, source, count, total in connection.rows(BY_SOURCE)
            ],
            "index": "in use"
            if index.is_usable(connection)
            else "stale: searching scans; hermes session optimize rebuilds it",
            "analysis": "native" if is_native else "python",
            "sqlite": sqlite_version(),
            "notices": notices,
        }


def file_bytes(archive: ArchiveFile) -> int:
    """The size of the archive's main file, in bytes, without the write-ahead log."""
    return int(archive.reader().connection.value(FILE_BYTES))
