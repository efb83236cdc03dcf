"""A ranking dataset by dataset, for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from leaderboard.ranking import Standing
from leaderboard.report.table import Column, Table, Value, show
from leaderboard.report.tables.ranked import Places, partial_mean, places, ranked_text, unbeaten
from leaderboard.report.words.captions import label
from leaderboard.report.words.marks import bold
from leaderboard.significance.remarks import FEW_UNITS
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.rank.datasets import DatasetRanking

MISSING = "†"
HIGHEST = "A value is bold where it is the highest."


def dataset_tables(result: RankResult) -> list[Table]:
    """System by dataset: the primary F1 with its significance rank on that dataset alone, and the mean."""
    if not result.datasets.ranked:
        return []
    primary = result.settings.primary
    standings = [places(one.own.ranking) for one in result.datasets.ranked]
    whole = places(result.primary)
    table = _by_dataset(result, primary, [*standings, whole])
    return [
        replace(
            table,
            caption=f"{table.caption}, with significance ranks",
            notes=(*_reading(result), *table.notes),
            best=unbeaten(result, table, [*standings, whole]),
            marks=bold(result, "on that dataset, or in the mean"),
        )
    ]


def other_dataset_tables(result: RankResult) -> list[Table]:
    """The same of each other metric, without ranks."""
    if not result.datasets.ranked:
        return []
    others = [metric.name for metric in result.metrics if metric.name != result.settings.primary]
    tables = [_by_dataset(result, name, [{}] * (len(result.datasets.ranked) + 1)) for name in others]
    return [
        replace(table, best=_highest(result, table, name), marks=HIGHEST)
        for table, name in zip(tables, others, strict=True)
    ]


def _by_dataset(result: RankResult, metric: str, ranks: Sequence[Places]) -> Table:
    """F1 by a metric; the systems that are excluded stand last, in a group of their own."""
    shown = result.datasets.ranked
    systems = [row.system for row in result.primary.standings]
    excluded = list(result.datasets.partial)
    columns = [
        [_cell(result, one, system, metric, own.get(system)) for system in [*systems, *excluded]]
        for one, own in zip(shown, ranks, strict=False)
    ]
    means = [ranked_text(result.scores[system][metric].f1, ranks[-1].get(system)) for system in systems]
    means += [partial_mean(result, system, result.datasets.partial[system][metric].f1) for system in excluded]
    return Table(
        f"{label(result, metric)} F1 by dataset and the mean over {len(shown)} datasets, in per cent",
        (
            Column("system", "System"),
            *(Column(f"{metric}_f1_{one.of.dataset}", one.of.label, "ranked") for one in shown),
            Column("mean", "Mean", "ranked"),
        ),
        tuple(zip([*systems, *excluded], *columns, means, strict=True)),
        tuple(_marks(result)),
        groups=frozenset([len(systems)] * bool(excluded)),
    )


def _cell(result: RankResult, one: DatasetRanking, system: str, metric: str, place: Standing | None) -> Value:
    """A score with its rank; nothing where an excluded system has no output."""
    if system not in one.of.scores:
        return None
    text = ranked_text(one.of.scores[system][metric].f1, place)
    return f"{text}{MISSING}" if one.of.dataset in result.datasets.lacking.get(system, ()) else text


def _reading(result: RankResult) -> Iterator[str]:
    unit, shown = result.settings.unit, result.datasets.ranked
    units = ", ".join(f"{one.of.label} {one.own.units:,}" for one in shown)
    yield (
        "The rank in brackets behind a score is by the tests on that dataset alone, whose pairs are a family "
        f"of their own; behind a mean it is the rank over all datasets. Number of {unit}s: {units}."
    )
    if few := [one.of.label for one in shown if one.own.units < FEW_UNITS]:
        yield (
            f"Under {FEW_UNITS} {unit}s only large differences can be significant, and intervals are too "
            f"narrow: {', '.join(few)}."
        )


def _marks(result: RankResult) -> Iterator[str]:
    """How systems that lack datasets are to be read."""
    if set(result.datasets.lacking) - set(result.datasets.partial):
        yield f"{MISSING} The system has no output on this dataset, which is scored as empty."
    if result.datasets.partial:
        yield (
            "A system with a dash lacks a dataset: it is ranked nowhere, and its mean, over other datasets "
            "than those of the others, cannot be compared with theirs."
        )


def _highest(result: RankResult, table: Table, metric: str) -> frozenset[tuple[int, str]]:
    """The highest values of each column among the systems that are ranked, equal where they look so."""
    systems = [row.system for row in result.primary.standings]
    scores = [*(one.of.scores for one in result.datasets.ranked), result.scores]
    found = []
    for column, own in zip(table.columns[1:], scores, strict=True):
        texts = [show(own[system][metric].f1, "percent") for system in systems]
        highest = max(texts, key=float)
        found += [(row, column.name) for row, text in enumerate(texts) if text == highest]
    return frozenset(found)
