"""Time whole commands on generated tasks, side by side with the official scorers where they are given.

    python -m tests.benchmarks.whole_process [--scorer /path/to/scorer.pl] [--runs 3]
    python -m tests.benchmarks.whole_process --corefud /path/to/corefud-scorer.py [--python PYTHON]

The two commands of a pair run in turn, and the ratio is taken run by run, so that a machine whose
speed drifts does not decide. The scorers (Perl; Python with udapi) are no part of this project.
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from leaderboard.verbs.simulate import simulate
from tests.made_corefud import corefud, long_document, random_response

SYSTEMS = {"conll2012": 14, "litbank": 12}


class Run(NamedTuple):
    """Wall-clock seconds and the peak memory of the largest process, in MiB."""

    seconds: float
    peak: float


def measure(command: Sequence[str | Path]) -> Run:
    began = time.perf_counter()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return Run(time.perf_counter() - began, usage.ru_maxrss / 1024)


def leaderboard(*words: str | Path) -> list[str | Path]:
    return [sys.executable, "-m", "leaderboard", *words]


def report(label: str, runs: list[Run], other: list[float]) -> None:
    seconds = statistics.median(run.seconds for run in runs)
    line = f"{label}: {seconds:.2f} s, {max(run.peak for run in runs):.0f} MiB"
    if other:
        ratio = statistics.median(theirs / run.seconds for theirs, run in zip(other, runs, strict=True))
        line += f"; official scorer {statistics.median(other):.2f} s, ratio {ratio:.1f}"
    print(line, flush=True)


def pair(label: str, command: Sequence[str | Path], other: Callable[[], float] | None, runs: int) -> None:
    measure(command)
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(measure(command))
        if other is not None:
            theirs.append(other())
    report(label, ours, theirs)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--scorer", type=Path, help="scorer.pl of the official CoNLL scorer, v8.01")
    parser.add_argument("--corefud", type=Path, help="corefud-scorer.py of the official CorefUD scorer, 1.2")
    parser.add_argument("--python", default=sys.executable, help="what runs it, with udapi")
    parser.add_argument("--documents", type=int, default=300, help="of the CorefUD task (default 300)")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.corefud:
            compare_corefud(Path(folder), options)
            return
        for preset, count in SYSTEMS.items():
            task = Path(folder) / preset
            simulate(task, preset=preset, systems=count)
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
    for mode in ("head", "partial", "exact"):
        ours = leaderboard("score", "--key", key, system, "--match", mode, *chosen)
        theirs = [options.python, options.corefud, key, system, "--match", mode]
        pair(f"CorefUD, {mode}", ours, lambda theirs=theirs: measure(theirs).seconds, options.runs)


def compare(task: Path, scorer: Path | None, runs: int) -> None:
    key = task / "key.conll"
    systems = sorted(path for path in task.glob("*.conll") if path != key)

    def official(metric: str, responses: Sequence[Path]) -> Callable[[], float] | None:
        if scorer is None:
            return None
        return lambda: sum(
            measure(["perl", scorer, metric, key, response, "none"]).seconds for response in responses
        )

    pair(f"{task.name}, version", leaderboard("--version"), None, runs)
    one = leaderboard("score", "--key", key, systems[0])
    pair(f"{task.name}, score of one system against `muc`", one, official("muc", systems[:1]), runs)
    every = leaderboard("score", "--key", key, *systems)
    pair(f"{task.name}, score of {len(systems)} systems against `all`", every, official("all", systems), 1)
    ranked = leaderboard("rank", task, "--output", task.parent / "reports", "--trials", "10000", "--quiet")
    pair(f"{task.name}, rank of {len(systems)} systems against `muc`", ranked, official("muc", systems), runs)


if __name__ == "__main__":
    main()
