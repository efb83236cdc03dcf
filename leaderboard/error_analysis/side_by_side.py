"""The chains of a document, each beside the one that it corresponds to, for a person to read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.matching import Matching
from leaderboard.metrics.da import Chains, Denotation, complete, similarities
from leaderboard.metrics.xcmr import core_pairs


@dataclass(frozen=True, slots=True)
class Expression:
    """A mention, with its words and its class where the key has them.

    One that is not ``annotated`` is on the other side alone.
    """

    start: int
    end: int
    text: str | None
    mention_class: str | None
    annotated: bool = True


Chain = tuple[Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainPair:
    """Two chains that correspond, or one without a partner, whose other side is empty.

    ``partition`` is what the response makes of the key chain, which needs ``missing_links`` links to
    be whole again (Vilain et al., 1995). Chains correspond by DA, or by XC-MR, which has no similarity.
    """

    part: int
    key: Chain
    response: Chain
    similarity: float | None
    partition: tuple[Chain, ...]
    dataset: str = ""
    metric: str = "da"

    @property
    def shared(self) -> int:
        """The number of mentions that the two chains share."""
        key, response = ({(one.start, one.end) for one in chain} for chain in (self.key, self.response))
        return len(key & response)

    @property
    def missing_links(self) -> int:
        return max(len(self.partition) - 1, 0)


def side_by_side(matching: Matching, document: str, denotation: Denotation | None) -> tuple[ChainPair, ...]:
    """The completed chains of all parts of a document, in order of their first mentions.

    Without a denotation, chains correspond by XC-MR.
    """
    chains = complete(matching)
    keys, responses = chains.key_chain.tolist(), chains.response_chain.tolist()
    mentions = _mentions(matching, chains, document)
    key_members, response_members = _members(keys, mentions), _members(responses, mentions)
    response_of, key_of, similarity = _partners(chains, denotation)
    pairs = dict.fromkeys(
        pair
        for mention in mentions
        for pair in (
            (keys[mention], response_of.get(keys[mention])),
            (key_of.get(responses[mention]), responses[mention]),
        )
    )
    expressions = {mention: _expression(matching, chains, mention) for mention in mentions}

    def chain(members: Iterable[int], there: Ints) -> Chain:
        return tuple(
            replace(expressions[mention], annotated=bool(there[mention] >= 0)) for mention in members
        )

    return tuple(
        ChainPair(
            part=matching.key.parts[int(chains.part[ours[0] if ours else theirs[0]])].number,
            key=chain(ours, chains.key_mention),
            response=chain(theirs, chains.response_mention),
            similarity=similarity.get(key),
            partition=tuple(
                chain(members, chains.key_mention) for members in _members(responses, ours).values()
            ),
            metric="da" if denotation else "xcmr",
        )
        for key, response in pairs
        for ours, theirs in [(key_members.get(key, []), response_members.get(response, []))]
    )


def _mentions(matching: Matching, chains: Chains, document: str) -> list[int]:
    """The mentions of either side in a document."""
    wanted = np.array([part.document == document for part in matching.key.parts])
    return np.flatnonzero(wanted[chains.part]).tolist()


def _members(chain: list[int], mentions: Iterable[int]) -> dict[int | None, list[int]]:
    """The mentions of each chain."""
    members: dict[int | None, list[int]] = {}
    for mention in mentions:
        members.setdefault(chain[mention], []).append(mention)
    return members


def _partners(
    chains: Chains, denotation: Denotation | None
) -> tuple[dict[int, int], dict[int, int], dict[int | None, float]]:
    """The partner of each key chain and of each response chain, and how similar it is to a key chain."""
    cells = denotation.pairs(chains) if denotation else core_pairs(chains)
    keys = chains.table.key_entity[cells].tolist()
    responses = chains.table.response_entity[cells].tolist()
    similarity = (
        similarities(chains, denotation.weights, denotation.typed)[cells].tolist() if denotation else []
    )
    return (
        dict(zip(keys, responses, strict=True)),
        dict(zip(responses, keys, strict=True)),
        dict(zip(keys, similarity, strict=denotation is not None)),
    )


def _expression(matching: Matching, chains: Chains, mention: int) -> Expression:
    start, end = int(chains.start[mention]), int(chains.end[mention])
    classes = chains.classes
    return Expression(
        start,
        end,
        matching.key.words_of(int(chains.part[mention]), (start, end)),
        None if classes is None else chains.class_names[int(classes[mention])],
    )
