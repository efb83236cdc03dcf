"""``leaderboard.power``: how small a difference the documents of a task show."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.report.features.power import smallest_differences
from leaderboard.report.words.comparisons import power_notes
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
