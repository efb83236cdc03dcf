"""Attributes of documents: on both sides they are the key's, and keep whole documents."""

from __future__ import annotations

import re

import numpy as np

from leaderboard.corpus import Corpus
from leaderboard.slices.bands import band_of
from leaderboard.slices.values import NONE, SliceOptions, Values, banded, in_order, on_both

_ONTONOTES = ("bc", "bn", "mz", "nw", "pt", "tc", "wb")
_GUM = re.compile(r"GUM_([^_]+)_")


def genre(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The genre by the organiser's labels, else by comments of the key, else by the name of the document."""
    stated = options.labels.values("genre", dataset, [part.document for part in key.parts])
    commented = key.genres or ("",) * len(key.parts)
    names = [
        label or comment or _genre_in_name(part.document)
        for label, comment, part in zip(stated, commented, key.parts, strict=True)
    ]
    return _by_part(names, key)


def words(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The words of the document, in all of its parts."""
    _, document = in_order([part.document for part in key.parts])
    length = np.bincount(document, weights=key.tokens).astype(np.int64)[document]
    of_mentions = banded("words", key, options, lambda side: length[side.part])
    return of_mentions._replace(parts=band_of(length, options.bands["words"]))


def label(attribute: str, key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The value that the organiser gives the document."""
    names = options.labels.values(attribute, dataset, [part.document for part in key.parts])
    return _by_part([name or NONE for name in names], key)


def _by_part(names: list[str], key: Corpus) -> Values:
    ordered, number = in_order(names)
    return on_both(ordered, key, lambda side: number[side.part])._replace(parts=number)


def _genre_in_name(document: str) -> str:
    prefix, slash, _ = document.partition("/")
    if slash and prefix in _ONTONOTES:
        return prefix
    gum = _GUM.match(document)
    return gum[1] if gum else NONE
