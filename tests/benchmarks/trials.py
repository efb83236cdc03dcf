"""What early stopping and screening save: ``python -m tests.benchmarks.trials [SYSTEMS ...]``.

Simulated systems on 40 documents are tested by the eight default metrics with the default number of trials.
*Before* is the time of as many trials for every pair, each with two scores: some chunks are timed, and
each trial takes as long. Seconds are those of one processor, all in one run.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import leaderboard
from leaderboard.options import Options
from leaderboard.scoresheet import Units, mean_score
from leaderboard.significance import swapped_scores as screening
from leaderboard.significance.design import Design, looks, trials_needed
from leaderboard.significance.pairing import all_pairs, copy_classes, hypotheses
from leaderboard.significance.randomization import randomization
from leaderboard.significance.resampling import Products
from leaderboard.significance.runs import units_differing
from leaderboard.tasks.scored_task import task_of_folder
from leaderboard.threads import ALONE

SIZES, DOCUMENTS, TIMED, SEED = (14, 100, 300), 40, 1024, 1
COLUMNS = ("systems", "pairs", "trials", "before", "now", "ratio", "mean trials")


def main() -> None:
    """Print a row for each number of systems."""
    print(*(f"{column:>12}" for column in COLUMNS))
    for systems in [int(word) for word in sys.argv[1:]] or SIZES:
        units = made(systems)
        pairing = all_pairs(systems)
        tested = max(len(hypotheses(pairing, copy_classes(sums))) for sums in units.sums.values())
        trials = trials_needed(tested, 0.05)
        narrow = screening.COMMON, screening._MOST_MOVED
        screening.COMMON = screening._MOST_MOVED = -1.0
        fewer, more = (seconds(units, (chunks * TIMED,))[0] for chunks in (1, 3))
        before = fewer + (more - fewer) / 2 * (trials / TIMED - 1)
        screening.COMMON, screening._MOST_MOVED = narrow
        now, mean = seconds(units, looks(trials, Design()))
        cells = (systems, tested, trials, f"{before:.1f}", f"{now:.1f}", f"{before / now:.1f}", f"{mean:.0f}")
        print(*(f"{cell:>12}" for cell in cells), flush=True)


def made(systems: int) -> Units:
    """The sums of simulated systems."""
    with TemporaryDirectory() as folder:
        leaderboard.simulate(Path(folder, "task"), systems=systems, documents=DOCUMENTS)
        return task_of_folder(str(Path(folder, "task")), Options()).sheet.units("document")


def seconds(units: Units, planned: tuple[int, ...]) -> tuple[float, float]:
    """The seconds of the tests of all pairs, and the mean number of trials of those that take random ones."""
    pairing = all_pairs(len(units.systems))
    scores = [mean_score(metric, units.sums[metric.name], units.dataset).f1 for metric in units.metrics]
    differences = [score[pairing.first] - score[pairing.second] for score in scores]
    start = time.process_time()
    counts = [units_differing(units.sums[metric.name], pairing) for metric in units.metrics]
    found = randomization(units, Products.of(units), pairing, differences, counts, planned, SEED, ALONE)
    spent = time.process_time() - start
    return spent, float(np.mean(np.concatenate([one.trials[~one.exact] for one in found])))


if __name__ == "__main__":
    main()
