"""Whether the metrics of a ranking agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leaderboard.report.table import Table
from leaderboard.report.tables.correlations import POOLED, disagreement_table, matrix_table
from leaderboard.report.words.names import label
from leaderboard.report.words.remarks import sentences
from leaderboard.verbs.rank import RankResult

# More pairs than this would drown the rest; the JSON has them all.
MOST_DISAGREEMENTS = 20

_ELSEWHERE = (
    "Recall, precision, intervals, Spearman, Kendall and p-values, which take {} to be independent "
    "and are not adjusted, are in correlations.csv."
)


def agreement_tables(result: RankResult) -> Iterator[Table]:
    """Correlations and disagreements of metrics, where there are any."""
    labels = {metric.name: label(metric.name) for metric in result.metrics}
    if result.correlations:
        matrix = matrix_table(result.correlations, labels)
        pooled = (f"Over {len(result.points.names)} points, {POOLED}.",) if result.of("dataset") else ()
        elsewhere = _ELSEWHERE.format("points" if pooled else "systems")
        yield replace(matrix, notes=(*pooled, elsewhere, *sentences(result.agreement_remarks)))
    if result.disagreements:
        table = disagreement_table(result.disagreements[:MOST_DISAGREEMENTS], labels)
        more = len(result.disagreements) - MOST_DISAGREEMENTS
        yield replace(table, notes=(f"{more} more pairs are in leaderboard.json.",) if more > 0 else ())
