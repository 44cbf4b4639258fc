"""How fast text becomes index terms, in Python and in C: megabytes of UTF-8 per second of CPU, on the corpus.

``python benchmarks/analysis.py [--data FOLDER] [--times N]``. The C part is called through SQLite, one message a
call, as the archive calls it. Without the data or the C part that measurement is skipped, with a line that says so.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import apsw
import zstandard

sys.path.insert(0, str(Path(__file__).parent))

from measure import emit, emit_machine

from hermes_state.search.analysis import fold, index_text
from hermes_state.store.native import library_path

DATA = Path(os.environ.get("HERMES_STATE_TEST_DATA", Path(__file__).parents[1].parent / "shared" / "data"))
CORPUS = "corpus-300k.jsonl.zst"
CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]")


def corpus_texts(path: Path) -> list[str]:
    """The texts of all messages."""
    with path.open("rb") as file:
        lines = io.TextIOWrapper(zstandard.ZstdDecompressor().stream_reader(file), encoding="utf-8")
        return [text for line in lines if (text := json.loads(line)["content"])]


def by_python(texts: Sequence[str]) -> None:
    for text in texts:
        index_text(fold(text))


def by_native(connection: apsw.Connection) -> Callable[[Sequence[str]], None]:
    def analyse(texts: Sequence[str]) -> None:
        for _ in connection.executemany("SELECT hermes_index_text(?) IS NULL", ((text,) for text in texts)):
            pass

    return analyse


def best_cpu_s(analyse: Callable[[Sequence[str]], None], texts: Sequence[str], times: int) -> float:
    """The fewest seconds of CPU of several runs."""
    seconds = []
    for _ in range(times):
        begin = time.process_time()
        analyse(texts)
        seconds.append(time.process_time() - begin)
    return min(seconds)


def measure(name: str, analyse: Callable[[Sequence[str]], None], texts: Sequence[str], rows: str, times: int) -> None:
    size = sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
    cpu_s = best_cpu_s(analyse, texts, times)
    emit(
        "analysis",
        by=name,
        rows=rows,
        messages=len(texts),
        megabytes=round(size / 1e6, 1),
        cpu_s=round(cpu_s, 3),
        megabytes_per_cpu_s=round(size / 1e6 / cpu_s, 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--times", type=int, default=3, help="runs of which the best counts (of Python: one)")
    options = parser.parse_args()
    corpus = options.data / CORPUS
    if not corpus.is_file():
        emit("analysis", left_out=f"no {corpus}: name its folder with --data or HERMES_STATE_TEST_DATA")
        return
    emit_machine()
    texts = corpus_texts(corpus)
    slices = {"all": texts, "with CJK": [text for text in texts if CJK.search(text)]}
    for rows, some in slices.items():
        measure("python", by_python, some, rows, 1)
    library = library_path()
    if library is None:
        emit("analysis", by="native", left_out="the C part is not installed")
        return
    connection = apsw.Connection(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(str(library))
    for rows, some in slices.items():
        measure("native", by_native(connection), some, rows, options.times)
    connection.close()


if __name__ == "__main__":
    main()
