"""The key of an encrypted archive: where it is named, and what it may be.

Encryption at rest is the ``apsw-sqlite3mc`` distribution in place of ``apsw`` (the same module, with SQLite3 Multiple
Ciphers in it) and a key. Named by ``HERMES_STATE_KEY_FILE`` or by ``archive.key`` in ``config.yaml``: a file's path, or
``keyring``, for the service ``hermes-state`` of the system's keyring. A key never stands on a command line.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from importlib import import_module

from hermes_state.config_file import config_path, load_config
from hermes_state.errors import ArchiveError
from hermes_state.home import KEY_FILE_VARIABLE, hermes_home

KEYRING = "keyring"
SERVICE = "hermes-state"
MAX_KEY_BYTES = 4096

RAW_KEY = re.compile(r"[0-9a-fA-F]{64}")
"""32 bytes in hex are the key itself; anything else is a passphrase, from which every opening derives one (50 ms)."""


def key_of(environ: Mapping[str, str], *, can_encrypt: bool) -> str | None:
    """The key as ``PRAGMA key`` takes it, or ``None`` where none is named.

    Raises ``ArchiveError`` when one is named that cannot be had, or when this SQLite cannot encrypt
    (``can_encrypt``): an archive that was meant to be encrypted is never made in the clear.
    """
    named = environ.get(KEY_FILE_VARIABLE)
    if named is None and can_encrypt:  # reading the settings takes longer than a search
        named = _configured(hermes_home(environ))
    if not named:
        return None
    if not can_encrypt:
        raise _unusable(
            f"{KEY_FILE_VARIABLE} names a key, but this SQLite cannot encrypt",
            "replace the package apsw by apsw-sqlite3mc, or unset the variable",
        )
    text = _from_keyring() if named == KEYRING else _from_file(os.path.expanduser(named))
    return f"raw:{text}" if RAW_KEY.fullmatch(text) else text


def _configured(home: str) -> str | None:
    section = load_config(home).get("archive")
    key = section.get("key") if isinstance(section, dict) else None
    if key is not None and not isinstance(key, str):
        raise _unusable(f"archive.key in {config_path(home)} is no text", 'write the path of a key file, or "keyring"')
    return key


def _from_file(path: str) -> str:
    try:
        with open(path, "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(MAX_KEY_BYTES + 1)
        text = data.decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(f"the key cannot be read from {path}: {error}", "name a file with one line of text") from error
    if os.name != "nt" and stat.S_IMODE(mode) & 0o077:
        raise _unusable(f"the key file {path} can be read by others", f"chmod 600 {path}")
    if not text or len(data) > MAX_KEY_BYTES or "\n" in text:
        raise _unusable(f"{path} holds no key", "write one line: a passphrase, or 64 hexadecimal digits")
    return text


def _from_keyring() -> str:
    try:
        keyring = import_module("keyring")  # no dependency: only where it is asked for
    except ImportError as error:
        raise _unusable("the key is to come from a keyring, but there is none", "pip install keyring") from error
    text = keyring.get_password(SERVICE, "archive")
    if not text:
        raise _unusable("the keyring has no key for the archive", f"keyring set {SERVICE} archive")
    return str(text)


def _unusable(message: str, hint: str) -> ArchiveError:
    return ArchiveError(message, operation="open", hint=hint)
