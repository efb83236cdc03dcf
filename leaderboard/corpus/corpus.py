"""One side of a comparison, key or response, as columns of numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus.nodes import Dependencies, Ints, Mask, Nodes, Tree, joined_columns


def in_order(*columns: Ints) -> Ints:
    """The order by the first column, then by the next ones; numbers are not negative."""
    widths = [int(column.max(initial=0)) + 1 for column in columns]
    if math.prod(widths) > np.iinfo(np.int64).max:
        return np.lexsort(columns[::-1])
    joint = columns[0]
    for column, width in zip(columns[1:], widths[1:], strict=True):
        joint = joint * width + column
    return np.argsort(joint, kind="stable")


def first_places(labels: Ints) -> Ints:
    """For each label, which is small and not negative, the first place where it occurs."""
    place = np.full(int(labels.max(initial=-1)) + 1, len(labels))
    np.minimum.at(place, labels, np.arange(len(labels)))
    return place[labels]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Anaphora:
    """Columns by mention, by bridge, and by element.

    A bridge goes from the mention ``anaphor`` to the mention ``anchor``. The entity ``element`` belongs to
    the plural entity ``plural``; elements that have elements themselves are replaced by those.
    """

    nonreferring: Mask
    anaphor: Ints
    anchor: Ints
    plural: Ints
    element: Ints

    def picked(self, mentions: Ints, entity: Ints) -> Anaphora:
        """The annotations of these mentions, in this order; ``entity`` is that of each of them.

        Bridges that lose a mention, and elements that lose an entity, are dropped.
        """
        number = np.full(len(self.nonreferring), -1)
        number[mentions] = np.arange(len(mentions))
        anaphor, anchor = number[self.anaphor], number[self.anchor]
        there = (anaphor >= 0) & (anchor >= 0)
        whole = np.isin(self.plural, entity) & np.isin(self.element, entity)
        return Anaphora(
            nonreferring=self.nonreferring[mentions],
            anaphor=anaphor[there],
            anchor=anchor[there],
            plural=self.plural[whole],
            element=self.element[whole],
        )

    def united(self, kept: Ints, entity: Ints) -> Anaphora:
        """The annotations where mention ``kept[i]`` stands for mention i; ``entity`` is that of each mention.

        An entity that keeps no mention is the entity of what stands for its first one.
        """
        entities = np.arange(int(entity.max(initial=-1)) + 1)
        first = np.zeros(len(entities), np.int64)
        first[entity[::-1]] = np.arange(len(entity))[::-1]
        keeps = np.isin(entities, entity[kept])
        stands = np.where(keeps, entities, entity[kept[first]])
        anaphor, anchor = _distinct(kept[self.anaphor], kept[self.anchor])
        plural, element = _distinct(stands[self.plural], stands[self.element])
        return replace(self, anaphor=anaphor, anchor=anchor, plural=plural, element=element)

    def relabelled(self, number: Ints) -> Anaphora:
        """The annotations where entity i is called ``number[i]``."""
        return replace(self, plural=number[self.plural], element=number[self.element])


def _distinct(one: Ints, other: Ints) -> tuple[Ints, Ints]:
    """The distinct pairs of different numbers."""
    pairs = np.unique(np.stack([one, other], axis=1)[one != other], axis=0)
    return pairs[:, 0], pairs[:, 1]


def plural_sets(anaphora: Anaphora) -> dict[int, frozenset[int]]:
    """The elements of each plural entity."""
    elements: dict[int, set[int]] = {}
    for plural, element in zip(anaphora.plural.tolist(), anaphora.element.tolist(), strict=True):
        elements.setdefault(plural, set()).add(element)
    return {plural: frozenset(members) for plural, members in elements.items()}


Bytes = NDArray[np.uint8]


class Part(NamedTuple):
    """A part of a document; a document is all parts of one name. Entities never cross parts."""

    document: str
    number: int

    def __str__(self) -> str:
        return f"{self.document} (part {self.number})"


class LeftOut(NamedTuple):
    """The clusters that are left out one after the other, and the number of the cluster of each part."""

    names: tuple[str, ...]
    of_part: Ints


class Groups(NamedTuple):
    """Groups of documents, as the parts that they are joined to, and the number of the group of each part.

    Where groups lie in several clusters, a score is also computed without each of these.
    """

    names: tuple[Part, ...]
    of_part: Ints
    left_out: LeftOut | None = None


# The value of what has none.
NONE = "(none)"


@dataclass(frozen=True, slots=True, eq=False)
class MentionLabels:
    """What a table says of mentions: ``row`` is that of each mention, or -1.

    Each column has names, of which the last is none, and the number of the name in each row of the table.
    """

    columns: Mapping[str, tuple[tuple[str, ...], Ints]]
    row: Ints

    def of(self, row: Ints) -> MentionLabels:
        """The labels of mentions with these rows."""
        return replace(self, row=row)

    def names(self, column: str) -> tuple[str, ...]:
        return self.columns[column][0]

    def numbers(self, column: str) -> Ints:
        """The number of the name of each mention."""
        names, number = self.columns[column]
        return np.append(number, len(names) - 1)[self.row]


class Blocks(NamedTuple):
    """Blocks of entities, as the parts that they stand for, and the number of the block of each mention."""

    names: tuple[Part, ...]
    of_mention: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """One short text per token, in one array of bytes: text i ends at ``ends[i]``."""

    characters: Bytes
    ends: Ints

    def __getitem__(self, index: int) -> str:
        start = self.ends[index - 1] if index else 0
        return self.characters[start : self.ends[index]].tobytes().decode()

    def of(self, numbers: Ints) -> list[bytes]:
        """The texts of these numbers, as they are encoded."""
        characters = self.characters.tobytes()
        starts, stops = np.append(0, self.ends)[numbers].tolist(), self.ends[numbers].tolist()
        return [characters[start:stop] for start, stop in zip(starts, stops, strict=True)]

    def between(self, first: int, last: int) -> Texts:
        """The texts first, ..., last - 1."""
        start = int(self.ends[first - 1]) if first else 0
        stop = int(self.ends[last - 1]) if last else 0
        return Texts(self.characters[start:stop], self.ends[first:last] - start)

    def equals(self, other: Texts) -> bool:
        """True if all texts are the same."""
        return np.array_equal(self.ends, other.ends) and np.array_equal(self.characters, other.characters)

    def first_difference(self, other: Texts) -> int | None:
        """The number of the first text that differs from the other's, of as many texts."""
        if self.equals(other):
            return None
        return next(index for index in range(len(self.ends)) if self[index] != other[index])


