"""The key under which placeholders of redacted secrets are made: kept in the archive, so that they agree for ever.

It goes where the archive's file goes, backups too, and is encrypted with it; no export holds it.
"""

from __future__ import annotations

import contextlib
import os

from hermes_state.errors import ArchiveBusyError, ArchiveIOError, ArchiveReadOnlyError, DiskFullError
from hermes_state.store.pool import ArchiveFile
from hermes_state.store.writing import Writer

KEY_BYTES = 32
REDACTION_KEY = "redaction_key"
"""Its name in ``meta``."""
GET_KEY = "SELECT value FROM meta WHERE name = 'redaction_key'"
ADD_KEY = "INSERT OR IGNORE INTO meta (name, value) VALUES ('redaction_key', ?)"


class RedactionKey:
    """The key of one open archive. ``is_kept``: it is the archive's; else this object's alone, for as long as it is."""

    def __init__(self, archive: ArchiveFile) -> None:
        self._archive = archive
        self._key: bytes | None = None
        self.is_kept = False

    def value(self, *, make: bool) -> bytes:
        """The archive's key, made now where there is none and ``make`` asks for it; where none can be had, another."""
        if not self.is_kept:
            kept = redaction_key(self._archive) if make else stored_key(self._archive)
            self.is_kept = kept is not None
            self._key = kept or self._key
        if self._key is None:
            self._key = os.urandom(KEY_BYTES)
        return self._key


def stored_key(archive: ArchiveFile) -> bytes | None:
    """The archive's key, ``None`` where there is none."""
    key = archive.reader().connection.value(GET_KEY)
    return None if key is None else bytes(key)


def redaction_key(archive: ArchiveFile) -> bytes | None:
    """The archive's key, made now where there is none; ``None`` where there is none and the file cannot be written.

    Opens a transaction of its own; to be called outside of any.
    """
    key = stored_key(archive)
    if key is None and not archive.read_only:
        with contextlib.suppress(ArchiveBusyError, ArchiveIOError, ArchiveReadOnlyError, DiskFullError):
            key = archive.write(_kept)
    return key


def _kept(writer: Writer) -> bytes:
    """The key that the archive has once this transaction is through: another process may have been first."""
    writer.connection.run(ADD_KEY, (os.urandom(KEY_BYTES),))
    return bytes(writer.connection.value(GET_KEY))
