"""A ranking as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.ranking.standings import Unranked
from leaderboard.report.features.runs import mean_text, spread_columns, spread_values
from leaderboard.report.notes import caption, on_systems, on_tests, other_notes, reading
from leaderboard.report.once import once
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Bounds, Column, Numbered, Table, show
from leaderboard.report.tables.score_fields import found_fields, primary_field, score_fields
from leaderboard.report.tables.significance_map import against_baseline
from leaderboard.report.words.marks import bold, is_bold
from leaderboard.report.words.methods import interval_head
from leaderboard.report.words.names import label, score_column
from leaderboard.report.words.unranked import BASELINES, CONTRASTIVE
from leaderboard.scoring.scored import Findings
from leaderboard.significance.intervals import portable
from leaderboard.text import range_text

if TYPE_CHECKING:
    from leaderboard.ranking.standings import Ranking, Standing
    from leaderboard.significance.runs import Spread
    from leaderboard.tasks.account import Repair
    from leaderboard.tasks.task import Score
    from leaderboard.verbs.rank import RankResult


BASELINE = Column("baseline", "Baseline", "flag", main=False)
CONTRASTIVE_FLAG = Column("contrastive", "Contrastive", "flag", main=False)
# Of more identical entries than these, two are named.
MOST_COPIES = 3


class Ranked(NamedTuple):
    """A system in the ranking that orders the report, or beside it."""

    standing: Standing | Unranked
    scores: Mapping[str, Score]


@once
def systems(result: RankResult) -> Relation:
    """One row per system, best first, contrastive ones and baselines last: what is in ``leaderboard.csv``."""
    task, options, primary = result.task, result.options, result.options.primary
    found = {one.system: task.found(one.system) for one in result.primary.standings}
    against, spread, repairs = against_baseline(result), spread_of_all(result), repairs_of_all(result)
    rows = [Ranked(one, result.scores[one.system]) for one in result.primary.standings]
    if beside := result.contrast:
        found |= {system: beside.task.found(system) for system in beside.scores}
        rows += [Ranked(one, beside.scores[one.system]) for one in beside.standings[primary]]
    found |= dict.fromkeys(result.baselines, Findings())
    rows += [Ranked(one, result.baselines[one.system]) for one in baseline_standings(result, primary)]

    def strict(row: Ranked) -> Mapping[str, Score] | None:
        repair = repairs.get(row.standing.system)
        return repair.scores if repair else None

    fields: list[Field[Ranked]] = [
        Field(Column("rank", "Rank", "count"), lambda row: row.standing.rank),
        Field(Column("rank_low", "From", "count", main=False), lambda row: row.standing.low),
        Field(Column("rank_high", "To", "count", main=False), lambda row: row.standing.high),
        Field(
            Column("letters", "Letters", "letters", main=not against),
            lambda row: row.standing.letters or None,
        ),
        Field(Column("system", "System"), lambda row: row.standing.system),
        primary_field(result.metrics, primary, lambda row: row.scores),
        Field(
            Column("interval", "Interval", "bounds", ends=primary, metric=primary),
            lambda row: interval(result, row.standing),
        ),
        *score_fields(
            result.metrics, lambda row: row.scores, strict if task.strict else None, but=score_column(primary)
        ),
        Field(Column("own_low", "Alone from", "count", main=False), lambda row: row.standing.own_low),
        Field(Column("own_high", "Alone to", "count", main=False), lambda row: row.standing.own_high),
        Field(Column("best", "P(best)", "percent", main=False), lambda row: row.standing.best),
        Field(
            Column("drawn_low", "Drawn from", "count", main=False, path="drawn[0]"),
            lambda row: row.standing.drawn_low,
        ),
        Field(
            Column("drawn_high", "Drawn to", "count", main=False, path="drawn[1]"),
            lambda row: row.standing.drawn_high,
        ),
        *found_fields(lambda row: found[row.standing.system], found.values()),
    ]
    if result.sheet.runs or (result.contrast and result.contrast.task.sheet.runs):
        fields += [
            Field(column, lambda row, at=at: spread_values(spread.get(row.standing.system))[at])  # type: ignore[misc]
            for at, column in enumerate(spread_columns(primary))
        ]
    if options.against:
        column = Column("against", f"vs {options.against}")
        fields.append(Field(column, lambda row: against.get(row.standing.system)))
    if options.contrastive:
        outside = frozenset(beside.scores if beside else ())
        fields.append(Field(CONTRASTIVE_FLAG, lambda row: row.standing.system in outside))
    if result.baselines:
        fields.append(Field(BASELINE, lambda row: row.standing.system in result.baselines))
    return relation_of("systems", ("system",), fields, rows).in_file("leaderboard.csv")


def spread_of_all(result: RankResult) -> Mapping[str, Spread]:
    """The spread of the primary F1 of systems with several runs, contrastive ones too."""
    beside = result.contrast.task.account.primary_spread if result.contrast else {}
    return {**result.primary_spread, **beside}


def repairs_of_all(result: RankResult) -> Mapping[str, Repair]:
    """The repairs of texts, those of contrastive systems too."""
    beside = result.contrast.task.account.text_repairs if result.contrast else {}
    return {**result.text_repairs, **beside}


_RANGE = Column("range", "Possible ranks", "ranked")


class Line(NamedTuple):
    """A row for people: identical entries, the number of the first of them in the order, and its standing.

    Contrastive entries and baselines have no number.
    """

    number: int | str
    entries: tuple[str, ...]
    standing: Standing | Unranked

    @property
    def system(self) -> str:
        return self.standing.system

    @property
    def range(self) -> str | None:
        return rank_range(self.standing.low, self.standing.high)

    @property
    def name(self) -> str:
        """Identical entries with signs between them; of more than three the first two are named."""
        shown = self.entries
        if len(shown) > MOST_COPIES:
            shown = (*shown[:2], f"{len(shown) - 2:,} more")
        return " = ".join(shown)


def lines(result: RankResult, metric: str) -> tuple[Line, ...]:
    """The rows of a ranking; entries with equal sums on every unit by every metric share one."""
    kinds = _classes(result)
    same: dict[tuple[int, ...], list[Standing]] = {}
    for standing in result.rankings[metric].standings:
        same.setdefault(kinds[standing.system], []).append(standing)
    numbers = accumulate(map(len, same.values()), initial=1)
    return tuple(
        Line(number, tuple(one.system for one in group), group[0])
        for number, group in zip(numbers, same.values(), strict=False)
    )


def _classes(result: RankResult) -> dict[str, tuple[int, ...]]:
    """The classes of each system by all metrics, which identical systems share."""
    classes = np.array([family.classes for family in result.families.values()]).T.tolist()
    return dict(zip(result.families[result.options.primary].systems, map(tuple, classes), strict=True))


def contrastive_lines(result: RankResult, metric: str) -> tuple[Line, ...]:
    """The rows of contrastive entries, best first."""
    standings = result.contrast.standings[metric] if result.contrast else ()
    return tuple(Line("", (one.system,), one) for one in standings)


def baseline_standings(result: RankResult, metric: str) -> list[Unranked]:
    """The lines of baselines, in the order in which they are described."""
    return [Unranked(system=name, score=scores[metric].f1) for name, scores in result.baselines.items()]


@once
def people_table(result: RankResult) -> Table:
    """The ranking for people: identical entries in one row; contrastive and excluded ones, baselines last."""
    primary, fields = result.options.primary, people_fields(result)
    shown = lines(result, primary)
    best = best_cells(result, [line.system for line in shown])
    rows = [tuple(field.value(line) for field in fields) for line in shown]
    baselines = [Line("", (one.system,), one) for one in baseline_standings(result, primary)]
    for heading, beside in ((CONTRASTIVE, contrastive_lines(result, primary)), (BASELINES, baselines)):
        if beside:
            rows.append(tuple(heading if field.column.name == "system" else "" for field in fields))
            rows += [tuple(field.value(line) for field in fields) for line in beside]
    for system, scores in result.partial.items():
        mean = partial_mean(result, system, scores[primary].f1)
        cells = {"number": "", "system": system, score_column(primary): mean, f"{primary}_mean": mean}
        rows.append(tuple(cells.get(field.column.name) for field in fields))
    return Table(
        caption(result),
        tuple(field.column for field in fields),
        tuple(rows),
        (*reading(result), *on_tests(result), *on_systems(result), *other_notes(result)),
        best=best | {(row, f"{primary}_mean") for row, name in best if name == score_column(primary)},
        marks=bold(result.options.against),
        signature=result.signature,
    )


def people_fields(result: RankResult) -> list[Field[Line]]:
    """The columns of the ranking for people, in their order, then what programs alone have."""
    options, programs, metrics = result.options, systems(result), result.metrics
    beaten = options.ties == "beaten"
    primary, present, spread = options.primary, datasets_present(result), spread_of_all(result)
    places = {column.name: place for place, column in enumerate(programs.columns)}
    cells = {row[places["system"]]: row for row in programs.rows}
    found: dict[str, Field[Line]] = {
        name: Field(column, lambda line, place=places[name]: cells[line.system][place])  # type: ignore[misc]
        for name, column in zip(places, programs.columns, strict=True)
        if not column.in_records
    }
    own: list[Field[Line]] = [
        Field(Column("number", "#", "count"), lambda line: line.number),
        Field(Column("system", "System"), lambda line: line.name),
        Field(
            Column(f"{primary}_mean", label(primary), "ranked", metric=primary),
            lambda line: mean_text(line.standing.score, spread.get(line.system), primary),
        ),
        Field(interval_column(result), found["interval"].value),
        Field(Column("better_than", "Better than", "count"), lambda line: line.standing.better_than),
        Field(Column("datasets", "Datasets"), lambda line: present.get(line.system)),
        # By the rule that counts who is better, a rank is the first of the ranks that are possible.
        Field(Column("rank", "Rank", "ranked") if beaten else _RANGE, lambda line: line.range),
    ]
    found |= {field.column.name: field for field in own}
    names = [metric.name for metric in metrics if metric.name != primary]
    averaged = {one.name for metric in metrics if metric.name == primary for one in metric.averaged}
    shown = (
        *("number", "system", mean_column(result), "interval", "rank", *([] if beaten else ["range"])),
        *("better_than", f"{primary}_strict", "against", *(["datasets"] if present else [])),
        *(score_column(name) for name in sorted(names, key=lambda name: name not in averaged)),
        *([] if options.against else ["letters"]),
    )
    unused = {f"{primary}_mean", "range", "datasets"}
    first = [found[name] for name in shown if name in found]
    rest = [one for name, one in found.items() if name not in shown and name not in unused]
    return [*first, *(Field(replace(one.column, main=False), one.value) for one in rest)]


def partial_mean(result: RankResult, system: str, f1: float) -> str:
    """The mean of an excluded system says over how many datasets it is."""
    every, lacking = result.datasets, len(result.lacking[system])
    primary = result.options.primary
    return Numbered(f"{show(f1, 'percent', primary)} ({every - lacking} of {every})", f1)


def mean_column(result: RankResult) -> str:
    """The name of the column that shows people the primary score: with the spread where there are runs."""
    primary = result.options.primary
    return f"{primary}_mean" if result.sheet.runs else score_column(primary)


def datasets_present(result: RankResult) -> dict[str, str]:
    """The number of datasets of each system, if a ranked system lacks one."""
    every, lacking = len(result.of("dataset")), result.lacking
    systems = [row.system for row in result.primary.standings]
    if not set(systems) & set(lacking):
        return {}
    return {system: f"{every - len(lacking.get(system, ()))} of {every}" for system in systems}


def interval(result: RankResult, standing: Standing | Unranked) -> Bounds | None:
    """The bounds of a score, if any; those of BCa have gone through normal quantiles."""
    if standing.interval is None or result.options.interval == "percentile":
        return standing.interval
    low, high = map(portable, standing.interval)
    return low, high


def ranked_text(f1: float, standing: Standing | None, metric: str = "") -> str:
    """A score with its rank."""
    return Numbered(show(f1, "percent", metric) + (f" ({standing.rank})" if standing else ""), f1)


def interval_column(result: RankResult) -> Column:
    """The column of intervals of scores, with their level."""
    primary, head = result.options.primary, interval_head(result.options.alpha)
    return Column("interval", head, "bounds", ends=primary, metric=primary)


def rank_range(low: int | None, high: int | None) -> str | None:
    """The ranks that are possible, nothing where they are not known."""
    return None if low is None or high is None else Numbered(range_text(low, high), low)


def ranking_alone(
    result: RankResult,
    caption: str,
    ranking: Ranking,
    scores: Mapping[str, Mapping[str, Score]],
    notes: tuple[str, ...],
) -> Table:
    """A ranking by the primary metric beside the one that orders the report, best first."""
    primary, standings = result.options.primary, ranking.standings
    classes, first = _classes(result), dict[object, int]()
    alike = [(classes.get(one.system, one.system), scores[one.system][primary].f1) for one in standings]
    numbers = [first.setdefault(key, number) for number, key in enumerate(alike, start=1)]
    # By the rule that counts who is better, the possible ranks are the rank.
    of_rule = [] if result.options.ties == "beaten" else [Column("rank", "Rank", "count")]
    return Table(
        caption,
        (
            Column("number", "#", "count"),
            Column("system", "System"),
            Column(score_column(primary), label(primary), "percent", metric=primary),
            interval_column(result),
            *of_rule,
            _RANGE if of_rule else Column("rank", "Rank", "ranked"),
            Column("better_than", "Better than", "count"),
            Column("letters", "Letters", "letters", main=result.options.against is None),
        ),
        tuple(
            (
                number,
                standing.system,
                scores[standing.system][primary].f1,
                interval(result, standing),
                *[standing.rank for _ in of_rule],
                rank_range(standing.low, standing.high),
                standing.better_than,
                standing.letters,
            )
            for number, standing in zip(numbers, standings, strict=True)
        ),
        notes,
        best=frozenset(
            (row, score_column(primary))
            for row, standing in enumerate(standings)
            if is_bold(result.options.against, standing, len(standings))
        ),
        marks=bold(result.options.against),
    ).main()


def standings_by_metric(result: RankResult) -> dict[str, dict[str, Standing]]:
    """The standing of each system by each metric."""
    return {name: ranking.by_system for name, ranking in result.rankings.items()}


def best_cells(result: RankResult, rows: Sequence[str]) -> frozenset[tuple[int, str]]:
    """The cells that are to be bold, by each metric, in a table with these systems as rows."""
    standings = standings_by_metric(result)
    return frozenset(
        (row, score_column(name))
        for row, system in enumerate(rows)
        for name, places in standings.items()
        if is_bold(result.options.against, places[system], len(places))
    )
