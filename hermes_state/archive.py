"""``SessionDB``: the archive as the outside sees it. Each method hands on to the module that does the work."""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, BinaryIO, Concatenate, Literal, ParamSpec, TypeVar

from hermes_state.errors import ArchiveMissingError, InvalidArgumentError, NotFoundError
from hermes_state.search.answer import search as search_archive
from hermes_state.search.page import SearchPage
from hermes_state.search.request import SearchRequest, live_window
from hermes_state.store import files, lookup, sessions
from hermes_state.store.packs import SEAL_AT_BYTES, SEAL_AT_END_BYTES
from hermes_state.store.pool import ArchiveFile, open_identities, telling_damage

if TYPE_CHECKING:
    from pathlib import Path

    from hermes_state.export import ExportReport
    from hermes_state.ingest.importer import Progress
    from hermes_state.ingest.report import ImportReport
    from hermes_state.records import Message, Session
    from hermes_state.search.views import BrowsePage, ReadView, ScrollView
    from hermes_state.secrets import ValueRedactor
    from hermes_state.store.redaction_key import RedactionKey
    from hermes_state.store.verification import VerifyReport
    from hermes_state.store.writing import Writer

View = TypeVar("View", "BrowsePage", "ReadView", "ScrollView")
Given = ParamSpec("Given")
Answer = TypeVar("Answer")

LIVE = "live"
"""The origin of sessions that an agent writes through ``SessionDB``."""

_open_archives: weakref.WeakSet[SessionDB] = weakref.WeakSet()
_open_archives_lock = threading.Lock()


def open_archives() -> list[SessionDB]:
    """The archives that this process has open. No other library may open their files meanwhile."""
    with _open_archives_lock:
        return list(_open_archives)


def _telling_damage(
    method: Callable[Concatenate[SessionDB, Given], Answer],
) -> Callable[Concatenate[SessionDB, Given], Answer]:
    """The method, with errors of Python's own told as damage where the archive holds what makes them."""

    @wraps(method)
    def told(self: SessionDB, /, *args: Given.args, **kwargs: Given.kwargs) -> Answer:
        with telling_damage(lambda: self.file.reader().connection):
            return method(self, *args, **kwargs)

    return told


