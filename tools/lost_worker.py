"""Rank on a Dask cluster of two processes, one of which is killed: the report is that of one core.

Usage: python tools/lost_worker.py SUBMISSIONS [TRIALS]     killed after a third of the systems is scored
       python tools/lost_worker.py SUMS TRIALS TIMES [SEED]  killed at random moments of the tests
"""

from __future__ import annotations

import filecmp
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from distributed import LocalCluster

ROOT = Path(__file__).parent.parent
SHARE = 1 / 3  # of the systems is scored when the worker is killed
OPTIONS = ("--metric", "conll", "--adjust", "bh")
SEED = 12345


def main(folder: str, trials: str = "1000", times: str = "", seed: str = str(SEED)) -> int:
    with tempfile.TemporaryDirectory() as name:
        plain, spread = Path(name) / "plain", Path(name) / "spread"
        words = ["rank", folder, *OPTIONS, "--trials", trials, "--output"]
        began = time.monotonic()
        finish(begin([*words, str(plain), "--jobs", "1"]))
        print(f"on one core: {time.monotonic() - began:.0f} s", flush=True)
        if not times:
            return while_scoring(folder, words, plain, spread)
        return at_random(words, plain, spread, int(times), random.Random(int(seed)))


def while_scoring(folder: str, words: list[str], plain: Path, spread: Path) -> int:
    """Kill once, after a third of the systems."""
    systems, saved = (
        sum(path.name != "key.conll" for path in Path(folder).glob("*.conll")),
        plain.parent / "saved",
    )
    with workers() as cluster:
        began = time.monotonic()
        run = begin([*words, str(spread), "--scheduler", cluster.scheduler_address, "--saved", str(saved)])
        while run.poll() is None and len(list(saved.glob("*.sums"))) < SHARE * systems:
            time.sleep(0.01)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        print(
            f"killed one of two workers after {len(list(saved.glob('*.sums'))):,} of {systems:,} systems",
            flush=True,
        )
        finish(run)
        print(f"on the cluster: {time.monotonic() - began:.0f} s", flush=True)
    return differing(plain, spread)


def at_random(words: list[str], plain: Path, spread: Path, times: int, chance: random.Random) -> int:
    """Kill one of two workers so many times, each time in another run, and count what the runs say."""
    said: Counter[str] = Counter()
    with workers() as cluster:
        words = [*words, str(spread), "--scheduler", cluster.scheduler_address]
        finish(begin(words))
        began = time.monotonic()
        finish(begin(words))
        whole, wrong = time.monotonic() - began, differing(plain, spread)
        for _ in range(times):
            run = begin(words)
            time.sleep(chance.uniform(0.1, 0.9) * whole)
            os.kill(chance.choice([*cluster.workers.values()]).pid, signal.SIGKILL)
            said[re.sub(r"tcp:\S+:", "ADDRESS:", finish(run)) or "nothing"] += 1
            wrong += differing(plain, spread)
            cluster.sync(cluster._correct_state)
            with cluster.get_client() as client:
                client.wait_for_workers(2)
    print(f"killed {times} times; {wrong} files differ; the runs said {dict(said)}")
    return wrong


def workers() -> Any:
    return LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=60)


def differing(plain: Path, spread: Path) -> int:
    """The number of files that differ, but for the record of what made them."""
    names = sorted(str(path.relative_to(plain)) for path in plain.rglob("*") if path.is_file())
    names.remove("provenance.json")
    _, differing, lacking = filecmp.cmpfiles(plain, spread, names, shallow=False)
    print(f"{len(names)} files of the report, {len(differing) + len(lacking)} differ", flush=True)
    return len(differing) + len(lacking)


def begin(words: list[str]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "leaderboard", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
    )


def finish(run: subprocess.Popen[str]) -> str:
    """The notes of a run."""
    _, errors = run.communicate()
    if run.returncode:
        sys.exit(f"failed: {run.args!r}: {errors}")
    return "; ".join(line for line in errors.splitlines() if line.startswith("note: "))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
