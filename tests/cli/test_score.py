"""``leaderboard score`` as it is typed: the numbers of the function, in every form."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest

import leaderboard
from tests.support import small_task
from tests.support.made_task import made_runs
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY, OTHER_LINK, RIGHT, SHORT, parts


@pytest.fixture(autouse=True)
def task(here: Path) -> Path:
    other = parts(OTHER_LINK, RIGHT, RIGHT)
    small_task.write(here, key=KEY, fair=FAIR, other=other, short=SHORT, broken=BROKEN)
    return here


@pytest.fixture
def score(typed: Typed) -> Typed:
    """Type ``leaderboard score`` and some words."""
    return partial(typed, "score")


TABLE = """\
Scores of fair in per cent

Metric        R       P     F1
--------  -----  ------  -----
Mentions  88.89  100.00  94.12
MUC       33.33   33.33  33.33
B³        72.22   75.00  73.58
CEAFₘ     66.67   75.00  70.59
CEAFₑ     66.67   80.00  72.73
BLANC     41.67   54.17  46.67
LEA       33.33   37.50  35.29
CoNLL         –       –  59.88

Key: key.conll.
Signature: """


def test_one_response(score: Typed) -> None:
    run = score("fair.conll")
    assert run.code == 0
    assert run.out.startswith(TABLE)
    assert run.err == ""


def test_several_responses_show_one_row_each(score: Typed) -> None:
    run = score("fair.conll", "other.conll", "--metric", "lea", "--metric", "muc")
    rows = [line.split() for line in run.out.splitlines()[2:6]]
    assert rows[0] == ["System", "MUC", "LEA"]
    assert rows[2][:2] == ["fair", "33.33"]
    assert run.out.startswith("F1 in per cent\n")


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], {}),
        (["--metric", "rand", "--metric", "blanc_gold"], {"metric": ["rand", "blanc_gold"]}),
        (["--singletons", "drop"], {"singletons": "drop"}),
        (["--missing", "empty"], {"missing": "empty"}),
        (["--duplicates", "error"], {"duplicates": "error"}),
        (["--no-check-words", "--word-column", "4"], {"check_words": False, "word_column": 4}),
        (["--check-words"], {"check_words": True}),
        (["--blanc", "luo2014", "--blanc-weight", "0.25"], {"blanc": "luo2014", "blanc_weight": 0.25}),
        (["--lea-importance", "class"], {"lea_importance": "class"}),
        (["--key", "other.conll", "--jobs", "1"], {"key": "other.conll", "jobs": 1}),
        (["--offsets", "token", "--ends", "inclusive"], {"offsets": "token", "ends": "inclusive"}),
    ],
)
def test_command_and_function_give_the_same_numbers(
    score: Typed, words: list[str], options: dict[str, Any]
) -> None:
    run = score("fair.conll", "short.conll", "--per-document", "--format", "json", *words)
    record = json.loads(run.out)
    result = leaderboard.score("fair.conll", "short.conll", per_document=True, **options)
    assert run.code == (3 if result.rejected else 0)
    assert record["signature"] == result.signature
    assert record["key"] == result.key
    assert [one["system"] for one in record["rejected"]] == [one.system for one in result.rejected]
    for row, system in zip(record["systems"], result.systems, strict=True):
        assert (row["documents"], row["parts"], row["missing"]) == (2, 3, system.missing)
        assert row["scores"] == fractions(system.scores)
        for part_row, part in zip(row["per_document"], system.per_document, strict=True):
            assert (part_row["document"], part_row["part"]) == (part.document, part.part)
            assert part_row["scores"] == fractions(part.scores)


def fractions(scores: dict[str, Any]) -> dict[str, Any]:
    quantities = ("recall", "precision", "f1")
    return {name: {word: getattr(score, word) for word in quantities} for name, score in scores.items()}


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("form", ["table", "markdown", "latex", "html"])
def test_forms_for_people(score: Typed, form: str, many: bool) -> None:
    run = score("fair.conll", *(["other.conll"] if many else []), "--format", form)
    assert run.code == 0
    assert "73.58" in run.out
    assert run.out.count("key:") == 1


def test_one_row_a_part(score: Typed) -> None:
    run = score("fair.conll", "--per-document", "--metric", "muc")
    rows = [line.split() for line in run.out.splitlines()[2:]]
    assert rows[0] == ["Document", "Part", "System", "MUC"]
    assert rows[2:5] == [["a", "0", "fair", "100.00"], ["a", "1", "fair", "0.00"], ["b", "0", "fair", "0.00"]]


@pytest.mark.parametrize("many", [False, True])
def test_columns_have_the_same_names_for_one_response_and_for_several(score: Typed, many: bool) -> None:
    words = ["fair.conll", *(["other.conll"] if many else [])]
    run = score(*words, "--columns", "lea_recall,system")
    assert run.out.splitlines()[2].split() == ["LEA", "R", "System"]
    assert run.out.splitlines()[4].split() == ["33.33", "fair"]
    run = score(*words, "--columns", "all")
    assert run.out.splitlines()[2].split()[:6] == [
        "System",
        "Documents",
        "Parts",
        "Missing",
        "Repairs",
        "Mentions",
    ]


def test_a_metric_s_name_is_its_f1_and_spaces_do_not_matter(score: Typed) -> None:
    run = score("fair.conll", "other.conll", "--columns", " lea , system,lea")
    assert run.out.splitlines()[2].split() == ["LEA", "System"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--columns", ","), "leaderboard: --columns is ','; give one or several names"),
        (("--columns", "system", "--format", "json"), "leaderboard: --columns has no effect on JSON"),
    ],
)
def test_columns_that_cannot_be_chosen(score: Typed, words: tuple[str, ...], message: str) -> None:
    run = score("fair.conll", "other.conll", *words)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(message)


def test_a_response_without_words_is_warned_of(score: Typed, task: Path) -> None:
    (task / "bare.conll").write_text("\n".join(row[-1] if row else "" for row in _columns(FAIR)))
    assert "bare.conll: words are not compared with the key's: this file has no" in score("bare.conll").err
    assert score("bare.conll", "--no-check-words").err == ""
    assert score("bare.conll", "--quiet").err == ""


def _columns(text: str) -> list[list[str]]:
    """The cells of each token line, and each other line whole."""
    return [line.split("\t") for line in text.split("\n")]


class TestRejected:
    def test_some_rejected(self, score: Typed) -> None:
        run = score("short.conll", "fair.conll", "broken.conll")
        assert run.code == 3
        assert "73.58" in run.out
        assert "Rejected: short (short.conll: 2 parts are missing: a (part 1), b (part 0); " in run.out
        lines = run.err.splitlines()
        assert len(lines) == 2
        assert lines[0].startswith("rejected: short.conll: 2 parts are missing: a (part 1), b (part 0); ")
        assert lines[1].startswith("rejected: broken.conll:2: ")

    @pytest.mark.parametrize("form", ["table", "markdown", "csv", "latex", "html"])
    def test_all_rejected(self, score: Typed, form: str) -> None:
        run = score("short.conll", "broken.conll", "--format", form)
        assert run.code == 4
        assert run.out == ""
        assert [line.split(":")[0] for line in run.err.splitlines()] == ["rejected", "rejected"]

    def test_all_rejected_in_json(self, score: Typed) -> None:
        run = score("short.conll", "--format", "json")
        record = json.loads(run.out)
        assert run.code == 4
        assert record["systems"] == []
        assert record["rejected"][0]["file"] == "short.conll"
        assert record["rejected"][0]["line"] is None

    def test_every_rejection_is_told_and_the_first_warnings(self, score: Typed) -> None:
        twice = parts(("(1", "1)", "-", "(1)|(2)|(3)|(4)", "(2)|(3)|(4)|(5)"), RIGHT, RIGHT)
        small_task.write(Path(), twice=twice, **{f"b{number}": BROKEN for number in range(7)})
        run = score("twice.conll", *(f"b{number}.conll" for number in range(7)))
        lines = run.err.splitlines()
        assert [line.split(":")[0] for line in lines] == ["warning"] * 5 + ["rejected"] * 7
        assert lines[4].endswith(" (and 2 more about this file)")


class TestErrors:
    @pytest.mark.parametrize(
        ("words", "code", "message"),
        [
            (["nope"], 2, "nope: no such file here or in ./submissions; check the name"),
            (["fair.conll", "--metric", "mux"], 2, "there is no metric 'mux'; did you mean 'muc'?"),
            (["fair.conll", "--jobs", "0"], 2, "--jobs is 0; give a number from 1 to 4096"),
            (["fair.conll", "--blanc-weight", "2"], 2, "--blanc-weight is 2; give a number from 0 to 1"),
            (["fair.conll", "--columns", "leaf"], 2, "there is no column 'leaf'; "),
            (["fair.conll", "fair.conll"], 2, "fair.conll is given twice; name each response once"),
            (["fair.conll", "--key", "nope"], 4, "nope: no such key (--key); check the path"),
            (["fair.conll", "--key", "broken.conll"], 4, "the key cannot be read: broken.conll:2: "),
            (["fair.conll", "--key", "."], 4, "the key cannot be read: "),
            ([], 2, "name at least one file: leaderboard score A.conll"),
            (["fair.conll", "--primary", "muc"], 2, "there is no option '--primary'; see "),
            (
                ["fair.conll", "--format", "yaml"],
                2,
                "--format is 'yaml'; choose table, markdown, csv, latex, html or json",
            ),
            (["fair.conll", "--jobs", "many"], 2, "--jobs is 'many'; give a whole number"),
        ],
    )
    def test_an_error_is_one_line(self, score: Typed, words: list[str], code: int, message: str) -> None:
        run = score(*words)
        assert run.code == code
        assert run.out == ""
        assert run.err.startswith(f"leaderboard: {message}")
        assert run.err.count("\n") == 1

    def test_no_file_has_so_long_a_name(self, score: Typed) -> None:
        """Since Python 3.14 the file is simply not there."""
        run = score("x" * 300)
        told = {4: "file name too long; check the path", 2: "no such file here or in ./submissions"}
        assert run.err.startswith(f"leaderboard: {'x' * 300}: {told[run.code]}")
        assert (run.out, run.err.count("\n")) == ("", 1)

    def test_without_any_key_likely_files_are_named(self, score: Typed, task: Path) -> None:
        (task / "key.conll").unlink()
        run = score("fair.conll")
        assert (run.code, run.err) == (4, "leaderboard: no key found; give it with --key PATH\n")
        (task / "gold.conll").write_text(KEY)
        told = "leaderboard: no key found; did you mean --key gold.conll?\n"
        assert score("fair.conll").err == told
        verbose = score("fair.conll", "--verbose")
        assert verbose.code == 4
        assert verbose.err.startswith(f"{told}leaderboard: looked at LEADERBOARD_KEY, ")

    def test_a_name_that_steers_the_terminal_is_spelled_out(self, score: Typed) -> None:
        run = score("\x1b[2J\n\u202ex")
        assert run.code == 2
        assert run.err.startswith("leaderboard: \\x1b[2J\\n\\u202ex: no such file")


def test_a_folder_among_the_submissions_brings_no_key_and_no_settings_of_its_own(score: Typed) -> None:
    small_task.write(Path("submissions"), key=KEY)
    small_task.write(Path("submissions/evil"), sub=FAIR, key=FAIR)
    Path("submissions/evil/leaderboard.toml").write_text("key = 'key.conll'\nmetric = 'lea'\n")
    record = json.loads(score("submissions/evil/sub.conll", "--format", "json").out)
    assert record["key"] == str(Path("submissions/key.conll"))
    assert record["systems"][0]["scores"]["muc"]["f1"] < 1


class TestRuns:
    """Several runs of a system are one row, and a table says how far apart they are."""

    @pytest.fixture(autouse=True)
    def folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(made_runs())

    FILES = ("ours@1.conll", "ours@2.conll", "ours@3.conll", "precise.conll")

    def test_the_table_of_runs(self, score: Typed) -> None:
        alone = [leaderboard.score(file, metric="lea").systems[0].scores["lea"].f1 for file in self.FILES[:3]]
        run = score(*self.FILES, "--metric", "lea")
        assert "LEA F1 of systems with several runs, in per cent" in run.out
        each = ", ".join(f"{100 * f1:.2f}" for f1 in alone)
        [line] = [line for line in run.out.splitlines() if line.endswith(each)]
        mean, spread = 100 * fmean(alone), 100 * stdev(alone)
        least, most = 100 * min(alone), 100 * max(alone)
        assert line.split()[:5] == ["ours", "3", f"{mean:.2f}", f"{spread:.2f}", f"{least:.2f}–{most:.2f}"]
        assert "SD: the sample standard deviation over runs." in run.out

    def test_several_metrics_are_named(self, score: Typed) -> None:
        out = score(*self.FILES, "--metric", "lea", "--metric", "muc").out
        assert "\nF1 of systems with several runs, in per cent\n" in out
        assert len(re.findall(r"^ours +(LEA|MUC) +3 ", out, re.MULTILINE)) == 2

    def test_the_record_has_the_runs(self, score: Typed) -> None:
        ours, precise = json.loads(score(*self.FILES, "--format", "json").out)["systems"]
        assert [run["run"] for run in ours["runs"]] == ["1", "2", "3"]
        assert ours["spread"]["muc"]["runs"] == 3
        assert (precise["runs"], precise["spread"]["muc"]["runs"]) == ([], 1)

    def test_csv_has_one_table(self, score: Typed) -> None:
        assert len(score(*self.FILES, "--format", "csv").out.splitlines()) == 1 + 2
