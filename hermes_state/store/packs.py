"""Packs: the records of one session, many together, compressed and checked.

A pack's payload is a JSON header, then every text, then the bodies, so that a search can take the texts
of one record without parsing anything else. The header has one list for each entry:
``[seq, message, kind, text_bytes, kind, text_bytes, …]``; ``message`` is 1 for a message and 0 for an
event, ``kind`` an index into ``TEXT_KINDS``. The bodies are a JSON object: ``shapes``, the distinct bodies
(without their ids most records of one tool are equal), and ``entries``, for each entry the number of its
shape and its ids. The payload is one zstd frame with a checksum.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import zstandard

from hermes_state.errors import DamagedArchiveError
from hermes_state.kinds import TextKind

TEXT_KINDS: tuple[TextKind, ...] = ("dialog", "tool", "thinking", "system")
KIND_CODES: dict[TextKind, int] = {kind: code for code, kind in enumerate(TEXT_KINDS)}

TARGET_BYTES = 96 * 1024
"""Text in a full pack: larger packs compress better, smaller ones open faster (docs/benchmarks.md)."""

SMALL_BYTES = 32 * 1024
"""A session's last pack below this is rewritten with the text that follows it."""

SEAL_AT_BYTES = 512 * 1024
"""Loose text of the whole archive at which an append seals it."""

SEAL_AT_END_BYTES = 64 * 1024
"""Loose text from which the end of a session or of the process seals it."""

ZSTD_LEVEL = 9
MAX_PAYLOAD_BYTES = 1 << 31
"""No pack claims more than this: a damaged length must not ask for all memory."""


class Entry(NamedTuple):
    """One record as it is packed: its texts apart, the rest of it as a JSON body, the ids taken out of that."""

    seq: int
    is_message: bool
    texts: list[tuple[TextKind, str]]
    body: str
    ids: Sequence[str] = ()

    def size(self) -> int:
        """Characters of text and body, a measure of its share of a pack."""
        return len(self.body) + sum(len(text) for _, text in self.texts)


class Pack:
    """A pack's payload, opened: entries by index, texts without the bodies."""

    __slots__ = ("_bodies", "_bodies_at", "_header", "_payload", "_texts")

    def __init__(self, payload: bytes) -> None:
        (header_bytes,) = struct.unpack_from("<I", payload)
        self._payload = payload
        self._header: list[list[int]] = json.loads(payload[4 : 4 + header_bytes])
        position = 4 + header_bytes
        self._texts: list[int] = []
        for entry in self._header:
            self._texts.append(position)
            position += sum(entry[3::2])
        if position > len(payload):
            raise ValueError("lengths do not add up")
        self._bodies_at = position
        self._bodies: tuple[list[str], list[list[Any]]] | None = None

    def __len__(self) -> int:
        return len(self._header)

    @property
    def size(self) -> int:
        """Bytes of its payload."""
        return len(self._payload)

    def seq(self, index: int) -> int:
        """The entry's place in its session."""
        return self._header[index][0]

    def is_message(self, index: int) -> bool:
        """Whether the entry is a message (else an event)."""
        return self._header[index][1] == 1

    def texts(self, index: int) -> list[tuple[TextKind, str]]:
        """The entry's texts in order, with their kinds. Raises ``DamagedArchiveError``."""
        found: list[tuple[TextKind, str]] = []
        try:
            entry = self._header[index]
            position = self._texts[index]
            for at in range(2, len(entry), 2):
                end = position + entry[at + 1]
                found.append((TEXT_KINDS[entry[at]], self._payload[position:end].decode("utf-8", "surrogatepass")))
                position = end
        except (ValueError, IndexError, TypeError) as error:
            raise damaged(error) from error
        return found

    def entry(self, index: int) -> Entry:
        """The whole entry. Raises ``DamagedArchiveError``."""
        try:
            if self._bodies is None:
                value = json.loads(self._payload[self._bodies_at :].decode("utf-8", "surrogatepass"))
                self._bodies = value["shapes"], value["entries"]
            shapes, entries = self._bodies
            shape, *ids = entries[index]
            body = shapes[shape]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
            raise damaged(error) from error
        return Entry(self.seq(index), self.is_message(index), self.texts(index), body, ids)


def encode(entries: Sequence[Entry]) -> tuple[bytes, int]:
    """The payload of a pack, uncompressed, and the bytes of text in it."""
    parts, text_bytes = _parts(entries)
    return b"".join(parts), text_bytes


