"""Changes of a leaderboard as they are announced."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from leaderboard.report.diff import render_diff
from leaderboard.report.diff.tables import sentences
from leaderboard.verbs.diff import DiffResult, diff
from tests.support.running import csv_rows
from tests.support.two_reports import Record, pair, record, rejected, system, track, write


def of(folder: Path, old: Record, new: Record) -> DiffResult:
    return diff(write(folder / "old", old), write(folder / "new", new))


def squeezed(text: str) -> str:
    """Tables without what aligns their columns."""
    return re.sub(r"-{2,}", "-", re.sub(" {2,}", " ", text))


@pytest.fixture
def changed(tmp_path: Path) -> DiffResult:
    """Everything that can happen to a system and to a verdict."""
    ab = [pair("a", "b", "significant", 0.01, 0.03, difference=0.1), pair("b", "c", "tied", 0.4)]
    de = [{"board": "de", "label": "German", "systems": [system("a", 1), system("b", 2)]}]
    old = record(
        [system("a", 1, f1=0.8), system("b", 2, 2, 4, 0.7), system("c", 2, 2, 4, 0.6), system("gone", 4)],
        pairs=[*ab, pair("a", "gone", "tied", 0.5)],
        rejected=[rejected("late"), rejected("never")],
        datasets=de,
    )
    excluded = {"system": "gone", "missing_datasets": ["de"], "scores": system("gone", 1)["scores"]}
    new = record(
        [
            system("new", 1, 1, 2, 0.9),
            system("c", 1, 1, 4, 0.75),
            system("b", 3, 2, 4, 0.7),
            system("late", 4),
        ],
        pairs=[
            pair("b", "c", "significant", 0.001, difference=-0.05),
            pair("b", "new", "significant", 0.001, difference=-0.2),
        ],
        rejected=[rejected("a", line=None), rejected("fresh")],
        excluded=[excluded],
        datasets=[{**de[0], "systems": [system("b", 1, f1=0.75)]}],
    )
    return of(tmp_path, old, new)


def test_the_announcement(changed: DiffResult) -> None:
    assert squeezed(render_diff(changed, "markdown")) == (
        """\
# Changes of the leaderboard

- 4 systems ranked by CoNLL; before: 4.
- Rank 1: c, new; before: a.
- Entered: new (rank 1, 90.00), late (rank 4, 50.00, rejected before).
- Left: never (it was rejected).
- Rejected: a (a.conll: a fault; correct it; it was at rank 1), fresh (fresh.conll:7: a fault; correct it).
- Ranked nowhere: gone (it lacks de; it was at rank 4).
- New output with other scores: c (60.00 to 75.00).
- Up: c (2 to 1).
- Down: b (2 to 3).

## Systems that entered, left or moved by CoNLL

| System | Change | Rank before | Rank now | Possible before | Possible now | CoNLL before | CoNLL now \
| Difference |
|:-|:-|-:|-:|-:|-:|-:|-:|-:|
| new | entered | – | 1 | – | 1–2 | – | 90.00 | – |
| c | up, range, resubmitted | 2 | 1 | 2–4 | 1–4 | 60.00 | 75.00 | +15.00 |
| b | down | 2 | 3 | 2–4 | 2–4 | 70.00 | 70.00 | – |
| late | entered | – | 4 | – | 4 | – | 50.00 | – |
| gone | excluded | 4 | – | 4 | – | 50.00 | 50.00 | – |
| a | rejected | 1 | – | 1 | – | 80.00 | – | – |
| fresh | rejected | – | – | – | – | – | – | – |
| never | left | – | – | – | – | – | – | – |

Range: the ranks that are still possible.

## Pairs whose verdict by CoNLL changed

| First | Second | Verdict | Difference before | Difference now | p adjusted before | p adjusted now | Why |
|:-|:-|:-|-:|-:|-:|-:|:-|
| b | c | became significant, for c | +10.00 | -5.00 | 0.4000 | 0.0010 | a new output of c |

Every difference is the first system minus the second.

## Systems that moved on a dataset by CoNLL

