"""What is printed: JSON, tables fitted to the terminal, highlighted text. All stored text passes ``neutral`` here."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

import click

from hermes_state.cli.neutral import escaped_json, neutral, neutral_line

JSON_VERSION = 1
ELLIPSIS = "…"
COLUMN_GAP = 2
HEADER_PADDING = 2
READABLE_WIDTH = 16
UNIT_STEP = 1024.0


def print_json(fields: dict[str, Any]) -> None:
    """Prints one JSON object with ``version`` first: on one line, indented on a terminal."""
    import json  # 1 ms that only JSON pays

    value = {"version": JSON_VERSION} | fields
    indent = 2 if sys.stdout.isatty() else None
    unicode_wanted = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    click.echo(escaped_json_lines(json.dumps(value, ensure_ascii=not unicode_wanted, indent=indent)))


def escaped_json_lines(text: str) -> str:
    """JSON text, of one line or indented, harmless on a terminal and equal when parsed."""
    return "\n".join(escaped_json(line) for line in text.split("\n"))


def colours_wanted() -> bool:
    """Whether stdout is a terminal that shows colours and nobody set ``NO_COLOR``."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, **style: Any) -> str:
    """``text`` in a style of ``click.style`` where colours are wanted, else as it is."""
    return click.style(text, **style) if colours_wanted() else text


def terminal_width() -> int | None:
    """The columns of the terminal, ``COLUMNS`` before what it says itself; ``None`` when stdout is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns) > 0:
        return int(columns)
    if not sys.stdout.isatty():
        return None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except OSError:  # a terminal without a size: print unfitted
        return None


def width_of(text: str) -> int:
    """The columns that one line of text takes on a terminal; a wide CJK letter takes two."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # 10 ms that only text beyond ASCII pays

    width: int = wcswidth(text)
    return width if width >= 0 else len(text)


