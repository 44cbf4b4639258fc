"""``hermes memory setup``, ``off`` and ``on``: the settings ``memory.*`` in ``config.yaml``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_options import either_memory_options, file_name
from hermes_state.cli.neutral import neutral_line
from hermes_state.cli.options import HELP_SETTINGS
from hermes_state.cli.render import print_json, short_path
from hermes_state.errors import InvalidArgumentError
from hermes_state.memory.settings import MOST_CHARS, load_settings, set_setting, settings_path
from hermes_state.memory.targets import TARGETS

if TYPE_CHECKING:
    from hermes_state.memory.settings import MemorySettings

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

SETUP_EPILOG = """\b
Examples:
  hermes memory setup                           asks for each setting
  hermes memory setup --memory-char-limit 3000 --write-approval
  hermes memory setup --provider ""
\b
The settings stand under memory: in config.yaml of the Hermes home; its other lines and comments stay as they are.
"""
OFF_EPILOG = """\b
Examples:
  hermes memory off                             no external provider; the two files stay on
  hermes memory off --builtin                   both files out of the prompt
  hermes memory off --builtin --target user
"""
ON_EPILOG = """\b
Examples:
  hermes memory on --builtin
  hermes memory on --builtin --target memory
"""

ENABLED = {"memory": "memory_enabled", "user": "user_profile_enabled"}

QUESTIONS = {
    "memory_enabled": "MEMORY.md for the agent",
    "user_profile_enabled": "USER.md for the agent",
    "write_approval": "Ask before each write",
    "memory_char_limit": "Characters for MEMORY.md",
    "user_char_limit": "Characters for USER.md",
    "provider": "External provider, - for none",
}
"""The settings, in the order in which they are asked for."""

builtin_option = click.option("--builtin", is_flag=True, help="The two files, not the external provider.")


def settings_options(command: Decorated) -> Decorated:
    """Adds an option for each setting; ``None`` where it is not given."""
    chars = click.IntRange(1, MOST_CHARS)
    for option in reversed(
        (
            click.option("--memory-enabled/--no-memory-enabled", default=None, help="MEMORY.md for the agent."),
            click.option("--user-profile-enabled/--no-user-profile-enabled", default=None, help="USER.md likewise."),
            click.option("--write-approval/--no-write-approval", default=None, help="Ask before each write."),
            click.option("--memory-char-limit", metavar="N", type=chars, help="Characters for MEMORY.md."),
            click.option("--user-char-limit", metavar="N", type=chars, help="Characters for USER.md."),
            click.option("--provider", metavar="NAME", help='The external provider; "" for none.'),
        )
    ):
        command = option(command)
    return command


@click.command("setup", cls=Command, epilog=SETUP_EPILOG, context_settings=HELP_SETTINGS)
@settings_options
@either_memory_options
def setup(target: str | None, as_json: bool, **given: Any) -> None:
    """Set the memory's settings: those given, or on a terminal each that it asks for."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if not chosen:
        if sys.stdin is None or not sys.stdin.isatty():
            raise click.UsageError("there is no terminal to ask on: give the settings as options")
        chosen = asked_for(load_settings(), target)
    change(chosen, as_json=as_json)


def asked_for(settings: MemorySettings, target: str | None) -> dict[str, Any]:
    """The settings that a person gives when asked for each, those that stay as they are left out."""
    chosen: dict[str, Any] = {}
    for name, question in QUESTIONS.items():
        if not concerns(name, target):
            continue
        value = getattr(settings, name)
        answer: Any
        if isinstance(value, bool):
            answer = click.confirm(question, default=value, err=True)
        elif isinstance(value, int):
            answer = click.prompt(question, default=value, type=click.IntRange(1, MOST_CHARS), err=True)
        else:
            answer = click.prompt(question, default=value or "-", err=True).strip()
            answer = "" if answer == "-" else answer
        if answer != value:
            chosen[name] = answer
    return chosen


def concerns(name: str, target: str | None) -> bool:
    """Whether a setting is asked for where one file is named: those of the other file are not."""
    other = {"memory": "user_", "user": "memory_"}.get(target or "")
    return other is None or not name.startswith(other)


@click.command("off", cls=Command, epilog=OFF_EPILOG, context_settings=HELP_SETTINGS)
@builtin_option
@either_memory_options
def off(builtin: bool, target: str | None, as_json: bool) -> None:
    """Switch the external provider off, or with --builtin the two files; nothing is deleted."""
    if target is not None and not builtin:
        raise click.UsageError(f"to switch {file_name(target)} off add --builtin")
    change(switched(target, on=False) if builtin else {"provider": ""}, as_json=as_json)


@click.command("on", cls=Command, epilog=ON_EPILOG, context_settings=HELP_SETTINGS)
@builtin_option
@either_memory_options
def on(builtin: bool, target: str | None, as_json: bool) -> None:
    """Switch the two files on again."""
    if not builtin:
        raise click.UsageError(
            "on --builtin switches the files on; hermes memory setup --provider NAME sets a provider"
        )
    change(switched(target, on=True), as_json=as_json)


def switched(target: str | None, *, on: bool) -> dict[str, Any]:
    """The settings that switch one file, or both."""
    return {ENABLED[one]: on for one in TARGETS if target in (None, one)}


def change(chosen: Mapping[str, Any], *, as_json: bool) -> None:
    """Writes settings and prints what is in force now, and which of it is new."""
    before = settings_before()
    written = {name: set_setting(None, name, value) for name, value in chosen.items()}
    new = [name for name, value in written.items() if before is None or getattr(before, name) != value]
    try:
        settings = load_settings()
    except InvalidArgumentError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise click.ClickException(f"{', '.join(chosen)}: set now; but {error}{hint}") from None
    if as_json:
        print_json({"path": settings_path(), "changed": new, "settings": settings_fields(settings)})
        return
    for name, value in settings_fields(settings).items():
        mark = "  (set now)" if name in new else "  (as before)" if name in chosen else ""
        click.echo(f"{name:<22}{shown_value(value)}{mark}")
    when = "commands follow them at once, an agent from its next session on" if new else "nothing changed"
    click.echo(f"in {short_path(settings_path())}; {when}.")


def settings_before() -> MemorySettings | None:
    """The settings in force; ``None`` where one of them is wrong, perhaps the one that is being set."""
    try:
        return load_settings()
    except InvalidArgumentError:
        return None


def settings_fields(settings: MemorySettings) -> dict[str, Any]:
    """The settings by name."""
    return asdict(settings)


def shown_value(value: Any) -> str:
    """A setting's value as people read it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:,}" if isinstance(value, int) else neutral_line(value) or "none"
