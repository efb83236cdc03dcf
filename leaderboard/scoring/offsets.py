"""Offsets that seem to be counted in another way, by the punctuation at both ends of mentions.

No key is needed: mentions rarely begin or end with punctuation, but the words after them often are.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

import numpy as np

from leaderboard.corpus import Corpus, Ints, Mask, Texts
from leaderboard.errors import Problem
from leaderboard.scoring.contents import own_words, spread, words_between

# Of fewer mentions nothing is said. So large a share of mentions, and so many times as many as of the words
# before, tell of wrong offsets.
FEWEST, BEGIN, END, TIMES = 50, 0.04, 0.1, 3
KIND = "offsets"
_SMALLER = "write the last token of the mention as its end (or give --ends exclusive), and count from 0"


def offsets_by_punctuation(corpus: Corpus) -> Iterator[Problem]:
    """Yield a warning if mentions seem to begin or end one word too late."""
    words = own_words(corpus)
    # A zero stands where the word before it does.
    mentions = np.flatnonzero(~corpus.nodes.zero) if corpus.nodes else np.arange(len(corpus.part))
    if words is None or len(mentions) < FEWEST:
        return
    origin = corpus.first_token[corpus.part[mentions]]
    first, last = origin + corpus.start[mentions], origin + corpus.end[mentions]
    begins, ends = (_are_marks(words, place) for place in (first, last))
    before_first, before_last = (
        _are_marks(words, np.where(place > origin, place - 1, -1)) for place in (first, last)
    )
    of_all = f"of {len(mentions):,} mentions"
    if _is_often(begins, before_first, BEGIN):
        what = (
            f"{_share(begins)} {of_all} begin with punctuation ({_three(words, first[begins], last[begins])})"
        )
        what = f"{what}, {_share(before_first)} of the words before them do: offsets seem to count from 1"
        yield Problem(corpus.file, 0, what, "count from 0", kind=KIND)
    elif _is_often(ends, before_last, END):
        what = f"{_share(ends)} {of_all} end in punctuation ({_three(words, first[ends], last[ends])})"
        yield Problem(corpus.file, 0, f"{what}: ends seem to be one too large", _SMALLER, kind=KIND)


def _three(words: Texts, first: Ints, last: Ints) -> str:
    """Three different mentions as text."""
    pairs = zip(first.tolist(), last.tolist(), strict=True)
    texts = list(dict.fromkeys(words_between(words, *pair) for pair in pairs))
    return ", ".join(f'"{texts[place]}"' for place in spread(len(texts)))


def _is_often(ones: Mask, before: Mask, share: float) -> bool:
    """True if a share of all are marks, and far fewer of the words before them."""
    return bool(ones.sum() >= share * len(ones) and ones.sum() >= TIMES * before.sum())


def _share(ones: Mask) -> str:
    return f"{100 * ones.mean():.0f} %"


def _are_marks(words: Texts, tokens: Ints) -> Mask:
    """True for each token that is punctuation; -1 is no token."""
    known, place = np.unique(np.maximum(tokens, 0), return_inverse=True)
    marks = np.array([_is_mark(text.decode(errors="replace")) for text in words.of(known)], np.bool_)
    return marks[place] & (tokens >= 0)


def _is_mark(word: str) -> bool:
    return bool(word) and all(category(character).startswith("P") for character in word)
