"""The attributes by which scores are sliced, each of documents, entities or mentions, and their values.

Attributes of documents and parts of speech are the key's on both sides, all else is each side's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from leaderboard.corpus import NONE, Corpus, Ints, Texts
from leaderboard.corpus.mention_classes import (
    CLASS_NAMES,
    PLACEHOLDERS,
    each_tag,
    has_tags,
    head_words,
    heads,
    mention_classes,
)
from leaderboard.corpus.nodes import Mask, Nodes, Pieces
from leaderboard.errors import SHOWN, UsageError, option_error
from leaderboard.matching import match
from leaderboard.slices.document_table import DocumentLabels
from leaderboard.text import suggestion

Bands = Mapping[str, tuple[int, ...]]

BANDS: Bands = {
    "words": (500, 2000, 10_000),
    "size": (2, 3, 5, 10),
    "range": (50, 200, 1000),
    "length": (1, 2, 3, 4, 5),
}
_LOWEST = {"words": 0, "size": 1, "range": 0, "length": 0}
_HIGHEST = 1_000_000_000


def band_names(attribute: str, edges: Sequence[int]) -> tuple[str, ...]:
    """Return the names of all bands, as ``1``, ``2``, ``3-4``, ``5+``."""
    begins = (_LOWEST[attribute], *edges)
    bounded = (str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in pairwise(begins))
    return (*bounded, f"{begins[-1]}+")


def band_of(counts: Ints, edges: Sequence[int]) -> Ints:
    """Return the number of the band of each count."""
    return np.searchsorted(np.array(edges, np.int64), counts, side="right")


def with_edges(texts: Iterable[str]) -> Bands:
    """Return the default bands with the edges that texts such as ``size=2,4`` give."""
    bands = dict(BANDS)
    for text in texts:
        name, _, edges = (piece.strip() for piece in text.partition("="))
        try:
            numbers = [int(edge) for edge in edges.split(",")]
        except ValueError:
            raise UsageError(f"--bands is {text[:SHOWN]!r}; write it as size=2,4") from None
        bands[name] = checked_edges(name, numbers)
    return bands


def checked_edges(name: str, edges: object) -> tuple[int, ...]:
    """Return the edges of an attribute, or refuse what cannot be edges of bands."""
    if name not in BANDS:
        raise UsageError(f"{name[:SHOWN]!r} has no bands; the attributes with bands are {', '.join(BANDS)}")
    if not isinstance(edges, list | tuple) or not edges or not all(type(edge) is int for edge in edges):
        raise UsageError(f"the bands of {name} are {str(edges)[:SHOWN]!r}; give a list of numbers, as [2, 4]")
    lowest = _LOWEST[name]
    if any(low >= high for low, high in pairwise((lowest, *edges))) or edges[-1] > _HIGHEST:
        what = f"the bands of {name} are {str(list(edges))[:SHOWN]}"
        raise UsageError(f"{what}; give increasing numbers above {lowest}, up to {_HIGHEST:,}")
    return tuple(edges)


class Values(NamedTuple):
    """The names of the values in order, the value of each key mention, and what finds those of a response.

    Values are numbers of names; a mention with -1 is in no slice. ``ordered`` names are shown in this order,
    others by name. Only attributes of documents have the value of each part.
    """

    names: tuple[str, ...]
    key: Ints
    response: Callable[[Corpus], Ints]
    ordered: bool = False
    parts: Ints | None = None

    @property
    def present(self) -> set[str]:
        """The values that key mentions have."""
        return {self.names[number] for number in np.unique(self.key[self.key >= 0])}


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceOptions:
    """The rules of matching and of singletons, the edges of bands, and the organiser's labels."""

    match: str | None = None
    zeros: str = "dependent"
    singletons: str | None = None
    bands: Bands = field(default_factory=lambda: BANDS)
    labels: DocumentLabels = field(default_factory=DocumentLabels)


def on_both(
    names: Sequence[str], key: Corpus, number: Callable[[Corpus], Ints], ordered: bool = False
) -> Values:
    """Return the values that are found on key and response in one way."""
    return Values(tuple(names), number(key), number, ordered)


def banded(attribute: str, key: Corpus, options: SliceOptions, count: Callable[[Corpus], Ints]) -> Values:
    """Return the bands of a count that each mention has."""
    edges = options.bands[attribute]
    return on_both(band_names(attribute, edges), key, lambda side: band_of(count(side), edges), ordered=True)


