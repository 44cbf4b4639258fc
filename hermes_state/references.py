"""Replaces strings of a JSON value that are stored elsewhere by short references, and puts them back.

A source record repeats its message's texts; an archive keeps each text once. ``lift`` turns
``{"message": {"content": "long text"}}`` into ``{"message": {"content": {"$text": 0}}}`` when text 0 is
"long text"; ``restore`` is its exact inverse. Base64 data (images, attachments) becomes ``{"$blob": …}``.
A source object that looks like a reference itself is wrapped as ``{"$literal": …}``.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

MIN_REFERENCE_CHARS = 16
"""Shorter strings cost less than a reference to them."""

MIN_BLOB_CHARS = 1024
"""Shorter base64 is left where it stands."""

TextReference = int | list[int]
"""``i``: the whole of text i; ``[i, start, end]``: its characters from start up to end."""

_DATA_URL = re.compile(r"data:[\w.+-]+/[\w.+-]+(?:;[\w.+-]+=[^;,]*)*;base64,")
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}\Z")


def lift(
    value: Any,
    texts: Mapping[str, TextReference],
    store_blob: Callable[[bytes], str] | None = None,
) -> Any:
    """``value`` with every string that ``texts`` knows replaced by its reference, and long base64 by blobs.

    ``store_blob`` takes the decoded bytes and returns the key to store in their place; ``None`` leaves
    base64 as it is. The value given is not changed.
    """
    kind = type(value)
    if kind is str:
        if len(value) < MIN_REFERENCE_CHARS:
            return value
        found = texts.get(value)
        if found is not None:
            return {"$text": found}
        if store_blob is not None and len(value) >= MIN_BLOB_CHARS:
            return _lift_blob(value, store_blob)
        return value
    if kind is dict:
        lifted = {key: lift(item, texts, store_blob) for key, item in value.items()}
        if len(value) == 1 and next(iter(value)) in ("$text", "$blob", "$literal"):
            return {"$literal": lifted}
        return lifted
    if kind is list:
        return [lift(item, texts, store_blob) for item in value]
    return value


def restore(
    value: Any,
    texts: Sequence[str],
    load_blob: Callable[[str], bytes] | None = None,
) -> Any:
    """The value that ``lift`` was given. ``load_blob`` takes a blob's key and returns its bytes.

    Raises ``ValueError`` for a reference to a text that is not there, or a blob without ``load_blob``.
    """
    kind = type(value)
    if kind is dict:
        if len(value) == 1:
            ((key, target),) = value.items()
            if key == "$text":
                return _restore_text(target, texts)
            if key == "$blob":
                return _restore_blob(target, load_blob)
            if key == "$literal" and isinstance(target, dict):
                return {name: restore(item, texts, load_blob) for name, item in target.items()}
        return {key: restore(item, texts, load_blob) for key, item in value.items()}
    if kind is list:
        return [restore(item, texts, load_blob) for item in value]
    return value


def _lift_blob(value: str, store_blob: Callable[[bytes], str]) -> Any:
    """The reference to the base64 that ``value`` is, or ``value`` when it is none or would not come back equal."""
    match = _DATA_URL.match(value)
    prefix = match.group() if match else ""
    body = value[len(prefix) :] if prefix else value
    if len(body) % 4 or not _BASE64.match(body):
        return value
    try:
        data = base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        return value
    if base64.b64encode(data).decode("ascii") != body:
        return value
    return {"$blob": [store_blob(data), prefix]}


def _restore_text(target: Any, texts: Sequence[str]) -> str:
    try:
        if isinstance(target, int):
            return texts[target]
        index, start, end = target
        return texts[index][start:end]
    except (IndexError, TypeError, ValueError):
        raise ValueError(f"a reference to a text that is not there: {target!r}") from None


def _restore_blob(target: Any, load_blob: Callable[[str], bytes] | None) -> str:
    if load_blob is None:
        raise ValueError("a reference to a blob where none can be loaded")
    key, prefix = target
    return str(prefix) + base64.b64encode(load_blob(key)).decode("ascii")
