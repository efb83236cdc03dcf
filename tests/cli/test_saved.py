"""Saved sums and clusters as they are typed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from leaderboard.saved import MANIFEST
from tests.support.made_task import made_task
from tests.support.running import Typed

pytestmark = pytest.mark.untraced


COPIES = "the same mentions and entities as copy; check that no output was submitted twice"
FEW = ("--metric", "conll", "--trials", "300", "--draws", "200")


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    shutil.copytree(made_task(), here / "submissions")


def test_scores_are_saved_and_ranked_without_the_responses(typed: Typed) -> None:
    plain = typed("rank", *FEW, "--format", "csv")
    names = sorted(path.name for path in Path("submissions").glob("*.conll") if path.name != "key.conll")
    assert typed("score", *names, "--metric", "conll", "--save", "saved", "--quiet").code == 0
    shutil.rmtree("submissions")
    alone = typed("rank", "saved", *FEW[2:], "--format", "csv")
    assert (alone.code, alone.err) == (0, f"warning: {Path('saved/balanced')}: {COPIES}\n")
    assert alone.out == plain.out


def test_one_metric_that_was_saved_alone_ranks_the_sums(typed: Typed) -> None:
    assert typed("score", "eager", "precise", "--metric", "LEA", "--save", "saved", "--quiet").code == 0
    run = typed("rank", "saved", *FEW[2:])
    assert (run.code, run.out.splitlines()[0]) == (0, "2 systems, 12 documents, LEA F1")
    other = typed("rank", "saved", "--metric", "B³")
    assert other.err == "leaderboard: saved: no saved sums of bcub; choose among lea\n"


def test_a_damaged_file_is_a_warning_with_the_responses_and_an_error_without(typed: Typed) -> None:
    copies = f"warning: {Path('submissions/balanced.conll')}: {COPIES}\n"
    assert typed("rank", *FEW, "--saved", "saved").err == copies
    path = min(path for path in Path("saved").iterdir() if path.name != MANIFEST)
    path.write_bytes(path.read_bytes()[:-1])
    alone = typed("rank", "saved", *FEW[2:])
    what = f"{path}: damaged: its content differs from what was saved"
    assert (alone.code, alone.err) == (4, f"leaderboard: {what}; score the responses again\n")
    again = typed("rank", *FEW, "--saved", "saved")
    assert (again.code, again.err) == (0, f"warning: {what}; it is scored again\n{copies}")


def test_without_dask_one_line_says_what_to_install(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    run = typed("rank", "--scheduler", "tcp://127.0.0.1:1")
    message = "leaderboard: --scheduler needs Dask; install it with `pip install 'coref-leaderboard[dask]'`\n"
    assert (run.code, run.out, run.err) == (2, "", message)


def test_the_options_of_a_folder_of_sums_are_explained(typed: Typed) -> None:
    typed("score", "eager", "--metric", "lea", "--save", "saved")
    run = typed("rank", "saved", "--explain-config", "--format", "csv")
    rows = run.out.replace("\r", "")
    for name in ("metric", "primary"):
        assert f"\n{name},lea,{Path('saved') / MANIFEST}\n" in rows


@pytest.mark.parametrize(
    ("command", "flags"),
    [("score", {"--save"}), ("rank", {"--saved"}), ("compare", {"--saved"}), ("power", {"--saved"})],
)
def test_a_command_offers_what_it_can_do(typed: Typed, command: str, flags: set[str]) -> None:
    words = typed(command, "--help-all").out.split()
    assert flags <= set(words)
    assert not {"--save", "--saved"} - flags & set(words)
    assert "--scheduler" in words
