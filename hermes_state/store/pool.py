"""The connections of one open archive: one writer behind a lock, one reader for each thread."""

from __future__ import annotations

import contextlib
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from hermes_state.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveIOError,
    ArchiveMissingError,
    ArchiveReadOnlyError,
    DamagedArchiveError,
    DamagedIndexError,
    DiskFullError,
    ForeignArchiveError,
    HermesStateError,
    NewerArchiveError,
)
from hermes_state.store import files, index, schema
from hermes_state.store.connection import Connection
from hermes_state.store.packs import PackCodec
from hermes_state.store.reading import Reader

if TYPE_CHECKING:
    from hermes_state.store.writing import Writer

FREE_PAGES_A_STEP = 1_000

VALUE_ERRORS = (AttributeError, ArithmeticError, LookupError, TypeError, ValueError)
"""What Python says of a value that no writer of this software puts there: damaged pages can hold any."""

Result = TypeVar("Result")


@contextlib.contextmanager
def telling_damage(connection: Callable[[], Connection]) -> Iterator[None]:
    """Says of an error of Python's own, met within, that the archive is damaged, where it holds misplaced values.

    Where it holds none the error is a defect and stays as it is. ``connection``: where to look, outside a transaction.
    """
    try:
        yield
    except VALUE_ERRORS as error:
        if isinstance(error, HermesStateError):
            raise
        from hermes_state.store.value_types import misplaced  # a search starts without it

        asked = connection()
        try:
            found = next(misplaced(asked), None)
        except ArchiveError as damage:
            raise damage from error
        if found is None:
            raise
        raise DamagedArchiveError(
            f"{asked.path} is damaged: {found}", path=asked.path, operation="read", hint="run hermes session check"
        ) from error


_open_files: weakref.WeakSet[ArchiveFile] = weakref.WeakSet()
_open_files_lock = threading.Lock()


def open_identities() -> set[tuple[int, int]]:
    """``(st_dev, st_ino)`` of every file of every archive that is open in this process, by whatever opened it."""
    with _open_files_lock:
        paths = [archive.path for archive in _open_files]
    return {one for path in paths for one in files.archive_identities(path)}


