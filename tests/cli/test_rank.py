"""``leaderboard rank`` as it is typed."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

import leaderboard
from leaderboard.options import configuration, read_options, values
from tests.support import small_task
from tests.support.made_task import made_task
from tests.support.running import Run, Typed
from tests.support.small_task import BROKEN, FAIR, KEY

pytestmark = pytest.mark.untraced

FEW = ("--metric", "muc", "--metric", "conll", "--draws", "200", "--trials", "500")


@pytest.fixture
def rank(typed: Typed, tmp_path: Path) -> Typed:
    def run(*words: str) -> Run:
        return typed("rank", str(made_task()), "--output", str(tmp_path / "reports"), *FEW, *words)

    return run


@pytest.mark.parametrize(
    ("words", "primary", "metrics"),
    [
        (["--metric", "LEA"], "lea", ["lea"]),
        (["--metric", "lea,B³"], "conll", ["bcub", "lea", "conll"]),
        (["--metric", "LEA", "--metric", "muc", "--primary", "MUC"], "muc", ["muc", "lea"]),
    ],
)
def test_metrics_are_named_as_people_write_them(
    typed: Typed, tmp_path: Path, words: list[str], primary: str, metrics: list[str]
) -> None:
    few = ("--draws", "100", "--trials", "100", "--format", "json", "--output", str(tmp_path / "reports"))
    record = json.loads(typed("rank", str(made_task()), *words, *few).out)
    assert record["primary"] == primary
    assert list(record["systems"][0]["scores"]) == metrics


def test_options_are_read_once(rank: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    for module in (configuration, values):
        monkeypatch.setattr(module, "read_options", lambda given: read.append(given) or read_options(given))
    assert rank("--primary", "conll").code == 0
    assert len(read) == 1


def test_the_table_is_printed_and_the_report_written(rank: Typed, tmp_path: Path) -> None:
    run = rank()
    assert run.code == 0
    assert run.out.startswith("A synthetic shared task: 9 systems, 12 documents, CoNLL F1\n\n")
    assert "approximate randomization over 12 documents" in run.out
    assert {"leaderboard.md", "leaderboard.csv", "provenance.json"} <= {
        path.name for path in (tmp_path / "reports").iterdir()
    }


@pytest.mark.parametrize(("columns", "widest"), [(None, 80), ("60", 60), ("120", 120), ("10", 53)])
def test_output_fits_the_width(
    rank: Typed, monkeypatch: pytest.MonkeyPatch, columns: str | None, widest: int
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    lines = [line for line in rank().out.splitlines() if "/" not in line and "|" not in line]
    assert max(map(len, lines)) <= widest
    assert len(lines) <= 30 or widest < 80


def last_line(run: Run) -> str:
    """The last line as it was before it was wrapped."""
    return " ".join(run.out.rpartition("\n\n")[2].split())


def test_the_last_line_says_where_the_report_is(rank: Typed, tmp_path: Path) -> None:
    for words in ((), ("--verbose",), ("--columns", "system")):
        assert (
            last_line(rank(*words))
            == f"9 systems ranked, none rejected. Report: {tmp_path}/reports/leaderboard.html."
        )


def test_verbose_prints_every_note_and_the_whole_signature(rank: Typed) -> None:
    brief, verbose = rank().out, rank("--verbose").out
    for text in ("|ties:beaten", "Kendall's tau", "F1 of each metric with its own significance rank"):
        assert text in verbose
        assert text not in brief


def test_a_report_that_cannot_be_written_is_not_said_to_be_there(rank: Typed, tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "ranks.csv").write_text("mine")
    run = rank()
    assert run.code == 4
    assert run.out.startswith("A synthetic shared task: 9 systems")
    assert "Report:" not in run.out


def test_command_and_function_give_the_same_numbers(rank: Typed) -> None:
    record = json.loads(rank("--format", "json").out)
    result = leaderboard.rank(made_task(), metric=("muc", "conll"), draws=200, trials=500)
    assert [row["system"] for row in record["systems"]] == [row.system for row in result.primary.standings]
    assert [row["rank"] for row in record["systems"]] == [row.rank for row in result.primary.standings]
    assert [row["p_value"] for row in record["comparisons"]] == [row.p_value for row in result.comparisons]


def test_csv_has_one_order_of_columns(rank: Typed) -> None:
    whole = rank("--metric", "mentions", "--format", "csv").out
    assert rank("--metric", "mentions", "--format", "csv", "--columns", "all").out == whole
    assert whole.index(",mentions_f1") < whole.index(",muc_f1")


def test_the_score_and_its_interval_are_columns_of_their_own(rank: Typed) -> None:
    lines = rank("--columns", "system,conll,muc,interval").out.splitlines()
    [header] = (line for line in lines if line.startswith("System"))
    assert re.split(r" {2,}", header) == ["System", "CoNLL", "MUC", "95 % interval"]


@pytest.mark.parametrize("rule", ["beaten", "leader", "clusters", "letters"])
def test_the_rule_of_ties_is_named(rank: Typed, rule: str) -> None:
    record = json.loads(rank("--format", "json", "--ties", rule).out)
    assert f"|ties:{rule}" in record["signature"]


def test_equal_runs_write_equal_bytes(typed: Typed, tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        assert (
            typed("rank", str(made_task()), "--output", str(tmp_path / name), *FEW, "--jobs", jobs).code == 0
        )
    names = sorted(
        path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file()
    )
    assert len(names) > 5
    for name in names:
        if name.name != "provenance.json":
            assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name


def test_a_rejected_entry_is_named_and_the_rest_ranked(typed: Typed, tmp_path: Path) -> None:
    folder = tmp_path / "task"
    shutil.copytree(made_task(), folder)
    (folder / "broken.conll").write_text(BROKEN)
    run = typed("rank", str(folder), "--output", str(tmp_path / "reports"), *FEW)
    assert run.code == 3
    assert "broken.conll:2:" in run.err
    assert "1 submission is rejected: broken." in " ".join(run.out.split())
    assert last_line(run) == (
        f"9 systems ranked, 1 rejected. Report: {tmp_path}/reports/leaderboard.html "
        "(exit code 3: 1 submission was rejected)."
    )
    assert "broken" in (tmp_path / "reports" / "leaderboard.md").read_text(encoding="utf-8")


def test_a_wrong_option_is_one_line(typed: Typed) -> None:
    run = typed("rank", "--metric", "lee")
    assert (run.code, run.out) == (2, "")
    assert run.err == "leaderboard: there is no metric 'lee'; did you mean 'lea'?\n"


def test_leaving_documents_out_is_told(rank: Typed) -> None:
    run = rank("--leave-one-out", "--verbose")
    assert " documents change the order of two systems when left out." in run.out
    record = json.loads(rank("--leave-one-out", "--format", "json").out)
    assert len(record["left_out"]) == 12
    assert {"document", "leaders", "flips", "kendall"} <= set(record["left_out"][0])


def test_the_stability_of_ranks_is_shown(rank: Typed) -> None:
    out = rank("--verbose").out
    assert "Rank stability by CoNLL" in out
    assert "left out" not in out


@pytest.mark.parametrize(
    ("form", "file"), [("csv", "csv"), ("latex", "tex"), ("html", "html"), ("json", "json")]
)
def test_a_form_is_printed_as_it_is_written(rank: Typed, tmp_path: Path, form: str, file: str) -> None:
    printed = rank("--format", form).out
    assert printed == (tmp_path / "reports" / f"leaderboard.{file}").read_text(encoding="utf-8")


def test_chosen_columns_make_a_table_of_their_own(rank: Typed) -> None:
    printed = rank("--format", "latex", "--columns", "rank,system").out
    assert r"\documentclass" not in printed
    assert re.search(r"Rank +& System +\\\\\n", printed)


def test_figures_in_a_form_that_is_none(rank: Typed) -> None:
    run = rank("--figures", "pdf,gif")
    assert run.code == 2
    assert run.err == "leaderboard: --figures is 'gif'; choose pdf or png\n"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are text here")
def test_paths_that_are_no_text_are_ranked_and_verified(typed: Typed, here: Path) -> None:
    small_task.write(Path("s\udcff"), fair=FAIR)
    small_task.write(Path("k\udcff"), key=KEY)
    run = typed("rank", "s\udcff", "--key", "k\udcff/key.conll", "--draws", "100")
    assert (run.code, run.err) == (0, "")
    assert json.loads(Path("reports/leaderboard.json").read_bytes())["key"] == "../k\udcff/key.conll"
    assert typed("verify").code == 0


def all_rejected(folder: Path) -> list[str]:
    """A task of three rejected systems, and what is said of each."""
    small_task.write(folder, key=KEY, a=BROKEN, b=BROKEN, c=BROKEN + BROKEN)
    return [f"rejected: {folder / name}.conll:2: the bracket '(1' is never closed; " for name in "abc"]


@pytest.mark.parametrize("verb", ["rank", "correlate", "power", "compare"])
@pytest.mark.parametrize("form", ["table", "json"])
def test_where_none_is_accepted_every_rejection_is_told(
    typed: Typed, tmp_path: Path, verb: str, form: str
) -> None:
    reasons = all_rejected(tmp_path)
    words = [str(tmp_path / f"{name}.conll") for name in "abc"] if verb == "compare" else [str(tmp_path)]
    run = typed(verb, *words, "--format", form)
    assert run.code == 4
    for line, reason in zip(run.err.splitlines(), reasons, strict=True):
        assert line.startswith(reason)
    assert "more: `leaderboard validate` lists them" in run.err
    if form == "json":
        record = json.loads(run.out)
        assert record["systems"] == []
        assert [row["system"] for row in record["rejected"]] == ["a", "b", "c"]
        assert record["rejected"][0]["line"] == 2
    else:
        assert run.out == ""


def test_json_of_another_error_is_nothing(typed: Typed, tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, a=FAIR)
    run = typed("compare", str(tmp_path / "a.conll"), "--format", "json")
    assert (run.code, run.out) == (2, "")


def test_a_report_among_the_submissions_is_no_submission(typed: Typed, here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR)
    for _ in range(2):
        run = typed("rank", ".", "--draws", "100")
        assert (run.code, run.err) == (0, "")
    assert typed("verify").code == 0
