"""Heads from the tree are those that the rule gives, step by step, and cost little in any tree."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.treelets import by_the_rule, found, order

Sentence = tuple[list[list[str]], dict[str, str], dict[str, list[str]]]


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
