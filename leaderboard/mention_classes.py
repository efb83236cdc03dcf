"""The class of a mention, proper name, noun phrase or pronoun, from its head in the key's tags."""

from __future__ import annotations

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.errors import NothingToDo

PROPER_NAME, NOUN_PHRASE, PRONOUN = range(3)
CLASS_NAMES = ("PN", "NP", "PRO")

_NOMINAL = ("N", "PRP", "WP", "DT", "CD", "EX", "PROPN", "PRON")
_STOP = ("IN", "TO", ",", "W", "V", "ADP")
_PROPER = ("NNP", "PROPN")
_PRONOUN = ("PRP", "WP", "PRON")


def mention_classes(side: Corpus) -> Ints:
    """A class for each mention. A response that was aligned has the key's tags: none grades itself."""
    if side.tags is None:
        raise NothingToDo(
            f"{side.file}: no part-of-speech column, which mention classes need; "
            "give a key with the tags in its fifth column, or choose another --lea-importance"
        )
    first = np.cumsum(side.tokens) - side.tokens
    begin, end = first[side.part] + side.start, first[side.part] + side.end
    tags = [side.tags[token] for token in range(len(side.tags.ends))]
    spans = zip(begin.tolist(), end.tolist(), strict=True)
    return np.array([_class(tags[head(tags, start, stop)]) for start, stop in spans], np.int64)


def head(tags: list[str], start: int, end: int) -> int:
    """The last nominal before the first preposition, comma, wh-word or verb that follows one."""
    nominal = -1
    for token in range(start, end + 1):
        if nominal >= 0 and tags[token].startswith(_STOP):
            break
        if tags[token].startswith(_NOMINAL):
            nominal = token
    return nominal if nominal >= 0 else end


def _class(tag: str) -> int:
    if tag.startswith(_PROPER):
        return PROPER_NAME
    return PRONOUN if tag.startswith(_PRONOUN) else NOUN_PHRASE
