"""Every entry of a folder is told of once, by each policy, in every form."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.support import made_entries, small_task
from tests.support.made_entries import CASES, Policy, entries, systems
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


def report(name: str) -> str:
    return Path("reports", name).read_text(encoding="utf-8")


def names(lines: list[str], begin: str, end: str) -> list[str]:
    return sorted(line.removeprefix(begin).partition(end)[0] for line in lines if line.startswith(begin))


def places(rows: list[list[str]]) -> dict[str, tuple[str, str, str]]:
    """Number, rank and score by system, from the rows of a ranking; copies share a row."""
    found = {name: (row[0], row[4], row[2]) for row in rows for name in row[1].split(" = ")}
    assert len(found) == sum(len(row[1].split(" = ")) for row in rows)
    return found


def check_ranking(policy: Policy, rows: list[list[str]]) -> None:
    """Ranked systems have a number and ranks; excluded ones come last with neither, but their datasets."""
    ranked, excluded = systems(policy, "ranked"), systems(policy, "excluded")
    found = places(rows)
    assert {name for name, (number, *_) in found.items() if number.isdigit()} == ranked
    assert {name for name, (_, rank, _) in found.items() if re.fullmatch(r"\d+(–\d+)?", rank)} == ranked
    assert set(list(found)[len(ranked) :]) == excluded
    for name in excluded:
        number, rank, score = found[name]
        lacking = {
            one for case in CASES.values() if case.system == name for one in (*case.missing, *case.faulty)
        }
        assert (number, rank) == ("", "–")
        assert score.endswith(f"({3 - len(lacking)} of 3)")


class TestRank:
    def test_json_has_each_entry_once(self, run: Run, policy: Policy) -> None:
        record = json.loads(report("leaderboard.json"))
        assert record["entries"] == [
            {
                "entry": name,
                "system": case.system,
                "run": case.run,
                "verdict": case.verdicts[policy],
                "missing_datasets": list(case.missing),
                "faulty_datasets": list(case.faulty),
            }
            for name, case in sorted(CASES.items())
        ]
        assert {one["system"] for one in record["systems"]} == systems(policy, "ranked")
        assert {one["system"] for one in record["excluded"]} == systems(policy, "excluded")
        assert len(record["rejected"]) == len(entries(policy, "rejected"))

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

    def test_the_terminal_has_each_entry_once(self, run: Run, policy: Policy, typed: Typed) -> None:
        assert run.code == 3
        rows = run.out.partition("-\n")[2].partition("\n\n")[0].splitlines()
        check_ranking(policy, [re.split(r" {2,}", row) for row in rows])
        lines = run.err.splitlines()
        rejected = names(lines, "rejected: submissions/", ":")
        assert sorted({name.partition("/")[0] for name in rejected}) == entries(policy, "rejected")
        assert len(rejected) == len(entries(policy, "rejected"))
        left_out = {
            line.removeprefix("left out of the mean: ")
            for line in lines
            if line.startswith("left out of the mean: ")
        }
        assert left_out == (LEFT_OUT if policy != "error" else set())
        assert LAST_LINES[policy] in " ".join(run.out.split())
        verbose = typed("rank", "submissions", "--missing-dataset", policy, *FEW, "--verbose")
        notes = " ".join(verbose.out.split())
        for name in systems(policy, "excluded"):
            assert len(re.findall(rf"\b{name} lacks the datasets? .*? excluded from the ranking", notes)) == 1

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

    def test_markdown_has_each_entry_once(self, run: Run, policy: Policy) -> None:
        text = report("leaderboard.md")
        rows = text.partition("\n|--")[2].partition("\n\n")[0].splitlines()[1:]
        check_ranking(policy, [[cell.strip(" *") for cell in row.strip("|").split("|")] for row in rows])
        self.check_notes(policy, text.replace("\\", ""))

    def test_html_has_each_entry_once(self, run: Run, policy: Policy) -> None:
        text = re.sub(r"<script.*?</script>", "", report("leaderboard.html"), flags=re.DOTALL)
        body = text.partition("<tbody>")[2].partition("</tbody>")[0]
        rows = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in body.split("<tr")[1:]]
        cells = [[self.cell(cell) for cell in row if 'class="bar"' not in cell] for row in rows]
        check_ranking(policy, cells)
        self.check_notes(policy, html.unescape(re.sub(r"<[^>]*>", "", text.replace("</th>", " "))))

    def test_latex_has_each_entry_once(self, run: Run, policy: Policy) -> None:
        rows = report("leaderboard.tex").partition("\\midrule")[2].partition("\\bottomrule")[0]
        rows = re.sub(r"\\textbf\{(.*?)\}", r"\1", rows.replace("\\textendash{}", "–"))
        check_ranking(
            policy, [[cell.strip() for cell in row.split("&")] for row in rows.split("\\\\") if "&" in row]
        )
        self.check_notes(policy, report("leaderboard-appendix.tex").replace("\\allowbreak{}", ""))

    @staticmethod
    def cell(text: str) -> str:
        """What a cell shows; the runs of a system unfold below its name."""
        return html.unescape(re.sub(r"<ul>.*?</ul>|<[^>]*>", "", text, flags=re.DOTALL)).strip()

    @staticmethod
    def check_notes(policy: Policy, text: str) -> None:
        """A row for each rejected entry, a note for each run that is left out and each excluded system."""
        reasons = text.partition("Reason")[2]
        for name in entries(policy, "rejected"):
            line = rf"(?<![\w/-]){re.escape(name)}(?:/\w+\.conll(?::\d+)?)?: "
            assert len(re.findall(line, reasons)) == 1, name
        for sentence in LEFT_OUT:
            assert text.count(f"{sentence}.") == (policy != "error")
        for name in systems(policy, "excluded"):
            note = rf"\b{name} lacks the datasets? [^.]*\. It is scored"
            assert len(re.findall(note, text)) == 1
        assert ("Unreadable files" in text) == (policy != "error")

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
