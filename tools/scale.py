"""A task of a thousand systems and a thousand short documents, and what each stage of ranking it costs.

    python -m tools.scale make FOLDER [--systems 1000] [--documents 1000]
    python -m tools.scale measure FOLDER REPORTS [--trials 10000] [--option NAME=VALUE]
    python -m tools.scale series LARGEST FOLDER CSV
    python -m tools.scale plot CSV SVG

Processor time stands beside the clock's, for a machine may have other things to do.
"""

from __future__ import annotations

import argparse
import csv
import io
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from math import log10
from pathlib import Path
from typing import Any

from leaderboard.options import parse_option
from leaderboard.simulation.synthetic_files import write
from leaderboard.simulation.synthetic_key import Shape, key_parts
from leaderboard.simulation.synthetic_responses import PROFILES, Entrant

KINDS = ("balanced", "precise", "eager", "merger", "splitter", "pronoun-blind", "careless")
TOKENS, MENTIONS, ENTITIES = 60, 12, 4  # of a document
OPEN_FILES = 200
SEED = 12345

# What the figure shows, and the sizes that are fixed where the third one grows.
STAGES_DRAWN = ("scoring", "tests", "intervals", "report")
FIXED = {
    "systems": {"documents": "1000", "trials": "10000"},
    "documents": {"systems": "100", "trials": "10000"},
    "trials": {"systems": "100", "documents": "1000"},
}
STAGES = ("scoring", "tests", "intervals", "ranking", "report", "whole")
# A remark is written by hand, where a number was not measured in the run of its row.
FIELDS = ("systems", "documents", "trials", "stage", "seconds", "processor", "mebibytes", "remark")
# Where each stage begins and ends; what is in none of them, imports above all, is only in the whole.
FUNCTIONS = {
    "leaderboard.verbs.rank.task_of_folder": "scoring",
    "leaderboard.significance.families._p_values": "tests",
    "leaderboard.significance.families.score_draws": "intervals",
    "leaderboard.significance.families._tested": "intervals",
    "leaderboard.significance.families._corrected": "intervals",
    "leaderboard.verbs.rank.ranking": "ranking",
    "leaderboard.verbs.rank.correlate_units": "ranking",
    "leaderboard.verbs.rank.disagreements": "ranking",
    "leaderboard.verbs.rank.digests": "report",
}


def make(folder: Path, systems: int, documents: int) -> None:
    """A key and systems of seven kinds, each a little worse than the one before it of its kind."""
    shape = Shape(
        documents=documents,
        parts=documents,
        tokens=TOKENS * documents,
        mentions=MENTIONS * documents,
        entities=ENTITIES * documents,
        layout="compact",
    )
    folder.mkdir(parents=True)
    parts = list(key_parts(shape, SEED))
    for first in range(0, systems, OPEN_FILES):
        paths = {
            folder / f"{KINDS[number % len(KINDS)]}-{number:04}.conll": Entrant(
                "", PROFILES[KINDS[number % len(KINDS)]].harder(1 + number / systems), 2 * number
            )
            for number in range(first, min(systems, first + OPEN_FILES))
        }
        write(folder / "key.conll", paths, parts, SEED, shape.layout)


