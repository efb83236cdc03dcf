"""The mentions of key and response, in which a mention of both sides stands once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Corpus, Ints, Mask, span_numbers
from leaderboard.corpus.nodes import scrambled
from leaderboard.matching import Matching
from leaderboard.prices.wrong_spans import span_pairs


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Union:
    """Mentions as columns, in order of part, start and end; the span is the key's where the key has it.

    ``key_mention`` and ``response_mention`` are -1 if the side lacks the mention, and so are
    ``key_entity`` and ``response_entity``. ``misspanned`` are the mentions whose span is wrong.
    ``both`` holds the mentions of the response and behind them those of the key, ``place`` a number for the
    span of each, in order of the text.
    """

    matching: Matching
    both: Corpus
    place: Ints
    part: Ints
    key_mention: Ints
    response_mention: Ints
    key_entity: Ints
    response_entity: Ints
    misspanned: Mask

    @property
    def shared(self) -> Mask:
        """True for each mention of both sides."""
        return (self.key_mention >= 0) & (self.response_mention >= 0)

    @property
    def span_name(self) -> Ints:
        """A number for the span of each response mention, without visible order, for any text of the key."""
        response = self.matching.response
        if response.nodes is not None:
            return response.nodes.fingerprint(response.part)
        return scrambled(self.place[: len(response.part)]).view(np.int64)


def united(matching: Matching) -> Union:
    """Unite the mentions of both sides; a mention with a wrong span is one mention."""
    key, response = matching.key, matching.response
    wrong = span_pairs(matching)
    partner, spoilt = np.full(len(key.part), -1), np.zeros(len(key.part), np.bool_)
    partner[matching.key_mention], partner[wrong.key] = matching.response_mention, wrong.response
    spoilt[wrong.key] = True
    extra = np.setdiff1d(np.arange(len(response.part)), partner, assume_unique=True)
    both = response.and_of(key)
    place = _places(both)
    rows = np.concatenate([np.arange(len(response.part), len(place)), extra])
    order = np.argsort(place[rows], kind="stable")
    key_mention = np.concatenate([np.arange(len(key.part)), np.full(len(extra), -1)])[order]
    response_mention = np.concatenate([partner, extra])[order]
    return Union(
        matching=matching,
        both=both,
        place=place,
        part=both.part[rows[order]],
        key_mention=key_mention,
        response_mention=response_mention,
        key_entity=_entities(key.entity, key_mention),
        response_entity=_entities(response.entity, response_mention),
        misspanned=np.concatenate([spoilt, np.zeros(len(extra), np.bool_)])[order],
    )


def _entities(entity: Ints, mention: Ints) -> Ints:
    """The entity of each mention, or -1."""
    return np.where(mention >= 0, np.append(entity, -1)[mention], -1)


def _places(side: Corpus) -> Ints:
    """A number for the span of each mention, in order of the text, equal for equal spans."""
    if side.nodes is None:
        return span_numbers(side.tokens, side.part, side.start, side.end)
    nodes = side.nodes
    columns = (nodes.fingerprint(side.part), nodes.size, nodes.end, nodes.begin, side.part)
    order = np.lexsort(columns)
    differs = np.zeros(len(order), np.bool_)
    for column in columns:
        differs[1:] |= np.diff(column[order]) != 0
    place = np.empty(len(order), np.int64)
    place[order] = np.cumsum(differs)
    return place
