"""Random texts of every kind are read, and have the mentions that they were made of."""

from __future__ import annotations

import random

import pytest

from leaderboard.corpus import Corpus
from leaderboard.formats import Reading, read_corpus
from tests.support.toolkit_files import TEXTS, Document, as_conll, random_documents

Mentions = set[frozenset[tuple[int, int, int]]]


def entities(corpus: Corpus) -> Mentions:
    found: dict[int, set[tuple[int, int, int]]] = {}
    columns = (corpus.entity, corpus.part, corpus.start, corpus.end)
    for entity, *mention in zip(*(column.tolist() for column in columns), strict=True):
        found.setdefault(entity, set()).add((mention[0], mention[1], mention[2]))
    return set(map(frozenset, found.values()))


def made(documents: list[Document]) -> Mentions:
    return {
        frozenset((number, *span) for span in spans)
        for number, document in enumerate(documents)
        for spans in document.entities
    }


def check(documents: list[Document], kind: str) -> None:
    key = read_corpus("key", as_conll(documents).encode(), Reading(key=True)).corpus
    text = TEXTS[kind](documents)
    found = read_corpus("f", text.encode(), Reading(beside=key, text=kind.split(maxsplit=1)[0]))
    assert not found.remarks
    assert entities(found.corpus) == made(documents) == entities(key), text


@pytest.mark.parametrize("kind", TEXTS)
def test_random_texts(kind: str) -> None:
    for seed in range(60):
        check(random_documents(random.Random(f"{kind} {seed}")), kind)


@pytest.mark.parametrize("kind", TEXTS)
def test_without_the_kind(kind: str) -> None:
    """Where each document has a mention, and no word is a tag of another kind."""
    for seed in range(30):
        documents = random_documents(random.Random(f"{kind} {seed}"))
        documents = [Document(one.name, one.words, [*one.entities, [(0, 0)]][:1]) for one in documents]
        key = read_corpus("key", as_conll(documents).encode(), Reading(key=True)).corpus
        found = read_corpus("f", TEXTS[kind](documents).encode(), Reading(beside=key)).corpus
        assert entities(found) == entities(key)
