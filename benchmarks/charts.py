"""Charts as SVG text: horizontal bars, ranges on a logarithmic scale by kind, lines on two logarithmic scales."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

COLOURS = ("#0b6e4f", "#d1495b", "#3066be", "#8f5fbf", "#e08e1b", "#6b7280", "#00798c", "#a44a3f", "#5b8c2a", "#c2185b")
INK = "#1f2933"
QUIET = "#6b7280"
GRID = "#e5e7eb"
BAND = "#f1f5f9"
FONT = "font-family='system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'"
WIDTH = 860
TOP = 64
LABELS = 168
RIGHT = 70
FOOT = 46
LANE = 8
LEGEND_COLUMNS = 4


@dataclass(frozen=True)
class Range:
    """A median and a 95th percentile; hollow where the engine mostly did not find what stands there."""

    low: float
    high: float
    hollow: bool = False


def bars(title: str, unit: str, values: Mapping[str, float], note: str = "") -> str:
    """One horizontal bar a name, from 0, with its value at the end; the first has the first colour, the others one."""
    row, bar = 30, 18
    height = TOP + row * len(values) + FOOT
    most = max(values.values())
    wide = WIDTH - LABELS - RIGHT
    drawn: list[str] = []
    for number, (name, value) in enumerate(values.items()):
        y = TOP + number * row
        length = max(1.5, value / most * wide)
        colour = COLOURS[0] if number == 0 else "#9aa5b1"
        drawn.append(_text(LABELS - 10, y + 14, name, anchor="end", weight=600 if number == 0 else 400))
        drawn.append(f"<rect x='{LABELS}' y='{y}' width='{length:.1f}' height='{bar}' rx='2' fill='{colour}'/>")
        drawn.append(_text(LABELS + length + 6, y + 14, number_text(value), weight=600 if number == 0 else 400))
    drawn.append(_text(LABELS, height - 18, unit, colour=QUIET))
    return _svg(height, title, note, drawn)


def ranges(title: str, unit: str, rows: Mapping[str, Mapping[str, Range]], names: Sequence[str], note: str = "") -> str:
    """For each row a lane a name: a dot at the median, a line to the 95th percentile; the scale is logarithmic."""
    heights = [LANE * max(len(lanes), 2) + 12 for lanes in rows.values()]
    top = TOP + 20 * (1 + (len(names) - 1) // LEGEND_COLUMNS)
    height = top + sum(heights) + FOOT
    found = [one for lanes in rows.values() for one in lanes.values()]
    scale = _Scale.over([one.low for one in found] + [one.high for one in found], LABELS, WIDTH - 24)
    drawn = [*_legend(names, TOP + 4)]
    for tick in scale.ticks():
        x = scale(tick)
        drawn.append(f"<line x1='{x:.1f}' y1='{top - 4}' x2='{x:.1f}' y2='{height - FOOT}' stroke='{GRID}'/>")
        drawn.append(_text(x, height - FOOT + 16, number_text(tick), anchor="middle", colour=QUIET))
    y: float = top
    for number, ((label, lanes), row) in enumerate(zip(rows.items(), heights, strict=True)):
        if number % 2 == 0:
            drawn.append(
                f"<rect x='8' y='{y - 4}' width='{WIDTH - 16}' height='{row}' fill='{BAND}' fill-opacity='.6'/>"
            )
        drawn.append(_text(LABELS - 12, y + row / 2, label, anchor="end"))
        for place, name in enumerate(one for one in names if one in lanes):
            middle = y + (row - 8) / 2 + (place - (len(lanes) - 1) / 2) * LANE
            drawn += _lane(scale, lanes[name], middle, names.index(name))
        y += row
    drawn.append(_text((LABELS + WIDTH) / 2, height - 10, unit, anchor="middle", colour=QUIET))
    return _svg(height, title, note, drawn)


def lines(
    title: str, units: tuple[str, str], series: Mapping[str, Sequence[tuple[float, float]]], note: str = ""
) -> str:
    """One line a name over logarithmic scales, named at the right in the order of their last values."""
    left, right, height = 70, 190, 440
    across = _Scale.over([x for points in series.values() for x, _ in points], left, WIDTH - right, whole=False)
    up = _Scale.over([y for points in series.values() for _, y in points], height - 60, TOP)
    drawn: list[str] = []
    for tick in up.ticks():
        drawn.append(
            f"<line x1='{left}' y1='{up(tick):.1f}' x2='{WIDTH - right}' y2='{up(tick):.1f}' stroke='{GRID}'/>"
        )
        drawn.append(_text(left - 8, up(tick) + 4, number_text(tick), anchor="end", colour=QUIET))
    for x in sorted({x for points in series.values() for x, _ in points}):
        drawn.append(f"<line x1='{across(x):.1f}' y1='{TOP}' x2='{across(x):.1f}' y2='{height - 60}' stroke='{GRID}'/>")
        drawn.append(_text(across(x), height - 42, f"{x:,.0f}", anchor="middle", colour=QUIET))
    places = _apart([up(points[-1][1]) for points in series.values()], 16)
    for number, ((name, points), place) in enumerate(zip(series.items(), places, strict=True)):
        path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
        drawn.append(f"<polyline points='{path}' fill='none' stroke='{_colour(number)}' stroke-width='2'/>")
        drawn += [f"<circle cx='{across(x):.1f}' cy='{up(y):.1f}' r='3' fill='{_colour(number)}'/>" for x, y in points]
        drawn.append(_text(WIDTH - right + 10, place + 4, name, colour=_colour(number), weight=600))
    drawn.append(_text((left + WIDTH - right) / 2, height - 18, units[0], anchor="middle", colour=QUIET))
    drawn.append(_text(16, TOP - 8, units[1], colour=QUIET))
    return _svg(height, title, note, drawn)


def number_text(value: float) -> str:
    """A number with as many digits as matter."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.3g}"
    return f"{value:.2g}" if value < 1 else f"{value:.3g}"


