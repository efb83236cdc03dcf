"""Changes in tracks as they are announced, and what is not compared."""

from __future__ import annotations

import json
import re
from pathlib import Path

from leaderboard.report.diff import render_diff
from leaderboard.report.diff.tables import sentences
from leaderboard.verbs.diff import DiffResult, diff
from tests.support.two_reports import Record, pair, record, system, track, write


def of(folder: Path, old: Record, new: Record) -> DiffResult:
    return diff(write(folder / "old", old), write(folder / "new", new))


def in_tracks(folder: Path) -> DiffResult:
    both = [system("a", 1), system("b", 1, 1, 2)]
    gone = track("gone", both)
    old = record(
        tracks=[
            track("open", both, [pair("a", "b", "tied", 0.2)]),
            gone,
            track("void", [system("a", 1)]),
            gone | {"board": "same"},
        ]
    )
    moved = [system("a", 1), system("b", 2)]
    significant = [pair("a", "b", "significant", 0.2, 0.01)]
    new = record(
        tracks=[track("open", moved, significant), track("void", []), track("*", both), track("same", both)]
    )
    return of(folder, old, new)


def test_what_changed_in_tracks(tmp_path: Path) -> None:
    text = re.sub(r"-{2,}", "-", re.sub(" {2,}", " ", render_diff(in_tracks(tmp_path), "markdown")))
    assert text == (
        """\
# Changes of the leaderboard

- 2 systems ranked by CoNLL; before: 2.
- Rank 1: a, as before.
- New tracks: \\*.
- Removed tracks: gone.
- Rank 1 in the track open: a; before: a, b.
- Rank 1 in the track void: no system; before: a.

## Systems that entered, left or moved in a track by CoNLL

| Track | System | Change | Rank before | Rank now | Possible before | Possible now |
|:-|:-|:-|-:|-:|-:|-:|
| open | b | down, range | 1 | 2 | 1–2 | 2 |
| void | a | left | 1 | – | 1 | – |

The tests in each track are a family of their own.

## Pairs whose verdict in a track by CoNLL changed

| Track | First | Second | Verdict | Difference before | Difference now | p adjusted before | p adjusted now \
| Why |
|:-|:-|:-|:-|-:|-:|-:|-:|:-|
| open | a | b | became significant, for a | +10.00 | +10.00 | 0.2000 | 0.0100 | the same \
p-value, corrected with other p-values |

Every difference is the first system minus the second.
"""
    )


def test_somebody_may_come_first_in_a_track_that_had_nobody(tmp_path: Path) -> None:
    tracks = [track("open", []), track("open", [system("a", 1)])]
    result = of(tmp_path, record(tracks=tracks[:1]), record(tracks=tracks[1:]))
    assert sentences(result)[-1] == "Rank 1 in the track open: a; before: no system."


def test_the_record_has_the_tracks(tmp_path: Path) -> None:
    said = json.loads(render_diff(in_tracks(tmp_path), "json"))
    assert [(one["track"], [row["system"] for row in one["systems"]]) for one in said["tracks"]] == [
        ("open", ["b"]),
        ("void", ["a"]),
    ]
    assert said["tracks"][0]["verdicts"][0]["verdict_new"] == "significant"
    assert (said["tracks_new"], said["tracks_gone"], said["not_compared"]) == (["*"], ["gone"], [])


def test_what_is_not_compared_is_said_even_where_nothing_changed(tmp_path: Path) -> None:
    said = record(
        phase="test",
        earlier=[record(phase="development")],
        settings=[{"name": "head"}],
        slices=[{"by": ["genre"]}],
        tracks=[track("open", [])],
    )
    told = (
        "No change: 2 systems with the same scores, ranks and verdicts by CoNLL, and in 1 track.",
        "These parts of the reports are not compared: the phase development, further settings, slices.",
    )
    assert sentences(of(tmp_path, said, said)) == told
    assert render_diff(of(tmp_path, said, said), "markdown") == f"{told[0]}\n{told[1]}\n"
    changed = of(tmp_path, said, record([system("a", 1), system("b", 1)]))
    assert sentences(changed)[-1] == told[1]
    assert json.loads(render_diff(changed, "json"))["not_compared"] == [
        "the phase development",
        "further settings",
        "slices",
    ]
