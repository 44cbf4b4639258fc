"""One connection to an archive file: the only place that knows APSW.

Everything the rest of the library asks of SQLite goes through ``Connection``; APSW's exceptions
become this package's in ``translate``. A ``Connection`` belongs to one thread at a time.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import apsw

from hermes_state.errors import (
    ArchiveBusyError,
    ArchiveError,
    ArchiveIOError,
    ArchiveReadOnlyError,
    DamagedArchiveError,
    DamagedIndexError,
    DiskFullError,
    ForeignArchiveError,
    HermesStateError,
    InvalidArgumentError,
    UnsupportedSQLiteError,
)
from hermes_state.home import KEY_FILE_VARIABLE
from hermes_state.store import index_functions, native

IN_MEMORY = ":memory:"
"""The path of an archive without a file, which has no key."""

BUSY_TIMEOUT_MS = 15_000
"""How long a statement waits for another process's write lock."""

WRITER_CACHE_KB = 16_384
"""Pages that a writer keeps: with the usual 2 MB an import writes a transaction's pages before its end, and again."""

MIN_SQLITE_VERSION = (3, 51, 3)
"""3.7.0-3.51.2 can lose a commit when a WAL is reset (sqlite.org, release notes of 3.51.3)."""
WITHDRAWN_SQLITE_VERSION = (3, 52, 0)

CAN_ENCRYPT = hasattr(apsw, "mc_version")
"""Whether the module ``apsw`` is that of the distribution apsw-sqlite3mc."""

TRY_NATIVE = "SELECT hermes_index_text(?), hermes_words(?)"

Row = tuple[Any, ...]
Bindings = Sequence[Any]


