from __future__ import annotations

import numpy as np
import pytest

from leaderboard.formats import blocks
from leaderboard.formats.blocks import codes, spans
from leaderboard.formats.limits import MOST_OPEN
from tests.formats.texts import conll, read
from tests.formats.texts import spans as spans_by_entity

Entities = list[list[tuple[int, int]]]


def fast(cells: list[str], most: int = 1 << 21) -> Entities | None:
    """The spans by entity that the fast reader finds in the cells of one part."""
    held = [(row, cell.encode() + b"\n") for row, cell in enumerate(cells) if cell]
    found = spans(
        np.frombuffer(b"".join(cell for _, cell in held), np.uint8),
        np.array([row for row, _ in held], np.int64),
        np.zeros(len(cells), np.int64),
        most,
    )
    if found is None:
        return None
    entities: Entities = [[] for _ in range(int(found.entity.max(initial=-1)) + 1)]
    for first, last, entity in zip(*(column.tolist() for column in found[:3]), strict=True):
        entities[entity].append((first, last))
    return [sorted(entity) for entity in entities]


@pytest.mark.parametrize(
    ("cells", "entities"),
    [
        pytest.param([], [], id="no token"),
        pytest.param(["", ""], [], id="no bracket"),
        pytest.param(["(1)"], [[(0, 0)]], id="one token"),
        pytest.param(["(1", "1)"], [[(0, 1)]], id="two tokens"),
        pytest.param(["(1", "(2", "2)", "1)"], [[(0, 3)], [(1, 2)]], id="nested"),
        pytest.param(["(1", "(2", "1)", "2)"], [[(0, 2)], [(1, 3)]], id="crossing"),
        pytest.param(["(1", "(1", "1)", "1)"], [[(0, 3), (1, 2)]], id="nested in its own entity"),
        pytest.param(["(1|(1", "1)", "1)"], [[(0, 1), (0, 2)]], id="opened twice on one token"),
        pytest.param(["(1", "(1)", "1)"], [[(0, 2), (1, 1)]], id="one token within its own entity"),
        pytest.param(["(1(3", "3)", "1)"], [[(0, 2)], [(0, 1)]], id="no bars"),
        pytest.param(["(1)(1", "1)(2)"], [[(0, 0), (0, 1)], [(1, 1)]], id="no bars, one token"),
        pytest.param(["(a(1)b)"], None, id="closes what another id opened"),
        pytest.param(["(a|b)"], None, id="closes another id"),
        pytest.param(["(2", "(1)", "2)"], [[(0, 2)], [(1, 1)]], id="entities by first bracket, not by id"),
        pytest.param(["(1|(2)", "1)"], [[(0, 0)], [(0, 1)]], id="one-token mentions are read first"),
        pytest.param(["(é)", "(e)"], [[(0, 0)], [(1, 1)]], id="any letters"),
        pytest.param(["(01)", "(1)"], [[(0, 0)], [(1, 1)]], id="ids are text, not numbers"),
        pytest.param(["(12345678)", "(123456789)"], [[(0, 0)], [(1, 1)]], id="ids of 8 and 9 letters"),
        pytest.param(["(" + "x" * 64 + ")", "(" + "x" * 63 + ")"], [[(0, 0)], [(1, 1)]], id="long ids"),
        pytest.param(["(1"], None, id="left open"),
        pytest.param(["1)"], None, id="never opened"),
        pytest.param(["1)", "(1"], None, id="closed before it opens"),
        pytest.param(["()"], None, id="no id"),
        pytest.param(["(1)|"], None, id="bar at the end"),
        pytest.param(["|(1)"], None, id="bar at the beginning"),
        pytest.param(["(2)", "|(1)"], None, id="bar at the beginning of a later cell"),
        pytest.param(["(1)||(2)"], None, id="two bars"),
        pytest.param(["1"], None, id="no bracket around an id"),
        pytest.param(["|"], None, id="a bar alone"),
    ],
)
def test_spans(cells: list[str], entities: Entities | None) -> None:
    assert fast(cells) == entities
    if entities is not None:
        assert spans_by_entity(read(conll(*(f"d\t{cell}" for cell in cells)))) == entities


@pytest.mark.parametrize(
    ("cells", "entities"),
    [
        pytest.param(["(1|1)"], [[(0, 0)]], id="opened and closed on one token"),
        pytest.param(["1)|(1"], [[(0, 0)]], id="opens are read before closes"),
        pytest.param(
            ["(1", "(2|3)|(3", "2)", "1)"],
            [[(0, 3)], [(1, 2)], [(1, 1)]],
            id="closes may come first in a cell",
        ),
        pytest.param(["(1", "1)|(1", "1)"], [[(0, 2), (1, 1)]], id="last opened, first closed"),
    ],
)
def test_it_leaves_what_opens_and_closes_on_one_token_to_the_slow_reader(
    cells: list[str], entities: Entities
) -> None:
    assert fast(cells) is None
    assert spans_by_entity(read(conll(*(f"d\t{cell}" for cell in cells)))) == entities


def test_ids_start_anew_in_each_part() -> None:
    cells = np.frombuffer(b"(1)\n(1)\n(1)\n", np.uint8)
    found = spans(cells, np.array([0, 1, 2]), np.array([0, 0, 1]))
    assert found is not None
    assert found.entity.tolist() == [0, 0, 1]


def test_it_leaves_long_ids_to_the_slow_reader() -> None:
    assert fast(["(" + "x" * 65 + ")"]) is None


def test_it_leaves_too_many_padded_ids_to_the_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("leaderboard.formats.blocks.MOST_PADDED", 40)
    assert fast(["(123456789)"] * 4) is not None
    assert fast(["(123456789)"] * 5) is None


@pytest.mark.parametrize("most", [1, 1 << 40])
def test_ids_have_the_same_numbers_with_and_without_a_sort(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [b"1", b"01", b"10", b"1", b"", b"999", b"e1", b"1e", b"12345", b"10"]
    stop = np.cumsum([len(one) + 1 for one in ids]) - 1
    places = np.frombuffer(b"".join(one + b"|" for one in ids), np.uint8), stop - list(map(len, ids)), stop
    sorted_ids = sorted(set(ids), key=lambda one: int.from_bytes(one, "little"))
    monkeypatch.setattr(blocks, "MOST_CODES", most)
    found = codes(*places)
    assert found is not None
    assert found.tolist() == [sorted_ids.index(one) for one in ids]


def test_it_leaves_too_many_brackets_to_the_slow_reader() -> None:
    assert fast(["(1)"] * 4, 4) is not None
    assert fast(["(1)"] * 5, 4) is None


def test_at_most_ten_thousand_are_open() -> None:
    assert fast(["(1"] * MOST_OPEN + ["1)"] * MOST_OPEN) is not None
    assert fast(["(1"] * (MOST_OPEN + 1) + ["1)"] * (MOST_OPEN + 1)) is None
