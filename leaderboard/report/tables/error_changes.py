"""The errors by which two systems differ: what the first does better and worse than the second."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.error_analysis import ALL, KINDS, ErrorProfile, Kind, Turn
from leaderboard.report.table import Column, Table, Value, group_starts
from leaderboard.report.tables.error_kinds import OTHERS, by_class
from leaderboard.report.words.comparisons import change_caption, change_notes

if TYPE_CHECKING:
    from leaderboard.tasks.reread import Pair, Turns

LABELS = {**{kind: f"{kind.capitalize()} assignments" for kind in KINDS}, **OTHERS}
# More correct assignments are better; of every other count, fewer are better.
GOOD = "correct"
VERDICTS = ("better", "worse", "even")


@dataclass(frozen=True, slots=True)
class Change:
    """A count of errors of two systems, and how many of these only one of them makes.

    ``verdict`` is that on the first system. ``turn`` is None for merged entities, which cannot be matched
    between systems.
    """

    count: str
    mention_class: str
    first: float
    second: float
    turn: Turn | None

    @property
    def change(self) -> float:
        """The count of the first system less that of the second."""
        return self.first - self.second

    @property
    def moved(self) -> float:
        """The number of mentions on which the systems differ, or the difference of the counts."""
        return self.turn.only_first + self.turn.only_second if self.turn else abs(self.change)

    @property
    def verdict(self) -> str:
        if not self.change:
            return "even"
        return "better" if (self.change > 0) == (self.count == GOOD) else "worse"


def changes(first: ErrorProfile, second: ErrorProfile, turns: Mapping[Kind, Turn]) -> tuple[Change, ...]:
    """Return what the first does better, then what it does worse, then equal counts of other mentions.

    Within each of the three, large differences come first.
    """
    one, other = compared(first), compared(second)
    found = [Change(*what, one[what], other[what], turns.get(what)) for what in one if what in other]
    return tuple(
        sorted(
            (change for change in found if change.moved),
            key=lambda change: (VERDICTS.index(change.verdict), -abs(change.change), -change.moved),
        )
    )


def compared(profile: ErrorProfile) -> dict[tuple[str, str], float]:
    """Return every count that has a better direction, by its name and the class of mentions."""
    assignments = {
        (kind, name): getattr(counts, kind) for name, counts in by_class(profile).items() for kind in KINDS
    }
    return assignments | {(name, ALL): getattr(profile, name) for name in OTHERS}


def change_tables(profiles: Mapping[str, ErrorProfile], turns: Turns) -> list[Table]:
    """Return the table of the first pair, or none if its errors are the same."""
    pair = next(iter(turns))
    shown = _of(profiles, turns, pair)
    return [_table(*pair, shown, len(turns))] if shown else []


def change_records(profiles: Mapping[str, ErrorProfile], turns: Turns) -> list[dict[str, object]]:
    """Return the changes of all pairs as records, also by class."""
    return [
        {
            "first": first,
            "second": second,
            "count": change.count,
            "class": change.mention_class,
            "first_count": change.first,
            "second_count": change.second,
            "change": change.change,
            "only_first": change.turn and change.turn.only_first,
            "only_second": change.turn and change.turn.only_second,
            "verdict": change.verdict,
        }
        for first, second in turns
        for change in _of(profiles, turns, (first, second))
    ]


def _of(profiles: Mapping[str, ErrorProfile], turns: Turns, pair: Pair) -> tuple[Change, ...]:
    first, second = pair
    return changes(profiles[first], profiles[second], turns[pair])


def change_data(profiles: Mapping[str, ErrorProfile]) -> dict[str, object]:
    """Return the counts of all systems and their labels, for the script that compares any two."""
    found = [compared(profile) for profile in profiles.values()]
    kinds = list(dict.fromkeys(kind for counts in found for kind in counts))
    return {
        "counts": [[LABELS[count], of_class, count == GOOD] for count, of_class in kinds],
        "errors": [[counts.get(kind) for kind in kinds] for counts in found],
    }


def _table(first: str, second: str, found: Sequence[Change], pairs: int) -> Table:
    several = any(change.mention_class != ALL for change in found)
    return Table(
        change_caption(first, second),
        (
            Column("verdict", "Verdict"),
            Column("count", "Count", wraps=True),
            Column("class", "Class", main=several),
            Column("first", first, "count", spare=2),
            Column("second", second, "count", spare=2),
            Column("change", "Difference", "change"),
            Column("only_first", f"Only {first}", "count", spare=1),
            Column("only_second", f"Only {second}", "count", spare=1),
        ),
        tuple(_row(change) for change in found),
        change_notes(first, second, pairs),
        groups=group_starts([change.verdict for change in found]),
    )


def _row(change: Change) -> tuple[Value, ...]:
    turn = change.turn
    sides = (turn.only_first, turn.only_second) if turn else (None, None)
    return (
        change.verdict,
        LABELS[change.count],
        change.mention_class,
        change.first,
        change.second,
        change.change,
        *sides,
    )