class Connection:
    """An APSW connection with the pragmas that the archive's durability rules ask for.

    ``journal_mode`` is ``wal`` or ``delete`` (network filesystems); it is only set by a writer.
    ``synchronous`` is ``full`` or ``normal``; it matters only to a writer.
    ``rolls_back`` lets a reader undo what a crash left half done in a rollback journal, without which nobody can read
    the file; it changes nothing else.
    ``schema_cookie`` changes when the whole content is replaced (as of the newest ``snapshot``).
    ``unflushed`` are the indexes that the transaction has written to (``store.index``).
    ``native`` tells whether it has the SQL functions of the C part: a writer always, if it is built, a reader once it
    has folded long text.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        read_only: bool,
        immutable: bool = False,
        journal_mode: str = "wal",
        synchronous: str = "full",
        rolls_back: bool = False,
    ) -> None:
        require_sound_sqlite(apsw.sqlite_lib_version())
        self.path = os.fspath(path)
        self.read_only = read_only
        self.broken = False
        self.native = False
        self.is_encrypted = False
        self._asked_for_native = False
        self._has_index_functions = False
        self.unflushed: set[str] = set()
        self.schema_cookie: int | None = None
        changes_nothing = read_only and not rolls_back
        flags = apsw.SQLITE_OPEN_READONLY if changes_nothing else apsw.SQLITE_OPEN_READWRITE
        name = self.path
        if immutable:
            name = f"file:{_uri_path(name)}?immutable=1"
            flags |= apsw.SQLITE_OPEN_URI
        else:
            flags |= apsw.SQLITE_OPEN_NOFOLLOW
        self._depth = 0
        with self._translated("open"):
            self._db = apsw.Connection(name, flags=flags, statementcachesize=200)
        try:
            self._unlock()
            self._configure(journal_mode, synchronous, rolls_back)
        except BaseException:
            self._db.close(True)
            raise

    def _unlock(self) -> None:
        """Gives the connection the archive's key, where one is named."""
        if self.path == IN_MEMORY or (not CAN_ENCRYPT and KEY_FILE_VARIABLE not in os.environ):
            return
        from hermes_state.store import encryption  # only where there may be a key

        key = encryption.key_of(os.environ, can_encrypt=CAN_ENCRYPT)
        if key is not None:
            with self._translated("open"):
                self._db.pragma("key", key)
            self.is_encrypted = True

    def _configure(self, journal_mode: str, synchronous: str, rolls_back: bool) -> None:
        db = self._db
        with self._translated("open"):
            db.set_busy_handler(_waiting(BUSY_TIMEOUT_MS))
            db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
            db.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            db.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
            db.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
            self.run("PRAGMA cell_size_check=ON")
            if self.read_only:
                if rolls_back:
                    self.run("PRAGMA query_only=ON")
                return
            if not self.value("PRAGMA page_count"):
                self.run("PRAGMA auto_vacuum=INCREMENTAL")  # only possible before anything is written
            self._set_journal_mode(journal_mode)
            # With a rollback journal a commit lasts once the journal's removal does, and only "extra" syncs that. One
            # that comes back undoes the commit, and damages a file whose free pages were cut off after it.
            lasting = "extra" if journal_mode == "delete" and synchronous == "full" else synchronous
            self.run(f"PRAGMA synchronous={lasting}")
            self.run("PRAGMA journal_size_limit=0")
            self.run(f"PRAGMA cache_size=-{WRITER_CACHE_KB}")
            self.run("PRAGMA secure_delete=ON")
            if journal_mode == "wal":
                import array  # only a writer needs it

                keep = array.array("i", [1])
                db.file_control("main", apsw.SQLITE_FCNTL_PERSIST_WAL, keep.buffer_info()[0])
        self.native, _ = load_native(db)

    def _set_journal_mode(self, journal_mode: str) -> None:
        """Sets it, waiting for another process that does the same: SQLite asks no busy handler for this change."""
        until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
        while True:
            try:
                self.run(f"PRAGMA journal_mode={journal_mode}")
                return
            except ArchiveBusyError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    # Statements

    def rows(self, sql: str, bindings: Bindings = ()) -> list[Row]:
        """All rows of one statement. Needs no transaction."""
        try:
            return self._db.execute(sql, bindings).fetchall()
        except (apsw.Error, UnicodeError, OverflowError) as error:
            raise self._failure(error, "read") from error

    def row(self, sql: str, bindings: Bindings = ()) -> Row | None:
        """The first row, or ``None``; the statement is run to its end."""
        rows = self.rows(sql, bindings)
        return rows[0] if rows else None

    def value(self, sql: str, bindings: Bindings = ()) -> Any:
        """The first column of the first row, or ``None``."""
        row = self.row(sql, bindings)
        return None if row is None else row[0]

    def each(self, sql: str, bindings: Bindings = ()) -> Iterator[Row]:
        """Rows one by one, for answers that may be long or are left early."""
        cursor = self._db.cursor()
        try:
            with self._translated("read"):
                yield from cursor.execute(sql, bindings)
        finally:
            cursor.close(True)

    def run(self, sql: str, bindings: Bindings = ()) -> None:
        """Runs one statement, or several in one string, to the end (APSW stops at the first row otherwise)."""
        try:
            for _ in self._db.execute(sql, bindings):
                pass
        except (apsw.Error, UnicodeError, OverflowError) as error:
            raise self._failure(error, "write") from error

    def run_many(self, sql: str, bindings: Iterable[Bindings]) -> None:
        """Runs one statement for each set of values."""
        with self._translated("write"):
            self._db.executemany(sql, bindings)

    def insert(self, sql: str, bindings: Bindings = ()) -> int:
        """Runs an INSERT and returns the rowid it made."""
        self.run(sql, bindings)
        return self._db.last_insert_rowid()

    def changes(self) -> int:
        """How many rows the last INSERT, UPDATE or DELETE changed."""
        return self._db.changes()

    def total_changes(self) -> int:
        """How many rows all statements of this connection have changed (FTS5 tells by it whether a merge had work)."""
        return self._db.total_changes()

    def has_native(self) -> bool:
        """Whether the C part's functions can be asked. A reader loads them now: most searches start faster without."""
        if not self.native and self.read_only and not self._asked_for_native:
            self._asked_for_native = True
            self.native, _ = load_native(self._db)
        return self.native

    def add_index_functions(self) -> None:
        """Adds the SQL functions of ``index_functions``, if they are not there yet."""
        if not self._has_index_functions:
            with self._translated("read"):
                index_functions.register(self._db)
            self._has_index_functions = True

    def stems(self, words: Sequence[str]) -> list[str]:
        """The stems of English words (ASCII letters alone), in order: Porter (1980), as FTS5 has it."""
        with self._translated("read"):
            tokenizer = self._db.fts5_tokenizer("porter", ["ascii"])
            text = " ".join(words).encode()
            found = tokenizer(text, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False)
            return [str(stem) for stem in found]

    # Transactions

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """A write transaction (``BEGIN IMMEDIATE``); within another one it takes part in that.

        Commits at the end, rolls back on any exception.
        """
        if self._depth:
            yield
            return
        self.run("BEGIN IMMEDIATE")
        self._depth = 1
        try:
            yield
            self._depth = 0
            self.run("COMMIT")
        except BaseException:
            self._depth = 0
            self._roll_back()
            raise

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """A read transaction: everything read within it is of one moment."""
        if self._db.in_transaction:
            yield
            return
        self.run("BEGIN")
        try:
            self.schema_cookie = self.value("PRAGMA schema_version")
            yield
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        if not self._db.in_transaction:
            return
        try:
            self.run("ROLLBACK")
        except ArchiveError:
            self.broken = True

    def close(self) -> None:
        """Closes; may be called twice."""
        self._db.close(True)

    # Services that only this module can give

    def backup_to(self, target: str) -> None:
        """Writes a compact copy into ``target``, which must exist and be empty (so that it is 0600)."""
        self.run("VACUUM INTO ?", (target,))

    def overwrite_with(self, source: Connection) -> None:
        """Replaces everything by what another database holds, in one transaction of the file.

        Who reads meanwhile goes on reading what was there; who reads afterwards reads its schema anew.
        Raises ``ArchiveBusyError``, ``DiskFullError``.
        """
        until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
        with self._translated("write"), self._db.backup("main", source._db, "main") as copy:
            while not copy.done:
                try:
                    copy.step(-1)
                except (apsw.BusyError, apsw.LockedError):
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.01)

    @contextlib.contextmanager
    def writable_schema(self) -> Iterator[None]:
        """Allows rows of ``sqlite_schema`` to be deleted within: tables whose pages are past reading."""
        with self._translated("write"):
            self._db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
        try:
            self.run("PRAGMA writable_schema=ON")
            yield
        finally:
            self.run("PRAGMA writable_schema=RESET")
            self._db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)

    def forget_schema(self) -> None:
        """Makes this and every other connection read ``sqlite_schema`` again. Takes part in the transaction."""
        self.run(f"PRAGMA schema_version={int(self.value('PRAGMA schema_version')) + 1}")
        self.run("PRAGMA writable_schema=RESET")

    @contextlib.contextmanager
    def _translated(self, operation: str) -> Iterator[None]:
        try:
            yield
        except (apsw.Error, UnicodeError, OverflowError) as error:
            raise self._failure(error, operation) from error

    def _failure(self, error: Exception, operation: str) -> HermesStateError:
        failure = translate(error, self.path, operation)
        if self.is_encrypted and isinstance(error, apsw.NotADBError) and _is_in_the_clear(self.path):
            failure = _needs_no_key(self.path, operation)
        if isinstance(failure, (ArchiveIOError, DiskFullError)):
            self.broken = True
        return failure