| Dataset | System | Rank before | Rank now | Possible before | Possible now | Before | Now | Difference |
|:-|:-|-:|-:|-:|-:|-:|-:|-:|
| German | b | 2 | 1 | 2 | 1 | 50.00 | 75.00 | +25.00 |

The tests on each dataset are a family of their own.
"""
    )


def test_nothing_changed_is_one_line(tmp_path: Path) -> None:
    result = of(tmp_path, record(), record())
    text = "No change: 2 systems with the same scores, ranks and verdicts by CoNLL."
    assert render_diff(result, "markdown") == f"{text}\n"
    assert render_diff(result, "table") == f"{text}\n"
    assert f"<p>{text}</p>" in render_diff(result, "html")
    assert render_diff(result, "csv").count("\n") == 1
    assert json.loads(render_diff(result, "json"))["same"] is True


def test_only_a_rank_of_its_own_is_as_before(tmp_path: Path) -> None:
    result = of(tmp_path, record(), record([system("a", 1), system("b", 3)]))
    assert sentences(result)[1] == "Rank 1: a, as before."
    assert sentences(result)[2:] == ("Down: b (2 to 3).",)


def test_other_leaders_are_told_though_they_are_cut_short(tmp_path: Path) -> None:
    many = [system(f"a{number}", 1) for number in range(10)]
    old, new = (
        record([*many, system("b", 1 + number), system("c", 2 - number)], tracks=[track("t", [*many, last])])
        for number, last in enumerate([system("b", 1), system("c", 1)])
    )
    said = ("a0, a1, a2, a3, a4, a5, a6, a7, a8, a9 and 1 more",) * 2
    assert sentences(of(tmp_path, old, new))[1] == "Rank 1: {}; before: {}.".format(*said)
    assert "Rank 1 in the track t: {}; before: {}.".format(*said) in sentences(of(tmp_path, old, new))


def test_a_beaten_leader_of_nobody(tmp_path: Path) -> None:
    nobody = {"system": "a", "missing_datasets": ["de"], "scores": system("a", 1)["scores"]}
    new = {**record(excluded=[nobody]), "systems": []}
    assert sentences(of(tmp_path, record(), new))[1] == "Rank 1: no system; before: a."


def test_reports_of_other_scores_are_told_apart_first(tmp_path: Path) -> None:
    old = record([system("a", 1, f1=0.111), system("b", 2)], signature="leaderboard:1|key:abc")
    new = record([system("a", 2, f1=0.999), system("n", 1)], signature="leaderboard:2|key:abd|match:head")
    text = render_diff(of(tmp_path, old, new), "markdown")
    assert text.startswith(
        """\
# Changes of the leaderboard

## WARNING: key, version or options differ, so the scores of the reports cannot be compared

| What                   | Before   | Now   |
|:-----------------------|:---------|:------|
| version of leaderboard | 1        | 2     |
| key                    | abc      | abd   |
| match                  | –        | head  |

