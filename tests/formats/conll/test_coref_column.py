"""Coreference in another column than the last."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.errors import UsageError
from leaderboard.formats import Reading
from leaderboard.formats.conll import layout
from leaderboard.formats.conll.conll_blocks import read_conll
from leaderboard.options import read_options
from leaderboard.scoring.key import read_key, signature
from tests.formats.conll.files import cells
from tests.formats.texts import conll, mentions, problems, read, words
from tests.support import plain_corefud

WORDS = ["d 0 0 the DT", "d 0 1 cat NN"]


@given(st.data(), st.integers(0, 5), st.booleans(), st.sampled_from(["\t", " "]))
def test_files_with_that_column_moved_hold_the_same(
    data: st.DataObject, place: int, from_end: bool, separator: str
) -> None:
    brackets = data.draw(cells(data.draw(st.integers(1, 6))))
    rows = [["d", "0", str(number), f"w{number}", "NN"] for number in range(len(brackets))]
    last = [[*row, cell] for row, cell in zip(rows, brackets, strict=True)]
    moved = [[*row[:place], cell, *row[place:]] for row, cell in zip(rows, brackets, strict=True)]
    column = place - 6 if from_end else place + 1
    expected = read(conll(*map(separator.join, last)))
    found = read(
        conll(*map(separator.join, moved)), Reading(coref_column=column, word_column=4 + (place < 4))
    )
    assert mentions(found) == mentions(expected)
    assert words(found.words) == words(expected.words)


def test_the_columns_before_it_tell_the_tokens_of_narrow_files() -> None:
    middle = layout(conll("m1 (1) x", "m1 - x"), None, False, coref_column=2)
    assert (middle.word, middle.identity, middle.columns) == (0, 1, 2)
    first = layout(conll("(1) x y", "- x y"), None, False, coref_column=1)
    assert (first.word, first.identity, first.columns) == (None, 0, 1)
    absent = layout(conll("a b (1)", "a c -"), None, False, coref_column=9)
    assert (absent.identity, absent.columns) == (2, 9)


def test_it_holds_no_words_and_no_tags() -> None:
    fourth = read(conll("d 0 0 (1) NN x", "d 0 1 - NN x"), Reading(tags=True, coref_column=4))
    assert (fourth.words, words(fourth.tags)) == (None, ["NN", "NN"])
    fifth = read(conll("d 0 0 w (1) x", "d 0 1 v - x"), Reading(tags=True, coref_column=-2))
    assert (words(fifth.words), fifth.tags) == (["w", "v"], None)


@pytest.mark.parametrize(("column", "least"), [(9, 9), (-9, 9)])
def test_a_column_that_the_file_lacks(column: int, least: int) -> None:
    found = problems(conll("d 0 0 w (1)"), Reading(coref_column=column))
    assert [str(problem) for problem in found] == [
        f"f:2: 5 columns, but this file needs at least {least}; "
        "write all columns on every line, or state the right --coref-column"
    ]


@pytest.mark.parametrize(("column", "place"), [(2, 3), (-4, 3)])
def test_the_column_of_a_bracket(column: int, place: int) -> None:
    for line in ("d 2) 0 2) 2)", "d\t2)\t0\t2)\t2)"):
        (found,) = problems(conll(line), Reading(coref_column=column))
        assert found.column == place


def test_the_words_of_files_with_it_have_a_column() -> None:
    from leaderboard.formats.conll.conll_blocks import conll_columns

    data = conll("d (1) 0 cat", "d - 0 sat")
    assert conll_columns(data, Reading(coref_column=2))("d (1) 0 cat", 0) == 9
    assert words(read_conll("f", data, Reading(coref_column=2)).corpus.words) == ["cat", "sat"]


def test_it_counts_from_one() -> None:
    with pytest.raises(UsageError, match="coref_column is 0; count columns from 1, or from the end"):
        read_options({"coref_column": 0})


def test_it_is_in_the_signature_where_it_is_not_the_last(tmp_path: Path) -> None:
    (tmp_path / "key.conll").write_bytes(conll(*(f"{line} (1) x" for line in WORDS)))
    options = read_options({"coref_column": -2})
    key = read_key(tmp_path / "key.conll", options)
    assert signature(key, options, "1").fields["coref-column"] == "-2"
    assert "coref-column" not in signature(key, replace(options, coref_column=-1), "1").fields


def test_corefud_files_have_no_such_column(tmp_path: Path) -> None:
    plain_corefud.write(tmp_path, key=plain_corefud.KEY)
    with pytest.raises(UsageError, match=r"coref_column is for CoNLL files, but .* is CorefUD"):
        read_key(tmp_path / "key.conllu", read_options({"coref_column": 5}))
