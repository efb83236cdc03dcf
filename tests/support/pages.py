"""The pages for readers, and what becomes of the blocks of code that they show when somebody follows them.

A page is followed from top to bottom in a folder of its own that is empty at first. A block ``sh`` must
end well; ``console`` shows commands after ``$ ``, and what they print is what is shown; ``python`` blocks
share their names, and a block ``text`` right after one is what it prints. An ellipsis stands for what is
left out, alone in a line for any number of lines; a block may leave out which settings file is used.
Comments before a block say what cannot be seen:

    <!-- given: the example -->     anywhere: the folder has the example task at first, and its
                                    settings beside it
    <!-- given: the real results -->   the folder has docs/real-results at first
    <!-- file: NAME -->             the block is the content of a file
    <!-- not run: REASON -->        the block is not run

A block ``toml`` must be settings that the program knows.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from leaderboard.options.configuration import configure
from tests.support.running import run_in

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
GIVEN = "<!-- given: the example -->"
RESULTS = "<!-- given: the real results -->"
RUN = ("sh", "console", "python", "text")
# What is only looked at.
SHOWN = ("", "toml", "yaml", "json", "tex")

_FENCE = re.compile(
    r"(?:^<!-- (?P<mark>file|not run): (?P<note>.+?) -->\n+)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.M | re.S,
)
_PLAIN = re.compile(r"(leaderboard|cd) [^|&;<>$`*?\\\n]*")
_SETTINGS = re.compile(r"^settings file: .*\n", re.M)
# Seconds after which a command that never ends is given up.
PATIENCE = 300


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code, the line where it begins, and what is noted of it."""

    language: str
    text: str
    line: int
    mark: str | None
    note: str | None


@dataclass(frozen=True, slots=True)
class Command:
    """What is typed, perhaps over several lines, and what is shown of what it prints."""

    typed: str
    shown: str


@dataclass(slots=True)
class Reader:
    """Somebody who does what a page says, in a folder."""

    page: Path
    folder: Path
    place: Path = field(init=False)
    names: dict[str, Any] = field(default_factory=dict)
    printed: str = ""

    def follow(self) -> None:
        """Do it; what does not come out as it is shown is an AssertionError that names the line."""
        text = self.page.read_text("utf-8")
        if GIVEN in text:
            shutil.copytree(ROOT / "submissions", self.folder / "submissions")
            shutil.copy(ROOT / "leaderboard.toml", self.folder)
        if RESULTS in text:
            shutil.copytree(ROOT / "docs" / "real-results", self.folder / "docs" / "real-results")
        for block in blocks(text):
            self.place = self.folder
            place = f"{self.page.name}:{block.line}"
            if block.mark == "file":
                path = self.folder / str(block.note)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, "utf-8")
            elif block.mark is None and block.language in RUN:
                getattr(self, f"_{block.language}")(block, place)
            elif block.language == "toml":
                check_settings(block.text, self.folder.with_name("settings"))

    def _sh(self, block: Block, place: str) -> None:
        for line in [block.text] if "<<" in block.text else block.text.splitlines():
            code, printed = self._typed(line)
            assert code == 0, f"{place}: {line}: exit code {code}\n{printed}"

    def _console(self, block: Block, place: str) -> None:
        typed, code = commands(block.text), 0
        for number, one in enumerate(typed):
            code, printed = self._typed(one.typed, code)
            assert code == 0 or "echo $?" in [other.typed for other in typed[number + 1 :]][:1], (
                f"{place}: {one.typed}: exit code {code}, which is not shown\n{printed}"
            )
            if not _SETTINGS.search(one.shown):
                printed = _SETTINGS.sub("", printed)
            self.check(one.shown, printed, f"{place}: {one.typed} prints\n{printed}")

    def _python(self, block: Block, place: str) -> None:
        out = io.StringIO()
        with redirect_stdout(out), chdir(self.folder):
            exec(compile("\n" * block.line + block.text, str(self.page), "exec"), self.names)
        self.printed = out.getvalue()

    def _text(self, block: Block, place: str) -> None:
        self.check(block.text, self.printed, f"{place}: the program prints\n{self.printed}")

    def check(self, shown: str, printed: str, message: str) -> None:
        """Compare what is shown with what is printed."""
        assert alike(shown, printed), message

    def _typed(self, text: str, before: int = 0) -> tuple[int, str]:
        """The exit code of what is typed after a command of some exit code, and what it prints.

        What needs no shell is done in this process: most of the time of a command is its start.
        """
        if not _PLAIN.fullmatch(text):
            return self._shell(f"(exit {before})\n{text}")
        command, *words = shlex.split(text, comments=True)
        if command == "leaderboard":
            return run_in(self.place, surroundings(self.folder), *words)
        self.place /= words[0]
        return 0, ""

    def _shell(self, script: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-c", f"exec 2>&1\n{script}"],
            cwd=self.place,
            env=surroundings(self.folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            timeout=PATIENCE,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return done.returncode, done.stdout


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a reader who has installed the program, with no settings of their own."""
    tools = folder.with_name(f"{folder.name}-bin")
    tools.mkdir(exist_ok=True)
    for name, words in (("leaderboard", "-m leaderboard"), ("python", "")):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', "utf-8")
        tool.chmod(0o755)
    own = {name: value for name, value in os.environ.items() if not name.startswith("LEADERBOARD_")}
    return {
        **own,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
        "TERM": "dumb",
    }


def check_settings(text: str, folder: Path) -> None:
    """A ``leaderboard.toml`` with a name or a value that no option has is an error."""
    folder.mkdir(exist_ok=True)
    (folder / "leaderboard.toml").write_text(text, "utf-8")
    configure({}, folder)


def blocks(text: str) -> Iterator[Block]:
    """The blocks of code of a page, in order."""
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start("text"))
        yield Block(found["language"], found["text"], line, found["mark"], found["note"])


def commands(text: str) -> list[Command]:
    """The commands of a console; lines after ``> `` go on with the one before."""
    assert text.startswith("$ "), "a console begins with a command"
    found = []
    for piece in re.split(r"^\$ ", text, flags=re.M)[1:]:
        first, _, rest = piece.partition("\n")
        lines = rest.splitlines(keepends=True)
        more = [line[2:].rstrip("\n") for line in lines if line.startswith("> ")]
        found.append(Command("\n".join([first, *more]), "".join(lines[len(more) :])))
    return found


def alike(shown: str, printed: str) -> bool:
    """Whether a text is what is shown of it."""
    lines = (
        r"(?:.*\n)*?" if line == "…\n" else re.escape(line).replace("…", ".*")
        for line in shown.splitlines(keepends=True)
    )
    return re.fullmatch("".join(lines), printed) is not None
