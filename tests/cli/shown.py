"""What commands and results show for small tasks; run it to renew the golden files.

Usage: python -m tests.cli.shown
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from leaderboard.report.frame import relations_of
from leaderboard.report.table import Column, Table
from leaderboard.tasks.presented import Presented, Tested
from leaderboard.verbs.simulate import simulate
from leaderboard.version import VERSION
from tests.cli.typed import COMMANDS, DRAWN, FILES, MISTAKES, RESULTS
from tests.support import made_entries, small_task
from tests.support.made_task import made_crac_task, made_phases
from tests.support.running import run_apart
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, OPEN, OTHER_LINK, RIGHT, SHORT, part, parts

GOLDEN = Path(__file__).parent / "golden"
TURNED = parts(OTHER_LINK, RIGHT, NOTHING)
MENTIONS = "document,part,first,last,etype,class\n" + "".join(
    f"{document},{number},{first},{last},{etype},{word}\n"
    for document, number in (("a", 0), ("a", 1), ("b", 0))
    for first, last, etype, word in (
        (0, 1, "person", "name"),
        (3, 3, "person", "pronoun"),
        (4, 4, "pet", "noun"),
    )
)

NAMES = (*COMMANDS, *RESULTS, "mistakes", "tables")


@contextlib.contextmanager
def without_settings() -> Iterator[None]:
    """No setting of the person at work reaches what is shown."""
    left = {name: value for name, value in os.environ.items() if not name.startswith("LEADERBOARD_")}
    with patch.dict(os.environ, left, clear=True):
        yield


def write(folder: Path) -> None:
    """The folders in which the commands are typed."""
    simulate(folder / "task", documents=12, systems=4)
    simulate(folder / "runs", documents=8, systems=3, runs=2)
    simulate(folder / "datasets", documents=16, systems=3, datasets=2)
    simulate(folder / "apart", documents=24, systems=5)
    small_task.write(folder / "small", key=KEY, fair=FAIR, turned=TURNED, short=SHORT, broken=BROKEN)
    faults = {
        name: "".join(part(f"d{number}", 0, cells) for number in range(30))
        for name, cells in {"key": RIGHT, "faults": OPEN}.items()
    }
    small_task.write(folder / "faults", **faults)
    shutil.copytree(made_crac_task(), folder / "crac")
    shutil.copytree(made_phases(), folder / "phases")
    for name, text in {"input": FAIR, "broken": BROKEN, "copied": KEY}.items():
        small_task.write(folder / "platform" / name / "ref", key=KEY)
        small_task.write(folder / "platform" / name / "res", fair=text)
    made_entries.write(folder / "entries")
    (folder / "counts").mkdir()
    (folder / "counts" / "counts.csv").write_text(_counts(), encoding="utf-8")
    small_task.write(folder / "mentions", key=KEY, fair=FAIR, turned=TURNED)
    (folder / "mentions.csv").write_text(MENTIONS, encoding="utf-8")
    (folder / "reports").mkdir()
    for name, alpha in {"old": "0.01", "new": "0.2"}.items():
        words = f"rank ../task {DRAWN} --alpha {alpha} --output {name} --quiet"
        assert run_apart(folder / "reports", {}, *words.split()).code == 0


def _counts() -> str:
    """Right answers, words and entities of three systems on items of seven clusters."""
    rows = ["system,id,cluster,kind,right,wrong,words,tp,gold,found"]
    for at, system in enumerate(("north", "south", "west")):
        for item in range(24):
            counted = ((item * 7 + at) % 10 >= 2 + 2 * at, (1 + at) * (item % 3), 10 + item % 5)
            named = (6 - at * (item % 3), 8, 8 - (item + at) % 3)
            rows.append(",".join(map(str, (system, item, f"c{item % 7}", item % 2, *counted, *named))))
    return "\n".join((*rows, ""))


def golden(folder: Path, name: str) -> str:
    """The text of a golden file, with version 0.0.0."""
    with without_settings():
        if name == "tables":
            return tables(folder)
        if name == "mistakes":
            text = "".join(_run(folder / typed_in, words) for typed_in, words in MISTAKES)
        else:
            text = printed(folder, name) if name in COMMANDS else in_python(folder, name)
    return text.replace(VERSION, "0.0.0")


def printed(folder: Path, name: str) -> str:
    """What a command prints in each of its forms, below the words that were typed, and what it writes.

    Of files that are not in ``FILES`` there is a hash.
    """
    typed_in, words, forms = COMMANDS[name]
    (folder / "report.zip").unlink(missing_ok=True)
    shutil.rmtree(folder / "report", ignore_errors=True)
    texts = [_run(folder / typed_in, f"{words} --format {form}" if form else words) for form in forms]
    written = _written(folder / "report")
    files = [f"== {file}\n{written.pop(file)}" for file in FILES.get(name, ())]
    hashes = [f"{_hash(text)} {file}\n" for file, text in written.items()]
    return "".join(
        (*map(_without_style, texts), *files, *(["\n== other files\n", *hashes] if hashes else ()))
    )


def _written(report: Path) -> dict[str, str]:
    """The files of a report but the one on the machine, by name."""
    files = [path for path in sorted(report.rglob("*.*")) if path.name != "provenance.json"]
    texts = [_without_style(path.read_bytes().decode("utf-8", "replace")) for path in files]
    return dict(zip((path.relative_to(report).as_posix() for path in files), texts, strict=True))


def _hash(text: str) -> str:
    return sha256(text.replace(VERSION, "0.0.0").encode()).hexdigest()[:12]


def _without_style(text: str) -> str:
    """A page without its style, its program, and the hashes of both."""
    bare = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    return re.sub("(?<=sha256-)[A-Za-z0-9+/=]+", "", bare)


def _run(folder: Path, words: str) -> str:
    """What was typed, the standard output, the standard error behind ``2>``, and the exit code."""
    code, out, err = run_apart(folder, {"COLUMNS": "100"}, *words.split())
    errors = "".join(f"2> {line}\n" for line in err.splitlines())
    return f"$ leaderboard {words}\n{out}{errors}[{code}]\n\n"


def in_python(folder: Path, name: str) -> str:
    """What a result shows of itself in a notebook and in a paper, and the columns of its relations."""
    with contextlib.chdir(folder):
        result = RESULTS[name]()
    texts = [result._repr_html_(), result.markdown(), result.latex()] if isinstance(result, Presented) else []
    if isinstance(result, Tested):
        texts.append(result.text())
    for relation, rows in relations_of(result).items():
        texts.append("\n".join((f"== {relation}", *map(_column, rows.columns))))
    return "\n\n".join(texts) + "\n"


def tables(folder: Path) -> str:
    """The captions and columns of all tables that the commands make on their way in their first form."""
    found: dict[str, None] = {}
    plain = Table.__init__

    def made(table: Table, *values: Any, **named: Any) -> None:
        plain(table, *values, **named)
        found["\n".join((f"== {table.caption}", *map(_column, table.columns), ""))] = None

    with patch.object(Table, "__init__", made):
        for typed_in, words, forms in COMMANDS.values():
            _run(folder / typed_in, f"{words} --format {forms[0]}" if forms[0] else words)
    return "\n".join(found)


def _column(column: Column) -> str:
    """The fields of a column that are not the usual ones."""
    usual = Column("", "")
    values = {field.name: getattr(column, field.name) for field in fields(column)}
    return ", ".join(f"{name}={value}" for name, value in values.items() if value != getattr(usual, name))


def renew() -> None:
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        write(Path(name))
        texts = {one: golden(Path(name), one) for one in NAMES}
    shutil.rmtree(GOLDEN, ignore_errors=True)
    GOLDEN.mkdir()
    for name, text in texts.items():
        (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    renew()
