"""Comparisons of systems, column by column."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, cast

from leaderboard.report.features.repairs import NO_REPAIRS, strict_pair_columns, strict_pair_values
from leaderboard.report.forms.json import compact
from leaderboard.report.relation import Block, Relation
from leaderboard.report.table import Bounds, Column, Value, ends
from leaderboard.significance.intervals import portable

if TYPE_CHECKING:
    from leaderboard.significance.family import Family
    from leaderboard.tasks.account import Repair

# In the order of the fields of a comparison.
COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("metric", "Metric"),
    Column("first_score", "First F1", "percent"),
    Column("second_score", "Second F1", "percent"),
    Column("difference", "Difference", "signed"),
    Column("interval", "Interval", "bounds"),
    Column("p_value", "p", "p"),
    Column("p_adjusted", "p adjusted", "p"),
    Column("standard_error", "SE of p", "number", main=False),
    Column("trials", "Trials", "count", main=False),
    Column("exact", "Exact", "flag", main=False),
    Column("borderline", "Borderline", "flag", main=False),
    Column("units", "Units", "count", main=False),
    Column("units_differing", "Differing", "count"),
    Column("verdict", "Verdict"),
    Column("interval_joint", "Joint interval", "bounds", main=False),
    Column("difference_error", "SE of difference", "signed", main=False),
    Column("df", "df", "number", main=False),
)
# Of what single units say of a pair.
_OF_UNITS = (
    Column("variance_ratio", "Variance ratio", "number", main=False),
    Column("units_won", "Ahead on", "count", main=False),
    Column("units_level", "Level on", "count", main=False),
    Column("units_lost", "Behind on", "count", main=False),
    Column("difference_without", "Difference without one", "signed", main=False),
    Column("without", "Without", "records", main=False, in_records=True),
    Column("without_dataset", "Dataset of it", main=False, path="without.dataset"),
    Column("without_document", "Without", main=False, path="without.document"),
    Column("without_part", "Part of it", "count", main=False, path="without.part"),
    Column("failures_first", "First fails on", "count", main=False),
    Column("failures_second", "Second fails on", "count", main=False),
)
_OF_UNIT = ("dataset", "document", "part")
# Of a margin, where there is one.
_OF_MARGIN = (
    Column("p_equivalence", "p of equivalence", "p", main=False),
    Column("p_equivalence_adjusted", "p of equivalence, adjusted", "p", main=False),
    Column("equivalent", "Equivalent", "flag", main=False),
)
# Of entries that were chosen among several.
_ATTEMPTS = (Column("attempts", "Attempts", "count", main=False),)
# Of tests that are not by swaps; systems with several runs are tested by t.
_OF_TEST = (Column("test", "Test", main=False), Column("statistic", "Statistic", "number", main=False))
# Of slices, which are tested together.
_OVER_SLICES = (Column("p_over_slices", "p over slices", "p"),)
# Of two outputs whose units are blocks of components.
_COMPONENTS = (Column("components", "Components", "count", main=False),)
# Of several datasets, each tested alone.
_OF_DATASETS = (
    Column("datasets", "Datasets", "records", main=False, in_records=True),
    Column("datasets_better", "Better on", "count", main=False),
    Column("datasets_worse", "Worse on", "count", main=False),
)
_OF_DATASET = ("dataset", "difference", "p_value", "p_over_datasets")
# What has gone through other functions than sums and quotients; of pairs tested by t also the p-values have.
_OF_T = ("p_value", "p_adjusted", "p_over_slices")
_PORTABLE = (
    "interval_joint",
    "difference_error",
    "df",
    "variance_ratio",
    "p_equivalence",
    "p_equivalence_adjusted",
    "statistic",
)
# It follows from the p-value and the trials, which are written in full.
_DERIVED = "standard_error"
# Of systems outside the ranking.
_CONTRASTIVE = (Column("contrastive", "Contrastive", "flag", main=False),)
# Rows that are held as columns at a time, to bound the memory.
_AT_ONCE = 2**12


def columns_of(families: Collection[Family]) -> tuple[Column, ...]:
    """The columns of these comparisons."""
    further = (
        (_OF_MARGIN, any(family.equivalence is not None for family in families)),
        (_ATTEMPTS, any(family.design.attempts for family in families)),
        (_OF_TEST, any(family.runs or family.design.test != "ar" for family in families)),
        (_OVER_SLICES, any(family.p_over_slices is not None for family in families)),
        (_COMPONENTS, any(family.components is not None for family in families)),
        (_OF_DATASETS, any(family.datasets is not None for family in families)),
        (_CONTRASTIVE, any(family.design.contrastive is not None for family in families)),
    )
    return (*COLUMNS, *_OF_UNITS, *chain(*(columns for columns, there in further if there)))


def comparisons(families: Collection[Family], repairs: Mapping[str, Repair] = NO_REPAIRS) -> Relation:
    """One row per pair and metric, with every field of a comparison, and strict scores of repaired texts."""
    columns = (*columns_of(families), *strict_pair_columns(repairs, ()))

    def block(family: Family, start: int) -> Block:
        pairs = slice(start, start + _AT_ONCE)
        found = {**pair_columns(family, pairs), **strict_pair_values(repairs, family, pairs)}
        # Beside other families, one without runs has these columns too.
        number = len(found["first"])
        found.setdefault("test", [family.design.test] * number)
        found.setdefault("statistic", [None] * number)
        return [found[column.name] for column in columns]

    starts = [(family, start) for family in families for start in range(0, len(family), _AT_ONCE)]
    blocks = [partial(block, family, start) for family, start in starts]
    return Relation("comparisons", ("first", "second", "metric"), columns, lambda: blocks)


def family_record(families: Collection[Family]) -> dict[str, object]:
    """The facts about all pairs: margin, and by metric copies, distinct systems and effective units."""
    margin = next(iter(families)).design.margin
    return {
        **({} if margin is None else {"margin": margin}),
        "copies": {family.metric: family.copies for family in families},
        "distinct": {family.metric: family.distinct for family in families},
        "effective_units": {family.metric: portable(family.sampling.effective_units) for family in families},
    }


def pair_columns(family: Family, pairs: slice = slice(None)) -> dict[str, list[Value]]:
    """The fields of these comparisons; but for percentiles, bounds have gone through quantiles."""
    columns = family.columns(pairs)
    drawn = family.design.interval == "percentile" and not family.runs
    for name in (*_PORTABLE, _DERIVED, *([] if drawn else ["interval"])):
        if name in columns:
            columns[name] = list(map(_portable, columns[name]))
    for column in _OF_DATASETS:  # those of other metrics have none
        columns.setdefault(column.name, [None] * len(columns["first"]))
    every_by_t = family.by_t
    any_by_t = bool(every_by_t.any())
    columns["datasets"] = [None if row is None else _records(row, any_by_t) for row in columns["datasets"]]
    units = [unit and (unit.dataset or None, unit.document, unit.number) for unit in columns["without"]]
    known = {unit: unit and compact(dict(zip(_OF_UNIT, unit, strict=True))) for unit in set(units)}
    columns["without"] = [known[unit] for unit in units]
    for place, name in enumerate(_OF_UNIT):
        columns[f"without_{name}"] = [unit and unit[place] for unit in units]
    by_t = every_by_t[pairs].tolist()
    for name in _OF_T if any(by_t) else ():
        if name in columns:
            columns[name] = [_portable(one) if t else one for one, t in zip(columns[name], by_t, strict=True)]
    return columns


def _records(rows: Iterable[tuple[Value, ...]], by_t: bool) -> str:
    """What is known of each dataset, as it stands in JSON."""
    written = (map(_portable, row) if by_t else row for row in rows)
    return compact([dict(zip(_OF_DATASET, row, strict=True)) for row in written])


def _portable(value: Value) -> Value:
    if isinstance(value, tuple):
        return cast(Bounds, tuple(map(_portable, ends(value))))
    return portable(value) if isinstance(value, float) else value
