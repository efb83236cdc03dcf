"""Small changes of good files in small numbers; ``python -m tools.silent`` makes them by the ten thousand."""

from __future__ import annotations

import random
import re
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import leaderboard.formats
from leaderboard.corpus import Corpus
from leaderboard.errors import Problem
from leaderboard.formats.reading import Parsed, settle
from leaderboard.formats.stanza import _Reader
from tests.support.good_files import FORMS
from tools import silent
from tools.reliability.sections import BEFORE
from tools.reliability.sections import silent as section
from tools.reliability.stages import read_plainly


@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_silent(name: str, tmp_path: Path) -> None:
    counts, found = silent.tried(FORMS[name], 60, random.Random(4), tmp_path)
    assert found == []
    assert counts.total() == 60
    assert {what for (_, what), number in counts.items() if number} >= {"refused"}


def test_a_mention_that_is_lost_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader loses the last mention of every file but the good ones, which are read first."""
    calls = count()

    def losing(parsed: Parsed, refused: bool = False) -> tuple[Corpus, tuple[Problem, ...]]:
        corpus, repeats = settle(parsed, refused)
        good = not corpus.file.endswith(".jsonl") or next(calls) % (silent.CHANGES_OF_A_FILE + 1) == 0
        return (corpus if good else corpus.picked(np.arange(len(corpus.part))[:-1]).renumbered()), repeats

    monkeypatch.setattr(leaderboard.formats, "settle", losing)
    counts, found = silent.tried(FORMS["JSON lines"], 60, random.Random(1), tmp_path)
    faults = sum(number for (_, what), number in counts.items() if what == "silent")
    assert faults == len(found) > 0
    assert all(counts[kind, "as written"] == 0 for kind, _ in counts)


def test_a_warning_that_is_not_given_would_be_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_Reader, "remarks", lambda reader: ())
    assert silent.main(100, 1, "Stanza", "JSON lines") == 1
    said = capsys.readouterr()
    figures = read_plainly(said.out)
    assert (figures["files"], figures["seed"]) == (100, 1)
    assert figures["faults"] == figures["formats"]["Stanza"]["silent"] > 0
    assert figures["formats"]["JSON lines"]["silent"] == 0
    assert all(sum(counts.values()) == 100 for counts in figures["formats"].values())
    assert "coref_chains=" in said.err
    assert re.search(
        rf"^\| Stanza .*\b{figures['faults']} \| +{BEFORE['Stanza']} \|$", section(figures), re.M
    )


def test_figures_of_before_are_of_formats() -> None:
    assert BEFORE.keys() <= FORMS.keys()


def test_the_same_seed_makes_the_same_files(tmp_path: Path) -> None:
    one, other = (silent.tried(FORMS["CoNLL"], 40, random.Random(7), tmp_path)[0] for _ in range(2))
    assert one == other
