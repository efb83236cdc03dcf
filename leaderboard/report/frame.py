"""Any result as a DataFrame, which shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from leaderboard.report.scores import part_table, system_table
from leaderboard.report.table import Table
from leaderboard.verbs.score import ScoreResult

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(result: ScoreResult) -> DataFrame:
    """One row a system (or a system and part, where scored per document), raw values."""
    from pandas import DataFrame

    table = _TABLES[type(result)](result)
    return DataFrame(list(table.rows), columns=[column.name for column in table.columns])


_TABLES: dict[type, Callable[[Any], Table]] = {
    ScoreResult: lambda result: (part_table if result.systems[0].per_document else system_table)(result),
}
