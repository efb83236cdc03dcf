"""Attributes of mentions: parts of speech are the key's on both sides, all else each side's own."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from leaderboard.corpus import Corpus, Ints, Texts
from leaderboard.corpus.mention_classes import (
    CLASS_NAMES,
    PLACEHOLDERS,
    each_tag,
    has_classes,
    head_words,
    heads,
    mention_classes,
)
from leaderboard.corpus.nodes import Mask, Nodes, Pieces
from leaderboard.slices.values import NONE, SliceOptions, Values, banded, in_order, on_both, unknown

_ZERO = "zero"


def mention_class(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """Proper name, noun phrase or pronoun, as DA has it."""
    return on_both(CLASS_NAMES, key, mention_classes, ordered=True) if has_classes(key) else unknown(key)


def upos(key: Corpus, dataset: str, options: SliceOptions) -> Values:
    """The tag of the head, or ``zero`` where the head is an empty node."""
    if key.tags is None or not has_classes(key):
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
