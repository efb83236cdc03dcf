"""``leaderboard.score``: the numbers, what each option does to them, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.corpus import Corpus
from leaderboard.corpus.mention_classes import mention_classes
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.verbs.score import Score, SystemScores
from tests.support import small_task
from tests.support.small_task import (
    ALONE,
    BROKEN,
    FAIR,
    HAND_SCORES,
    KEY,
    NOTHING,
    OTHER_ENTITY,
    OTHER_LINK,
    RIGHT,
    SHORT,
    parts,
)


@pytest.fixture(autouse=True)
def task(here: Path) -> Path:
    """Work in a folder with a key and three responses."""
    small_task.write(here, key=KEY, fair=FAIR, short=SHORT, broken=BROKEN)
    return here


def scored(text: str, key: str = KEY, **options: Any) -> SystemScores:
    """The scores of one response."""
    small_task.write(Path(), key=key, response=text)
    (system,) = leaderboard.score("response.conll", **options).systems
    return system


def f1(text: str, metric: str, key: str = KEY, **options: Any) -> float:
    return scored(text, key, **options).scores[metric].f1


def known(score: Score) -> list[float]:
    """Recall, precision and F1, or F1 alone."""
    return [value for value in (score.recall, score.precision, score.f1) if value is not None]


def test_scores_are_those_worked_out_by_hand() -> None:
    result = leaderboard.score("fair.conll")
    (system,) = result.systems
    assert (system.system, system.documents, system.parts, system.missing) == ("fair", 2, 3, 0)
    assert list(system.scores) == list(HAND_SCORES) == [metric.name for metric in result.metrics]
    for name, expected in HAND_SCORES.items():
        values = [float(value) for value in expected if value is not None]
        assert known(system.scores[name]) == pytest.approx(values, rel=0, abs=1e-15)
    assert result.key == "key.conll"
    assert result.rejected == ()
    assert result.warnings == ()
    assert system.per_document == ()


def test_numbers_are_plain_floats() -> None:
    for score in scored(FAIR, per_document=True).scores.values():
        assert type(score.f1) is float
        assert type(score.recall) in (float, type(None))


def test_each_part_has_the_scores_of_a_task_of_its_own() -> None:
    whole = scored(FAIR, per_document=True)
    assert [(part.document, part.part) for part in whole.per_document] == [("a", 0), ("a", 1), ("b", 0)]
    for part, cells in zip(whole.per_document, (RIGHT, OTHER_LINK, OTHER_ENTITY), strict=True):
        alone = scored(parts(cells), key=parts(RIGHT))
        assert part.scores == alone.scores


def test_corpus_scores_are_of_totals_not_means_of_parts() -> None:
    whole = scored(FAIR, per_document=True)
    mean = np.mean([part.scores["bcub"].f1 for part in whole.per_document])
    assert whole.scores["bcub"].f1 == pytest.approx(39 / 53, abs=1e-15)
    assert abs(whole.scores["bcub"].f1 - mean) > 0.01


def test_responses_are_scored_in_the_order_given_whatever_the_jobs() -> None:
    one, two = (leaderboard.score("fair.conll", "key.conll", jobs=jobs) for jobs in (1, 2))
    assert one.systems == two.systems
    assert [system.system for system in leaderboard.score("key.conll", "fair.conll").systems] == [
        "key",
        "fair",
    ]


def test_paths_and_names_are_taken(task: Path) -> None:
    small_task.write(task / "submissions", inner=FAIR)
    result = leaderboard.score(task / "fair.conll", "inner", key=task / "key.conll")
    assert [system.system for system in result.systems] == ["fair", "inner"]


def test_the_key_of_the_environment_is_found(monkeypatch: pytest.MonkeyPatch, task: Path) -> None:
    small_task.write(task / "elsewhere", gold=FAIR)
    monkeypatch.setenv("LEADERBOARD_KEY", "elsewhere/gold.conll")
    result = leaderboard.score("fair.conll")
    assert result.key == "elsewhere/gold.conll"
    assert result.systems[0].scores["conll"].f1 == 1


@pytest.mark.parametrize(
    ("text", "missing"), [(SHORT, 2), (parts(RIGHT, RIGHT), 1), (parts(RIGHT, NOTHING, NOTHING), 0)]
)
def test_missing_parts_count_as_empty_where_asked_for(text: str, missing: int) -> None:
    system = scored(text, missing="empty")
    assert system.missing == missing
    assert system.parts == 3
    right = 3 - missing if missing else 1
    assert system.scores["mentions"] == Score(right / 3, 1.0, pytest.approx(2 * right / (3 + right)))


def test_singletons_are_dropped_on_both_sides_after_deduplication() -> None:
    # "her" stands in two entities and is kept in the first, so that the dog is alone.
    key, response = parts(RIGHT), parts(("(1", "1)", "-", "(1)|(3)", "(3)"))
    kept, dropped = (scored(response, key, singletons=word).scores for word in ("keep", "drop"))
    assert kept["mentions"] == dropped["mentions"] == Score(1.0, 1.0, 1.0)
    assert (kept["ceafe"], dropped["ceafe"]) == (Score(1.0, 1.0, 1.0), Score(1.0, 1.0, 1.0))
    # Now the key has "Ann Lee" and "her", the response "her" and the dog.
    response = parts(("(1", "1)", "-", "(3)", "(3)"))
    kept, dropped = (scored(response, key, singletons=word).scores for word in ("keep", "drop"))
    assert kept["mentions"] == Score(1.0, 1.0, 1.0)
    assert dropped["mentions"] == Score(0.5, 0.5, 0.5)
    assert f1(parts(ALONE), "mentions", key, singletons="drop") == 0


def test_repeated_mentions_are_kept_once_with_a_warning() -> None:
    small_task.write(Path(), twice=parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT))
    result = leaderboard.score("twice.conll")
    assert result.systems[0].scores["conll"].f1 == 1
    assert [(one.file, one.line) for one in result.warnings if one.line] == [("twice.conll", 5)]


def test_repeated_mentions_are_refused_where_asked_for() -> None:
    small_task.write(Path(), twice=parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT))
    result = leaderboard.score("twice.conll", "fair.conll", duplicates="error")
    assert [system.system for system in result.systems] == ["fair"]
    assert [(one.system, one.problem.line) for one in result.rejected] == [("twice", 5)]
    with pytest.raises(NothingToDo, match=r"^the key cannot be read: twice\.conll:5: "):
        leaderboard.score("fair.conll", key="twice.conll", duplicates="error")


def test_warnings_of_the_key_come_first() -> None:
    double = parts(("(1", "1)", "-", "(1)|(1)", "(2)"), RIGHT, RIGHT)
    small_task.write(Path(), key=double, twice=double)
    warnings = leaderboard.score("twice.conll").warnings
    assert [one.file for one in warnings if one.line] == ["key.conll", "twice.conll"]


def test_words_are_compared_unless_told_otherwise() -> None:
    small_task.write(Path(), other=FAIR.replace("\tdog\t", "\tcat\t"))
    (rejected,) = leaderboard.score("other.conll").rejected
    assert "the word 'cat' is 'dog' in the key (key.conll:6)" in rejected.problem.what
    (system,) = leaderboard.score("other.conll", check_words=False).systems
    assert system.scores == leaderboard.score("fair.conll").systems[0].scores


def test_good_and_rejected_responses_stand_beside_each_other() -> None:
    result = leaderboard.score("short.conll", "fair.conll", "broken.conll")
    assert [system.system for system in result.systems] == ["fair"]
    assert [one.system for one in result.rejected] == ["short", "broken"]
    assert leaderboard.score("short.conll", "broken.conll").systems == ()


def test_a_file_that_breaks_off_is_rejected_for_that(task: Path) -> None:
    cut = "".join(FAIR.splitlines(keepends=True)[:13])
    small_task.write(task, cut=cut, gap=cut[cut.index("#begin document (a); part 001") :])
    rejected = leaderboard.score("cut.conll", "gap.conll").rejected
    what = "the file breaks off here: 1 of 3 parts is missing, all after a (part 1)"
    assert [(one.problem.what, one.problem.line) for one in rejected] == [(what, 13), (what, 5)]
    assert [rejection.problems for rejection in rejected] == [1, 2]


def test_a_broken_key_stops_everything() -> None:
    with pytest.raises(NothingToDo, match=r"^the key cannot be read: broken\.conll:2: "):
        leaderboard.score("fair.conll", key="broken.conll")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": ["lea"]}, "there is no option 'metrics'; did you mean 'metric'?"),
        ({"blanc": "2010"}, "blanc is '2010'; choose 'conll' or 'luo2014'"),
    ],
)
def test_wrong_options_are_explained(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        leaderboard.score("fair.conll", **options)
    assert str(caught.value) == message


def test_no_response_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match=r"^no response given"):
        leaderboard.score()


def test_blanc_options_reach_the_metric() -> None:
    empty = parts(NOTHING)
    assert f1(empty, "blanc", empty) == 0
    assert f1(empty, "blanc", empty, blanc="luo2014") == 1
    # Fc = 1/3, Fn = 3/5: see the scores worked out by hand.
    for weight, expected in ((0, 3 / 5), (1, 1 / 3), (0.25, 8 / 15)):
        assert f1(FAIR, "blanc", blanc_weight=weight) == pytest.approx(expected, abs=1e-15)


class TestImportance:
    """The first part of FAIR is right: entities of "Ann Lee" with "her", and of the dog."""

    def test_by_class(self) -> None:
        # Per part: a proper name and a pronoun .6 + .1, a noun .3. Only the first part has right links.
        score = scored(FAIR, lea_importance="class").scores["lea"]
        assert score.recall == pytest.approx(1 / 3, abs=1e-15)
        assert score.precision == pytest.approx(1 / (1 + 0.9 + 1), abs=1e-15)

    def test_by_class_the_response_cannot_grade_itself(self) -> None:
        lied = FAIR.replace("NNP", "PRP").replace("NN\t", "NNP\t")
        assert scored(lied, lea_importance="class") == scored(FAIR, lea_importance="class")
        bare = parts(RIGHT, OTHER_LINK, OTHER_ENTITY, tags=False)
        assert scored(bare, lea_importance="class") == scored(FAIR, lea_importance="class")

    def test_by_class_needs_tags_in_the_key(self) -> None:
        with pytest.raises(NothingToDo, match=r"^key\.conll: no part-of-speech column, "):
            scored(FAIR, parts(RIGHT, RIGHT, RIGHT, tags=False), lea_importance="class")

    def test_by_a_function(self) -> None:
        def square(side: Corpus) -> Any:
            return np.bincount(side.entity, minlength=side.entities) ** 2.0

        system = scored(FAIR, lea_importance=square)
        # Right: 4 + 1 of 3 (4 + 1) in the key, of 5 + 4 + 5 in the response.
        assert system.scores["lea"].recall == pytest.approx(5 / 15, abs=1e-15)
        assert system.scores["lea"].precision == pytest.approx(5 / 14, abs=1e-15)
        assert "|lea-importance:square()@" in leaderboard.score("fair.conll", lea_importance=square).signature

    @pytest.mark.parametrize("weight", [float("nan"), -1.0, float("inf")])
    def test_weights_are_finite_and_not_negative(self, weight: float) -> None:
        with pytest.raises(UsageError, match="must give each entity a finite weight of 0 or more"):
            scored(FAIR, lea_importance=lambda side: np.full(side.entities, weight))

    def test_there_is_one_weight_per_entity(self) -> None:
        with pytest.raises(UsageError, match="return 6 weights for "):
            scored(FAIR, lea_importance=lambda side: np.ones(1))

    def test_a_function_may_use_the_classes(self) -> None:
        def by_class(side: Corpus) -> Any:
            weights = np.array([0.6, 0.3, 0.1])[mention_classes(side)]
            return np.bincount(side.entity, weights, side.entities)

        assert scored(FAIR, lea_importance=by_class).scores == scored(FAIR, lea_importance="class").scores


def test_formats_can_be_mixed(task: Path) -> None:
    clusters = [[[0, 1], [3, 3]], [[4, 4]]]
    records = [
        {"doc_key": name, "sentences": [list(small_task.WORDS)], "clusters": clusters} for name in "ab"
    ]
    text = "".join(json.dumps(record) + "\n" for record in records)
    (task / "lines.jsonl").write_text(text, encoding="utf-8")
    small_task.write(task, key=small_task.part("a", 0, RIGHT) + small_task.part("b", 0, RIGHT))
    (system,) = leaderboard.score("lines.jsonl").systems
    assert system.scores["conll"].f1 == 1
