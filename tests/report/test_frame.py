"""A result as a DataFrame of raw values."""

from __future__ import annotations

import math
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.report.frame import Result, relations_of
from tests.support import small_task
from tests.support.made_task import made_task
from tests.support.small_task import BROKEN, FAIR, HAND_SCORES, KEY


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR, broken=BROKEN)


def test_one_row_a_system() -> None:
    frame = leaderboard.frame(leaderboard.score("fair.conll", "key.conll"))
    assert frame["system"].tolist() == ["fair", "key"]
    assert frame["parts"].tolist() == [3, 3]
    assert frame["conll_f1"].dtype == float
    assert "conll_recall" not in frame.columns
    for metric, scores in HAND_SCORES.items():
        assert math.isclose(frame.loc[0, f"{metric}_f1"], float(scores[2] or 0), rel_tol=1e-14)


def test_no_row_where_all_were_rejected() -> None:
    frame = leaderboard.frame(leaderboard.score("broken.conll"))
    assert len(frame) == 0
    assert list(frame.columns)[:6] == [
        *("system", "documents", "parts", "missing", "repairs", "mentions_recall")
    ]


def test_a_relation_has_a_name() -> None:
    result = leaderboard.rank(made_task(), metric=("muc", "conll"), draws=100, trials=100)
    ranks = leaderboard.frame(result, "ranks")
    assert ranks[["system", "metric"]].values.tolist()[:2] == [["balanced", "muc"], ["balanced", "conll"]]
    slices = leaderboard.frame(result, "slices")
    assert len(slices) == 0
    assert list(slices.columns)[:4] == ["phase", "kind", "board", "label"]
    names = ", ".join(relations_of(result))
    for name, guess in (("rank", "did you mean 'ranks'? "), ("nothing", "")):
        with pytest.raises(UsageError) as caught:
            leaderboard.frame(result, name)
        assert str(caught.value) == f"there is no relation {name!r}; {guess}choose among {names}"


def test_one_row_a_metric() -> None:
    result = leaderboard.power(made_task(), metric=("muc", "lea"), draws=100)
    frame = leaderboard.frame(result)
    assert frame["metric"].tolist() == ["muc", "lea"]
    assert frame["single_median"].tolist() == [one.single.median for one in result.sensitivities]
    assert frame["corrected_low"].tolist() == [one.corrected.low for one in result.sensitivities]


def test_one_row_a_made_system(tmp_path: Path) -> None:
    made = leaderboard.simulate(tmp_path / "made", documents=2, systems=2)
    frame = leaderboard.frame(made)
    assert frame["system"].tolist() == list(made.systems)
    assert set(frame["key"]) == {str(made.key)}


def test_no_verb_is_without_a_frame() -> None:
    verbs = set(leaderboard.__all__) - {
        "__version__",
        "LeaderboardWarning",
        "METRICS",
        "frame",
        "Scorer",
        "score_clusters",
    }
    results = {get_type_hints(getattr(leaderboard, verb))["return"] for verb in verbs}
    assert results == set(get_args(Result))


def test_a_result_is_one_line_in_a_notebook() -> None:
    for result in (leaderboard.power(made_task()), leaderboard.correlate(made_task())):
        assert repr(result) == f"<{type(result).__name__}; leaderboard.frame makes a DataFrame of it>"


def test_one_row_a_document_that_is_read() -> None:
    task = Path(made_task())
    result = leaderboard.read(task / "balanced.conll", task / "close.conll")
    frame = leaderboard.frame(result)
    rows = result.reader.index.rows
    assert frame["document"].tolist() == [row.name for row in rows]
    assert frame["difference"].tolist() == [row.difference for row in rows]
    assert [column for column in frame if column.startswith(("balanced_", "close_"))] == [
        "balanced_conll",
        "close_conll",
    ]
