"""What a report with many excluded systems costs: ``python -m tests.benchmarks.excluded``.

Seconds are processor time of the files of the report, without pictures, of which only some machines have any.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

import leaderboard
from leaderboard.report.files.contents import report_files
from leaderboard.verbs.simulate import simulate

DATASETS, RANKED, EXCLUDED = 6, 4, 40


def main() -> None:
    """Print the seconds of the report without and with the excluded systems."""
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "task"
        simulate(task, documents=4 * DATASETS, datasets=DATASETS, systems=RANKED)
        print(f"{'excluded':>10}{'seconds':>10}")
        for excluded in (0, EXCLUDED):
            lack(task, excluded)
            print(f"{excluded:>10}{seconds(task):>10.2f}", flush=True)


def lack(task: Path, systems: int) -> None:
    """Add copies of the first systems that lack the last dataset."""
    whole = [path for path in sorted(task.iterdir()) if path.is_dir() and path.name != "key"]
    for number in range(systems):
        copy = shutil.copytree(whole[number % len(whole)], task / f"lacking-{number:02}")
        sorted(copy.iterdir())[-1].unlink()


def seconds(task: Path) -> float:
    result = leaderboard.rank(task, missing_dataset="exclude", draws=100, trials=100)
    began = time.process_time()
    report_files(result, ())
    return time.process_time() - began


if __name__ == "__main__":
    main()
