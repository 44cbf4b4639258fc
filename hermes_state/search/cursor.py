"""Cursors: where the next page of a search goes on, as a short opaque text."""

# Annotations are evaluated here: a named tuple compiles each one that is text, which a start would pay for.

import binascii
import json
import zlib
from typing import Any, NamedTuple

from hermes_state.errors import InvalidArgumentError

MAX_CURSOR_BYTES = 1_000_000
URL_SAFE = str.maketrans("+/", "-_")
"""As base64.urlsafe_b64encode has it, without that module's part of a start."""


class Cursor(NamedTuple):
    """``upto`` is the newest message id of the first page: later messages stay out, so that pages do not shift.

    ``shown`` are the conversations (or messages) already returned; ``after`` is the sort key of the last
    message where one suffices. ``signature`` ties a cursor to its query and filters.
    """

    upto: int
    signature: str
    shown: tuple[int, ...] = ()
    after: tuple[float, float, int] | None = None

    def encode(self) -> str:
        """The cursor as text that survives shells and JSON."""
        after = None if self.after is None else list(self.after)
        data = json.dumps([self.upto, self.signature, list(self.shown), after], separators=(",", ":")).encode("ascii")
        text = binascii.b2a_base64(zlib.compress(data, 9), newline=False)
        return text.decode("ascii").translate(URL_SAFE).rstrip("=")


def decode(text: str, signature: str) -> Cursor:
    """The cursor that ``encode`` wrote. Raises ``InvalidArgumentError`` for anything else, or another query's."""
    from base64 import urlsafe_b64decode  # most searches have no page before

    try:
        packed = urlsafe_b64decode(text.strip() + "=" * (-len(text.strip()) % 4))
        unpacked = zlib.decompressobj().decompress(packed, MAX_CURSOR_BYTES)
        upto, signed, shown, after = json.loads(unpacked)
        cursor = Cursor(
            int(upto),
            str(signed),
            tuple(int(one) for one in shown),
            None if after is None else (float(after[0]), float(after[1]), int(after[2])),
        )
    except (ValueError, TypeError, IndexError, KeyError, OverflowError, zlib.error, RecursionError):
        raise _invalid("that is no cursor of a search") from None
    if cursor.signature != signature:
        raise _invalid("that cursor belongs to another query or other filters")
    return cursor


def signature_of(*parts: Any) -> str:
    """A short checksum of what a cursor is good for: it tells mistakes, not attacks."""
    text = json.dumps(parts, sort_keys=True, default=str)
    return f"{zlib.crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _invalid(message: str) -> InvalidArgumentError:
    return InvalidArgumentError(
        message, operation="search", hint="give the cursor of the page before, with the same query"
    )
