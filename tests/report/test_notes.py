"""Which warnings the files of a report have as notes, and how many they leave to the record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.report import notes
from leaderboard.report.files.contents import report_files
from leaderboard.report.notes import cautions
from leaderboard.verbs.rank import RankResult, rank
from tests.support import small_task
from tests.support.small_task import FAIR, KEY, NOTHING, parts

NONE = "Warning: none.conll: no mentions; check that the output of the system was written."
GOLD = (
    "Warning: gold.conll: the same mentions and entities as the key; "
    "check that this is the output of a system and not the key."
)
NOBODY = parts(NOTHING, NOTHING, NOTHING)
TWICE = FAIR.replace("(2)", "(2)|(1)|(1)")


def ranked(folder: Path, **texts: str) -> RankResult:
    small_task.write(folder, key=KEY, fair=FAIR, **texts)
    return rank(folder, draws=200, trials=200, jobs=1)


def test_reports_have_a_note_for_each_kind_and_file(tmp_path: Path) -> None:
    result = ranked(tmp_path, none=NOBODY, gold=KEY)
    assert cautions(result) == (GOLD, NONE)
    files = {name: content.decode() for name, content in report_files(result, ()).items()}
    for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex"):
        for text in (NONE, GOLD):
            assert files[name].count(text.removeprefix("Warning: ")) == 1, name


def test_repeats_are_left_to_the_record(tmp_path: Path) -> None:
    result = ranked(tmp_path, twice=TWICE)
    repeats = len(json.loads(report_files(result, ())["leaderboard.json"])["warnings"])
    assert repeats > 1
    assert cautions(result) == (f"leaderboard.json lists {repeats} warnings.",)
    result = ranked(tmp_path, none=NOBODY)
    assert cautions(result) == (NONE, f"leaderboard.json lists {repeats} more warnings.")


def test_identical_systems_have_a_note_of_their_own(tmp_path: Path) -> None:
    assert not cautions(ranked(tmp_path, again=FAIR))


def test_of_several_lines_the_first_is_a_note(tmp_path: Path) -> None:
    toml = '[tracks]\nopen = ["fair", "none", "quux", "zyzzy"]\n'
    (tmp_path / "leaderboard.toml").write_text(toml)
    named, more = cautions(ranked(tmp_path, none=NOBODY))[-2:]
    assert named.startswith("Warning: leaderboard.toml:2: the track 'open' names 'quux'")
    assert more == "leaderboard.json lists 1 more warning."


def test_the_notes_of_many_files_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_WARNINGS", 1)
    assert cautions(ranked(tmp_path, none=NOBODY, gold=KEY)) == (
        GOLD,
        "leaderboard.json lists 1 more warning.",
    )
