"""The notes on the metrics that do not order a ranking: pairs are counted, not named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from leaderboard.remark import Remark, merged
from leaderboard.report.words.names import label
from leaderboard.report.words.remarks import by_importance, sentences
from leaderboard.text import joined

# One sentence for all metrics: the pairs behind the numbers are in files.
_COUNTED = {
    "untestable": "Untestable pairs by other metrics",
    "interval_disagrees": "Pairs by other metrics for which single interval and uncorrected p-value disagree",
    "borderline": "Borderline pairs by other metrics, marked in pairwise.csv",
}
_RULES = "rules_differ"


def other_notes(remarks: Mapping[str, Sequence[Remark]], said: Collection[Remark]) -> tuple[str, ...]:
    """Return one sentence for each kind of remark, or for equal remarks, but those ``said`` already."""
    alone = [
        replace(one, metrics=one.metrics or tuple(remarks))
        for one in merged(remarks)
        if one not in said and one.kind not in (*_COUNTED, _RULES)
    ]
    return (*sentences(by_importance(map(_brief, alone))), *_counts(remarks, said), *_rules(remarks))


def _brief(one: Remark) -> Remark:
    """Return a remark on pairs that ranks do not follow scores with the first of its pairs only."""
    if one.kind != "ranks_against_scores":
        return one
    data = ((name, value[:1] if isinstance(value, tuple) else value) for name, value in one.data)
    return replace(one, data=tuple(data))


def _counts(remarks: Mapping[str, Sequence[Remark]], said: Collection[Remark]) -> Iterator[str]:
    """Return the number of pairs by metric; the same number of untestable pairs is said once."""
    for kind, text in _COUNTED.items():
        counts = [
            f"{label(metric)} {dict(one.data)['count']:,}"
            for metric, found in remarks.items()
            for one in found
            if one.kind == kind and not (kind == "untestable" and one in said)
        ]
        if counts:
            yield f"{text}: {', '.join(counts)}."


def _rules(remarks: Mapping[str, Sequence[Remark]]) -> Iterator[str]:
    metrics = [name for name, found in remarks.items() if any(one.kind == _RULES for one in found)]
    if metrics:
        yield f"Other tie rules would give other ranks by {joined(list(map(label, metrics)))} too."
