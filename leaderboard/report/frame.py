"""Any result as a DataFrame, which shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from leaderboard.report.correlations import correlation_table
from leaderboard.report.pairs import pair_table
from leaderboard.report.probes import probe_table
from leaderboard.report.rankings import ranking_table
from leaderboard.report.scores import part_table, system_table
from leaderboard.report.table import Table
from leaderboard.verbs.compare import CompareResult
from leaderboard.verbs.correlate import CorrelateResult
from leaderboard.verbs.probe import ProbeResult
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.score import ScoreResult

if TYPE_CHECKING:
    from pandas import DataFrame


def frame(result: ScoreResult | CompareResult | RankResult | CorrelateResult | ProbeResult) -> DataFrame:
    """Raw values: one row a system (or a system and part, where scored per document), or one a pair.

    A probe has one row a made response, or one a version and metric, or one a pair of metrics.
    """
    from pandas import DataFrame

    table = _TABLES[type(result)](result).flat()
    return DataFrame(list(table.rows), columns=[column.name for column in table.columns])


def _score_table(result: ScoreResult) -> Table:
    by_part = any(system.per_document for system in result.systems)
    return part_table(result) if by_part else system_table(result)


_TABLES: dict[type, Callable[[Any], Table]] = {
    ScoreResult: _score_table,
    CompareResult: lambda result: pair_table(result.families),
    RankResult: ranking_table,
    CorrelateResult: lambda result: correlation_table(result.correlations),
    ProbeResult: probe_table,
}
