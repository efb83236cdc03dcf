"""A task in CorefUD from files to scores: defaults by format, what is signed, and what is refused."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.corpus.mention_classes import CLASS_NAMES, mention_classes
from leaderboard.errors import UsageError
from leaderboard.formats import Reading, read_corpus
from tests.formats.corefud.texts import corefud, sentence
from tests.support import small_task
from tests.support.made_corefud import corefud as made
from tests.support.made_corefud import random_document, random_response

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
    assert f"--match {how} is for CorefUD and CONLL-UA files, but" in caught.value.typed
    assert leaderboard.score(tmp_path / "fair.conll", match="exact").systems


def test_it_is_wrong_usage(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=small_task.KEY, fair=small_task.FAIR)
    command = [sys.executable, "-m", "leaderboard", "score", "--match", "head", str(tmp_path / "fair.conll")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 2
    assert "--match head is for CorefUD and CONLL-UA files" in run.stderr


def test_a_response_in_another_format_is_rejected(task: Path) -> None:
    (task / "two.conll").write_text(small_task.FAIR)
    (rejected,) = score(task, "two.conll").rejected
    assert "this file is not CorefUD, but the key" in str(rejected.problem)


def test_validation(task: Path) -> None:
    (task / "bad.conllu").write_bytes(corefud("1 (a", "2", "3", "5"))
    result = leaderboard.validate(task / "one.conllu", task / "bad.conllu", key=task / "key.conllu")
    assert [system.errors for system in result.systems] == [0, 2]


def validated(data: bytes) -> list[str]:
    """Line, column and fault of everything that is wrong with a file."""
    Path("bad.conllu").write_bytes(data)
    (system,) = leaderboard.validate("bad.conllu", key="key.conllu").systems
    problems = [finding.problem for finding in system.findings]
    return [f"{problem.line}:{problem.column} {problem.what}" for problem in problems]


class TestFaultsOfFormHideNoOthers:
    """The key has the documents ``a`` and ``b`` of two sentences each."""

    @pytest.fixture(autouse=True)
    def here(self, task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(task)
        (task / "key.conllu").write_bytes(document("a") + document("b"))

    def test_words_and_documents(self) -> None:
        bad = document("a", "1 (x", "2 x)y)").replace(b"w2\t", b"w\xc3\xa9\t", 1) + document("c")
        assert validated(bad) == [
            "4:55 the bracket 'y)' was never opened",
            "8:0 c (part 0) is not in the key key.conllu",
            "0:0 b (part 0) is missing",
            "4:3 the word 'wé' is 'w2' in the key (key.conllu:4)",
        ]

    def test_sentences(self) -> None:
        cut = sentence("1", name="a") + sentence("1", "2", name=None)
        assert validated(cut + document("b")) == [
            "5:3 the word 'w1' is 'w2' in the key (key.conllu:4)",
            "3:0 sentence 1 of a (part 0) has 1 word, but 2 in the key",
        ]

    def test_texts_that_are_not_sure_are_not_compared(self) -> None:
        bad = document("a", "1", "3") + sentence("1", "2", name="b")
        assert validated(bad) == [
            "4:1 the id is '3', but 2 or 1.1 is expected here",
            "8:0 b (part 0) has 2 tokens, but 3 in the key (key.conllu:8); "
            "the first unmatched token is at key.conllu:13",
        ]

    def test_sentences_that_are_not_sure_are_not_compared(self) -> None:
        bad = sentence("1", name="a") + sentence("1", "x", name=None)
        assert validated(bad + document("b")) == ["6:1 the id is 'x', but 2 or 1.1 is expected here"]

    def test_documents_without_a_name_may_be_those_that_are_missing(self) -> None:
        unnamed = document("b").replace(b"id = b", b"id =")
        assert validated(document("a") + unnamed) == ["8:0 the document name is missing"]
        assert validated(document("b") + document("a").replace(b"id = a", b"id = \xff")) == [
            "8:15 this line is not UTF-8",
        ]

    def test_after_a_bound_nothing_is_missing(self) -> None:
        opens = "".join(f"(e{number}" for number in range(10_001))
        assert validated(document("a", f"1 {opens}", "2")) == ["3:53 more than 10,000 brackets are open here"]


def document(name: str, *nodes: str) -> bytes:
    return sentence(*(nodes or ("1", "2")), name=name) + sentence("1", name=None)


def test_classes_are_those_of_the_heads(tmp_path: Path) -> None:
    data = sentence("1", "1.1 (z)", "2") + sentence(
        "0.1 (z)", "1 (p-x-1", "2 p)", "3 (p-x-2", "4 p)", name=None
    )
    data = data.replace(b"w4\t_\tNOUN", b"w4\t_\tPROPN")
    side = read_corpus("f", data, Reading(tags=True)).corpus
    assert [CLASS_NAMES[number] for number in mention_classes(side)] == ["PRO", "PRO", "NP", "PN"]


def test_every_metric_and_the_error_profile_of_made_texts(tmp_path: Path) -> None:
    """What completes the sides, draws chains and weighs classes takes mentions that do not coincide."""
    rng = random.Random(1)
    documents = [random_document(rng) for _ in range(20)]
    (tmp_path / "key.conllu").write_text(made(documents))
    (tmp_path / "one.conllu").write_text(made([random_response(rng, document) for document in documents]))
    from leaderboard.metrics import METRICS

    (perfect,) = score(tmp_path, "key.conllu", metric=list(METRICS), errors=True).systems
    beyond = {"nonreferring", "bridging_anaphor", "bridging_mention", "bridging_entity"}  # the key has none
    assert {name for name, one in perfect.scores.items() if one.f1 != pytest.approx(1)} == beyond
    assert perfect.errors.counts.errors == 0
    result = score(
        tmp_path, metric=list(METRICS), errors=True, lea_importance="class", show_correspondence="d0"
    )
    (system,) = result.systems
    assert {name for name, one in system.scores.items() if not 0 < one.f1 < 1} == beyond
    assert system.errors.missed > 0
