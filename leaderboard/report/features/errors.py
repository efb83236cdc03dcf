"""The kinds of errors of systems, and those by which two systems differ."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import asdict, dataclass
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.error_analysis.profile import ALL, KINDS, Counts, ErrorProfile, Kind, Turn
from leaderboard.report.once import once
from leaderboard.report.relation import Relation, relation_of_table
from leaderboard.report.table import Column, Table, Value, group_starts
from leaderboard.report.words.comparisons import change_notes

if TYPE_CHECKING:
    from leaderboard.metrics.metric import Metric
    from leaderboard.tasks.reread import Pair, Turns
    from leaderboard.verbs.rank import RankResult


_CAPTION = "Denotation assignments, and the share of each kind of error in per cent"
ASSIGNMENTS = ("possible", "actual", *KINDS)
MEASURES = ("substitution", "overgeneration", "undergeneration")
OTHERS = {
    "missed": "Mentions missed",
    "invented": "Mentions invented",
    "split": "Entities split",
    "merged": "Entities merged",
    "unresolved": "Mentions without a correct link",
}
CLASSES = "PN: proper names; NP: other noun phrases; PRO: pronouns and possessives."
_REPRESENTATIVES = (
    "The expression that represents a chain is not counted, and it differs between systems. "
    "So the number of possible assignments of a class also differs."
)
_UNTAGGED = "Mentions of datasets without tags have no class, so the classes are fewer than all."
COUNT_COLUMNS = (
    *(Column(name, name.capitalize(), "count", spare=name not in KINDS) for name in ASSIGNMENTS),
    *(Column(name, name.capitalize(), "percent", spare=2) for name in MEASURES),
)
OTHER_COLUMNS = tuple(Column(name, label, "count") for name, label in OTHERS.items())


def assignment_table(profiles: Mapping[str, ErrorProfile], notes: Sequence[str] = ()) -> Table:
    """One row per system and class of mentions."""
    rows: list[tuple[Value, ...]] = [
        (system, name, *count_values(counts))
        for system, profile in profiles.items()
        for name, counts in by_class(profile).items()
    ]
    return Table(
        _CAPTION,
        (Column("system", "System"), Column("class", "Class"), *COUNT_COLUMNS),
        tuple(rows),
        (_LEGEND, _POSSIBLE, *class_notes(profiles), *notes),
        groups=group_starts([row[0] for row in rows]),
    )


def other_errors_table(profiles: Mapping[str, ErrorProfile]) -> Table:
    """One row per system."""
    return Table(
        "Mentions and entities that went wrong",
        (Column("system", "System"), *OTHER_COLUMNS),
        tuple((system, *other_values(profile)) for system, profile in profiles.items()),
    )


def error_tables(profiles: Mapping[str, ErrorProfile], notes: Sequence[str] = ()) -> list[Table]:
    """Everything about some systems."""
    return [assignment_table(profiles, notes), other_errors_table(profiles)] if profiles else []


def error_record(profile: ErrorProfile) -> dict[str, object]:
    return {
        **_counts_record(profile.counts),
        "by_class": {name: _counts_record(counts) for name, counts in profile.by_class.items()},
        **{name: getattr(profile, name) for name in OTHERS},
    }


def by_class(profile: ErrorProfile) -> dict[str, Counts]:
    """The counts of all mentions, then those of each class."""
    return {ALL: profile.counts, **profile.by_class}


def class_notes(profiles: Mapping[str, ErrorProfile]) -> tuple[str, ...]:
    """Notes on the classes: their names, and why their counts do not add up."""
    classed = [profile for profile in profiles.values() if profile.by_class]
    untagged = any(
        sum(counts.possible + counts.actual for counts in profile.by_class.values())
        < profile.counts.possible + profile.counts.actual
        for profile in classed
    )
    notes = {
        CLASSES: any(names_known(profile.by_class) for profile in classed),
        _REPRESENTATIVES: len(classed) > 1,
        _UNTAGGED: untagged,
    }
    return tuple(note for note, holds in notes.items() if holds)


def names_known(names: Container[str | None]) -> bool:
    """True for the classes by tags, which the legend explains; a table of mentions may have others."""
    return any(name in names for name in CLASS_NAMES)


def sum_notes(datasets: int, metrics: Sequence[Metric]) -> tuple[str, ...]:
    """Notes on differences between the counts and the score by DA, if it is among the metrics."""
    mean = "; DA is the mean of its scores on them" * any(metric.name == "da" for metric in metrics)
    return (f"Counts are sums over the datasets{mean}.",) if datasets > 1 else ()


def count_values(counts: Counts) -> tuple[Value, ...]:
    return tuple(getattr(counts, name) for name in (*ASSIGNMENTS, *MEASURES))


def other_values(profile: ErrorProfile) -> tuple[Value, ...]:
    return tuple(getattr(profile, name) for name in OTHERS)


def _counts_record(counts: Counts) -> dict[str, int | float]:
    return {**asdict(counts), **{name: getattr(counts, name) for name in MEASURES}}


_POSSIBLE = "Possible: the assignments of the key. Actual: the assignments of the system."
_LEGEND = (
    "An assignment says what an expression refers to. A system gets an assignment of the key right "
    "(correct), gives it another referent (incorrect) or leaves it out (missing). Spurious: assignments that "
    "only the system has. Substitution, overgeneration, undergeneration: the shares of errors that are "
    "incorrect, spurious, missing."
)


def ranked_errors(result: RankResult) -> dict[str, ErrorProfile]:
    """The profile of each system, best first; systems in memory have none."""
    systems = (standing.system for standing in result.primary.standings)
    return {system: result.errors[system] for system in systems if system in result.errors}


@once
def error_section(result: RankResult) -> tuple[Table, ...]:
    """Assignments, those of each class where there are classes, then mentions and entities."""
    profiles = ranked_errors(result)
    if not profiles:
        return ()
    classes = class_table(profiles)
    return (
        kinds_table(profiles, sum_notes(len(result.of("dataset")), result.metrics)),
        *([classes] if classes.notes else []),
        other_errors_table(profiles),
    )


def kinds_table(profiles: Mapping[str, ErrorProfile], notes: Sequence[str] = ()) -> Table:
    """The assignments of all classes together; how many are possible and actual follows from them."""
    table = Table(
        _CAPTION,
        (Column("system", "System"), *COUNT_COLUMNS),
        tuple((system, *count_values(profile.counts)) for system, profile in profiles.items()),
        (_LEGEND, *notes),
    )
    return table.only(["system", *KINDS, *MEASURES])


def class_table(profiles: Mapping[str, ErrorProfile]) -> Table:
    """The assignments of each class, side by side."""
    found = dict.fromkeys(name for profile in profiles.values() for name in profile.by_class)
    names = CLASS_NAMES if found.keys() <= {*CLASS_NAMES} else tuple(found)
    rows: list[tuple[Value, ...]] = [
        (
            system,
            *(
                getattr(profile.by_class[name], kind) if name in profile.by_class else None
                for name in names
                for kind in KINDS
            ),
        )
        for system, profile in profiles.items()
    ]
    columns = [Column(f"{name}_{kind}", f"{name} {kind}", "count") for name in names for kind in KINDS]
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
        (system, name, *count_values(counts), *(other_values(profile) if name == ALL else nothing))
        for system, profile in profiles.items()
        for name, counts in by_class(profile).items()
    ]
    columns = (Column("system", "System"), Column("class", "Class"), *COUNT_COLUMNS, *OTHER_COLUMNS)
    return Table("Kinds of errors", columns, tuple(rows))


def class_errors(profiles: Mapping[str, ErrorProfile]) -> Relation:
    """One row per system and class of mentions."""
    return relation_of_table("errors", ("system", "class"), error_file_table(profiles))


# The first three add up to the assignments of the key, which are the same for every system.
SEGMENTS = ("correct", "incorrect", "missing", "spurious")


def bar_table(profiles: Mapping[str, ErrorProfile]) -> str:
    """The bars in HTML by themselves, for a page of tables; nothing where there are no systems."""
    width = longest(profiles)
    key = ", ".join(f'<span class="{kind}">■</span> {kind}' for kind in SEGMENTS)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(system)}</th><td class="bar">{drawn(one.counts, width)}</td></tr>'
        for system, one in profiles.items()
    )
    caption = f"Assignments of the key, then those of the response alone: {key}"
    return (
        f"<div><table>\n<caption>{caption}</caption>\n<tbody>\n{rows}\n</tbody>\n</table></div>\n"
        if rows
        else ""
    )


def longest(profiles: Mapping[str, ErrorProfile]) -> float:
    """The length of the longest bar."""
    return max([1, *(profile.counts.possible + profile.counts.spurious for profile in profiles.values())])


def described(counts: Counts) -> str:
    """A bar in words."""
    return ", ".join(f"{getattr(counts, kind):,} {kind}" for kind in SEGMENTS)


def segments(counts: Counts) -> list[tuple[str, int, int]]:
    """Where each kind begins in a bar, and how long it is."""
    widths = [int(getattr(counts, kind)) for kind in SEGMENTS]
    return list(zip(SEGMENTS, accumulate(widths[:-1], initial=0), widths, strict=True))


def drawn(counts: Counts, width: float) -> str:
    """A bar as SVG."""
    rectangles = "".join(
        f'<rect class="{kind}" x="{start}" width="{size}" height="10"/>'
        for kind, start, size in segments(counts)
        if size
    )
    return (
        f'<svg viewBox="0 0 {width} 10" preserveAspectRatio="none" role="img" '
        f'aria-label="{described(counts)}">{rectangles}</svg>'
    )


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
        f"Error counts, {first} and {second} (not tested)",
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
