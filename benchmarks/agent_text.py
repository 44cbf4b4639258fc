"""Text as agents leave it, from a seed: code, listings, grep output, test failures, logs, prose in four languages.

What it writes about keeps growing: new identifiers, paths, words and hashes come in so that the number of distinct
terms follows ``TERMS_AT_1_MB * MB ** TERMS_GROWTH``, as it was measured on 32 to 325 MB of real transcripts.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import words

TERMS_AT_1_MB = 11_100
TERMS_GROWTH = 0.565
FILES_A_PROJECT = 40
NAMES_A_PROJECT = 3_000
BAG_WORDS = 20_000
NEW_FILES_A_SESSION = 2
NEW_NAMES_A_FILE = 30
HOUR_S = 3_600


@dataclass
class File:
    """A file of a project as it is now."""

    path: str
    lines: list[str]


@dataclass
class Project:
    """Where sessions work: its newest files and the identifiers in use."""

    name: str
    files: list[File] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


class AgentText:
    """Makes the texts of one corpus, session after session; memory stays bounded however long it goes on."""

    def __init__(self, seed: int) -> None:
        self._rnd = random.Random(seed)
        self._text_bytes = 0
        self._terms = len(words.ENGLISH)
        self._bag = self._first_bag()
        self._fresh: list[str] = ["0000000"]
        self._projects = [Project(name) for name in words.PROJECTS]
        for project in self._projects:
            project.names = [self._name() for _ in range(50)]
            project.files = [self._file(project, 5) for _ in range(6)]
        self._weights = [1 / (1 + rank) for rank in range(len(self._projects))]
        self._project = self._projects[0]
        self._language: tuple[list[str], list[str], tuple[str, ...]] | None = None
        self._kinds: dict[str, Callable[[int], list[str]]] = {
            "read_file": self._window,
            "grep": self._grep,
            "list_files": self._listing,
            "run_tests": self._tests,
            "shell": self._log,
            "diff": self._diff,
            "http": self._json,
        }

    def begin_session(self, cjk: bool) -> str:
        """Chooses where and in which language a session works, and lets the vocabulary grow; the project's name."""
        rnd = self._rnd
        self._project = rnd.choices(self._projects, self._weights)[0]
        self._language = rnd.choice(words.CJK) if cjk else None
        due = int(TERMS_AT_1_MB * (self._text_bytes / 1e6) ** TERMS_GROWTH) - self._terms
        files = max(NEW_FILES_A_SESSION, due // (2 * NEW_NAMES_A_FILE))
        for _ in range(files):
            self._keep(self._project.files, self._file(self._project, NEW_NAMES_A_FILE if due > 0 else 0))
        if due > 0:
            self._fresh = [self._identity() for _ in range(max(1, due // 3))]
            for _ in range(due // 8):
                self._bag[rnd.randrange(BAG_WORDS // 2, BAG_WORDS)] = self._word()
        return self._project.name

    def said(self, size_bytes: int) -> str:
        """What a user or an assistant writes, about so many bytes."""
        make = self._sentence if self._language is None else self._foreign_sentence
        found: list[str] = []
        size = 0
        while size < size_bytes:
            found.append(make())
            size += len(found[-1]) * (1 if self._language is None else 3) + 1
        return self._cut(" ".join(found), size_bytes)

    def output(self, size_bytes: int) -> tuple[str, str]:
        """The name of a tool and what it gave back, about so many bytes."""
        tool = self._rnd.choice(words.TOOLS)
        make = self._kinds[tool]
        found = [] if self._language is None else [self._foreign_sentence()]
        size = 0
        while size < size_bytes:
            lines = make(min((size_bytes - size) // 45 + 2, 400))
            size += sum(map(len, lines)) + len(lines)
            found += lines
        return tool, self._cut("\n".join(found), size_bytes)

    def _cut(self, text: str, size_bytes: int) -> str:
        data = text.encode()[:size_bytes] or b"."
        self._text_bytes += len(data)
        return data.decode("utf-8", "ignore") or "."

    # Words and names

    def _first_bag(self) -> list[str]:
        bag: list[str] = []
        for rank, word in enumerate(words.ENGLISH):
            bag += [word] * max(1, BAG_WORDS // (8 * (rank + 2)))
        return [*bag, *self._rnd.choices(words.ENGLISH, k=BAG_WORDS)][:BAG_WORDS]

    def _word(self) -> str:
        self._terms += 1
        return "".join(self._rnd.choices(words.SYLLABLES, k=self._rnd.randint(3, 5)))

    def _name(self) -> str:
        rnd = self._rnd
        self._terms += 1
        first, second, third = rnd.choice(words.VERBS), rnd.choice(words.NOUNS), rnd.choice(words.NOUNS)
        way = rnd.random()
        if way < 0.35:
            return f"{first}_{second}_{third}"
        if way < 0.6:
            return f"{first}{second.capitalize()}{third.capitalize()}"
        if way < 0.75:
            return f"_{second}_{''.join(rnd.choices(words.SYLLABLES, k=2))}"
        if way < 0.85:
            return f"{second}_{third}".upper()
        return f"{second}_{''.join(rnd.choices(words.SYLLABLES, k=3))}{rnd.randrange(10)}"

    def _identity(self) -> str:
        rnd = self._rnd
        self._terms += 1
        way = rnd.random()
        if way < 0.5:
            return f"{rnd.getrandbits(rnd.choice((28, 40, 160))):07x}"
        return f"req_{rnd.getrandbits(60):x}" if way < 0.7 else str(rnd.randrange(10**5, 10**9))

    def _mark(self) -> str:
        """A hash or number that stood nowhere before, while there are any; then one that did."""
        return self._fresh.pop() if len(self._fresh) > 1 else self._fresh[0]

    def _keep(self, files: list[File], new: File) -> None:
        if len(files) < FILES_A_PROJECT:
            files.append(new)
        else:
            files[self._rnd.randrange(FILES_A_PROJECT)] = new

    def _file(self, project: Project, new_names: int) -> File:
        rnd = self._rnd
        names = [self._name() for _ in range(new_names)]
        for name in names:
            if len(project.names) < NAMES_A_PROJECT:
                project.names.append(name)
            else:
                project.names[rnd.randrange(NAMES_A_PROJECT)] = name
        # Zipf-like: the cube of a uniform number is mostly small, and small places hold old names.
        known = project.names
        used = [known[int(len(known) * rnd.random() ** 3)] for _ in range(20)] + rnd.choices(words.NOUNS, k=10) + names
        size = rnd.randrange(60, 300)
        lines = [
            template.format(a=a, b=b, c=c, d=d)
            for template, a, b, c, d in zip(
                rnd.choices(words.CODE, k=size), *(rnd.choices(used, k=size) for _ in range(4)), strict=True
            )
        ]
        folders = "/".join(rnd.choices(words.FOLDERS, k=rnd.randint(1, 3)))
        stem = rnd.choice(used).strip("_").lower()
        return File(f"{folders}/{stem}{rnd.choice(words.SUFFIXES)}", lines)

    # What is said

    def _sentence(self) -> str:
        rnd = self._rnd
        chosen = rnd.choices(self._bag, k=rnd.randrange(5, 22))
        chance = rnd.random()
        if chance < 0.25:
            chosen[rnd.randrange(len(chosen))] = f"`{rnd.choice(self._project.names)}`"
        elif chance < 0.4:
            chosen[-1] = f"{rnd.choice(self._project.files).path}:{rnd.randrange(1, 400)}"
        return " ".join(chosen).capitalize() + "."

    def _foreign_sentence(self) -> str:
        rnd = self._rnd
        assert self._language is not None
        nouns, verbs, sentences = self._language
        latin = rnd.choice(self._project.names) if rnd.random() < 0.5 else rnd.choice(words.PROJECTS).capitalize()
        return rnd.choice(sentences).format(n=rnd.choice(nouns), m=rnd.choice(nouns), v=rnd.choice(verbs), x=latin)

    # What tools give back

    def _window(self, count: int) -> list[str]:
        file = self._rnd.choice(self._project.files)
        start = self._rnd.randrange(len(file.lines)) if count < len(file.lines) else 0
        return [f"{number:6}\t{line}" for number, line in enumerate(file.lines[start : start + count], start + 1)]

    def _grep(self, count: int) -> list[str]:
        rnd = self._rnd
        found: list[str] = []
        for file in rnd.choices(self._project.files, k=1 + count // 6):
            start = rnd.randrange(len(file.lines))
            step = rnd.randint(1, 9)
            found += [
                f"{file.path}:{start + 1 + at * step}:{line}" for at, line in enumerate(file.lines[start::step][:6])
            ]
        return found

    def _listing(self, count: int) -> list[str]:
        rnd = self._rnd
        files = rnd.choices(self._project.files, k=min(count, FILES_A_PROJECT))
        head = f"{self._mark()} /home/dev/{self._project.name}"
        return [head, *(f"-rw-r--r-- 1 dev dev {rnd.randrange(9_000):6} {file.path}" for file in files)]

    def _tests(self, count: int) -> list[str]:
        rnd = self._rnd
        names = self._project.names
        found: list[str] = []
        for file in rnd.choices(self._project.files, k=1 + count // 5):
            a, b = rnd.choices(names, k=2)
            found += (
                f"FAILED {file.path}::{a} - {rnd.choice(words.FAILURES).format(a=a, b=b)}",
                f"{file.path}:{rnd.randrange(1, 300)}: in {b}",
                f"    {rnd.choice(file.lines)}",
                f"E   {rnd.choice(file.lines).strip()}",
                f"PASSED {file.path}::{rnd.choice(names)} ({rnd.randrange(1000) / 1000}s)",
            )
        return found

    def _log(self, count: int) -> list[str]:
        rnd, names = self._rnd, self._project.names
        time_s = rnd.randrange(24 * HOUR_S)
        return [
            f"2026-0{1 + at % 9}-1{at % 7} {time_s // HOUR_S:02}:{time_s // 60 % 60:02}:{at % 60:02} "
            f"{rnd.choice(words.LEVELS)} {name} {' '.join(rnd.choices(self._bag, k=4))} id={self._mark()}"
            for at, name in enumerate(rnd.choices(names, k=count))
        ]

    def _diff(self, count: int) -> list[str]:
        rnd = self._rnd
        file = rnd.choice(self._project.files)
        start = rnd.randrange(len(file.lines))
        head = (f"--- a/{file.path}", f"+++ b/{file.path}", f"index {self._mark()}..{self._mark()} 100644")
        return [*head, f"@@ -{start} +{start} @@", *(f"{rnd.choice(' +-')}{one}" for one in file.lines[start:][:count])]

    def _json(self, count: int) -> list[str]:
        rnd, names = self._rnd, self._project.names
        files = rnd.choices(self._project.files, k=count)
        return [
            f'{{"id": "{self._mark()}", "{name}": {rnd.randrange(1000)}, "path": "{file.path}"}}'
            for name, file in zip(rnd.choices(names, k=count), files, strict=True)
        ]
