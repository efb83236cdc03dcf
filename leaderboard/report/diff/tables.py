"""What a comparison of two reports tells: tables, a relation, and its sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import cast

from leaderboard.changes import Entry, Pair, SystemChange, VerdictChange, leaders
from leaderboard.metrics.metric import scale_of
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column, Table, Value, show
from leaderboard.report.words.comparisons import sign_note
from leaderboard.report.words.names import label
from leaderboard.report.words.remarks import sentence
from leaderboard.significance.pairing import TOLERANCE
from leaderboard.text import counted, listed, range_text
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


def _in_words(result: DiffResult, change: SystemChange) -> str:
    return ", ".join(what_changed(result, change))


def verdict(change: VerdictChange, sign: int = 1) -> str:
    """The change of a verdict, in words."""
    old, new = change.old.verdict, change.new.verdict
    if old == new:
        return "significant, in the other direction"
    if new == "significant":
        return (
            f"became significant, for {change.first if sign * change.new.difference > 0 else change.second}"
        )
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
    primary = result.new.primary
    score = show(change.new.f1(primary) if change.new else None, "percent", primary)
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
    primary = result.new.primary
    old, new = (
        show(entry.f1(primary) if entry else None, "percent", primary) for entry in (change.old, change.new)
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


_OPTIONS = {"leaderboard": "version of leaderboard", "primary": "primary metric"}
_OTHER_SCORES = (
    "Scores, verdicts and places on datasets and in tracks are not compared. Ranks are those of each report. "
    "To compare scores, rank the earlier submissions again with the options of the later report."
)
_VERDICT_COLUMNS = (
    Column("first", "First"),
    Column("second", "Second"),
    Column("verdict", "Verdict"),
    Column("difference_old", "Difference before", "signed"),
    Column("difference_new", "Difference now", "signed"),
    Column("p_adjusted_old", "p adjusted before", "p"),
    Column("p_adjusted_new", "p adjusted now", "p"),
    Column("reason", "Why", wraps=True),
)
_PLACE_COLUMNS = (
    Column("rank_old", "Rank before", "count"),
    Column("rank_new", "Rank now", "count"),
    Column("range_old", "Possible before", "ranked"),
    Column("range_new", "Possible now", "ranked"),
)


def diff_tables(result: DiffResult) -> tuple[list[Table], Table, list[Table]]:
    """The warning, the systems, and those of the others that say anything."""
    warning = warning_table(result)
    makers = (verdict_table, dataset_change_table, track_change_table, track_verdict_table)
    others = [table for table in (make(result) for make in makers) if table.rows]
    return [warning] if warning.rows else [], system_change_table(result), others


def warning_table(result: DiffResult) -> Table:
    """Return the options by which the reports differ, with what cannot be compared."""
    alike = result.scored_alike
    what = (
        "the reports used different tests, so ranks and verdicts may differ although all outputs are the same"
        if alike
        else "key, version or options differ, so the scores of the reports cannot be compared"
    )
    return Table(
        f"WARNING: {what}",
        (Column("what", "What"), Column("old", "Before"), Column("new", "Now")),
        tuple(
            (_OPTIONS.get(one.name, one.name), one.old or None, one.new or None)
            for one in result.made_otherwise
        ),
        () if alike else (_OTHER_SCORES,),
    )


def system_change_table(result: DiffResult) -> Table:
    """One row per system that is not where it was; scores only where both reports score alike."""
    metric, primary = result.new.primary, label(result.new.primary)
    table = Table(
        f"Systems that entered, left or moved by {primary}",
        (
            Column("system", "System"),
            Column("change", "Change"),
            *_PLACE_COLUMNS,
            Column("f1_old", f"{primary} before", "percent", main=result.scored_alike, metric=metric),
            Column("f1_new", f"{primary} now", "percent", main=result.scored_alike, metric=metric),
            Column("difference", "Difference", "signed", main=result.scored_alike, metric=metric),
        ),
        tuple(
            (
                change.system,
                _in_words(result, change),
                *_places(change),
                *_moves(result, change),
            )
            for change in result.systems
        ),
        ("Range: the ranks that are still possible.",) if result.systems else (),
    )
    return table.main()


def dataset_change_table(result: DiffResult) -> Table:
    """The changes of scores on each dataset, for systems of both reports."""
    return Table(
        f"Systems that moved on a dataset by {label(result.new.primary)}",
        (
            Column("dataset", "Dataset"),
            Column("system", "System"),
            *_PLACE_COLUMNS,
            Column("f1_old", "Before", "percent", metric=result.new.primary),
            Column("f1_new", "Now", "percent", metric=result.new.primary),
            Column("difference", "Difference", "signed", metric=result.new.primary),
        ),
        tuple(
            (dataset.label, change.system, *_places(change), *_moves(result, change))
            for dataset in result.datasets
            for change in dataset.systems
        ),
        ("The tests on each dataset are a family of their own.",),
    )


def verdict_table(result: DiffResult) -> Table:
    """One row per pair that is judged otherwise, and why."""
    return Table(
        f"Pairs whose verdict by {label(result.new.primary)} changed",
        _VERDICT_COLUMNS,
        tuple(_verdict(change, scale_of(result.new.primary).sign) for change in result.verdicts),
        (sign_note(),),
    )


def track_change_table(result: DiffResult) -> Table:
    """One row per track and system that is not where it was in it."""
    return Table(
        f"Systems that entered, left or moved in a track by {label(result.new.primary)}",
        (
            Column("track", "Track"),
            Column("system", "System"),
            Column("change", "Change"),
            *_PLACE_COLUMNS,
        ),
        tuple(
            (track.track, change.system, _in_words(result, change), *_places(change))
            for track in result.tracks
            for change in track.systems
        ),
        ("The tests in each track are a family of their own.",),
    )


def track_verdict_table(result: DiffResult) -> Table:
    """One row per track and pair that is judged otherwise in it, and why."""
    return Table(
        f"Pairs whose verdict in a track by {label(result.new.primary)} changed",
        (Column("track", "Track"), *_VERDICT_COLUMNS),
        tuple(
            (track.track, *_verdict(change, scale_of(result.new.primary).sign))
            for track in result.tracks
            for change in track.verdicts
        ),
        (sign_note(),),
    )


def scores(result: DiffResult, change: SystemChange) -> tuple[float | None, float | None, float | None]:
    """F1 before, F1 now, and what has come to it; nothing of scores that are not alike."""
    if not result.scored_alike:
        return None, None, None
    old, new = (entry.f1(result.new.primary) if entry else None for entry in (change.old, change.new))
    return old, new, None if old is None or new is None else new - old


def _verdict(change: VerdictChange, sign: int) -> tuple[Value, ...]:
    return (
        change.first,
        change.second,
        verdict(change, sign),
        _difference(change.old),
        _difference(change.new),
        change.old.p_adjusted,
        change.new.p_adjusted,
        sentence(change.reason),
    )


def _moves(result: DiffResult, change: SystemChange) -> tuple[Value, ...]:
    """The difference as people read it; zero has no sign."""
    old, new, difference = scores(result, change)
    return old, new, difference or None


def _places(change: SystemChange) -> tuple[Value, ...]:
    return rank(change.old), rank(change.new), _range(change.old), _range(change.new)


def _range(entry: Entry | None) -> str | None:
    if entry is None or entry.low is None or entry.high is None:
        return None
    return range_text(entry.low, entry.high)


def _difference(pair: Pair) -> float:
    """The difference; rounding noise counts as zero."""
    return 0.0 if abs(pair.difference) < TOLERANCE else pair.difference


_PLACE = {"state": "state", "rank": "rank", "rank_low": "low", "rank_high": "high"}


def changes_of(result: DiffResult) -> Relation:
    """One row per system that is not where it was, in numbers."""
    f1 = {change.system: scores(result, change) for change in result.systems}
    fields: list[Field[SystemChange]] = [
        Field(Column("system", "System"), lambda change: change.system),
        Field(Column("changes", "Changes", "list"), lambda change: (what_changed(result, change),)),
    ]
    for place, side in enumerate(("old", "new")):
        fields += [_placed(side, name) for name in _PLACE]
        score = Column(f"{side}_f1", f"F1 {side}", "percent", path=f"{side}.f1.{result.new.primary}")
        fields.append(Field(score, lambda change, place=place: f1[change.system][place]))  # type: ignore[misc]
    fields += [
        Field(Column("difference", "Difference", "signed"), lambda change: f1[change.system][-1]),
        Field(
            Column("reason", "Reason", path="new.reason"),
            lambda change: (change.new and change.new.reason) or None,
        ),
    ]
    return relation_of("changes", ("system",), fields, result.systems)


def _placed(side: str, name: str) -> Field[SystemChange]:
    """Where a system stood in a report; nothing where it was not in it."""

    def value(change: SystemChange) -> Value:
        entry: Entry | None = getattr(change, side)
        return None if entry is None else cast(Value, getattr(entry, _PLACE[name]))

    kind = "text" if name == "state" else "count"
    return Field(Column(f"{side}_{name}", f"{name} {side}", kind, path=f"{side}.{name}"), value)


def diff_record(result: DiffResult) -> dict[str, object]:
    return {
        **head(None, None),
        "old": {"signature": result.old.signature, "primary": result.old.primary},
        "new": {"signature": result.new.signature, "primary": result.new.primary},
        "same": result.same,
        "scored_alike": result.scored_alike,
        "made_otherwise": [
            {"what": one.name, "old": one.old or None, "new": one.new or None, "changes_scores": one.scores}
            for one in result.made_otherwise
        ],
        "leaders": {"old": list(result.old.leaders), "new": list(result.new.leaders)},
        "systems": _changes(result, result.systems),
        "verdicts": _verdicts(result, result.verdicts),
        "datasets": [
            {"dataset": dataset.dataset, "label": dataset.label, "systems": _changes(result, dataset.systems)}
            for dataset in result.datasets
        ],
        "tracks": [
            {
                "track": track.track,
                "systems": _changes(result, track.systems),
                "verdicts": _verdicts(result, track.verdicts),
            }
            for track in result.tracks
        ],
        "tracks_new": list(result.new_tracks),
        "tracks_gone": list(result.gone_tracks),
        "not_compared": list(not_compared(result)),
    }


def _verdicts(result: DiffResult, changes: Collection[VerdictChange]) -> list[dict[str, object]]:
    return [
        {
            "first": change.first,
            "second": change.second,
            "metric": result.new.primary,
            "change": verdict(change, scale_of(result.new.primary).sign),
            **{
                f"{name}_{side}": getattr(pair, name)
                for side, pair in (("old", change.old), ("new", change.new))
                for name in ("verdict", "difference", "p_value", "p_adjusted", "trials")
            },
            "reason": sentence(change.reason),
            "remark": change.reason.record,
        }
        for change in changes
    ]


def _changes(result: DiffResult, changes: Collection[SystemChange]) -> list[dict[str, object]]:
    return [
        {
            "system": change.system,
            "changes": list(what_changed(result, change)),
            "resubmitted": change.resubmitted,
            "old": _entry(change.old),
            "new": _entry(change.new),
            "difference": scores(result, change)[-1],
        }
        for change in changes
    ]


def _entry(entry: Entry | None) -> dict[str, object] | None:
    if entry is None:
        return None
    return {
        **{name: getattr(entry, field) for name, field in _PLACE.items()},
        "f1": {metric: values[-1] for metric, values in entry.scores.items()},
        "reason": entry.reason or None,
    }
