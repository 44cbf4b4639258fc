"""The settings of the curated memory: the section ``memory`` of ``config.yaml``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from hermes_state.config_file import config_path
from hermes_state.errors import InvalidArgumentError
from hermes_state.home import hermes_home
from hermes_state.memory.settings_file import Scalar, SettingsFile
from hermes_state.memory.targets import DEFAULT_LIMITS

SECTION = "memory"

MOST_CHARS = 1_000_000
"""A larger limit is a slip: the text goes into every prompt."""

_TRUE_WORDS = frozenset("true yes on y".split())
_FALSE_WORDS = frozenset("false no off n".split())


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """What a person can set; none of it turns the scan for hostile text off.

    ``memory_enabled``, ``user_profile_enabled``: whether MEMORY.md, USER.md are for the agent at all.
    ``write_approval``: each write waits for a person. The limits count characters of the joined entries.
    ``provider``: the external memory that Hermes Agent uses beside the files, empty for none.
    """

    memory_enabled: bool = True
    user_profile_enabled: bool = True
    write_approval: bool = False
    memory_char_limit: int = DEFAULT_LIMITS["memory"]
    user_char_limit: int = DEFAULT_LIMITS["user"]
    provider: str = ""


DEFAULTS: Mapping[str, Scalar] = {one.name: getattr(MemorySettings(), one.name) for one in fields(MemorySettings)}


def settings_path(home: str | None = None) -> str:
    """The settings file of a Hermes home, by default the one that ``HERMES_HOME`` names."""
    return config_path(hermes_home(os.environ) if home is None else home)


def load_settings(home: str | None = None) -> MemorySettings:
    """The settings in force; what the file does not say, or sets to nothing, has its default.

    Keys that are not ours are left alone. Raises ``InvalidArgumentError`` naming the file, the key and what to
    write, or ``MemoryFileError``: a setting is never guessed.
    """
    path = settings_path(home)
    section = SettingsFile(path).load().get(SECTION)
    if section is None:
        return MemorySettings()
    if not isinstance(section, dict):
        raise _wrong(path, f"`{SECTION}` is no section", f"write `{SECTION}:` with `write_approval: false` below it")
    found = {name: _read(path, name, section[name]) for name in DEFAULTS if section.get(name) is not None}
    return MemorySettings(**found)


def set_setting(home: str | None, name: str, value: Any) -> Scalar:
    """Sets one setting in the file and returns its value as stored; a text such as ``off`` or ``3000`` is read.

    Everything else in the file stays as it is, comments included; the file is replaced in one step and keeps its
    mode, a new one is 0600. Raises ``InvalidArgumentError`` for an unknown name or a value that has no meaning,
    ``MemoryFileError`` for a link or a file that cannot be written; the file is untouched then.
    """
    path = settings_path(home)
    meant: Scalar = _read(path, _checked_name(name), value)
    SettingsFile(path).set(SECTION, name, meant)
    return meant


def _checked_name(name: str) -> str:
    if name not in DEFAULTS:
        raise InvalidArgumentError(
            f"{str(name)[:40]!r} is no setting of the memory",
            operation="change a setting",
            hint="the settings are " + ", ".join(DEFAULTS),
        )
    return name


def _read(path: str, name: str, value: Any) -> Any:
    """A value as its setting's kind; texts are read where YAML 1.1, other programs and people write them so."""
    default = DEFAULTS[name]
    if isinstance(default, bool):
        word = str(value).strip().lower() if isinstance(value, bool | str) else ""
        if word in _TRUE_WORDS or word in _FALSE_WORDS:
            return word in _TRUE_WORDS
        raise _not(path, name, value, "neither true nor false", f"{name}: {str(default).lower()}")
    if isinstance(default, int):
        number = _whole(value)
        if number is None or not 1 <= number <= MOST_CHARS:
            raise _not(path, name, value, f"no whole number from 1 to {MOST_CHARS:,}", f"{name}: {default}")
        return number
    if value is False or value is None:
        return ""
    if not isinstance(value, str) or "\n" in value or not value.isprintable():
        raise _not(path, name, value, "no name", f'{name}: ""')
    return value.strip()


def _whole(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and (digits := value.strip().replace(",", "").replace("_", "")).isdecimal():
        return int(digits[:10])
    return None


def _not(path: str, name: str, value: Any, what: str, example: str) -> InvalidArgumentError:
    return _wrong(path, f"{SECTION}.{name} is {repr(value)[:60]}, which is {what}", f"write `{example}`")


def _wrong(path: str, message: str, hint: str) -> InvalidArgumentError:
    return InvalidArgumentError(f"{path}: {message}", path=path, operation="read settings", hint=hint)
