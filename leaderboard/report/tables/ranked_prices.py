"""The prices of errors of ranked systems, as tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.prices import ERROR_KINDS
from leaderboard.report.table import Column, Link, Table, Value, show
from leaderboard.report.tables.reader_links import error_address
from leaderboard.report.words.error_prices import (
    ALL_SYSTEMS,
    COSTS,
    KIND_LABELS,
    LARGEST,
    SHARED_ROW,
    heads_notes,
    unpriced_notes,
)
from leaderboard.report.words.methods import percentage
from leaderboard.report.words.names import label
from leaderboard.tasks.prices import SystemPrices

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult

_WAYS = ("alone", "cumulative")
COUNTS = ("errors", "all", "only")


def price_file_table(systems: Sequence[SystemPrices], kinds: Collection[str] = ERROR_KINDS) -> Table:
    """All that a file of CSV holds: one row a system and kind."""
    metrics = list(systems[0].scores) if systems else []
    return Table(
        COSTS,
        (
            Column("system", "System"),
            Column("kind", "Kind"),
            *(Column(name, name.capitalize(), "count") for name in COUNTS),
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
                kind.kind,
                *(getattr(kind, name) for name in COUNTS),
                *(
                    value
                    for metric in metrics
                    for way in _WAYS
                    for value in (getattr(kind, way)[metric].gain, getattr(kind, way)[metric].interval)
                ),
            )
            for system in systems
            for kind in system.kinds
            if kind.kind in kinds
        ),
    )


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
