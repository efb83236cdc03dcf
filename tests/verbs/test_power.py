"""``leaderboard.power``: how small a difference the documents of a task show."""

from __future__ import annotations

import re
import shutil
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.report.features.power import curve_tables, power_table, smallest_differences
from leaderboard.report.words.comparisons import power_notes
from leaderboard.report.words.remarks import sentences
from tests.support import small_task
from tests.support.made_task import DOCUMENTS, made_task


def test_more_documents_show_smaller_differences() -> None:
    result = leaderboard.power(made_task(), metric="conll")
    [found] = result.sensitivities
    medians = [single.median for single, _ in found.curve]
    assert medians[0] is None
    known = [median for median in medians if median is not None]
    assert known == sorted(known, reverse=True)
    assert len(known) == 5
    assert found.single.units == DOCUMENTS
    assert found.single.median is not None
    assert found.corrected.median is not None
    assert found.corrected.median > found.single.median
    assert [single.units for single, _ in found.curve] == [3, 6, 12, 24, 48, 96]


def test_one_system_has_no_differences(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=small_task.KEY, fair=small_task.FAIR)
    with pytest.raises(UsageError, match="name at least 2"):
        leaderboard.power(tmp_path)


def test_the_table_says_what_its_columns_and_letters_are() -> None:
    table = smallest_differences(leaderboard.power(made_task(), metric="conll")).table()
    assert (table.columns[0].name, table.columns[0].label) == ("metric", "Metric")
    assert power_notes(1, 0, "document")[0] == "SE: the standard error of the difference."


def with_singletons(folder: Path, *others: str) -> Path:
    """A task of balanced, the same with more singletons, which MUC does not see, and others."""
    folder.mkdir()
    for name in ("key", "balanced", *others):
        shutil.copy(made_task() / f"{name}.conll", folder)
    text, numbers = (folder / "balanced.conll").read_text(encoding="utf-8"), count(900)
    documents = [
        re.sub(r"(?<=\s)-$", lambda _: f"({next(numbers)})", document, count=1 + place % 4, flags=re.M)
        for place, document in enumerate(text.split("#end document"))
    ]
    (folder / "more.conll").write_text("#end document".join(documents), encoding="utf-8")
    return folder


def test_a_metric_by_which_all_systems_are_identical_has_an_empty_row(tmp_path: Path) -> None:
    result = leaderboard.power(with_singletons(tmp_path / "task"), metric=("muc", "lea"))
    muc, lea = result.sensitivities
    assert (muc.pairs, muc.single.median, muc.corrected.alpha, lea.pairs) == (0, None, 0.05, 1)
    table = power_table(result)
    assert table.rows[0][1:] == (None,) * 5
    assert "By MUC, median, range and correction are for no pairs of distinct systems." in table.notes
    with pytest.raises(NothingToDo, match="all systems are identical"):
        leaderboard.power(tmp_path / "task", metric="muc")


def test_columns_are_those_of_the_metric_with_most_pairs(tmp_path: Path) -> None:
    result = leaderboard.power(with_singletons(tmp_path / "task", "close"), metric=("muc", "lea"))
    assert [found.pairs for found in result.sensitivities] == [1, 3]
    table = power_table(result)
    assert [column.label for column in table.columns if column.main][-2:] == ["All 3 pairs", "Range for all"]
    assert "By MUC, median, range and correction are for 1 pair of distinct systems." in table.notes
    assert [table.caption[-27:] for table in curve_tables(result)[1:]] == ["for all 3 pairs (corrected)"]


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Systems of two runs on two datasets."""
    leaderboard.simulate(tmp_path / "runs", documents=12, systems=4, datasets=2, runs=2)
    return tmp_path / "runs"


@pytest.mark.parametrize("options", [{"unit": "part"}, {"cluster": "genre"}])
def test_what_helps_more_is_told_in_the_units(runs: Path, options: dict[str, Any]) -> None:
    found = leaderboard.power(runs, metric="muc", alpha=0.4, **options).remarks
    [helps] = sentences([one for one in found if one.kind == "helps_more"])
    assert f"by number of {options.get('cluster', 'part')}s include" in helps
    assert "document" not in helps


def test_tests_by_t_do_not_resample(runs: Path) -> None:
    def resampled() -> bool:
        return "resample" in " ".join(power_table(leaderboard.power(runs, metric="muc")).notes)

    assert not resampled()
    shutil.rmtree(runs / "balanced@2")
    assert not resampled()
    shutil.rmtree(runs / "precise@2")
    assert resampled()
