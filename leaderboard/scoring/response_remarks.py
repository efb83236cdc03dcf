"""Remarks on responses: where heads come from, and offsets that look as if counted otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.errors import Problem
from leaderboard.matching import default_match, match
from leaderboard.options import Options, each_setting
from leaderboard.scoring.key import Key, joint
from leaderboard.text import counted

_SAID = {
    "tree": (
        "the heads of mentions are found in the dependency tree of this key",
        "heads that files name are not read; to read them, use --heads file",
    ),
    "first": (
        "this key names no heads, so the first word of each mention counts as its head, "
        "and mentions with the same first word count as the same",
        "to tell them apart, use --heads tree or --match exact",
    ),
}


# A file may have other heads than the key in one of so many mentions before it is said.
_FEW = 20
_FIRST_WORD = "to take their first word instead, as corefud-scorer does, use --heads file"
_NAMED = "to take the key's heads for mentions that name none, use --heads named; "
_ANOTHER = "to find all heads in the dependency tree, use --heads tree; to match without heads, --match exact"


class HeadCounts(NamedTuple):
    """The mentions of several nodes in a response, and where their heads come from.

    Heads are ``named`` in its file, or those of the same mentions in the key (``from_key``), or found in the
    dependency tree of the key (``from_tree``), or the ``first`` nodes. ``same_span`` counts the mentions with
    the nodes of a mention of the key, ``other_head`` those of them with another head.
    """

    mentions: int
    named: int
    from_key: int
    from_tree: int
    first: int
    same_span: int
    other_head: int


def head_counts(key: Corpus, response: Corpus) -> HeadCounts | None:
    """Count the heads of a response beside a key in CorefUD; None beside any other."""
    ours, theirs = key.nodes, response.nodes
    if ours is None or theirs is None or key.layer:
        return None
    if not len(theirs.size):
        return HeadCounts(*[0] * len(HeadCounts._fields))
    pairs = match(key, response, "exact", "linear")
    several = theirs.size[pairs.response_mention] > 1
    in_key, same = pairs.key_mention[several], pairs.response_mention[several]
    mentions = int(np.count_nonzero(theirs.size > 1))
    named = mentions - int(np.count_nonzero(theirs.headless))
    from_key = int(np.count_nonzero(theirs.headless[same])) if theirs.heads == "named" else 0
    others = mentions - named - from_key
    tree_and_first = (others, 0) if theirs.heads in ("named", "tree") else (0, others)
    other_head = int(np.count_nonzero(ours.head[in_key] != theirs.head[same]))
    return HeadCounts(mentions, named, from_key, *tree_and_first, len(same), other_head)


def total_heads(counts: Iterable[HeadCounts | None]) -> HeadCounts | None:
    """The sums of those counts that there are; None if there are none."""
    known = [one for one in counts if one is not None]
    return HeadCounts(*map(sum, zip(*known, strict=True))) if known else None


def response_head_remarks(
    key: Corpus, response: Corpus, counts: HeadCounts | None, options: Options
) -> Iterator[Problem]:
    """A warning where heads count that a CorefUD file does not name, or that differ from the key's."""
    if counts is None or response.nodes is None or response.nodes.heads == "tree":
        return
    _, _, of_key, of_tree, first, same, other = counts
    if of_key + of_tree and not response.repairable and _uses_heads(key, options):
        several = f"{of_key + of_tree:,} of {counted(counts.mentions, 'mention')} of several words"
        of_key_or_tree = (
            f"{of_key:,} come from the same span of the key, {of_tree:,} from its dependency tree"
        )
        yield Problem(response.file, 0, f"heads are not named for {several}: {of_key_or_tree}", _FIRST_WORD)
    if other and _FEW * other >= same and _match_mentions(key, options):
        what = f"another head than in the key for {other:,} of {counted(same, 'mention')}"
        remedy = f"{_NAMED}{_ANOTHER}" if first else _ANOTHER
        yield Problem(response.file, 0, f"{what} of several words with the same span", remedy)


def head_remarks(key: Key, options: Options) -> Iterator[Problem]:
    """A warning for each dataset whose mentions are matched by heads that its file does not name."""
    for corpus in key.corpora.values():
        heads = corpus.nodes.heads if corpus.nodes and not corpus.layer else "named"
        if heads in _SAID and (_uses_heads if heads == "tree" else _match_mentions)(corpus, options):
            yield Problem(corpus.file or str(key.files.path), 0, *_SAID[heads])


def signed_heads(key: Key) -> str | None:
    """The value of `heads` in a signature: where the heads of CorefUD keys come from."""
    nodes = [corpus.nodes for corpus in key.corpora.values() if corpus.nodes and not corpus.layer]
    return joint("file" if of_dataset.heads == "first" else of_dataset.heads for of_dataset in nodes) or None


def _uses_heads(corpus: Corpus, options: Options) -> bool:
    """True if a head can change a score: a zero is a mention whose head is an empty node."""
    assert corpus.nodes is not None
    return _match_mentions(corpus, options) or len(corpus.nodes.empty) > 0


def _match_mentions(corpus: Corpus, options: Options) -> bool:
    """True if mentions match by their heads, by some setting."""
    return any((one.match or default_match(corpus)) != "exact" for one in each_setting(options))


# What such offsets are called and what helps, by what start and end are too large by.
_SHIFTS = {
    (1, 1): ("begin at 1", "count tokens from 0"),
    (1, 2): (
        "begin at 1 and end one token after the mention",
        "count tokens from 0, and write its last token as the end",
    ),
    (0, 1): ("end one token after the mention", "write its last token as the end, or state --ends exclusive"),
}


def likely_offsets(key: Corpus, response: Corpus) -> tuple[Problem, ...]:
    """A warning where most mentions of a response are not in the key, but would be after a shift."""
    mentions = len(response.part)
    if 2 * _fitting(key, response, (0, 0)) > mentions:
        return ()
    fitting = {shift: _fitting(key, response, shift) for shift in _SHIFTS}
    best = max(_SHIFTS, key=lambda shift: fitting[shift])
    if 2 * fitting[best] <= mentions:
        return ()
    offsets, remedy = _SHIFTS[best]
    share = f"{fitting[best]:,} of {counted(mentions, 'mention')} would then be in the key"
    return (Problem(response.file, 0, f"offsets seem to {offsets} ({share})", remedy),)


def _fitting(key: Corpus, response: Corpus, shift: tuple[int, int]) -> int:
    """The number of mentions that match the key if start and end are shifted by so much."""
    return int(np.isin(_codes(response, *shift), _codes(key, 0, 0)).sum())


def _codes(corpus: Corpus, start: int, end: int) -> Ints:
    """A number of its own for each place of a mention, just before a part and of no token too."""
    size = int(corpus.tokens.sum()) + len(corpus.tokens) + 2
    first = np.cumsum(corpus.tokens + 1) - corpus.tokens
    length = corpus.end - corpus.start - end + start + 1
    codes: Ints = (first[corpus.part] + corpus.start - start) * size + length
    return codes
