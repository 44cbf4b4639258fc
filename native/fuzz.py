"""Fuzzes the C core under sanitizers, then compares C and Python on every input that was kept.

``python native/fuzz.py --seconds 600``: with clang that has libFuzzer, coverage leads the way; with any other
compiler the driver in ``fuzz.c`` makes inputs from a seed. Ends with 1 where a law is broken or C and Python
differ, and with 77, saying why, where nothing can be built.
"""

from __future__ import annotations

import argparse
import codecs
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
CORE = ("fuzz", "fold", "memory", "normalize", "terms", "tokenizer", "unicode", "words")
FLAGS = ("-std=c11", "-g", "-O1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all")
DRIVER = ("-DHERMES_FUZZ_DRIVER", "-Drealloc=hermes_tested_realloc")
NOT_POSSIBLE = 77
LONGEST_BYTES = 4096
ALL = """
SELECT CAST(hermes_fold(?1) AS BLOB), CAST(hermes_index_text(?1) AS BLOB),
    CAST(hermes_words(hermes_index_text(?1)) AS BLOB)
"""


def build(compiler: str, target: Path, sanitizers: str, *flags: str) -> str:
    """Builds the harness; returns what the compiler complained of, empty when it is built."""
    sources = [str(FOLDER / f"{name}.c") for name in CORE]
    command = [compiler, *FLAGS, f"-fsanitize={sanitizers}", *flags, *sources, "-o", str(target)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return f"{compiler}: {error.strerror}"
    return "" if done.returncode == 0 else done.stderr.strip() or f"{compiler} failed"


def compilers() -> list[str]:
    """The C compilers at hand, the environment's ``CC`` first."""
    named = os.environ.get("CC", "").split()[:1]
    return [name for name in (*named, "cc", "gcc", "clang") if shutil.which(name)]


def find_inputs(kept: Path, work: Path, seconds: int, seed: int, *, led: bool) -> int:
    """Builds and runs the harness; new inputs are left in ``kept``."""
    program = work / "fuzz"
    if led and shutil.which("clang") and not build("clang", program, "fuzzer,address,undefined"):
        limits = (f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST_BYTES}", "-print_final_stats=1")
        return subprocess.call([str(program), *limits, f"-artifact_prefix={kept}/", str(kept)], cwd=work)
    complaint = "no C compiler"
    for compiler in compilers():
        complaint = build(compiler, program, "address,undefined", *DRIVER)
        if not complaint:
            control = subprocess.run([str(program), "step-beyond"], capture_output=True, check=False)
            if control.returncode == 0:
                print("the sanitizers see nothing: a read beyond a block went unnoticed")
                return 1
            return subprocess.call([str(program), str(seconds), str(seed), str(kept)])
    print(f"no sanitizer run: {complaint.splitlines()[-1]}")
    return NOT_POSSIBLE


def with_replacements(error: UnicodeError) -> tuple[str, int]:
    """Takes lone surrogates as they are and any other byte that is part of no code point as U+FFFD."""
    assert isinstance(error, UnicodeDecodeError)
    piece = error.object[error.start : error.start + 3]
    if len(piece) == 3 and piece[0] == 0xED and 0xA0 <= piece[1] <= 0xBF and 0x80 <= piece[2] <= 0xBF:
        return piece.decode("utf-8", "surrogatepass"), error.start + 3
    return "\ufffd", error.start + 1


def differences(folder: Path) -> int:
    """How many of the inputs in a folder C and Python analyse differently; each is named."""
    import apsw

    from hermes_state.search.analysis import fold, index_text, is_ngram_term
    from hermes_state.store.index_terms import distinct_words
    from hermes_state.store.native import library_path

    library = library_path()
    if library is None:
        print("C and Python are not compared: the C part is not installed")
        return 0
    codecs.register_error("hermes", with_replacements)
    connection = apsw.Connection(":memory:")
    connection.enable_load_extension(True)
    connection.load_extension(str(library))
    found = compared = 0
    for path in sorted(folder.iterdir()):
        data = path.read_bytes()
        folded = fold(data.decode("utf-8", "hermes"))
        text = index_text(folded)
        words = {word for word in distinct_words([text]) if not is_ngram_term(word.decode("utf-8"))}
        expected = (folded.encode("utf-8", "surrogatepass"), text.encode("utf-8"), words)
        compared += 1
        *found_texts, found_words = next(connection.execute(ALL, (data,)))
        if (*found_texts, set(found_words.split())) != expected:
            print(f"C and Python differ on {path}")
            found += 1
    connection.close()
    print(f"{compared} inputs compared, {found} differ")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--driver", action="store_true", help="make inputs from a seed though clang is there")
    parser.add_argument("--corpus", type=Path, help="where inputs are kept (default: a folder that goes away)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        kept = options.corpus or Path(work, "corpus")
        kept.mkdir(parents=True, exist_ok=True)
        code = find_inputs(kept.resolve(), Path(work), options.seconds, options.seed, led=not options.driver)
        return code or int(differences(kept) > 0)


if __name__ == "__main__":
    sys.exit(main())
