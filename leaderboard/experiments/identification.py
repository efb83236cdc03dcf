"""Other versions of a response: better and worse ones (Moosavi & Strube, 2016, section 2), and boundaries.

The score of a response should rise when mentions without a correct link are taken out of it, and fall
when mentions that it missed are linked wrongly; neither touches a correct link, so recall should stay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.experiments.mentions import ABSENT, group_sizes, relabelled, sizes, unrelated, with_spans
from leaderboard.matching import Matching


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
    key = matching.key.entity[matching.key_mention]
    response = matching.response.entity[matching.response_mention]
    shared = group_sizes(key * max(matching.response.entities, 1) + response)
    alone = (sizes(matching.key)[key] == 1) & (sizes(matching.response)[response] == 1)
    found: Ints = matching.response_mention[(shared == 1) & ~alone]
    return found


def more_precise(matching: Matching) -> Matching:
    """Without the mentions that have no correct link."""
    entity = matching.response.entity.copy()
    entity[unresolved(matching)] = ABSENT
    kept = entity != ABSENT
    place = np.cumsum(kept) - 1
    pairs = kept[matching.response_mention]
    return Matching(
        matching.key,
        relabelled(matching.response, entity),
        matching.key_mention[pairs],
        place[matching.response_mention[pairs]],
    )


def less_precise_a(matching: Matching) -> Matching:
    """With the missed mentions, each linked to one of another entity, in pairs where it can be."""
    return _with_missed(matching, small=True)


def less_precise_b(matching: Matching) -> Matching:
    """With the missed mentions, each linked to many of other entities, in as few new entities as can be."""
    return _with_missed(matching, small=False)


def singletons(matching: Matching) -> Matching:
    """All mentions of the response, each alone."""
    return _regrouped(matching, np.arange(len(matching.response.entity)))


def one_entity(matching: Matching) -> Matching:
    """All mentions of each part of the response in one entity."""
    return _regrouped(matching, matching.response.part)


def _regrouped(matching: Matching, entity: Ints) -> Matching:
    return replace(matching, response=relabelled(matching.response, entity))


def _with_missed(matching: Matching, *, small: bool) -> Matching:
    """Mentions whose only company would be their own kin stay missed: no link of theirs is wrong."""
    key, response = matching.key, matching.response
    missed = np.setdiff1d(np.arange(len(key.entity)), matching.key_mention)
    entity = unrelated(key.part[missed], key.entity[missed], small=small)
    linked = group_sizes(entity) > 1
    missed, entity = missed[linked], entity[linked] + response.entities
    more, place = with_spans(response, key.part[missed], key.start[missed], key.end[missed], entity)
    own = len(response.entity)
    return Matching(
        key,
        more,
        np.concatenate((matching.key_mention, missed)),
        np.concatenate((place[matching.response_mention], place[own:])),
    )


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
