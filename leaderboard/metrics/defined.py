"""Metrics that a table of counts defines: quotients of sums, their F1, and means of such metrics.

Coreference's own sums are known by their names: a metric has four columns, and CoNLL those of its three.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from leaderboard.errors import SHOWN, UsageError, check_known
from leaderboard.metrics import METRICS, MetricOptions, metric_called
from leaderboard.metrics.metric import (
    SHARED_NUMERATOR,
    Floats,
    Metric,
    MetricName,
    Scale,
    Scores,
    f1_only,
    quotient,
    shared_numerator,
)
from leaderboard.overlap import Overlap

_MEAN = re.compile(r"mean\((.+)\)")
_FORMS = "write NAME=COLUMN, NAME=A/B, NAME=A/B/C or NAME=mean(NAME NAME)"
# A, B and C.
_MOST = 3
SUMS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")


class Definition(NamedTuple):
    """The columns of a metric, or the ``members`` that it is the mean of; ``own`` is one of coreference."""

    name: str
    text: str
    columns: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    own: Metric | None = None

    @property
    def is_f1(self) -> bool:
        return self.own is not None or len(self.columns) == _MOST


def definitions(texts: Iterable[str], header: Sequence[str], known: Sequence[str]) -> dict[str, Definition]:
    """The metrics of a table with these columns, of which the ``known`` ones hold numbers."""
    own, found = own_metrics(header), dict[str, Definition]()
    for text in texts:
        one = own.get(metric_called(text) or "") or _definition(text, header, known)
        if one.name in found:
            raise UsageError(f"two metrics are called {one.name[:SHOWN]!r}; give one of them another name")
        if unknown := [name for name in one.members if name not in found]:
            raise UsageError(
                f"--metric {text!r}: no metric before it is called {unknown[0]!r}; define it first"
            )
        found[one.name] = one
    return found


def _definition(text: str, header: Sequence[str], known: Sequence[str]) -> Definition:
    name, equals, columns = text.partition("=")
    if not equals or text in header:
        name, columns = text, text
    if of := _MEAN.fullmatch(columns):
        return Definition(name, text, members=tuple(of[1].split()))
    parts = (columns,) if columns in header else tuple(columns.split("/"))
    if len(parts) > _MOST or not all((*parts, name)):
        raise UsageError(f"--metric {text!r} is no definition; {_FORMS}")
    lacking = [part for part in parts if part not in header]
    check_known(f"--metric {text!r}", "column", lacking, known)
    return Definition(name, text, parts)


def own_metrics(header: Sequence[str]) -> dict[str, Definition]:
    """Coreference's metrics whose sums are columns."""
    found = {}
    for name, build in METRICS.items():
        metric = build(MetricOptions())
        columns = tuple(f"{member.name}_{of}" for member in metric.members for of in SUMS)
        if is_exported(metric) and {*columns} <= {*header}:
            found[name] = Definition(name, name, columns, own=metric)
    return found


def is_exported(metric: Metric) -> bool:
    """True where each member is F1 of two quotients of sums."""
    return all(len(one.summands) == 1 and not one.f1_alone for one in metric.members)


def four_rows(metric: Metric) -> list[int]:
    """The rows of the numerators and denominators of recall and precision."""
    [(recall, precision, _)] = metric.summands
    return [*recall, *precision]


def sums_of(definition: Definition, columns: Sequence[Floats]) -> Floats:
    """The sums [..., S, items] of a metric, given its columns [..., items]; those of a mean have B = 1."""
    if definition.own is None:
        rows = [*columns, np.ones_like(columns[0])] if len(columns) == 1 else [*columns]
        return np.stack(rows, axis=-2)
    stacked = []
    for number, member in enumerate(definition.own.members):
        place = dict(zip(four_rows(member), columns[4 * number : 4 * number + 4], strict=True))
        stacked += [place[row] for row in sorted(place)]
    return np.stack(stacked, axis=-2)


def metric_of(definition: Definition, scale: Scale) -> Metric:
    """The metric of a definition that is no mean."""
    name, of_three = MetricName(definition.name, scale), definition.is_f1
    if definition.own:
        return replace(definition.own, name=name)
    return Metric(
        name,
        name,
        _counted_before,
        shared_numerator if of_three else f1_only,
        _counted_before,
        summands=SHARED_NUMERATOR if of_three else (quotient(0, 1),),
        f1_alone=not of_three,
    )


def _counted_before(overlap: Overlap) -> Floats:
    raise NotImplementedError("the sums stand in the table")


def mean_metric(name: MetricName, members: Sequence[Metric], lengths: Sequence[int]) -> Metric:
    """The mean of the scores of members, whose sums, so many of each, stand one after the other."""
    starts = np.cumsum((0, *lengths)).tolist()

    def score(totals: Floats) -> Scores:
        parts = np.split(totals, starts[1:-1])
        each = [member.score(part).f1 for member, part in zip(members, parts, strict=True)]
        return Scores(None, None, sum(each[1:], each[0]) / len(each))

    return Metric(
        name,
        name,
        _counted_before,
        score,
        _counted_before,
        averaged=tuple(members),
        lengths=tuple(lengths),
        summands=tuple(
            summand.shifted(start, summand.weight / len(members))
            for member, start in zip(members, starts, strict=False)
            for summand in member.summands
        ),
        f1_alone=True,
    )