def cut(text: str, width: int) -> str:
    """``text``, or as much of its start as fits ``width`` columns with an ellipsis at the end."""
    if width_of(text) <= width:
        return text
    room = width - 1
    end = min(len(text), max(room, 0))
    while end > 0 and width_of(text[:end]) > room:
        end -= max(1, (width_of(text[:end]) - room) // 2)
    return text[: max(end, 0)].rstrip() + ELLIPSIS


def beginning(text: str, columns: int) -> str:
    """How a text begins, for a flexible cell of a table: whole on a terminal, whose width decides, else ``columns``."""
    return text if terminal_width() is not None else cut(neutral_line(text), columns)


def table(
    headers: Sequence[str],
    rows: Iterable[Sequence[str]],
    flexible: Sequence[int] = (),
    right: Sequence[int] = (),
    droppable: Sequence[int] = (),
) -> str:
    """A table as text that fits the terminal.

    Where it would be too wide, ``droppable`` columns go, the first named first, until ``flexible`` ones
    have room to be read; these are then cut. Columns in ``right`` are set right.
    """
    from tabulate import tabulate  # 50 ms, paid by tables only

    grid = [list(headers), *([neutral_line(cell) for cell in row] for row in rows)]
    width = terminal_width()
    shown = list(range(len(headers)))
    if width is not None:
        shown = columns_that_fit(grid, flexible, droppable, width)
    grid = [[row[column] for column in shown] for row in grid]
    if width is not None:
        cut_columns(grid, [shown.index(column) for column in flexible if column in shown], width)
    sides = ["right" if column in right else "left" for column in shown]
    text: str = tabulate(grid[1:], headers=grid[0], tablefmt="simple", colalign=sides, disable_numparse=True)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def columns_that_fit(rows: list[list[str]], flexible: Sequence[int], droppable: Sequence[int], width: int) -> list[int]:
    """The columns to show so that each flexible one keeps at least a readable width, as far as that can be."""
    widths = _column_widths(rows)
    needed = [min(wide, READABLE_WIDTH) if column in flexible else wide for column, wide in enumerate(widths)]
    shown = list(range(len(widths)))
    for column in droppable:
        if sum(needed[one] for one in shown) + COLUMN_GAP * (len(shown) - 1) <= width:
            break
        shown.remove(column)
    return shown


def cut_columns(rows: list[list[str]], flexible: Sequence[int], width: int) -> None:
    """Cuts the cells of the flexible columns, widest first, until the table fits; its first row is the header."""
    widths = _column_widths(rows)
    excess = sum(widths) + COLUMN_GAP * (len(widths) - 1) - width
    limits = {column: widths[column] for column in flexible}
    least = {column: width_of(rows[0][column]) + HEADER_PADDING for column in flexible}
    while excess > 0:
        cuttable = [column for column in flexible if limits[column] > least[column]]
        if not cuttable:
            break
        limits[max(cuttable, key=lambda column: limits[column])] -= 1
        excess -= 1
    for row in rows[1:]:
        for column, limit in limits.items():
            row[column] = cut(row[column], limit)


def _column_widths(rows: list[list[str]]) -> list[int]:
    """The width that each column takes: that of its widest cell, or of its header, which tabulate pads."""
    headers = [width_of(header) + HEADER_PADDING for header in rows[0]]
    return [max(least, *(width_of(row[column]) for row in rows)) for column, least in enumerate(headers)]


def highlighted(text: str, marks: Iterable[Sequence[int]]) -> str:
    """One line of ``text`` with the marked ranges of code points highlighted where colours are wanted."""
    pieces: list[str] = []
    position = 0
    for start, end in marks:
        pieces.append(_flat(text[position:start]))
        pieces.append(styled(_flat(text[start:end]), fg="yellow", bold=True))
        position = end
    pieces.append(_flat(text[position:]))
    return "".join(pieces).strip()


def _flat(text: str) -> str:
    """A piece of text without line ends, its spaces at both ends kept as one."""
    flat = " ".join(neutral(text).split())
    if not flat:
        return " " if text else ""
    return (" " if text[0].isspace() else "") + flat + (" " if text[-1].isspace() else "")


def indented(text: str, by: str) -> str:
    """Harmless ``text`` with every line indented."""
    return "\n".join((by + line).rstrip() for line in neutral(text).split("\n"))


def local_time(seconds: float | None) -> str:
    """A time as the reader's clock shows it, to the minute; empty when it is not known."""
    if seconds is None:
        return ""
    try:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    except (OverflowError, ValueError, OSError):  # a source's nonsense time, beyond what the system's clock can show
        return f"@{seconds:.0f}"


def size(size_bytes: int) -> str:
    """A number of bytes as people read it: ``12.3 MB``."""
    amount = float(size_bytes)
    for unit in ("bytes", "KB", "MB", "GB"):
        if abs(amount) < UNIT_STEP or unit == "GB":
            break
        amount /= UNIT_STEP
    return f"{size_bytes:,} bytes" if unit == "bytes" else f"{amount:,.1f} {unit}"


def count(number: int, noun: str) -> str:
    """A number with its noun: ``1 message``, ``2,000 messages``, ``3 matches``, ``4 entries``."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("try"):
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith(('ch', 's', 'sh', 'x')) else 's'}"


def short_id(session_id: str) -> str:
    """An id that is short enough to copy: a UUID's first 13 characters (48 bits), any other id whole."""
    parts = session_id.split("-")
    if len(session_id) == 36 and [len(part) for part in parts] == [8, 4, 4, 4, 12]:
        return session_id[:13]
    return neutral_line(session_id)


def short_path(path: str | None) -> str:
    """A folder with the reader's home folder as ``~``; empty when it is not known."""
    if not path:
        return ""
    home = os.path.expanduser("~")
    if path == home or path.startswith(home + os.sep):
        path = "~" + path[len(home) :]
    return neutral_line(path)
