"""Contents stored once by their SHA-256: pictures and attachments, and system prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_state.errors import DamagedArchiveError
from hermes_state.store.connection import Connection
from hermes_state.store.packs import PackCodec

if TYPE_CHECKING:
    import hashlib

FIND_BLOB = "SELECT key FROM blob WHERE sha256 = ?"
USE_BLOB = "INSERT OR IGNORE INTO blob_use (session, blob) VALUES (?, ?)"
BLOBS_USED = "SELECT blob FROM blob_use WHERE session = ?"
FORGET_USES = "DELETE FROM blob_use WHERE session = ?"
DELETE_UNUSED = "DELETE FROM blob WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM blob_use WHERE blob = ?1)"
INSERT_BLOB = "INSERT INTO blob (sha256, data) VALUES (?, ?)"
LOAD_BLOB = "SELECT data FROM blob WHERE sha256 = ?"
FIND_PROMPT = "SELECT key FROM prompt WHERE sha256 = ?"
INSERT_PROMPT = "INSERT INTO prompt (sha256, text) VALUES (?, ?)"
LOAD_PROMPT = "SELECT text FROM prompt WHERE key = ?"


def store_blob(connection: Connection, session: int, data: bytes) -> str:
    """Stores bytes for a session unless they are there; returns their SHA-256 in hexadecimal.

    Takes part in the transaction.
    """
    digest = _sha256(data)
    found = connection.value(FIND_BLOB, (digest.digest(),))
    key = connection.insert(INSERT_BLOB, (digest.digest(), data)) if found is None else int(found)
    connection.run(USE_BLOB, (session, key))
    return digest.hexdigest()


def release_blobs(connection: Connection, session: int) -> None:
    """Deletes the blobs that only this session used, for it is being deleted. Takes part in the transaction."""
    used = connection.rows(BLOBS_USED, (session,))
    connection.run(FORGET_USES, (session,))
    connection.run_many(DELETE_UNUSED, used)


def load_blob(connection: Connection, key: str) -> bytes:
    """The bytes of a blob. Raises ``DamagedArchiveError`` when they are missing."""
    data = connection.value(LOAD_BLOB, (bytes.fromhex(key),))
    if data is None:
        raise DamagedArchiveError(
            f"attachment {key[:12]} is missing", path=connection.path, operation="read", hint="run hermes session check"
        )
    return bytes(data)


def store_prompt(connection: Connection, codec: PackCodec, text: str) -> int:
    """Stores a system prompt once by content; returns its key. Takes part in the transaction."""
    data = text.encode("utf-8", "surrogatepass")
    digest = _sha256(data).digest()
    found = connection.value(FIND_PROMPT, (digest,))
    if found is not None:
        return int(found)
    return connection.insert(INSERT_PROMPT, (digest, codec.compress(data)))


def load_prompt(connection: Connection, codec: PackCodec, key: int) -> str:
    """The system prompt, byte for byte as it was given. Raises ``DamagedArchiveError``."""
    data = connection.value(LOAD_PROMPT, (key,))
    if data is None:
        raise DamagedArchiveError(
            "a system prompt is missing", path=connection.path, operation="read", hint="run hermes session check"
        )
    return codec.decompress(data).decode("utf-8", "surrogatepass")


def _sha256(data: bytes) -> hashlib._Hash:
    import hashlib  # 3 ms of a start, and only writing needs it

    return hashlib.sha256(data)
