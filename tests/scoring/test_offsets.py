"""Offsets that are counted in another way are known from punctuation, without a key."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from leaderboard.errors import Problem
from leaderboard.formats import Reading, examine
from leaderboard.scoring.offsets import offsets_by_punctuation
from tests.formats.corefud.texts import corefud

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "submissions").glob("*.conll"))
WORDS = ["the", "man", ",", "she", ",", "saw", "it", "."] * 20
MENTIONS = [
    (8 * number + first, 8 * number + last)
    for number in range(20)
    for first, last in ((0, 1), (3, 3), (6, 6))
]


def warnings(mentions: list[tuple[int, int]], words: list[str] = WORDS) -> list[Problem]:
    record = {"doc_key": "d", "sentences": [words], "clusters": [[mention] for mention in mentions]}
    data = json.dumps(record).encode()
    return list(offsets_by_punctuation(examine("f", data, Reading()).corpus))


def moved(start: int, end: int) -> list[tuple[int, int]]:
    return [(first + start, last + end) for first, last in MENTIONS if last + end < len(WORDS)]


def test_right_offsets_cause_no_warning() -> None:
    assert not warnings(MENTIONS)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_example_causes_no_warning(file: Path) -> None:
    assert len(EXAMPLES) == 10
    corpus = examine(file.name, file.read_bytes(), Reading()).corpus
    assert len(corpus.part) > 600
    assert not [*offsets_by_punctuation(corpus)]


def test_offsets_from_one() -> None:
    [warning] = warnings(moved(1, 1))
    assert warning.kind == "offsets"
    assert str(warning) == (
        'f: 67 % of 60 mentions begin with punctuation (",", "."), 0 % of the words before them do: '
        "offsets seem to count from 1; count from 0"
    )


def test_offsets_from_one_with_exclusive_ends() -> None:
    [warning] = warnings(moved(1, 2))
    assert "offsets seem to count from 1" in warning.what


def test_exclusive_ends() -> None:
    [warning] = warnings(moved(0, 1))
    assert str(warning) == (
        'f: 100 % of 60 mentions end in punctuation ("the man ,", "she ,", "it ."): '
        "ends seem to be one too large; write the last token of the mention as its end "
        "(or give --ends exclusive), and count from 0"
    )
    assert warning.kind == "offsets"


def test_fewer_than_fifty_mentions_say_nothing() -> None:
    assert warnings(moved(0, 1)[:50])
    assert not warnings(moved(0, 1)[:49])


@pytest.mark.parametrize(
    ("first", "last", "ones", "told"),
    [(2, 3, 3, False), (2, 3, 4, True), (0, 2, 9, False), (0, 2, 10, True)],
    ids=["3 % begin", "4 % begin", "9 % end", "10 % end"],
)
def test_few_of_a_hundred_mentions_may_be_so(first: int, last: int, ones: int, told: bool) -> None:
    few = [(8 * number + first, 8 * number + last) for number in range(ones)]
    others = [(200 + place, 200 + place) for place in range(100 - ones)]
    assert bool(warnings([*few, *others], [*WORDS, *(["word"] * 400)])) == told


def test_punctuation_before_a_mention_counts_against_it() -> None:
    """In a text of quotes and commas, mentions that begin so are no mistake."""
    words = [",", '"', "he", "said"] * 60
    assert not warnings([(4 * number + 1, 4 * number + 2) for number in range(60)], words)


def test_words_without_characters_are_no_punctuation() -> None:
    assert not warnings([(number, number) for number in range(60)], [""] * 60)


def test_a_file_without_words_says_nothing() -> None:
    lines = "".join(f"{number} (1)\n" for number in range(60))
    data = f"#begin document (d); part 000\n{lines}#end document\n".encode()
    corpus = examine("f", data, Reading()).corpus
    assert len(corpus.part) == 60
    assert not [*offsets_by_punctuation(corpus)]


def test_zeros_after_punctuation_say_nothing() -> None:
    nodes = [
        node for number in range(1, 61) for node in (f"{number}", f"{number}.1 (e{number}--1) {number}:x")
    ]
    data = re.sub(rb"\bw\d+\t", b",\t", corefud(*nodes))
    corpus = examine("f", data, Reading()).corpus
    assert len(corpus.part) == 60
    assert not [*offsets_by_punctuation(corpus)]


def test_a_long_mention_is_cut() -> None:
    words = [*(["w"] * 20), "."] * 50
    [warning] = warnings([(21 * number, 21 * number + 20) for number in range(50)], words)
    assert f'("{" ".join(["w"] * 12)} …")' in warning.what
