"""The entries of a pack that is whole, or those that can still be read of a damaged one."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from typing import Any

from hermes_state.errors import DamagedArchiveError
from hermes_state.salvage.frames import Decoded, decoded
from hermes_state.store.codec import check_entry
from hermes_state.store.packs import TEXT_KINDS, Entry, PackCodec

BODY_OF_ONE_TEXT = '{"content":{"$text":0}}'
"""What the body of a message with one text is taken for when it is lost: most have no other field."""


class Entries(dict[int, Entry]):
    """Entries by their number in the pack; ``is_whole``: none is missing. Of those ``guessed`` only texts are known.

    ``is_checked``: what is wrong in the pack is known to the byte, so that the texts taken out of it are right.
    """

    def __init__(self, found: Sequence[tuple[int, Entry]], *, is_whole: bool, is_checked: bool) -> None:
        super().__init__(found)
        self.is_whole = is_whole
        self.is_checked = is_checked
        self.guessed = {number for number, entry in found if entry.body is BODY_OF_ONE_TEXT}


def entries_of(codec: PackCodec, data: bytes, holes: Sequence[tuple[int, int]]) -> Entries:
    """The entries of a stored pack, in order; of a damaged one those whose texts are known to the last byte."""
    try:
        pack = codec.open(data)
        return Entries([(number, pack.entry(number)) for number in range(len(pack))], is_whole=True, is_checked=True)
    except DamagedArchiveError:
        pass  # its checksum or its form is wrong: as much as can be read is taken below
    try:
        found = list(_partial(decoded(data, holes)))
    except (ValueError, struct.error, TypeError, LookupError, RecursionError):
        found = []
    sound = [(number, entry) for number, entry in found if makes_sense(entry)]
    return Entries(sound, is_whole=False, is_checked=bool(holes))


def makes_sense(entry: Entry) -> bool:
    """Whether an entry's body can be read, attachments aside."""
    try:
        check_entry(entry, lambda key: b"")
    except DamagedArchiveError:
        return False
    return entry.seq > 0


def _partial(payload: Decoded) -> Iterator[tuple[int, Entry]]:
    """The entries of a payload whose texts have no lost byte. Raises ``ValueError`` and the like without a header."""
    content, lost = payload
    (size,) = struct.unpack_from("<I", content)
    at = 4 + size
    if 1 in lost[:at]:
        return
    header: list[list[int]] = json.loads(content[4:at])
    bodies = _bodies(payload, at + sum(sum(line[3::2]) for line in header))
    for number, line in enumerate(header):
        seq, is_message, *kinds = line
        texts = []
        is_known = True
        for kind, length in zip(kinds[::2], kinds[1::2], strict=True):
            if 1 in lost[at : at + length] or at + length > len(content):
                is_known = False
            elif is_known:
                texts.append((TEXT_KINDS[kind], content[at : at + length].decode("utf-8", "surrogatepass")))
            at += length
        if not is_known:
            continue
        if number in bodies:
            body, *ids = bodies[number]
            yield number, Entry(seq, is_message == 1, texts, body, ids)
        elif is_message == 1 and len(texts) == 1:
            yield number, Entry(seq, True, texts, BODY_OF_ONE_TEXT)


def _bodies(payload: Decoded, at: int) -> dict[int, list[Any]]:
    """The body and the ids of each entry, where that part of the payload is whole."""
    content, lost = payload
    if 1 in lost[at:] or at >= len(content):
        return {}
    try:
        value = json.loads(content[at:].decode("utf-8", "surrogatepass"))
        return {number: [value["shapes"][shape], *ids] for number, (shape, *ids) in enumerate(value["entries"])}
    except (ValueError, TypeError, LookupError, RecursionError):
        return {}
