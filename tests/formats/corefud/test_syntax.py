"""Tags and dependencies of all nodes, which are read only for descriptions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from leaderboard.corpus import Syntax
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.corefud.corefud_blocks import scan
from leaderboard.formats.corefud.corefud_lines import diagnose
from leaderboard.formats.limits import WITHOUT_KEY
from tests.formats.corefud.texts import corefud
from tests.support import made_corefud

READING = Reading(tags=True, syntax=True, heads="file")


def syntax(data: bytes) -> Syntax:
    found = read_corpus("file", data, READING).corpus.syntax
    assert found is not None
    return found


def listed(found: Syntax | None) -> list[object]:
    assert found is not None
    tags = found.empty_tags
    return [found.parent.tolist(), tags.characters.tobytes(), *map(list, (tags.ends, *found.dependencies))]


@pytest.mark.parametrize("seed", range(5))
def test_both_readers_read_the_same(seed: int) -> None:
    rng = random.Random(seed)
    data = made_corefud.corefud([made_corefud.long_document(rng)]).encode()
    reading = Reading(tags=True, syntax=True)
    fast, slow = scan("file", data, reading), diagnose("file", data, reading)
    assert fast is not None
    assert listed(fast.corpus.syntax) == listed(slow.corpus.syntax)


def test_it_is_not_read_unasked() -> None:
    data = corefud("1 (a--1-)", "1.1 (b--1-) 1:nsubj")
    assert read_corpus("file", data, replace(READING, syntax=False)).corpus.syntax is None
    assert diagnose("file", data, Reading(tags=True)).corpus.syntax is None


def test_words_have_heads_and_empty_nodes_tags_and_edges() -> None:
    data = corefud("1 (a--1-", "1.1  1:nsubj|0:root", "2 a)").replace(b"\t0\tdep\t", b"\t2\tdep\t", 1)
    found = syntax(data)
    assert found.parent.tolist() == [-1, 2, -1]
    assert found.empty_tags[0] == "NOUN|Case=Nom"
    assert [column.tolist() for column in found.dependencies[:2]] == [[0, 0], [1 << 20, 0]]


def test_what_cannot_be_read_of_an_empty_node_that_is_no_head_is_left_out() -> None:
    found = syntax(corefud("1 (a--1-", "1.1  nonsense|9:nsubj|1:obj", "2 a)"))
    assert len(found.dependencies.empty) == 1
    with pytest.raises(InputError, match=r"^file:4: 'nonsense' is "):
        syntax(corefud("1 (a--2-", "1.1  nonsense", "2 a)"))


def test_too_many_edges_are_refused() -> None:
    data = corefud("1 (a--1-", "1.1  1:a|1:b|1:c", "2 a)")
    few = replace(READING, bounds=replace(WITHOUT_KEY, brackets=4))
    assert read_corpus("file", data, few).corpus.syntax
    few = replace(READING, bounds=replace(WITHOUT_KEY, brackets=2))
    with pytest.raises(
        InputError, match=r"^file: more than 2 enhanced dependencies of empty nodes in this file; "
    ):
        read_corpus("file", data, few)
