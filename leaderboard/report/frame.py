"""Any result as a DataFrame, which shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from leaderboard.report.diff.records import changes_of
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.correlations import correlations_of
from leaderboard.report.tables.descriptions import description_of
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.powers import smallest_differences
from leaderboard.report.tables.probes import probe_table
from leaderboard.report.tables.ranked_prices import prices_of
from leaderboard.report.tables.rankings import file_table
from leaderboard.report.tables.scores import documents, scores_of_systems
from leaderboard.report.tables.validations import findings
from leaderboard.verbs.compare import CompareResult
from leaderboard.verbs.correlate import CorrelateResult
from leaderboard.verbs.describe import DescribeResult
from leaderboard.verbs.diff import DiffResult
from leaderboard.verbs.error_prices import ErrorPricesResult
from leaderboard.verbs.power import PowerResult
from leaderboard.verbs.probe import ProbeResult
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.read import ReadResult
from leaderboard.verbs.score import ScoreResult
from leaderboard.verbs.simulate import Simulation
from leaderboard.verbs.validate import ValidateResult

if TYPE_CHECKING:
    from pandas import DataFrame


Result = (
    ScoreResult
    | CompareResult
    | RankResult
    | CorrelateResult
    | DescribeResult
    | ProbeResult
    | PowerResult
    | DiffResult
    | ErrorPricesResult
    | ReadResult
    | ValidateResult
    | Simulation
)


def frame(result: Result) -> DataFrame:
    """Return a result as a DataFrame of raw values.

    Parameters
    ----------
    result : ScoreResult, CompareResult, RankResult, or that of another function
        What one of the other functions returned.

    Returns
    -------
    pandas.DataFrame
        One row a system, a pair or a metric. Scores with ``per_document=True`` have one row a system and
        part. A probe has one row a point, a version and metric, or a pair of metrics. A diff has one row a
        system that changed. A description has one row a file.
        Prices of errors have one row a system and kind. Documents that are read have one row each.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.score("task/balanced.conll", "task/precise.conll", metric="lea")
    >>> leaderboard.frame(result)[["system", "lea_f1"]].round(3)
         system  lea_f1
    0  balanced   0.678
    1   precise   0.618
    """
    from pandas import DataFrame

    table = _TABLES[type(result)](result).flat()
    found = DataFrame(list(table.rows), columns=[column.name for column in table.columns])
    blank = [
        column.name for column in table.columns if not column.is_text and found[column.name].isna().all()
    ]
    return found.astype(dict.fromkeys(blank, float))


def _score_table(result: ScoreResult) -> Table:
    by_part = any(system.per_document for system in result.systems)
    return (documents(result) if by_part else scores_of_systems(result)).table()


def _simulation_table(result: Simulation) -> Table:
    return Table(
        "Systems",
        (Column("system", "System"), Column("folder", "Folder"), Column("key", "Key")),
        tuple((system, str(result.folder), str(result.key)) for system in result.systems),
    )


def _document_table(result: ReadResult) -> Table:
    index = result.reader.index
    return Table(
        "Documents",
        (
            Column("document", "Document"),
            Column("words", "Words", "count"),
            *(Column(f"{name}_{result.options.primary}", name, "percent") for name in index.names),
            Column("difference", "Difference", "signed"),
            Column("effect", "Effect", "effect"),
        ),
        tuple((row.name, row.words, *row.f1, row.difference, row.effect) for row in index.rows),
    )


_TABLES: dict[type, Callable[[Any], Table]] = {
    ScoreResult: _score_table,
    CompareResult: lambda result: comparisons(result.families, result.text_repairs).table(),
    RankResult: file_table,
    CorrelateResult: lambda result: correlations_of(result.correlations).table(),
    DescribeResult: lambda result: description_of(result).table(),
    ProbeResult: probe_table,
    PowerResult: lambda result: smallest_differences(result).table(),
    ValidateResult: lambda result: findings(result).table(),
    DiffResult: lambda result: changes_of(result).table(),
    ErrorPricesResult: lambda result: prices_of(result.systems).table(),
    ReadResult: _document_table,
    Simulation: _simulation_table,
}
