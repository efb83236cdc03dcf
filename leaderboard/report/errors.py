"""The kinds of errors of systems as tables and as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from leaderboard.denotation import Counts, ErrorProfile
from leaderboard.report.table import Column, Table, Value

ASSIGNMENTS = ("possible", "actual", "correct", "incorrect", "spurious", "missing")
MEASURES = ("substitution", "overgeneration", "undergeneration")
OTHERS = {
    "missed": "Mentions missed",
    "invented": "Mentions invented",
    "split": "Entities split",
    "merged": "Entities merged",
    "unresolved": "Mentions without a correct link",
}
# Of these more is better; of everything else that is compared, less.
GOOD = "Correct"


def assignment_table(profiles: Mapping[str, ErrorProfile]) -> Table:
    """One row a system and class of mentions."""
    rows: list[tuple[Value, ...]] = [
        (system, name, *(getattr(counts, column) for column in (*ASSIGNMENTS, *MEASURES)))
        for system, profile in profiles.items()
        for name, counts in _classes(profile).items()
    ]
    return Table(
        "Denotation assignments, and the share of each kind of error in per cent",
        (
            Column("system", "System"),
            Column("class", "Class"),
            *(Column(name, name.capitalize(), "count") for name in ASSIGNMENTS),
            *(Column(name, name.capitalize(), "percent") for name in MEASURES),
        ),
        tuple(rows),
        groups=frozenset(index for index, row in enumerate(rows) if index and row[0] != rows[index - 1][0]),
    )


def other_errors_table(profiles: Mapping[str, ErrorProfile]) -> Table:
    """One row a system."""
    return Table(
        "Mentions and entities that went wrong",
        (Column("system", "System"), *(Column(name, label, "count") for name, label in OTHERS.items())),
        tuple((system, *(getattr(profile, name) for name in OTHERS)) for system, profile in profiles.items()),
    )


def difference_table(profiles: Mapping[str, ErrorProfile], first: str, second: str) -> Table:
    """What the second system does better and worse than the first, the largest differences first."""
    one, other = _compared(profiles[first]), _compared(profiles[second])
    rows = [
        (what, name, one[what, name], other[what, name], other[what, name] - one[what, name])
        for what, name in one
        if one[what, name] != other[what, name]
    ]
    rows.sort(key=lambda row: -abs(row[4]))
    return Table(
        f"What {second} does better and worse than {first}",
        (
            Column("kind", "Count"),
            Column("class", "Class"),
            Column("first", first, "count"),
            Column("second", second, "count"),
            Column("difference", "Difference", "count"),
            Column("verdict", second),
        ),
        tuple((*row, "better" if (row[4] > 0) == (row[0] == GOOD) else "worse") for row in rows),
    )


def error_tables(profiles: Mapping[str, ErrorProfile]) -> list[Table]:
    """Everything about some systems; of two also what the second does better and worse."""
    if not profiles:
        return []
    pairs = [difference_table(profiles, *profiles)] if len(profiles) == 2 else []
    return [assignment_table(profiles), other_errors_table(profiles), *(pair for pair in pairs if pair.rows)]


def error_record(profile: ErrorProfile) -> dict[str, object]:
    return {
        **_counts_record(profile.counts),
        "by_class": {name: _counts_record(counts) for name, counts in profile.by_class.items()},
        **{name: getattr(profile, name) for name in OTHERS},
    }


def _classes(profile: ErrorProfile) -> dict[str, Counts]:
    return {"all": profile.counts, **profile.by_class}


def _compared(profile: ErrorProfile) -> dict[tuple[str, str], int]:
    """Every count of which more is better or worse, by what it counts and the class of mentions."""
    assignments = {
        (kind.capitalize(), name): int(getattr(counts, kind))
        for name, counts in _classes(profile).items()
        for kind in ASSIGNMENTS[2:]
    }
    return assignments | {(label, "all"): int(getattr(profile, name)) for name, label in OTHERS.items()}


def _counts_record(counts: Counts) -> dict[str, int | float]:
    return {**asdict(counts), **{name: getattr(counts, name) for name in MEASURES}}
