"""How firm a ranking is, in tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import leaderboard
from leaderboard.ranking.standings import LeftOut
from leaderboard.report.notes import legend
from leaderboard.report.sections import firmness_tables
from leaderboard.report.tables.rankings import people_table
from leaderboard.report.tables.ranks import left_out_table, stability_table
from leaderboard.report.words.captions import left_out_notes
from leaderboard.report.words.names import unit_text
from leaderboard.scoresheet import PartName
from leaderboard.text import range_text
from leaderboard.verbs.simulate import simulate
from tests.support.made_task import made_task

RESULT = leaderboard.rank(made_task(), metric=("conll",), draws=200, trials=500)


def left_out(document: str, *flips: tuple[str, str]) -> LeftOut:
    return LeftOut(PartName("", document, 0), ("balanced",), flips, 1.0)


def told(left: tuple[LeftOut, ...]) -> tuple[str, ...]:
    return left_out_notes(left, "document")


def test_pairs_that_flip_come_with_their_documents_most_first() -> None:
    close, far = ("precise", "splitter"), ("eager", "careless")
    left = tuple(left_out(f"d{number}", close) for number in range(4))
    result = replace(RESULT, left_out=(*left, left_out("d4", far), left_out("d5")))
    table = left_out_table(result)
    assert table.rows == (
        ("precise", "splitter", 4, "d0, d1, d2 and 1 more"),
        ("eager", "careless", 1, "d4"),
    )
    assert told(result.left_out) == ("5 of 6 documents change the order of two systems when left out.",)
    assert len(list(firmness_tables(result))) == 2


def test_an_order_that_no_document_changes() -> None:
    result = replace(RESULT, left_out=(left_out("d0"),))
    assert told(result.left_out) == ("No two systems change places when any single document is left out.",)
    assert len(list(firmness_tables(result))) == 1
    assert told(()) == ()


def test_a_share_of_samples_is_explained() -> None:
    alone, share = stability_table(RESULT).notes
    assert alone.startswith("Rank of one system: from the tests of its own pairs")
    assert share.endswith("It is not the probability that the system is best.")


def test_a_range_is_called_what_it_is() -> None:
    def said(**options: object) -> str:
        settled = replace(RESULT.options, **options)  # type: ignore[arg-type]
        return " ".join(legend(replace(RESULT, options=settled)))

    assert all(
        "with 95 % confidence all contain the true ranks" in said(adjust=one) for one in ("shaffer", "holm")
    )
    assert all("without a confidence statement" in said(adjust=one) for one in ("bh", "none"))


def test_with_a_baseline_no_system_has_a_range_alone() -> None:
    against = leaderboard.rank(made_task(), metric=("conll",), draws=200, trials=500, against="eager")
    table = stability_table(against)
    assert table.labels == ["System", "Rank", "P(best), %"]
    assert len(table.notes) == 1


def test_the_interval_is_not_called_as_the_score_is() -> None:
    table = people_table(RESULT)
    assert table.only(["system", "conll", "interval"]).labels == ["System", "CoNLL", "95 % interval"]
    assert table.only(["conll"]).rows[0][0] == RESULT.scores[RESULT.primary.standings[0].system]["conll"].f1
    assert [column.name for column in table.flat().columns][2:5] == ["conll_f1", "conll_low", "conll_high"]


def test_ranges_are_shown_as_such() -> None:
    standing = RESULT.primary.standings[0]
    alone = range_text(standing.own_low or 0, standing.own_high or 0)
    row = stability_table(RESULT).shown()[0]
    assert row[:3] == [standing.system, range_text(standing.low, standing.high), alone]
    table = people_table(RESULT)
    assert table.labels[:6] == ["#", "System", "CoNLL", "95 % interval", "Rank", "Better than"]
    assert table.only(["rank"]).shown()[0] == [range_text(standing.low, standing.high)]


def test_letters_are_not_explained_where_most_pairs_were_not_tested() -> None:
    assert "share a letter" in legend(RESULT)[0]
    against = replace(RESULT, options=replace(RESULT.options, against="balanced"))
    assert "share a letter" not in legend(against)[0]


def test_one_system_has_no_differences_to_tell_about(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=6, systems=1)
    result = leaderboard.rank(tmp_path / "task", metric=("conll",), draws=100)
    assert legend(result) == ("Intervals of scores are 95 % t intervals on the logit scale (jackknife).",)


def test_nothing_is_said_of_the_intervals_of_one_document(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=1, systems=1)
    result = leaderboard.rank(tmp_path / "task", metric=("conll",), draws=100)
    assert legend(result) == ("Nothing was tested, over 1 document.",)


def test_a_unit_is_named_with_its_dataset_and_part() -> None:
    assert unit_text(PartName("en", "doc", 2)) == "en: doc (2)"
