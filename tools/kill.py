"""Kill ``rank`` at random moments while it rewrites a report: no file is ever half of one.

Usage: python tools/kill.py [TIMES] [SEED]
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import leaderboard
from leaderboard.files import INCOMPLETE, STAGING
from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_pieces
from leaderboard.report.files.verification import differing_files
from leaderboard.report.files.writer import write_report

TIMES, SEED = 100, 12345
FOREIGN = {
    "notes.txt": b"mine",
    "figures/mine.svg": b"<svg/>",
    ".hidden": b"\0",
    "leaderboard.md.bak": b"old",
    f"{STAGING}/mine.txt": b"mine",
}
OPTIONS = {"metric": ("muc", "conll"), "draws": 100, "trials": 100, "jobs": 1}
DESIGNS = (1, 2)


def main(times: int = TIMES, seed: int = SEED) -> int:
    chance = random.Random(seed)
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        task, reports = Path(name) / "task", Path(name) / "reports"
        leaderboard.simulate(task, documents=6, systems=4)
        expected = {design: hashes_of(task, Path(name) / f"whole-{design}", design) for design in DESIGNS}
        for place, content in FOREIGN.items():
            (reports / place).parent.mkdir(parents=True, exist_ok=True)
            (reports / place).write_bytes(content)
        result = leaderboard.rank(task, seed=DESIGNS[0], **OPTIONS)
        began = time.monotonic()
        write_report(result, report_pieces(result, pictures(result)), reports)
        patience = time.monotonic() - began
        while outcomes["killed"] < times:
            design = next(one for one in DESIGNS if one != recorded_design(reports))
            killed = kill_while_writing(task, reports, design, patience, chance)
            mixed = check(reports, expected)
            outcomes["mixed" if mixed else "whole"] += 1
            outcomes["killed" if killed else "was done before"] += 1
            rewrite(task, reports, design)
            assert not check(reports, expected), "the next run did not heal the report"
            assert recorded_design(reports) == design
            assert not (reports / INCOMPLETE).exists(), "the next run left its mark"
        staged = sorted(path.name for path in (reports / STAGING).iterdir())
        assert staged == ["mine.txt"], staged
    print(f"rank killed {times} times, seed {seed}: {dict(outcomes)}; every file whole, all healed;")
    print(f"{len(FOREIGN)} foreign files untouched; nothing of ours left behind")
    return 0


def rewrite(task: Path, reports: Path, design: int) -> None:
    result = leaderboard.rank(task, seed=design, **OPTIONS)
    write_report(result, report_pieces(result, pictures(result)), reports)


def hashes_of(task: Path, folder: Path, design: int) -> dict[str, str]:
    """What each file of a report that nobody disturbs is, provenance apart."""
    rewrite(task, folder, design)
    return {name: digest(folder / name) for name in names(folder) if name != "provenance.json"}


def kill_while_writing(
    task: Path, reports: Path, design: int, patience: float, chance: random.Random
) -> bool:
    """Rewrite the report in another process and kill it at some moment; whether there was one to kill.

    Half of the moments are counted from the first staged file, half from the first that took its place.
    """
    first, staged = reports / "leaderboard.md", reports / STAGING / "leaderboard.md"
    old = first.stat().st_ino
    child = os.fork()
    if not child:
        rewrite(task, reports, design)
        os._exit(0)
    begun = partial(begins_to_move, first, old) if chance.random() < 0.5 else staged.exists
    while not begun() and not is_done(child):
        time.sleep(0.0001)
    time.sleep(chance.uniform(0, 0.001 if begun != staged.exists else patience))
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def begins_to_move(first: Path, old: int) -> bool:
    return first.stat().st_ino != old


def is_done(child: int) -> bool:
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def check(reports: Path, expected: dict[int, dict[str, str]]) -> bool:
    """Whether files of two reports are mixed; an error if any is neither's, or this is not recognised."""
    for place, content in FOREIGN.items():
        assert (reports / place).read_bytes() == content, place
    design = recorded_design(reports)
    found = {name: digest(reports / name) for name in names(reports) if name != "provenance.json"}
    for name, content in found.items():
        assert content in (whole[name] for whole in expected.values()), f"{name} is no whole file"
    other = tuple(name for name, content in sorted(expected[design].items()) if found.get(name) != content)
    assert differing_files(reports) == other
    return bool(other)


def recorded_design(reports: Path) -> int:
    seed: int = json.loads((reports / "provenance.json").read_bytes())["options"]["seed"]
    return seed


def names(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith(".") and name not in (*FOREIGN, INCOMPLETE):
            yield name


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    if "--help" in sys.argv:
        print(__doc__)
    else:
        sys.exit(main(*map(int, sys.argv[1:])))
