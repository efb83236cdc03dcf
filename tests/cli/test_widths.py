"""What commands print fits the terminal."""

from __future__ import annotations

import pytest

from tests.support.made_task import made_task
from tests.support.running import Typed

COMMANDS = [
    ("score", "balanced", "merger", "--errors"),
    ("score", "balanced", "merger", "--per-document"),
    ("score", "balanced", "--show-correspondence", "bc/gromi/00/gromi_0000"),
    ("validate", "balanced"),
    ("correlate", "."),
    ("power", ".", "--draws", "200"),
    ("probe", "split"),
    ("probe", "--response", "balanced"),
    ("probe", "--submissions", ".", "--trials", "500"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_what_is_printed_fits_80_columns(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(made_task())
    monkeypatch.setenv("COLUMNS", "80")
    names = [f"{word}.conll" if word in ("balanced", "merger") else word for word in words]
    run = typed(*names)
    assert run.code == 0
    assert [line for line in run.out.splitlines() if len(line) > 80] == []


def test_kinds_of_errors_fit_60_columns(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(made_task())
    monkeypatch.setenv("COLUMNS", "60")
    run = typed("score", "balanced.conll", "merger.conll", "--errors", "--metric", "lea")
    assert [line for line in run.out.splitlines() if len(line) > 60 and "Signature" not in line] == []
    assert "Hidden columns: Possible, Actual, Substitution" in " ".join(run.out.split())
