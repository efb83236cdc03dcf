"""A made-up task in CorefUD: the mentions of the CoNLL files, some as zeros and some in pieces."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

import leaderboard
from leaderboard.corpus import Corpus
from leaderboard.corpus.nodes import SLOT, Nodes
from leaderboard.errors import UsageError
from leaderboard.formats import Reading, read_corpus

NAMES = ("key", "balanced", "eager", "pronoun-blind")


@cache
def task(form: str) -> Path:
    folder = Path(mkdtemp(prefix="leaderboard-")) / form
    leaderboard.simulate(folder, form=form, seed=3)
    return folder


def read(form: str, name: str) -> tuple[Corpus, int]:
    """What a file holds, and how many repairs it needs."""
    suffix = {"conll": ".conll", "corefud": ".conllu"}[form]
    path = task(form) / f"{name}{suffix}"
    found = read_corpus(path.name, path.read_bytes(), Reading())
    return found.corpus, len(found.repeats)


def nodes(name: str) -> tuple[Corpus, Nodes]:
    corpus, repairs = read("corefud", name)
    assert repairs == 0
    assert corpus.nodes is not None
    return corpus, corpus.nodes


def entity_sizes(corpus: Corpus) -> list[tuple[int, int]]:
    """The part and the number of mentions of each entity."""
    part = dict(zip(corpus.entity.tolist(), corpus.part.tolist(), strict=True))
    return sorted((part[entity], size) for entity, size in Counter(corpus.entity.tolist()).items())


@pytest.mark.parametrize("name", NAMES)
def test_entities_are_those_of_the_other_form(name: str) -> None:
    corpus, _ = nodes(name)
    assert entity_sizes(corpus) == entity_sizes(read("conll", name)[0])


def test_documents_keep_their_names_and_parts_are_documents() -> None:
    names = [part.document for part in read("corefud", "key")[0].parts]
    assert names == [
        f"{part.document}_{part.number}" if part.number else part.document
        for part in read("conll", "key")[0].parts
    ]


@pytest.mark.parametrize("name", NAMES[1:])
def test_responses_have_the_words_of_the_key(name: str) -> None:
    key, response = read("corefud", "key")[0], read("corefud", name)[0]
    assert key.words is not None
    assert response.words is not None
    assert key.words.equals(response.words)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_node_stands_where_a_mention_does(name: str) -> None:
    _, found = nodes(name)
    zeros = found.zero.sum()
    assert 0 < zeros < len(found.size) / 4
    assert zeros == len(found.empty)
    assert (found.size[found.zero] == 1).all()


def test_zeros_depend_on_something() -> None:
    _, found = nodes("key")
    assert set(found.edge_mention.tolist()) == set(np.flatnonzero(found.zero).tolist())
    assert len(set(found.relation.tolist())) == 2


def test_some_mentions_are_in_pieces_and_no_entity_has_others_there() -> None:
    corpus, found = nodes("key")
    pieces = np.bincount(found.piece_mention)
    several = np.flatnonzero(pieces > 1)
    assert len(several)
    for mention in several:
        same = np.flatnonzero(
            (corpus.entity == corpus.entity[mention]) & (corpus.part == corpus.part[mention])
        )
        for other in same[same != mention]:
            apart = found.end[other] < found.begin[mention] or found.end[mention] < found.begin[other]
            assert apart


def test_the_head_is_a_node_of_the_mention_and_some_share_one() -> None:
    corpus, found = nodes("key")
    assert ((found.begin <= found.head) & (found.head <= found.end)).all()
    heads = Counter(zip(corpus.part.tolist(), found.head.tolist(), strict=True))
    assert max(heads.values()) > 1
    assert (found.head % SLOT == 0).sum() + found.zero.sum() == len(found.head)
    assert (found.head > found.begin).any()


def test_systems_are_in_the_order_of_their_errors() -> None:
    result = leaderboard.rank(task("corefud"), metric=["conll", "zero"], draws=100, trials=100)
    plain = leaderboard.rank(task("conll"), metric=["conll"], draws=100, trials=100, singletons="drop")
    assert result.rejected == ()
    for name, scores in result.scores.items():
        assert abs(scores["conll"].f1 - plain.scores[name]["conll"].f1) < 0.04
    assert result.scores["pronoun-blind"]["zero"].f1 < result.scores["balanced"]["zero"].f1


def test_a_form_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="form is 'conllu'; choose 'conll' or 'corefud'"):
        leaderboard.simulate(tmp_path / "task", form="conllu")
    assert not (tmp_path / "task").exists()
