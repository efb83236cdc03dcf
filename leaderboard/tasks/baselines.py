"""Baselines: responses made from the mentions of the key, which are scored but neither tested nor ranked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np

from leaderboard.corpus import Corpus, Ints, Texts
from leaderboard.corpus.nodes import SLOT, ranges, words_between
from leaderboard.errors import UsageError
from leaderboard.options import Options
from leaderboard.saved import stands_in
from leaderboard.scoring.contents import own_words
from leaderboard.scoring.key import counted_key, read_key
from leaderboard.scoring.response import empty_response
from leaderboard.scoring.scored import one_after_the_other, sums_of_response
from leaderboard.tasks.scored_task import scoresheet
from leaderboard.tasks.task import Score, Task, scores_of

# The number of the entity of each mention.
Entities = Callable[[Corpus], Ints]


def check_baselines(options: Options, folder: Path) -> None:
    """Refuse baselines where the mentions of the key are not known."""
    if options.baselines and stands_in(folder):
        what = f"--baselines needs the mentions of the key, and {folder} has only saved sums"
        raise UsageError(f"{what}; leave it out, or rank the responses")


def scores_of_baselines(task: Task) -> dict[str, dict[str, Score]]:
    """The scores of each baseline by each metric; equal words need a key with words."""
    options, metrics = task.options, task.sheet.metrics
    key = read_key(Path(task.key), options)
    corpora, made = key.corpora.values(), dict(BASELINES)
    if any(own_words(corpus) is None for corpus in corpora):
        del made[EQUAL_WORDS]
    if taken := {*made} & {*task.sheet.systems, *task.partial.systems}:
        what = f"{min(taken)} is the name of a system and of a baseline"
        raise UsageError(f"{what}; rename the system, or leave out --baselines")
    sums = {
        name: [
            sums_of_response(
                replace(empty_response(corpus), response=_with(corpus, entities)), options, metrics
            )
            for corpus in corpora
        ]
        for name, entities in made.items()
    }
    joined = {name: one_after_the_other(of_datasets) for name, of_datasets in sums.items()}
    return scores_of(scoresheet(counted_key(key, options), joined, metrics, options))


def _alone(corpus: Corpus) -> Ints:
    return np.arange(len(corpus.part))


def _equal_words(corpus: Corpus) -> Ints:
    """A mention without words, such as an empty node, stands alone."""
    words = own_words(corpus)
    assert words is not None
    label = enumerate(zip(corpus.unit.tolist(), _texts(corpus, words), strict=True))
    labels = [(unit, text or number) for number, (unit, text) in label]
    number = {one: place for place, one in enumerate(dict.fromkeys(labels))}
    return np.array([number[one] for one in labels], np.int64)


EQUAL_WORDS = "(equal words)"
BASELINES: Mapping[str, Entities] = {
    "(every mention alone)": _alone,
    "(one entity)": lambda corpus: corpus.unit,
    EQUAL_WORDS: _equal_words,
}


def _texts(corpus: Corpus, words: Texts) -> list[str]:
    """The words of each mention without case; empty nodes have none."""
    nodes, mentions = corpus.nodes, np.arange(len(corpus.part))
    if nodes is None:
        first, count = corpus.first_token[corpus.part] + corpus.start, corpus.end - corpus.start + 1
    else:
        mentions = nodes.piece_mention
        slot = (nodes.origin[corpus.part[mentions]] + nodes.first - 1) // SLOT + 1
        first = slot - np.searchsorted(nodes.roots, slot, side="right")
        count = words_between(nodes.first, nodes.last)
    token, piece = ranges(first, count)
    texts: list[list[str]] = [[] for _ in corpus.part]
    for mention, word in zip(mentions[piece].tolist(), words.of(token), strict=True):
        texts[mention].append(word.decode().casefold())
    return list(map(" ".join, texts))


def _with(key: Corpus, entities: Entities) -> Corpus:
    """The mentions of the key that refer, in these entities, without annotations beyond identity."""
    apart = key.apart and _with(key.apart, entities)
    refers, beyond, none = np.arange(len(key.part)), key.anaphora, np.zeros(0, np.int64)
    if beyond is not None:
        refers = np.flatnonzero(~beyond.nonreferring)
        of_mentions = beyond.nonreferring[refers]
        beyond = replace(
            beyond, nonreferring=of_mentions, anaphor=none, anchor=none, plural=none, element=none
        )
    made = key.picked(refers)
    entity = entities(made)
    name = None if made.name is None else entity
    return replace(made, entity=entity, name=name, apart=apart, anaphora=beyond).renumbered()
