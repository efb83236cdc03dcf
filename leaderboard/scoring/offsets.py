"""Offsets that look as if they were counted otherwise than the key's."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.errors import Problem
from leaderboard.text import counted

# What such offsets are called and what helps, by what start and end are too large by.
_SHIFTS = {
    (1, 1): ("begin at 1", "count tokens from 0"),
    (1, 2): (
        "begin at 1 and end one token after the mention",
        "count tokens from 0, and write its last token as the end",
    ),
    (0, 1): ("end one token after the mention", "write its last token as the end, or state --ends exclusive"),
}


def likely_offsets(key: Corpus, response: Corpus) -> tuple[Problem, ...]:
    """A warning where most mentions of a response are not in the key, but would be after a shift."""
    mentions = len(response.part)
    if 2 * _fitting(key, response, (0, 0)) > mentions:
        return ()
    fitting = {shift: _fitting(key, response, shift) for shift in _SHIFTS}
    best = max(_SHIFTS, key=lambda shift: fitting[shift])
    if 2 * fitting[best] <= mentions:
        return ()
    offsets, remedy = _SHIFTS[best]
    share = f"{fitting[best]:,} of {counted(mentions, 'mention')} would then be in the key"
    return (Problem(response.file, 0, f"offsets seem to {offsets} ({share})", remedy),)


def _fitting(key: Corpus, response: Corpus, shift: tuple[int, int]) -> int:
    """The number of mentions that match the key if start and end are shifted by so much."""
    return int(np.isin(_codes(response, *shift), _codes(key, 0, 0)).sum())


def _codes(corpus: Corpus, start: int, end: int) -> Ints:
    """A number of its own for each place of a mention, just before a part and of no token too."""
    size = int(corpus.tokens.sum()) + len(corpus.tokens) + 2
    first = np.cumsum(corpus.tokens + 1) - corpus.tokens
    length = corpus.end - corpus.start - end + start + 1
    codes: Ints = (first[corpus.part] + corpus.start - start) * size + length
    return codes
