"""Descriptions beside counts that follow their definitions, and what is particular about them."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import pytest

import leaderboard.description as treelets
from leaderboard.description import Description, description
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from tests.formats.corefud.texts import corefud
from tests.oracles.description_oracle import counts, of_conll, of_corefud
from tests.support import made_corefud, plain_conll
from tests.support.small_task import KEY

READING = Reading(tags=True, syntax=True, heads="file")


def described(text: str | bytes) -> Description:
    data = text.encode() if isinstance(text, str) else text
    return description(read_corpus("file", data, READING).corpus, has_sentences=True)


def counted(text: str | bytes) -> dict[str, Any]:
    return counts(asdict(described(text)))


def with_heads(rng: random.Random, text: str) -> str:
    """The text with heads of words, some of which are no words or run in circles."""
    lines = []
    for line in text.split("\n"):
        cells = line.split("\t")
        if len(cells) > 1 and "." not in cells[0]:
            near = max(1, int(cells[0]) + rng.choice((-2, -1, 1, 2)))
            cells[6] = rng.choice(("0", "_", "99", *(str(near),) * 9))
        lines.append("\t".join(cells))
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_a_corefud_file_is_counted_by_the_definitions(seed: int) -> None:
    rng = random.Random(seed)
    made = [made_corefud.random_document(rng) for _ in range(rng.randint(1, 4))]
    header = made_corefud.HEADER if seed % 3 else "# global.Entity = eid-etype"
    text = with_heads(rng, made_corefud.corefud(made, header))
    assert counted(text) == of_corefud(text)


def test_pieces_that_are_counted_in_batches_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    text = with_heads(rng, made_corefud.corefud([made_corefud.long_document(rng) for _ in range(2)]))
    found = counted(text)
    assert found == of_corefud(text)
    assert found["all"]["mentions"]["non_treelet"]
    monkeypatch.setattr(treelets, "_TOGETHER", 7)
    assert counted(text) == found


def test_a_file_that_takes_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = corefud("1 (a--1-", "2 (b--1-", "3 b)", "4 a)")
    assert counted(text)["all"]["mentions"]["words"] == 6
    monkeypatch.setattr(treelets, "_STEPS", 3)
    monkeypatch.setattr(treelets, "_STEPS_PER_NODE", 0)
    with pytest.raises(InputError, match=r"^file:3: the mentions up to here are too many and too long"):
        described(text)


@pytest.mark.parametrize("seed", range(20))
def test_a_conll_file_is_counted_by_the_definitions(seed: int) -> None:
    rng = random.Random(seed)
    parts = [random_entities(rng) for _ in range(rng.randint(1, 5))]
    text = with_tags(rng, plain_conll.write(parts, [40] * len(parts)))
    # All tags are nominal, so that the last word of a mention is its head.
    assert counted(text) == of_conll(text, lambda tags: len(tags) - 1)


def random_entities(rng: random.Random) -> list[plain_conll.Entity]:
    taken: set[plain_conll.Span] = set()
    entities = []
    for _ in range(rng.randint(0, 4)):
        spans = [(start, start + rng.randint(0, 5)) for start in rng.choices(range(30), k=5)]
        entities.append(plain_conll.uncrossed([one for one in spans if one not in taken]))
        taken |= entities[-1]
    return entities


def with_tags(rng: random.Random, text: str) -> str:
    """The text with a column of tags, and with blank lines between some of its sentences."""
    lines = []
    for line in text.split("\n"):
        *cells, last = line.split("\t")
        lines += ["\t".join([*cells, rng.choice(("NN", "NNP", "PRP$")), last]) if cells else line]
        lines += [""] * rng.choice((0, 0, 1, 2)) if cells else []
    return "\n".join(lines)


def test_the_small_task() -> None:
    found = described(KEY)
    assert (found.documents, found.sentences, found.words, found.longest_document) == (2, 3, 15, 10)
    assert found.words_per_document == 7.5
    assert found.empty_nodes is None
    entities, mentions = found.all.entities, found.all.mentions
    assert (entities.count, entities.mentions, entities.mean_size) == (6, 9, 1.5)
    assert entities.per_1000_words == 400
    assert (mentions.words, mentions.mean_length) == (12, 12 / 9)
    assert mentions.head_upos == {"NN": 3, "NNP": 3, "PRP$": 3}
    assert found.groups == {
        "all": found.all,
        "non_singletons": found.non_singletons,
        "singletons": found.singletons,
    }


def test_tags_that_say_nothing_are_none() -> None:
    for tag in ("-", "_", "*"):
        without = KEY.replace("NNP", tag).replace("PRP$", tag).replace("NN", tag).replace("VBZ", tag)
        assert described(without).all.mentions.head_upos is None


def test_a_format_without_sentences_says_none() -> None:
    data = b'{"doc_key": "d", "sentences": [["a", "b"], ["c"]], "clusters": [[[0, 0], [2, 2]]]}'
    corpus = read_corpus("file", data, READING).corpus
    found = description(corpus, has_sentences=False)
    assert (found.sentences, found.words, found.all.entities.range_p95) == (None, 3, 2)
    assert found.all.mentions.head_upos is None


def test_repeated_mentions_count_once() -> None:
    twice = corefud("1 (a--1-)(b--1-)", "2 (b--1-)")
    assert counted(twice) == counted(corefud("1 (a--1-)", "2 (b--1-)"))


def test_ranges_of_words_are_no_words() -> None:
    assert described(corefud("1-2", "1 (a--1-", "2 a)")).words == 2


def test_the_range_is_that_of_heads_and_may_be_negative() -> None:
    found = described(corefud("1 (a--5-", "2 (a--1-)", "2.1", "3", "4 a)"))
    assert found.all.entities.range_p95 == 1 - 4


def test_a_tag_of_strangers_is_short_and_on_one_line() -> None:
    text = corefud("1 (a--1-)").replace(b"\tNOUN\t", b"\tN\xe2\x80\xae" + b"x" * 100 + b"\t")
    [tag] = described(text).all.mentions.head_upos or ()
    assert tag.isprintable()
    assert len(tag) < 50