def _is_in_the_clear(path: str) -> bool:
    """Whether a file is a database that needs no key: asked of SQLite, since nobody else may open an archive."""
    try:
        db = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_NOFOLLOW)
        try:
            db.pragma("schema_version")
        finally:
            db.close(True)
    except apsw.Error:
        return False
    return True


def _needs_no_key(path: str, operation: str) -> ForeignArchiveError:
    """The error for an archive in the clear while a key is named."""
    named = f"unset {KEY_FILE_VARIABLE}" if KEY_FILE_VARIABLE in os.environ else "take archive.key out of config.yaml"
    return ForeignArchiveError(
        f"{path} is not encrypted, and a key is named",
        path=path,
        operation=operation,
        hint=f"docs/encryption.md says how to encrypt it; or {named}",
    )


def _waiting(timeout_ms: int) -> Callable[[int], bool]:
    """A busy handler (``store.waiting``)."""
    handler: Callable[[int], bool] | None = None

    def ask_again(asked: int) -> bool:
        nonlocal handler
        if handler is None:
            from hermes_state.store.waiting import Waiting  # a search starts without it: few have to wait

            handler = Waiting(timeout_ms)
        return handler(asked)

    return ask_again


def load_native(db: apsw.Connection) -> tuple[bool, str | None]:
    """Gives a connection the functions of the C part: whether it has them, and why not where that is a fault.

    They stand in for Python's analysis only where they give the same: a file of an earlier version, left behind,
    would index other terms.
    """
    path = native.library_path()
    if path is None:
        return False, None
    try:
        db.enable_load_extension(True)
        try:
            db.load_extension(path, native.ENTRY_POINT)
        finally:
            db.enable_load_extension(False)
        found = db.execute(TRY_NATIVE, (native.PROBE, native.PROBE_TERMS)).fetchall()
    except apsw.SQLError:  # a function that it has not
        found = []
    except apsw.Error as error:
        return False, str(error)
    if found != [(native.PROBE_TERMS, native.PROBE_WORDS)]:
        return False, f"{os.path.basename(path)} is of another version"
    return True, None