def encode_one(entry: Entry) -> bytes:
    """``encode`` of one entry, as loose text is stored; most have no ids, and then nothing needs a JSON encoder."""
    if entry.ids:
        return encode((entry,))[0]
    texts = [text.encode("utf-8", "surrogatepass") for _, text in entry.texts]
    lengths = "".join(f",{KIND_CODES[kind]},{len(data)}" for (kind, _), data in zip(entry.texts, texts, strict=True))
    head = f"[[{entry.seq},{int(entry.is_message)}{lengths}]]".encode("ascii")
    tail = f'{{"shapes":[{_encode_json(entry.body)}],"entries":[[0]]}}'.encode("utf-8", "surrogatepass")
    return b"".join((struct.pack("<I", len(head)), head, *texts, tail))


def _parts(entries: Sequence[Entry]) -> tuple[tuple[bytes, bytes, bytes], int]:
    """The header, the texts and the bodies of a payload, and the bytes of text."""
    header: list[list[int]] = []
    texts: list[bytes] = []
    text_bytes = 0
    shapes: dict[str, int] = {}
    bodies: list[list[Any]] = []
    for entry in entries:
        line = [entry.seq, int(entry.is_message)]
        for kind, text in entry.texts:
            data = text.encode("utf-8", "surrogatepass")
            line += (KIND_CODES[kind], len(data))
            texts.append(data)
            text_bytes += len(data)
        header.append(line)
        bodies.append([shapes.setdefault(entry.body, len(shapes)), *entry.ids])
    head = _json(header)
    tail = _json({"shapes": list(shapes), "entries": bodies})
    return (struct.pack("<I", len(head)) + head, b"".join(texts), tail), text_bytes


def _json(value: Any) -> bytes:
    return _encode_json(value).encode("utf-8", "surrogatepass")


_encode_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def opened(payload: bytes) -> Pack:
    """The pack of an uncompressed payload, as loose text is stored. Raises ``DamagedArchiveError``."""
    try:
        return Pack(payload)
    except (ValueError, struct.error, IndexError, TypeError, RecursionError) as error:
        raise damaged(error) from error


def damaged(error: Exception) -> DamagedArchiveError:
    """The error of a pack whose payload makes no sense: loose, or though its checksum is right."""
    return DamagedArchiveError(f"a pack is damaged ({error})", operation="read", hint="run hermes session check")


class PackCodec:
    """Compresses and opens packs. Belongs to one thread at a time."""

    def __init__(self) -> None:
        self._decompressor = zstandard.ZstdDecompressor()

    @cached_property
    def _compressor(self) -> zstandard.ZstdCompressor:
        return zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True, write_content_size=True)

    def compress(self, payload: bytes) -> bytes:
        """One zstd frame with its size and checksum."""
        return self._compressor.compress(payload)

    def decompress(self, data: bytes) -> bytes:
        """The payload. Raises ``DamagedArchiveError`` when the frame or its checksum is wrong."""
        try:
            return self._decompressor.decompress(data, max_output_size=MAX_PAYLOAD_BYTES)
        except (zstandard.ZstdError, MemoryError) as error:
            raise DamagedArchiveError(
                f"stored text does not decompress ({error})", operation="read", hint="run hermes session check"
            ) from error

    def seal(self, entries: Sequence[Entry]) -> tuple[bytes, int]:
        """The stored form of a pack of these entries, and the bytes of text in it."""
        parts, text_bytes = _parts(entries)
        return self._compress_apart(parts), text_bytes

    def _compress_apart(self, parts: Sequence[bytes]) -> bytes:
        """One zstd frame in which each part begins a block, with a code of its own for its letters.

        Lengths and ids are digits: coded as among words they take half as much again.
        """
        frame = self._compressor.compressobj(size=sum(map(len, parts)))
        pieces: list[bytes] = []
        for part in parts:
            pieces += (frame.compress(part), frame.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK))
        pieces.append(frame.flush(zstandard.COMPRESSOBJ_FLUSH_FINISH))
        return b"".join(pieces)

    def open(self, data: bytes) -> Pack:
        """The pack in ``data``. Raises ``DamagedArchiveError``."""
        return opened(self.decompress(data))


def grouped(entries: Iterable[Entry], target: int = TARGET_BYTES) -> Iterable[list[Entry]]:
    """Cuts entries into packs of about ``target`` characters, none empty, order kept."""
    group: list[Entry] = []
    size = 0
    for entry in entries:
        share = entry.size()
        if group and size + share > target:
            yield group
            group, size = [], 0
        group.append(entry)
        size += share
    if group:
        yield group
