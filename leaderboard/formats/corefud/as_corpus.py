"""The result of both CorefUD readers: words, empty nodes and their dependencies, as a corpus."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, Syntax, Texts
from leaderboard.corpus.nodes import SLOT, Dependencies, Heads, Mask, Nodes, Tree, Types, rows_of, tree_of
from leaderboard.errors import InputError, Problem
from leaderboard.formats.blocks import TOO_MUCH
from leaderboard.formats.limits import Bounds


class Governors(NamedTuple):
    """The columns HEAD and DEPS of all words."""

    head: Texts
    dependencies: Texts


@dataclass(frozen=True, eq=False, kw_only=True)
class Text:
    """The words and empty nodes of a file, in its order.

    ``sentence`` numbers the sentences of the file; ``decimal`` is 0 for words. ``dependencies`` are the
    texts of the enhanced dependencies of the empty nodes alone, ``governors`` those of words, if asked for.
    """

    file: str
    parts: tuple[Part, ...]
    part_line: Ints
    sentence_part: Ints
    sentence: Ints
    decimal: Ints
    line: Ints
    words: Texts
    tags: Texts | None
    dependencies: Texts
    governors: Governors | None

    @cached_property
    def length(self) -> Ints:
        """The words of each sentence."""
        return _count(self.sentence[self.decimal == 0], len(self.sentence_part))

    @cached_property
    def index(self) -> Ints:
        """The number of each word in its sentence, from 1; empty nodes have that of the word before."""
        length = self.length
        before = np.cumsum(length) - length
        index: Ints = np.cumsum(self.decimal == 0) - before[self.sentence]
        return index

    @cached_property
    def slot(self) -> Ints:
        """The slot of the root of each sentence in the file."""
        slots = self.length + 1
        return np.cumsum(slots) - slots

    @cached_property
    def root(self) -> Ints:
        """The slot of the root, counted within its part."""
        return self.slot - self.slot[np.searchsorted(self.sentence_part, self.sentence_part)]

    @property
    def token(self) -> Ints:
        """The word of its part that each node is or follows; at the start of a sentence the next one."""
        begins = np.searchsorted(self.sentence_part, self.sentence_part)
        before = self.root - (np.arange(len(begins)) - begins)
        return before[self.sentence] + np.maximum(self.index, 1) - 1

    @property
    def place(self) -> Ints:
        """The place of each node."""
        return (self.root[self.sentence] + self.index) * SLOT + self.decimal


class Mentions(NamedTuple):
    """Mentions in any order, with the numbers of their pieces' first and last nodes and of their heads.

    Where a head is not ``named``, it is the first node.
    ``name`` numbers the ids of entities as they are written; ``types`` are those of their entities as each of
    them states it, if asked for.
    """

    entity: Ints
    name: Ints
    line: Ints
    head: Ints
    named: Mask
    piece_mention: Ints
    first: Ints
    last: Ints
    types: Texts | None = None

    @property
    def size(self) -> Ints:
        """The number of nodes of each mention."""
        size = np.zeros(len(self.entity), np.int64)
        np.add.at(size, self.piece_mention, self.last - self.first + 1)
        return size


_NONE = np.zeros(0, np.int64)
NO_MENTIONS = Mentions(_NONE, _NONE, _NONE, _NONE, _NONE > 0, _NONE, _NONE, _NONE)


class Edges(NamedTuple):
    """Enhanced dependencies: those of node ``node``, a place in its part, and the relation as a number."""

    node: Ints
    parent: Ints
    relation: Ints


def corpus(text: Text, mentions: Mentions, of_zeros: Edges, heads: Heads) -> Corpus:
    """The mentions at their places in their parts; heads that are yet to be found are first nodes so far."""
    place, token = text.place, text.token
    part = text.sentence_part[text.sentence]
    begins = np.diff(mentions.piece_mention, prepend=-1) > 0
    ends = np.diff(mentions.piece_mention, append=len(mentions.entity)) > 0
    first, last = mentions.first[begins], mentions.last[ends]
    is_word = text.decimal == 0
    return Corpus(
        file=text.file,
        parts=text.parts,
        part_line=text.part_line,
        tokens=_count(part[is_word], len(text.parts)),
        token_line=text.line[is_word],
        words=text.words,
        tags=text.tags,
        part=part[first],
        start=token[first],
        end=token[last],
        entity=mentions.entity,
        name=mentions.name,
        line=mentions.line,
        nodes=_nodes(text, place, part, mentions, of_zeros, heads),
    )


def _nodes(text: Text, place: Ints, part: Ints, mentions: Mentions, of_zeros: Edges, heads: Heads) -> Nodes:
    empty = text.decimal > 0
    number = np.searchsorted(np.flatnonzero(empty), of_zeros.node)
    edge, edge_mention = rows_of(of_zeros.node, mentions.head)
    nodes = Nodes(
        sentences=_count(text.sentence_part, len(text.parts)),
        length=text.length,
        empty_part=part[empty],
        empty=place[empty],
        size=mentions.size,
        head=place[mentions.head],
        named=mentions.named,
        piece_mention=mentions.piece_mention,
        first=place[mentions.first],
        last=place[mentions.last],
        edge_mention=edge_mention,
        parent=of_zeros.parent[edge],
        relation=of_zeros.relation[edge],
        heads=heads,
        types=None if mentions.types is None else _types(mentions.types),
    )
    if heads != "tree" and (heads != "named" or not nodes.headless.any()):
        return nodes
    return replace(nodes, dependencies=Dependencies(number, of_zeros.parent, of_zeros.relation))


def _types(texts: Texts) -> Types:
    """The types by number."""
    written = texts.of(np.arange(len(texts.ends)))
    names = {text: number for number, text in enumerate(dict.fromkeys(written))}
    number = np.array([names[text] for text in written], np.int64)
    return Types(tuple(name.decode() for name in names), number)


def _count(numbers: Ints, minlength: int) -> Ints:
    return np.bincount(numbers, minlength=minlength).astype(np.int64)


_EDGE = re.compile(r"(0|[1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,5}))?:(.+)")
_NO_EDGES = (b"", b"_")
_LONGEST_HEAD = 9
_BAR = ord("|")


class EdgeFault(NamedTuple):
    node: int
    what: str
    remedy: str = "write HEAD:RELATION with a head of the sentence"


def edges(text: Text, mentions: Mentions, heads: Heads, bounds: Bounds) -> tuple[Edges, list[EdgeFault]]:
    """The dependencies of the empty nodes that are heads, within bounds, and what is wrong with them.

    Where heads are yet to be found, those of all empty nodes of such mentions.
    """
    if heads == "tree":
        return _edges_of(text, _inside(text, mentions.first, mentions.last), bounds)
    headless = (mentions.size > 1) & ~mentions.named & (heads == "named")
    within = headless[mentions.piece_mention]
    inside = _inside(text, mentions.first[within], mentions.last[within])
    return _edges_of(text, np.append(mentions.head[~headless], inside), bounds)


def _inside(text: Text, first: Ints, last: Ints) -> Ints:
    """The empty nodes that are in some piece."""
    depth = np.zeros(len(text.decimal) + 1, np.int64)
    np.add.at(depth, first, 1)
    np.add.at(depth, last + 1, -1)
    return np.flatnonzero((np.cumsum(depth)[:-1] > 0) & (text.decimal > 0))


def _edges_of(text: Text, heads: Ints, bounds: Bounds) -> tuple[Edges, list[EdgeFault]]:
    most = bounds.brackets
    empties = np.flatnonzero(text.decimal)
    nodes, times = np.unique(heads[text.decimal[heads] > 0], return_counts=True)
    written = text.dependencies.of(np.searchsorted(empties, nodes))
    count = np.array([0 if listed in _NO_EDGES else listed.count(b"|") + 1 for listed in written], np.int64)
    within = int(np.searchsorted(np.cumsum(times * count), most, side="right"))
    read = list(chain.from_iterable(map(_read_edges, written[:within])))
    node = np.repeat(nodes[:within], count[:within])
    word, place, relation = np.array([edge[1:] for edge in read], np.int64).reshape(-1, 3).T
    sentence = text.sentence[node]
    known = text.slot[text.sentence[empties]] * SLOT + text.index[empties] * SLOT + text.decimal[empties]
    there = (place % SLOT == 0) | np.isin(text.slot[sentence] * SLOT + place, known)
    sound = (word >= 0) & (word <= text.length[sentence]) & there
    faults = [EdgeFault(int(node[row]), _fault(read[row])) for row in np.flatnonzero(~sound).tolist()]
    if within < len(nodes):
        faults.append(EdgeFault(int(nodes[within]), f"more than {most:,} enhanced dependencies of zeros"))
    mentions = np.repeat(times[:within], count[:within])[sound]
    faults += _crowded(node[sound], (text.slot[sentence] * SLOT + place)[sound], mentions, bounds.dependents)
    parent = text.root[sentence] * SLOT + place
    return Edges(node[sound], parent[sound], relation[sound]), faults


def _crowded(node: Ints, parent: Ints, mentions: Ints, most: int) -> Iterator[EdgeFault]:
    """A fault at the first of the zeros of each node that too many depend on."""
    _, first, label = np.unique(parent, return_index=True, return_inverse=True)
    crowded = first[np.bincount(label, weights=mentions, minlength=len(first)) > most]
    what, remedy = f"more than {most:,} dependencies of zeros lead to one node", "write each zero once"
    return (EdgeFault(zero, what, remedy) for zero in node[crowded].tolist())


class _Edge(NamedTuple):
    """One dependency: the word of its parent, the place of the parent after the root, and the relation.

    The word is -1 where the text is no dependency, and the relation is a number for its text.
    """

    text: str
    word: int = -1
    place: int = 0
    relation: int = 0


def _fault(edge: _Edge) -> str:
    if edge.word < 0:
        return f"{edge.text[:40]!r} is not an enhanced dependency"
    return f"the enhanced dependency {edge.text[:40]!r} names a node that does not exist here"


@lru_cache(maxsize=1 << 14)
def _read_edges(text: bytes) -> tuple[_Edge, ...]:
    return () if text in _NO_EDGES else tuple(map(_edge, text.decode().split("|")))


def _edge(text: str) -> _Edge:
    found = _EDGE.fullmatch(text)
    if found is None:
        return _Edge(text)
    word = int(found[1])
    return _Edge(text, word, word * SLOT + int(found[2] or 0), _relation_number(found[3]))


@lru_cache(maxsize=4096)
def _relation_number(relation: str) -> int:
    """A number for a text, equal in every file and run."""
    return int.from_bytes(hashlib.blake2b(relation.encode(), digest_size=8).digest(), signed=True)


def tree_in(text: Text, governors: Governors) -> Tree:
    """The tree of all words."""
    slot, root, length = _words(text)
    numbers = np.arange(len(slot))
    heads, dependencies = governors.head.of(numbers), governors.dependencies.of(numbers)
    parent = _parents(text, governors.head)
    unlike = [index for index, both in enumerate(zip(heads, dependencies, strict=True)) if _unlike(*both)]
    enhanced = dict(_enhanced(unlike, dependencies, slot, root, length))
    return tree_of(parent, {s: above for s, above in enhanced.items() if set(above) != {parent[s] * SLOT}})


def _parents(text: Text, heads: Texts) -> Ints:
    """The slot of the head of each word by its own slot; -1 where HEAD names no word of the sentence."""
    slot, root, length = _words(text)
    head = np.array([_head_number(written) for written in heads.of(np.arange(len(slot)))], np.int64)
    parent = np.full(len(slot) + len(text.length), -1)
    parent[slot] = np.where((head > 0) & (head <= length), root + head, -1)
    return parent


def _words(text: Text) -> tuple[Ints, Ints, Ints]:
    """The slot of each word, the slot of the root of its sentence, and the words of the sentence."""
    word = np.flatnonzero(text.decimal == 0)
    root = text.slot[text.sentence[word]]
    return root + text.index[word], root, text.length[text.sentence[word]]


def _unlike(head: bytes, dependencies: bytes) -> bool:
    """True if a word may have other heads in the enhanced dependencies than in the basic ones."""
    return dependencies not in _NO_EDGES and (b"|" in dependencies or dependencies.partition(b":")[0] != head)


def _enhanced(
    words: list[int], dependencies: list[bytes], slot: Ints, root: Ints, length: Ints
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The places of the enhanced heads of these words that have any."""
    for word in words:
        begin, words_here = int(root[word]) * SLOT, int(length[word])
        edges = _read_edges(dependencies[word])
        above = tuple(begin + edge.place for edge in edges if 0 <= edge.word <= words_here)
        if above:
            yield int(slot[word]), above


def _head_number(text: bytes) -> int:
    return int(text) if text.isdigit() and len(text) <= _LONGEST_HEAD else 0


def syntax_in(text: Text, head: Texts, empty_tags: Texts, mentions: Mentions, bounds: Bounds) -> Syntax:
    """Return the syntax of a text; ``head`` is the column HEAD of its words.

    Responses are scored whatever the dependencies of empty nodes that are no heads: those that cannot be
    read are left out.
    """
    written = text.dependencies
    if np.count_nonzero(written.characters == _BAR) + len(written.ends) > bounds.brackets:
        what = f"more than {bounds.brackets:,} enhanced dependencies of empty nodes in this file"
        raise InputError([Problem(text.file, 0, what, TOO_MUCH)])
    of_zeros, _ = edges(text, mentions, "tree", bounds)
    number = np.searchsorted(np.flatnonzero(text.decimal), of_zeros.node)
    return Syntax(_parents(text, head), empty_tags, Dependencies(number, of_zeros.parent, of_zeros.relation))
