"""Every entry of a folder is told of once, by each policy, in every form."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.support import made_entries, small_task
from tests.support.each_once import EachOnce, names, report
from tests.support.made_entries import CASES, DATASETS, Policy, systems
from tests.support.running import Run, Typed
from tests.support.small_task import BROKEN, FAIR, KEY

FEW = ("--draws", "100", "--trials", "100", "--jobs", "1")
LAST_LINES = {
    "error": "3 systems ranked, 11 rejected.",
    "zero": "8 systems ranked, 3 rejected, 2 runs left out of the mean.",
    "exclude": "3 systems ranked, 5 excluded, 3 rejected, 2 runs left out of the mean.",
}
LEFT_OUT = {
    "ours@3 lacks en; ours is the mean of 2 of 4 runs",
    "ours@4 lacks de (unreadable file); ours is the mean of 2 of 4 runs",
}


@pytest.fixture
def folder(here: Path) -> Path:
    made_entries.write(Path("submissions"))
    return Path("submissions")


@pytest.fixture(params=get_args(Policy))
def policy(request: pytest.FixtureRequest) -> Policy:
    found: Policy = request.param
    return found


@pytest.fixture
def run(folder: Path, policy: Policy, typed: Typed) -> Run:
    return typed("rank", str(folder), "--missing-dataset", policy, *FEW)


class TestRank:
    def test_each_entry_is_told_of_once(self, run: Run, policy: Policy, typed: Typed) -> None:
        assert run.code == 3
        check = EachOnce(CASES, LEFT_OUT, policy, len(DATASETS))
        check.check_json()
        verbose = typed("rank", "submissions", "--missing-dataset", policy, *FEW, "--verbose")
        check.check_terminal(run, verbose)
        check.check_markdown()
        check.check_html()
        check.check_latex()
        assert LAST_LINES[policy] in " ".join(run.out.split())

    def test_json_says_why_files_are_unreadable(self, run: Run, policy: Policy) -> None:
        found = json.loads(report("leaderboard.json"))["faulty_datasets"]
        assert [(one["system"], one["dataset"], one["file"], one["line"]) for one in found] == [
            ("broken", "de", "broken/de.conll", 2),
            ("cut", "cs", "cut/cs.conll", None),
            ("cut", "de", "cut/de.conll", 2),
            ("ours", "de", "ours@4.zip/de.conll", 2),
            ("theirs", "de", "theirs@2/de.conll", 2),
        ] * (policy != "error")
        assert all("is never closed; write" in one["reason"] for one in found if one["line"])

    def test_unreadable_files_are_printed_as_ever(self, run: Run, policy: Policy) -> None:
        lines = run.err.splitlines()
        unreadable = names(lines, "unreadable: submissions/", ": ")
        assert unreadable == [
            "broken/de.conll:2",
            "cut/cs.conll",
            "cut/de.conll:2",
            "ours@4.zip/de.conll:2",
            "theirs@2/de.conll:2",
        ] * (policy != "error")
        assert len([line for line in lines if "broken/de.conll:2: the bracket" in line]) == 1

    def test_saved_sums_keep_what_became_of_each(self, folder: Path, policy: Policy, typed: Typed) -> None:
        words = ("--missing-dataset", policy, *FEW, "--no-prices")
        plain = typed("rank", str(folder), *words, "--format", "json")
        for _ in range(2):
            again = typed("rank", str(folder), *words, "--format", "json", "--saved", "sums")
            assert again == plain
        alone = typed("rank", "sums", *FEW, "--format", "json")
        one, other = json.loads(plain.out), json.loads(alone.out)
        scored = [entry for entry in one["entries"] if entry["verdict"] != "rejected"]
        assert all(entry["entry"].endswith(".sums") for entry in other["entries"])
        assert self.as_a_bag(other["entries"]) == self.as_a_bag(scored)
        reasons, again = (
            Counter((entry["system"], entry["line"], entry["reason"]) for entry in record["faulty_datasets"])
            for record in (one, other)
        )
        assert reasons == again
        assert one["systems"] == other["systems"]
        assert one["excluded"] == other["excluded"]
        assert alone.code == (0 if policy == "error" else 3)

    @staticmethod
    def as_a_bag(found: list[dict[str, Any]]) -> Counter[str]:
        return Counter(str({**entry, "entry": ""}) for entry in found)

    def test_the_number_of_jobs_changes_nothing(self, folder: Path, typed: Typed) -> None:
        words = ("rank", str(folder), "--missing-dataset", "zero", *FEW[:-1], "--format", "json")
        assert typed(*words, "1") == typed(*words, "2")

    def test_no_bytes_of_scores_in_csv_change(self, run: Run, policy: Policy) -> None:
        rows = report("leaderboard.csv").splitlines()[1:]
        assert len(rows) == len(systems(policy, "ranked"))


class TestOthers:
    """Other commands tell the same of the responses that they are given."""

    GIVEN = ("good", "broken", "ours", "short")

    def test_score(self, folder: Path, policy: Policy, typed: Typed) -> None:
        run = typed("score", *self.GIVEN, "--missing-dataset", policy, "--format", "json")
        assert run.code == 3
        self.check_record(policy, json.loads(run.out))
        shown = typed("score", *self.GIVEN, "--missing-dataset", policy)
        assert (shown.code, shown.err) == (3, run.err)
        self.check_lines(policy, run.err, " ".join(shown.out.split()))

    def test_compare(self, folder: Path, policy: Policy, typed: Typed) -> None:
        run = typed("compare", *self.GIVEN, "--missing-dataset", policy, *FEW, "--format", "json")
        assert run.code == 3
        self.check_record(policy, json.loads(run.out))
        shown = typed("compare", *self.GIVEN, "--missing-dataset", policy, *FEW, "--verbose")
        assert (shown.code, shown.err) == (3, run.err)
        self.check_lines(policy, run.err, " ".join(shown.out.split()))

    def check_record(self, policy: Policy, record: dict[str, Any]) -> None:
        assert {one["entry"]: one["verdict"] for one in record["entries"]} == {
            name: case.verdicts[policy] for name, case in CASES.items() if case.system in self.GIVEN
        }
        faulty = [(one["system"], one["dataset"]) for one in record["faulty_datasets"]]
        assert faulty == [("broken", "de"), ("ours", "de")] * (policy != "error")

    def check_lines(self, policy: Policy, err: str, out: str) -> None:
        lines = err.splitlines()
        begin = "rejected" if policy == "error" else "unreadable"
        assert len(names(lines, f"{begin}: submissions/broken/de.conll:2", ":")) == 1
        for sentence in LEFT_OUT:
            assert (
                lines.count(f"left out of the mean: {sentence}") == out.count(sentence) == (policy != "error")
            )
        end = {"zero": "scored as empty", "exclude": "excluded from the ranking"}.get(policy, "")
        assert bool(re.search(rf"broken lacks the dataset de \(unreadable file\).*{end}", out)) == bool(end)

    @pytest.mark.parametrize(
        "words",
        [
            ("power", "submissions"),
            ("correlate", "submissions"),
            ("errors", "good", "broken"),
            ("probe", "--submissions", "submissions"),
            ("read", "good", "broken", "--output", "pages"),
        ],
    )
    def test_others_print_the_line_too(self, folder: Path, typed: Typed, words: tuple[str, ...]) -> None:
        run = typed(*words, "--missing-dataset", "zero")
        assert run.code == 3
        assert "unreadable: submissions/broken/de.conll:2: the bracket" in run.err


def test_what_is_unreadable_alone_is_said_in_the_last_line(here: Path, typed: Typed) -> None:
    small_task.write(Path("key"), de=KEY, en=KEY)
    small_task.write(Path("submissions/good"), de=FAIR, en=KEY)
    small_task.write(Path("submissions/bad"), de=FAIR, en=BROKEN)
    words = ("rank", "--key", "key", "--missing-dataset", "exclude", *FEW)
    run = typed(*words)
    assert run.code == 3
    assert " ".join(run.out.split()).endswith(
        "1 system ranked, 1 excluded, none rejected. Report: reports/leaderboard.html "
        "(exit code 3: 1 file is unreadable)."
    )
    small_task.write(Path("submissions/worse"), de=BROKEN, en=FAIR)
    assert "(exit code 3: 2 files are unreadable)" in " ".join(typed(*words).out.split())


def test_who_was_rejected_is_said_also_where_nobody_is_ranked(here: Path, typed: Typed) -> None:
    small_task.write(Path("key"), de=KEY, en=KEY)
    small_task.write(Path("submissions/short"), de=FAIR)
    small_task.write(Path("submissions/broken"), de=BROKEN)
    run = typed("rank", "--key", "key", "--missing-dataset", "exclude", *FEW)
    assert run.code == 4
    rejected, reason = run.err.splitlines()
    assert rejected.startswith("rejected: submissions/broken/de.conll:2: ")
    assert reason == "leaderboard: too few systems have all datasets (short lacks en); see --missing-dataset"


@pytest.mark.parametrize("words", [("rank",), ("rank", "--format", "json"), ("compare", "good", "bad")])
def test_unreadable_files_are_named_also_where_too_few_systems_are_left(
    here: Path, typed: Typed, words: tuple[str, ...]
) -> None:
    small_task.write(Path("key"), de=KEY, en=KEY)
    small_task.write(Path("submissions/bad"), de=FAIR, en=BROKEN)
    if words[0] == "compare":
        small_task.write(Path("submissions/good"), de=FAIR, en=KEY)
    run = typed(*words, "--key", "key", "--missing-dataset", "exclude", *FEW[-4:])
    assert run.code == 4
    unreadable, reason = run.err.splitlines()
    assert unreadable.startswith("unreadable: submissions/bad/en.conll:2: the bracket")
    assert reason == "leaderboard: too few systems have all datasets (bad lacks en); see --missing-dataset"


def test_earlier_submissions_are_left_out(here: Path, typed: Typed) -> None:
    files = {
        f"{number}_{participant}_PhaseId1_2026-01-01_00-00_a": FAIR
        for number, participant in ((1, "ann"), (2, "ann"), (3, "bob"))
    }
    small_task.write(Path("submissions"), **files)
    small_task.write(Path(), key=KEY)
    run = typed("rank", "--key", "key.conll", *FEW)
    assert "2 systems ranked, none rejected, 1 earlier submission left out." in run.out
    found = json.loads(Path("reports/leaderboard.json").read_text("utf-8"))["entries"]
    assert [(one["system"], one["run"], one["verdict"]) for one in found] == [
        ("ann", None, "left out"),
        ("ann", None, "ranked"),
        ("bob", None, "ranked"),
    ]
