"""Differences between systems as tables and as records."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.metrics.metric import Metric
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.error_bars import bar_table
from leaderboard.report.tables.error_changes import change_records, change_tables
from leaderboard.report.tables.error_kinds import error_record, error_tables
from leaderboard.report.tables.pairs import COLUMNS, pair_columns, pair_records
from leaderboard.report.words.captions import unit_text
from leaderboard.report.words.methods import mean_note, methods
from leaderboard.report.words.rejections import rejection_notes, rejection_records
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.comparison import Family
from leaderboard.significance.drivers import Driver
from leaderboard.verbs.compare import CompareResult


def people_table(result: CompareResult) -> Table:
    """The pairs with labels for metrics; the systems of a single pair are named once, above the table."""
    systems = _only_pair(result)
    doubtful = any(family.borderline.any() for family in result.families)
    columns = tuple(
        replace(column, label=_label(column, systems), main=_is_main(column, systems, doubtful))
        for column in COLUMNS
    )
    rows = tuple(
        row
        for family in result.families
        for row in zip(*_people_columns(result, family).values(), strict=True)
    )
    return Table(_caption(result), columns, rows, _notes(result), signature=result.signature)


def _people_columns(result: CompareResult, family: Family) -> dict[str, list[Value]]:
    columns = pair_columns(family)
    verdicts = zip(columns["verdict"], columns["borderline"], strict=True)
    return {
        **columns,
        "metric": [_label_of(result.metrics, family.metric)] * len(family),
        "verdict": [f"{verdict}, borderline" if doubtful else verdict for verdict, doubtful in verdicts],
    }


def driver_table(result: CompareResult) -> Table:
    """The documents that speak most for either of the first two systems."""
    found = result.drivers
    label = _label_of(result.metrics, found.metric)
    rows: list[tuple[Value, ...]] = [
        (system, unit_text(driver.unit), driver.first_score, driver.second_score, driver.effect)
        for system, side in ((found.first, found.for_first), (found.second, found.for_second))
        for driver in side
    ]
    unit = result.options.unit
    return Table(
        f"The {unit}s behind the difference in {label}: {found.first} is ahead on {found.wins}, level on "
        f"{found.ties}, behind on {found.losses}. "
        f"The effect is what the {unit} adds to the difference: "
        "half of what the difference would lose if the two traded outputs there.",
        (
            Column("favours", "Favours"),
            Column("unit", unit.capitalize()),
            Column("first_score", found.first, "percent"),
            Column("second_score", found.second, "percent"),
            Column("effect", "Effect", "effect"),
        ),
        tuple(rows),
    )


def error_section(result: CompareResult) -> list[Table]:
    """What the second system does better and worse; all errors of all systems and classes if asked for."""
    everything = result.options.errors
    tables = error_tables(result.errors, result.datasets) if everything else []
    return [*tables, *change_tables(result.errors, result.turns, classes=everything)]


def error_figure(result: CompareResult) -> str:
    """The bars of all systems in HTML, if their errors were asked for."""
    return bar_table(result.errors) if result.options.errors else ""


def compare_record(result: CompareResult) -> dict[str, object]:
    found = result.drivers
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "alpha": result.options.alpha,
        "adjust": result.options.adjust,
        "comparisons": pair_records(result.families),
        "drivers": {
            "first": found.first,
            "second": found.second,
            "metric": found.metric,
            "wins": found.wins,
            "ties": found.ties,
            "losses": found.losses,
            "for_first": [_driver(driver) for driver in found.for_first],
            "for_second": [_driver(driver) for driver in found.for_second],
        },
        "errors": {system: error_record(profile) for system, profile in result.errors.items()},
        "changes": change_records(result.errors, result.turns),
        "notes": list(sentences(result.remarks)),
        "remarks": [one.record for one in result.remarks],
        "rejected": rejection_records(result.rejected),
    }


def _driver(driver: Driver) -> dict[str, object]:
    return {
        **unit_record(driver.unit),
        "first_score": driver.first_score,
        "second_score": driver.second_score,
        "effect": driver.effect,
    }


def _only_pair(result: CompareResult) -> tuple[str, ...]:
    """The first and the second system, if there is only one pair."""
    pair = result.families[0][0]
    return (pair.first, pair.second) if len(result.families[0]) == 1 else ()


def _caption(result: CompareResult) -> str:
    pair = _only_pair(result)
    if pair:
        return f"{pair[0]} against {pair[1]}, F1 in per cent"
    return f"{len(result.scores)} systems, F1 in per cent"


def _notes(result: CompareResult) -> tuple[str, ...]:
    return (
        methods(result.options, result.families, result.documents),
        *mean_note(result.datasets),
        *sentences(result.remarks),
        *rejection_notes(result.rejected),
    )


def _label(column: Column, systems: tuple[str, ...]) -> str:
    if systems and column.name in ("first_score", "second_score"):
        return systems[column.name == "second_score"]
    return column.label


def _is_main(column: Column, systems: tuple[str, ...], doubtful: bool) -> bool:
    """Pairs are named where there are several; the Monte-Carlo error is shown where it matters."""
    if column.name in ("first", "second"):
        return not systems
    return doubtful if column.name == "standard_error" else column.main


def _label_of(metrics: tuple[Metric, ...], name: str) -> str:
    return next(metric.label for metric in metrics if metric.name == name)
