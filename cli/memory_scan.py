"""``hermes memory scan``: what the scanner says of a file, of lines of JSON, or of the memory itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any

import click

from hermes_state.cli.lazy import Command
from hermes_state.cli.memory_options import file_name, memory_options, opened, place_of
from hermes_state.cli.neutral import escaped_json, neutral_line
from hermes_state.cli.options import HELP_SETTINGS
from hermes_state.cli.render import count, print_json, short_path, styled
from hermes_state.memory import threats
from hermes_state.memory.disk import files
from hermes_state.memory.entries.text import parse

if TYPE_CHECKING:
    from hermes_state.memory.threats import EntriesReport, Finding

SCAN_EPILOG = """\b
Examples:
  hermes memory scan notes.md
  hermes memory scan                            the entries of MEMORY.md
  hermes memory scan texts.jsonl --json         a {"text": …} a line, an answer a line
  cat notes.md | hermes memory scan -
\b
A file is scanned as MEMORY.md would be: entry by entry, and joined. What is found does not change the exit code.
"""

MEANINGS = {
    "ok": "nothing found",
    "warn": "worth a look, and may be stored",
    "quarantine": "doubtful, and kept out until a person decides",
    "block": "refused",
}
"""What each verdict means for a text."""

COLOURS = {"ok": "green", "warn": "yellow", "quarantine": "magenta", "block": "red"}


@click.command("scan", cls=Command, epilog=SCAN_EPILOG, context_settings=HELP_SETTINGS)
@click.argument("path", metavar="[FILE]", required=False)
@click.option("--lines", is_flag=True, help='Take FILE as JSON lines, {"text": …} each, whatever its name.')
@memory_options
def scan(path: str | None, lines: bool, target: str, as_json: bool) -> None:
    """Look for threats in FILE, in standard input (-), or without FILE in the memory's own file."""
    if path is None:
        own = place_of(target).data
        data = files.read(own, files.MOST_BYTES)  # as the memory itself is read: no link followed, no pipe waited for
        if data is None:
            raise click.ClickException(f"there is no {file_name(target)} yet: name a file to scan")
        _echo_entries(own, parse(readable(data)), as_json=as_json)
        return
    if not lines and not path.endswith(".jsonl"):
        with opened(path) as stream:
            _echo_entries(path, parse(readable(stream.read())), as_json=as_json)
        return
    with opened(path) as stream:
        wrong = _echo_lines(stream, as_json=as_json)
    if wrong:
        where = ", ".join(f"{number:,}" for number in wrong[:5]) + (", …" if len(wrong) > 5 else "")
        raise click.ClickException(f'{count(len(wrong), "line")} of {path} without a {{"text": …}}: {where}')


def readable(data: bytes) -> str:
    """The text of any bytes: those that are no UTF-8 are kept as what no text holds, which the scanner names."""
    return data.decode("utf-8", "surrogateescape")


def _echo_entries(path: str, entries: Sequence[str], *, as_json: bool) -> None:
    """Prints what is found in the entries of one file."""
    report = threats.scan_entries(entries)
    if as_json:
        print_json(report_fields(path, entries, report))
        return
    for line in report_lines(path, entries, report):
        click.echo(line)


def report_fields(path: str, entries: Sequence[str], report: EntriesReport) -> dict[str, Any]:
    """What was found in a file's entries, as JSON fields; numbers of entries begin at 1."""
    return {
        "path": path,
        "verdict": threats.worst(report.verdicts),
        "entries": [
            {
                "number": number,
                "chars": len(entry),
                "verdict": verdict,
                "findings": [finding.as_dict() for finding in alone.findings],
            }
            for number, (entry, verdict, alone) in enumerate(
                zip(entries, report.verdicts, report.each, strict=True), start=1
            )
        ],
        "joined": [{**hit.finding.as_dict(), "entries": [index + 1 for index in hit.indices]} for hit in report.joined],
    }


def report_lines(path: str, entries: Sequence[str], report: EntriesReport) -> Iterator[str]:
    """Yields the printed lines of what was found in a file's entries."""
    verdict = threats.worst(report.verdicts)
    name = "standard input" if path == "-" else short_path(path)
    yield f"{name}: {count(len(entries), 'entry')}, {shown_verdict(verdict)}"
    for number, (entry, alone) in enumerate(zip(entries, report.each, strict=True), start=1):
        if alone.findings:
            yield ""
            yield f"#{number}  {neutral_line(entry)[:80]}"
            yield from (f"  {finding_line(finding)}" for finding in alone.findings)
    for hit in report.joined:
        yield ""
        yield f"{' and '.join(f'#{index + 1}' for index in hit.indices)}, read together"
        yield f"  {finding_line(hit.finding)}"


def shown_verdict(verdict: str) -> str:
    """A verdict with what it means."""
    return f"{styled(verdict, fg=COLOURS[verdict], bold=True)}: {MEANINGS[verdict]}"


def finding_line(finding: Finding) -> str:
    """A finding as one line: how grave, which class, the words, the rule's name."""
    verdict = styled(finding.verdict, fg=COLOURS[finding.verdict])
    return f"{verdict}  {finding.threat}: {neutral_line(finding.words)!r}  ({finding.rule})"


def _echo_lines(stream: IO[bytes], *, as_json: bool) -> list[int]:
    """Prints an answer for each line of JSON as it is read; the numbers of lines that hold no text.

    These are answered too, with a verdict of ``null``, so that the answers stay beside their lines. Empty lines
    are passed over.
    """
    wrong: list[int] = []
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        text = line_text(line)
        if text is None:
            wrong.append(number)
            fields: dict[str, Any] = {"verdict": None, "findings": [], "error": 'no JSON object with a "text"'}
            shown = 'no {"text": …}'
        else:
            report = threats.scan(text)
            fields = report.as_dict()
            brief = dict.fromkeys(f"{one.threat}: {neutral_line(one.words)!r}" for one in report.findings)
            shown = "; ".join([styled(report.verdict, fg=COLOURS[report.verdict]), *brief])
        click.echo(escaped_json(json.dumps(fields)) if as_json else f"{number}: {shown}")
    return wrong


def line_text(line: bytes) -> str | None:
    """The text that one line of JSON holds; ``None`` for a line that is none or lacks it."""
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    text = value.get("text") if isinstance(value, dict) else None
    return text if isinstance(text, str) else None
