"""Lists the packages to install, and builds the optional C part, which pyproject.toml alone cannot.

``cli/`` and ``migrations/`` stand at the top of the repository and are installed inside the library.

``native/`` becomes ``hermes_state/_native.so`` (``.dylib``, ``.dll``), an SQLite extension. It is no Python
module: the file is named alike for all versions of Python, and the wheel is tagged for any of them and one
platform. Without a compiler, or with ``HERMES_STATE_NO_NATIVE=1``, the build goes on without it.
"""

import os
import sys
import textwrap
from functools import cache
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CompileError, LinkError

MAPPED_PACKAGES = ["hermes_state.cli", "hermes_state.migrations"]
NATIVE = "hermes_state._native"
NATIVE_FILE = {"darwin": "_native.dylib", "win32": "_native.dll"}.get(sys.platform, "_native.so")
SOURCES = ("adapter", "fold", "memory", "normalize", "terms", "tokenizer", "unicode", "words")
HEADERS = (
    "analysis",
    "memory",
    "normalize",
    "tokenizer",
    "unicode",
    "unicode_tables",
    "vendor/sqlite3",
    "vendor/sqlite3ext",
)
GNU_FLAGS = ["-std=c11", "-O3", "-fvisibility=hidden", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"]
MICROSOFT_FLAGS = ["/std:c11", "/O2"]


class BuildNative(build_ext):
    """Builds the extension under its own name, or says in one line that there is none."""

    def build_extension(self, ext: Extension) -> None:
        ext.extra_compile_args = MICROSOFT_FLAGS if self.compiler.compiler_type == "msvc" else GNU_FLAGS
        try:
            if os.environ.get("HERMES_STATE_NO_NATIVE") == "1":
                raise CompileError("HERMES_STATE_NO_NATIVE=1")
            super().build_extension(ext)
        except (BaseError, CompileError, LinkError, OSError) as error:
            Path(self.get_ext_fullpath(ext.name)).unlink(missing_ok=True)  # one of an earlier build
            say_it_is_left_out(f"{type(error).__name__}: {error}")

    def copy_extensions_to_source(self) -> None:
        Path("hermes_state", NATIVE_FILE).unlink(missing_ok=True)
        super().copy_extensions_to_source()

    def get_ext_filename(self, fullname: str) -> str:
        return os.path.join(*fullname.split(".")[:-1], NATIVE_FILE)

    def get_export_symbols(self, ext: Extension) -> list[str]:
        return ["sqlite3_native_init"]


class PlatformWheel(bdist_wheel):
    """Tags the wheel by what was built: for any Python 3, and any platform unless the extension is in it."""

    def run(self) -> None:
        self.run_command("build")
        self.root_is_pure = not self._has_native()
        super().run()

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2] if self._has_native() else "any")

    def _has_native(self) -> bool:
        command = self.get_finalized_command("build_ext")
        return any(Path(file).exists() for file in command.get_outputs())


@cache
def say_it_is_left_out(reason: str) -> None:
    """Prints one line to the log of the build, once."""
    reason = textwrap.shorten(reason, 100, placeholder=" …")
    sys.stderr.write(f"hermes-state: built without its C part; everything works, indexing takes longer ({reason})\n")


setup(
    packages=[*find_packages(include=["hermes_state", "hermes_state.*"]), *MAPPED_PACKAGES],
    ext_modules=[
        Extension(
            NATIVE,
            [f"native/{name}.c" for name in SOURCES],
            depends=[f"native/{name}.h" for name in HEADERS],
            optional=True,
        )
    ],
    cmdclass={"build_ext": BuildNative, "bdist_wheel": PlatformWheel},
)
