"""A made-up shared task that is large enough to tell systems apart, made once per test session."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from leaderboard.verbs.simulate import simulate
from tests.made_corefud import corefud, random_document, random_response

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


CRAC = ("cs", "de", "es")
CRAC_SYSTEMS = ("anna", "bert", "cleo", "dora")


@cache
def made_crac_task() -> Path:
    """A task in CorefUD of three datasets and four systems, of which `bert` lacks `es`."""
    folder, rng = Path(mkdtemp(prefix="leaderboard-")) / "crac", random.Random(13)
    for number, dataset in enumerate(CRAC, 8):
        key = [[*random_document(rng), *random_document(rng)] for _ in range(number)]
        texts = {
            "key": key,
            **{system: [random_response(rng, one) for one in key] for system in CRAC_SYSTEMS},
        }
        for name, documents in texts.items():
            (folder / name).mkdir(parents=True, exist_ok=True)
            (folder / name / f"{dataset}.conllu").write_text(corefud(documents), encoding="utf-8")
    (folder / "bert" / "es.conllu").unlink()
    return folder
