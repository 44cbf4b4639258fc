"""Replaces strings of a JSON value that are stored elsewhere by short references, and puts them back.

A source record repeats its message's texts; an archive keeps each text once. ``lift`` turns
``{"message": {"content": "long text"}}`` into ``{"message": {"content": {"$text": 0}}}`` when text 0 is
"long text"; ``restore`` is its exact inverse. Ids (UUIDs, ``msg_…``, times) can be taken out the same way, as
``{"$id": n}``, so that records of one kind become equal but for their list of ids. Base64 data (images,
attachments) becomes ``{"$blob": …}``.
A source object that looks like a reference itself is wrapped as ``{"$literal": …}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

MIN_REFERENCE_CHARS = 16
"""Shorter strings cost less than a reference to them."""

MIN_BLOB_CHARS = 1024
"""Shorter base64 is left where it stands."""

TextReference = int | str | list[int]
"""``i``: the whole of text i; ``[i, start, end]``: its characters from start up to end; a name: a named string."""

MAX_ID_CHARS = 64
_MARKS = ("$text", "$id", "$blob", "$literal")


def text_references(texts: Iterable[str], parts: Iterable[str] = ()) -> dict[str, TextReference]:
    """How ``lift`` is to name each text, and each part of text 0.

    ``parts`` are the text parts of a content list: joined by newlines, empty ones left out, they are text 0.
    """
    references: dict[str, TextReference] = {}
    for index, text in enumerate(texts):
        if len(text) >= MIN_REFERENCE_CHARS:
            references.setdefault(text, index)
    start = 0
    for part in filter(None, parts):
        if len(part) >= MIN_REFERENCE_CHARS:
            references.setdefault(part, [0, start, start + len(part)])
        start += len(part) + 1
    return references


def lift(
    value: Any,
    texts: Mapping[str, TextReference],
    store_blob: Callable[[bytes], str] | None = None,
    ids: dict[str, int] | None = None,
) -> Any:
    """``value`` with every string that ``texts`` knows replaced by its reference, and long base64 by blobs.

    ``store_blob`` takes the decoded bytes and returns the key to store in their place; ``None`` leaves
    base64 as it is. ``ids`` collects the ids found, each with its number; ``None`` leaves them too. The
    value given is not changed.
    """
    return _Lifter(texts, store_blob, ids).value(value)


class _Lifter:
    """One lifting; a class so that the recursion passes one argument, which is where an import spends its time."""

    __slots__ = ("_ids", "_is_id", "_store_blob", "_texts")

    def __init__(
        self,
        texts: Mapping[str, TextReference],
        store_blob: Callable[[bytes], str] | None,
        ids: dict[str, int] | None,
    ) -> None:
        self._texts = texts
        self._store_blob = store_blob
        self._ids = ids
        self._is_id = _id().fullmatch

    def value(self, value: Any) -> Any:
        kind = type(value)
        if kind is str:
            return value if len(value) < MIN_REFERENCE_CHARS else self._string(value)
        if kind is dict:
            return self._dict(value)
        return [self.value(item) for item in value] if kind is list else value

    def _dict(self, value: dict[str, Any]) -> dict[str, Any]:
        lifted = {}
        for key, item in value.items():
            kind = type(item)
            if kind is str:
                lifted[key] = item if len(item) < MIN_REFERENCE_CHARS else self._string(item)
            elif kind is dict:
                lifted[key] = self._dict(item)
            elif kind is list:
                lifted[key] = [self.value(each) for each in item]
            else:
                lifted[key] = item
        if len(lifted) == 1 and next(iter(lifted)) in _MARKS:
            return {"$literal": lifted}
        return lifted

    def _string(self, value: str) -> Any:
        found = self._texts.get(value)
        if found is not None:
            return {"$text": found}
        if len(value) <= MAX_ID_CHARS:
            ids = self._ids
            if ids is not None and self._is_id(value) is not None:
                return {"$id": ids.setdefault(value, len(ids))}
        elif self._store_blob is not None and len(value) >= MIN_BLOB_CHARS:
            return _lift_blob(value, self._store_blob)
        return value


def restore(
    value: Any,
    texts: Sequence[str],
    load_blob: Callable[[str], bytes] | None = None,
    named: Mapping[str, str] | None = None,
    ids: Sequence[str] = (),
) -> Any:
    """The value that ``lift`` was given. ``load_blob`` takes a blob's key and returns its bytes.

    ``named`` are the strings that references name, ``ids`` the ids taken out, by number. Raises ``ValueError`` for
    a reference to a text that is not there, or a blob without ``load_blob``.
    """
    kind = type(value)
    if kind is dict:
        if len(value) == 1:
            ((key, target),) = value.items()
            if key == "$text":
                return _restore_text(target, texts, named)
            if key == "$id":
                return _restore_text(target, ids, None)
            if key == "$blob":
                return _restore_blob(target, load_blob)
            if key == "$literal" and isinstance(target, dict):
                return {name: restore(item, texts, load_blob, named, ids) for name, item in target.items()}
        return {key: restore(item, texts, load_blob, named, ids) for key, item in value.items()}
    if kind is list:
        return [restore(item, texts, load_blob, named, ids) for item in value]
    return value


def _lift_blob(value: str, store_blob: Callable[[bytes], str]) -> Any:
    """The reference to the base64 that ``value`` is, or ``value`` when it is none or would not come back equal."""
    from base64 import b64decode, b64encode  # searching must start without it

    match = _data_url().match(value)
    prefix = match.group() if match else ""
    body = value[len(prefix) :] if prefix else value
    if len(body) % 4 or not _base64().match(body):
        return value
    try:
        data = b64decode(body, validate=True)
    except ValueError:
        return value
    if b64encode(data).decode("ascii") != body:
        return value
    return {"$blob": [store_blob(data), prefix]}


# Only what is stored is looked at with these: they are compiled when something is.


@lru_cache(maxsize=1)
def _id() -> re.Pattern[str]:
    """UUIDs, prefixed ids such as ``msg_…``, times."""
    return re.compile(
        r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}(?:[.:/_-]\d{1,4})?|[a-z]{2,8}_[0-9A-Za-z-]{8,}|\d{4}-\d\d-\d\dT[\d:.]+Z",
        re.ASCII,
    )


@lru_cache(maxsize=1)
def _data_url() -> re.Pattern[str]:
    return re.compile(r"data:[\w.+-]+/[\w.+-]+(?:;[\w.+-]+=[^;,]*)*;base64,")


@lru_cache(maxsize=1)
def _base64() -> re.Pattern[str]:
    return re.compile(r"[A-Za-z0-9+/]+={0,2}\Z")


def _restore_text(target: Any, texts: Sequence[str], named: Mapping[str, str] | None) -> str:
    try:
        if isinstance(target, str):
            return (named or {})[target]
        if isinstance(target, int):
            return texts[target]
        index, start, end = target
        piece: str = texts[index][start:end]
        return piece
    except (IndexError, KeyError, TypeError, ValueError):
        raise ValueError(f"a reference to a text that is not there: {target!r}") from None


def _restore_blob(target: Any, load_blob: Callable[[str], bytes] | None) -> str:
    if load_blob is None:
        raise ValueError("a reference to a blob where none can be loaded")
    from base64 import b64encode  # searching must start without it

    key, prefix = target
    return str(prefix) + b64encode(load_blob(key)).decode("ascii")
