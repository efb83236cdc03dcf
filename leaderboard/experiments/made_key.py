"""The key of the controlled experiments: entities of given sizes in one part, a token a mention."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from leaderboard.corpus import Corpus, Part

# Moosavi & Strube (2016), section 7.
PAPER_SIZES = (20, 10, 10, 5, 5, 5, 4, *(2,) * 10)
# Tokens that are no mentions, for responses that invent some.
_SPARE = 10


def made_key(sizes: Sequence[int]) -> Corpus:
    """One entity after the other."""
    mentions = sum(sizes)
    place = np.arange(mentions, dtype=np.int64)
    return Corpus(
        file="made up",
        parts=(Part("made up", 0),),
        part_line=np.zeros(1, np.int64),
        tokens=np.array([mentions + _SPARE], np.int64),
        token_line=np.zeros(mentions + _SPARE, np.int64),
        words=None,
        tags=None,
        part=np.zeros(mentions, np.int64),
        start=place,
        end=place,
        entity=np.repeat(np.arange(len(sizes), dtype=np.int64), sizes),
        line=np.zeros(mentions, np.int64),
    )
