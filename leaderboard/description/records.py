"""The counts of a file. Counts that its format lacks are None."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# The groups of entities that are counted apart.
GROUPS = ("all", "non_singletons", "singletons")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entities:
    """``sizes`` counts entities of 1, 2, 3, 4 and 5 or more mentions.

    ``range_p95`` is in words, and None where entities are joined over documents.
    """

    count: int
    per_1000_words: float
    mentions: int
    largest: int
    mean_size: float
    sizes: Mapping[str, int]
    range_p95: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentions:
    """``lengths`` counts mentions of 0, 1, 2, 3, 4 and 5 or more words, ``head_upos`` by the tag of the head.

    ``with_empty`` mentions have an empty node, ``with_gap`` lack a node between their first and last one, and
    ``non_treelet`` have more than one node whose head is not in the mention.
    """

    count: int
    per_1000_words: float
    words: int
    longest: int
    mean_length: float
    lengths: Mapping[str, int]
    with_empty: int | None
    with_gap: int | None
    non_treelet: int | None
    head_upos: Mapping[str, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The entities of one group and their mentions."""

    entities: Entities
    mentions: Mentions


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """The size of a text, and its entities: all of them, those of several mentions, and singletons."""

    documents: int
    sentences: int | None
    words: int
    empty_nodes: int | None
    longest_document: int
    words_per_document: float
    all: Group
    non_singletons: Group
    singletons: Group

    @property
    def groups(self) -> dict[str, Group]:
        """The groups by name."""
        return {name: getattr(self, name) for name in GROUPS}
