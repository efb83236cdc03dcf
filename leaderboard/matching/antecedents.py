"""The sets of antecedents that plural entities stand for, on both sides of a comparison."""

from __future__ import annotations

from dataclasses import dataclass

from leaderboard.corpus import Corpus, Ints


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Sets:
    """The sets of antecedents of one side, in the order in which their entities begin in the text.

    Set s belongs to the scored entity ``entity[s]``, which has no other set, and no two sets are equal.
    Row by row, the set ``owner`` has the element ``element``, once. Elements are entities of ``mentions``:
    all mentions of the side, scored or not. ``label`` numbers these mentions, each differently, and a
    matched mention of the response has the label of its partner in the key.
    """

    entity: Ints
    owner: Ints
    element: Ints
    mentions: Corpus
    label: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Antecedents:
    """The sets of antecedents of the key and of the response."""

    key: Sets
    response: Sets
