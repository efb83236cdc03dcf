"""Time whole commands on generated tasks, side by side with the official scorers where they are given.

    python -m tools.whole_process [--scorer /path/to/scorer.pl] [--runs 3]
    python -m tools.whole_process --splitting
    python -m tools.whole_process --corefud /path/to/corefud-scorer.py [--python PYTHON]
    python -m tools.whole_process --before CHECKOUT

The two commands of a pair run in turn, and the ratio is taken run by run, so that a machine whose
speed drifts does not decide; processor time is given too, because on a busy machine the clock says
little. Those of an earlier checkout run in turn with those of this one: start-up on a small task, errors
and prices on a large one; ratios are of processor time, new to old. Programs in Python find their bytecode
where the run before left it, as installed ones do. The scorers (Perl; Python with udapi) are no part of
this project.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from leaderboard.verbs.simulate import simulate
from tests.support.made_corefud import corefud, long_document, random_response

SYSTEMS = {"conll2012": 14, "litbank": 12}
ROOT = Path(__file__).resolve().parents[1]
FEW = ("--trials", "100", "--draws", "100")
SPLIT = """
import sys
for name in sys.argv[1:]:
    with open(name, encoding="utf-8") as file:
        for line in file:
            line.split()
"""


Command = Sequence[str | Path]


class Run(NamedTuple):
    """Seconds by the clock and of the processor, and the peak memory of the largest process, in MiB."""

    seconds: float
    processor: float
    peak: float


def measure(command: Command) -> Run:
    began = time.perf_counter()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return Run(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def leaderboard(*words: str | Path) -> Command:
    return [sys.executable, "-m", "leaderboard", *words]


def report(label: str, runs: list[Run], other: list[Run]) -> None:
    """Medians by the clock, and of processor time in parentheses."""
    line = f"{label}: {_times(runs)} s, {max(run.peak for run in runs):.0f} MiB"
    if other:
        ratios = [
            Run(theirs.seconds / ours.seconds, theirs.processor / ours.processor, 0)
            for theirs, ours in zip(other, runs, strict=True)
        ]
        line += f"; official scorer {_times(other)} s, ratio {_times(ratios)}"
    print(line, flush=True)


def _times(runs: Sequence[Run]) -> str:
    seconds, processor = (statistics.median(column) for column in list(zip(*runs, strict=True))[:2])
    return f"{seconds:.2f} ({processor:.2f})"


def together(commands: Sequence[Command]) -> Run:
    """One command after the other."""
    seconds, processor, peak = zip(*map(measure, commands), strict=True)
    return Run(sum(seconds), sum(processor), max(peak))


def pair(label: str, command: Command, others: Sequence[Command], runs: int) -> None:
    """Time a command in turn with those that stand against it, if any."""
    measure(command)
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(measure(command))
        if others:
            theirs.append(together(others))
    report(label, ours, theirs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scorer", type=Path, help="scorer.pl of the official CoNLL scorer, v8.01")
    parser.add_argument("--corefud", type=Path, help="corefud-scorer.py of the official CorefUD scorer, 1.2")
    parser.add_argument("--splitting", action="store_true", help="beside a plain line.split() of all files")
    parser.add_argument("--python", default=sys.executable, help="what runs it, with udapi")
    parser.add_argument("--documents", type=int, default=300, help="of the CorefUD task (default 300)")
    parser.add_argument("--before", type=Path, help="an earlier checkout, beside which this one is timed")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "bytecode")
        if options.before:
            compare_checkouts(Path(folder), [options.before.resolve(), ROOT], options.runs)
            return
        if options.corefud:
            compare_corefud(Path(folder), options)
            return
        for preset, count in SYSTEMS.items():
            task = Path(folder) / preset
            simulate(task, preset=preset, systems=count)
            if options.splitting:
                compare_with_splitting(task, options.runs)
                continue
            compare(task, options.scorer, options.runs)


def compare_corefud(folder: Path, options: argparse.Namespace) -> None:
    """One system by all metrics that both have, in each mode."""
    rng = random.Random(12345)
    documents = [long_document(rng) for _ in range(options.documents)]
    key, system = folder / "key.conllu", folder / "system.conllu"
    key.write_text(corefud(documents), encoding="utf-8")
    system.write_text(corefud([random_response(rng, one) for one in documents]), encoding="utf-8")
    metrics = ("muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "mor", "zero")
    chosen = [word for metric in metrics for word in ("--metric", metric)]
    measure([options.python, options.corefud, "--help"])
    for mode in ("head", "partial", "exact"):
        ours = leaderboard("score", "--key", key, system, "--match", mode, *chosen)
        theirs = [options.python, options.corefud, key, system, "--match", mode]
        pair(f"CorefUD, {options.documents} documents, {mode}", ours, [theirs], options.runs)


def compare_with_splitting(task: Path, runs: int) -> None:
    """Processor time of commands in parts of that of a program that splits each line of all files."""
    key, files = task / "key.conll", sorted(task.glob("*.conll"))
    systems = [path for path in files if path != key]
    reports = task.parent / "reports"
    commands = {
        "score of one system": leaderboard("score", "--key", key, systems[0]),
        "score of all": leaderboard("score", "--key", key, *systems),
        "rank": leaderboard("rank", task, "--output", reports, "--no-prices", "--quiet"),
    }
    for command in commands.values():
        measure(command)
    for label, command in commands.items():
        pairs = [(measure(command), measure([sys.executable, "-c", SPLIT, *files])) for _ in range(runs)]
        ratio = statistics.median(ours.processor / split.processor for ours, split in pairs)
        peak = max(ours.peak for ours, _ in pairs)
        print(
            f"{task.name}, {label}: {ratio:.2f} of splitting {len(files)} files, {peak:.0f} MiB", flush=True
        )


def compare(task: Path, scorer: Path | None, runs: int) -> None:
    key = task / "key.conll"
    systems = sorted(path for path in task.glob("*.conll") if path != key)

    def official(metric: str, responses: Sequence[Path]) -> list[Command]:
        return [["perl", scorer, metric, key, response, "none"] for response in responses if scorer]

    pair(f"{task.name}, version", leaderboard("--version"), [], runs)
    one = leaderboard("score", "--key", key, systems[0])
    pair(f"{task.name}, score of one system against `muc`", one, official("muc", systems[:1]), runs)
    every = leaderboard("score", "--key", key, *systems)
    pair(f"{task.name}, score of {len(systems)} systems against `all`", every, official("all", systems), 1)
    ranked = leaderboard("rank", task, "--output", task.parent / "reports", "--trials", "10000", "--quiet")
    pair(f"{task.name}, rank of {len(systems)} systems against `muc`", ranked, official("muc", systems), runs)


def commands(folder: Path) -> dict[str, Sequence[str | Path]]:
    small, large = folder / "small", folder / "large"
    alone = ("--jobs", "1")
    large_ones = [large / f"{name}.conll" for name in ("balanced", "close", "precise")]
    report = ("--quiet", "--output", folder / "reports")
    return {
        "help": ["--help"],
        "small score": ["score", small / "close.conll", *alone],
        "small compare": ["compare", small / "balanced.conll", small / "close.conll", *FEW, *alone],
        "small rank": ["rank", small, *FEW, *alone, *report],
        "large score": ["score", *large_ones, *alone],
        "large score --errors": ["score", *large_ones, *alone, "--errors"],
        "large errors": ["errors", *large_ones, *FEW[:2], *alone],
    }


def in_turn(words: Sequence[str | Path], checkouts: Sequence[Path], runs: int) -> list[list[Run]]:
    """The runs of a command by each checkout, after one that is not counted."""
    found: list[list[Run]] = [[] for _ in checkouts]
    for _ in range(runs + 1):
        for checkout, own in zip(checkouts, found, strict=True):
            os.environ["PYTHONPATH"] = str(checkout)
            own.append(measure(leaderboard(*words)))
    return [own[1:] for own in found]


def compare_checkouts(folder: Path, checkouts: Sequence[Path], runs: int) -> None:
    simulate(folder / "small", documents=6, systems=3)
    simulate(folder / "large", preset="conll2012", systems=4)
    os.chdir(folder)
    for label, words in commands(folder).items():
        old, new = in_turn(words, checkouts, runs)
        ratio = statistics.median(b.processor / a.processor for a, b in zip(old, new, strict=True))
        print(f"{label:22} {_shown(old)}, {_shown(new)}, ratio {ratio:.2f}", flush=True)


def _shown(runs: Sequence[Run]) -> str:
    return f"{statistics.median(run.processor for run in runs):.2f} s {max(run.peak for run in runs):.0f} MiB"


if __name__ == "__main__":
    main()
