"""Where there is one document only, what needs another is blank, and the reason is said once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import NothingToDo
from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_files
from leaderboard.report.words.remarks import sentences
from leaderboard.verbs.rank import RankResult
from tests.support import small_task
from tests.support.running import csv_rows
from tests.support.small_task import FAIR, KEY, NOTHING, OTHER_ENTITY, OTHER_LINK, RIGHT, parts

REASON = "There is only 1 document, so there are no intervals, no P(best) and no rank stability."
FEW = {"draws": 100, "trials": 100}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    small_task.write(
        tmp_path,
        key=parts(RIGHT),
        right=parts(RIGHT),
        linked=parts(OTHER_LINK),
        other=parts(OTHER_ENTITY),
        none=parts(NOTHING),
    )
    return tmp_path


@pytest.fixture(params=["t", "percentile", "bca"])
def result(folder: Path, request: pytest.FixtureRequest) -> RankResult:
    return leaderboard.rank(folder, interval=request.param, leave_one_out=True, **FEW)


def rows(text: bytes) -> list[dict[str, str]]:
    return csv_rows(text.decode())


def test_results_have_none(result: RankResult) -> None:
    for ranking in result.rankings.values():
        assert ranking.tau is None
        for one in ranking.standings:
            assert (one.interval, one.best, one.drawn_low, one.drawn_high) == (None,) * 4
            assert (one.rank, one.low, one.high) == (1, 1, 4)
    assert {one.interval for one in result.comparisons} == {None}
    assert {one.verdict for one in result.comparisons} == {"untestable", "identical"}
    assert result.left_out == ()
    assert leaderboard.frame(result)[["conll_low", "conll_high", "best", "drawn_low"]].isna().all(axis=None)


def test_files_are_blank_there(result: RankResult) -> None:
    files = report_files(result, pictures(result))
    record = json.loads(files["leaderboard.json"])
    assert record["stability"] is None
    for system in record["systems"]:
        assert (system["interval"], system["best"], system["drawn"]) == ([None, None], None, [None, None])
        by_lea = system["ranks"]["lea"]
        assert (by_lea["interval"], by_lea["drawn"], by_lea["df"]) == ([None, None], [None, None], None)
    for one in record["comparisons"]:
        assert one["interval"] == one["interval_joint"] == [None, None]
    blank = {
        "leaderboard.csv": ("conll_low", "conll_high", "best", "drawn_low", "drawn_high"),
        "ranks.csv": ("interval_low", "interval_high", "best", "drawn_low", "drawn_high"),
        "pairwise.csv": ("interval_low", "interval_high"),
        "correlations.csv": ("bootstrap_low", "bootstrap_high"),
        "figures/scores.csv": ("conll_low", "conll_high"),
    }
    for name, columns in blank.items():
        assert {row[column] for row in rows(files[name]) for column in columns} == {""}, name
    assert "figures/ranks.svg" not in files


def test_the_reason_is_said_once_to_people(result: RankResult) -> None:
    text = report_files(result, pictures(result))["leaderboard.md"].decode()
    assert text.count("only 1 document") == text.count(REASON) == 1
    for absent in (
        "P(best): the share",
        "Intervals are",
        "95 % intervals",
        "Rank stability:",
        "1 units",
        "nan",
    ):
        assert absent not in text
    main, firm = (next(line for line in text.splitlines() if line.startswith(begin)) for begin in ROWS)
    assert main.split("|")[4].strip() == firm.split("|")[4].strip() == "–"


ROWS = ("|    1 | right ", "| right    |    1–4 ")


def test_two_responses_are_compared_without_intervals(folder: Path) -> None:
    result = leaderboard.compare(folder / "right.conll", folder / "none.conll", **FEW)
    assert {one.interval for one in result.comparisons} == {None}
    assert leaderboard.frame(result)[["interval_low", "interval_high"]].isna().all(axis=None)
    assert REASON in sentences(result.remarks)


def test_no_resample_differs_so_the_bootstrap_finds_nothing(folder: Path) -> None:
    result = leaderboard.rank(folder, test="bootstrap", **FEW)
    for row in rows(report_files(result, ())["pairwise.csv"]):
        assert [float(row[name]) for name in ("p_value", "p_adjusted", "standard_error")] == [1, 1, 0]
        assert row["verdict"] in ("untestable", "identical")
    compared = leaderboard.compare(folder / "right.conll", folder / "none.conll", test="bootstrap", **FEW)
    assert {(one.p_value, one.p_adjusted, one.standard_error) for one in compared.comparisons} == {(1, 1, 0)}


def test_a_system_alone_is_not_tested(folder: Path) -> None:
    for name in ("linked", "other", "none"):
        (folder / f"{name}.conll").unlink()
    result = leaderboard.rank(folder, **FEW)
    text = report_files(result, ())["leaderboard.md"].decode()
    assert "Nothing was tested, over 1 document." in text
    assert REASON in text


def test_nothing_can_be_said_of_power(folder: Path) -> None:
    with pytest.raises(NothingToDo, match=r"^there is only 1 unit; "):
        leaderboard.power(folder, draws=100)


def test_two_units_are_enough(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, right=KEY)
    result = leaderboard.rank(tmp_path, **FEW)
    right, fair = result.primary.standings
    assert (right.interval, fair.interval is None) == (None, False)
    assert sentences(result.remarks)[0].startswith("The effective number of documents is 1.8 (of 2,")
