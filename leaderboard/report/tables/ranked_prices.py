"""The prices of errors of ranked systems, as tables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from leaderboard.prices import ERROR_KINDS
from leaderboard.report.once import once
from leaderboard.report.relation import OUTER, Field, Relation, relation_of
from leaderboard.report.table import Column, Link, Table, Value, show
from leaderboard.report.tables.reader_links import error_address
from leaderboard.report.words.error_prices import (
    ALL_SYSTEMS,
    KIND_LABELS,
    LARGEST,
    SHARED_ROW,
    heads_notes,
    unpriced_notes,
)
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.tasks.priced_errors import KindPrices, Price, SystemPrices, unpriced

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult

_WAYS = ("alone", "cumulative")
COUNTS = ("errors", "all", "only")


class Priced(NamedTuple):
    """A kind of error of a system."""

    system: str
    prices: KindPrices


def prices_of(systems: Sequence[SystemPrices], kinds: Collection[str] = ERROR_KINDS) -> Relation:
    """One row a system and kind: the errors, and what it gains by each metric where they are mended."""
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
        _by_kind(f"Intervals of these gains at level {level}", "bounds", bounds),
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
    """Return one row a system and one column a kind of errors."""
    columns = (Column("system", "System"), *(Column(name, KIND_LABELS[name], kind) for name in ERROR_KINDS))
    values = tuple((system, *row) for system, row in rows.items())
    return Table(caption, columns, values, best=best, marks=LARGEST if best else "")
