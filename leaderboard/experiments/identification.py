"""Other versions of a response: better and worse ones (Moosavi & Strube, 2016, section 2), and boundaries.

The score of a response should rise when mentions without a correct link are taken out of it, and fall
when mentions that it missed are linked wrongly; neither touches a correct link, so recall should stay. The
reactions of metrics to such versions are means over random draws of mentions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.experiments.regrouping import ABSENT, group_sizes, joined, regrouped, rows_by_part, unrelated
from leaderboard.matching import Matching
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Scores
from leaderboard.significance.pairing import TOLERANCE


@dataclass(frozen=True, slots=True)
class Version:
    """``better`` is None where a version is neither better nor worse by its links, but a boundary."""

    title: str
    make: Callable[[Matching], Matching]
    better: bool | None = None


def unresolved(matching: Matching) -> Ints:
    """The response mentions that are in the key too but share no link with any other that is.

    A mention that is a singleton on both sides is right.
    """
    mentions: Ints = matching.response_mention[(_shared(matching) == 1) & ~_right_alone(matching)]
    return mentions


def more_precise(matching: Matching) -> Matching:
    """Remove the mentions that have no correct link."""
    entity = matching.response.entity.copy()
    entity[unresolved(matching)] = ABSENT
    return regrouped(matching, entity)


def less_precise_a(matching: Matching) -> Matching:
    """Add the missed mentions, each linked to one of another entity, in pairs where it can be."""
    return _with_missed(matching, small=True)


def less_precise_b(matching: Matching) -> Matching:
    """Add the missed mentions, each linked to many of other entities, in as few new entities as can be."""
    return _with_missed(matching, small=False)


def singletons(matching: Matching) -> Matching:
    """All mentions of the response, each alone."""
    return regrouped(matching, np.arange(len(matching.response.entity)))


def one_entity(matching: Matching) -> Matching:
    """All mentions of each part of the response in one entity."""
    return regrouped(matching, matching.response.part)


def _with_missed(matching: Matching, *, small: bool) -> Matching:
    """Add the missed mentions, but for those that could only be linked to their own kin."""
    key, response = matching.key, matching.response
    missed = np.setdiff1d(np.arange(len(key.entity)), matching.key_mention)
    entity = response.entities + unrelated(key.part[missed], key.entity[missed], small=small)
    alone = group_sizes(entity) == 1
    entity[alone] = _company(matching, missed[alone], small=small)
    linked = entity != ABSENT
    missed, entity = missed[linked], entity[linked]
    more, place = joined(response, replace(key.picked(missed), entity=entity))
    return Matching(
        key,
        more,
        np.concatenate((matching.key_mention, missed)),
        np.concatenate((place[matching.response_mention], place[len(response.entity) :])),
    )


def _company(matching: Matching, missed: Ints, *, small: bool) -> Ints:
    """For mentions that are kin, part by part, entities of the response without any of their kin.

    No two have the same one, and those for whom there is none are ABSENT. Entities without a correct link
    come first, then the smallest ones or the largest ones; a singleton that is right is left alone.
    """
    key, response = matching.key, matching.response
    of_key, of_response = key.entity[matching.key_mention], response.entity[matching.response_mention]
    right, part = np.zeros(response.entities, np.bool_), np.zeros(response.entities, np.int64)
    right[of_response[_shared(matching) > 1]] = True
    part[response.entity] = response.part
    order = np.lexsort((response.sizes * (1 if small else -1), right, part))
    entity = np.full(len(missed), ABSENT)
    for rows in rows_by_part(key.part[missed]):
        first = missed[rows[0]]
        low, high = np.searchsorted(part[order], (key.part[first], key.part[first] + 1))
        closed = of_response[_right_alone(matching) | (of_key == key.entity[first])]
        free = order[low:high][~np.isin(order[low:high], closed)][: len(rows)]
        entity[rows[: len(free)]] = free
    return entity


def _shared(matching: Matching) -> Ints:
    """For each mention of both sides the number of those that are in its entity on both."""
    key = matching.key.entity[matching.key_mention]
    return group_sizes(
        key * max(matching.response.entities, 1) + matching.response.entity[matching.response_mention]
    )


def _right_alone(matching: Matching) -> Mask:
    """True if each mention of both sides is a singleton on both."""
    alone: Mask = np.logical_and(
        group_sizes(matching.key.entity)[matching.key_mention] == 1,
        group_sizes(matching.response.entity)[matching.response_mention] == 1,
    )
    return alone


VERSIONS: dict[str, Version] = {
    "base": Version("as it is", lambda matching: matching),
    "more_precise": Version("mentions without a correct link removed", more_precise, better=True),
    "less_precise_a": Version("missed mentions linked wrongly in pairs", less_precise_a, better=False),
    "less_precise_b": Version(
        "missed mentions linked wrongly in large entities", less_precise_b, better=False
    ),
    "singletons": Version("every mention alone", singletons),
    "one_entity": Version("all mentions of a part in one entity", one_entity),
}


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
