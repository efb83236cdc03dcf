from __future__ import annotations

import pytest

from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus, reading
from tests.formats.texts import conll, mentions, read, spans, warnings

KEPT = "it is kept in the first; remove one of the two"
TWO = "is in two entities, which begin on lines"


def test_a_mention_twice_in_one_entity_is_kept_once() -> None:
    data = conll("d (1)", "d (1)|(1)")
    assert spans(read(data)) == [[(0, 0), (1, 1)]]
    assert warnings(data) == [
        "f:3: the mention of tokens 1 to 1 occurs twice in its entity; "
        "it is counted once; remove one of the two"
    ]


def test_a_mention_three_times_is_reported_twice() -> None:
    assert len(warnings(conll("d (1)|(1)|(2)"))) == 2


def test_a_mention_in_two_entities_is_kept_in_the_one_that_begins_first() -> None:
    data = conll("d (2)", "d (1)", "d (1|(2", "d 1)|2)")
    assert spans(read(data)) == [[(0, 0), (2, 3)], [(1, 1)]]
    assert warnings(data) == [f"f:4: the mention of tokens 2 to 3 {TWO} 2 and 3; {KEPT}"]


def test_on_one_token_one_token_mentions_begin_before_opens() -> None:
    data = conll("d (1|(2)", "d 1)", "d (1)|(2)")
    assert spans(read(data)) == [[(0, 0), (2, 2)], [(0, 1)]]


def test_in_one_cell_the_entity_written_first_begins_first() -> None:
    data = conll("d (7)|(3)", "d (3)")
    assert mentions(read(data)) == [("d (part 0)", 0, 0, 0, 2), ("d (part 0)", 1, 1, 1, 3)]


def test_an_entity_that_keeps_no_mention_is_gone() -> None:
    assert spans(read(conll("d (1)|(2)", "d (3)"))) == [[(0, 0)], [(1, 1)]]


def test_the_same_span_in_another_part_is_another_mention() -> None:
    assert not warnings(conll("d (1)") + conll("d (1)", name="(e)"))


def test_reports_come_in_order_of_line() -> None:
    data = conll("d (1|(2", "d 1)", "d 2)|(3)|(3)", "d (1)|(2)")
    assert [line.split(":")[1] for line in warnings(data)] == ["4", "5"]


def test_reports_come_in_order_of_line_over_parts() -> None:
    data = conll("d (3|(3", "d (4)|(4)", "d 3)|3)")
    assert [line.split(":")[1] for line in warnings(data)] == ["2", "3"]


def test_duplicates_are_refused_when_asked() -> None:
    with pytest.raises(InputError) as error:
        read_corpus("f", conll("d (1)|(1)", "d (2)|(3)"), Reading(refuse_duplicates=True))
    assert [problem.line for problem in error.value.problems] == [2, 3]
    assert spans(read(conll("d (1)"), Reading(refuse_duplicates=True))) == [[(0, 0)]]


def test_singletons_are_dropped_after_duplicates() -> None:
    data = conll("d (1)", "d (1)|(2)", "d (2)")
    assert spans(read(data).without_singletons()) == [[(0, 0), (1, 1)]]


def test_too_many_duplicates_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_REPEATS", 2)
    assert len(warnings(conll("d (1)|(1)|(1)"))) == 2
    with pytest.raises(InputError) as error:
        read(conll("d -", "d (1)|(1)|(1)|(1)"))
    assert error.value.typed == "f:3: more than 2 mentions are repeated; write each mention once"


@pytest.mark.parametrize("cells", [("d (1)|(1)",), ("d (1)|(2)",)])
def test_what_is_refused_is_told_to_remove_a_mention_and_of_no_option(cells: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as caught:
        read_corpus("f", conll(*cells), Reading(refuse_duplicates=True))
    assert [problem.remedy for problem in caught.value.problems] == ["remove one of the two"]
