"""P-values over all slices of one kind, beside those of each slice alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Units
from leaderboard.significance.adjustment import adjusted
from leaderboard.significance.copies import distinct_pairs
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, pairing_of
from leaderboard.significance.family import Family
from leaderboard.significance.pairing import Bools
from leaderboard.significance.remarks import NAMED_PAIRS
from leaderboard.significance.trials import trials_needed
from leaderboard.threads import ALONE, Work


def slice_families(slices: Sequence[Units], design: Design, work: Work = ALONE) -> list[tuple[Family, ...]]:
    """Test all pairs on each slice, by each metric; the slices are all that are shown of one kind."""
    if not slices:
        return []
    shared = replace(design, trials=design.trials or slice_trials(slices, design))
    share = 1 / len(slices)
    found = [
        families(units, shared, work.part(number * share, (number + 1) * share))
        for number, units in enumerate(slices)
    ]
    over = [_over_slices(of_metric) for of_metric in zip(*found, strict=True)]
    return list(zip(*over, strict=True))


def slice_trials(slices: Sequence[Units], design: Design) -> int:
    """Return the number of random trials by the largest family over all slices, copies counted once."""
    paired = [(units, pairing_of(units.systems, design.against)) for units in slices]
    tests = max(
        sum(len(distinct_pairs(units, metric.name, pairing)) for units, pairing in paired)
        for metric in slices[0].metrics
    )
    return trials_needed(tests * design.most_attempts(slices[0].systems), design.alpha)


def _over_slices(families: Sequence[Family]) -> Iterator[Family]:
    """Correct all pairs on all slices together."""
    tested = [
        family.charged_p[family.hypotheses.largest(family.p_values.p * family.attempts)]
        for family in families
    ]
    corrected = adjusted(np.concatenate(tested), families[0].design.procedure)
    ends = np.cumsum([len(p) for p in tested])
    for family, p in zip(families, np.split(corrected, ends[:-1]), strict=True):
        # On a slice with few mentions, different systems hardly differ either.
        remarks = tuple(one for one in family.remarks if one.kind != "near_copies")
        yield replace(family, p_over_slices=family.hypotheses.by_pair(p, copies=1), remarks=remarks)


def reversed_remarks(whole: Family, slices: Sequence[Family], by: str) -> Iterator[Remark]:
    """Remark on pairs whose order on every slice is the reverse of that on the whole."""
    if len(slices) < 2:
        return
    ahead = whole.ahead
    behind = np.all([family.ahead == -ahead for family in slices], axis=0) & (ahead != 0)
    if behind.any():
        yield remark("ahead_only_on_whole", by=by, **_named(whole, behind))


def opposite_remarks(whole: Family, family: Family, name: str) -> Iterator[Remark]:
    """Remark on pairs that differ significantly on the whole, and the other way on a slice."""
    significant = whole.has("significant") & family.has("significant")
    opposite = significant & (whole.ahead * family.ahead < 0)
    if opposite.any():
        yield remark("opposite_on_slice", name=name, **_named(whole, opposite))


def _named(whole: Family, pairs: Bools) -> dict[str, object]:
    """The first pairs, the system that is ahead on the whole first, and the number of all."""
    first = np.flatnonzero(pairs)[:NAMED_PAIRS].tolist()
    names = []
    for pair in first:
        ends = (whole.pairing.first[pair], whole.pairing.second[pair])
        ahead, behind = ends if whole.differences[pair] > 0 else ends[::-1]
        names.append((whole.systems[ahead], whole.systems[behind]))
    return {"pairs": tuple(names), "count": int(pairs.sum())}