@dataclass(frozen=True, slots=True, eq=False)
class Syntax:
    """The tags and dependencies of all nodes of a CorefUD file, which only descriptions read.

    ``parent`` has, for each slot of the text (see ``nodes``), the slot of the word that HEAD names, or -1.
    ``empty_tags`` are the tags of empty nodes, ``dependencies`` the enhanced ones of those in some mention.
    """

    parent: Ints
    empty_tags: Texts
    dependencies: Dependencies


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Corpus:
    """Mentions as columns, in order of part, start and end; each mention stands once.

    A mention covers the tokens ``start`` to ``end`` (inclusive) of its part. ``entity`` numbers
    the entities of the whole corpus; ``line`` is where the mention's first bracket stands.
    ``words`` and ``tags`` (parts of speech) are None where the file has no such column. ``nodes`` is
    what CorefUD files have beyond that; there an empty node counts as the word that it follows. ``tree`` is
    there where heads are found in it, which is the key's for both sides; descriptions need ``syntax``.
    Where the file has no words but ``identity`` columns that tell which token it is, ``words`` are these.
    ``genres`` are those that the comments of a CorefUD key name for each part, or nothing, if asked for.
    ``name`` numbers the ids of entities as they are written, equal ones alike in the whole file, or is below
    0 where there is none; only what was just read, or has ``groups``, has it. ``topics`` are the topic and
    subtopic of each part, where columns name them. Where there are ``groups``, an entity may have mentions
    in several parts, all of one group, and ``apart`` is the corpus in which each entity is within one part.
    If mentions were repeated, ``repeated`` is that corpus with all of them, in order of first bracket.
    Where there are ``blocks``, these are the places that sums are made of.
    ``layer`` is the column that was read of a CONLL-UA file. Where annotations beyond identity were read,
    ``anaphora`` has them, and the mentions include those that refer to nothing.
    ``labels`` are those of a table of mentions, if there is one.
    ``repairable`` responses may be put on the key's text by ``--repair align``. No message names a
    line of a ``secret`` key.
    """

    file: str
    parts: tuple[Part, ...]
    part_line: Ints
    tokens: Ints
    token_line: Ints
    words: Texts | None
    tags: Texts | None
    part: Ints
    start: Ints
    end: Ints
    entity: Ints
    line: Ints
    nodes: Nodes | None = None
    tree: Tree | None = None
    syntax: Syntax | None = None
    identity: int = 0
    genres: tuple[str, ...] | None = None
    name: Ints | None = None
    topics: tuple[tuple[str, str], ...] | None = None
    groups: Groups | None = None
    apart: Corpus | None = None
    repeated: Corpus | None = None
    blocks: Blocks | None = None
    layer: str | None = None
    anaphora: Anaphora | None = None
    labels: MentionLabels | None = None
    repairable: bool = False
    secret: bool = False

    def __post_init__(self) -> None:
        sizes = {len(column) for column in (self.part, self.start, self.end, self.entity, self.line)}
        if len(sizes) != 1:
            raise ValueError("the columns of a corpus must be equally long")
        if len(self.part) and not (
            (self.start >= 0).all()
            and (self.start <= self.end).all()
            and (self.end < self.tokens[self.part]).all()
        ):
            raise ValueError("a mention must lie within the tokens of its part")

    @property
    def entities(self) -> int:
        return int(self.entity.max()) + 1 if len(self.entity) else 0

    @property
    def units(self) -> tuple[Part, ...]:
        """The places that sums are made of: parts, groups of documents, or blocks of entities."""
        places = self.blocks or self.groups
        return places.names if places else self.parts

    @property
    def unit(self) -> Ints:
        """The number of the unit of each mention."""
        if self.blocks:
            return self.blocks.of_mention
        return self.groups.of_part[self.part] if self.groups else self.part

    @property
    def sizes(self) -> Ints:
        """The number of mentions of each entity."""
        return np.bincount(self.entity, minlength=self.entities).astype(np.int64)

    @property
    def first_token(self) -> Ints:
        """The number of the first token of each part in the whole text."""
        return np.cumsum(self.tokens) - self.tokens

    def by_unit(self, mentions: Ints | Mask) -> Ints:
        """The number of these mentions in each unit."""
        return np.bincount(self.unit[mentions], minlength=len(self.units))

    def and_of(self, other: Corpus) -> Corpus:
        """The corpus with its mentions, then those of another corpus; entities of one number are one."""
        nodes = self.nodes.and_of(other.nodes) if self.nodes and other.nodes else None
        columns = joined_columns((self, other), "part", "start", "end", "entity", "line")
        return replace(self, **columns, nodes=nodes, name=None, labels=joined_labels((self, other)))

    def without_singletons(self) -> Corpus:
        """The corpus without the entities of one mention."""
        several = np.bincount(self.entity, minlength=1)[self.entity] > 1
        return self.picked(np.flatnonzero(several)).renumbered()

    def renumbered(self) -> Corpus:
        """The corpus whose entities are 0, 1, 2, ..., in ascending order of their numbers so far."""
        known = np.bincount(self.entity, minlength=1) > 0
        number: Ints = np.where(known, np.cumsum(known) - 1, -1)
        anaphora = self.anaphora and self.anaphora.relabelled(number)
        return replace(self, entity=number[self.entity], anaphora=anaphora)

    def picked(self, mentions: Ints, entity: Ints | None = None) -> Corpus:
        """The corpus with these mentions, in this order, perhaps in other entities."""
        return replace(
            self,
            part=self.part[mentions],
            start=self.start[mentions],
            end=self.end[mentions],
            entity=self.entity[mentions] if entity is None else entity,
            line=self.line[mentions],
            nodes=self.nodes and self.nodes.picked(mentions),
            name=None if self.name is None else self.name[mentions],
            labels=self.labels and self.labels.of(self.labels.row[mentions]),
            repeated=None,
            blocks=self.blocks and self.blocks._replace(of_mention=self.blocks.of_mention[mentions]),
            anaphora=self.anaphora and self.anaphora.picked(mentions, self.entity[mentions]),
        )

    def words_of(self, part: int, *spans: tuple[int, int]) -> str | None:
        """The words of some spans of a part, if there are words."""
        if self.words is None:
            return None
        words, first = self.words, int(self.tokens[:part].sum())
        tokens = (range(first + start, first + end + 1) for start, end in spans)
        return "; ".join(" ".join(words[token] for token in span) for span in tokens)

    def without_mentions(self) -> Corpus:
        """The text alone: what a response that found nothing would be."""
        silent = self.picked(np.zeros(0, np.int64))
        return replace(silent, apart=self.apart.without_mentions()) if self.apart else silent


def joined_labels(sides: Sequence[Corpus]) -> MentionLabels | None:
    """The labels of the mentions of several sides, one side after the other."""
    first, rows = sides[0].labels, [side.labels.row for side in sides if side.labels]
    return first and first.of(np.concatenate(rows))


def renumbered(labels: Ints) -> Ints:
    """Renumber the labels, which are small and not negative, as 0, 1, 2, ... in ascending order."""
    number: Ints = np.cumsum(np.bincount(labels) > 0) - 1
    return number[labels]


def span_numbers(tokens: Ints, part: Ints, start: Ints, end: Ints) -> Ints:
    """Return a number for the span of each mention, in order of the text; parts have so many tokens."""
    first = (np.cumsum(tokens) - tokens)[part]
    return (first + start) << 32 | (first + end)
