"""A mention that seems to end where another one of its entity begins is told of, and read as before."""

from __future__ import annotations

import pytest

from leaderboard.formats import Reading
from leaderboard.formats.conll.conll_blocks import read_conll
from tests.formats.texts import conll
from tests.formats.texts import spans as spans_by_entity

REMEDY = "write (ID) for one; mentions of an entity that share a token can be written as JSON"


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        pytest.param(["(1", "1)|(1", "1)"], (3, "1", "1 such token"), id="a mention after another one"),
        pytest.param(["1)|(2)|(1"], (2, "1", "1 such token"), id="nothing before"),
        pytest.param(["(a", "-", "a)|(a", "a)|(a", "a)"], (4, "a", "2 such tokens"), id="several"),
        pytest.param(["(2|(1", "2)|1)|(1", "1)"], (3, "1", "1 such token"), id="beside others"),
        pytest.param(["(1|1)"], None, id="a mention of one token"),
        pytest.param(["(1", "(1|1)", "1)"], None, id="within another one"),
        pytest.param(["(1|(2", "1)|(1)", "2)"], None, id="one token apart"),
        pytest.param(["(1", "1)", "(1", "1)"], None, id="one after the other"),
    ],
)
def test_the_first_is_named_and_all_are_counted(cells: list[str], said: tuple[int, str, str] | None) -> None:
    parsed = read_conll("f", conll(*(f"w {cell}" for cell in cells)), Reading())
    assert parsed.faults is None
    told = [str(remark) for remark in parsed.remarks]
    if said is None:
        assert told == []
        return
    line, name, count = said
    what = f"'{name})' before '({name}', which is read as a mention of this token ({count} in this file)"
    assert told == [f"f:{line}: {what}; {REMEDY}"]


def test_it_is_a_mention_of_this_token() -> None:
    corpus = read_conll("f", conll("w (1", "w 1)|(1", "w 1)"), Reading()).corpus
    assert list(map(sorted, spans_by_entity(corpus))) == [[(0, 2), (1, 1)]]
