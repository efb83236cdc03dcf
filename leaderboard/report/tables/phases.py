"""Several phases in one report, for people: all of them side by side, then each that was before the last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leaderboard.options.tracks import ALL
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.datasets import dataset_tables
from leaderboard.report.tables.ranked import Places, places, ranked_text
from leaderboard.report.tables.rankings import ranking_table
from leaderboard.report.tables.settings import setting_tables
from leaderboard.report.tables.tracks import track_tables
from leaderboard.report.words.captions import label
from leaderboard.report.words.marks import bold, is_bold
from leaderboard.verbs.rank import RankResult


def phase_tables(result: RankResult) -> list[Table]:
    """Track and system by phase, and the tables of each earlier phase."""
    if not result.earlier:
        return []
    return [across_phases(result), *(table for one in result.earlier for table in tables_of(one))]


def tables_of(result: RankResult) -> Iterator[Table]:
    """One phase: its ranking with all notes, then the others."""
    yield ranking_table(result).main()
    yield from further_tables(result)


def further_tables(result: RankResult) -> Iterator[Table]:
    """The tracks, datasets and settings of one phase."""
    yield from track_tables(result)
    for table in (*dataset_tables(result), *setting_tables(result)):
        yield replace(table, caption=f"Phase {result.phase}: {table.caption}")


def across_phases(result: RankResult) -> Table:
    """The primary F1 in each phase with the rank in that phase and track, as ``57.68 (2)``."""
    primary, phases = result.settings.primary, result.phases
    boards = list(_boards(result))
    columns = [Column(f"{primary}_f1_{one.phase}", str(one.phase), "ranked") for one in phases]
    rows: list[tuple[Value, ...]] = []
    best, groups = set(), set()
    for track, ranks in boards:
        groups.add(len(rows))
        for system in dict.fromkeys(system for own in reversed(ranks) for system in own):
            best |= {
                (len(rows), column.name)
                for column, one, own in zip(columns, phases, ranks, strict=True)
                if system in own and is_bold(one, own[system], len(own))
            }
            cells = (
                ranked_text(one.scores[system][primary].f1, own[system]) if system in own else ""
                for one, own in zip(phases, ranks, strict=True)
            )
            rows.append((track, system, *cells))
    table = Table(
        f"{label(result, primary)} F1 by phase in per cent, with significance ranks",
        (Column("track", "Track"), Column("system", "System"), *columns),
        tuple(rows),
        (
            "Each phase has a key of its own, so scores of different phases are not to be compared; a cell "
            f"is blank where a system is not entered. What names no phase is about {phases[-1].phase}.",
        ),
        best=frozenset(best),
        groups=frozenset(groups - {0}),
        marks=bold(result, "in that phase and track"),
    )
    return table if result.tracks else table.only([column.name for column in table.columns[1:]])


def _boards(result: RankResult) -> Iterator[tuple[str, list[Places]]]:
    """The standings of all systems and of each track, phase by phase."""
    yield ALL, [places(one.primary) for one in result.phases]
    for number, track in enumerate(result.tracks):
        yield track.track, [places(one.tracks[number].own.ranking) for one in result.phases]
