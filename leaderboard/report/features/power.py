"""Smallest detectable differences as tables and as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from math import ceil
from typing import TYPE_CHECKING, cast

from leaderboard.report.features.problems import rejections_of
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.systems import table_record
from leaderboard.report.table import Column, Table, Value, cell
from leaderboard.report.words.comparisons import (
    curve_caption,
    fewer_pairs_notes,
    margin_label,
    margin_note,
    more_runs_note,
    power_caption,
    power_notes,
    run_curve_caption,
    run_curve_note,
    too_few_note,
)
from leaderboard.report.words.methods import mean_note
from leaderboard.report.words.rejections import identical_notes, rejection_notes
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.power import POWER, Detectable, Sensitivity

if TYPE_CHECKING:
    from leaderboard.significance.power import Needed, RunPower
    from leaderboard.verbs.power import PowerResult


Curve = Sequence[tuple[Detectable, Detectable]]


def smallest_differences(result: PowerResult) -> Relation:
    """One row per metric: the smallest detectable differences at alpha and corrected for all pairs."""
    fields: list[Field[Sensitivity]] = [
        Field(Column("metric", "Metric"), lambda found: found.metric),
        Field(Column("pairs", "Pairs", "count"), lambda found: found.pairs),
        Field(Column("identical", "Identical", "count"), lambda found: found.identical),
        Field(Column("standard_error", "SE", "percent"), lambda found: found.standard_error),
        *_at_level("single", 0),
        *_at_level("corrected", 1),
        Field(Column("units", "Units", "count"), lambda found: found.single.units),
    ]
    return relation_of("power", ("metric",), fields, result.sensitivities)


def _at_level(level: str, place: int) -> Iterator[Field[Sensitivity]]:
    """What can be detected at one level, and the units by which a margin is shown."""

    def value(name: str) -> Callable[[Sensitivity], Value]:
        return lambda found: cast(Value, getattr(getattr(found, level), name))

    def column(name: str, kind: str) -> Column:
        return Column(f"{level}_{name}", f"{level.capitalize()} {name}", kind, path=f"{level}.{name}")

    yield Field(column("alpha", "number"), value("alpha"))
    for name in ("median", "low", "high"):
        yield Field(column(name, "percent"), value(name))
    yield Field(column("needed", "number"), lambda found: found.needed and found.needed[place])


def power_table(result: PowerResult) -> Table:
    """Return one row per metric: median and range over pairs, at alpha and corrected for all pairs."""
    labels = {metric.name: metric.label for metric in result.metrics}
    margin, unit, primary = result.options.margin, result.options.unit, result.options.primary
    rows: list[tuple[Value, ...]] = [
        (
            labels[found.metric],
            *_cells(
                found.metric, found.standard_error, *_smallest(found.single), *_smallest(found.corrected)
            ),
            *(_counts(found.needed) if margin else ()),
        )
        for found in result.sensitivities
    ]
    found = max(result.sensitivities, key=lambda one: one.pairs)
    several, runs = found.pairs > 1, result.sheet.runs
    drawn = not runs or runs.count(1) > 1  # systems with several runs have t tests
    shown = [level for one in result.sensitivities if one.pairs for level in (one.single, one.corrected)]
    return Table(
        power_caption(found.single.units, result.options.unit, POWER, result.options.alpha, found.metric),
        (
            Column("metric", "Metric"),
            Column("standard_error", "SE", "percent"),
            Column("single", "One pair", "percent"),
            Column("single_range", "Range", "bounds", main=several),
            Column("corrected", f"All {found.pairs:,} pairs", "percent", main=several),
            Column("corrected_range", "Range for all", "bounds", main=several),
            *([Column("needed", margin_label(margin, unit, primary), "count")] if margin else ()),
            *([Column("needed_corrected", "For all pairs", "count", main=several)] if margin else ()),
        ),
        tuple(rows),
        (
            *power_notes(found.pairs, found.identical, unit),
            *fewer_pairs_notes({labels[one.metric]: one.pairs for one in result.sensitivities}),
            *_blank(result, shown),
            *([margin_note(margin, unit, primary)] if margin else ()),
            *([more_runs_note(margin, unit, primary)] if margin and _runs_are_too_few(result) else ()),
            *identical_notes(result.identical),
            *mean_note(result.datasets, result.options.averaged, drawn),
            *sentences(result.remarks),
            *rejection_notes(result.rejected),
        ),
        signature=result.signature,
    )


def _cells(metric: str, *values: Value) -> Iterator[Value]:
    return (cell(value, "percent", metric) for value in values)


def _smallest(found: Detectable) -> tuple[Value, Value]:
    """Return the median and the range."""
    return found.median, None if found.low is None else cast(Value, (found.low, found.high))


def _blank(result: PowerResult, shown: Iterable[Detectable]) -> tuple[str, ...]:
    """Return what a blank cell means, if there is one."""
    levels = [found.alpha for found in shown if None in (found.median, found.high)]
    return (too_few_note(result.options.unit, min(levels), bool(result.sheet.runs)),) if levels else ()


def _counts(needed: tuple[float | None, float | None] | None) -> tuple[int | None, ...]:
    """Return whole numbers of units, None where they are unknown."""
    return tuple(None if count is None else ceil(count) for count in needed or (None, None))


def _runs_are_too_few(result: PowerResult) -> bool:
    """Return True if some margin cannot be shown by any number of units, because runs vary too much."""
    return any(None in found.needed for found in result.sensitivities if found.needed)


def curve_tables(result: PowerResult) -> tuple[Table, ...]:
    """Return the medians by number of units: for one pair, and corrected where there are several.

    The last table has those of systems with several runs, by number of runs.
    """
    pairs = max(one.pairs for one in result.sensitivities)
    corrected = [_curve_table(result, 1, pairs)] if pairs > 1 else []
    by_runs = [_run_table(result)] if result.run_power else []
    return (_curve_table(result, 0, None), *corrected, *by_runs)


def _curve_table(result: PowerResult, level: int, pairs: int | None) -> Table:
    labels = {metric.name: metric.label for metric in result.metrics}
    return Table(
        curve_caption(result.options.unit, pairs),
        (Column("metric", "Metric"), *_sizes(result.sensitivities[0].curve)),
        tuple(
            (
                labels[found.metric],
                *_cells(found.metric, *(_smallest(point[level])[0] for point in found.curve)),
            )
            for found in result.sensitivities
        ),
        _blank(result, (point[level] for one in result.sensitivities if one.pairs for point in one.curve)),
    )


def _run_table(result: PowerResult) -> Table:
    """Return the medians for one pair by number of runs and units."""
    labels = {metric.name: metric.label for metric in result.metrics}
    return Table(
        run_curve_caption(result.options.unit),
        (
            Column("metric", "Metric"),
            Column("runs", "Runs", "count"),
            *_sizes(result.run_power[0].plans[0].curve),
        ),
        tuple(
            (
                labels[found.metric],
                plan.runs,
                *_cells(found.metric, *(_smallest(single)[0] for single, _ in plan.curve)),
            )
            for found in result.run_power
            for plan in found.plans
        ),
        (
            run_curve_note(result.options.unit),
            *_blank(
                result, (one for found in result.run_power for plan in found.plans for one, _ in plan.curve)
            ),
        ),
    )


def _sizes(curve: Curve) -> tuple[Column, ...]:
    """Return a column for each number of units."""
    sizes = [single.units for single, _ in curve]
    return tuple(Column(f"units_{size}", f"{size:,}", "percent") for size in sizes)


def power_record(result: PowerResult) -> dict[str, object]:
    return {
        **head(result.signature, result.key),
        **table_record(result.task),
        "cluster": result.cluster and asdict(result.cluster),
        "claim": result.claim,
        "alpha": result.options.alpha,
        "power": POWER,
        "identical_pairs": min(found.identical for found in result.sensitivities),
        "metrics": [
            {**record, "curve": _curve_record(found.curve)}
            for record, found in zip(smallest_differences(result).values(), result.sensitivities, strict=True)
        ],
        "run_power": list(map(_run_record, result.run_power)),
        "rejected": [*rejections_of(result.rejected).values()],
    }


def needed_record(needed: Mapping[str, Needed | None]) -> dict[str, object]:
    """Return the documents needed by metric, nothing where there is nothing to plan."""
    return {metric: found and asdict(found) for metric, found in needed.items()}


def _curve_record(curve: Curve) -> list[dict[str, object]]:
    return [
        {"units": single.units, "single": asdict(single), "corrected": asdict(corrected)}
        for single, corrected in curve
    ]


def _run_record(found: RunPower) -> dict[str, object]:
    plans = [{"runs": plan.runs, "curve": _curve_record(plan.curve)} for plan in found.plans]
    return {**asdict(found), "plans": plans}
