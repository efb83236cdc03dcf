"""What changed in the tracks of two reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.report.words.remarks import sentence
from leaderboard.verbs.diff import DiffResult, diff
from tests.support.two_reports import Record, pair, record, system, track, write


def of(folder: Path, old: Record, new: Record) -> DiffResult:
    return diff(write(folder / "old", old), write(folder / "new", new))


TIED = pair("a", "b", "tied", 0.03, 0.06)
SIGNIFICANT = pair("b", "a", "significant", 0.03, 0.03, difference=-0.1)


def test_a_system_moves_in_a_track_and_nowhere_else(tmp_path: Path) -> None:
    old = record(tracks=[track("open", [system("a", 1), system("b", 1)]), track("LLM", [system("a", 1)])])
    new = record(tracks=[track("LLM", [system("a", 1)]), track("open", [system("a", 1), system("b", 2)])])
    result = of(tmp_path, old, new)
    assert not result.same
    assert (result.systems, result.verdicts, result.datasets) == ((), (), ())
    [one] = result.tracks
    [change] = one.systems
    assert (one.track, change.system, change.resubmitted, one.verdicts) == ("open", "b", False, ())


def test_a_pair_is_judged_otherwise_in_a_track_of_its_own(tmp_path: Path) -> None:
    both = [system("a", 1), system("b", 1)]
    more = pair("b", "c", "tied", 0.5)
    old = record(tracks=[track("open", both, [TIED, more])])
    new = record(tracks=[track("open", both, [SIGNIFICANT])])
    [one] = of(tmp_path, old, new).tracks
    [change] = one.verdicts
    assert (change.first, change.second, change.new.difference) == ("a", "b", 0.1)
    assert sentence(change.reason) == "the same p-value, corrected for 1 pair instead of 2"
    a = system("a", 1, f1=0.6)
    resubmitted = record([a, system("b", 2)], tracks=[track("open", [a, system("b", 1)], [SIGNIFICANT])])
    [one] = of(tmp_path, old, resubmitted).tracks
    assert [sentence(change.reason) for change in one.verdicts] == ["a new output of a"]
    assert one.systems == ()


def test_a_track_that_comes_or_goes_is_a_change(tmp_path: Path) -> None:
    old, new = record(), record(tracks=[track("open", [system("a", 1)])])
    for result in (of(tmp_path, old, new), of(tmp_path, new, old)):
        assert not result.same
        assert result.tracks == ()
    assert of(tmp_path, new, new).same


def test_tracks_are_not_compared_where_scores_are_not(tmp_path: Path) -> None:
    tracks = [[track("open", [system("a", rank)])] for rank in (1, 2)]
    old, new = record(tracks=tracks[0], signature="key:1"), record(tracks=tracks[1], signature="key:2")
    assert of(tmp_path, old, new).tracks == ()


def test_who_is_in_the_one_track_of_a_report_is_no_other_way_of_scoring(tmp_path: Path) -> None:
    old = record(signature="key:1|track:open|systems:abc")
    new = record([system("a", 1), system("b", 1), system("c", 1)], signature="key:1|track:open|systems:def")
    result = of(tmp_path, old, new)
    assert result.made_otherwise == ()
    assert [(change.system, change.states) for change in result.systems if not change.old] == [
        ("c", ("absent", "ranked"))
    ]
    result = of(tmp_path, old, record(signature="key:1|track:closed|systems:def"))
    assert [(one.name, one.old, one.new, one.scores) for one in result.made_otherwise] == [
        ("track", "open", "closed", False)
    ]


def test_a_phase_with_another_key_is_told_as_one(tmp_path: Path) -> None:
    dev, test = (
        record(signature=f"key:{key}", phase=phase) for key, phase in ((1, "development"), (2, "test"))
    )
    result = of(tmp_path, dev, test)
    assert [(one.name, one.old, one.new) for one in result.made_otherwise] == [
        ("phase", "development", "test"),
        ("key", "1", "2"),
    ]
    assert not result.scored_alike
    assert of(tmp_path, dev, record(signature="key:1", phase="renamed")).same


@pytest.mark.parametrize(
    "others",
    [
        {"tracks": [{"board": "open", "systems": []}]},
        {"tracks": [{"board": 3, "systems": [], "comparisons": []}]},
        {"tracks": [{"board": "open", "systems": [system("a", 1)] * 2, "comparisons": []}]},
        {"tracks": [track("open", [], [{**TIED, "p_value": "0.03"}])]},
        {"tracks": 3},
        {"phase": 3},
        {"earlier": [{}]},
    ],
)
def test_damaged_tracks_and_phases(tmp_path: Path, others: Record) -> None:
    with pytest.raises(InputError, match="damaged, or too old"):
        of(tmp_path, record(), record(**others))