Scores, verdicts and places on datasets and in tracks are not compared. Ranks are those of each report."""
    )
    assert "99.9" not in text
    assert "11.1" not in text
    assert "Rank changed: a (1 to 2)." in text
    assert not {"Up:", "Down:", "New output"} & set(text.split())
    [row] = [row for row in csv_rows(render_diff(of(tmp_path, old, new), "csv")) if row["system"] == "a"]
    assert (row["old_f1"], row["new_f1"], row["difference"]) == ("", "", "")
    assert row["changes"] == "rank changed,range"


def test_reports_of_other_tests_are_told_apart_first(tmp_path: Path) -> None:
    old, new = record(signature="key:a|alpha:0.05"), record([system("a", 1), system("b", 1)])
    new["signature"] = "key:a|alpha:0.01"
    result = of(tmp_path, old, new)
    table = render_diff(result, "table")
    assert table.startswith("WARNING: the reports used different tests, so ranks and verdicts may differ")
    assert "Rank changed: b (2 to 1)." in table
    for form in ("markdown", "latex", "html"):
        text = render_diff(result, form)
        assert text.index("WARNING") < text.index("Rank changed")
    same = of(tmp_path, old, {**record(), "signature": "key:a|alpha:0.01"})
    assert "No change" not in render_diff(same, "markdown")
    assert "WARNING" in render_diff(same, "markdown")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (("significant", 0.1), ("tied", 0.1), "no longer significant, now tied"),
        (("significant", 0.1), ("identical", 0.0), "no longer significant, now identical"),
        (("tied", 0.1), ("significant", 0.1), "became significant, for a"),
        (("untestable", 0.1), ("significant", -0.1), "became significant, for b"),
        (("tied", 0.1), ("untestable", 0.1), "tied before, now untestable"),
        (("significant", 0.1), ("significant", -0.1), "significant, in the other direction"),
    ],
)
def test_what_became_of_a_verdict(
    tmp_path: Path, before: tuple[str, float], after: tuple[str, float], words: str
) -> None:
    old, new = (
        record(pairs=[pair("a", "b", verdict, 0.5, difference=difference)])
        for verdict, difference in (before, after)
    )
    [change] = json.loads(render_diff(of(tmp_path, old, new), "json"))["verdicts"]
    assert change["change"] == words


def test_a_difference_that_is_rounding_has_no_sign(tmp_path: Path) -> None:
    old = record(pairs=[pair("a", "b", "tied", 0.5, difference=-1e-17)])
    new = record(pairs=[pair("a", "b", "identical", 1.0, difference=0.0)])
    text = render_diff(of(tmp_path, old, new), "markdown")
    assert text.count("+0.00") == 2
    assert "-0.00" not in text


def test_many_names_are_cut_short(tmp_path: Path) -> None:
    many = [system(f"s{number:02}", 3) for number in range(12)]
    [*_, entered] = sentences(of(tmp_path, record(), record([*record()["systems"], *many])))
    assert entered.startswith("Entered: s00 (rank 3, 50.00), s01 ")
    assert entered.endswith("s09 (rank 3, 50.00) and 2 more.")


def test_names_are_no_markup(tmp_path: Path) -> None:
    bad = "[x](http://y) | <b> *z*\n# h"
    text = render_diff(
        of(tmp_path, record(), record([system("a", 1), system("b", 2), system(bad, 3)])), "markdown"
    )
    assert not re.search(r"(?<!\\)[\[\]*#]", text.split("Entered: ")[1].split("\n")[0])
    assert "<b>" not in text
    [row] = [line for line in text.splitlines() if line.startswith("| \\[x")]
    assert row.count(" | ") == 8
    assert "=1+1" not in render_diff(
        of(tmp_path, record(), record([system("a", 1), system("=1+1", 2)])), "csv"
    ).split(",")


def test_metrics_of_other_versions_go_by_their_names(tmp_path: Path) -> None:
    said = record([system("a", 1, metric="newest")], primary="newest")
    assert render_diff(of(tmp_path, said, said), "markdown").endswith("verdicts by newest.\n")


def test_the_record_has_everything(changed: DiffResult) -> None:
    said = json.loads(render_diff(changed, "json"))
    assert said["leaders"] == {"old": ["a"], "new": ["new", "c"]}
    by_name = {row["system"]: row for row in said["systems"]}
    assert by_name["c"] == {
        "system": "c",
        "changes": ["up", "range", "resubmitted"],
        "resubmitted": True,
        "old": {
            "state": "ranked",
            "rank": 2,
            "rank_low": 2,
            "rank_high": 4,
            "f1": {"conll": 0.6},
            "reason": None,
        },
        "new": {
            "state": "ranked",
            "rank": 1,
            "rank_low": 1,
            "rank_high": 4,
            "f1": {"conll": 0.75},
            "reason": None,
        },
        "difference": pytest.approx(0.15),
    }
    assert by_name["new"]["old"] is None
    assert by_name["never"]["new"] is None
    assert [row["systems"][0]["system"] for row in said["datasets"]] == ["b"]
    assert said["verdicts"][0]["p_value_old"] == 0.4
    assert (said["schema"], said["scored_alike"], said["made_otherwise"]) == (2, True, [])