def measure(folder: Path, reports: Path, trials: int, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Rank and report in this process; one row a stage, with the largest memory so far."""
    from leaderboard.report.figures import pictures
    from leaderboard.report.files.contents import report_pieces
    from leaderboard.report.files.writer import write_report

    spent = dict.fromkeys(STAGES, (0.0, 0.0, 0))
    for place, stage in FUNCTIONS.items():
        module, _, name = place.rpartition(".")
        owner = import_module(module)
        setattr(owner, name, timed(getattr(owner, name), spent, stage))
    with clock(spent, "whole"):
        result = import_module("leaderboard.verbs.rank").rank(
            folder, metric="conll", adjust="bh", trials=trials, **options
        )
        with clock(spent, "report"):
            write_report(result, report_pieces(result, pictures(result)), reports)
    units = len(next(iter(result.families.values())).draws), result.families["conll"].units
    sizes = {"systems": units[0], "documents": units[1], "trials": trials}
    return [
        {**sizes, "stage": stage, "seconds": f"{wall:.2f}", "processor": f"{cpu:.2f}", "mebibytes": memory}
        for stage, (wall, cpu, memory) in spent.items()
    ]


def timed(function: Callable[..., Any], spent: dict[str, Any], stage: str) -> Callable[..., Any]:
    def run(*words: Any, **options: Any) -> Any:
        with clock(spent, stage):
            return function(*words, **options)

    return run


@contextmanager
def clock(spent: dict[str, Any], stage: str) -> Iterator[None]:
    """Adds to the seconds, those of the processor (of finished helpers too), and looks at the memory."""
    wall, cpu = time.perf_counter(), processor()
    yield
    before = spent[stage]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    spent[stage] = (before[0] + time.perf_counter() - wall, before[1] + processor() - cpu, memory)


def processor() -> float:
    return sum(
        use.ru_utime + use.ru_stime
        for use in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def series(largest: Path, folder: Path, table: Path) -> None:
    """Systems, documents and trials in turn, each run one process, on parts of the largest task."""
    runs = [(systems, 1000, 10_000) for systems in (50, 100, 200)]
    runs += [(100, documents, 10_000) for documents in (250, 500)]
    runs += [(100, 1000, trials) for trials in (1000, 100_000)]
    for systems, documents, trials in runs:
        task = folder / f"{systems}x{documents}"
        if not task.exists():
            link(largest, task, systems) if documents == 1000 else make(task, systems, documents)
        command = [sys.executable, "-m", "tools.scale", "measure", task, folder / "reports"]
        words = [str(word) for word in (*command, "--trials", trials, "--option", "jobs=1")]
        found = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        with table.open("a", encoding="utf-8") as file:
            file.write(found.split("\n", 1)[1] if table.stat().st_size else found)


def link(largest: Path, task: Path, systems: int) -> None:
    """Some of the systems, as many of the better as of the worse, without a second copy on the disk."""
    task.mkdir()
    files = sorted(path for path in largest.glob("*.conll") if path.name != "key.conll")
    files.sort(key=lambda path: path.stem.rpartition("-")[2])
    for path in (largest / "key.conll", *files[:: len(files) // systems][:systems]):
        (task / path.name).hardlink_to(path)


def plot(table: Path, picture: Path) -> None:
    """Seconds of the processor against systems, documents and trials, both on scales of powers."""
    from leaderboard.report.figures.drawing import PAGE, Drawing, svg
    from leaderboard.report.table import Table

    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    strokes = [stroke for place, axis in enumerate(FIXED) for stroke in panel(rows, axis, 40.0 + 160 * place)]
    title, text = (
        "Processor seconds",
        "Seconds of the processor by stage, against systems, documents and trials.",
    )
    picture.write_bytes(svg(Drawing("scale", title, text, Table("", (), ()), PAGE, 172.8, strokes)))


def panel(rows: list[dict[str, str]], axis: str, left: float) -> Iterator[Any]:
    """Draw the stages against one size, where the other two are fixed."""
    from leaderboard.report.figures.axes import Frame, limits
    from leaderboard.report.figures.drawing import BLUE, GREY, INK, ORANGE, Dot, Line, Text

    found = [row for row in rows if all(row[name] == value for name, value in FIXED[axis].items())]
    sizes = sorted({int(row[axis]) for row in found})
    frame = Frame(left, 22, left + 130, 140, limits(map(log10, sizes)), (log10(500), log10(0.05)))
    yield from frame.axis([(log10(size), f"{size:,}") for size in sizes])
    for seconds in (0.1, 1, 10, 100):
        x, y = frame.at(frame.across[0], log10(seconds))
        yield Line(((x - 3, y), (x, y)), INK)
        yield Text(x - 4.5, y, f"{seconds:g}", anchor="end")
    for number, (stage, colour) in enumerate(zip(STAGES_DRAWN, (BLUE, ORANGE, GREY, INK), strict=True)):
        points = sorted((int(row[axis]), float(row["processor"])) for row in found if row["stage"] == stage)
        places = [frame.at(log10(size), log10(seconds)) for size, seconds in points]
        yield Line(places, colour, 1)
        yield from (Dot(*place, 1.5, colour) for place in places)
        if axis == "systems":
            yield Line(((left + 8, 30 + 9 * number), (left + 20, 30 + 9 * number)), colour, 1)
            yield Text(left + 24, 30 + 9 * number, stage, anchor="start")
    if axis == "systems":
        yield Text(10, 81, "processor seconds", turned=True)
    yield Text(left + 65, 160, axis)
    yield Text(left + 65, 12, ", ".join(f"{int(value):,} {name}" for name, value in FIXED[axis].items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("make", "measure", "series", "plot"))
    parser.add_argument("paths", type=Path, nargs="+")
    parser.add_argument("--systems", type=int, default=1000)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    if asked.what == "make":
        make(asked.paths[0], asked.systems, asked.documents)
    elif asked.what == "measure":
        given = (option.split("=", 1) for option in asked.option)
        options = {name: parse_option(name, value) for name, value in given}
        out = io.StringIO()
        writer = csv.DictWriter(out, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(measure(*asked.paths, asked.trials, options))
        print(out.getvalue(), end="")
    else:
        {"series": series, "plot": plot}[asked.what](*asked.paths)


if __name__ == "__main__":
    main()
