"""Recall, precision and F1 of each system by every metric."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import scale_of
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.score_fields import QUANTITIES, score_columns, score_values
from leaderboard.report.words.methods import mean_note
from leaderboard.report.words.names import how_all, words_of

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult


def all_metrics_table(result: RankResult) -> Table:
    """One row per system, best first; up to three columns per metric, the highest F1 bold."""
    systems = [standing.system for standing in result.primary.standings]
    scores = [result.scores[system] for system in systems]
    columns = score_columns(result.metrics, scores)
    labels = {metric.name: metric.label for metric in result.metrics}
    words = words_of(result.options.primary)
    table = Table(
        f"{words.by_all}{how_all(result.metrics)}",
        (Column("system", "System"), *(_of_metric(column, labels) for column in columns)),
        tuple((system, *score_values(columns, one)) for system, one in zip(systems, scores, strict=True)),
        mean_note(len(result.of("dataset")), result.options.averaged, tested=False),
        marks=words.best if len(systems) > 1 else "",
    )
    return replace(table, best=_highest(table))


def _of_metric(column: Column, labels: dict[str, str]) -> Column:
    """A column that stands under the label of its metric."""
    metric, quantity = column.name.rsplit("_", 1)
    of = f" {QUANTITIES[quantity]}" if quantity in QUANTITIES else ""
    return replace(column, label=f"{labels[metric]}{of}", group=labels[metric] if of else "", main=True)


def _highest(table: Table) -> frozenset[tuple[int, str]]:
    """The highest F1 by each metric, equal where they look so; a system alone has none."""
    cells = list(zip(*table.shown(), strict=True))
    return frozenset(
        (row, column.name)
        for column, texts in zip(table.columns, cells, strict=True)
        if column.name.endswith(("_f1", "_score")) and len(texts) > 1
        for sign in [scale_of(column.metric).sign]
        for row, text in enumerate(texts)
        if text == max(texts, key=lambda one: sign * float(one))
    )
