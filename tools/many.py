"""Thousands of submissions: time and memory that grow in a line, and few open files.

Usage: python tools/many.py [SUBMISSIONS] [DOCUMENTS]
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import leaderboard

SUBMISSIONS, DOCUMENTS = 2000, 50
DIFFERENT = 9  # made by simulation; the others are copies of these
PROGRAM = (sys.executable, "-m", "leaderboard")


def main(submissions: int = SUBMISSIONS, documents: int = DOCUMENTS) -> int:
    with tempfile.TemporaryDirectory() as name:
        pool = Path(name) / "pool"
        leaderboard.simulate(pool, documents=documents, systems=DIFFERENT)
        for count in (submissions // 4, submissions // 2, submissions):
            folder = Path(name) / f"of-{count}"
            files = fill(folder, pool, count)
            size = sum(file.stat().st_size for file in files) >> 20
            print(f"{count:,} submissions of {documents} documents, {size} MiB", flush=True)
            report("  validate", ["validate", *(file.name for file in files), "--format", "csv"], folder)
            report("  score", ["score", *(file.name for file in files), "--format", "csv"], folder)
            ranked = ["rank", ".", "--against", files[0].stem, "--metric", "conll", "--draws", "100"]
            report("  rank --against", [*ranked, "--trials", "1000", "--output", "../reports"], folder)
    return 0


def fill(folder: Path, pool: Path, count: int) -> list[Path]:
    """A folder with the key and so many systems, each a whole file of its own."""
    shutil.copytree(pool, folder, ignore=lambda _, names: [name for name in names if name != "key.conll"])
    systems = sorted(file for file in pool.glob("*.conll") if file.name != "key.conll")
    files = [folder / f"s{number:05}.conll" for number in range(count)]
    for number, file in enumerate(files):
        shutil.copy(systems[number % len(systems)], file)
    return files


def report(label: str, words: list[str], folder: Path) -> None:
    """Run a command, and print its time, its largest memory and the most files it had open."""
    began = time.monotonic()
    process = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)},
    )
    most = [0]
    watch = threading.Thread(target=count_files, args=(process, most))
    watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    watch.join()
    seconds, memory = time.monotonic() - began, usage.ru_maxrss // 1024
    print(
        f"{label}: {seconds:.1f} s, {memory} MiB, {most[0]} open files, exit {process.returncode}", flush=True
    )


def count_files(process: subprocess.Popen[bytes], most: list[int]) -> None:
    while process.returncode is None:
        try:
            most[0] = max(most[0], len(list(Path(f"/proc/{process.pid}/fd").iterdir())))
        except OSError:
            return
        time.sleep(0.01)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
