"""The prices of errors, as tables and as records."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from leaderboard.prices import ERROR_KINDS
from leaderboard.report.table import Column, Link, Table, Value, group_starts, show
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.reader_links import error_address
from leaderboard.report.tables.scores import score_entries
from leaderboard.report.words.comparisons import sign_note
from leaderboard.report.words.error_prices import (
    ALL_SYSTEMS,
    ALONE,
    COSTS,
    KIND_LABELS,
    LARGEST,
    LIST_NOTES,
    SHARED_ROW,
    dearer_note,
    difference_caption,
    difference_notes,
    heads_notes,
    largest_gain,
    price_caption,
    price_notes,
    unpriced_notes,
)
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.report.words.rejections import rejection_notes, rejection_records
from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import PartName
from leaderboard.tasks.error_counts import error_counts
from leaderboard.tasks.prices import KindPrices, PriceComparison, SystemPrices
from leaderboard.text import range_text

if TYPE_CHECKING:
    from leaderboard.tasks.found_errors import FoundError
    from leaderboard.verbs.error_prices import ErrorPricesResult
    from leaderboard.verbs.rank import RankResult

_WAYS = ("alone", "cumulative")
_COUNTS = ("errors", "all", "only")


def price_tables(result: ErrorPricesResult) -> list[Table]:
    """Return a table a system, then the differences between systems."""
    *others, last = (_system_table(result, system) for system in result.systems)
    notes = (
        *last.notes,
        *price_notes(result.span_heads, result.options.alpha, len(result.systems)),
        *sentences(result.price_remarks),
        *rejection_notes(result.rejected),
    )
    differences = difference_table(result)
    return [
        *others,
        replace(last, notes=notes, signature=result.signature),
        *([differences] if differences.rows else []),
        *([_list_table(result)] if result.found else []),
        *([_document_table(result)] if result.per_document else []),
    ]


def csv_table(result: ErrorPricesResult) -> Table:
    """Return the table of a CSV file: the errors or documents if asked for, otherwise the prices."""
    if result.found:
        return _list_table(result, {kind: kind for kind in ERROR_KINDS})
    return _document_table(result) if result.per_document else price_file_table(result.systems, result.kinds)


def _list_table(result: ErrorPricesResult, names: Mapping[str, str] = KIND_LABELS) -> Table:
    """Return one row an error."""
    rows = [
        (system, names[kind], one)
        for system, by_kind in result.found.items()
        for kind, found in by_kind.items()
        for one in found
    ]
    several = len(result.task.datasets) > 1
    return Table(
        "Errors",
        (
            Column("system", "System", main=len(result.systems) > 1),
            Column("kind", "Kind"),
            Column("dataset", "Dataset", main=several),
            Column("document", "Document", wraps=True),
            Column("part", "Part", "count"),
            Column("tokens", "Tokens", wraps=True),
            Column("words", "Words", wraps=True),
            Column("entity", "Entity", wraps=True),
        ),
        tuple(
            (system, kind, one.dataset, one.document, one.part, _tokens(one), one.words, one.beside)
            for system, kind, one in rows
        ),
        LIST_NOTES,
        groups=group_starts([row[:2] for row in rows]),
    )


def _tokens(error: FoundError) -> str:
    return ", ".join(range_text(*span) for span in error.mentions)


def _document_table(result: ErrorPricesResult) -> Table:
    """Return the numbers of errors of each system on each part."""
    names = {kind: KIND_LABELS[kind] for kind in result.kinds}
    return Table(
        "Errors in each document",
        (
            Column("system", "System", main=len(result.systems) > 1),
            Column("dataset", "Dataset", main=len(result.task.datasets) > 1),
            Column("document", "Document", wraps=True),
            Column("part", "Part", "count"),
            *(Column(kind, name, "count") for kind, name in names.items()),
        ),
        tuple(
            (one.system, *part, *(counts[kind] for kind in names))
            for one in result.systems
            for part, counts in _part_counts(result, one.system)
        ),
    )


def _part_counts(result: ErrorPricesResult, system: str) -> Iterator[tuple[PartName, dict[str, float]]]:
    columns = error_counts(result.task, system).T.tolist()
    for part, counts in zip(result.sheet.parts, columns, strict=True):
        yield part, dict(zip(ERROR_KINDS, counts, strict=True))


def _system_table(result: ErrorPricesResult, system: SystemPrices) -> Table:
    primary, several = result.options.primary, len(result.systems) > 1
    shown = [one for one in system.kinds if one.kind in result.kinds]
    gains = {one.kind: one.alone[primary].gain for one in system.kinds}
    rows: list[tuple[Value, ...]] = [
        (KIND_LABELS[one.kind], one.errors, *_gains(one, primary), one.all, one.only) for one in shown
    ]
    if len(shown) == len(ERROR_KINDS):
        errors, everything, only = (sum(getattr(one, name) for one in shown) for name in _COUNTS)
        whole = sum(one.cumulative[primary].gain for one in shown)
        rows.append(("All kinds", errors, None, None, whole, everything, only))
    return Table(
        price_caption(system.system, primary),
        (
            Column("kind", "Kind"),
            Column("errors", "Errors", "count"),
            Column("alone", "Alone", "signed"),
            Column("interval", "Interval", "bounds", spare=1),
            Column("cumulative", "Cumulative", "signed"),
            Column("all", "Shared by all", "count", main=several, spare=2),
            Column("only", "Only here", "count", main=several, spare=2),
        ),
        tuple(rows),
        (largest_gain(gains, primary),),
        groups=frozenset({len(shown)}) if len(rows) > len(shown) else frozenset(),
    )


def _gains(one: KindPrices, primary: str) -> tuple[Value, ...]:
    alone = one.alone[primary]
    return alone.gain, alone.interval, one.cumulative[primary].gain


def difference_table(result: ErrorPricesResult) -> Table:
    """Return one row a pair and kind; the systems of a single pair are named in the header only."""
    found = [one for one in result.comparisons if one.kind in result.kinds]
    several = len(result.systems) > 2
    return Table(
        difference_caption(result.options.primary),
        (
            Column("first", "First", main=several),
            Column("second", "Second", main=several),
            Column("kind", "Kind"),
            Column("first_gain", _header(found, "first", several), "signed", spare=2),
            Column("second_gain", _header(found, "second", several), "signed", spare=2),
            Column("difference", "Difference", "signed"),
            Column("interval", "Interval", "bounds", spare=1),
            Column("p_value", "p", "p", spare=3),
            Column("p_adjusted", "p adjusted", "p"),
            Column("verdict", "Verdict"),
        ),
        tuple(
            (
                one.first,
                one.second,
                KIND_LABELS[one.kind],
                one.first_gain,
                one.second_gain,
                one.difference,
                one.interval,
                one.p_value,
                one.p_adjusted,
                one.verdict,
            )
            for one in found
        ),
        (*difference_notes(result.options, len(result.comparisons)), *sentences(result.test_remarks)),
        groups=group_starts([(one.first, one.second) for one in found]),
    )


def _header(found: Sequence[PriceComparison], side: str, several: bool) -> str:
    return side.capitalize() if several or not found else getattr(found[0], side)


def pair_price_table(systems: Sequence[SystemPrices], found: Sequence[PriceComparison], heads: str) -> Table:
    """Return what the errors of two systems cost, side by side."""
    (first, second), primary = systems, found[0].metric
    return Table(
        f"{COSTS}, in points of {label(primary)}",
        (
            Column("kind", "Kind"),
            Column("first_errors", f"Errors {first.system}", "count", spare=2),
            Column("second_errors", f"Errors {second.system}", "count", spare=2),
            Column("first_gain", f"Alone {first.system}", "percent", spare=1),
            Column("second_gain", f"Alone {second.system}", "percent", spare=1),
            Column("difference", "Difference", "signed"),
            Column("interval", "Interval", "bounds"),
        ),
        tuple(
            (
                KIND_LABELS[one.kind],
                ours.errors,
                theirs.errors,
                one.first_gain,
                one.second_gain,
                one.difference,
                one.interval,
            )
            for one, ours, theirs in zip(found, first.kinds, second.kinds, strict=True)
        ),
        (ALONE, sign_note(first.system, second.system), dearer_note(first.system), *heads_notes(heads)),
    )


def price_file_table(systems: Sequence[SystemPrices], kinds: Collection[str] = ERROR_KINDS) -> Table:
    """All that a file of CSV holds: one row a system and kind."""
    metrics = list(systems[0].scores) if systems else []
    return Table(
        COSTS,
        (
            Column("system", "System"),
            Column("kind", "Kind"),
            *(Column(name, name.capitalize(), "count") for name in _COUNTS),
            *(
                column
                for metric in metrics
                for way in _WAYS
                for column in (
                    Column(f"{metric}_{way}", f"{label(metric)} {way}", "signed"),
                    Column(f"{metric}_{way}_interval", "Interval", "bounds", ends=f"{metric}_{way}"),
                )
            ),
        ),
        tuple(
            (
                system.system,
                one.kind,
                *(getattr(one, name) for name in _COUNTS),
                *(
                    value
                    for metric in metrics
                    for way in _WAYS
                    for value in (getattr(one, way)[metric].gain, getattr(one, way)[metric].interval)
                ),
            )
            for system in systems
            for one in system.kinds
            if one.kind in kinds
        ),
    )


def price_record(result: ErrorPricesResult) -> dict[str, object]:
    """Return what a program reads."""
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "metric": result.options.primary,
        "span_heads": result.span_heads,
        "order": list(ERROR_KINDS),
        "systems": [
            {
                "system": one.system,
                "documents": result.sheet.documents,
                "parts": len(result.sheet.parts),
                **_with_lists(result, one),
            }
            for one in result.systems
        ],
        "comparisons": [asdict(one) for one in result.comparisons if one.kind in result.kinds],
        "rejected": rejection_records(result.rejected),
    }


def price_records(systems: Sequence[SystemPrices]) -> list[dict[str, object]]:
    """Return the prices of ranked systems."""
    return [{"system": one.system, **system_price_record(one)} for one in systems]


def system_price_record(system: SystemPrices) -> dict[str, Any]:
    """Return the scores and the prices of a system."""
    return {
        "scores": score_entries(system.scores),
        "kinds": [asdict(one) for one in system.kinds],
    }


def _with_lists(result: ErrorPricesResult, system: SystemPrices) -> dict[str, Any]:
    """Return the record of a system with what else was asked for."""
    record, found = system_price_record(system), result.found.get(system.system, {})
    record["kinds"] = [
        {**one, **({"found": list(map(_found_record, found[one["kind"]]))} if found else {})}
        for one in record["kinds"]
        if one["kind"] in result.kinds
    ]
    if result.per_document:
        record["per_document"] = [
            {**unit_record(part), "errors": counts} for part, counts in _part_counts(result, system.system)
        ]
    return record


def _found_record(error: FoundError) -> dict[str, object]:
    part = PartName(error.dataset, error.document, error.part)
    return {**unit_record(part), "mentions": error.mentions, "words": error.words}


def ranked_price_tables(result: RankResult) -> tuple[Table, ...]:
    """Return the gains of all systems, their intervals, and the numbers of errors; best system first."""
    if not result.prices:
        return ()
    primary = result.options.primary
    gains = {one.system: [kind.alone[primary] for kind in one.kinds] for one in result.prices}
    rows = {system: [price.gain for price in prices] for system, prices in gains.items()}
    bounds = {system: [price.interval for price in prices] for system, prices in gains.items()}
    counts: dict[str, list[float]] = {
        one.system: [kind.errors for kind in one.kinds] for one in result.prices
    }
    shared = {ALL_SYSTEMS: [kind.all for kind in result.prices[0].kinds]} if len(counts) > 1 else {}
    largest = frozenset(
        (row, kind)
        for row, values in enumerate(rows.values())
        for kind, value in zip(ERROR_KINDS, values, strict=True)
        if value == max(values) > 0
    )
    level = percentage(1 - result.options.alpha)
    return (
        _by_kind(
            f"Gain in points of {label(primary)} if one kind of errors is corrected", "signed", rows, largest
        ),
        _by_kind(f"Intervals of these gains at level {level}", "bounds", bounds),
        replace(
            _by_kind("Number of errors of each kind", "count", {**counts, **shared}),
            groups=frozenset({len(counts)}) if shared else frozenset(),
            links=tuple(_links(result, counts)),
            notes=(
                *((SHARED_ROW,) if shared else ()),
                *heads_notes(result.span_heads),
                *unpriced_notes(result.task.unpriced),
            ),
        ),
    )


def _links(result: RankResult, counts: Mapping[str, Sequence[float]]) -> Iterator[Link]:
    """Yield a link from each number of errors to the documents that have them."""
    for row, (system, numbers) in enumerate(counts.items()):
        for kind, number in zip(ERROR_KINDS, numbers, strict=True):
            if address := error_address(result, system, kind):
                yield Link(row, kind, show(number, "count"), address)


def _by_kind(
    caption: str,
    kind: str,
    rows: Mapping[str, Sequence[Value]],
    best: frozenset[tuple[int, str]] = frozenset(),
) -> Table:
    """Return one row a system and one column a kind of errors."""
    columns = (Column("system", "System"), *(Column(name, KIND_LABELS[name], kind) for name in ERROR_KINDS))
    values = tuple((system, *row) for system, row in rows.items())
    return Table(caption, columns, values, best=best, marks=LARGEST if best else "")
