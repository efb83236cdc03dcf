"""Comparisons of systems, column by column: a thousand systems make half a million rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import starmap

import numpy as np

from leaderboard.report.table import Column, Table, Value
from leaderboard.report.words.precision import portable
from leaderboard.significance.comparison import VERDICTS, Family, bounds

COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("metric", "Metric"),
    Column("first_score", "First", "percent"),
    Column("second_score", "Second", "percent"),
    Column("difference", "Difference", "signed"),
    Column("interval", "Interval", "bounds"),
    Column("p_value", "p", "p"),
    Column("p_adjusted", "p adjusted", "p"),
    Column("standard_error", "SE of p", "number", main=False),
    Column("trials", "Trials", "count", main=False),
    Column("exact", "Exact", main=False),
    Column("borderline", "Borderline", main=False),
    Column("units", "Units", "count", main=False),
    Column("units_differing", "Differing", "count"),
    Column("verdict", "Verdict"),
)
_NAMES = [column.name for column in COLUMNS]


def pair_table(families: Collection[Family]) -> Table:
    """One row a pair and metric, with every field of a comparison."""
    return Table("Comparisons", COLUMNS, tuple(row for family in families for row in _rows(family)))


def pair_records(families: Collection[Family]) -> list[dict[str, Value]]:
    return [dict(zip(_NAMES, row, strict=True)) for family in families for row in _rows(family)]


def _rows(family: Family) -> Iterator[tuple[Value, ...]]:
    columns = _columns(family)
    return zip(*(columns[name] for name in _NAMES), strict=True)


def _columns(family: Family) -> dict[str, list[Value]]:
    pairing, p_values = family.pairing, family.p_values
    first, second = pairing.first, pairing.second
    systems = np.array(family.systems, dtype=object)
    return {
        "first": systems[first].tolist(),
        "second": systems[second].tolist(),
        "metric": [family.metric] * len(family),
        "first_score": family.scores[first].tolist(),
        "second_score": family.scores[second].tolist(),
        "difference": family.differences.tolist(),
        "interval": list(_bounds(family)),
        "p_value": p_values.p.tolist(),
        "p_adjusted": family.p_adjusted.tolist(),
        "standard_error": family.standard_errors.tolist(),
        "trials": p_values.trials.tolist(),
        "exact": p_values.exact.tolist(),
        "borderline": family.borderline.tolist(),
        "units": [family.units] * len(family),
        "units_differing": family.units_differing.tolist(),
        "verdict": np.array(VERDICTS, dtype=object)[family.verdicts].tolist(),
    }


def _bounds(family: Family) -> Iterator[Value]:
    found = starmap(bounds, family.intervals.bounds.tolist())
    if family.design.interval == "percentile":
        return found
    return (one and (portable(one[0]), portable(one[1])) for one in found)
