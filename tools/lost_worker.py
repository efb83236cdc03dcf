"""Rank through a Dask cluster of two processes, one killed midway: the report is that of one core.

Usage: python tools/lost_worker.py SUBMISSIONS [TRIALS]
"""

from __future__ import annotations

import filecmp
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from distributed import LocalCluster

ROOT = Path(__file__).parent.parent
SHARE = 1 / 3  # of the systems is scored when the worker is killed
OPTIONS = ("--metric", "conll", "--adjust", "bh")


def main(folder: str, trials: str = "1000") -> int:
    systems = sum(path.name != "key.conll" for path in Path(folder).glob("*.conll"))
    with tempfile.TemporaryDirectory() as name:
        plain, spread, saved = (Path(name) / one for one in ("plain", "spread", "saved"))
        words = ["rank", folder, *OPTIONS, "--trials", trials, "--output"]
        began = time.monotonic()
        finish(begin([*words, str(plain), "--jobs", "1"]))
        print(f"{systems:,} systems on one core: {time.monotonic() - began:.0f} s", flush=True)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            began = time.monotonic()
            run = begin(
                [*words, str(spread), "--scheduler", cluster.scheduler_address, "--saved", str(saved)]
            )
            while run.poll() is None and len(list(saved.glob("*.sums"))) < SHARE * systems:
                time.sleep(0.01)
            victim = next(iter(cluster.workers.values())).pid
            os.kill(victim, signal.SIGKILL)
            print(f"killed one of two workers after {len(list(saved.glob('*.sums'))):,} systems", flush=True)
            finish(run)
            print(f"on the cluster: {time.monotonic() - began:.0f} s", flush=True)
        names = sorted(str(path.relative_to(plain)) for path in plain.rglob("*") if path.is_file())
        names.remove("provenance.json")
        _, differing, lacking = filecmp.cmpfiles(plain, spread, names, shallow=False)
    print(f"{len(names)} files of the report, {len(differing) + len(lacking)} differ")
    return len(differing) + len(lacking)


def begin(words: list[str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "leaderboard", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)


def finish(run: subprocess.Popen[bytes]) -> None:
    if run.wait():
        sys.exit(f"failed: {run.args!r}")


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
