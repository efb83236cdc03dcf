"""``leaderboard.correlate``: over a folder of submissions, or over tables of scores."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.report.features.correlations import people_table
from leaderboard.report.figures import pictures
from leaderboard.report.words.remarks import sentences
from tests.support import small_task
from tests.support.made_task import SYSTEMS, made_datasets, made_task
from tests.support.small_task import BROKEN, FAIR, KEY

pytestmark = pytest.mark.usefixtures("here")

TABLE = "system,muc,lea\na,70,60\nb,65,59\nc,66,50\n"


def test_a_folder_of_submissions() -> None:
    result = leaderboard.correlate(made_task(), metric=("muc", "lea", "conll"), draws=200)
    assert set(result.points.names) == set(SYSTEMS)
    assert [(one.quantity, one.first, one.second) for one in result.correlations] == [
        ("recall", "muc", "lea"),
        ("precision", "muc", "lea"),
        ("f1", "muc", "lea"),
        ("f1", "muc", "conll"),
        ("f1", "lea", "conll"),
    ]
    assert all(one.bootstrap_low is not None for one in result.correlations)
    assert result.signature is not None


def test_what_changes_an_interval_is_in_the_signature() -> None:
    usual = {"metric": ("muc", "lea"), "draws": 100}
    others = ({"seed": 2}, {"draws": 200}, {"alpha": 0.1}, {"cluster": "genre"}, {"unit": "part"})
    signatures = [leaderboard.correlate(made_task(), **usual | other).signature for other in ({}, *others)]
    assert len({*signatures}) == len(signatures)


@pytest.mark.parametrize(
    ("options", "units"), [({}, "documents"), ({"unit": "part"}, "parts"), ({"cluster": "genre"}, "genres")]
)
def test_the_units_that_are_drawn_are_named(options: dict[str, Any], units: str) -> None:
    found = leaderboard.correlate(made_task(), metric=("muc", "lea"), draws=100, **options)
    assert f"Drawn low and high: bootstrap interval over {units}, for" in people_table(found).notes[0]


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
    assert one.remarks == ()


def test_only_the_metrics_asked_for(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("system,muc,lea,bcub\na,70,60,1\nb,65,59,2\n")
    found = leaderboard.correlate("one.csv", metric=("bcub", "muc")).correlations
    assert [(one.first, one.second) for one in found] == [("muc", "bcub")]


def test_few_systems_and_constant_columns_are_remarked_on(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("system,muc,lea\na,70,60\n")
    assert sentences(leaderboard.correlate(path).remarks) == ("1 system is too few for a correlation.",)
    path.write_text("system,muc,lea\na,70,60\nb,70,61\n")
    assert sentences(leaderboard.correlate(path).remarks) == (
        "With 2 systems every correlation is 1 or -1, whatever the scores.",
        "MUC F1 is equal for all systems, so it has no correlations.",
    )


def test_the_submissions_are_looked_for_here(tmp_path: Path) -> None:
    small_task.write(tmp_path / "submissions", key=KEY, fair=FAIR, broken=BROKEN)
    result = leaderboard.correlate(draws=100)
    assert result.points.names == ("fair",)
    assert len(result.rejected) == 1
    assert {one.pearson for one in result.correlations} == {None}


def test_a_folder_stands_alone(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(TABLE)
    with pytest.raises(UsageError, match="a folder cannot be combined"):
        leaderboard.correlate("one.csv", made_task())


def test_a_missing_folder_is_named() -> None:
    with pytest.raises(NothingToDo, match="nowhere: no such folder"):
        leaderboard.correlate("nowhere")


def test_metrics_that_no_table_has_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(TABLE)
    with pytest.raises(UsageError, match="no table has a column for blanc; choose among muc, lea"):
        leaderboard.correlate("one.csv", metric=("muc", "blanc"))


def test_options_of_responses_are_refused_beside_tables(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("system,muc_f1,lea_f1\na,1,2\nb,2,3\n")
    with pytest.raises(UsageError, match="key has no effect on tables of scores; leave it out"):
        leaderboard.correlate(tmp_path / "t.csv", key="key.conll")
    assert leaderboard.correlate(tmp_path / "t.csv", jobs=1).correlations


def test_one_metric_has_nothing_to_correlate_with(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(TABLE)
    found = leaderboard.correlate("one.csv", metric=("muc",))
    assert found.correlations == ()
    assert sentences(found.remarks) == ("Correlations need at least 2 metrics.",)


def test_correlations_of_fewer_points_are_named(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("system,muc,lea,bcub\na,70,60,50\nb,65,59,45\nc,66,,44\nd,67,,\n")
    assert sentences(leaderboard.correlate("one.csv").remarks) == (
        "Only 2 of 4 systems have both scores, too few for a conclusion: MUC and LEA F1; B³ and LEA F1.",
        "Only 3 of 4 systems have both scores: MUC and B³ F1.",
    )


def test_many_such_correlations_are_counted(tmp_path: Path) -> None:
    header = "system,muc,bcub,ceafm,ceafe,blanc"
    (tmp_path / "one.csv").write_text(f"{header}\na,9,8,7,6,\nb,1,2,4,3,\nc,1,2,3,5,\nd,2,2,3,9,\n,,,,,3\n")
    (note,) = (
        note for note in sentences(leaderboard.correlate("one.csv").remarks) if note.startswith("Only 4")
    )
    assert note.endswith("; 1 more.")


def test_tables_that_pool_have_points(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("system,muc,lea\na,70,60\n")
    (tmp_path / "two.csv").write_text("system,muc,lea\na,70,61\n")
    result = leaderboard.correlate("one.csv", "two.csv")
    assert result.tables == 2
    assert sentences(result.remarks) == (
        "With 2 points every correlation is 1 or -1, whatever the scores.",
        "MUC F1 is equal for all points, so it has no correlations.",
    )
    assert people_table(result).caption.endswith("over 2 points, each of which is a row of a table")


def test_what_is_no_folder_is_read_as_a_table(tmp_path: Path) -> None:
    (tmp_path / "scores").write_text(TABLE)
    assert leaderboard.correlate("scores").points.names == ("a", "b", "c")
    with pytest.raises(InputError, match="not a regular file"):
        leaderboard.correlate(os.devnull)


def test_several_datasets_have_points() -> None:
    result = leaderboard.correlate(made_datasets(), metric=("muc", "lea"), draws=100)
    assert len(result.points.names) == 15
    ranked = leaderboard.rank(made_datasets(), metric=("muc", "conll"), draws=100, trials=100)
    texts = {one.name: one.text for one in pictures(ranked)}
    for name in ("correlations", "scatter"):
        assert "over 15 points, each of which is a system on a dataset" in texts[name]
