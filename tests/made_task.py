"""A made-up shared task that is large enough to tell systems apart, made once per test session."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from leaderboard.verbs.simulate import simulate

DOCUMENTS = 12
SYSTEMS = ("balanced", "close", "copy", "precise", "eager", "merger", "splitter", "pronoun-blind", "careless")


@cache
def made_task() -> Path:
    """A folder with a key and nine systems, of which `copy` is `balanced` under another name."""
    folder = Path(mkdtemp(prefix="leaderboard-")) / "task"
    simulate(folder, documents=DOCUMENTS)
    return folder


DATASETS = ("set1", "set2", "set3")


@cache
def made_datasets() -> Path:
    """A folder with a key of three datasets, of 24, 16 and 8 documents, and five systems."""
    folder = Path(mkdtemp(prefix="leaderboard-")) / "datasets"
    simulate(folder, documents=24, datasets=len(DATASETS), systems=5)
    return folder


def without(target: Path, system: str, *datasets: str) -> Path:
    """A copy of that folder in which a system lacks some datasets."""
    shutil.copytree(made_datasets(), target)
    for dataset in datasets:
        (target / system / f"{dataset}.conll").unlink()
    return target
