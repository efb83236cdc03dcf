"""Heads from the tree are those that the rule gives, step by step, on both sides and in any tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Corpus
from leaderboard.corpus.nodes import SLOT
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align, headed, heads
from tests.formats.corefud.texts import sentence
from tests.oracles.treelets import by_the_rule, found, order, treelet

Sentence = tuple[list[list[str]], dict[str, str], dict[str, list[str]]]
WORDS = ["1", "2", "3", "4"]
IN_A_ROW = {"1": "0", "2": "1", "3": "2", "4": "3"}


@st.composite
def sentences(draw: st.DrawFn, circles: bool) -> Sentence:
    """Mentions that begin with different nodes, heads, and enhanced heads."""
    size = draw(st.integers(1, 9))
    words = [str(number) for number in range(1, size + 1)]
    above = draw(st.permutations(words))
    head = {
        word: draw(st.sampled_from(words if circles else ["0", *above[: above.index(word)]]))
        for word in words
    }
    empties = [
        f"{word}.{decimal}" for word in ["0", *words] for decimal in (1, 2) if draw(st.integers(0, 5)) == 0
    ]
    nodes = sorted([*words, *empties], key=order)
    deps = {
        node: draw(st.lists(st.sampled_from(["0", *nodes]), min_size="." in node, max_size=3))
        for node in nodes
        if "." in node or draw(st.booleans())
    }
    mentions: dict[str, list[str]] = {}
    for _ in range(draw(st.integers(1, 3))):
        mention = sorted(draw(st.sets(st.sampled_from(nodes), min_size=1)), key=order)
        mentions.setdefault(mention[0], mention)
    return list(mentions.values()), head, {node: heads for node, heads in deps.items() if heads}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.booleans().flatmap(sentences))
def test_heads_are_those_of_the_rule(sentence: Sentence) -> None:
    mentions, head, deps = sentence
    expected = {tuple(mention): by_the_rule(mention, head, deps) for mention in mentions}
    assert found(mentions, head, deps) == expected


CASES: dict[str, tuple[list[str], dict[str, str], dict[str, list[str]], str]] = {
    "one top": (["1", "2", "3"], {"1": "2", "2": "0", "3": "2"}, {}, "2"),
    "no top": (["2", "3"], {"1": "0", "2": "3", "3": "2"}, {}, "2"),
    "a circle outside": (["2", "3"], {"1": "3", "2": "1", "3": "1"}, {}, "3"),
    "above the other through a word outside": (["2", "4"], IN_A_ROW, {}, "2"),
    "none above the other": (["2", "3"], {"1": "0", "2": "1", "3": "1"}, {}, "2"),
    "the enhanced head decides": (
        ["2", "3"],
        {"1": "0", "2": "1", "3": "1"},
        {"2": ["3"], "3": ["1"]},
        "3",
    ),
    "all enhanced heads inside but one": (
        ["2", "3"],
        {"1": "0", "2": "1", "3": "1"},
        {"2": ["3"], "3": ["1", "2"]},
        "3",
    ),
    "all enhanced heads inside": (["2", "3"], {"1": "0", "2": "1", "3": "1"}, {"2": ["3"], "3": ["2"]}, "2"),
    "an empty node below a word": (
        ["2", "3", "4.1"],
        {**IN_A_ROW, "3": "1"},
        {"3": ["4"], "4.1": ["4"]},
        "2",
    ),
    "an empty node below the highest word": (["2", "3.1"], IN_A_ROW, {"3.1": ["0", "3"]}, "2"),
    "an empty node that depends on no word": (["2.1", "3"], IN_A_ROW, {"2.1": ["0"]}, "2.1"),
    "an empty node that depends on another": (
        ["2.1", "2.2"],
        IN_A_ROW,
        {"2.1": ["1"], "2.2": ["2.1"]},
        "2.1",
    ),
    "an empty node before the first word": (["0.1", "1"], IN_A_ROW, {"0.1": ["3"]}, "1"),
    "no heads": (["2", "3"], {"1": "_", "2": "x", "3": "9"}, {}, "2"),
    "a first top far behind": (
        [str(word) for word in range(1, 101)],
        {**{str(word): str(word + 1) for word in range(1, 99)}, "99": "0", "100": "101", "101": "0"},
        {},
        "99",
    ),
}


def test_enhanced_heads_outside_the_sentence_are_none() -> None:
    head = {"1": "3", "2": "3", "3": "0"}
    assert found([["1", "2"]], head, {"1": ["7"]}) == found([["1", "2"]], head, {})


@pytest.mark.parametrize(("nodes", "head", "deps", "expected"), CASES.values(), ids=CASES)
def test_a_head(nodes: list[str], head: dict[str, str], deps: dict[str, list[str]], expected: str) -> None:
    assert found([nodes], head, deps) == {tuple(nodes): expected}
    readable = {word: above for word, above in head.items() if above == "0" or above in head}
    assert by_the_rule(nodes, readable, deps) == expected


def sides(key: bytes, response: bytes) -> tuple[Corpus, Corpus]:
    ours = headed(read_corpus("key", key, Reading(key=True)).corpus)
    theirs = read_corpus("response", response, Reading(heads="tree")).corpus
    return ours, align(ours, theirs, missing_is_empty=True, check_words=False)


def head_places(side: Corpus) -> list[int]:
    assert side.nodes is not None
    return side.nodes.head.tolist()


def test_words_of_a_response_have_the_key_s_heads() -> None:
    key = treelet([["1", "2"]], {"1": "2", "2": "0"}, {})
    response = treelet([["1", "2"]], {"1": "0", "2": "1"}, {"1": ["2"]})
    assert [head_places(side) for side in sides(key, response)] == [[2 * SLOT], [2 * SLOT]]


def test_empty_nodes_of_a_response_have_its_own() -> None:
    mention = ["2.1", "2.2"]
    key = treelet([mention], {"1": "0", "2": "1"}, {"2.1": ["2"], "2.2": ["2.1"]})
    response = treelet([mention], {"1": "0", "2": "1"}, {"2.1": ["2.2"], "2.2": ["1", "2"]})
    ours, theirs = sides(key, response)
    assert (head_places(ours), head_places(theirs)) == ([2 * SLOT + 1], [2 * SLOT + 2])
    assert ours.nodes is not None
    assert theirs.nodes is not None
    # The enhanced dependencies of the head, and of no other empty node, are what zeros are matched by.
    assert ours.nodes.parent.tolist() == [2 * SLOT]
    assert theirs.nodes.parent.tolist() == [SLOT, 2 * SLOT]


def test_documents_in_another_order() -> None:
    one = sentence("1", "1.1 (a-x 1:d", "2 a)", name="one", columns="eid-etype")
    two = sentence("1 (a-x", "2 a)", "2.1 (b-x) 2:d", name="two", columns="eid-etype")
    ours, theirs = sides(one + two, two + one)
    assert head_places(ours) == head_places(theirs) == [SLOT + 1, SLOT, 2 * SLOT + 1]
    assert theirs.nodes is not None
    assert theirs.nodes.edge_mention.tolist() == [0, 2]
    assert theirs.nodes.parent.tolist() == [SLOT, 2 * SLOT]


def test_a_text_without_mentions() -> None:
    assert found([], IN_A_ROW, {}) == {}


def test_a_file_with_heads_of_its_own_keeps_them() -> None:
    data = sentence("1 (a-x-2", "2 a)")
    corpus = read_corpus("f", data, Reading(key=True)).corpus
    assert headed(corpus) is corpus


@pytest.mark.parametrize("decimal", ["", ".1"])
def test_too_many_long_mentions(monkeypatch: pytest.MonkeyPatch, decimal: str) -> None:
    for name in ("_STEPS", "_STEPS_PER_NODE"):
        monkeypatch.setattr(heads, name, 1)
    head = dict.fromkeys(WORDS, "0")
    mentions = [["1", "2", f"3{decimal}"], ["2", f"3{decimal}"]]
    with pytest.raises(InputError) as error:
        found(mentions, head, {"3.1": ["1"]} if decimal else {})
    assert "too many and too long to find their heads in the tree; write fewer long" in error.value.typed


@pytest.mark.parametrize("head", ["chain", "star", "circle", "none"])
def test_work_grows_with_the_text_and_not_with_its_square(monkeypatch: pytest.MonkeyPatch, head: str) -> None:
    """Mentions within each other take few looks at single mentions, each a short one."""
    size, taken = 1000, []
    head_of: dict[str, Any] = {
        "chain": lambda word: word - 1,
        "star": lambda word: 0 if word == 1 else 1,
        "circle": lambda word: word % size + 1,
        "none": lambda word: "_",
    }
    monkeypatch.setattr(heads.Tops, "take", lambda self, steps, mention: taken.append(steps))
    mentions = [[str(word) for word in range(first, size + 2 - first)] for first in range(2, 200)]
    names = {str(word): str(head_of[head](word)) for word in range(1, size + 1)}
    assert len(found(mentions, names, {})) == len(mentions)
    looks = {"chain": 0, "star": len(mentions), "none": len(mentions), "circle": len(mentions)}
    assert len([steps for steps in taken if steps]) == looks[head]
    if head in ("star", "none"):
        assert max(taken) == 64
    assert not np.any(np.array(taken) > size)