def native_analysis() -> tuple[bool, str | None]:
    """Whether a writer here would have the C part's functions, and why not where that is a fault."""
    db = apsw.Connection(":memory:")
    try:
        return load_native(db)
    finally:
        db.close(True)


def require_sound_sqlite(version: str) -> None:
    """Raises ``UnsupportedSQLiteError`` for an SQLite library that is known to lose data."""
    numbers = tuple(int(part) for part in version.split(".")[:3])
    if numbers < MIN_SQLITE_VERSION or numbers == WITHDRAWN_SQLITE_VERSION:
        raise UnsupportedSQLiteError(
            f"SQLite {version} can lose commits and is not used",
            operation="open",
            hint="install a newer apsw: pip install --upgrade apsw",
        )


def sqlite_version() -> str:
    """The version of the SQLite library in use."""
    return apsw.sqlite_lib_version()


LOCKED = "{} is locked by another process"
HALF_DONE = "{} has a write that a crash left half done, and it cannot be undone here"
NO_ARCHIVE = "{} is not a session archive, or encrypted with another key"
NOT_REACHED = "{} cannot be opened, read or written ({error})"
SEE_CHECK = "run hermes session check"
FAILURES: tuple[tuple[type[Exception], int | None, type[ArchiveError], str, str], ...] = (
    (UnicodeDecodeError, None, DamagedArchiveError, "{} is damaged", SEE_CHECK),  # text in the file that is no UTF-8
    (apsw.BusyError, None, ArchiveBusyError, LOCKED, "try again when it has finished"),
    (apsw.LockedError, None, ArchiveBusyError, LOCKED, "try again when it has finished"),
    (apsw.FullError, None, DiskFullError, "no space left to write {}", "free some space; nothing was lost"),
    (
        apsw.ReadOnlyError,
        apsw.SQLITE_READONLY_ROLLBACK,
        ArchiveReadOnlyError,
        HALF_DONE,
        "open it where file and folder can be written",
    ),
    (
        apsw.ReadOnlyError,
        None,
        ArchiveReadOnlyError,
        "{} cannot be written",
        "check the permissions of file and folder",
    ),
    (
        apsw.NotADBError,
        None,
        ForeignArchiveError,
        NO_ARCHIVE,
        "name another file with --db, or its key: docs/encryption.md",
    ),
    (
        apsw.CorruptError,
        apsw.SQLITE_CORRUPT_VTAB,
        DamagedIndexError,
        "a search index of {} is damaged",
        "run hermes session optimize",
    ),
    (apsw.CorruptError, None, DamagedArchiveError, "{} is damaged", SEE_CHECK),
    (apsw.IOError, None, ArchiveIOError, NOT_REACHED, "check the disk, the path and its permissions"),
    (apsw.CantOpenError, None, ArchiveIOError, NOT_REACHED, "check the disk, the path and its permissions"),
)
"""An exception's class and extended result code (``None``: any), what it is here, its message about ``{}``, its hint.

The first that fits tells it.
"""


def translate(error: Exception, path: str | None, operation: str) -> HermesStateError:
    """This package's exception for one of APSW's, told by the extended result code, never by words."""
    if isinstance(error, OverflowError):  # SQLite's whole numbers have 64 bits
        return InvalidArgumentError(
            "a number is too large for an archive",
            operation=operation,
            hint="ids and times of messages are far smaller",
        )
    code = getattr(error, "extendedresult", 0)
    name = "the archive" if path is None else path
    for given, only_code, kind, message, hint in FAILURES:
        if isinstance(error, given) and only_code in (None, code):
            return kind(message.format(name, error=error), path=path, operation=operation, hint=hint)
    return ArchiveError(f"{name}: {error}", path=path, operation=operation)


def _uri_path(name: str) -> str:
    """A path as the path part of an SQLite URI."""
    if os.name == "nt":
        name = "/" + name.replace("\\", "/")
    return name.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
