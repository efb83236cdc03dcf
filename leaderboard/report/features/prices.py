"""What errors cost: prices of one command and of a ranking, their differences, errors one by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, cast

from leaderboard.errors import Problem
from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.report.features.documents import error_address, unit_record
from leaderboard.report.features.problems import input_records
from leaderboard.report.forms.json import head
from leaderboard.report.once import once
from leaderboard.report.relation import OUTER, Field, Relation, relation_of
from leaderboard.report.systems import score_entries
from leaderboard.report.table import Column, Link, Table, Value, group_starts, show
from leaderboard.report.words.comparisons import sign_note
from leaderboard.report.words.methods import adjustment, interval_head, percentage
from leaderboard.report.words.names import label
from leaderboard.report.words.rejections import rejection_notes
from leaderboard.report.words.remarks import sentences
from leaderboard.scoresheet import PartName
from leaderboard.tasks.priced_errors import (
    KindPrices,
    Price,
    PriceComparison,
    SystemPrices,
    error_counts,
    unpriced,
)
from leaderboard.text import counted, plural, range_text

if TYPE_CHECKING:
    from leaderboard.tasks.priced_errors import FoundError
    from leaderboard.verbs.error_prices import ErrorPricesResult
    from leaderboard.verbs.rank import RankResult


_WAYS = ("alone", "cumulative")
COUNTS = ("errors", "all", "only")


class Priced(NamedTuple):
    """A kind of error of a system."""

    system: str
    prices: KindPrices


def prices_of(systems: Sequence[SystemPrices], kinds: Collection[str] = ERROR_KINDS) -> Relation:
    """One row per system and kind: the errors, and what it gains by each metric where they are mended."""
    metrics = list(systems[0].scores) if systems else []
    fields = [
        Field(Column("system", "System", path=OUTER), lambda row: row.system),
        Field(Column("kind", "Kind"), lambda row: row.prices.kind),
        *(Field(Column(name, name.capitalize(), "count"), _of_kind(name)) for name in COUNTS),
        *(_of_price(metric, way, name) for metric in metrics for way in _WAYS for name in Price.__slots__),
    ]
    rows = (Priced(one.system, kind) for one in systems for kind in one.kinds if kind.kind in kinds)
    return relation_of("prices", ("system", "kind"), fields, rows)


def _of_kind(name: str) -> Callable[[Priced], Value]:
    return lambda row: cast(Value, getattr(row.prices, name))


def _of_price(metric: str, way: str, name: str) -> Field[Priced]:
    """What a metric says once a kind is mended, of which only the gain and its interval are in tables."""

    def value(row: Priced) -> Value:
        found: dict[str, Price] = getattr(row.prices, way)
        return cast(Value, getattr(found[metric], name))

    begin, text = f"{metric}_{way}", f"{label(metric)} {way}"
    path = f"{way}.{metric}.{name}"
    if name == "interval":
        return Field(Column(f"{begin}_interval", "Interval", "bounds", ends=begin, path=path), value)
    kind = "signed" if name == "gain" else "percent"
    return Field(Column(f"{begin}_{name}", text, kind, path=path, in_records=name != "gain"), value)


@once
def ranked_price_tables(result: RankResult) -> tuple[Table, ...]:
    """Return the gains of all systems, their intervals, and the numbers of errors; best system first."""
    if not result.prices:
        return ()
    primary = result.options.primary
    gains = {priced.system: [kind.alone[primary] for kind in priced.kinds] for priced in result.prices}
    rows = {system: [price.gain for price in prices] for system, prices in gains.items()}
    bounds = {system: [price.interval for price in prices] for system, prices in gains.items()}
    counts: dict[str, list[float]] = {
        priced.system: [kind.errors for kind in priced.kinds] for priced in result.prices
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
        *(
            []
            if result.options.unit == "run"
            else [_by_kind(f"Intervals of these gains at level {level}", "bounds", bounds)]
        ),
        replace(
            _by_kind("Number of errors of each kind", "count", {**counts, **shared}),
            groups=frozenset({len(counts)}) if shared else frozenset(),
            links=tuple(_links(result, counts)),
            notes=(
                *((SHARED_ROW,) if shared else ()),
                *heads_notes(result.span_heads),
                *unpriced_notes(unpriced(result.task)),
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
    """Return one row per system and one column per kind of errors."""
    columns = (Column("system", "System"), *(Column(name, KIND_LABELS[name], kind) for name in ERROR_KINDS))
    values = tuple((system, *row) for system, row in rows.items())
    return Table(caption, columns, values, best=best, marks=LARGEST)


# The kinds of errors, each as one error and as what is mended.
KIND_LABELS = {
    "span": "Wrong span",
    "conflated": "Conflated entity",
    "extra_mention": "Extra mention",
    "extra_entity": "Extra entity",
    "divided": "Divided entity",
    "missing_mention": "Missing mention",
    "missing_entity": "Missing entity",
}
COSTS = "What each kind of error costs"
IN_TURN = "Score, and the gain from correcting one kind of error after another"
ALONE = "Alone: the gain in points if only this kind of errors is corrected."
_CUMULATIVE = (
    "Cumulative: the gain after all kinds above are corrected. These gains add up to the distance from a "
    "perfect score; the gains alone do not, because one wrong mention can be two errors."
)
_NO_HEADS = (
    "heads: none. The key has no parts of speech, so mentions are compared by their first or last token, and "
    "more of them count as wrong spans."
)
ALL_SYSTEMS = "errors that all systems share"
SHARED_ROW = "The last row counts the errors that every system makes."
LARGEST = "Bold: the largest gain of the system."
LIST_NOTES = (
    "Tokens are counted from 0 in each part. A wrong span is listed with the span of the response, then that "
    "of the key.",
    "Entity: a mention of the entity that the mentions were linked to, or should have been linked to.",
)
ONLY_SWAPS = "--test {test} applies to scores only, not to differences between gains."
# By whether tests are by t.
_DIFFERENCE_TESTS = {
    False: "swap complete {units} with all their corrected versions",
    True: "are t tests over {units}, with jackknife variances{runs}",
}
SHARED = (
    "Shared by all: errors that every system makes. Only here: errors that no other system makes. "
    "Both count a divided entity once."
)


def largest_gain(gains: Mapping[str, float], primary: str) -> str:
    """Return which kind would gain most if it were mended alone."""
    kind = max(gains, key=lambda one: gains[one])
    if gains[kind] <= 0:
        return f"Correcting one kind of error would not raise {label(primary)}."
    return (
        f"Correcting {_mended(kind)} alone would gain {100 * gains[kind]:.2f} points of {label(primary)}, "
        "the largest gain of all kinds."
    )


def _mended(kind: str) -> str:
    """What is mended, as ``extra entities``."""
    quality, noun = KIND_LABELS[kind].lower().split()
    return f"{quality} {plural(noun)}"


def price_notes(heads: str, systems: int) -> tuple[str, ...]:
    """Return what the columns mean."""
    return (
        f"{ALONE} The interval belongs to this gain.",
        _CUMULATIVE,
        *((SHARED,) if systems > 1 else ()),
        *heads_notes(heads),
    )


def heads_notes(heads: str) -> tuple[str, ...]:
    """Return how wrong spans were found in a key without heads."""
    return (_NO_HEADS,) if "none" in heads else ()


def unpriced_notes(problems: Mapping[str, Problem]) -> tuple[str, ...]:
    """Return why the errors of some systems have no prices."""
    return tuple(f"Without prices: {system} ({one.reason})." for system, one in problems.items())


def dearer_note(first: str) -> str:
    return f"Where the difference is positive, these errors cost {first} more."


def difference_notes(result: ErrorPricesResult, pair: Sequence[str]) -> tuple[str, ...]:
    """Return how differences of gains were tested, if any were."""
    # Between tests of several kinds there are no logical relations.
    options = result.options
    method = adjustment("holm" if options.adjust == "shaffer" else options.adjust)
    tested = ((one.first, one.second) for one in result.comparisons if one.verdict != "identical")
    by_t = {options.test == "t" or len(result.task.runs_of(pair)) > 2 for pair in tested}
    runs = " and the variance over runs" if result.sheet.runs else ""
    how = "; those of systems with several runs ".join(_DIFFERENCE_TESTS[way] for way in sorted(by_t))
    how = how.format(units=plural(options.unit), runs=runs)
    return (
        sign_note(*pair),
        *([f"Tests {how}, with {method} for {counted(result.tests, 'test')}."] if by_t else []),
        *((ONLY_SWAPS.format(test=options.test),) if options.test != "ar" and False in by_t else ()),
    )


def price_tables(result: ErrorPricesResult) -> list[Table]:
    """Return a table a system, then the differences between systems."""
    *others, last = (_system_table(result, system) for system in result.systems)
    notes = (
        *last.notes,
        *price_notes(result.span_heads, len(result.systems)),
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
    """One row per pair and kind of error."""
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
    """Return one row per error."""
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


def _chosen(caption: str, relation: Relation, columns: Mapping[str, Column]) -> Table:
    """Some columns of a relation as people see them, with labels for kinds of errors."""
    table = relation.table(caption).only(list(columns))
    kind = next(place for place, column in enumerate(columns.values()) if column.name == "kind")
    rows = ((*row[:kind], KIND_LABELS[str(row[kind])], *row[kind + 1 :]) for row in table.rows)
    return replace(table, columns=tuple(columns.values()), rows=tuple(rows))


def _system_table(result: ErrorPricesResult, system: SystemPrices) -> Table:
    primary, several = result.options.primary, len(result.systems) > 1
    gains = {kind.kind: kind.alone[primary].gain for kind in system.kinds}
    columns = {
        "kind": Column("kind", "Kind"),
        "errors": Column("errors", "Errors", "count"),
        f"{primary}_alone_gain": Column("alone", "Alone", "signed"),
        f"{primary}_alone_interval": Column(
            "interval", interval_head(result.options.alpha), "bounds", spare=1
        ),
        f"{primary}_cumulative_gain": Column("cumulative", "Cumulative", "signed"),
        "all": Column("all", "Shared by all", "count", main=several, spare=2),
        "only": Column("only", "Only here", "count", main=several, spare=2),
    }
    caption = f"What the errors of {system.system} cost, in points of {label(primary)}"
    table = _chosen(caption, prices_of([system]), columns)
    errors, everything, only = (sum(getattr(one, name) for one in system.kinds) for name in COUNTS)
    whole = sum(one.cumulative[primary].gain for one in system.kinds)
    total = ("All kinds", errors, None, None, whole, everything, only)
    return replace(
        table,
        rows=(*table.rows, total),
        notes=(largest_gain(gains, primary),),
        groups=frozenset({len(table.rows)}),
    )


def difference_table(result: ErrorPricesResult) -> Table:
    """Return one row per pair and kind; the systems of a single pair are named in the header only."""
    relation = price_comparisons(result.comparisons)
    several = len(result.systems) > 2
    pair = [] if several else [str(system) for row in relation.rows[:1] for system in row[:2]]
    first, second = pair or ("First", "Second")
    columns = (
        Column("first", "First", main=several),
        Column("second", "Second", main=several),
        Column("kind", "Kind"),
        Column("first_gain", first, "signed", spare=2),
        Column("second_gain", second, "signed", spare=2),
        Column("difference", "Difference", "signed"),
        Column("interval", interval_head(result.options.alpha), "bounds", spare=1),
        Column("p_value", "p", "p", spare=3),
        Column("p_adjusted", "p adjusted", "p"),
        Column("verdict", "Verdict"),
    )
    caption = f"Differences between the gains from one kind, in points of {label(result.options.primary)}"
    table = _chosen(caption, relation, {column.name: column for column in columns})
    notes = (*difference_notes(result, pair), *sentences(result.test_remarks))
    return replace(table, notes=notes, groups=group_starts([row[:2] for row in table.rows]))


def pair_price_table(
    systems: Sequence[SystemPrices], found: Sequence[PriceComparison], heads: str, alpha: float
) -> Table:
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
            Column("interval", interval_head(alpha), "bounds"),
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
        **input_records(result.task),
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
