"""A ranking of systems whose names are made of every mark; run it to renew the golden files.

Usage: python -m tests.report.made_ranking
"""

from __future__ import annotations

import contextlib
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from leaderboard.report.figures.drawing import Picture
from leaderboard.report.files.contents import report_files
from leaderboard.report.table import Table
from leaderboard.verbs.rank import RankResult, rank
from leaderboard.version import VERSION
from tests.support.small_task import NOTHING, OPEN, OTHER_ENTITY, OTHER_LINK, RIGHT, part

GOLDEN = Path(__file__).parent / "golden"
DOCUMENTS = [f"nw/d_{number:02}" for number in range(12)]

# What a file may be called: all of ASCII's marks but the slash, letters beyond it, and spiteful names.
SYSTEMS = {
    "!\"#$%&'()": (RIGHT,),
    "*+,-.:;": (RIGHT, RIGHT, OTHER_ENTITY),
    "<img src=x onerror=alert(1)>": (OTHER_LINK, RIGHT),
    "=?@[\\]^_`{|}~": (OTHER_ENTITY, OTHER_LINK),
    "Žluťoučký kůň, Großmaß, Ærø, żółw": (OTHER_ENTITY,),
    "北京 αβ": (OTHER_LINK, NOTHING),
}


def write_task(folder: Path, systems: dict[str, tuple[tuple[str, ...], ...]] = SYSTEMS) -> None:
    """The key, a broken response, and each system with its cells, one document after the other."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, cells in {"key": (RIGHT,), "bro_ken": (OPEN,), **systems}.items():
        text = "".join(
            part(document, 0, cells[number % len(cells)]) for number, document in enumerate(DOCUMENTS)
        )
        (folder / f"{name}.conll").write_text(text, encoding="utf-8")


def made_ranking(folder: Path, **options: object) -> RankResult:
    write_task(folder)
    return rank(folder, draws=200, adjust="none", **options)


def files(result: RankResult) -> dict[str, str]:
    """The files of a report by version 0.0.0, without pictures: those of the example are compared."""
    # A release changes no golden file.
    return {
        name: re.sub(rf"(?<=leaderboard[: ]){re.escape(VERSION)}", "0.0.0", text)
        for name, text in texts(result, ()).items()
    }


def texts(result: RankResult, drawn: Sequence[Picture]) -> dict[str, str]:
    return {name: content.decode() for name, content in report_files(result, drawn).items()}


def picture() -> Picture:
    """A picture of nothing."""
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n'
    return Picture("nothing", "No*thing*", "a [b] <c>", {"svg": svg}, Table("", (), ()))


def renew() -> None:
    shutil.rmtree(GOLDEN, ignore_errors=True)
    GOLDEN.mkdir()
    # Elsewhere than in this repository, whose settings file would count.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in files(made_ranking(Path(folder) / "task")).items():
            (GOLDEN / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    renew()
