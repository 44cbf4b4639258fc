"""Changes single values in the settings file, everything else in it left as it stands."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import stat
from dataclasses import dataclass
from functools import partial
from typing import Any

from hermes_state import config_file
from hermes_state.errors import InvalidArgumentError, MemoryFileError
from hermes_state.memory.disk import files

MOST_TRIES = 5
"""So often a change is made anew because somebody else wrote the file meanwhile."""

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_WORDS_OF_YAML = frozenset("y n yes no on off true false null none".split())

Scalar = str | int | bool


class _OvertakenError(Exception):
    """Somebody else wrote the file since it was read."""


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A YAML file whose sections are mappings; it need not exist."""

    path: str

    def load(self) -> dict[str, Any]:
        """The file's content, empty for a missing file.

        Raises ``InvalidArgumentError`` with the line at fault for what is no YAML or no mapping,
        ``MemoryFileError`` for what cannot be read.
        """
        text = self._text()
        return {} if text is None else self._parsed(text)

    def set(self, section: str, name: str, value: Scalar) -> None:
        """Sets one value, by atomic replacement; comments, order and spelling of the rest stay.

        Raises as ``load`` does, and ``MemoryFileError`` for a link or a file that cannot be written; then the file
        is untouched.
        """
        for _ in range(MOST_TRIES):
            files.refuse_what_is_no_file(self.path, "write")
            text = self._text()
            changed = self._changed(text or "", section, name, value)
            if changed == text:
                return
            files.make_folder(os.path.dirname(self.path))
            with contextlib.suppress(_OvertakenError):
                files.write_whole(self.path, changed.encode("utf-8"), "settings", partial(self._check, text))
                return
        raise MemoryFileError(
            f"{self.path} is being changed by another program", path=self.path, operation="write settings"
        )

    def _text(self) -> str | None:
        try:
            return config_file.text_of(self.path)
        except OSError as error:
            raise files.file_trouble(error, self.path, "read") from error

    def _parsed(self, text: str) -> dict[str, Any]:
        return config_file.parsed(self.path, text)

    def _changed(self, text: str, section: str, name: str, value: Scalar) -> str:
        """The text with the value set, checked to read back as wanted."""
        wanted = self._parsed(text)
        old = wanted.get(section)
        if old is not None and not isinstance(old, dict):
            raise self._wrong(f"has a `{section}` that is no section", f"write `{section}:` with `{name}: …` below")
        wanted[section] = {**(old or {}), name: value}
        for change in (self._with_one_place_changed, self._dumped_anew):
            changed = change(text, section, name, value)
            with contextlib.suppress(InvalidArgumentError):
                if changed is not None and self._parsed(changed) == wanted:
                    return changed
        raise self._wrong(
            f"cannot be changed safely at {section}.{name}", f"set it by hand: `{name}: {_written(value)}`"
        )

    def _with_one_place_changed(self, text: str, section: str, name: str, value: Scalar) -> str | None:
        """The text with nothing but the value's own place changed; ``None`` where it has no such place."""
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        body = text[len(mark) :]
        end = "\r\n" if "\r\n" in body else "\n"
        root = config_file.yaml("rt").compose(body) if body.strip() else None
        new = f"{name}: {_written(value)}"
        _, held = (None, None) if root is None else _pair_of(root, section)
        if held is None:
            gap = end if body and not body.endswith(("\n", "\r")) else ""
            return f"{mark}{body}{gap}{section}:{end}  {new}{end}"
        if not isinstance(held.value, list) or not held.value:
            return None
        key, place = _pair_of(held, name)
        if place is None:
            first = held.value[0][0].start_mark
            at = int(first.index)
            return mark + body[:at] + new + end + " " * int(first.column) + body[at:]
        if isinstance(place.value, list) or place.start_mark.line != place.end_mark.line:
            return None
        begin, stop = int(place.start_mark.index), int(place.end_mark.index)
        if begin == stop:  # an empty value stands wherever the next token begins
            begin = stop = body.index(":", int(key.end_mark.index)) + 1
        gap = " " if body[begin - 1] == ":" else ""
        return mark + body[:begin] + gap + _written(value) + body[stop:]

    def _dumped_anew(self, text: str, section: str, name: str, value: Scalar) -> str | None:
        """The text read and written by the YAML library, which keeps comments and order but not every blank."""
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        data = config_file.constructed(self.path, text, "rt")
        if not isinstance(data, dict):
            return None
        if not isinstance(data.get(section), dict):
            data[section] = {}
        data[section][name] = value
        out = io.StringIO()
        yaml = config_file.yaml("rt")
        yaml.preserve_quotes = True
        yaml.width = 1_000_000
        yaml.dump(data, out)
        dumped = out.getvalue()
        return mark + (dumped.replace("\n", "\r\n") if "\r\n" in text else dumped)

    def _check(self, read: str | None, temporary: str) -> None:
        """Gives the temporary file the mode of the one that was read; raises where that is not what it was."""
        files.refuse_what_is_no_file(self.path, "write")
        if read is not None:
            os.chmod(temporary, stat.S_IMODE(os.lstat(self.path).st_mode))
        if self._text() != read:
            raise _OvertakenError

    def _wrong(self, message: str, hint: str) -> InvalidArgumentError:
        return config_file.wrong(self.path, message, hint)


def _pair_of(node: Any, name: str) -> tuple[Any, Any]:
    """The nodes of a key and its value in a composed mapping; ``None`` twice where the key is not."""
    pairs = node.value if isinstance(node.value, list) else []
    return next((pair for pair in pairs if isinstance(pair, tuple) and pair[0].value == name), (None, None))


def _written(value: Scalar) -> str:
    """A value as YAML, read alike by version 1.1 (``yes`` is true there) and 1.2."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS_OF_YAML:
        return value
    return json.dumps(value)
