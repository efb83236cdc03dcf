"""The columns of scores: recall, precision and F1 by each metric that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from leaderboard.metrics.metric import Metric, scale_of
from leaderboard.report.relation import Field
from leaderboard.report.table import Column, Value
from leaderboard.scoring.scored import Findings
from leaderboard.tasks.task import Score

Row = TypeVar("Row")
Scores = Mapping[str, Score]
# Where a terminal is narrow, this score stays.
MEAN = "conll_f1"
QUANTITIES = {"recall": "R", "precision": "P", "f1": "F1"}
_LABELS = {"recall": " R", "precision": " P", "f1": ""}


def score_fields(
    metrics: Sequence[Metric],
    scores: Callable[[Row], Scores],
    strict: Callable[[Row], Scores | None] | None = None,
    but: str = "",
) -> list[Field[Row]]:
    """The fields of each metric, with strict F1 where texts are repaired, ``but`` for one column.

    Recall and precision that a metric does not have are in records alone, as nothing.
    """
    found = []
    for metric in metrics:
        found += [_score(metric, quantity, scores) for quantity in quantities(metric.name)]
        if strict:
            found.append(_strict(metric, strict))
    return [field for field in found if field.column.name != but]


def quantities(metric: str) -> Sequence[str]:
    """What a metric has of each system."""
    return [*QUANTITIES] if scale_of(metric).noun else ["score"]


def found_fields(found: Callable[[Row], Findings], every: Iterable[Findings]) -> list[Field[Row]]:
    """The counts of what is found beside scores; ``every`` one tells whether spans can differ."""
    names = ["missing", "repairs"]
    if any(one.spans_differ is not None for one in every):
        names.append("spans_differ")
    return [_count(name, found) for name in names]


def _count(name: str, found: Callable[[Row], Findings]) -> Field[Row]:
    column = Column(name, name.replace("_", " ").capitalize(), "count", main=False)
    return Field(column, lambda row: getattr(found(row), name))


def primary_field(metrics: Sequence[Metric], primary: str, scores: Callable[[Row], Scores]) -> Field[Row]:
    """The field of the F1 that orders a ranking."""
    return _score(next(one for one in metrics if one.name == primary), quantities(primary)[-1], scores)


def score_columns_of(metrics: Sequence[Metric], with_strict: bool) -> list[Column]:
    """The columns that files have of each metric."""
    fields: list[Field[Scores]] = score_fields(metrics, dict, dict if with_strict else None)
    return [field.column for field in fields if not field.column.in_records]


def score_order(metrics: Sequence[Metric]) -> list[str]:
    """The names of all columns of scores in the order of records, which is that of the metrics."""
    return [f"{metric.name}_{quantity}" for metric in metrics for quantity in quantities(metric.name)]


def _score(metric: Metric, quantity: str, scores: Callable[[Row], Scores]) -> Field[Row]:
    column = Column(
        f"{metric.name}_{quantity}",
        f"{metric.label}{_LABELS.get(quantity, '')}",
        "percent",
        metric=metric.name,
        path=f"scores.{metric.name}.{quantity}",
        in_records=metric.f1_alone and quantity in ("recall", "precision"),
    )
    return Field(column, lambda row: _value(scores(row), metric.name, quantity))


def _strict(metric: Metric, strict: Callable[[Row], Scores | None]) -> Field[Row]:
    def value(row: Row) -> Value:
        found = strict(row)
        return found[metric.name].f1 if found else None

    label, path = f"{metric.label} strict", f"scores_strict.{metric.name}.f1"
    return Field(Column(f"{metric.name}_strict", label, "percent", path=path), value)


def score_columns(metrics: Sequence[Metric], scores: Sequence[Scores]) -> tuple[Column, ...]:
    """Recall, precision and F1 of each metric that has them; F1 is the one shown first."""
    fields: list[Field[Scores]] = score_fields(metrics, dict)
    return tuple(
        replace(field.column, main=field.column.name.endswith(("_f1", "_score")))
        for field in fields
        if any(field.value(row) is not None for row in scores)
    )


def score_values(columns: Sequence[Column], scores: Scores) -> tuple[Value, ...]:
    return tuple(_value(scores, *column.name.rsplit("_", 1)) for column in columns)


def _value(scores: Scores, metric: str, quantity: str) -> float | None:
    """A score, or nothing where the metric has none, as some have on slices."""
    value: float | None = getattr(scores[metric], quantity) if metric in scores else None
    return value
