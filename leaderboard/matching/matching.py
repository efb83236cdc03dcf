"""Which response mention is which key mention."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Corpus, Ints, span_numbers
from leaderboard.matching.antecedents import Antecedents


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """A key, a response whose parts are numbered as the key's, and pairs of mentions that are one.

    ``antecedents`` are there where sets of antecedents are scored and either side has any.
    """

    key: Corpus
    response: Corpus
    key_mention: Ints
    response_mention: Ints
    antecedents: Antecedents | None = None


def match_exactly(key: Corpus, response: Corpus) -> Matching:
    """Pair the mentions of the same part, start and end."""
    key_span, response_span = (
        span_numbers(key.tokens, side.part, side.start, side.end) for side in (key, response)
    )
    _, key_mention, response_mention = np.intersect1d(
        key_span, response_span, assume_unique=True, return_indices=True
    )
    return Matching(key, response, key_mention, response_mention)


def match(key: Corpus, response: Corpus, how: str | None, zeros: str) -> Matching:
    """Pair the mentions as asked, by head where nothing is asked and there are heads."""
    if key.nodes is None or response.nodes is None:
        return match_exactly(key, response)
    from leaderboard.matching.rounds import pair_mentions
    from leaderboard.matching.spans import places

    pairs = pair_mentions(
        places(key, key.nodes), places(response, response.nodes), how or default_match(key), zeros
    )
    order = np.argsort(pairs.key)
    return Matching(key, response, pairs.key[order], pairs.response[order])


def spans_differ(matching: Matching) -> int:
    """The number of pairs whose mentions have different nodes, if both sides have nodes."""
    key, response = matching.key, matching.response
    assert key.nodes is not None
    assert response.nodes is not None
    pairs = zip(
        (key.nodes.fingerprint(key.part), key.nodes.size),
        (response.nodes.fingerprint(response.part), response.nodes.size),
        strict=True,
    )
    differ = [ours[matching.key_mention] != theirs[matching.response_mention] for ours, theirs in pairs]
    return int(np.count_nonzero(np.logical_or(*differ)))


def default_match(key: Corpus) -> str:
    """The default way to match mentions."""
    return "exact" if key.nodes is None else "head"


def default_singletons(corpus: Corpus) -> str:
    """The treatment of singletons by the official scorers of a format, unless told otherwise."""
    return "keep" if corpus.nodes is None else "drop"


def counted(corpus: Corpus, singletons: str | None) -> Corpus:
    """The mentions that count: all, or those of entities that have several."""
    drops = (singletons or default_singletons(corpus)) == "drop"
    if drops and corpus.apart:
        corpus = replace(corpus, apart=corpus.apart.without_singletons())
    return corpus.without_singletons() if drops else corpus
