"""``hermes memory export`` and ``import``: entries out of the memory and into it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_answers import open_store, refusal_text, shown_author
from hermes_state.cli.memory_options import STANDARD_INPUT, either_memory_options, file_name, opened
from hermes_state.cli.neutral import neutral, neutral_line
from hermes_state.cli.options import HELP_SETTINGS, json_option
from hermes_state.cli.render import count, escaped_json_lines, print_json, short_path
from hermes_state.memory.disk import files
from hermes_state.memory.exchange import importing
from hermes_state.memory.exchange.exporting import export_entries
from hermes_state.memory.targets import TARGETS

if TYPE_CHECKING:
    from hermes_state.memory.exchange.importing import Result

EXPORT_EPILOG = """\b
Examples:
  hermes memory export -o memory.json
  hermes memory export --target user --format markdown
\b
Both files unless --target names one. json can be imported again; markdown is for reading.
"""
MOST_NUMBERS = 10
"""So many entries are named in a note that is about more."""

IMPORT_EPILOG = """\b
Examples:
  hermes memory import memory.json
  hermes memory import ~/old/.hermes/memories/MEMORY.md
  hermes memory import --target user notes.md
\b
Takes what export wrote, a JSON list of texts, or a file whose entries are separated by lines of §. Each entry is
added alone: one that is refused stops no other.
"""


@click.command("export", cls=Command, epilog=EXPORT_EPILOG, context_settings=HELP_SETTINGS)
@click.option(
    "--format",
    "export_format",
    type=click.Choice(["json", "markdown"]),
    default="json",
    show_default=True,
    help="The shape to write.",
)
@click.option("-o", "--output", metavar="PATH", help="The file to write; default is standard output.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@either_memory_options
def export(export_format: str, output: str | None, force: bool, target: str | None, as_json: bool) -> None:
    """Write the entries, with their times and sources, to a file or to standard output."""
    to_stdout = output in (None, "-")
    if as_json and to_stdout and export_format != "json":
        raise click.UsageError("--json describes the export and needs -o PATH for the export itself")
    document = export_entries(open_store(), target)
    entries = document["entries"]
    text = json.dumps(document, ensure_ascii=False, indent=2) if export_format == "json" else markdown_text(entries)
    if to_stdout:
        click.echo(escaped_json_lines(text) if export_format == "json" else neutral(text))
        return
    path = os.path.abspath(os.path.expanduser(str(output)))
    write_private(path, text + "\n", force=force)
    if as_json:
        print_json({"path": path, "format": export_format, "entries": len(entries)})
        return
    click.echo(f"Wrote {count(len(entries), 'entry')} to {short_path(path)}.")


def write_private(path: str, text: str, *, force: bool) -> None:
    """Writes a file that only its owner can read, whole or not at all; one that exists only with ``force``."""
    data = text.encode("utf-8", "surrogatepass")
    if force:
        files.write_whole(path, data, "export")
        return
    try:
        files.write_new(path, data)
    except FileExistsError:
        raise click.ClickException(f"{path} is there already; nothing was written (--force overwrites it)") from None
    except OSError:
        with suppress(OSError):
            os.unlink(path)
        raise


def markdown_text(entries: Sequence[Mapping[str, Any]]) -> str:
    """The entries as Markdown for reading: a heading for each file, below each entry when, by whom and from where."""
    parts: list[str] = []
    heading = None
    for entry in entries:
        if entry["target"] != heading:
            heading = entry["target"]
            parts.append(f"# {file_name(heading)}")
        facts = [str(entry[name]) for name in ("changed",) if name in entry]
        if "origin" in entry:
            facts.append(f"by {shown_author(entry['origin'])}")
        if "session" in entry:
            facts.append(f"from {entry['session']}" + (f" message {entry['message']}" if "message" in entry else ""))
        parts.append(entry["text"] + (f"\n\n*{', '.join(facts)}*" if facts else ""))
        parts.append("---")
    return "\n\n".join(part for number, part in enumerate(parts) if part != "---" or _stands_between(parts, number))


def _stands_between(parts: Sequence[str], number: int) -> bool:
    """Whether a rule stands between two entries of one file."""
    return number + 1 < len(parts) and not parts[number + 1].startswith("# ")


@click.command("import", cls=Command, epilog=IMPORT_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("path", metavar="FILE")
@click.option("--target", type=click.Choice(TARGETS), help="Put all entries into MEMORY.md, or into USER.md.")
@json_option
@click.pass_context
def import_file(context: click.Context, /, path: str, target: Any, as_json: bool) -> None:
    """Add the entries of FILE, or of standard input (-), that are not there yet."""
    with opened(path) as stream:
        data = stream.read()
    name = "standard input" if path == STANDARD_INPUT else os.path.expanduser(path)
    entries = importing.incoming(data, name, target)
    results = list(importing.import_each(open_store(), entries))
    if as_json:
        print_json(import_fields(results))
    else:
        for line in import_lines(results):
            click.echo(line)
    refused = [one for one in results if one.outcome == "refused"]
    for one in refused:
        reason = neutral_line(refusal_text(one.answer, one.entry.target))
        click.echo(f"hermes: entry {one.entry.number} of {neutral_line(name)}: {reason}", err=True)
    if refused:
        context.exit(1)


def import_fields(results: Sequence[Result]) -> dict[str, Any]:
    """What became of each entry, as JSON fields."""
    counts = Counter(one.outcome for one in results)
    kept = ("change_id", "pending_id", "findings", "warnings", "over_by")
    return {name: counts[name] for name in importing.OUTCOMES} | {
        "results": [
            {"number": one.entry.number, "target": one.entry.target, "outcome": one.outcome}
            | ({} if one.answer["success"] else {"error": refusal_text(one.answer, one.entry.target)})
            | {name: one.answer[name] for name in kept if name in one.answer}
            for one in results
        ]
    }


def import_lines(results: Sequence[Result]) -> Iterator[str]:
    """Yields the printed lines of an import: how many entries were added, there, staged, refused; the warnings."""
    counts = Counter(one.outcome for one in results)
    said = [f"Added {count(counts['added'], 'entry')}"]
    said += [f"{counts['present']:,} there already"] if counts["present"] else []
    said += [f"{counts['staged']:,} waiting for you (hermes memory pending)"] if counts["staged"] else []
    said += [f"{counts['refused']:,} refused"] if counts["refused"] else []
    yield ", ".join(said) + "."
    noted: dict[str, list[int]] = {}
    for one in results:
        for warning in one.answer.get("warnings", ()):
            noted.setdefault(neutral_line(warning), []).append(one.entry.number)
    for warning, numbers in noted.items():
        shown = ", ".join(map(str, numbers[:MOST_NUMBERS])) + (", …" if len(numbers) > MOST_NUMBERS else "")
        yield f"note: entr{'y' if len(numbers) == 1 else 'ies'} {shown}: {warning}"
