"""The changes between two reports, as a record."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from leaderboard.changes.reports import Entry
from leaderboard.changes.systems import SystemChange, VerdictChange
from leaderboard.report.diff.sentences import not_compared, verdict, what_changed
from leaderboard.report.diff.tables import scores
from leaderboard.report.forms.json import head
from leaderboard.report.relation import Field, Relation, relation_of
from leaderboard.report.table import Column, Value
from leaderboard.report.words.remarks import sentence
from leaderboard.verbs.diff import DiffResult

_PLACE = {"state": "state", "rank": "rank", "rank_low": "low", "rank_high": "high"}


def changes_of(result: DiffResult) -> Relation:
    """One row a system that is not where it was, in numbers."""
    f1 = {change.system: scores(result, change) for change in result.systems}
    fields: list[Field[SystemChange]] = [
        Field(Column("system", "System"), lambda change: change.system),
        Field(Column("changes", "Changes"), lambda change: ",".join(what_changed(result, change))),
    ]
    for place, side in enumerate(("old", "new")):
        fields += [_placed(side, name) for name in _PLACE]
        score = Column(f"{side}_f1", f"F1 {side}", "percent")
        fields.append(Field(score, lambda change, place=place: f1[change.system][place]))  # type: ignore[misc]
    fields += [
        Field(Column("difference", "Difference", "signed"), lambda change: f1[change.system][-1]),
        Field(Column("reason", "Reason"), lambda change: (change.new and change.new.reason) or None),
    ]
    return relation_of("changes", ("system",), fields, result.systems)


def _placed(side: str, name: str) -> Field[SystemChange]:
    """Where a system stood in a report; nothing where it was not in it."""

    def value(change: SystemChange) -> Value:
        entry: Entry | None = getattr(change, side)
        return None if entry is None else cast(Value, getattr(entry, _PLACE[name]))

    return Field(Column(f"{side}_{name}", f"{name} {side}", "text" if name == "state" else "count"), value)


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
            "change": verdict(change),
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
