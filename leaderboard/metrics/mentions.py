"""How well mentions were found, whatever their entities: as a whole (Mentions), or by their words (MOR).

MOR, the mention overlap ratio (Žabokrtský et al., 2022), pairs the mentions of a document one to one so that
Σ |K ∩ R|, the words that the pairs share, is greatest; R = Σ |K ∩ R| / Σ |K| and P = Σ |K ∩ R| / Σ |R| over
all mentions, however they are matched for other metrics. Empty nodes count as words.
"""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Mask, ranges
from leaderboard.matching import Matching
from leaderboard.matching.spans import Pairs, places, shared_nodes
from leaderboard.metrics.correspondence import apart, best_cells
from leaderboard.metrics.metric import SHARED_NUMERATOR, Floats, Metric, key_mentions, shared_numerator, stack
from leaderboard.overlap import Overlap, Side


def sums(overlap: Overlap) -> Floats:
    return stack(overlap.by_part(overlap.shared), overlap.key.mentions, overlap.response.mentions)


MENTIONS = Metric("mentions", "Mentions", sums, shared_numerator, key_mentions, summands=SHARED_NUMERATOR)


def _mor_sums(overlap: Overlap) -> Floats:
    matching = overlap.matching
    pairs = _touching(matching.key, matching.response)
    shared = _shared(matching, pairs)
    key_entity, response_entity = pairs.of(shared > 0)
    words = Overlap(
        matching=matching,
        key=_words(matching.key),
        response=_words(matching.response),
        key_entity=key_entity,
        response_entity=response_entity,
        shared=shared[shared > 0],
    )
    return stack(
        words.by_part(words.shared * _best(words)),
        words.key.mentions,
        words.response.mentions,
    )


def _best(words: Overlap) -> Mask:
    """The pairs of a best assignment: mentions of the same words S, and the best of all others.

    Pairing those costs nothing, because |A ∩ S| + |S ∩ B| ≤ |S| + |A ∩ B| for any A and B.
    """
    same = np.flatnonzero((words.shared == words.key_size) & (words.shared == words.response_size))
    for line in (words.key_entity, words.response_entity):  # a made response may have the same words twice
        same = same[np.unique(line[same], return_index=True)[1]]
    best: Mask = np.zeros(len(words.shared), dtype=bool)
    best[same] = True
    rest = apart(words.key_entity, best) & apart(words.response_entity, best)
    others = words.only(rest)
    best[rest] = best_cells(others, others.shared)
    return best


def _touching(key: Corpus, response: Corpus) -> Pairs:
    """The pairs of which one begins within the other, in order of the key."""
    (begin, end), (other_begin, other_end) = _extent(key), _extent(response)
    low = np.searchsorted(other_begin, begin)
    theirs, ours = ranges(low, np.searchsorted(other_begin, end, side="right") - low)
    low = np.searchsorted(begin, other_begin, side="right")
    later, earlier = ranges(low, np.maximum(np.searchsorted(begin, other_end, side="right") - low, 0))
    pairs = Pairs(np.concatenate([ours, later]), np.concatenate([theirs, earlier]))
    return pairs.of(np.argsort(pairs.key, kind="stable"))


def _extent(side: Corpus) -> tuple[Ints, Ints]:
    """Where each mention begins and ends; no two parts have a place in common."""
    if side.nodes is not None:
        found = places(side, side.nodes)
        return found.begin, found.end
    first = side.first_token[side.part]
    return first + side.start, first + side.end


def _shared(matching: Matching, pairs: Pairs) -> Ints:
    """The words that the mentions of each pair share."""
    key, response = matching.key, matching.response
    if key.nodes is not None and response.nodes is not None:
        return shared_nodes(places(key, key.nodes), places(response, response.nodes), pairs)
    first = np.maximum(key.start[pairs.key], response.start[pairs.response])
    last = np.minimum(key.end[pairs.key], response.end[pairs.response])
    return last - first + 1


def _words(side: Corpus) -> Side:
    """Mentions in the place of entities, words in the place of mentions."""
    size = side.end - side.start + 1 if side.nodes is None else side.nodes.size
    return Side(size, side.unit, len(side.units))


def _mor_weight(overlap: Overlap) -> Floats:
    return stack(_words(overlap.matching.key).mentions)


MOR = Metric("mor", "MOR", _mor_sums, shared_numerator, _mor_weight, summands=SHARED_NUMERATOR)
