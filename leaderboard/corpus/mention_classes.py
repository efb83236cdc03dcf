"""The class of a mention, proper name, noun phrase or pronoun, from its head in the key's tags.

CorefUD files say which word is the head, and a zero is a pronoun; elsewhere the tags of a span tell.

Tags are Penn's or universal ones; a universal tag may be followed by features, ``DET|Poss=Yes``.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from leaderboard.corpus import Corpus, Ints, Mask, Texts
from leaderboard.corpus.nodes import SLOT, Nodes
from leaderboard.errors import NothingToDo

PROPER_NAME, NOUN_PHRASE, PRONOUN = range(3)
CLASS_NAMES = ("PN", "NP", "PRO")
# The column of a table of mentions that replaces these.
CLASS = "class"

# What a tag says of its token, as bits.
_NOMINAL, _STOP, _PUNCTUATION, _PROPER, _PRONOUN, _USABLE, _RELATIVE, _NOUN = (1 << bit for bit in range(8))
PLACEHOLDERS = ("", "-", "_", "*")


def has_tags(side: Corpus) -> bool:
    """True if the key has tags at all; a column of nothing but ``-`` or ``_`` is none."""
    return side.tags is not None and _any_usable(side.tags)


def has_classes(side: Corpus) -> bool:
    """True if mentions have classes: by tags, or by a table of mentions."""
    return has_table(side) or has_tags(side)


def has_table(side: Corpus) -> bool:
    """True if a table of mentions says their classes."""
    return side.labels is not None and CLASS in side.labels.columns


def class_names(side: Corpus) -> tuple[str, ...]:
    """The names of the classes, whose places are their numbers; the last one of a table is none."""
    return side.labels.names(CLASS) if side.labels and has_table(side) else CLASS_NAMES


@lru_cache(maxsize=4)
def _any_usable(tags: Texts) -> bool:
    return bool((_kinds(tags) & _USABLE).any())


def mention_classes(side: Corpus) -> Ints:
    """A class for each mention. A response that was aligned has the key's tags: none grades itself."""
    if side.labels and has_table(side):
        return side.labels.numbers(CLASS)
    if side.tags is None or not has_tags(side):
        raise NothingToDo(
            f"{side.file}: no part-of-speech column, which mention classes need; "
            "give a key with the tags in its fifth column, or choose another --lea-importance"
        )
    kind = _kinds(side.tags)[heads(side, side.tags) if side.nodes is None else head_words(side, side.nodes)]
    classes = np.where(kind & _PRONOUN > 0, PRONOUN, NOUN_PHRASE)
    classes = np.where(kind & _PROPER > 0, PROPER_NAME, classes)
    return (classes if side.nodes is None else np.where(side.nodes.zero, PRONOUN, classes)).astype(np.int64)


def head_words(side: Corpus, nodes: Nodes) -> Ints:
    """The word of the whole text that each head is; a zero, which is none, has some word beside it."""
    slot = (nodes.origin[side.part] + nodes.head) // SLOT
    # Each sentence up to that of the head has a root, which is no word.
    word: Ints = slot - np.searchsorted(nodes.roots, slot, side="right")
    return np.maximum(word, 0)


def heads(side: Corpus, tags: Texts) -> Ints:
    """The last nominal before the first stop that follows a nominal; without nominals the last token."""
    nominal_from, stop_from, nominal_until = _landmarks(tags, side.words)
    nowhere = len(nominal_until)
    first = side.first_token[side.part]
    start, end = first + side.start, first + side.end
    nominal = nominal_from[start]
    limit = np.minimum(stop_from[np.minimum(nominal + 1, nowhere)], end + 1)
    return np.where(nominal > end, end, nominal_until[limit - 1])


@lru_cache(maxsize=4)  # all systems have the words and tags of the key
def _landmarks(tags: Texts, words: Texts | None) -> tuple[Ints, Ints, Ints]:
    """For each token the nearest nominal and the nearest stop from it on, and the last nominal up to it."""
    kinds = _kinds(tags)
    nominal = kinds & _NOMINAL > 0
    # Universal tags have one tag for all pronouns: after a noun one is relative, as in "Ann who left".
    relative = (kinds & _RELATIVE > 0) & np.append(False, kinds[:-1] & _NOUN > 0)[: len(kinds)]
    stop = (kinds & _STOP > 0) | relative | ((kinds & _PUNCTUATION > 0) & _commas(words, len(kinds)))
    place, nowhere = np.arange(len(kinds)), len(kinds)
    nominal_until: Ints = np.maximum.accumulate(np.where(nominal, place, -1))
    return (
        _next(np.where(nominal, place, nowhere)),
        _next(np.where(stop, place, nowhere)),
        nominal_until,
    )


def _next(place: Ints) -> Ints:
    """The nearest place at or after each token, and one entry for the end of the text."""
    return np.minimum.accumulate(np.append(place, len(place))[::-1])[::-1]


@lru_cache(maxsize=4)
def _kinds(tags: Texts) -> Ints:
    """The bits of every token; all systems have the same tags, so they are looked up once."""
    texts = each_tag(tags)
    known = {text: _kind(text.decode()) for text in set(texts)}
    return np.fromiter(map(known.__getitem__, texts), np.int64, len(texts))


def each_tag(tags: Texts) -> list[bytes]:
    """The tag of each token, with its features."""
    *texts, _ = np.insert(tags.characters, tags.ends, ord("\n")).tobytes().split(b"\n")
    return texts


def _kind(text: str) -> int:
    tag, _, features = text.partition("|")
    has = features.split("|")
    possessive = "Poss=Yes" in has
    return sum(
        bit
        for bit, holds in (
            (_NOMINAL, tag.startswith(("N", "PRP", "WP")) or tag in _NOMINALS),
            (_STOP, tag.startswith(("W", "V")) or tag in _STOPS),
            (_PUNCTUATION, tag == "PUNCT"),
            (_PROPER, tag in ("NNP", "NNPS", "PROPN")),
            (_PRONOUN, tag.startswith(("PRP", "WP")) or tag == "PRON" or (tag == "DET" and possessive)),
            (_USABLE, tag not in PLACEHOLDERS),
            (_RELATIVE, tag == "PRON" and (not possessive or "PronType=Rel" in has)),
            (_NOUN, tag in ("NOUN", "PROPN", "PRON")),
        )
        if holds
    )


_NOMINALS = ("DT", "CD", "EX", "PROPN", "PRON", "DET")
_STOPS = ("IN", "TO", ",", "ADP", "SCONJ", "AUX")


def _commas(words: Texts | None, tokens: int) -> Mask:
    """The tokens that are a comma: universal tags have one tag for all punctuation."""
    if words is None:
        return np.zeros(tokens, np.bool_)
    length = np.diff(words.ends, prepend=0)
    comma: Mask = (length == 1) & (words.characters[words.ends - 1] == ord(","))
    return comma