@dataclass(frozen=True)
class _Scale:
    """A logarithmic scale from values to places."""

    least: float
    most: float
    start: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float, *, whole: bool = True) -> _Scale:
        """A scale that holds the values; from half a decade to half a decade when ``whole``."""
        least, most = math.log10(max(min(values), 1e-3)), math.log10(max(*values, 1e-3))
        if whole:
            least, most = math.floor(least * 2) / 2, math.ceil(most * 2) / 2
        return cls(least, most if most > least else least + 1, start, end)

    def __call__(self, value: float) -> float:
        share = (math.log10(max(value, 1e-3)) - self.least) / (self.most - self.least)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        """The powers of ten, and what is three times them where there are few."""
        tens = range(math.floor(self.least), math.ceil(self.most) + 1)
        found = [10.0**ten for ten in tens]
        if self.most - self.least <= 3:
            found += [3 * 10.0**ten for ten in tens]
        return sorted(one for one in found if self.least - 1e-9 <= math.log10(one) <= self.most + 1e-9)


def _lane(scale: _Scale, one: Range, y: float, number: int) -> Iterator[str]:
    x, end, colour = scale(one.low), scale(max(one.low, one.high)), _colour(number)
    stroke = f"stroke='{colour}' stroke-width='2.5' stroke-opacity='.45'"
    yield f"<line x1='{x:.1f}' y1='{y:.1f}' x2='{end:.1f}' y2='{y:.1f}' {stroke}/>"
    fill, radius = "white" if one.hollow else colour, 3.2 if number else 4.4
    yield f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{radius}' fill='{fill}' stroke='{colour}' stroke-width='1.4'/>"


def _legend(names: Sequence[str], y: float) -> Iterator[str]:
    for number, name in enumerate(names):
        x, line = LABELS + number % LEGEND_COLUMNS * 164, y + number // LEGEND_COLUMNS * 20
        yield f"<circle cx='{x + 5}' cy='{line - 4}' r='5' fill='{_colour(number)}'/>"
        yield _text(x + 16, line, name)


def _apart(places: Sequence[float], least: float) -> list[float]:
    """The places moved so that no two are nearer than ``least``."""
    found = list(places)
    order = sorted(range(len(places)), key=lambda number: places[number])
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + least)
    return found


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _text(x: float, y: float, text: str, *, anchor: str = "start", colour: str = INK, weight: int = 400) -> str:
    style = f"text-anchor='{anchor}' fill='{colour}' font-size='12.5' font-weight='{weight}'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(text)}</text>"


def _svg(height: float, title: str, note: str, drawn: Sequence[str]) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height:.0f}' width='{WIDTH}' {FONT}>"
    name = f"<text x='16' y='26' fill='{INK}' font-size='16' font-weight='600'>{escape(title)}</text>"
    below = f"<text x='16' y='44' fill='{QUIET}' font-size='12'>{escape(note)}</text>"
    return "\n".join(
        (head, f"<rect width='{WIDTH}' height='{height:.0f}' fill='white'/>", name, below, *drawn, "</svg>\n")
    )
