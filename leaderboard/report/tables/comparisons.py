"""Differences between systems as tables and as a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import starmap
from typing import TYPE_CHECKING

from leaderboard.metrics.metric import metric_named, scale_of
from leaderboard.report.features.documents import read_note, unit_record
from leaderboard.report.features.errors import (
    bar_table,
    change_records,
    change_tables,
    error_record,
    error_tables,
    sum_notes,
)
from leaderboard.report.features.pair import compare_answer
from leaderboard.report.features.paper import (
    computed,
    fates_said,
    pair_counts,
    results,
    setting,
    wrapped,
)
from leaderboard.report.features.power import needed_record
from leaderboard.report.features.prices import pair_price_table, price_comparisons
from leaderboard.report.features.problems import input_records
from leaderboard.report.features.repairs import strict_pair_columns, strict_pair_values
from leaderboard.report.features.slice_facts import slice_record
from leaderboard.report.forms.json import head, nested
from leaderboard.report.systems import Record, system_records, table_record
from leaderboard.report.table import Column, Table, Value, cell
from leaderboard.report.tables.pairs import COLUMNS, columns_of, comparisons, family_record, pair_columns
from leaderboard.report.words.comparisons import (
    driver_caption,
    driver_notes,
    needed_notes,
    sign_note,
)
from leaderboard.report.words.methods import (
    claim,
    has_joint,
    is_adjusted,
    is_drawn,
    mean_note,
    mean_of,
    method,
    percentage,
    verdict_text,
)
from leaderboard.report.words.names import how_all, unit_text, words_of
from leaderboard.report.words.rejections import identical_notes, rejection_notes
from leaderboard.report.words.remarks import remark_records, sentences
from leaderboard.text import capital, one_line

if TYPE_CHECKING:
    from leaderboard.boards import SliceComparisons
    from leaderboard.significance.drivers import Driver
    from leaderboard.significance.family import Family
    from leaderboard.verbs.compare import CompareResult


_INTERVALS = {"interval": "", "interval_joint": "Joint "}


def people_table(result: CompareResult) -> Table:
    """Return one row per pair and metric; the systems of a single pair are named in the header only."""
    systems = _only_pair(result)
    several, level = not systems, percentage(1 - result.options.alpha)
    adjusted = any(map(is_adjusted, result.families))
    joint = any(has_joint(family) for family in result.families)
    words = words_of(result.options.primary)
    shown = {
        "interval": not joint,
        "interval_joint": joint,
        "first": several,
        "second": several,
        "p_adjusted": adjusted,
        "standard_error": any(bool(family.borderline.any()) for family in result.families),
    }
    # What a narrow terminal can do without; difference, interval and p stay.
    spare = {"units_differing": 4, "p_value": 3 * adjusted, "first_score": 2, "second_score": 2, "verdict": 1}
    columns = tuple(
        replace(
            column,
            label=_label(column, systems, level, words.score),
            main=shown.get(column.name, column.main),
            spare=spare.get(column.name, 0),
        )
        for column in columns_of(result.families)
        if not column.in_records
    ) + strict_pair_columns(result.text_repairs, systems)
    every = (_people_columns(result, family) for family in result.families)
    rows = tuple(
        row for cells in every for row in zip(*(cells[column.name] for column in columns), strict=True)
    )
    order = [column.name for column in columns if column.name != "interval_joint"]
    order.insert(order.index("interval") + 1, "interval_joint")
    if result.text_repairs:
        behind = order.index("second_score") + 1
        order[behind:] = [*order[-2:], *order[behind:-2]]
    return Table(_caption(result), columns, rows, _notes(result), signature=result.signature).only(order)


def other_tables(result: CompareResult) -> list[Table]:
    """Return the tables of runs and slices, of the documents that contribute most, and of errors."""
    return [*part_tables(result), *driver_tables(result), *error_section(result)]


def part_tables(result: CompareResult) -> list[Table]:
    """Return the tables of runs and of slices."""
    from leaderboard.report.features.runs import run_tables

    primary = [metric for metric in result.metrics if metric.name == result.options.primary]
    if not result.slices:
        return run_tables(result.runs, primary)
    from leaderboard.report.features.slices import pair_slice_tables

    return [*run_tables(result.runs, primary), *pair_slice_tables(result)]


def _people_columns(result: CompareResult, family: Family) -> dict[str, list[Value]]:
    columns = pair_columns(family)
    within = columns.get("equivalent", [False] * len(family))
    verdicts = zip(columns["verdict"], within, columns["borderline"], strict=True)
    for column in COLUMNS:
        if column.kind in ("percent", "signed", "bounds"):
            columns[column.name] = [cell(one, column.kind, family.metric) for one in columns[column.name]]
    return {
        **columns,
        "metric": [metric_named(result.metrics, family.metric).label] * len(family),
        "verdict": list(starmap(verdict_text, verdicts)),
        **strict_pair_values(result.text_repairs, family),
    }


def driver_tables(result: CompareResult, most: int | None = None) -> list[Table]:
    """Return the table of the documents that contribute most to the first difference, if any does.

    Of at most so many each system has half; where one has fewer, the other has more.
    """
    found = result.drivers
    label = metric_named(result.metrics, found.metric).label
    first, second = found.for_first, found.for_second
    if most is not None:
        of_first = max(most // 2, most - len(second))
        first, second = first[:of_first], second[: most - len(first[:of_first])]
    rows: list[tuple[Value, ...]] = [
        (system, unit_text(driver.unit), driver.first_score, driver.second_score, driver.effect)
        for system, side in ((found.first, first), (found.second, second))
        for driver in side
    ]
    unit = result.options.shown_unit
    table = Table(
        driver_caption(label, unit, found.first, (found.wins, found.ties, found.losses)),
        (
            Column("favours", "Favours"),
            Column("unit", unit.capitalize()),
            Column("first_score", found.first, "percent", metric=found.metric),
            Column("second_score", found.second, "percent", metric=found.metric),
            Column("effect", "Effect", "effect", metric=found.metric),
        ),
        tuple(rows),
        (*_without_one(result), *driver_notes(unit), *_reading(result)),
    )
    return [table] if rows else []


def _without_one(result: CompareResult) -> list[str]:
    """Return what is left of the first difference without the unit that changes it most."""
    pair = result.first
    if pair.without is None or pair.difference_without is None:
        return []
    scale = scale_of(pair.metric)
    left, whole = (scale.text(difference, "+") for difference in (pair.difference_without, pair.difference))
    return [f"Without {unit_text(pair.without)}, the difference would be {left} instead of {whole}."]


def _reading(result: CompareResult) -> list[str]:
    """Return the command that shows the documents of the first pair, if they can be shown."""
    found, task = result.drivers, result.task
    if not result.has_texts:
        return []
    return [read_note([str(task.submission(name).path) for name in (found.first, found.second)], task.key)]


def error_section(result: CompareResult) -> list[Table]:
    """Return what errors cost the first two systems; if asked for, also all their kinds and changes."""
    prices, alpha = result.prices, result.options.alpha
    costs = [pair_price_table(result.priced, prices, result.span_heads, alpha)] if prices else []
    if not result.options.errors:
        return costs
    tables = error_tables(result.errors, sum_notes(result.datasets, result.metrics))
    return [*costs, *tables, *change_tables(result.errors, result.turns)]


def error_figure(result: CompareResult) -> str:
    """Return the bars of all systems in HTML, or nothing if errors were not asked for."""
    return bar_table(result.errors) if result.options.errors else ""


def paper_text(result: CompareResult) -> str:
    """Return the sentences for a paper on the pairs by the primary metric, and the signature."""
    return f"{wrapped(one_line(' '.join(_paper(result))))}\n\nSignature: {one_line(result.signature)}\n"


def _paper(result: CompareResult) -> Iterator[str]:
    family, options = _primary(result), result.options
    yield from results(options, family, result.primary_spread, mean_of(result.datasets, options.averaged))
    yield from setting(result, family)
    yield from claim(options, family)
    yield from pair_counts(family)
    yield from method(options, family, result.documents, of_pairs=True)
    yield from fates_said([], sorted({one.system for one in result.rejected}), [])
    yield computed(family)


def _only_pair(result: CompareResult) -> tuple[str, ...]:
    """Return the two systems if there is only one pair, else nothing."""
    pair = result.families[0][0]
    return (pair.first, pair.second) if len(result.families[0]) == 1 else ()


def _caption(result: CompareResult) -> str:
    pair = _only_pair(result)
    how = f"{words_of(result.options.primary).scores}{how_all(result.metrics)}"
    differences = f"{capital(how)}; differences are {' minus '.join(pair)}"
    return differences if pair else f"{len(result.scores)} systems, {how}"


def _notes(result: CompareResult) -> tuple[str, ...]:
    notes = (
        *_sentences_of_runs(result),
        *claim(result.options, _primary(result)),
        "" if _only_pair(result) else sign_note(),
        " ".join(method(result.options, _primary(result), result.documents, of_pairs=True)),
        *mean_note(result.datasets, result.options.averaged, is_drawn(_primary(result))),
        *identical_notes(result.identical, _primary(result).copies),
        *sentences(result.remarks),
        *needed_notes(_primary(result), result.documents_needed),
        *rejection_notes(result.rejected),
    )
    return tuple(filter(None, notes))


def _sentences_of_runs(result: CompareResult) -> tuple[str, ...]:
    """Return the sentences of a paper on the only pair, where a system of it has several runs."""
    spread = result.primary_spread
    return (
        (" ".join(results(result.options, _primary(result), spread, "")),)
        if spread and _only_pair(result)
        else ()
    )


def _primary(result: CompareResult) -> Family:
    return next(family for family in result.families if family.metric == result.options.primary)


def _label(column: Column, systems: tuple[str, ...], level: str, score: str) -> str:
    if systems and column.name in ("first_score", "second_score"):
        return systems[column.name == "second_score"]
    if column.name in _INTERVALS:
        return f"{_INTERVALS[column.name]}{level} interval"
    return column.label.replace("F1", score)


def compare_record(result: CompareResult) -> Record:
    found = result.drivers
    errors = {system: error_record(profile) for system, profile in result.errors.items()}
    return {
        **head(result.signature, result.key),
        **table_record(result.task),
        "primary": result.options.primary,
        "alpha": result.options.alpha,
        "adjust": result.options.adjust,
        "margin": result.families[0].design.margin,
        "answer": compare_answer(result),
        "documents_needed": needed_record(result.documents_needed),
        "across": result.across and asdict(result.across),
        "cluster": result.cluster and asdict(result.cluster),
        "clustering": result.clustering and asdict(result.clustering),
        "claim": result.claim,
        "blocks": result.options.blocks if result.claim == "outputs" else None,
        "systems": list(system_records(result.task, result.scores, errors=errors)),
        **family_record(result.families),
        "comparisons": comparisons(result.families, result.text_repairs).records(),
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
        "slices": nested(map(_slice, result.slices)),
        "price_comparisons": price_comparisons(result.prices).records(),
        "changes": change_records(result.errors, result.turns),
        "notes": list(sentences(result.remarks)),
        "remarks": remark_records(result.remarks),
        **input_records(result.task),
    }


def _slice(of_slice: SliceComparisons) -> Record:
    return {
        **slice_record(of_slice.sheet),
        "signature": of_slice.sheet.signature,
        "comparisons": comparisons(of_slice.tests).records(),
        "notes": list(sentences(of_slice.remarks)),
        "remarks": remark_records(of_slice.remarks),
    }


def _driver(driver: Driver) -> Record:
    return {
        **unit_record(driver.unit),
        "first_score": driver.first_score,
        "second_score": driver.second_score,
        "effect": driver.effect,
    }
