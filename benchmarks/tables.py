"""Measurements as Markdown tables, by the names of their places in docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from charts import number_text
from results import Results


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table; ``None`` is an empty cell."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join("" if cell is None else _cell(cell) for cell in line) + " |" for line in lines)


def _cell(value: Any) -> str:
    return number_text(value) if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def machine_text(results: Results) -> str:
    """The machine, the corpus, and the versions of every engine."""
    machine, corpus = results.one("machine"), results.corpus_of(results.one("peer build"))
    peers = [f"{one['engine']} {one['version']}" for one in results.of("peer") if "version" in one]
    left_out = [f"{one['engine']} left out: {one['left_out']}" for one in results.left_out("peer")]
    about = f"{machine['cores']} cores, {machine['machine']}, {machine['system']}; Python {machine['python']}"
    return (
        f"Machine: {about}, SQLite {machine['sqlite']}, apsw {machine['apsw']}. {'; '.join([*peers, *left_out])}.\n\n"
        f"Corpus: `{corpus['corpus']}`, {corpus['messages']:,} messages, {number_text(corpus['text_mb'])} MB of text."
    )


def build_table(results: Results) -> str:
    """Size and speed of building."""
    head = ("engine", "file ÷ text", "before optimizing", "MB a CPU second", "optimizing, CPU s", "peak MiB")
    names = ("file_per_text_byte", "file_per_text_byte_before_optimize", "mb_per_cpu_s", "optimize_cpu_s", "peak_mib")
    rows = [[one["engine"], *(one[name] for name in names)] for one in results.of("peer build")]
    return table(head, rows)


def bulk_table(results: Results) -> str:
    """Imports of JSON lines, with and without the C part."""
    head = ("corpus", "C part", "JSON lines, MB a CPU second", "text, MB a CPU second", "peak, MB", "file ÷ text")
    names = ("corpus", "native", "source_mb_per_cpu_s", "text_mb_per_cpu_s", "peak_mb", "file_per_text_byte")
    return table(head, [[one[name] for name in names] for one in results.of("bulk import")])


def append_table(results: Results) -> str:
    """Appending one message a commit."""
    head = ("engine", "messages there", "appended", "a CPU second", "a second", "longest, ms", "written ÷ text")
    names = ("after_messages", "messages", "per_cpu_s", "per_wall_s", "longest_ms", "written_per_text_byte")
    found = sorted(results.of("peer append"), key=lambda one: one["after_messages"])
    return table(
        head, [[one["engine"], *(f"{one[n]:,}" if n in names[:2] else one[n] for n in names)] for one in found]
    )


def query_table(results: Results) -> str:
    """CPU milliseconds of every kind and engine."""
    engines = results.engines("peer queries")
    rows = [
        [
            kind,
            *(f"{_cell(one['p50_ms'])} / {_cell(one['p95_ms'])}" if one["queries"] else "–" for one in lines.values()),
        ]
        for kind, lines in results.by_kind().items()
    ]
    return "CPU milliseconds, median / 95th percentile.\n\n" + table(("query", *engines), rows)


def found_table(results: Results) -> str:
    """How many judged queries found nothing of what stands in the corpus."""
    engines = [name for name in results.engines("peer queries") if name != "FTS5 bm25"]
    rows = []
    for kind, lines in results.by_kind().items():
        if any(one.get("missed") for one in lines.values()):
            cells = [lines.get(name, {}) for name in engines]
            rows.append([kind, *(f"{one['missed']} of {one['judged']}" if one.get("judged") else "–" for one in cells)])
    return "Queries whose text stands in the corpus but that were answered without it.\n\n" + table(
        ("query", *engines), rows
    )


def growth_table(results: Results) -> str:
    """Size and speed by size, then latency by kind and its ratio."""
    sizes = [line["messages"] for line in results.of("growth size")]
    appended = {one["messages"]: one for one in results.of("growth append")}
    first = table(
        ("messages", "text, MB", "file ÷ text", "import, MB a CPU second", "appends a CPU second"),
        [
            (f"{one['messages']:,}", one["text_mb"], one["file_per_text_byte"], one["import_mb_per_cpu_s"],
             appended.get(one["messages"], {}).get("per_cpu_s"))
            for one in results.of("growth size")
        ],
    )  # fmt: skip
    times = {(one["kind"], one["messages"]): one for one in results.of("growth queries")}
    rows = []
    for kind in dict.fromkeys(kind for kind, _ in times):
        found = [times.get((kind, size)) for size in sizes]
        cells = ["–" if one is None else f"{_cell(one['p50_ms'])} / {_cell(one['p95_ms'])}" for one in found]
        ratio = found[-1]["p50_ms"] / found[0]["p50_ms"] if found[0] and found[-1] else None
        rows.append([kind, *cells, ratio])
    head = ("query, CPU ms, median / 95th percentile", *(f"{size:,}" for size in sizes), "last ÷ first, median")
    return first + "\n\n" + table(head, rows)


def live_table(results: Results) -> str:
    """Appending a whole corpus live: the sums, then the tenths."""
    names = {
        "per_cpu_s": "messages a CPU second",
        "per_wall_s": "messages a second",
        "wall_rate_to_bare": "rate ÷ that of a bare INSERT",
        "last_to_first_cpu": "last tenth ÷ first, a CPU second",
        "p50_ms": "median, ms",
        "p99_ms": "99th percentile, ms",
        "longest_ms": "longest, ms",
        "written_per_text_byte": "bytes written ÷ text",
        "written_to_bare": "bytes written ÷ those of a bare INSERT",
    }
    levels = results.of("live")
    rows = [[name, *(one.get(key) for one in levels)] for key, name in names.items()]
    tenths = []
    for one in levels:
        parts = [part["per_cpu_s"] for part in results.of("live part") if part["synchronous"] == one["synchronous"]]
        tenths.append([f"tenths at {one['synchronous']}, a CPU second", ", ".join(f"{rate:,}" for rate in parts)])
    messages = f"`{levels[0]['of']}`: {levels[0]['messages']:,} messages, {number_text(levels[0]['text_mb'])} MB."
    both = table(("synchronous", *(one["synchronous"] for one in levels)), rows)
    return f"{messages}\n\n{both}\n\n" + table(("", "messages"), tenths)


def redaction_table(results: Results) -> str:
    """What redactors find of secrets, and what else they change."""
    head = (
        "redactor",
        "secrets replaced",
        "kinds at ≥ 90 %",
        "benign lines changed",
        "text lines changed",
        "MB a CPU second",
    )
    rows = [
        (
            one["redactor"],
            f"{one['redacted']:,} of {one['secrets']:,}",
            f"{one['kinds_well_found']} of {one['kinds']}",
            f"{one['benign_changed']} of {one['benign']}",
            f"{one['lines_changed']:,} of {one['lines']:,}",
            f"{one['mb_per_cpu_s']} ({one['text_mb']} MB)",
        )
        for one in results.of("redaction")
    ]
    return table(head, rows)


TABLES: dict[str, tuple[str, Callable[[Results], str]]] = {
    "machine": ("peer build", machine_text),
    "bulk": ("bulk import", bulk_table),
    "build": ("peer build", build_table),
    "queries": ("peer queries", query_table),
    "found": ("peer queries", found_table),
    "append": ("peer append", append_table),
    "growth": ("growth size", growth_table),
    "live": ("live", live_table),
    "redaction": ("redaction", redaction_table),
}
"""For each place in the document, the measurement it needs and what writes it."""