def unknown(key: Corpus) -> Values:
    """Return the values of an attribute that nothing is known of."""
    return on_both((), key, lambda side: np.full(len(side.part), -1))


def in_order(names: Sequence[str]) -> tuple[tuple[str, ...], Ints]:
    """Return the different names in order, ``(none)`` last, and the number of each of the names given."""
    ordered = tuple(sorted(set(names), key=by_name))
    place = {name: number for number, name in enumerate(ordered)}
    return ordered, np.array([place[name] for name in names], np.int64)


def by_name(name: str) -> tuple[bool, str]:
    """Return the place of a name in the order of names."""
    return name == NONE, name


_ONTONOTES = ("bc", "bn", "mz", "nw", "pt", "tc", "wb")
_GUM = re.compile(r"GUM_([^_]+)_")


def genre(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The genre by the organiser's labels, else by comments of the key, else by the name of the document."""
    stated = options.labels.values("genre", dataset, [part.document for part in key.parts])
    commented = key.genres or ("",) * len(key.parts)
    names = [
        label or comment or genre_in_name(part.document)
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


def genre_in_name(document: str) -> str:
    prefix, slash, _ = document.partition("/")
    if slash and prefix in _ONTONOTES:
        return prefix
    gum = _GUM.match(document)
    return gum[1] if gum else NONE


def size(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The number of mentions; a response has its own."""
    return banded("size", key, options, lambda side: side.sizes[side.entity])


def reach(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The words between the starts of the first and the last mention; a response has its own."""
    return banded("range", key, options, _range)


def etype(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The type in the key; a response entity has that of the key entity that shares most mentions with it."""
    if key.nodes is None or key.nodes.types is None:
        return unknown(key)
    names, of_entity = in_order(_types(key, key.nodes))
    rank = _ranks(key, key.nodes)

    def of_response(response: Corpus) -> Ints:
        partner = _partners(key, response, rank, options)
        return np.append(of_entity, -1)[partner[response.entity]]

    return Values(names, of_entity[key.entity], of_response)


def _range(side: Corpus) -> Ints:
    first = np.full(side.entities, np.iinfo(np.int64).max)
    last = np.zeros(side.entities, np.int64)
    np.minimum.at(first, side.entity, side.start)
    np.maximum.at(last, side.entity, side.start)
    spread: Ints = (last - first)[side.entity]
    return spread


def _types(key: Corpus, nodes: Nodes) -> list[str]:
    """The type of each entity: that of its first mention with one; of equal beginnings, the longer first."""
    assert nodes.types is not None
    names, number = nodes.types
    typed = np.flatnonzero(np.array([name != "" for name in names], np.bool_)[number])
    typed = typed[np.lexsort((-nodes.size[typed], nodes.begin[typed]))]
    entity, first = np.unique(key.entity[typed], return_index=True)
    types = [NONE] * key.entities
    for place, mention in zip(entity.tolist(), typed[first].tolist(), strict=True):
        types[place] = names[number[mention]]
    return types


def _ranks(key: Corpus, nodes: Nodes) -> Ints:
    """The place of each entity in the order of first mentions: by begin, then the one of more nodes."""
    order = np.lexsort((-nodes.size, nodes.begin))
    _, first = np.unique(key.entity[order], return_index=True)
    return np.argsort(np.argsort(first))


def _partners(key: Corpus, response: Corpus, rank: Ints, options: SliceOptions) -> Ints:
    """The key entity that shares most mentions with each response entity, or -1 where none shares any."""
    pairs = match(key, response, options.match, options.zeros)
    ours, theirs = key.entity[pairs.key_mention], response.entity[pairs.response_mention]
    cell, shared = np.unique(theirs * max(key.entities, 1) + ours, return_counts=True)
    theirs, ours = np.divmod(cell, max(key.entities, 1))
    order = np.lexsort((rank[ours], -shared, theirs))
    entity, best = np.unique(theirs[order], return_index=True)
    partner = np.full(response.entities, -1)
    partner[entity] = ours[order][best]
    return partner


_ZERO = "zero"


def mention_class(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """Proper name, noun phrase or pronoun, as DA has it."""
    return on_both(CLASS_NAMES, key, mention_classes, ordered=True) if has_tags(key) else unknown(key)


def labelled(column: str, key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The value in the table of mentions; what has no row there has none."""

    def on_side(side: Corpus) -> Ints:
        assert side.labels is not None
        return side.labels.numbers(column)

    assert key.labels is not None
    return on_both(key.labels.names(column), key, on_side)


def upos(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The tag of the head, or ``zero`` where the head is an empty node."""
    if key.tags is None or not has_tags(key):
        return unknown(key)
    tags = key.tags
    names, numbers = in_order([*_tags(tags), _ZERO])
    of_token, zero = numbers[:-1], numbers[-1]

    def at_head(side: Corpus) -> Ints:
        if side.nodes is None:
            return of_token[heads(side, tags)]
        return np.where(side.nodes.zero, zero, of_token[head_words(side, side.nodes)])

    return on_both(names, key, at_head)


def length(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The number of words; empty nodes are none."""
    return banded("length", key, options, _words)


def zero(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """Zero where the head is an empty node, else overt."""
    return _by_nodes((_ZERO, "overt"), key, lambda side, nodes: ~nodes.zero)


def gap(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """Gap where a node between the first and the last node is not in the mention, else whole."""
    return _by_nodes(("gap", "whole"), key, lambda side, nodes: nodes.size == _between(side, nodes))


def _tags(tags: Texts) -> list[str]:
    """The tag of each word, without features."""
    texts = each_tag(tags)
    names = {text: text.partition(b"|")[0].decode() for text in set(texts)}
    known = {text: NONE if name in PLACEHOLDERS else name for text, name in names.items()}
    return [known[text] for text in texts]


def _words(side: Corpus) -> Ints:
    return side.end - side.start + 1 if side.nodes is None else side.nodes.words


def _between(side: Corpus, nodes: Nodes) -> Ints:
    """The nodes of the side's text from the first to the last node of each mention."""
    return nodes.counts(Pieces(np.arange(len(nodes.size)), nodes.begin, nodes.end), side.part)


def _by_nodes(names: tuple[str, str], key: Corpus, number: Callable[[Corpus, Nodes], Mask]) -> Values:
    """The first name where ``number`` is 0, the second where it is 1; only CorefUD files have nodes."""
    if key.nodes is None:
        return unknown(key)

    def on_side(side: Corpus) -> Ints:
        assert side.nodes is not None
        return number(side, side.nodes).astype(np.int64)

    return on_both(names, key, on_side, ordered=True)


Level = Literal["document", "entity", "mention"]


class Attribute(NamedTuple):
    """The level, the function that finds values on the key of a dataset, and the error if it finds none."""

    level: Level
    values: Callable[[Corpus, str, SliceOptions], Values]
    lack: str = "the key has no mentions; give a key with mentions"


_EMPTY = "no mention of the key has a value in the table of mentions (--mentions); fill this column"
_TABLE = "name it in a table of documents (--documents)"
_TAGS = "the key has no parts of speech; give a key with tags, or choose another attribute"
_TYPES = "no entity of the key has a type; choose another attribute"
_COREFUD = "only CorefUD files have empty nodes and mentions with gaps; choose another attribute"

ATTRIBUTES = {
    "genre": Attribute("document", genre, lack=f"no genre is known; {_TABLE}"),
    "words": Attribute("document", words),
    "size": Attribute("entity", size),
    "range": Attribute("entity", reach),
    "etype": Attribute("entity", etype, lack=_TYPES),
    "class": Attribute("mention", mention_class, lack=_TAGS),
    "upos": Attribute("mention", upos, lack=_TAGS),
    "length": Attribute("mention", length),
    "zero": Attribute("mention", zero, lack=_COREFUD),
    "gap": Attribute("mention", gap, lack=_COREFUD),
}
# A table of documents may give genres, but no other attribute that is found elsewhere.
RESERVED = frozenset(ATTRIBUTES) - {"genre"}


def attribute(name: str, labels: DocumentLabels) -> Attribute:
    """Return the attribute of a name, which the organiser may have given to mentions or documents."""
    if name in labels.mentions and name in labels.attributes:
        what = f"is {name[:SHOWN]!r}, which is an attribute of documents and a column of --mentions"
        raise option_error("by", what, "rename one of the two")
    if name in labels.mentions:
        return Attribute("mention", partial(labelled, name), lack=_EMPTY)
    if name in ATTRIBUTES:
        return ATTRIBUTES[name]
    if name in labels.attributes:
        values = partial(label, name)
        return Attribute("document", values, lack=f"no document of the key has a value; {_TABLE}")
    known: Collection[str] = dict.fromkeys((*ATTRIBUTES, *labels.attributes, *labels.mentions))
    raise option_error("by", f"is {name[:SHOWN]!r}, which is not an attribute", suggestion(name, known))
