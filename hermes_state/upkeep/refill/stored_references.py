"""What the bodies of salvaged entries refer to: attachments noted as used, or named as lost; ids of clients."""

from __future__ import annotations

import json
from typing import Any

from hermes_state.references import restore
from hermes_state.store.blobs import USE_BLOB
from hermes_state.store.connection import Connection
from hermes_state.store.packs import Entry
from hermes_state.store.sessions import clean
from hermes_state.store.writing import INSERT_CLIENT
from hermes_state.upkeep.refill.outcome import Refill

ALL_BLOBS = "SELECT sha256, key FROM blob"
BLOB_MARK = '"$blob"'
CLIENT_MARK = '"client_id"'


class StoredReferences:
    """Keeps ``blob_use`` and ``client_message`` of a new archive true to the entries that it takes in."""

    def __init__(self, connection: Connection, result: Refill) -> None:
        self._connection = connection
        self._result = result
        self._blobs = {bytes(digest).hex(): key for digest, key in connection.rows(ALL_BLOBS)}

    def kept(self, session: int, message: int | None, entry: Entry) -> Entry:
        """The entry as it is to be stored: itself, or with a line in place of each attachment that is lost."""
        has_blobs = BLOB_MARK in entry.body
        if not has_blobs and (message is None or CLIENT_MARK not in entry.body):
            return entry
        try:
            body = json.loads(entry.body)
        except (ValueError, RecursionError):
            return entry
        if message is not None and isinstance(body, dict) and "client_id" in body:
            self._note_client(session, message, body["client_id"], entry)
        if not has_blobs:
            return entry
        before = self._result.attachments_lost
        replaced = self._with_blobs(session, body)
        if self._result.attachments_lost == before:
            return entry
        return entry._replace(body=json.dumps(replaced, ensure_ascii=False, separators=(",", ":")))

    def _note_client(self, session: int, message: int, stored: Any, entry: Entry) -> None:
        texts = [text for _, text in entry.texts]
        try:
            client_id = restore(stored, texts, None, {"session": "", "at": ""}, entry.ids)
        except ValueError:
            return
        if isinstance(client_id, str):
            self._connection.run(INSERT_CLIENT, (session, clean(client_id), message))

    def _with_blobs(self, session: int, value: Any) -> Any:
        """A body's value; references to attachments are noted, those to lost ones replaced by words."""
        if isinstance(value, list):
            return [self._with_blobs(session, item) for item in value]
        if not isinstance(value, dict):
            return value
        if len(value) == 1 and "$blob" in value:
            return self._blob(session, value)
        if len(value) == 1 and isinstance(value.get("$literal"), dict):
            inner = {name: self._with_blobs(session, item) for name, item in value["$literal"].items()}
            return {"$literal": inner}
        return {name: self._with_blobs(session, item) for name, item in value.items()}

    def _blob(self, session: int, reference: dict[str, Any]) -> Any:
        target = reference["$blob"]
        digest = target[0] if isinstance(target, list) and target and isinstance(target[0], str) else ""
        key = self._blobs.get(digest)
        if key is None:
            self._result.attachments_lost += 1
            return f"[attachment {digest[:12]} is lost]"
        self._connection.run(USE_BLOB, (session, key))
        return reference
