"""The same report, byte for byte, for any number of jobs, BLAS threads, Python and NumPy.

    python -m tools.same_bytes [PYTHON ...]

A shared task is made and ranked in a process of its own by each interpreter named (this one, if none is),
with one, two and three jobs and with one and two BLAS threads, under another hash seed each time. What is
compared is every file of the input and of the report but its provenance.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

ROOT = Path(__file__).parents[1]
JOBS, THREADS = (1, 2, 3), (1, 2)
OPTIONS = {"metric": ("conll", "blanc", "lea", "da"), "interval": "bca", "draws": 1500, "trials": 3000}
BLAS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
ROW = "{python:12} NumPy {numpy:8} SciPy {scipy:8} jobs {jobs} BLAS threads {threads} {digest}"


def digest(jobs: int) -> str:
    """One hash of all that is made and written."""
    import leaderboard
    from leaderboard.report.figures import pictures
    from leaderboard.report.files.contents import report_files

    found = hashlib.sha256()
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        leaderboard.simulate("task", documents=20, systems=5)
        for path in sorted(Path("task").rglob("*")):
            if path.is_file():
                found.update(path.read_bytes())
        result = leaderboard.rank("task", jobs=jobs, **OPTIONS)
        for file, content in sorted(report_files(result, pictures(result)).items()):
            found.update(file.encode() + content)
    return found.hexdigest()[:16]


def row(jobs: int) -> dict[str, str]:
    """What an interpreter says of itself and of the bytes."""
    import numpy
    import scipy

    return {
        "python": f"Python {platform.python_version()}",
        "numpy": numpy.__version__,
        "scipy": scipy.__version__,
        "digest": digest(jobs),
    }


def asked(python: str, jobs: int, threads: int) -> dict[str, str]:
    command = [python, "-m", "tools.same_bytes", "--row", str(jobs)]
    numbers = {name: str(threads) for name in BLAS}
    environment = {
        **os.environ,
        **numbers,
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": str(10 * jobs + threads),
    }
    said = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(said.stdout)
    return found


def main(pythons: list[str]) -> int:
    digests = []
    for python, jobs, threads in product(pythons or [sys.executable], JOBS, THREADS):
        found = asked(python, jobs, threads)
        digests.append(found["digest"])
        print(ROW.format(jobs=jobs, threads=threads, **found), flush=True)
    print(f"{len(digests)} runs, {len(set(digests))} different reports")
    return len(set(digests)) > 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--row"]:
        print(json.dumps(row(int(sys.argv[2]))))
    else:
        sys.exit(main(sys.argv[1:]))
