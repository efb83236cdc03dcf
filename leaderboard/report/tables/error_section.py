"""The kinds of errors of ranked systems: one row a system, best first, in three tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.error_analysis import KINDS, ErrorProfile
from leaderboard.report.table import Column, Table, Value
from leaderboard.report.tables.errors import (
    COUNT_COLUMNS,
    MEASURES,
    OTHER_COLUMNS,
    OTHERS,
    by_class,
    class_notes,
    count_values,
    other_errors_table,
    other_values,
    sum_notes,
)

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult

_LEGEND = (
    "An assignment says what an expression refers to. Of the possible ones, those of the key, a system gets "
    "some right (correct), gives some another referent (incorrect) and leaves some out (missing); spurious "
    "ones are its own. Substitution, overgeneration and undergeneration are the shares of its errors that "
    "are incorrect, spurious and missing."
)


def ranked_errors(result: RankResult) -> dict[str, ErrorProfile]:
    """The profile of each system, best first."""
    return {standing.system: result.errors[standing.system] for standing in result.primary.standings}


def error_section(result: RankResult) -> tuple[Table, ...]:
    """Assignments, those of each class where there are classes, then mentions and entities."""
    profiles = ranked_errors(result)
    classes = class_table(profiles)
    return (
        kinds_table(profiles, len(result.of("dataset"))),
        *([classes] if classes.notes else []),
        other_errors_table(profiles),
    )


def kinds_table(profiles: Mapping[str, ErrorProfile], datasets: int = 1) -> Table:
    """The assignments of all classes together; how many are possible and actual follows from them."""
    table = Table(
        "Denotation assignments, and the share of each kind of error in per cent",
        (Column("system", "System"), *COUNT_COLUMNS),
        tuple((system, *count_values(profile.counts)) for system, profile in profiles.items()),
        (_LEGEND, *sum_notes(datasets)),
    )
    return table.only(["system", *KINDS, *MEASURES])


def class_table(profiles: Mapping[str, ErrorProfile]) -> Table:
    """The assignments of each class, side by side."""
    rows: list[tuple[Value, ...]] = [
        (
            system,
            *(
                getattr(profile.by_class[name], kind) if name in profile.by_class else None
                for name in CLASS_NAMES
                for kind in KINDS
            ),
        )
        for system, profile in profiles.items()
    ]
    columns = [Column(f"{name}_{kind}", f"{name} {kind}", "count") for name in CLASS_NAMES for kind in KINDS]
    return Table(
        "Denotation assignments by class of mentions",
        (Column("system", "System"), *columns),
        tuple(rows),
        class_notes(profiles),
    )


def error_file_table(profiles: Mapping[str, ErrorProfile]) -> Table:
    """All that a file of CSV holds: a row a system and class; what has no class stands in the row of all."""
    nothing = (None,) * len(OTHERS)
    rows: list[tuple[Value, ...]] = [
        (system, name, *count_values(counts), *(nothing if name in CLASS_NAMES else other_values(profile)))
        for system, profile in profiles.items()
        for name, counts in by_class(profile).items()
    ]
    columns = (Column("system", "System"), Column("class", "Class"), *COUNT_COLUMNS, *OTHER_COLUMNS)
    return Table("Kinds of errors", columns, tuple(rows))
