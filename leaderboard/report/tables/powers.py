"""Smallest detectable differences as tables and as a record."""

from __future__ import annotations

from dataclasses import asdict

from leaderboard.report.table import Column, Table, Value
from leaderboard.report.words.methods import mean_note
from leaderboard.report.words.rejections import rejection_notes, rejection_records
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.power import POWER, Sensitivity
from leaderboard.significance.remarks import FEW_UNITS
from leaderboard.text import counted
from leaderboard.verbs.power import PowerResult


def power_table(result: PowerResult) -> Table:
    """One row a metric: the median and range over pairs, for one pair and corrected for all."""
    labels = {metric.name: metric.label for metric in result.metrics}
    rows: list[tuple[Value, ...]] = [
        (
            labels[found.metric],
            found.standard_error,
            found.single.median,
            (found.single.low, found.single.high),
            found.corrected.median,
            (found.corrected.low, found.corrected.high),
        )
        for found in result.sensitivities
    ]
    found = result.sensitivities[0]
    unit = result.options.unit
    return Table(
        f"The smallest difference in F1, in points, that {counted(found.single.units, unit)} detect with "
        f"{100 * POWER:.0f} % power at alpha = {result.options.alpha:g}",
        (
            Column("metric", "Metric"),
            Column("standard_error", "SE", "percent"),
            Column("single", "One pair", "percent"),
            Column("single_range", "Over pairs", "bounds"),
            Column("corrected", f"All {found.pairs} pairs", "percent"),
            Column("corrected_range", "Over pairs", "bounds"),
        ),
        tuple(rows),
        (
            f"The median and the range over {_pairs(found)}; the columns for all pairs are at "
            f"alpha / {found.pairs}.",
            *_few(result),
            *mean_note(result.datasets),
            *sentences(result.remarks),
            *rejection_notes(result.rejected),
        ),
        signature=result.signature,
    )


def curve_tables(result: PowerResult) -> tuple[Table, Table]:
    """How the medians shrink with more units, for one pair and corrected for all."""
    pairs = result.sensitivities[0].pairs
    return (
        _curve_table(result, 0, "for one pair"),
        _curve_table(result, 1, f"corrected for all {pairs} pairs"),
    )


def _curve_table(result: PowerResult, level: int, whose: str) -> Table:
    sizes = [single.units for single, _ in result.sensitivities[0].curve]
    labels = {metric.name: metric.label for metric in result.metrics}
    unit = result.options.unit
    return Table(
        f"The same by the number of {unit}s, the median {whose}",
        (Column("metric", "Metric"), *(Column(f"units_{size}", f"{size:,}", "percent") for size in sizes)),
        tuple(
            (labels[found.metric], *(point[level].median for point in found.curve))
            for found in result.sensitivities
        ),
    )


def power_record(result: PowerResult) -> dict[str, object]:
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "alpha": result.options.alpha,
        "power": POWER,
        "identical_pairs": result.sensitivities[0].identical,
        "metrics": [
            {
                **asdict(found),
                "curve": [
                    {"units": single.units, "single": asdict(single), "corrected": asdict(corrected)}
                    for single, corrected in found.curve
                ],
            }
            for found in result.sensitivities
        ],
        "rejected": rejection_records(result.rejected),
    }


def _pairs(found: Sensitivity) -> str:
    """How many pairs there are, and how many of them are no pairs of different systems."""
    pairs = f"{counted(found.pairs - found.identical, 'pair')} of systems"
    identical = f" ({counted(found.identical, 'pair')} of identical systems left out)"
    return pairs + (identical if found.identical else "")


def _few(result: PowerResult) -> tuple[str, ...]:
    """The normal approximation is no good for a handful of units."""
    unit = result.options.unit
    return (
        f"Figures for fewer than {FEW_UNITS} {unit}s are rough: they rest on a normal approximation, and a "
        "randomization test of few units that differ cannot reach small p-values at all.",
    )
