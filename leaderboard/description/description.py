"""The statistics of a text, group by group."""

from __future__ import annotations

from collections import Counter

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.corpus.nodes import Mask
from leaderboard.description.columns import Columns, columns
from leaderboard.description.records import Description, Entities, Group, Mentions

_SIZES = ("1", "2", "3", "4", "5+")
_LENGTHS = ("0", *_SIZES)


def description(side: Corpus, has_sentences: bool = True) -> Description:
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
