"""What is too much for the readers of CoNLL files, and what the fast one leaves to the slow one."""

from __future__ import annotations

import pytest

from leaderboard.formats import blocks, bracket_cells, lines
from leaderboard.formats.blocks import BLOCK
from leaderboard.formats.conll_fast import scan
from leaderboard.formats.conll_layout import Layout
from leaderboard.formats.limits import LONGEST_LINE
from tests.formats.texts import conll, problems, read, spans

ANY = Layout(None, None)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(conll("d\t (1)"), id="a blank in a cell between tabs"),
        pytest.param(conll("d\t(1) "), id="a blank after a cell between tabs"),
        pytest.param(conll("d\t-", "d -"), id="a line without tabs among others"),
        pytest.param(conll(" d\t-"), id="a leading blank before tabs"),
        pytest.param(conll("d \x0b -"), id="a control character"),
        pytest.param(conll("# (1)"), id="a token that looks like a comment"),
        pytest.param(conll("x" * (LONGEST_LINE + 1)), id="a long line"),
        pytest.param(conll("x" * (LONGEST_LINE + BLOCK + 2)), id="a line longer than any block"),
        pytest.param(b"", id="nothing"),
        pytest.param(conll("d -").replace(b"d", b"\xe9"), id="not UTF-8"),
    ],
)
def test_the_fast_reader_declines(data: bytes) -> None:
    assert scan("f", data, ANY) is None


def test_a_blank_in_a_cell_between_tabs_is_accepted_by_the_slow_reader() -> None:
    assert spans(read(conll("d\t (1) "))) == [[(0, 0)]]


def test_the_number_of_lines_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST_LINES", 4)
    monkeypatch.setattr(lines, "MOST_LINES", 4)
    assert scan("f", conll("d -", "d -"), ANY) is not None
    assert not problems(conll("d -", "d -"))
    assert scan("f", conll("d -", "d -", "d -"), ANY) is None
    found = problems(conll("d -", "d -", "d -"))
    assert [str(problem) for problem in found] == ["f:5: more than 4 lines; split the file"]


def test_the_number_of_brackets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bracket_cells, "MOST_BRACKETS", 3)
    assert not problems(conll("d\x0b (1)|(2", "d 2)"))
    found = problems(conll("d\x0b (1)|(2", "d 2)|(3)"))
    assert [str(problem) for problem in found] == ["f:3: more than 3 brackets in this file; split the file"]
