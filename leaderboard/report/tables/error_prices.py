"""What errors cost, as tables and as a record."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING

from leaderboard.prices import ERROR_KINDS
from leaderboard.report.forms.json import head
from leaderboard.report.problems import entry_records, rejections_of, warnings_of
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.systems import score_entries, system_of_file
from leaderboard.report.table import Column, Table, Value, group_starts
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.ranked_prices import COUNTS, prices_of
from leaderboard.report.words.comparisons import sign_note
from leaderboard.report.words.error_prices import (
    ALONE,
    COSTS,
    KIND_LABELS,
    LIST_NOTES,
    dearer_note,
    difference_caption,
    difference_notes,
    heads_notes,
    largest_gain,
    price_caption,
    price_notes,
)
from leaderboard.report.words.names import label
from leaderboard.report.words.rejections import rejection_notes
from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import PartName
from leaderboard.tasks.priced_errors import KindPrices, PriceComparison, SystemPrices, error_counts
from leaderboard.text import range_text

if TYPE_CHECKING:
    from leaderboard.tasks.priced_errors import FoundError
    from leaderboard.verbs.error_prices import ErrorPricesResult


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


def price_comparisons(
    comparisons: Iterable[PriceComparison], kinds: Collection[str] = ERROR_KINDS
) -> Relation:
    """One row a pair and kind of error."""
    return relation_of(
        "price_comparisons",
        ("first", "second", "kind"),
        [Field(Column(name, name, kind), attrgetter(name)) for name, kind in _COMPARED.items()],
        (one for one in comparisons if one.kind in kinds),
    )


# The columns of a comparison of prices, with their kinds.
_COMPARED = {
    **dict.fromkeys(("first", "second", "kind", "metric"), "text"),
    **dict.fromkeys(("first_gain", "second_gain", "difference"), "signed"),
    "interval": "bounds",
    **dict.fromkeys(("p_value", "p_adjusted"), "p"),
    "verdict": "text",
}


def csv_table(result: ErrorPricesResult) -> Table:
    """Return the table of a CSV file: the errors or documents if asked for, otherwise the prices."""
    if result.found:
        return _list_table(result, {kind: kind for kind in ERROR_KINDS})
    return _document_table(result) if result.per_document else prices_of(result.systems, result.kinds).table()


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
            (system.system, *part, *(counts[kind] for kind in names))
            for system in result.systems
            for part, counts in part_counts(result, system.system)
        ),
    )


def part_counts(result: ErrorPricesResult, system: str) -> Iterator[tuple[PartName, dict[str, float]]]:
    columns = error_counts(result.task, system).T.tolist()
    for part, counts in zip(result.sheet.parts, columns, strict=True):
        yield part, dict(zip(ERROR_KINDS, counts, strict=True))


def _system_table(result: ErrorPricesResult, system: SystemPrices) -> Table:
    primary, several = result.options.primary, len(result.systems) > 1
    shown = [kind for kind in system.kinds if kind.kind in result.kinds]
    gains = {kind.kind: kind.alone[primary].gain for kind in system.kinds}
    rows: list[tuple[Value, ...]] = [
        (KIND_LABELS[one.kind], one.errors, *_gains(one, primary), one.all, one.only) for one in shown
    ]
    if len(shown) == len(ERROR_KINDS):
        errors, everything, only = (sum(getattr(one, name) for one in shown) for name in COUNTS)
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
    found = [comparison for comparison in result.comparisons if comparison.kind in result.kinds]
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


def price_record(result: ErrorPricesResult) -> dict[str, object]:
    """Return what a program reads."""
    return {
        **head(result.signature, result.key),
        "primary": result.options.primary,
        "span_heads": result.span_heads,
        "order": list(ERROR_KINDS),
        "systems": [
            {
                "system": system.system,
                "documents": result.sheet.documents,
                "parts": len(result.sheet.parts),
                "scores": score_entries(system.scores),
                **_kinds(result, system),
            }
            for system in result.systems
        ],
        "price_comparisons": price_comparisons(result.comparisons, result.kinds).records(),
        "rejected": [*rejections_of(result.rejected).values()],
        **entry_records(result.fates),
        "warnings": [*warnings_of(result.warnings, system_of_file(result.task)).values()],
    }


def _kinds(result: ErrorPricesResult, system: SystemPrices) -> dict[str, object]:
    """The prices of each kind of a system, with its errors and their documents if asked for."""
    found = result.found.get(system.system, {})
    record: dict[str, object] = {
        "kinds": [
            {**one, **({"found": list(map(_found_record, found[str(one["kind"])]))} if found else {})}
            for one in prices_of([system], result.kinds).values()
        ]
    }
    if result.per_document:
        record["per_document"] = [
            {**unit_record(part), "errors": counts} for part, counts in part_counts(result, system.system)
        ]
    return record


def _found_record(error: FoundError) -> dict[str, object]:
    part = PartName(error.dataset, error.document, error.part)
    return {**unit_record(part), "mentions": error.mentions, "words": error.words}
