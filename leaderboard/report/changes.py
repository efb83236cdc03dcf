"""What one of two systems does better and worse than the other, error by error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from leaderboard.denotation import ErrorProfile
from leaderboard.report.errors import ALL, ASSIGNMENTS, OTHERS, by_class
from leaderboard.report.table import Column, Table

KINDS = ASSIGNMENTS[2:]
LABELS = {**{kind: f"{kind.capitalize()} assignments" for kind in KINDS}, **OTHERS}
# Of these more is better; of everything else that is compared, less.
GOOD = "correct"


@dataclass(frozen=True, slots=True)
class Change:
    """A count of which the second system has more or less than the first."""

    count: str
    mention_class: str
    first: int
    second: int

    @property
    def change(self) -> int:
        return self.second - self.first

    @property
    def verdict(self) -> str:
        return "better" if (self.change > 0) == (self.count == GOOD) else "worse"


def changes(first: ErrorProfile, second: ErrorProfile) -> tuple[Change, ...]:
    """What the second does better, then what it does worse, the largest changes first."""
    one, other = compared(first), compared(second)
    found = [Change(*what, one[what], other[what]) for what in one if what in other]
    differing = [change for change in found if change.change]
    return tuple(sorted(differing, key=lambda change: (change.verdict, -abs(change.change))))


def compared(profile: ErrorProfile) -> dict[tuple[str, str], int]:
    """Every count of which more is better or worse, by what it counts and the class of mentions."""
    assignments = {
        (kind, name): int(getattr(counts, kind))
        for name, counts in by_class(profile).items()
        for kind in KINDS
    }
    return assignments | {(name, ALL): int(getattr(profile, name)) for name in OTHERS}


def change_tables(profiles: Mapping[str, ErrorProfile], *, classes: bool = True) -> list[Table]:
    """Of the first two systems, where anything changes from one to the other."""
    first, second = list(profiles)[:2]
    found = changes(profiles[first], profiles[second])
    shown = [change for change in found if classes or change.mention_class == ALL]
    return [_table(first, second, shown)] if shown else []


def change_records(profiles: Mapping[str, ErrorProfile]) -> list[dict[str, object]]:
    """The same as records, by class too."""
    first, second = list(profiles)[:2]
    return [
        {
            "first": first,
            "second": second,
            "count": change.count,
            "class": change.mention_class,
            "first_count": change.first,
            "second_count": change.second,
            "change": change.change,
            "verdict": change.verdict,
        }
        for change in changes(profiles[first], profiles[second])
    ]


def change_data(profiles: Mapping[str, ErrorProfile]) -> dict[str, object]:
    """What a script needs to compare any two: the counts of all, and what each of them counts."""
    found = [compared(profile) for profile in profiles.values()]
    kinds = list(dict.fromkeys(kind for counts in found for kind in counts))
    return {
        "counts": [[LABELS[count], of_class, count == GOOD] for count, of_class in kinds],
        "errors": [[counts.get(kind) for kind in kinds] for counts in found],
    }


def _table(first: str, second: str, found: Sequence[Change]) -> Table:
    several = any(change.mention_class != ALL for change in found)
    return Table(
        f"What {second} does better and worse than {first}",
        (
            Column("verdict", "Verdict"),
            Column("count", "Count"),
            Column("class", "Class", main=several),
            Column("first", first, "count"),
            Column("second", second, "count"),
            Column("change", "Change", "change"),
        ),
        tuple(
            (one.verdict, LABELS[one.count], one.mention_class, one.first, one.second, one.change)
            for one in found
        ),
        ("These counts describe the responses; they were not tested.",),
        groups=frozenset(row for row in range(1, len(found)) if found[row].verdict != found[row - 1].verdict),
    )
