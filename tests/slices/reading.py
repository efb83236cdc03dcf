"""A key and a response as slices take them."""

from __future__ import annotations

from leaderboard.corpus import Corpus
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align, headed

KEY = Reading(tags=True, labels=True, key=True)


def read_key(data: bytes) -> Corpus:
    return headed(read_corpus("key", data, KEY).corpus)


def read_pair(key: bytes, response: bytes) -> tuple[Corpus, Corpus]:
    """Both sides with all of their mentions, the response beside the key."""
    ours = read_key(key)
    theirs = read_corpus("response", response, Reading()).corpus
    return ours, align(ours, theirs, missing_is_empty=False, check_words=True)
