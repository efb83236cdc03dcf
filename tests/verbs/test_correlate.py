"""``leaderboard.correlate``: over a folder of submissions, or over tables of scores."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from tests import small_task
from tests.made_task import SYSTEMS, made_task
from tests.small_task import BROKEN, FAIR, KEY

TABLE = "system,muc,lea\na,70,60\nb,65,59\nc,66,50\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)


def test_a_folder_of_submissions() -> None:
    result = leaderboard.correlate(made_task(), metric=("muc", "lea", "conll"), draws=200)
    assert result.points.names == SYSTEMS or set(result.points.names) == set(SYSTEMS)
    assert [(one.quantity, one.first, one.second) for one in result.correlations] == [
        ("recall", "muc", "lea"),
        ("precision", "muc", "lea"),
        ("f1", "muc", "lea"),
        ("f1", "muc", "conll"),
        ("f1", "lea", "conll"),
    ]
    assert all(one.bootstrap_low is not None for one in result.correlations)
    assert result.signature is not None


def test_a_ranking_has_the_same_correlations() -> None:
    options = {"metric": ("muc", "conll"), "draws": 200, "seed": 3}
    ranked = leaderboard.rank(made_task(), trials=100, **options)
    assert leaderboard.correlate(made_task(), **options).correlations == ranked.correlations


def test_tables(tmp_path: Path) -> None:
    for name in ("one.csv", "two.csv"):
        (tmp_path / name).write_text(TABLE)
    one, both = leaderboard.correlate("one.csv"), leaderboard.correlate("one.csv", "two.csv")
    assert (len(one.points.names), len(both.points.names)) == (3, 6)
    assert one.correlations[0].pearson == both.correlations[0].pearson
    assert one.signature is None
    assert one.notes == ()


def test_only_the_metrics_asked_for(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("system,muc,lea,bcub\na,70,60,1\nb,65,59,2\n")
    found = leaderboard.correlate("one.csv", metric=("bcub", "muc")).correlations
    assert [(one.first, one.second) for one in found] == [("muc", "bcub")]


def test_few_systems_and_constant_columns_are_remarked_on(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("system,muc,lea\na,70,60\n")
    assert leaderboard.correlate(path).notes == ("1 system has no correlation.",)
    path.write_text("system,muc,lea\na,70,60\nb,70,61\n")
    assert leaderboard.correlate(path).notes == (
        "2 systems have a correlation of 1 or -1, whatever their scores.",
        "MUC f1 is the same for all systems, so it correlates with nothing.",
    )


def test_the_submissions_are_looked_for_here(tmp_path: Path) -> None:
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR, broken=BROKEN)
    result = leaderboard.correlate(draws=100)
    assert result.points.names == ("fair",)
    assert len(result.rejected) == 1
    assert {one.pearson for one in result.correlations} == {None}


def test_a_folder_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(TABLE)
    with pytest.raises(UsageError, match="a folder stands alone"):
        leaderboard.correlate("one.csv", made_task())


def test_a_missing_folder_is_named() -> None:
    with pytest.raises(NothingToDo, match="nowhere: no such folder"):
        leaderboard.correlate("nowhere")
