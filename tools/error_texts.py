"""Keys whose entities span a book or a corpus, and outputs whose errors are more frequent in some places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import expit, logit

from leaderboard.corpus import Corpus, Ints, Mask, Part, renumbered
from leaderboard.corpus.corpus import first_places
from leaderboard.matching import Matching, match_exactly
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import Floats, measure
from leaderboard.overlap import overlap

METRIC = METRICS["bcub"](MetricOptions())
# Mentions of a scene, the entities that are in it alone, those of the whole text, and words of their names.
SCENE, OF_SCENE, OF_TEXT, NAMES = 20, 8, 10, 20
# An error puts a mention into the entity of one of so many mentions before it.
NEAR = 10


class Text(NamedTuple):
    """The place of each mention, which is a chapter or a topic, and its entity."""

    place: Ints
    entity: Ints

    @property
    def places(self) -> int:
        """The number of places."""
        return int(self.place[-1]) + 1


class Rates(NamedTuple):
    """How often an output errs.

    It misses mentions, invents some, puts them alone or with a near entity, and cuts chains. A piece of a
    chain may be merged with a near one, or with all ``namesakes`` that are merged in any place.
    """

    missed: float = 0.12
    invented: float = 0.12
    alone: float = 0.05
    moved: float = 0.02
    cut: float = 0.06
    merged: float = 0.02
    namesakes: float = 0.0


def text(generator: np.random.Generator, sizes: Sequence[int], throughout: float) -> Text:
    """Draw the key of places of so many mentions; the entities of the whole text have a share of them."""
    place = np.repeat(np.arange(len(sizes)), sizes)
    of_text, of_scene = (
        (count * generator.random(len(place)) ** 2).astype(np.int64) for count in (OF_TEXT, OF_SCENE)
    )
    scene = np.arange(len(place)) // SCENE
    local = OF_TEXT + scene * OF_SCENE + of_scene
    return Text(place, np.where(generator.random(len(place)) < throughout, of_text, local))


def key_of(text: Text) -> Corpus:
    """The key of a text; behind each mention is a word that outputs may take for one."""
    return _corpus(text, np.stack([text.entity, np.full_like(text.entity, -1)], axis=1).ravel())


def output(generator: np.random.Generator, text: Text, rates: Rates, spread: float) -> Corpus:
    """Draw an output; the logit of each of its rates varies between places, with a standard deviation."""
    count = len(text.place)

    def happens(rate: float) -> Mask:
        off = spread * generator.normal(size=text.places)[text.place]
        found: Mask = generator.random(count) < expit(logit(rate) + off)
        return found

    start = first_places(text.place)
    near = np.maximum(np.arange(count) - generator.integers(1, NEAR + 1, count), start)
    chain = _cut(text.entity, happens(rates.cut))
    first = np.unique(chain, return_index=True)[1]
    chain = np.where(happens(rates.merged)[first], chain[near[first]], np.arange(len(first)))[chain]
    named = len(first) + text.entity[first] % NAMES
    chain = np.where(happens(rates.namesakes)[first][chain], named[chain], chain)
    label = np.where(happens(rates.moved), chain[near], chain)
    label = np.where(happens(rates.alone), len(first) + NAMES + np.arange(count), label)
    found = np.where(happens(rates.missed), -1, label)
    invented = np.where(happens(rates.invented), chain[near], -1)
    return _corpus(text, np.stack([found, invented], axis=1).ravel())


def _cut(entity: Ints, cut: Mask) -> Ints:
    """Number the pieces of chains that are cut before some mentions."""
    order = np.argsort(entity, kind="stable")
    begins = cut[order]
    begins[1:] |= np.diff(entity[order]) > 0
    begins[0] = False
    piece = np.empty_like(entity)
    piece[order] = np.cumsum(begins)
    return piece


def _corpus(text: Text, label: Ints) -> Corpus:
    """The mentions whose label is not negative, one word each; each place is a part of one document."""
    tokens = 2 * np.bincount(text.place)
    word = np.flatnonzero(label >= 0)
    part = np.repeat(text.place, 2)[word]
    start = word - (np.cumsum(tokens) - tokens)[part]
    return Corpus(
        file="",
        parts=tuple(Part("book", number) for number in range(text.places)),
        part_line=np.zeros(text.places, np.int64),
        tokens=tokens,
        token_line=np.zeros(len(label), np.int64),
        words=None,
        tags=None,
        part=part,
        start=start,
        end=start,
        entity=renumbered(label[word]),
        line=np.zeros(len(word), np.int64),
    )


def sums(found: Matching) -> Floats:
    """The sums [S, units] of an output."""
    return measure(overlap(found), (METRIC,))[METRIC.name]


def score(found: Matching) -> float:
    """The F1 of an output."""
    return float(METRIC.score(sums(found).sum(axis=-1)).f1)


def without(found: Matching, place: int) -> Matching:
    """The same sides without one of the parts."""
    key, response = (
        side.picked(np.flatnonzero(side.part != place)).renumbered() for side in (found.key, found.response)
    )
    return match_exactly(key, response)
