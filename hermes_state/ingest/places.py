"""Where the agents' own tools keep their transcripts on this machine, what lies there, and what to leave out.

Of transcripts only names and sizes are looked at, by ``os.stat``: none is opened in here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hermes_state.config_file import config_path, load_config
from hermes_state.errors import InvalidArgumentError
from hermes_state.home import hermes_home
from hermes_state.ingest.walk import Candidate, candidates, is_excluded

ENDINGS = {"claude-code": ".jsonl", "codex": ".jsonl", "hermes": ".db"}
"""How the names of a tool's transcripts end; what else lies beside them is not counted."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file or folder in which a tool keeps transcripts: how many files there are, and their bytes.

    ``unreadable`` counts the folders within that may not be listed; importing names them.
    """

    tool: str
    path: str
    format: str
    files: int
    size_bytes: int
    unreadable: int = 0


def known_places(
    environ: Mapping[str, str], home: str, platform: str = sys.platform, *, exclude: Sequence[str] = ()
) -> list[Place]:
    """The places of Claude Code, Codex and Hermes Agent that exist and hold something, in that order.

    What fits a glob of ``exclude`` is not counted; a place that fits one is none.

    ``CLAUDE_CONFIG_DIR``, ``CODEX_HOME`` and ``HERMES_HOME`` in ``environ`` stand in for the folders
    in ``home``.
    """
    claude = environ.get("CLAUDE_CONFIG_DIR") or os.path.join(home, ".claude")
    codex = environ.get("CODEX_HOME") or os.path.join(home, ".codex")
    usual = [
        ("Claude Code", os.path.join(claude, "projects"), "claude-code"),
        ("Codex", os.path.join(codex, "sessions"), "codex"),
        ("Codex", os.path.join(codex, "archived_sessions"), "codex"),
        *(("Hermes Agent", path, "hermes") for path in _hermes_databases(hermes_home(environ, home, platform))),
    ]
    places = [_surveyed(tool, os.path.expanduser(path), kind, exclude) for tool, path, kind in usual]
    return [place for place in places if place.files or place.unreadable]


def configured_excludes(home: str) -> list[str]:
    """The globs that ``import.exclude`` in ``config.yaml`` of the Hermes home names; none when it says nothing.

    Raises ``InvalidArgumentError`` when the file is no YAML or the setting no list of texts: what is to
    stay out of the archive is never guessed.
    """
    path = config_path(home)
    section = load_config(home).get("import")
    exclude = section.get("exclude") if isinstance(section, dict) else None
    if exclude is None:
        return []
    globs = [exclude] if isinstance(exclude, str) else exclude
    if not isinstance(globs, list) or not all(isinstance(glob, str) for glob in globs):
        raise InvalidArgumentError(
            "import.exclude is no list of globs", path=path, operation="read settings", hint="write one glob a line"
        )
    return [str(glob) for glob in globs]


def _hermes_databases(home: str) -> list[str]:
    """The paths of Hermes Agent's database and of its profiles' databases, there or not."""
    paths = [os.path.join(home, "state.db")]
    profiles = os.path.join(home, "profiles")
    if os.path.isdir(profiles):
        paths.extend(os.path.join(profiles, name, "state.db") for name in sorted(os.listdir(profiles)))
    return paths


def _surveyed(tool: str, path: str, kind: str, exclude: Sequence[str]) -> Place:
    """The place with what lies there now; no files where there is nothing."""
    if not os.path.exists(path) or is_excluded(path, exclude):
        return Place(tool, path, kind, 0, 0)
    ending = ENDINGS[kind]
    found = list(candidates([path], exclude=exclude, untouchable=set()))
    sizes = [one.size for one in found if isinstance(one, Candidate) and one.path.name.endswith(ending)]
    unreadable = sum(not isinstance(one, Candidate) for one in found)
    return Place(tool, path, kind, len(sizes), sum(sizes), unreadable)
