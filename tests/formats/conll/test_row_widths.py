"""Rows with another number of columns than the first of their sentence are told of, and scored as before."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import leaderboard
from leaderboard.formats import Reading, blocks
from leaderboard.formats.conll import LAST, layout
from leaderboard.formats.conll.conll_blocks import key_lines, read_conll, scan
from leaderboard.formats.conll.conll_lines import diagnose
from tests.formats.texts import conll
from tests.support.small_task import FAIR, KEY


def rows(*widths: int) -> bytes:
    """Sentences of rows of so many columns; 0 ends a sentence."""
    cells = ["d", "0", "0", "w", "NN", *["*"] * 20]
    return conll(*("\t".join([*cells[: width - 1], "-"]) if width else "" for width in widths))


def told(data: bytes, coref_column: int = LAST) -> list[str]:
    return [str(remark) for remark in read_conll("f", data, Reading(coref_column=coref_column)).remarks]


REMEDY = "coreference is read in the last column; write all columns on every row"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(rows(9, 9, 0, 8, 8), None, id="none"),
        pytest.param(conll("w -", "w -") + conll("a w -", "a w -", name="(e)"), None, id="documents"),
        pytest.param(rows(9, 9, 8, 9), (4, 8, "1 such row"), id="fewer"),
        pytest.param(rows(9, 9, 0, 9, 10, 11, 0, 8, 9), (6, 10, "3 such rows"), id="several"),
        pytest.param(rows(9, 8, 8), (3, 8, "2 such rows"), id="all but the first"),
        pytest.param(rows(9, 9).replace(b"-\n#e", b"-\t\n#e"), (3, 10, "1 such row"), id="a tab at the end"),
        pytest.param(rows(9, 9, 8).replace(b"\t", b" "), (4, 8, "1 such row"), id="spaces"),
    ],
)
def test_the_first_is_named_and_all_are_counted(data: bytes, said: tuple[int, int, str] | None) -> None:
    if said is None:
        assert told(data) == []
        return
    line, width, count = said
    what = f"{width} columns, but the sentence begins with 9 columns ({count} in this file)"
    assert told(data) == [f"f:{line}: {what}; {REMEDY}"]


@pytest.mark.parametrize(("number", "column"), [(6, "column 6"), (-2, "column -2")])
def test_the_column_that_is_read_is_the_stated_one(number: int, column: str) -> None:
    [said] = told(rows(9, 9, 8), number)
    assert said.endswith(f"; coreference is read in {column}; write all columns on every row")


def test_they_are_told_of_beside_other_faults() -> None:
    parsed = read_conll("f", rows(9, 9, 8).replace(b"-\n#e", b"(1\n#e"), Reading())
    assert parsed.faults
    assert len(parsed.remarks) == 1


@given(
    st.lists(st.sampled_from([0, 0, 5, 6, 6, 6, 6]), min_size=1, max_size=12), st.sampled_from([8, 1 << 19])
)
def test_the_fast_reader_reads_even_files_alone(widths: list[int], size: int) -> None:
    data, whole = rows(5, 5, 0, *widths), blocks.BLOCK
    blocks.BLOCK = size
    try:
        fast = scan("f", data, layout(data, None, tags=False))
    finally:
        blocks.BLOCK = whole
    slow = diagnose("f", data, layout(data, None, tags=False))
    assert slow.faults is None
    assert (fast is None) == bool(slow.remarks)


def test_a_key_with_such_rows_is_not_followed_line_by_line() -> None:
    even, uneven = rows(9, 9), rows(9, 8)
    for data, known in ((even, True), (uneven, False)):
        assert (key_lines(data, read_conll("f", data, Reading()).corpus) is not None) == known


def test_the_score_stays(here: Path) -> None:
    hidden = FAIR.replace("dog\tNN\t", "dog\tNN\t-\t", 1)
    for name, text in (("key", KEY), ("fair", FAIR), ("hidden", hidden)):
        Path(f"{name}.conll").write_text(text, encoding="utf-8")
    result = leaderboard.score("fair.conll", "hidden.conll", key="key.conll")
    fair, other = result.systems
    assert fair.scores == other.scores
    [warning] = [problem for problem in result.warnings if "columns" in problem.what]
    assert (warning.file, warning.line) == ("hidden.conll", 6)
