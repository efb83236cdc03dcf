"""A ranking track by track, for people: the ranks in all tracks side by side, then each track."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leaderboard.options.tracks import ALL
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.ranked import Places, places, ranking_alone, unbeaten
from leaderboard.report.words.captions import label, where
from leaderboard.report.words.marks import bold
from leaderboard.report.words.methods import correction
from leaderboard.report.words.numbered import numbered
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.rank.tracks import TrackRanking


def track_tables(result: RankResult) -> list[Table]:
    """The rank of each system in each track, and the ranking of each track that has systems."""
    if not result.tracks:
        return []
    return [_across(result), *(_alone(result, one) for one in result.tracks if one.own.ranking.standings)]


def _across(result: RankResult) -> Table:
    """A score is the same in all tracks; ranks are not."""
    primary = result.settings.primary
    ranks = [places(result.primary), *(places(one.own.ranking) for one in result.tracks)]
    table = Table(
        f"Ranks by track{where(result)}, {label(result, primary)} F1 in per cent",
        (
            Column("system", "System"),
            Column(f"{primary}_f1", label(result, primary), "percent"),
            Column("all", ALL, "ranked"),
            *(Column(f"rank_{one.track}", one.track, "ranked") for one in result.tracks),
        ),
        tuple(
            (system, result.scores[system][primary].f1, *(_rank(own, system) for own in ranks))
            for system in ranks[0]
        ),
        (
            *_empty(result),
            "A rank is among the systems of that track alone, whose pairs are a family of their own; it is "
            "blank where a system is not in the track. Everything but the tracks is about all systems.",
        ),
        marks=bold(result, "in that track"),
    )
    return replace(table, best=unbeaten(result, table, ranks))


def _empty(result: RankResult) -> Iterator[str]:
    if empty := [one.track for one in result.tracks if not one.own.ranking.standings]:
        yield f"No system is ranked in {', '.join(empty)}."


def _rank(own: Places, system: str) -> str:
    return str(own[system].rank) if system in own else ""


def _alone(result: RankResult, one: TrackRanking) -> Table:
    standings = one.own.ranking.standings
    table = ranking_alone(
        result,
        f"Track {one.track}{where(result)}: {numbered(len(standings), 'system')}, ranking by "
        f"{label(result, result.settings.primary)}, F1 in per cent",
        one.own.ranking,
        result.scores,
        tuple(_notes(result, one)),
    )
    return replace(
        table, signature=f"that of all systems with {one.signature.removeprefix(result.signature)}"
    )


def _notes(result: RankResult, one: TrackRanking) -> Iterator[str]:
    """How its pairs were tested, and who is missing."""
    baseline, systems = result.settings.against, one.family.systems
    if baseline not in (None, *systems):
        yield f"The baseline {baseline} is not in this track, so none of its systems were compared."
    elif len(systems) == 1:
        yield "Nothing is tested in a track of one system."
    else:
        yield (
            "The p-values are those of the ranking of all systems, with "
            f"{correction(result.settings, one.family)} of this track."
        )
        yield from one.own.notes
    if one.absent:
        yield f"Named in the track, but not among the systems that are ranked: {', '.join(one.absent)}."