class ArchiveFile:
    """An archive file with its connections. Safe to share between threads.

    ``notices`` collects what the user should know though nothing failed. ``synchronous``: see ``SessionDB``.
    """

    def __init__(self, path: str, *, read_only: bool, synchronous: str = "full") -> None:
        self.path = path
        self.read_only = read_only
        self._synchronous = synchronous
        self.notices: list[str] = []
        self._lock = threading.RLock()
        self._writer: Connection | None = None
        self._writer_codec = PackCodec()
        self._index_writer = index.IndexWriter()
        self._local = threading.local()
        self._readers: dict[int, tuple[threading.Thread, Connection]] = {}
        self._readers_lock = threading.Lock()
        self._closed = False
        with _open_files_lock:
            _open_files.add(self)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        """Opens what can say whether the file may be used, and notes what the user should know of it."""
        if self.read_only:
            self.reader()
            if files.readable_only_as_immutable(self.path):
                self.notices.append(f"{self.path} lies in a read-only folder and is read as unchanging")
        else:
            self._open_for_use()

    def _open_for_use(self) -> None:
        """Opens a reader where the file is ready for one, else the writer, which makes or migrates it."""
        try:
            self.reader()
        except (ArchiveMissingError, ArchiveReadOnlyError, ForeignArchiveError):
            self._ready_writer()  # makes or migrates the file, or says better why not
        if files.journal_mode_for(self.path) != "wal":
            self.notices.append(f"{self.path} lies on a network or shared filesystem: using a rollback journal")

    @property
    def has_written(self) -> bool:
        """Whether a writing connection was ever asked for: else closing has nothing to seal."""
        return self._writer is not None

    def reader(self) -> Reader:
        """This thread's reader. Raises what ``schema.open_reader`` raises."""
        self._require_open()
        reader: Reader | None = getattr(self._local, "reader", None)
        if reader is not None and not reader.connection.broken:
            return reader
        if reader is not None:
            reader.connection.close()
        connection = schema.open_reader(self.path)
        self._local.reader = reader = Reader(connection, PackCodec())
        with self._readers_lock:
            self._drop_readers_of_dead_threads()
            self._readers[id(connection)] = (threading.current_thread(), connection)
        return reader

    @contextlib.contextmanager
    def fresh_reader(self) -> Iterator[Reader]:
        """A reader with a connection of its own, that remembers nothing.

        FTS5's check of itself trusts what its connection knew of the index before another one changed it,
        and reports damage where there is none (SQLite 3.54).
        """
        self._require_open()
        connection = schema.open_reader(self.path)
        try:
            yield Reader(connection, PackCodec())
        finally:
            connection.close()

    def _drop_readers_of_dead_threads(self) -> None:
        for name, (thread, connection) in list(self._readers.items()):
            if not thread.is_alive():
                connection.close()
                del self._readers[name]

    @contextlib.contextmanager
    def writing(self) -> Iterator[Writer]:
        """A write transaction with its writer; commits at the end, rolls back on any exception.

        Raises ``ArchiveReadOnlyError``, ``ArchiveBusyError``, ``DiskFullError``, ``ArchiveIOError``,
        ``DamagedIndexError`` (after marking the index stale: the same work then succeeds without it).
        """
        from hermes_state.store.writing import Writer  # searching must start without the writers

        with self._lock:
            connection = self._ready_writer()
            try:
                with telling_damage(lambda: connection), connection.transaction():
                    schema.require_unchanged(connection)
                    writer = Writer(connection, self._writer_codec, self._index_writer)
                    yield writer
                    writer.finish()
                    index.flush(connection)
            except DamagedIndexError:
                connection.unflushed.clear()
                self._index_writer.forget()
                self._mark_index_stale(connection)
                raise
            except BaseException:
                connection.unflushed.clear()
                self._index_writer.forget()
                raise

    def write(self, work: Callable[[Writer], Result]) -> Result:
        """The result of ``work`` in a write transaction; if an index is damaged, of a second run without the index.

        On a full disk it is run again once the write-ahead log is written into the file, and can begin anew: one that
        somebody's long reading made large may be what fills the disk. Nothing of a transaction that met a full disk
        is durable.
        """
        try:
            return self._worked(work)
        except DiskFullError:
            if not self._emptied_log():
                raise
            return self._worked(work)

    def _worked(self, work: Callable[[Writer], Result]) -> Result:
        try:
            with self.writing() as writer:
                return work(writer)
        except DamagedIndexError:
            with self.writing() as writer:
                return work(writer)

    def _emptied_log(self) -> bool:
        """Whether all of a write-ahead log could be written into the file; waits for nobody."""
        try:
            with self.exclusive() as connection:
                _, frames, written = connection.rows("PRAGMA wal_checkpoint(PASSIVE)")[0]
        except (ArchiveBusyError, ArchiveIOError, DiskFullError):
            return False
        return 0 < int(frames) == int(written)

    def seal_from(self, minimum_bytes: int) -> None:
        """Seals all loose text where there is as much as this.

        Where the disk, another process or a newer version of the file forbids it now, a notice says so: the next
        append tries again.
        """

        def work(writer: Writer) -> None:
            if writer.loose_bytes() >= minimum_bytes:
                writer.seal_loose()

        try:
            self.write(work)
        except (ArchiveBusyError, ArchiveIOError, ArchiveReadOnlyError, DiskFullError, NewerArchiveError) as error:
            self.notices.append(f"loose text was not sealed: {error}")

    @contextlib.contextmanager
    def exclusive(self) -> Iterator[Connection]:
        """The writing connection outside a transaction (``VACUUM``, checkpoints), other threads kept out."""
        with self._lock:
            yield self._ready_writer()

    def merge_indexes(self, pages: int) -> None:
        """Merges up to about ``pages`` pages of each word index in short transactions; other writers get in between.

        An index that turns out to be damaged is marked stale, as ever, and left.
        """
        steps = [table for table in ("dialog", "work") for _ in range(1 + pages // index.MERGE_PAGES)]
        merged: set[str] = set()
        for table in steps:
            if table in merged:
                continue
            try:
                with self.writing() as writer:
                    if not index.is_usable(writer.connection) or not index.merge_step(writer.connection, table):
                        merged.add(table)
            except DamagedIndexError:
                return

    def merge_whole_index(self, table: str) -> None:
        """Merges all of one index into one segment, without what was deleted from it, in short transactions.

        Stopped in between, the next one goes on. Raises ``DamagedIndexError``.
        """
        more, first = True, True
        while more:
            with self.writing() as writer:
                more = index.merge_step(writer.connection, table, all_of_it=first)
            first = False

    def give_back_free_pages(self) -> None:
        """Returns free pages to the disk in short steps, each its own transaction; other writers get in between."""
        free: int | None = None
        while True:
            with self.exclusive() as connection:
                left = int(connection.value("PRAGMA freelist_count"))
                if not left or left == free:  # equal: a file made without auto_vacuum
                    return
                free = left
                connection.run(f"PRAGMA incremental_vacuum({FREE_PAGES_A_STEP})")

    def _ready_writer(self) -> Connection:
        self._require_open()
        if self.read_only:
            raise ArchiveReadOnlyError(
                f"{self.path} is open read-only", path=self.path, operation="write", hint="open it without read_only"
            )
        with self._lock:
            if self._writer is not None and self._writer.broken:
                self._writer.close()
                self._writer = None
            if self._writer is None:
                self._writer = schema.open_writer(self.path, self._synchronous)
            return self._writer

    def _mark_index_stale(self, connection: Connection) -> None:
        with connection.transaction():
            index.mark_stale(connection)
        self.notices.append("a search index is damaged: searching scans until hermes session optimize rebuilds it")

    def _require_open(self) -> None:
        if self._closed:
            raise ArchiveError(f"{self.path} is closed", path=self.path, operation="use")

    def close(self) -> None:
        """Closes every connection; may be called twice."""
        with self._lock, self._readers_lock:
            self._closed = True
            for _, connection in self._readers.values():
                connection.close()
            self._readers.clear()
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        with _open_files_lock:
            _open_files.discard(self)
