"""What the body of an entry says without being read whole: the strings it may name, and its source's id."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from hermes_state.errors import DamagedArchiveError
from hermes_state.references import restore
from hermes_state.store.packs import Entry

LoadBlob = Callable[[str], bytes]
"""Gives the bytes of a blob by its key."""

MIN_ISO_SECONDS = -6.2e10
MAX_ISO_SECONDS = 2.0e11
"""Times outside these (the years 5 and 8307) are not written as ISO."""


def named_strings(session_id: str, at: float | None) -> dict[str, str]:
    """The strings that a body may name instead of repeating them: its session's id, its time in ISO form."""
    named = {"session": session_id}
    if at is not None and MIN_ISO_SECONDS < at < MAX_ISO_SECONDS:
        named["at"] = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
    return named


def read_source_id(entry: Entry, session_id: str, at: float | None, load_blob: LoadBlob) -> str | None:
    """The id that its source gave a message, without reading the rest of it. Raises ``DamagedArchiveError``."""
    if '"source_id"' not in entry.body:
        return None
    try:
        body: dict[str, Any] = json.loads(entry.body)
        found = {"source_id": body.get("source_id")}
        texts = [text for _, text in entry.texts]
        named = named_strings(session_id, at)
        source_id: str | None = restore(found, texts, load_blob, named, entry.ids)["source_id"]
    except (ValueError, TypeError, RecursionError) as error:
        raise damaged_record(error) from error
    return source_id


def damaged_record(error: Exception) -> DamagedArchiveError:
    """The error of an entry whose body, or what it refers to, makes no sense."""
    return DamagedArchiveError(
        f"a stored record is damaged ({error})", operation="read", hint="run hermes session check"
    )
