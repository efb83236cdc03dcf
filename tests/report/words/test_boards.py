from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.options import Options
from leaderboard.report.words.boards import on_board, on_datasets, on_lacking, on_track, on_tracks
from leaderboard.significance.design import Design
from leaderboard.significance.families import families, within
from tests.support.made_units import random_units

[FAMILY] = families(random_units(3, 40, names=("four",)), Design(draws=20, trials=100))


def test_a_track_says_how_its_pairs_were_tested() -> None:
    told = list(on_track(Options(), FAMILY, ["A note."], []))
    assert told[0].endswith("(logical relations between pairs) for 3 pairs of this track.")
    assert told[1:] == ["A note."]


def test_a_track_says_what_was_not_tested_and_who_is_missing() -> None:
    alone = within(FAMILY, ["s000"])
    assert list(on_track(Options(), alone, ["A note."], ["x", "y"])) == [
        "The track has one system, so nothing was tested.",
        "Named by the track, but not ranked: x, y.",
    ]
    (told,) = on_track(replace(Options(), against="b"), FAMILY, ["A note."], [])
    assert told.startswith("The baseline b is not in this track")


def test_the_signature_stands_last_where_there_is_one() -> None:
    assert on_board(["A note."], "key:1") == ("A note.", "Signature of the scores: key:1")
    assert on_board(["A note."], "") == ("A note.",)


@pytest.mark.parametrize(("units", "told"), [({"a": 30, "b": 1_000}, 1), ({"a": 29, "b": 30}, 2)])
def test_datasets_of_few_documents_are_named(units: dict[str, int], told: int) -> None:
    first, *few = on_datasets("document", units, "dataset")
    assert first.endswith("(n) after a dataset: number of documents.")
    assert len(few) + 1 == told
    assert all(note.endswith("significant: a.") for note in few)


def test_over_runs_datasets_are_counted_by_documents_and_none_is_small() -> None:
    assert [*on_datasets("run", {"a": 4}, "dataset")] == [
        *on_datasets("document", {"a": 4_000}, "dataset"),
    ]


def test_marks_are_explained_where_they_occur() -> None:
    assert [len(list(on_lacking(empty, out))) for empty in (True, False) for out in (True, False)] == [
        2,
        1,
        1,
        0,
    ]
    assert [len(list(on_tracks(empty))) for empty in ([], ["new"])] == [1, 2]
