"""The changes between two reports, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from leaderboard.changes import Entry, SystemChange, VerdictChange, leaders
from leaderboard.report.table import show
from leaderboard.report.words.names import label
from leaderboard.text import counted, listed
from leaderboard.verbs.diff import DiffResult

# In a sentence; the tables have them all.
MOST_NAMES = 10


def sentences(result: DiffResult) -> tuple[str, ...]:
    """The sentences of an announcement."""
    old, new = result.old, result.new
    if result.same:
        tracks = f", and in {counted(len(new.tracks), 'track')}" if new.tracks else ""
        return (
            f"No change: {counted(new.ranked, 'system')} with the same scores, ranks and verdicts "
            f"by {label(new.primary)}{tracks}.",
            *_not_compared(result),
        )
    return (
        f"{counted(new.ranked, 'system')} ranked by {label(new.primary)}; before: {old.ranked:,}.",
        _leaders(result),
        *(
            f"{words}: {listed([sentence(result, change) for change in found], MOST_NAMES)}."
            for words, is_kind, sentence in _KINDS
            if (found := [change for change in result.systems if is_kind(result, change)])
        ),
        *_tracks(result),
        *_not_compared(result),
    )


def _tracks(result: DiffResult) -> Iterator[str]:
    """Which tracks came and went, and who is first in each where that is others than before."""
    old, new = result.old.tracks, result.new.tracks
    for words, found in (("New tracks", result.new_tracks), ("Removed tracks", result.gone_tracks)):
        if found:
            yield f"{words}: {listed(found, MOST_NAMES)}."
    for track in new:
        if track in old:
            before, now = (leaders(ranked[track].entries) for ranked in (old, new))
            if {*before} != {*now}:
                yield f"Rank 1 in the track {track}: {_together(now)}; before: {_together(before)}."


def not_compared(result: DiffResult) -> tuple[str, ...]:
    """Sentences about parts of the reports that were not compared."""
    return tuple(dict.fromkeys((*result.new.further, *result.old.further)))


def _not_compared(result: DiffResult) -> Iterator[str]:
    if further := not_compared(result):
        yield f"These parts of the reports are not compared: {listed(further, MOST_NAMES)}."


def what_changed(result: DiffResult, change: SystemChange) -> tuple[str, ...]:
    """The change of one system, in a few words."""
    old, new = change.states
    if old != new:
        return ("entered" if new == "ranked" else "left" if new == "absent" else new,)
    words = {
        _moved(result, change): rank(change.old) != rank(change.new),
        "range": _bounds(change.old) != _bounds(change.new),
        "resubmitted": change.resubmitted,
    }
    return tuple(word for word, is_so in words.items() if is_so)


def verdict(change: VerdictChange) -> str:
    """The change of a verdict, in words."""
    old, new = change.old.verdict, change.new.verdict
    if old == new:
        return "significant, in the other direction"
    if new == "significant":
        return f"became significant, for {change.first if change.new.difference > 0 else change.second}"
    return f"no longer significant, now {new}" if old == "significant" else f"{old} before, now {new}"


def rank(entry: Entry | None) -> int | None:
    return entry.rank if entry else None


def _bounds(entry: Entry | None) -> tuple[int | None, int | None]:
    return (entry.low, entry.high) if entry else (None, None)


def _leaders(result: DiffResult) -> str:
    old, new = result.old.leaders, result.new.leaders
    if {*old} == {*new}:
        return f"Rank 1: {_together(new)}, as before."
    return f"Rank 1: {_together(new)}; before: {_together(old)}."


def _together(names: Sequence[str]) -> str:
    return listed(sorted(names), MOST_NAMES) or "no system"


def _moved(result: DiffResult, change: SystemChange) -> str:
    """Between ranks by other scores or other tests there is no way up or down."""
    if result.made_otherwise:
        return "rank changed"
    return "up" if (rank(change.new) or 0) < (rank(change.old) or 0) else "down"


def _is(word: str) -> Callable[[DiffResult, SystemChange], bool]:
    return lambda result, change: word in what_changed(result, change)


def _with_place(result: DiffResult, change: SystemChange) -> str:
    """A new system with its rank and score, and what it was if it was there."""
    score = show(change.new.f1(result.new.primary) if change.new else None, "percent")
    before = f", {change.states[0]} before" if change.old else ""
    return f"{change.system} (rank {rank(change.new)}, {score}{before})"


def _with_last_place(result: DiffResult, change: SystemChange) -> str:
    last = rank(change.old)
    return f"{change.system} (it was {change.states[0] if last is None else f'at rank {last}'})"


def _with_reason(result: DiffResult, change: SystemChange) -> str:
    reason = change.new.reason if change.new else ""
    last = rank(change.old)
    before = "" if last is None else f"; it was at rank {last}"
    return f"{change.system} ({reason}{before})"


def _with_move(result: DiffResult, change: SystemChange) -> str:
    return f"{change.system} ({rank(change.old)} to {rank(change.new)})"


def _with_scores(result: DiffResult, change: SystemChange) -> str:
    old, new = (
        show(entry.f1(result.new.primary) if entry else None, "percent") for entry in (change.old, change.new)
    )
    return f"{change.system} ({old} to {new})"


_KINDS = (
    ("Entered", _is("entered"), _with_place),
    ("Left", _is("left"), _with_last_place),
    ("Rejected", _is("rejected"), _with_reason),
    ("Ranked nowhere", _is("excluded"), _with_reason),
    ("New output with other scores", lambda _, change: change.resubmitted, _with_scores),
    ("Up", _is("up"), _with_move),
    ("Down", _is("down"), _with_move),
    ("Rank changed", _is("rank changed"), _with_move),
)