class SessionDB:
    """An archive of conversations in one SQLite file.

    Opening creates the file (never when ``read_only``) and brings an older one to the newest form. An
    instance may be used from several threads. Every method that reads or writes may raise the errors of
    ``hermes_state.errors``.

    ``synchronous``: with ``full`` what a method has written is on the disk when it returns. ``normal`` leaves
    that to the system and is several times faster for single messages: a power failure may lose the last ones,
    but damages nothing; a crash of the program alone loses nothing.

    ``redact``: what is appended or imported is stored with its secrets replaced, for good: their values are nowhere
    in the archive. What was stored before stays as it is.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        read_only: bool = False,
        *,
        synchronous: Literal["full", "normal"] = "full",
        redact: bool = False,
    ) -> None:
        if synchronous not in ("full", "normal"):
            raise InvalidArgumentError(
                f"{synchronous!r} is no way to write", operation="open", hint="use synchronous='full' or 'normal'"
            )
        resolved = files.resolved(path)
        if read_only and not os.path.exists(resolved):
            raise ArchiveMissingError(
                f"there is no archive at {resolved}",
                path=resolved,
                operation="open",
                hint="hermes session sync, or hermes session import PATH, makes one",
            )
        self._file = ArchiveFile(resolved, read_only=read_only, synchronous=synchronous)
        self._redacts = redact
        self._redaction_key: RedactionKey | None = None
        with _open_archives_lock:
            _open_archives.add(self)

    def __enter__(self) -> SessionDB:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def path(self) -> Path:
        """Where the archive lies, links of its folder resolved."""
        from pathlib import Path  # 2 ms of a start

        return Path(self._file.path)

    @property
    def file(self) -> ArchiveFile:
        """The connections, for this package's own functions."""
        return self._file

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written through this instance."""
        return self._file.read_only

    @property
    def notices(self) -> list[str]:
        """What the user should know though nothing failed: a fallback in use, an index marked stale."""
        return list(self._file.notices)

    @property
    def redactor(self) -> ValueRedactor:
        """A new redactor under the archive's own key, for this package's own functions; the key is made at the first.

        Where none can be kept, as when the archive is read-only, this instance has one of its own: its placeholders
        agree with those of no other.
        """
        return self._redactor()

    def _redactor(self, *, make_key: bool = True) -> ValueRedactor:
        from hermes_state.secrets import ValueRedactor  # 23 ms, paid where something is redacted
        from hermes_state.store.redaction_key import RedactionKey  # as above

        if self._redaction_key is None:
            self._redaction_key = RedactionKey(self._file)
        return ValueRedactor(self._redaction_key.value(make=make_key))

    def close(self) -> None:
        """Seals loose text worth sealing and closes; may be called twice."""
        with _open_archives_lock:
            known = self in _open_archives
            _open_archives.discard(self)
        try:
            if known and self._file.has_written:
                self._file.seal_from(SEAL_AT_END_BYTES)
        finally:
            self._file.close()

    # Writing

    def create_session(
        self,
        source: str = "cli",
        session_id: str | None = None,
        title: str | None = None,
        cwd: str | None = None,
        model: str | None = None,
        parent_session_id: str | None = None,
        kind: str | None = None,
        started_at: float | None = None,
        system_prompt: str | None = None,
    ) -> str:
        """Makes a session and returns its id; a ``session_id`` that is known returns as it is, unchanged.

        ``kind`` (compaction, branch, resume, subagent) says how it came out of ``parent_session_id``.
        ``system_prompt`` is kept byte for byte, once for all sessions with the same one.
        """
        # Imported here: searching must start without the records and the writers.
        from hermes_state.records import Session
        from hermes_state.store import live as live_writing

        session = Session(
            id=live_writing.new_session_id() if session_id is None else session_id,
            origin=LIVE,
            source=source,
            kind=kind,
            title=title,
            project=cwd,
            model=model,
            started_at=time.time() if started_at is None else started_at,
            system_prompt=system_prompt,
        )
        live_writing.require_session(session)
        if self._redacts:
            from hermes_state.store.redacting import redacted_session  # only archives that store redacted text need it

            session = redacted_session(session, self.redactor)
        return self._file.write(
            lambda writer: live_writing.create(writer.connection, writer.codec, session, parent_session_id)
        )

    def append(
        self, session_id: str, messages: Message | Mapping[str, Any] | Iterable[Message | Mapping[str, Any]]
    ) -> list[int]:
        """Appends one message or many, durably; returns their ids in order.

        A message needs ``role`` and ``content``; ``timestamp`` is now unless given. One whose
        ``client_id`` the session knows already is not stored again and returns its old id, so that a
        retry after a failure is safe.
        """
        from hermes_state.store import live as live_writing  # searching must start without the writers

        checked = live_writing.messages_of(messages)
        if self._redacts:
            checked = live_writing.redacted(checked, self.redactor)

        def work(writer: Writer) -> tuple[list[int], int]:
            ids = live_writing.append(writer, lookup.row_of(writer.connection, session_id), checked)
            return ids, writer.loose_bytes()

        ids, loose = self._file.write(work)
        if loose >= SEAL_AT_BYTES:
            self._file.seal_from(SEAL_AT_BYTES)
        return ids

    def rewind(self, session_id: str, message_id: int) -> int:
        """Takes a message and all after it out of the conversation, hidden but still stored. Returns how many."""
        from hermes_state.store import live as live_writing  # searching must start without the writers

        with self._file.writing() as writer:
            return live_writing.rewind(writer.connection, lookup.key_of(writer.connection, session_id), message_id)

    def compact(self, session_id: str, upto_message_id: int, summary: str | None = None) -> int | None:
        """Marks messages up to and with one as summarised away: not live, still found. Returns the summary's id."""
        from hermes_state.store import live as live_writing  # searching must start without the writers

        if summary is not None and self._redacts:
            summary = self.redactor.text(summary)
        with self._file.writing() as writer:
            return live_writing.compact(writer, lookup.key_of(writer.connection, session_id), upto_message_id, summary)

    def end_session(self, session_id: str, reason: str | None = None) -> None:
        """Notes that a session ended, and seals loose text worth sealing."""
        from hermes_state.store import live as live_writing  # searching must start without the writers

        with self._file.writing() as writer:
            row = sessions.row_by_key(writer.connection, lookup.key_of(writer.connection, session_id))
            live_writing.end(writer.connection, row, reason, time.time())
        self._file.seal_from(SEAL_AT_END_BYTES)

    # Reading

    @_telling_damage
    def get_session(self, session_id: str) -> Session | None:
        """A session by its id or ``origin:id``, with its system prompt; ``None`` when there is none."""
        reader = self._file.reader()
        try:
            key = lookup.key_of(reader.connection, session_id)
        except NotFoundError:
            return None
        return sessions.load_session(reader.connection, reader.codec, key)

    @_telling_damage
    def get_messages(self, session_id: str, redact: bool = False) -> list[Message]:
        """Every message of a session in order, rewound and compacted ones too (``active``, ``compacted`` tell).

        ``redact`` replaces the secrets in them, but for ``extra``.
        """
        reader = self._file.reader()
        with reader.connection.snapshot():
            key = lookup.key_of(reader.connection, session_id)
            found = list(reader.messages(reader.session_rows(key), sessions.row_by_key(reader.connection, key).id))
        if redact:
            from hermes_state.search.hiding import redacted_messages  # reading must start without the redaction

            return redacted_messages(found, self.redactor)
        return found

    @_telling_damage
    def search(
        self,
        text: str,
        limit: int = 10,
        per: str | None = None,
        match: str = "auto",
        roles: Sequence[str] | str | None = None,
        sources: Sequence[str] | str | None = None,
        project: str | None = None,
        after: str | float | None = None,
        before: str | float | None = None,
        sessions: Sequence[str] | str | None = None,
        sort: str = "relevance",
        live: tuple[str, int | None] | None = None,
        include_hidden: bool = False,
        window: int = 0,
        cursor: str | None = None,
        explain: bool = False,
        branch: str | None = None,
        model: str | None = None,
        exclude_sessions: Sequence[str] | str | None = None,
        half_life: str | float | None = None,
        redact: bool = False,
    ) -> SearchPage:
        """Finds conversations (``per="message"``: messages) by what was said; any text is a query.

        ``roles``: user, assistant, tool, thinking, system, title; ``None`` means the dialog and titles,
        then tool output when these have little. ``after`` is inclusive, ``before`` exclusive: a date, a
        time, ``7d``, seconds since the epoch. ``live=(session_id, first_message_id)`` leaves out what the
        caller still has in its context. ``exclude_sessions`` leaves out the whole conversations of these
        sessions. ``match``: auto, literal (exactly this text), words. ``half_life`` (``30d``, or a number of days)
        prefers newer conversations where words are ranked: each such age halves a score. ``redact`` replaces
        the secrets in what is shown.
        """
        redactor = self.redactor if redact else None
        request = SearchRequest(
            text, limit, per, match, roles, sources, project, after, before, sessions, sort, live, include_hidden,
            window, cursor, explain, branch, model, exclude_sessions, half_life,
            None if redactor is None else redactor.text,
        )  # fmt: skip
        page = search_archive(self._file.reader(), request)
        if redactor is not None:
            from hermes_state.search.hiding import redact_page  # searching must start without the redaction

            redact_page(page, redactor)
        return page

    @_telling_damage
    def scroll(
        self,
        session_id: str,
        message_id: int,
        window: int = 5,
        live: tuple[str, int | None] | None = None,
        roles: Sequence[str] | str | None = None,
        redact: bool = False,
    ) -> ScrollView:
        """The messages round one, ``window`` dialog messages a side, with the conversation's first and last ones.

        ``roles`` shows only these besides the message itself. ``redact`` replaces the secrets in what is shown.
        """
        from hermes_state.search import views  # searching must start without the other views

        reader = self._file.reader()
        with reader.connection.snapshot():
            key = lookup.resolve(reader.connection, session_id)
            view = views.scroll(reader, key, message_id, window, live_window(reader.connection, live), roles)
        return self._hidden(view) if redact else view

    @_telling_damage
    def read(
        self,
        session_id: str,
        cursor: str | None = None,
        live: tuple[str, int | None] | None = None,
        redact: bool = False,
    ) -> ReadView:
        """The first and last messages of a session; the cursor goes on in the middle. ``redact`` as in ``scroll``."""
        from hermes_state.search import views  # searching must start without the other views

        reader = self._file.reader()
        with reader.connection.snapshot():
            key = lookup.resolve(reader.connection, session_id)
            view = views.read(reader, key, cursor, live_window(reader.connection, live))
        return self._hidden(view) if redact else view

    @_telling_damage
    def browse(
        self,
        limit: int = 20,
        sources: Sequence[str] | str | None = None,
        project: str | None = None,
        after: str | float | None = None,
        before: str | float | None = None,
        include_hidden: bool = False,
        cursor: str | None = None,
        live: tuple[str, int | None] | None = None,
        shelf: str | None = None,
        redact: bool = False,
    ) -> BrowsePage:
        """Conversations, whole lineages, the newest activity first.

        ``shelf``: only the ``pinned``, the ``archived``, those in the ``trash``; else neither archived nor trashed.
        ``redact`` as in ``scroll``.
        """
        from hermes_state.search import views  # searching must start without the other views

        reader = self._file.reader()
        with reader.connection.snapshot():
            page = views.browse(
                reader,
                limit=limit,
                sources=sources,
                project=project,
                after=after,
                before=before,
                include_hidden=include_hidden,
                cursor=cursor,
                live=live_window(reader.connection, live),
                shelf=shelf,
            )
        return self._hidden(page) if redact else page

    def _hidden(self, view: View) -> View:
        """The view with the secrets in it replaced."""
        from hermes_state.search.hiding import redact_view  # reading must start without the redaction

        redact_view(view, self.redactor)
        return view

    # Whole conversations, in and out

    @_telling_damage
    def import_transcripts(
        self,
        paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        format: str | None = None,  # noqa: A002 - the word of the whole API
        progress: Progress | None = None,
        *,
        exclude: Sequence[str] = (),
        dry_run: bool = False,
        restore_deleted: bool = False,
        secrets: bool = False,
    ) -> ImportReport:
        """Takes in every transcript under the paths that is new or has grown; running it again changes nothing.

        ``progress`` is called with ``(bytes done, bytes in all, path)``. ``exclude`` are patterns of paths
        or names. What a source holds wrongly is in the report; only errors of the archive are raised. ``secrets``
        looks for secrets in what comes in: ``report.secrets`` then says which, without their values.
        """
        # Imported here: searching must start without the importers.
        from hermes_state.ingest import walk
        from hermes_state.ingest.importer import ImportOptions, import_paths

        named = [os.fspath(paths)] if isinstance(paths, str | os.PathLike) else [os.fspath(path) for path in paths]
        untouchable = open_identities()
        redactor = self._redactor(make_key=not dry_run) if self._redacts or secrets else None
        options = ImportOptions(format, dry_run, restore_deleted, progress, self._redacts, secrets, redactor)
        return import_paths(
            self._file, walk.candidates(named, exclude=exclude, untouchable=untouchable), named, options
        )

    @_telling_damage
    def export(
        self,
        session_ids: Sequence[str] | None = None,
        format: str = "jsonl",  # noqa: A002 - the word of the whole API
        out: str | os.PathLike[str] | BinaryIO | None = None,
        redact: bool | None = None,
    ) -> ExportReport:
        """Writes conversations as ``jsonl`` (ours, lossless), ``hermes`` or ``markdown``.

        All but those in the trash, or those named, in the trash or not.
        ``out`` is a path (made 0600, replaced whole or not at all) or an open binary file. ``redact`` replaces secrets
        by placeholders that are the same in every export; ``None``: in every format but ``jsonl``, of which the report
        says how many it holds. ``False`` neither replaces nor looks.
        """
        from hermes_state.export import SecretsIn, export_sessions  # searching must start without the exporters

        secrets = None
        if redact is not False:
            redactor = self.redactor
            has_key = self._redaction_key is not None and self._redaction_key.is_kept
            secrets = SecretsIn(redactor, format != "jsonl" if redact is None else redact, has_key)
        return export_sessions(self._file, session_ids, format, out, untouchable=open_identities(), secrets=secrets)

    def verify(self, full: bool = False) -> VerifyReport:
        """Checks the archive's invariants; ``report.ok``, ``report.problems`` (one line each), ``report.checked``.

        Of a large archive not every record is read unless ``full``; ``report.notes`` says how many were.
        """
        from hermes_state.store.verification import verify_archive  # searching must start without it

        return verify_archive(self._file, full)


__all__ = ["SessionDB", "open_archives"]
