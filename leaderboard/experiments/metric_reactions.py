"""The reactions of metrics to versions of a response that find more or fewer mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from leaderboard.experiments.identification import VERSIONS
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Scores
from leaderboard.significance.evidence import TOLERANCE

Verdict = Literal["holds", "F1 holds", "recall moves", "misleads", "untested"]


@dataclass(frozen=True, slots=True)
class Reaction:
    """The versions by which recall moved though no correct link did, and those on which F1 erred.

    F1 errs where it falls for a better version or rises for a worse one; a metric ``misleads`` if it
    ever does. Of a metric without recall, ``F1 holds`` is all that can be said. The verdict rests on the
    ``tested`` versions, and without any, as a response may leave nothing to change, it is ``untested``.
    """

    metric: str
    tested: tuple[str, ...]
    recall_moved: tuple[str, ...]
    misled: tuple[str, ...]
    verdict: Verdict


def reaction(metric: Metric, scores: Scores, versions: Sequence[str]) -> Reaction:
    """The reaction of one metric to the versions; scores are in the order of the versions."""
    base = versions.index("base")
    tested = {name: place for place, name in enumerate(versions) if VERSIONS[name].better is not None}
    moved, misled = [], []
    for name, place in tested.items():
        if scores.recall is not None and abs(scores.recall[place] - scores.recall[base]) > TOLERANCE:
            moved.append(name)
        gain = float(scores.f1[place] - scores.f1[base])
        if abs(gain) > TOLERANCE and (gain > 0) != VERSIONS[name].better:
            misled.append(name)
    return Reaction(
        metric.name,
        tuple(tested),
        tuple(moved),
        tuple(misled),
        _verdict(bool(tested), bool(moved), bool(misled), scores.recall is not None),
    )


def _verdict(tested: bool, moved: bool, misled: bool, has_recall: bool) -> Verdict:
    if not tested:
        return "untested"
    if misled or moved:
        return "misleads" if misled else "recall moves"
    return "holds" if has_recall else "F1 holds"
