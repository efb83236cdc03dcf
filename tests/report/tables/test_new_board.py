"""A kind of board that no report has words for: its tables, its CSV and its JSON are there all the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.boards import board_tables
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import texts
from tests.support.made_task import DATASETS, made_datasets
from tests.support.running import csv_rows

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 500}


@pytest.fixture(scope="module")
def result() -> RankResult:
    """The boards of datasets under another name; on the last one nobody is ranked."""
    found = leaderboard.rank(made_datasets(), **FEW)
    *ranked, last = (replace(one, kind="genre") for one in found.of("dataset"))
    nobody = replace(last, ranking=replace(last.ranking, standings=()))
    return replace(found, boards=(*ranked, nobody))


def test_its_tables_stand_side_by_side_and_alone(result: RankResult) -> None:
    across, *alone = board_tables(result, "genre")
    assert across.caption == "CoNLL F1 by genre in per cent, with significance ranks"
    assert across.labels == ["System", *DATASETS]
    first = result.boards[0]
    for row, standing in zip(across.rows, result.primary.standings, strict=True):
        f1 = first.scores[standing.system]["conll"].f1
        assert row[1] == f"{100 * f1:.2f} ({first.standings[standing.system].rank})"
    assert [table.caption for table in alone] == [
        f"Ranking by CoNLL of the genre {name}, F1 in per cent" for name in DATASETS[:-1]
    ]


def test_every_form_and_file_has_it(result: RankResult) -> None:
    files = texts(result, ())
    assert '<h2 id="genres">Genres</h2>' in files["leaderboard.html"]
    for name in ("leaderboard.md", "leaderboard-appendix.tex", "leaderboard.html"):
        assert "F1 by genre in per cent" in files[name]
    rows = csv_rows(files["genres.csv"])
    assert [row["board"] for row in rows] == [name for name in DATASETS for _ in result.scores]
    records = json.loads(files["leaderboard.json"])["genres"]
    assert [
        (one["board"], one["label"], sum(row["rank"] is not None for row in one["systems"]))
        for one in records
    ] == [
        *((name, name, len(result.scores)) for name in DATASETS[:-1]),
        (DATASETS[-1], DATASETS[-1], 0),
    ]
    assert len(records[0]["comparisons"]) == len(result.boards[0].family)
