"""Time whole commands of two checkouts in turn: start-up on a small task, errors and prices on a large one.

    python -m tools.before_after OLD [--new NEW] [--runs 5]

Times are of the processor, which a busy machine changes least; ratios are new to old, run by run.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from leaderboard.verbs.simulate import simulate
from tools.whole_process import Run, leaderboard, measure

ROOT = Path(__file__).resolve().parents[1]
FEW = ("--trials", "100", "--draws", "100")


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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", type=Path)
    parser.add_argument("--new", type=Path, default=ROOT)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    checkouts = [options.old.resolve(), options.new.resolve()]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
        simulate(folder / "small", documents=6, systems=3)
        simulate(folder / "large", preset="conll2012", systems=4)
        os.chdir(folder)
        for label, words in commands(folder).items():
            old, new = in_turn(words, checkouts, options.runs)
            ratio = median(b.processor / a.processor for a, b in zip(old, new, strict=True))
            print(f"{label:22} {_shown(old)}, {_shown(new)}, ratio {ratio:.2f}", flush=True)


def _shown(runs: Sequence[Run]) -> str:
    return f"{median(run.processor for run in runs):.2f} s {max(run.peak for run in runs):.0f} MiB"


if __name__ == "__main__":
    main()
