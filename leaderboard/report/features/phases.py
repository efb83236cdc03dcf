"""Earlier phases of a ranking as tables: each by itself, and all side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from leaderboard.options.shared_task import ALL
from leaderboard.report.features.boards import board_tables
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.rankings import ranked_text
from leaderboard.report.words import boards as words
from leaderboard.report.words.marks import bold, is_bold
from leaderboard.report.words.names import score_column

if TYPE_CHECKING:
    from leaderboard.ranking.standings import Standing
    from leaderboard.verbs.rank import RankResult


# Kinds of boards in reading order; any other kind stands before the tracks.
_KINDS = ("dataset", "mean", "slice", "setting", "", "track")


def board_kinds(result: RankResult) -> list[str]:
    """The kinds of boards that a ranking has, in reading order."""
    kinds = dict.fromkeys(board.kind for board in result.boards)
    return sorted(kinds, key=lambda kind: _KINDS.index(kind if kind in _KINDS else ""))


def further_tables(result: RankResult) -> Iterator[Table]:
    """The boards of one phase; those of its tracks say themselves which phase they are of."""
    for kind in board_kinds(result):
        for table in board_tables(result, kind):
            yield (
                table if kind == "track" else replace(table, caption=f"Phase {result.phase}: {table.caption}")
            )


def across_phases(result: RankResult) -> Table:
    """The primary F1 in each phase with the rank in that phase and track, as ``57.68 (2)``."""
    primary, phases = result.options.primary, result.phases
    columns = [
        Column(f"{score_column(primary)}_{phase.phase}", str(phase.phase), "ranked", metric=primary)
        for phase in phases
    ]
    rows: list[tuple[Value, ...]] = []
    best, groups = set(), set()
    for track, ranks in _by_track(result):
        groups.add(len(rows))
        for system in dict.fromkeys(system for standings in reversed(ranks) for system in standings):
            best |= {
                (len(rows), column.name)
                for column, one, standings in zip(columns, phases, ranks, strict=True)
                if system in standings and is_bold(one.options.against, standings[system], len(standings))
            }
            cells = (
                ranked_text(one.scores[system][primary].f1, standings[system], primary)
                if system in standings
                else ""
                for one, standings in zip(phases, ranks, strict=True)
            )
            rows.append((track, system, *cells))
    table = Table(
        words.by_board(primary, "phase"),
        (Column("track", "Track"), Column("system", "System"), *columns),
        tuple(rows),
        (words.on_phases(phases[-1].phase),),
        best=frozenset(best),
        groups=frozenset(groups - {0}),
        marks=bold(result.options.against, "in that phase and track"),
    )
    return table if result.of("track") else table.only([column.name for column in table.columns[1:]])


def _by_track(result: RankResult) -> Iterator[tuple[str, list[Mapping[str, Standing]]]]:
    """The standings of all systems and of each track, phase by phase."""
    yield ALL, [phase.primary.by_system for phase in result.phases]
    for number, track in enumerate(result.of("track")):
        yield track.name, [phase.of("track")[number].standings for phase in result.phases]
