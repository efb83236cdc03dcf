"""The tables of two systems name them, and no note is empty."""

from __future__ import annotations

from pathlib import Path

import leaderboard
from leaderboard.report.features.power import power_table
from leaderboard.report.features.prices import difference_table
from leaderboard.report.tables.comparisons import people_table
from tests.support.made_task import made_task
from tests.support.tables import written

PAIR = ((0, "F1-ours"), (1, "other"))
ROWS = [(name, item, 3 * at + item % 4) for at, name in PAIR for item in range(12)]


def test_a_name_is_no_word_for_a_score(tmp_path: Path) -> None:
    result = leaderboard.compare(written(tmp_path / "t.csv", "system,item,acc", ROWS))
    assert people_table(result).main().labels[1:3] == ["F1-ours", "other"]


def test_two_identical_systems_have_no_empty_note(tmp_path: Path) -> None:
    rows = [(name, item, item % 4) for name in "ab" for item in range(12)]
    table = written(tmp_path / "t.csv", "system,item,acc", rows)
    assert all(people_table(leaderboard.compare(table, interval="percentile", draws=100)).notes)


def test_a_margin_of_no_percentages_has_no_points(tmp_path: Path) -> None:
    rows = [(name, f"s{item}", f"r{item // 2}", 9 + at * item) for item in range(12) for at, name in PAIR]
    table = written(tmp_path / "t.csv", "system,item,cluster,ms", rows)
    found = power_table(leaderboard.power(table, metric="ms", lower="ms", margin=5))
    assert "Clusters for 5" in found.labels
    assert any("two systems of equal score to be less than 5 apart" in note for note in found.notes)
    assert "points" not in " ".join(found.notes)


def test_differences_of_prices_name_a_single_pair() -> None:
    task = made_task()
    responses = [task / f"{name}.conll" for name in ("close", "eager", "merger")]
    for count, said in ((2, "close minus eager"), (3, "the first system minus the second")):
        result = leaderboard.error_prices(*responses[:count], key=task / "key.conll", trials=100, draws=100)
        assert difference_table(result).notes[0] == f"Every difference is {said}."
