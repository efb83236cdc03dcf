"""The statistics of a text, group by group: its sentences, its entities and their mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Corpus, Ints, Syntax
from leaderboard.corpus.mention_classes import has_tags, head_words, heads
from leaderboard.corpus.nodes import SLOT, Mask, Nodes, ranges
from leaderboard.errors import SHOWN, InputError, Problem
from leaderboard.text import one_line

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


class NodeOrder:
    """The numbers of all nodes of a text, and the pieces of mentions as runs of numbers.

    The nodes of piece i are ``low[i]``, ..., ``high[i]`` - 1.
    """

    def __init__(self, nodes: Nodes, part: Ints) -> None:
        self.origin, self.part = nodes.origin, part
        self.roots = nodes.roots
        self.empties = nodes.empties
        self.count = int(nodes.length.sum()) + len(self.empties)
        self.piece_mention = nodes.piece_mention
        start = self.origin[part[nodes.piece_mention]]
        self.low, self.high = self.number(start + nodes.first), self.number(start + nodes.last) + 1

    def at(self, place: Ints) -> Ints:
        """The places of one node of each mention in the whole text."""
        return self.origin[self.part] + place

    def number(self, place: Ints) -> Ints:
        """The numbers of the nodes at places in the whole text: how many nodes stand before each."""
        slot = place // SLOT
        words = slot - np.searchsorted(self.roots, slot, side="right") + (place % SLOT > 0)
        return words + np.searchsorted(self.empties, place)

    def is_root(self, place: Ints) -> Mask:
        """Return True for each place of the root of a sentence, which is not a node."""
        root: Mask = (place % SLOT == 0) & np.isin(place // SLOT, self.roots)
        return root


# How many heads are looked at together, and in all, so that a file is described in linear time.
_TOGETHER = 1 << 20
_STEPS = 1 << 26
_STEPS_PER_NODE = 64


def non_treelets(side: Corpus, nodes: Nodes, syntax: Syntax, order: NodeOrder) -> Mask:
    """Return True for each mention with more than one top."""
    child, head = _heads(nodes, syntax, order)
    start, stop = np.searchsorted(child, order.low), np.searchsorted(child, order.high)
    _check_steps(side, order, stop - start)
    below = np.zeros(len(nodes.size), np.int64)
    for pieces in _batches(stop - start):
        edge, piece = ranges(start[pieces], (stop - start)[pieces])
        mention = order.piece_mention[pieces][piece]
        inside = np.flatnonzero(_is_in(head[edge], mention, order))
        # An empty node may have several heads in the mention, one after the other.
        first = np.diff(child[edge[inside]], prepend=-1) != 0
        first |= np.diff(piece[inside], prepend=-1) != 0
        np.add.at(below, mention[inside[first]], 1)
    return nodes.size - below > 1


def _heads(nodes: Nodes, syntax: Syntax, order: NodeOrder) -> tuple[Ints, Ints]:
    """The numbers of nodes, in order, with the numbers of their heads; -1 where that is no node."""
    is_word = np.ones(len(syntax.parent), np.bool_)
    is_word[order.roots] = False
    word = np.flatnonzero(is_word)
    parent = syntax.parent[word]
    empty, place, _ = syntax.dependencies
    place = order.origin[nodes.empty_part[empty]] + place
    child = np.concatenate([order.number(word * SLOT), order.number(order.empties[empty])])
    head = np.concatenate(
        [
            np.where(parent < 0, -1, order.number(parent * SLOT)),
            np.where(order.is_root(place), -1, order.number(place)),
        ]
    )
    by_child = np.argsort(child, kind="stable")
    return child[by_child], head[by_child]


def _is_in(number: Ints, mention: Ints, order: NodeOrder) -> Mask:
    """Return True for each node that is in its mention; -1 is in no mention."""
    key = order.piece_mention * (order.count + 1) + order.low
    piece = np.searchsorted(key, mention * (order.count + 1) + number, side="right") - 1
    inside: Mask = (number >= 0) & (order.piece_mention[piece] == mention) & (number < order.high[piece])
    return inside


def _batches(count: Ints) -> Iterator[slice]:
    """Runs of pieces that have so many heads together, or one piece that has more."""
    batch = np.cumsum(count) // _TOGETHER
    begins = np.flatnonzero(np.diff(batch, prepend=-1)).tolist()
    yield from map(slice, begins, [*begins[1:], len(count)])


def _check_steps(side: Corpus, order: NodeOrder, count: Ints) -> None:
    """An error at the first mention that takes too many steps with those before it."""
    most = _STEPS + _STEPS_PER_NODE * order.count
    beyond = np.flatnonzero(np.cumsum(count) > most)
    if len(beyond):
        what = "the mentions up to here are too many and too long to describe"
        line = int(side.line[order.piece_mention[beyond[0]]])
        raise InputError([Problem(side.file, line, what, "write fewer long mentions")])


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Columns:
    """Columns by mention, and the ``range`` of each entity.

    ``length`` is in words. ``tag`` numbers the tag of each head among ``tags``, which are in order of name.
    What a format lacks is None.
    """

    range: Ints
    length: Ints
    with_empty: Mask | None = None
    with_gap: Mask | None = None
    non_treelet: Mask | None = None
    tag: Ints | None = None
    tags: tuple[str, ...] = ()


def columns(side: Corpus) -> Columns:
    """Return the columns of a text; CorefUD files have more than others."""
    if side.nodes is None or side.syntax is None:
        return _of_spans(side)
    return _of_nodes(side, side.nodes, side.syntax)


def _of_spans(side: Corpus) -> Columns:
    length = side.end - side.start + 1
    entity_range = _ranges(side.entity, side.start, length, side.end, side.start)
    if side.tags is None or not has_tags(side):
        return Columns(range=entity_range, length=length)
    tag, tags = _numbered(side.tags.of(heads(side, side.tags)))
    return Columns(range=entity_range, length=length, tag=tag, tags=tags)


def _of_nodes(side: Corpus, nodes: Nodes, syntax: Syntax) -> Columns:
    order = NodeOrder(nodes, side.part)
    head, begin = order.number(order.at(nodes.head)), order.number(order.at(nodes.begin))
    stop = order.number(order.at(nodes.end)) + 1
    tag, tags = _numbered(_head_tags(side, nodes, syntax, order))
    return Columns(
        range=_ranges(side.entity, begin, nodes.size, stop, head),
        length=nodes.words,
        with_empty=nodes.size > nodes.words,
        with_gap=stop - begin > nodes.size,
        non_treelet=non_treelets(side, nodes, syntax, order),
        tag=tag,
        tags=tags,
    )


def _ranges(entity: Ints, begin: Ints, size: Ints, end: Ints, place: Ints) -> Ints:
    """The place of the last mention of each entity minus that of its first: by begin, the longer first."""
    order = np.lexsort((end, -size, begin, entity))
    begins = np.diff(entity[order], prepend=-1) > 0
    ends = np.diff(entity[order], append=int(entity.max(initial=-1)) + 1) > 0
    return place[order[ends]] - place[order[begins]]


def _head_tags(side: Corpus, nodes: Nodes, syntax: Syntax, order: NodeOrder) -> list[bytes]:
    """The tags of words that are heads, and those of empty nodes that are."""
    assert side.tags is not None
    tags = side.tags.of(head_words(side, nodes))
    zeros = np.flatnonzero(nodes.zero)
    empty = np.searchsorted(order.empties, order.at(nodes.head)[zeros])
    for mention, tag in zip(zeros.tolist(), syntax.empty_tags.of(empty), strict=True):
        tags[mention] = tag
    return tags


def _numbered(texts: list[bytes]) -> tuple[Ints, tuple[str, ...]]:
    """The number of each tag among all of them, without features."""
    names = {text: one_line(text.partition(b"|")[0].decode()[:SHOWN]) for text in set(texts)}
    tags = sorted(set(names.values()))
    number = {text: tags.index(name) for text, name in names.items()}
    return np.array([number[text] for text in texts], np.int64), tuple(tags)


_SIZES = ("1", "2", "3", "4", "5+")
_LENGTHS = ("0", *_SIZES)


def description(side: Corpus, *, has_sentences: bool) -> Description:
    """Return the statistics of a text; some formats say nothing of sentences."""
    words = int(side.tokens.sum())
    of_document: Counter[str] = Counter()
    for part, tokens in zip(side.parts, side.tokens.tolist(), strict=True):
        of_document[part.document] += tokens
    of_mentions = columns(side)
    size = side.sizes
    return Description(
        documents=len(of_document),
        sentences=_sentences(side) if has_sentences else None,
        words=words,
        empty_nodes=None if side.nodes is None else len(side.nodes.empty),
        longest_document=max(of_document.values(), default=0),
        words_per_document=_mean(words, len(of_document)),
        all=_group(side, of_mentions, size >= 1, words),
        non_singletons=_group(side, of_mentions, size > 1, words),
        singletons=_group(side, of_mentions, size == 1, words),
    )


def _sentences(side: Corpus) -> int:
    """The number of sentences: CorefUD files list them, elsewhere each ends with a blank line or a part."""
    if side.nodes is not None:
        return len(side.nodes.length)
    part = np.repeat(np.arange(len(side.parts)), side.tokens)
    begins = (np.diff(side.token_line, prepend=-1) > 1) | (np.diff(part, prepend=-1) > 0)
    return int(np.count_nonzero(begins))


def _group(side: Corpus, of_mentions: Columns, kept: Mask, words: int) -> Group:
    """The entities that are kept, and their mentions."""
    size = np.bincount(side.entity, minlength=len(kept))[kept]
    return Group(
        entities=Entities(
            count=len(size),
            per_1000_words=1000 * len(size) / max(1, words),
            mentions=int(size.sum()),
            largest=int(size.max(initial=0)),
            mean_size=_mean(int(size.sum()), len(size)),
            sizes=_counts(size - 1, _SIZES),
            range_p95=None if side.groups else _percentile_95(of_mentions.range[kept]),
        ),
        mentions=_mentions(of_mentions, kept[side.entity], words),
    )


def _mentions(of_mentions: Columns, kept: Mask, words: int) -> Mentions:
    length = of_mentions.length[kept]
    return Mentions(
        count=len(length),
        per_1000_words=1000 * len(length) / max(1, words),
        words=int(length.sum()),
        longest=int(length.max(initial=0)),
        mean_length=_mean(int(length.sum()), len(length)),
        lengths=_counts(length, _LENGTHS),
        with_empty=_count(of_mentions.with_empty, kept),
        with_gap=_count(of_mentions.with_gap, kept),
        non_treelet=_count(of_mentions.non_treelet, kept),
        head_upos=None if of_mentions.tag is None else _tags(of_mentions.tag, of_mentions.tags, kept),
    )


def _mean(total: int, count: int) -> float:
    """The mean, or 0 of nothing."""
    return total / max(1, count)


def _counts(places: Ints, names: tuple[str, ...]) -> dict[str, int]:
    """Count each place by its name; the last name stands for all higher places."""
    last = len(names) - 1
    counts = np.bincount(np.minimum(places, last), minlength=len(names)).tolist()
    return dict(zip(names, counts, strict=True))


def _count(column: Mask | None, kept: Mask) -> int | None:
    return None if column is None else int(np.count_nonzero(column & kept))


def _tags(tag: Ints, tags: tuple[str, ...], kept: Mask) -> dict[str, int]:
    counts = np.bincount(tag[kept], minlength=len(tags)).tolist()
    return {name: count for name, count in zip(tags, counts, strict=True) if count}


def _percentile_95(ranges: Ints) -> int:
    """The number floor(19 (n - 1) / 20) of the n sorted ranges, from 0."""
    return int(np.sort(ranges)[19 * (len(ranges) - 1) // 20]) if len(ranges) else 0
