"""Smallest detectable differences as tables and as a record."""

from __future__ import annotations

from dataclasses import asdict

from leaderboard.report.rejections import rejection_notes, rejection_records
from leaderboard.report.table import Column, Table, Value
from leaderboard.sensitivity import POWER
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
    unit = result.settings.unit
    return Table(
        f"The smallest difference in F1, in points, that {found.single.units} {unit}s detect with "
        f"{100 * POWER:.0f} % power at alpha = {result.settings.alpha:g}",
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
            f"The median and the range over {found.pairs} pairs of systems; the columns for all pairs are at "
            "alpha divided by their number.",
            *rejection_notes(result.rejected),
            f"Signature: {result.signature}",
        ),
    )


def curve_table(result: PowerResult) -> Table:
    """How the median for one pair shrinks with more units."""
    sizes = [single.units for single, _ in result.sensitivities[0].curve]
    labels = {metric.name: metric.label for metric in result.metrics}
    unit = result.settings.unit
    return Table(
        f"The same for one pair (the median), by the number of {unit}s",
        (Column("metric", "Metric"), *(Column(f"units_{size}", f"{size:,}", "percent") for size in sizes)),
        tuple(
            (labels[found.metric], *(single.median for single, _ in found.curve))
            for found in result.sensitivities
        ),
    )


def power_record(result: PowerResult) -> dict[str, object]:
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "alpha": result.settings.alpha,
        "power": POWER,
        "metrics": [asdict(found) for found in result.sensitivities],
        "rejected": rejection_records(result.rejected),
    }
