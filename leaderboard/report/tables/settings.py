"""A ranking by several settings, for people: all side by side, what changes, and each further one."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.ranked import partial_mean, places, ranked_text, ranking_alone, unbeaten
from leaderboard.report.words.captions import label
from leaderboard.report.words.marks import bold
from leaderboard.report.words.precision import portable
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.rank.settings import SettingRanking

# More pairs than this are no reading; the JSON has them all.
MOST_PAIRS = 10


def setting_tables(result: RankResult) -> list[Table]:
    """System by setting, how the order changes, and the ranking by each setting but the first."""
    if not result.variants:
        return []
    return [_side_by_side(result), _changes(result), *(_alone(result, one) for one in result.variants[1:])]


def _side_by_side(result: RankResult) -> Table:
    """The primary F1 by each setting with its rank by the tests of that setting, as ``57.68 (2)``."""
    primary = result.settings.primary
    ranks = [places(one.own.ranking) for one in result.variants]
    ranked, excluded = list(ranks[0]), list(result.datasets.partial)
    rows = [
        (
            system,
            *(
                ranked_text(one.scores[system][primary].f1, own[system])
                for one, own in zip(result.variants, ranks, strict=True)
            ),
        )
        for system in ranked
    ]
    rows += [
        (system, *(partial_mean(result, system, one.partial[system][primary].f1) for one in result.variants))
        for system in excluded
    ]
    table = Table(
        f"{label(result, primary)} F1 by setting in per cent, with significance ranks",
        (
            Column("system", "System"),
            *(Column(f"{primary}_f1_{one.setting}", one.setting, "ranked") for one in result.variants),
        ),
        tuple(rows),
        (
            "The rank in brackets is by the tests of that setting alone, whose pairs are a family of their "
            f"own. Everything else in this report is by {result.variants[0].setting}.",
        ),
        groups=frozenset([len(ranked)] * bool(excluded)),
        marks=bold(result, "by that setting"),
    )
    return replace(table, best=unbeaten(result, table, ranks))


def _changes(result: RankResult) -> Table:
    """How far each further setting orders the systems otherwise than the first one."""
    first, *others = result.variants
    rows: list[tuple[Value, ...]] = [
        (
            one.setting,
            None if one.change.tau is None else portable(one.change.tau),
            len(one.change.flips),
            _pairs(one),
        )
        for one in others
    ]
    return Table(
        f"How the order by {first.setting} changes",
        (
            Column("setting", "Setting"),
            Column("tau", "Kendall's tau", "coefficient"),
            Column("flips", "Pairs that change places", "count"),
            Column("pairs", "Ahead now"),
        ),
        tuple(rows),
    )


def _pairs(one: SettingRanking) -> str | None:
    """Who passes whom, as far as anybody reads."""
    pairs = [f"{behind} > {ahead}" for ahead, behind in one.change.flips]
    more = len(pairs) - MOST_PAIRS
    return ", ".join(pairs[:MOST_PAIRS]) + (f" and {more:,} more" if more > 0 else "") or None


def _alone(result: RankResult, one: SettingRanking) -> Table:
    """The ranking by one setting."""
    return ranking_alone(
        result,
        f"Ranking by {label(result, result.settings.primary)} with the setting {one.setting}, F1 in per cent",
        one.own.ranking,
        one.scores,
        (*one.own.notes, f"Signature of the scores: {one.signature}"),
    )
