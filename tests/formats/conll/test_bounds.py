"""What is too much for the readers of CoNLL files, and what the fast one leaves to the slow one."""

from __future__ import annotations

import sys
from dataclasses import astuple, replace

import pytest

from leaderboard.formats import Reading
from leaderboard.formats.blocks import BLOCK
from leaderboard.formats.conll import Layout
from leaderboard.formats.conll.conll_blocks import scan
from leaderboard.formats.limits import LONGEST_LINE, TRUSTED, Bounds, bounds_beside
from tests.formats.texts import conll, problems, read, spans

ANY = Layout(None, None)
KEY_ONLY = "submit the documents of the key, each once"


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


def bounded(**bounds: int) -> Reading:
    return Reading(bounds=replace(TRUSTED, **bounds))


def told(data: bytes, reading: Reading) -> list[str]:
    return [str(problem) for problem in problems(data, reading)]


@pytest.mark.parametrize("blank", [" ", "\x0b "], ids=["fast", "slow"])
class TestBounds:
    def test_lines(self, blank: str) -> None:
        token = f"d{blank}-"
        assert not problems(conll(token, token), bounded(lines=4))
        assert told(conll(token, token, token), bounded(lines=4)) == [f"f:5: more than 4 lines; {KEY_ONLY}"]

    def test_brackets(self, blank: str) -> None:
        assert not problems(conll(f"d{blank}(1)|(2", "d 2)"), bounded(brackets=3))
        found = told(conll(f"d{blank}(1)|(2", "d 2)|(3)"), bounded(brackets=3))
        assert found == [f"f:3: more than 3 brackets in this file; {KEY_ONLY}"]

    def test_parts(self, blank: str) -> None:
        parts = [conll(f"d{blank}-", name=f"({number})") for number in range(3)]
        assert not problems(b"".join(parts[:2]), bounded(parts=2))
        assert told(b"".join(parts), bounded(parts=2)) == [f"f:7: more than 2 parts in this file; {KEY_ONLY}"]


def test_nothing_is_read_past_a_bound() -> None:
    part = conll("d 1)")
    many = b"".join(part.replace(b"(d)", b"(%d)" % number) for number in range(9))
    assert len(problems(many, bounded(parts=2))) == 3


def test_a_key_has_no_bounds_of_this_kind() -> None:
    assert bounds_beside(0, 0) == Bounds(8 << 20, 100_000, 1000, 100_000)
    assert bounds_beside(10, 1) == Bounds((8 << 20) + 5000, 100_044, 1004, 100_040)
    for busiest, most in ((0, 100), (51, 102), (707, 1414), (800, 1250), (1000, 1000), (2000, 2000)):
        assert bounds_beside(0, 0, busiest).dependents == most
    assert all(most == sys.maxsize for most in astuple(TRUSTED))
