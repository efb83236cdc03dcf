"""Help fits a screen, shows the common options first, and cuts no word; typos name the nearest word."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from leaderboard.cli.app import COMMANDS
from leaderboard.simulation.synthetic_key import SHAPES
from tests.support.running import Typed

ROOT = Path(__file__).parents[2]
ALL = [*((name,) for name in COMMANDS), ("codabench", "score"), ("codabench", "init")]


@pytest.mark.parametrize("words", ALL)
def test_help_fits(typed: Typed, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    short = typed(*words, "--help")
    assert (short.code, short.err) == (0, "")
    assert short.out.count("\n") < 60
    assert typed(*words, "-h").out == short.out
    for columns in ("60", "80", "120"):
        monkeypatch.setenv("COLUMNS", columns)
        for shown in ("--help", "--help-all"):
            out = typed(*words, shown).out
            assert [line for line in out.splitlines() if len(line) > int(columns)] == []
            assert not re.search(r"<bool>|<str>|[│╭]|\[default", out)


def test_help_has_the_common_options_and_help_all_the_others(typed: Typed) -> None:
    short, whole = typed("rank", "--help").out, typed("rank", "--help-all").out
    flags = re.findall(r"^  (--[a-z-]+)", whole, flags=re.M)
    assert set(re.findall(r"^  (--[a-z-]+)", short, flags=re.M)) - {"--help-all"} < set(flags)
    assert "--lea-importance size|one|class" in whole
    assert "--lea-importance" not in short
    assert f"Show all {len(flags)} options" in short


def test_the_help_of_simulate_names_every_preset(typed: Typed) -> None:
    assert ", ".join(SHAPES) in " ".join(typed("simulate", "--help").out.split())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rank", "--metrc", "lea"), "there is no option '--metrc'; did you mean '--metric'?"),
        (("rank", "-metric", "lea"), "there is no option '-metric'; did you mean '--metric'?"),
        (("rank", "--missing_dataset=zero"), "there is no option '--missing_dataset'; did you mean"),
        (("rank", "--xyzzy"), "there is no option '--xyzzy'; see "),
        (
            ("--metric", "lea"),
            "there is no option '--metric'; write options after the command",
        ),
        (("pull_request",), "there is no command 'pull_request'; did you mean 'pull-request'?"),
        (("folder",), "there is no command 'folder'; did you mean `leaderboard rank folder`?"),
        (("a.conll",), "there is no command 'a.conll'; did you mean `leaderboard score a.conll`?"),
        (("--verison",), "there is no option '--verison'; did you mean '--version'?"),
        (("rank", "--verison"), "there is no option '--verison'; did you mean `leaderboard --version`?"),
        (("hlep",), "there is no command 'hlep'; did you mean 'help'?"),
        (("rank", "--alpha=half"), "--alpha is 'half'; give a number"),
        (("simulate", "x", "--systems", "a"), "--systems: not a whole number; see leaderboard simulate"),
        (("codabench", "scor"), "there is no command 'scor'; did you mean 'score'?"),
        (("score",), "name at least one file: leaderboard score A.conll"),
        (("compare",), "name at least two files: leaderboard compare A.conll B.conll"),
        (("diff", "old"), "NEW is missing: leaderboard diff OLD NEW"),
        (("rank", "a", "b"), "b: too many names; write "),
        (("rank", "--submissions", "a"), "there is no option '--submissions'; write "),
        (("power", "--adjust", "holm"), "there is no option '--adjust'; see "),
        (("compare", "a.conll", "a.conll"), "a.conll is given twice; name each response once"),
        (("score", "a.conll", "--key"), "Option '--key' requires an argument; see --help"),
        (("rank", "--match", "exct"), "--match is 'exct'; choose exact, partial or head"),
    ],
)
def test_a_mistake_is_one_line_that_helps(
    typed: Typed, here: Path, words: tuple[str, ...], message: str
) -> None:
    Path("folder").mkdir()
    Path("a.conll").write_text("", encoding="utf-8")
    run = typed(*words)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert run.err.startswith(f"leaderboard: {message}")


def test_a_table_of_counts_has_no_sums_to_save(typed: Typed, here: Path) -> None:
    Path("t.csv").write_text("system,item,right\na,1,1\n", encoding="utf-8")
    assert "; leave it out, because a table of counts" in typed("rank", "t.csv", "--save", "x").err
    assert typed("rank", "x", "--save", "x").err.endswith("; did you mean '--saved'?\n")


@pytest.mark.parametrize(
    ("command", "unit", "missing", "counts"),
    [
        ("compare", "document|part|component|run|item|cluster", "error|empty|shared", True),
        ("rank", "document|part|run|item|cluster", "error|empty|shared", True),
        ("power", "document|part|item|cluster", "error|empty|shared", True),
        ("errors", "document|part", "error|empty", False),
    ],
)
def test_the_help_has_only_what_the_command_can_do(
    typed: Typed, command: str, unit: str, missing: str, counts: bool
) -> None:
    text = " ".join(typed(command, "--help-all").out.split())
    assert f"--unit {unit} Unit" in text
    assert f"--missing {missing} Documents" in text
    assert ("table of counts" in text) == counts
    assert ("run: runs of each system" in text) == ("run" in unit)


@pytest.mark.parametrize("words", [(), ("rank",), ("codabench", "score")])
def test_help_is_a_command_too(typed: Typed, words: tuple[str, ...]) -> None:
    assert typed("help", *words) == typed(*words, "--help")


def test_too_many_names_may_be_a_key(typed: Typed) -> None:
    assert typed("rank", "a", "b").err.endswith("leaderboard rank [SUBMISSIONS] --key KEY\n")
    assert typed("diff", "a", "b", "c").err.endswith("leaderboard diff OLD NEW\n")


def test_a_file_in_place_of_a_folder_is_told(typed: Typed, tmp_path: Path) -> None:
    file = tmp_path / "a.conll"
    file.write_text("", encoding="utf-8")
    run = typed("rank", str(file))
    assert run.code == 4
    assert "a file, not a folder; name the folder with the submissions, or use `leaderboard score" in run.err


@pytest.mark.parametrize(
    ("line", "found"),
    [("leaderboard pul", ["pull-request"]), ("leaderboard rank --match ", ["exact", "partial", "head"])],
)
def test_a_shell_completes_commands_and_values(line: str, found: list[str]) -> None:
    run = "import sys; sys.argv = ['leaderboard']; from leaderboard.cli import main; main()"
    words = {"_LEADERBOARD_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    done = subprocess.run(
        [sys.executable, "-c", run],
        env={**os.environ, **words, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == found


def test_a_table_of_documents_is_no_option_where_it_has_no_effect(typed: Typed) -> None:
    assert "--documents" in typed("validate", "--help-all").out
    assert "--documents" not in typed("read", "--help-all").out
