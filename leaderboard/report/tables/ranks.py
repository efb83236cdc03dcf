"""The ranks by every metric, and the stability of those by the primary one, as tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.report.features.documents import document_address, reader_notes
from leaderboard.report.relation import OUTER, Field, Relation, relation_of
from leaderboard.report.table import Bounds, Column, Link, Table, Value
from leaderboard.report.tables.rankings import (
    BASELINE,
    CONTRASTIVE_FLAG,
    baseline_standings,
    best_cells,
    interval,
    rank_range,
    ranked_text,
    standings_by_metric,
)
from leaderboard.report.words.captions import left_out_notes, range_label, shares
from leaderboard.report.words.marks import bold
from leaderboard.report.words.names import label, score_column, unit_text, words_of
from leaderboard.significance.intervals import portable
from leaderboard.text import capital, listed, plural

if TYPE_CHECKING:
    from leaderboard.ranking.standings import LeftOut, Standing, Unranked
    from leaderboard.scoresheet import PartName
    from leaderboard.verbs.rank import RankResult

# The documents that a row names.
_NAMED = 3


class Place(NamedTuple):
    """A system in the ranking by one metric."""

    metric: str
    f1: float
    interval: Bounds | None
    standing: Standing | Unranked


def ranks(result: RankResult) -> Relation:
    """One row per system, best first, and metric: its rank by this metric alone.

    Contrastive systems and baselines come last.
    """
    places = [
        Place(
            name,
            result.scores[standing.system][name].f1,
            interval(result, by_system[standing.system]),
            by_system[standing.system],
        )
        for standing in result.primary.standings
        for name, by_system in standings_by_metric(result).items()
    ]
    if beside := result.contrast:
        lines = {(name, one.system): one for name, every in beside.standings.items() for one in every}
        places += [
            Place(name, beside.scores[first.system][name].f1, interval(result, one), one)
            for first in beside.standings[result.options.primary]
            for name in beside.standings
            for one in [lines[name, first.system]]
        ]
    score = words_of(result.options.primary).score
    fields = tuple(
        replace(field, column=replace(field.column, name=score.lower(), label=score))
        if field.column.name == "f1"
        else field
        for field in FIELDS
    )
    if result.options.contrastive:
        outside = frozenset(beside.scores if beside else ())
        fields += (Field(CONTRASTIVE_FLAG, lambda place: place.standing.system in outside),)
    if result.baselines:
        every = [(name, one) for name in result.rankings for one in baseline_standings(result, name)]
        places += [
            Place(name, one.score, None, one)
            for system in result.baselines
            for name, one in every
            if one.system == system
        ]
        fields += (Field(BASELINE, lambda place: place.standing.system in result.baselines),)
    return relation_of("ranks", ("system", "metric"), fields, places).in_file("ranks.csv")


def left_out(result: RankResult) -> Relation:
    """One row per document that changes the order if it is left out."""
    fields: list[Field[LeftOut]] = [
        Field(Column("dataset", "Dataset"), lambda left: left.unit.dataset or None),
        Field(Column("document", "Document"), lambda left: left.unit.document),
        Field(Column("part", "Part", "count"), lambda left: left.unit.number),
        Field(Column("leaders", "Leaders", "list"), lambda left: left.leaders),
        Field(Column("flips", "Flips", "list"), lambda left: left.flips),
        Field(Column("kendall", "Kendall's tau", "coefficient"), lambda left: tenth_digit(left.tau)),
    ]
    return relation_of("left_out", ("dataset", "document", "part"), fields, result.left_out)


FIELDS: tuple[Field[Place], ...] = (
    Field(Column("system", "System", path=OUTER), lambda place: place.standing.system),
    Field(Column("metric", "Metric", path=OUTER), lambda place: place.metric),
    Field(Column("rank", "Rank", "count"), lambda place: place.standing.rank),
    Field(Column("rank_low", "From", "count", path="low"), lambda place: place.standing.low),
    Field(Column("rank_high", "To", "count", path="high"), lambda place: place.standing.high),
    Field(Column("letters", "Letters", "letters"), lambda place: place.standing.letters or None),
    Field(Column("f1", "F1", "percent", path=OUTER), lambda place: place.f1),
    Field(Column("interval", "Interval", "bounds"), lambda place: place.interval),
    Field(Column("score_error", "SE", "number"), lambda place: tenth_digit(place.standing.score_error)),
    Field(Column("df", "df", "number"), lambda place: tenth_digit(place.standing.df)),
    Field(Column("own_low", "Alone from", "count"), lambda place: place.standing.own_low),
    Field(Column("own_high", "Alone to", "count"), lambda place: place.standing.own_high),
    Field(Column("best", "P(best)", "percent"), lambda place: place.standing.best),
    Field(Column("drawn", "Drawn", "bounds"), lambda place: drawn(place.standing)),
    Field(Column("better_than", "Better than", "count"), lambda place: place.standing.better_than),
    Field(Column("empty_units", "Empty on", "number"), lambda place: place.standing.empty_units),
)


def drawn(standing: Standing | Unranked) -> Bounds | None:
    """The central ranks of a system in bootstrap draws."""
    low, high = standing.drawn_low, standing.drawn_high
    return None if low is None or high is None else (low, high)


def tenth_digit(value: float | None) -> float | None:
    """A value that has gone through other functions than sums and quotients."""
    return None if value is None else portable(value)


def rank_table(result: RankResult) -> Table:
    """System by metric: each F1 with its own significance rank, as ``57.68 (2)``."""
    standings = standings_by_metric(result)
    rows: list[tuple[Value, ...]] = [
        (
            standing.system,
            *(
                ranked_text(result.scores[standing.system][name].f1, by_system[standing.system], name)
                for name, by_system in standings.items()
            ),
        )
        for standing in result.primary.standings
    ]
    score = words_of(result.options.primary).score
    columns = [
        Column(score_column(metric.name), metric.label, "ranked", metric=metric.name)
        for metric in result.metrics
    ]
    return Table(
        f"{capital(score)} of each metric with its own significance rank",
        (Column("system", "System"), *columns),
        tuple(rows),
        best=best_cells(result, [standing.system for standing in result.primary.standings]),
        marks=bold(result.options.against),
    )


def stability_table(result: RankResult) -> Table:
    """Return the ranges of ranks that the tests leave open, and P(best)."""
    rows: list[tuple[Value, ...]] = [
        (
            standing.system,
            rank_range(standing.low, standing.high),
            # Nothing unless all pairs of the system were tested.
            rank_range(standing.own_low, standing.own_high),
            standing.best,
        )
        for standing in result.primary.standings
    ]
    return Table(
        f"Rank stability by {label(result.options.primary)}",
        (
            Column("system", "System"),
            Column("range", range_label(result.options), "ranked"),
            Column("own", "Rank of one system", "ranked", main=result.options.against is None),
            Column("best", "P(best), %", "percent"),
        ),
        tuple(rows),
        (
            *shares(
                result.options,
                result.families[result.options.primary],
                result.primary.standings[0].best is not None,
            ),
            *left_out_notes(result.left_out, result.options.unit),
        ),
    ).main()


def left_out_table(result: RankResult) -> Table:
    """The pairs of systems that change places when a single document is left out."""
    flips: dict[tuple[str, str], list[PartName]] = {}
    for left in result.left_out:
        for pair in left.flips:
            flips.setdefault(pair, []).append(left.unit)
    pairs = sorted(flips, key=lambda pair: (-len(flips[pair]), *pair))
    rows = tuple((*pair, len(flips[pair]), listed([*map(unit_text, flips[pair])], _NAMED)) for pair in pairs)
    links = (
        (row, unit, document_address(result, unit, *pair))
        for row, pair in enumerate(pairs)
        for unit in flips[pair][:_NAMED]
    )
    unit = result.options.unit
    return Table(
        f"Pairs that change places when one {unit} is left out",
        (
            Column("ahead", "Ahead"),
            Column("behind", "Behind"),
            Column("count", plural(unit).capitalize(), "count"),
            Column("documents", "Among them"),
        ),
        rows,
        reader_notes(result),
        links=tuple(
            Link(row, "documents", unit_text(one), address) for row, one, address in links if address
        ),
    )
