"""A made-up shared task that is large enough to tell systems apart, made once per test session."""

from __future__ import annotations

import atexit
import random
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from leaderboard.verbs.simulate import simulate
from tests.support.made_corefud import corefud, random_document, random_response

DOCUMENTS = 12
SYSTEMS = ("balanced", "close", "copy", "precise", "eager", "merger", "splitter", "pronoun-blind", "careless")


def _place() -> Path:
    """A folder for as long as the tests run."""
    place = Path(mkdtemp(prefix="leaderboard-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


@cache
def made_task() -> Path:
    """A folder with a key and nine systems, of which `copy` is `balanced` under another name."""
    folder = _place() / "task"
    simulate(folder, documents=DOCUMENTS)
    return folder


@cache
def made_runs() -> Path:
    """A folder with a key, three runs of ours, two of base, and the single outputs precise and eager."""
    folder = _place() / "runs"
    simulate(folder, documents=DOCUMENTS, systems=5, runs=3)
    for old, new in (("balanced", "ours"), ("close", "base")):
        for run in (1, 2, 3):
            (folder / f"{old}@{run}.conll").rename(folder / f"{new}@{run}.conll")
    for name in ("precise", "eager"):
        (folder / f"{name}@1.conll").rename(folder / f"{name}.conll")
    for pattern in ("copy@*", "precise@*", "eager@*", "base@3*"):
        for path in folder.glob(pattern):
            path.unlink()
    return folder


DATASETS = ("set1", "set2", "set3")


@cache
def made_datasets() -> Path:
    """A folder with a key of three datasets, of 24, 16 and 8 documents, and five systems."""
    folder = _place() / "datasets"
    simulate(folder, documents=24, datasets=len(DATASETS), systems=5)
    return folder


def without(target: Path, system: str, *datasets: str) -> Path:
    """A copy of that folder in which a system lacks some datasets."""
    shutil.copytree(made_datasets(), target)
    for dataset in datasets:
        (target / system / f"{dataset}.conll").unlink()
    return target


PHASES = ("development", "test")
TRACKS = """
[tracks]
open = ["balanced", "close", "precise"]
closed = ["precise"]
unconstrained = ["*"]
LLM = ["e*", "copy", "nobody"]
"""


@cache
def made_phases() -> Path:
    """A folder with tracks and two phases: eager is in the second alone, with a submission that is broken."""
    folder = _place() / "phases"
    folder.mkdir()
    simulate(folder / "dev", documents=8, systems=4, seed=5)
    simulate(folder / "test", documents=DOCUMENTS, systems=5, broken=True)
    text = f'title = "A task of phases"\n{TRACKS}'
    for name, phase in zip(("dev", "test"), PHASES, strict=True):
        (folder / name / "leaderboard.toml").unlink()
        text += f'\n[phases.{phase}]\nkey = "{name}/key.conll"\nsubmissions = "{name}"\n'
    (folder / "leaderboard.toml").write_text(text, encoding="utf-8")
    return folder


CRAC = ("cs", "de", "es")
CRAC_SYSTEMS = ("anna", "bert", "cleo", "dora")


@cache
def made_crac_task() -> Path:
    """A task in CorefUD of three datasets and four systems, of which `bert` lacks `es`."""
    folder, rng = _place() / "crac", random.Random(13)
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
