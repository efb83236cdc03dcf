"""The tables of a report in the order in which people read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leaderboard.report.table import Table
from leaderboard.report.tables.correlations import POOLED, disagreement_table, matrix_table
from leaderboard.report.tables.rankings import ranking_table, reading
from leaderboard.report.tables.stability import left_out_table, stability_table
from leaderboard.report.words.captions import label
from leaderboard.verbs.rank import RankResult

# More pairs than this would drown the rest; the JSON has them all.
MOST_DISAGREEMENTS = 20

_ELSEWHERE = (
    "Recall, precision, intervals, Spearman, Kendall and p-values, which take {} to be independent "
    "and are not adjusted, are in correlations.csv."
)


def main_table(result: RankResult) -> Table:
    """The ranking with its legend only, as wide as a page of a paper."""
    return replace(ranking_table(result).main(), notes=reading(result), signature=None)


def firmness_tables(result: RankResult) -> Iterator[Table]:
    """How firm the ranks are, and what single documents do to the order."""
    yield stability_table(result)
    turned = left_out_table(result)
    if turned.rows:
        yield turned


def agreement_tables(result: RankResult) -> Iterator[Table]:
    """Correlations and disagreements of metrics, where there are any."""
    labels = {metric.name: label(result, metric.name) for metric in result.metrics}
    if result.correlations:
        matrix = matrix_table(result.correlations, labels)
        pooled = (f"Over {len(result.points.names)} points, {POOLED}.",) if result.datasets.ranked else ()
        elsewhere = _ELSEWHERE.format("points" if pooled else "systems")
        yield replace(matrix, notes=(*pooled, elsewhere, *result.agreement_notes))
    if result.disagreements:
        table = disagreement_table(result.disagreements[:MOST_DISAGREEMENTS], labels)
        more = len(result.disagreements) - MOST_DISAGREEMENTS
        yield replace(table, notes=(f"{more} more pairs are in leaderboard.json.",) if more > 0 else ())
