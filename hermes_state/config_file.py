"""The settings file ``config.yaml`` of the Hermes home, read: the one place that knows how it becomes values."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Any, Literal

from hermes_state.errors import InvalidArgumentError

if TYPE_CHECKING:
    from ruamel.yaml import YAML

NAME = "config.yaml"


def config_path(home: str) -> str:
    """The path of the settings file in a Hermes home."""
    return os.path.join(home, NAME)


def redacts_archive(home: str) -> bool:
    """Whether ``archive.redact`` in ``config.yaml`` of the Hermes home says that secrets are not to be stored.

    Raises ``InvalidArgumentError`` when the file is no YAML or the setting neither true nor false: what is to stay out
    of the archive is never guessed.
    """
    section = load_config(home).get("archive")
    value = section.get("redact") if isinstance(section, dict) else None
    if value is not None and not isinstance(value, bool):
        raise InvalidArgumentError(
            "archive.redact is neither true nor false",
            path=config_path(home),
            operation="read settings",
            hint="write redact: true below archive:",
        )
    return bool(value)


def load_config(home: str) -> dict[str, Any]:
    """What the settings file holds; nothing when there is none or it is empty.

    Raises ``InvalidArgumentError`` when it is no YAML, no mapping, or cannot be read.
    """
    path = config_path(home)
    try:
        text = text_of(path)
    except OSError as error:
        raise wrong(path, f"cannot be read: {error.strerror or error}", "see who may read it") from error
    return {} if text is None else parsed(path, text)


def text_of(path: str) -> str | None:
    """The text of a settings file with its line ends and byte order mark; ``None`` for a missing file.

    Raises ``OSError`` for what cannot be read or is no regular file (a pipe is not waited for), and
    ``InvalidArgumentError`` for what is no UTF-8.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", path)
        with open(descriptor, "rb", closefd=False) as file:
            return file.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise wrong(path, f"is no UTF-8 text (byte {error.start + 1})", "save it as UTF-8") from None
    finally:
        os.close(descriptor)


def parsed(path: str, text: str) -> dict[str, Any]:
    """The settings of a file's text, section by section; raises ``InvalidArgumentError`` for what is no mapping."""
    data = constructed(path, text, "safe")
    if data is None:
        return {}
    if not isinstance(data, dict):
        raise wrong(path, "does not hold settings", "write one `section:` a line, with `name: value` indented below")
    return data


def constructed(path: str, text: str, kind: Literal["safe", "rt"]) -> Any:
    """What a YAML text stands for, plain (``safe``) or with its comments and order (``rt``, round trip).

    Raises ``InvalidArgumentError`` with the line at fault.
    """
    from ruamel.yaml.error import YAMLError

    try:
        return yaml(kind).load(text.removeprefix("\ufeff"))
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}" if mark is not None else ""
        what = getattr(error, "problem", None) or str(error).split("\n", 1)[0]
        raise wrong(path, f"is no valid YAML{where}: {what}", "mend that line") from None
    except (ValueError, RecursionError, TypeError, OverflowError) as error:
        # The YAML library lets these out for numbers, dates, keys and nesting that Python has no form for.
        raise wrong(path, f"is no valid YAML: {error}", "mend the file") from None


def yaml(kind: Literal["safe", "rt"]) -> YAML:
    """The YAML library, set up to read alike everywhere."""
    from ruamel.yaml import YAML  # 60 ms, paid only where there is a file of settings

    return YAML(typ=kind, pure=True)


def wrong(path: str, message: str, hint: str) -> InvalidArgumentError:
    """The error for a settings file; ``message`` goes on behind the file's name."""
    return InvalidArgumentError(f"{path} {message}", path=path, operation="read settings", hint=hint)
