"""A task in CorefUD from files to scores: defaults by format, what is signed, and what is refused."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.formats import Reading, read_corpus
from leaderboard.mention_classes import CLASS_NAMES, mention_classes
from tests import small_task
from tests.formats.corefud_texts import corefud, sentence
from tests.made_corefud import corefud as made
from tests.made_corefud import random_document, random_response

KEY = corefud("1 (a-x-1", "2 a)", "3 (a)", "4 (b)")


@pytest.fixture
def task(tmp_path: Path) -> Path:
    (tmp_path / "key.conllu").write_bytes(KEY)
    (tmp_path / "one.conllu").write_bytes(corefud("1 (a)", "2", "3 (a)", "4 (b)"))
    return tmp_path


def score(folder: Path, name: str = "one.conllu", **options: Any) -> Any:
    return leaderboard.score(folder / name, key=folder / "key.conllu", **options)


def recall(folder: Path, **options: Any) -> float:
    return float(score(folder, metric=["mentions"], **options).systems[0].scores["mentions"].recall)


def test_heads_decide_and_singletons_are_dropped_unless_told_otherwise(task: Path) -> None:
    assert recall(task) == 1
    assert recall(task, match="exact") == pytest.approx(1 / 2)
    assert recall(task, match="exact", singletons="keep") == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({}, {"match:head", "zeros:dependent", "singletons:drop"}),
        ({"match": "partial", "singletons": "keep"}, {"match:partial", "zeros:dependent", "singletons:keep"}),
        ({"zeros": "linear"}, {"match:head", "zeros:linear", "singletons:drop"}),
    ],
)
def test_what_was_decided_is_signed(task: Path, options: dict[str, Any], fields: set[str]) -> None:
    signature = set(score(task, **options).signature.split("|"))
    assert {"format:corefud", *fields} <= signature


@pytest.mark.parametrize("how", ["head", "partial"])
def test_other_files_have_no_heads_to_match_by(tmp_path: Path, how: str) -> None:
    small_task.write(tmp_path, key=small_task.KEY, fair=small_task.FAIR)
    with pytest.raises(UsageError) as caught:
        leaderboard.score(tmp_path / "fair.conll", match=how)
    assert f"--match {how} is for CorefUD files, which" in str(caught.value)
    assert leaderboard.score(tmp_path / "fair.conll", match="exact").systems


def test_it_is_wrong_usage(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=small_task.KEY, fair=small_task.FAIR)
    command = [sys.executable, "-m", "leaderboard", "score", "--match", "head", str(tmp_path / "fair.conll")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 2
    assert "--match head is for CorefUD files" in run.stderr


def test_a_response_in_another_format_is_rejected(task: Path) -> None:
    (task / "two.conll").write_text(small_task.FAIR)
    (rejected,) = score(task, "two.conll").rejected
    assert "no CorefUD file, which the key" in str(rejected.problem)


def test_validation(task: Path) -> None:
    (task / "bad.conllu").write_bytes(corefud("1 (a", "2", "3", "5"))
    result = leaderboard.validate(task / "one.conllu", task / "bad.conllu", key=task / "key.conllu")
    assert [system.errors for system in result.systems] == [0, 2]


def test_classes_are_those_of_the_heads(tmp_path: Path) -> None:
    data = sentence("1", "1.1 (z)", "2") + sentence(
        "0.1 (z)", "1 (p-x-1", "2 p)", "3 (p-x-2", "4 p)", name=None
    )
    data = data.replace(b"w4\t_\tNOUN", b"w4\t_\tPROPN")
    side = read_corpus("f", data, Reading(tags=True))[0]
    assert [CLASS_NAMES[number] for number in mention_classes(side)] == ["PRO", "PRO", "NP", "PN"]


def test_every_metric_and_the_error_profile_of_made_texts(tmp_path: Path) -> None:
    """What completes the sides, draws chains and weighs classes takes mentions that do not coincide."""
    rng = random.Random(1)
    documents = [random_document(rng) for _ in range(20)]
    (tmp_path / "key.conllu").write_text(made(documents))
    (tmp_path / "one.conllu").write_text(made([random_response(rng, document) for document in documents]))
    from leaderboard.metrics import METRICS

    (perfect,) = score(tmp_path, "key.conllu", metric=list(METRICS), errors=True).systems
    assert {name for name, one in perfect.scores.items() if one.f1 != pytest.approx(1)} == set()
    assert perfect.errors.counts.errors == 0
    result = score(
        tmp_path, metric=list(METRICS), errors=True, lea_importance="class", show_correspondence="d0"
    )
    (system,) = result.systems
    assert {name: one.f1 for name, one in system.scores.items() if not 0 < one.f1 < 1} == {}
    assert system.errors.missed > 0
