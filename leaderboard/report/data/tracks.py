"""Tracks and phases for programs: ``tracks.csv``, ``phases.csv`` and what the JSON has of tracks."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.ranking import Ranking
from leaderboard.report.data.pair_texts import pair_lines
from leaderboard.report.forms.json import nested
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.ranked import places, rank_values, wide_columns, wide_values
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.scores import score_entries
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.rank.tracks import TrackRanking


def track_columns(result: RankResult) -> Table:
    """One row a track and system, in the columns of the ranking."""
    rows = tuple(row for one in result.tracks for row in _rows(result, one.track, one.own.ranking))
    return Table("Scores and ranks by track", (Column("track", "Track"), *_columns(result)), rows)


def phase_columns(result: RankResult) -> Table:
    """One row a phase, track and system; all systems of a phase, who stand first, have no track."""
    rows = tuple(
        (one.phase, *row)
        for one in result.phases
        for track, ranking in [
            (None, one.primary),
            *((track.track, track.own.ranking) for track in one.tracks),
        ]
        for row in _rows(one, track, ranking)
    )
    columns = (Column("phase", "Phase"), Column("track", "Track"), *_columns(result))
    return Table("Scores and ranks by phase and track", columns, rows)


def track_records(result: RankResult) -> dict[str, object]:
    """What the record of a ranking has of its track or tracks, where there are any."""
    own = {"track": result.track.label} if result.track else {}
    tracks = nested(_record(result, one) for one in result.tracks)
    return {**own, **({"tracks": tracks} if result.tracks else {})}


def _columns(result: RankResult) -> tuple[Column, ...]:
    return wide_columns(result, [scores for one in result.phases for scores in one.scores.values()])


def _rows(result: RankResult, track: str | None, ranking: Ranking) -> Iterator[tuple[Value, ...]]:
    for system, place in places(ranking).items():
        yield (track, *wide_values(result, system, place, result.scores[system]))


def _record(result: RankResult, one: TrackRanking) -> dict[str, object]:
    return {
        "track": one.track,
        "entries": list(one.entries),
        "absent": list(one.absent),
        "signature": one.signature,
        "systems": [
            {
                "system": place.system,
                **rank_values(place),
                "scores": score_entries(result.scores[place.system]),
                "interval": interval(result, place),
            }
            for place in one.own.ranking.standings
        ],
        "comparisons": pair_lines([one.family]),
        "notes": list(one.own.notes),
    }
