"""A mention has the class of its head, and its head stands where the rule says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.corpus import Corpus
from leaderboard.corpus.mention_classes import CLASS_NAMES, has_classes, heads, mention_classes
from leaderboard.errors import NothingToDo
from tests.oracles.denotation_oracle import mention_class
from tests.support.columns import Span, corpus, texts


def tagged(*tags: str, words: tuple[str, ...] | None = None) -> Corpus:
    """One mention of some tokens."""
    side = corpus([[(0, len(tags) - 1)]], tokens=len(tags), tags=texts(*tags))
    return replace(side, words=None if words is None else texts(*words))


def head(side: Corpus) -> int:
    assert side.tags is not None
    (place,) = heads(side, side.tags).tolist()
    return int(place)


def classes(side: Corpus) -> list[str]:
    return [CLASS_NAMES[number] for number in mention_classes(side)]


@pytest.mark.parametrize(
    ("tags", "place"),
    [
        ("NN", 0),
        ("DT JJ NN", 2),
        ("DT NN IN DT NN", 1),  # the end of the day
        ("DT NN TO VB", 1),
        ("NNP , DT NN", 0),
        ("DT NN WDT VBZ NN", 1),
        ("DT NN VBG NN", 1),
        ("IN NNP NNP", 2),  # a stop before any nominal stops nothing
        ("VBG NN", 1),
        ("CD IN PRP", 0),  # one of them
        ("EX", 0),
        ("PRP$ NN", 1),
        ("WP", 0),
        ("WP NN", 1),
        ("NN WP", 0),
        ("NN UH IN NN", 0),
        ("JJ JJ", 1),  # nothing nominal: the last token
        ("IN JJ", 1),
        ("DET ADJ NOUN ADP NOUN", 2),
        ("NOUN SCONJ PRON", 0),
        ("NOUN AUX NOUN", 0),
        ("NOUN INTJ NOUN", 2),  # INTJ is no IN
        ("PROPN PROPN", 1),
        ("NOUN PUNCT PROPN", 2),
        ("PROPN PRON VERB", 0),  # Clinton who left
        ("NNP WP VBD", 0),
        ("DET NOUN PRON PRON VERB", 1),  # the man whom she saw
        ("PROPN PRON|PronType=Rel VERB", 0),
        ("NOUN PRON|Poss=Yes|PronType=Rel NOUN", 0),  # a man whose dog
        ("NOUN PRON|Poss=Yes|PronType=Prs NOUN", 2),
        ("PRON|Poss=Yes NOUN", 1),  # her dog
        ("DET PRON", 1),  # the others: after a determiner a pronoun is the head
        ("PRON PRON VERB", 0),  # those who left
        ("PRON", 0),
    ],
)
def test_the_head_is_the_last_nominal_before_what_follows_it(tags: str, place: int) -> None:
    assert head(tagged(*tags.split())) == place


def test_a_comma_of_universal_tags_is_known_by_its_word() -> None:
    tags = ("NOUN", "PUNCT", "PROPN")
    assert head(tagged(*tags, words=("president", ",", "Lee"))) == 0
    assert head(tagged(*tags, words=("vice", "-", "Lee"))) == 2
    assert head(tagged(*tags, words=("vice", ",,", "Lee"))) == 2


def test_the_head_lies_within_its_mention() -> None:
    side = corpus([[(2, 3)]], tokens=5, tags=texts("NN", "IN", "JJ", "JJ", "NN"))
    assert head(side) == 3
    side = corpus([[(2, 3)]], tokens=5, tags=texts("NN", "IN", "JJ", "NN", "NN"))
    assert head(side) == 3


@pytest.mark.parametrize(
    ("tags", "name"),
    [("PROPN PRON VERB", "PN"), ("NNP WP VBD", "PN"), ("NOUN PRON VERB", "NP"), ("PRON PRON", "PRO")],
)
def test_a_relative_pronoun_does_not_make_a_pronoun_of_what_it_follows(tags: str, name: str) -> None:
    assert classes(tagged(*tags.split())) == [name]


def test_a_pronoun_is_no_relative_one_of_a_noun_before_the_mention() -> None:
    side = corpus([[(1, 2)]], tokens=3, tags=texts("NOUN", "PRON", "NOUN"))
    assert classes(side) == ["NP"]


@given(
    tags=st.lists(
        st.sampled_from(
            ["NN", "NNP", "PRP", "WP", "WDT", "IN", "JJ", ",", "TO", "VBZ", "PROPN", "PRON", "DET", "-"]
        ),
        min_size=1,
        max_size=9,
    ),
    data=st.data(),
)
def test_classes_are_those_found_by_going_through_each_mention(tags: list[str], data: st.DataObject) -> None:
    place = st.integers(0, len(tags) - 1)
    spans: list[Span] = data.draw(
        st.lists(st.tuples(place, place).map(lambda pair: (min(pair), max(pair))), unique=True)
    )
    side = corpus([[span] for span in sorted(spans)], tokens=len(tags), tags=texts(*tags))
    if any(tag != "-" for tag in tags):
        assert classes(side) == [mention_class(tags, span) for span in sorted(spans)]


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("NNP", "PN"),
        ("NNPS", "PN"),
        ("PROPN", "PN"),
        ("NN", "NP"),
        ("NOUN", "NP"),
        ("DT", "NP"),
        ("JJ", "NP"),
        ("DET", "NP"),
        ("DET|Definite=Def", "NP"),
        ("DET|Number=Sing|Poss=Yes", "PRO"),
        ("PRP", "PRO"),
        ("PRP$", "PRO"),
        ("WP", "PRO"),
        ("WP$", "PRO"),
        ("PRON", "PRO"),
        ("PRON|Case=Nom", "PRO"),
    ],
)
def test_the_class_is_that_of_the_heads_tag(tag: str, name: str) -> None:
    assert classes(tagged(tag)) == [name]


def test_mentions_of_later_parts_have_their_own_tags() -> None:
    one = [[(0, 0)], [(1, 1)]]
    side = corpus(one, one, tokens=2, tags=texts("NNP", "PRP", "NN", "NNP"))
    assert classes(side) == ["PN", "PRO", "NP", "PN"]


def test_a_corpus_without_mentions_has_no_classes_to_tell() -> None:
    assert classes(corpus([], tokens=1, tags=texts("NN"))) == []
    assert not has_classes(corpus(tags=texts()))


@pytest.mark.parametrize("side", [corpus([[(0, 0)]]), tagged("-"), tagged("_"), tagged("*", "-")])
def test_without_tags_the_error_says_what_to_do(side: Corpus) -> None:
    assert not has_classes(side)
    with pytest.raises(
        NothingToDo, match=r"^made up: no part-of-speech column, .*; give a key with the tags"
    ):
        mention_classes(side)


def test_a_single_tag_is_enough() -> None:
    assert has_classes(tagged("-", "NN"))
    assert classes(tagged("NNP", "-")) == ["PN"]
    assert classes(tagged("-", "-", "JJ")) == ["NP"]
