"""How many documents would show the difference of two systems: the record, and the sentence on tests."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.words.comparisons import needed_notes
from leaderboard.significance.power import Needed
from tests.support.made_task import made_task
from tests.support.running import Typed

LEA = ("--metric", "lea", "--primary", "lea", "--trials", "1000", "--draws", "100")
START = "If the observed difference of "
END = "not a verdict: adding documents until p is small is no test."


@pytest.fixture
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three systems of which the two best are tied."""
    folder = tmp_path / "task"
    folder.mkdir()
    for name in ("key", "balanced", "precise", "careless"):
        shutil.copy(made_task() / f"{name}.conll", folder)
    monkeypatch.chdir(tmp_path)
    return folder


def test_rank_has_it_in_the_record_and_in_one_sentence(typed: Typed, task: Path) -> None:
    assert typed("rank", str(task), *LEA, "--output", "out").code == 0
    record = json.loads(Path("out/leaderboard.json").read_text("utf-8"))
    needed = record["documents_needed"]["lea"]
    assert list(needed) == ["first", "second", "single", "corrected", "least"]
    assert (needed["first"], needed["second"]) == ("balanced", "precise")
    assert needed["least"] < 12 < needed["single"] < needed["corrected"]
    for name in ("leaderboard.md", "leaderboard.html"):
        text = Path("out", name).read_text("utf-8")
        after = text[text.index("How it was tested") :]
        assert after.index(START) < after.index("Signature")
        assert END in text
    said = " ".join(typed("rank", str(task), *LEA, "--output", "out", "--verbose").out.split())
    assert START in said
    assert END in said
    assert START not in " ".join(typed("rank", str(task), *LEA, "--output", "out").out.split())


def test_compare_has_it_for_the_first_pair(typed: Typed, task: Path) -> None:
    paths = [str(task / f"{name}.conll") for name in ("precise", "balanced", "careless")]
    key = ("--key", str(task / "key.conll"))
    record = json.loads(typed("compare", *paths, *key, *LEA, "--format", "json").out)
    needed = record["documents_needed"]["lea"]
    assert (needed["first"], needed["second"]) == ("precise", "balanced")
    said = " ".join(typed("compare", *paths, *key, *LEA, "--verbose").out.split())
    found = re.search(r"(If the observed .*?)\(about (\d+) with a correction for 3 pairs\)", said)
    assert found is not None
    assert f"takes about {needed['single']} documents like these to show it in four of five" in found[1]
    assert f"is the true one, it takes about {needed['least']}. This is a plan" in said
    assert START not in " ".join(typed("compare", *paths, *key, *LEA).out.split())


def test_numbers_are_rounded_and_a_level_pair_has_no_sentence(task: Path) -> None:
    paths = [task / f"{name}.conll" for name in ("precise", "balanced")]
    [family] = leaderboard.compare(*paths, key=task / "key.conll", metric="lea", primary="lea").families
    needed = Needed(first="precise", second="balanced", single=None, corrected=1, least=13_449)
    [said] = needed_notes(family, {"lea": needed})
    assert "it takes more than a million documents like these to show it in four of five test sets. " in said
    assert "it takes about 13,000. " in said
    assert list(needed_notes(replace(family, scores=family.scores * 0), {"lea": needed})) == []
    assert list(needed_notes(family, {"lea": None})) == []
