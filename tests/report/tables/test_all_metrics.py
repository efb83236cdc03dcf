"""Recall, precision and F1 by all metrics, in each form of a report."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.tables.all_metrics import all_metrics_table
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import texts
from tests.support import small_task
from tests.support.made_task import made_datasets
from tests.support.small_task import KEY

FEW = {"draws": 100, "trials": 100}


@pytest.fixture(scope="module")
def result() -> RankResult:
    return leaderboard.rank(made_datasets(), metric=("muc", "bcub", "conll"), **FEW)


def test_every_score_is_there_and_the_highest_f1_is_bold(result: RankResult) -> None:
    table = all_metrics_table(result)
    assert table.labels == [
        "System",
        *(f"{metric} {quantity}" for metric in ("MUC", "B³") for quantity in ("R", "P", "F1")),
        "CoNLL F1",
    ]
    assert [row[0] for row in table.rows] == [one.system for one in result.primary.standings]
    for number, (system, *values) in enumerate(table.rows):
        scores = result.scores[str(system)]
        muc, bcub = scores["muc"], scores["bcub"]
        assert values[:3] == [muc.recall, muc.precision, muc.f1]
        assert values[3:] == [bcub.recall, bcub.precision, bcub.f1, scores["conll"].f1]
        for metric in ("muc", "bcub", "conll"):
            highest = max(f"{100 * one[metric].f1:.2f}" for one in result.scores.values())
            is_highest = f"{100 * scores[metric].f1:.2f}" == highest
            assert ((number, f"{metric}_f1") in table.best) == is_highest
    assert table.notes == ("Scores are unweighted means over 3 datasets.",)


def test_three_columns_stand_under_one_heading_in_latex(result: RankResult) -> None:
    paper = texts(result, ())["metrics.tex"]
    heading = r"\toprule" "\n" r"\multicolumn{1}{c}{} & \multicolumn{3}{c}{MUC} & \multicolumn{3}{c}{B\text"
    assert heading in paper
    assert r"\cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(lr){8-8}" in paper
    assert re.search(r"System +& +R & +P & +F1 & +R & +P & +F1 & +F1 \\\\", paper)
    assert f"% Signature: {result.signature}" in paper
    assert r"\label{tab:leaderboard-all-metrics}" in paper


def test_each_form_has_the_section(result: RankResult) -> None:
    files = texts(result, ())
    assert '<h2 id="all-metrics">All metrics</h2>' in files["leaderboard.html"]
    assert "## Recall, precision and F1 by all metrics, in per cent" in files["leaderboard.md"]
    assert "tab:leaderboard-all-metrics" not in files["leaderboard-appendix.tex"]


def test_a_system_alone_has_nothing_bold(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, right=KEY)
    table = all_metrics_table(leaderboard.rank(tmp_path, **FEW))
    assert (table.best, table.marks) == (frozenset(), "")
