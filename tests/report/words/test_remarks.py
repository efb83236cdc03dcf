"""Every kind of remark has its sentence, and equal remarks of several metrics are one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from leaderboard.remark import Remark, merged, remark
from leaderboard.report.words.remarks import SENTENCES, sentence, sentences

PACKAGE = Path(__file__).parents[3] / "leaderboard"
ONE, OTHER, THIRD = (remark(kind) for kind in ("one", "other", "third"))


def test_each_kind_that_is_made_has_a_sentence() -> None:
    made = {
        kind
        for path in PACKAGE.rglob("*.py")
        for kind in re.findall(r"\bremark\(\s*\"(\w+)\"", path.read_text())
    }
    assert made == set(SENTENCES)


def test_each_kind_is_documented() -> None:
    page = (PACKAGE.parent / "docs" / "formats.md").read_text()
    section = page.partition("### Remarks")[2].partition("\n#")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert {kind for row in rows[1:] for kind in re.findall(r"`(\w+)`", row)} == set(SENTENCES)


def test_remarks_name_their_metrics_unless_they_are_about_all() -> None:
    told = merged({"muc": [ONE, OTHER], "bcub": [OTHER, THIRD]})
    assert [(one.kind, one.metrics) for one in told] == [
        ("one", ("muc",)),
        ("other", ()),
        ("third", ("bcub",)),
    ]


def test_what_all_others_say_is_not_said_of_the_one_that_they_leave_out() -> None:
    told = merged({"muc": [ONE, OTHER], "bcub": [OTHER, ONE], "conll": [OTHER, THIRD]}, but="conll")
    assert [(one.kind, one.metrics) for one in told] == [("one", ("muc", "bcub")), ("other", ())]


def test_only_equal_data_make_remarks_equal() -> None:
    few, fewer = remark("few_units", units=6), remark("few_units", units=5)
    assert len(merged({"muc": [few], "lea": [fewer]})) == 2
    assert merged({"muc": [few], "lea": [few]}) == (few,)


def test_metrics_stand_before_the_sentence_by_their_labels() -> None:
    same = remark("ranks_against_scores")
    found = merged({"bcub": [same], "ceafe": [same], "muc": []})[0]
    assert found.record == {"kind": "ranks_against_scores", "metrics": ["bcub", "ceafe"]}
    assert sentence(found).startswith("B³, CEAFₑ: Ranks do not follow the scores")


def test_a_record_has_the_data_by_name() -> None:
    found = remark("borderline", pairs=(("a", "b"),), count=5)
    assert json.loads(json.dumps(found.record)) == {"kind": "borderline", "pairs": [["a", "b"]], "count": 5}
    assert sentences([found]) == ("Borderline, more trials could change the verdict: a and b; 4 more.",)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (remark("few_units", units=1), "There is only 1 unit, so there are no intervals"),
        (remark("few_units", units=6), "There are only 6 units: under 30, bootstrap intervals"),
        (remark("untestable", count=1, tested=1, alpha=0.05), "The pair cannot differ significantly"),
        (remark("untestable", count=2, tested=36, alpha=0.05), "2 of 36 pairs cannot differ significantly"),
        (
            remark("missing_datasets", system="a", datasets=("x",), policy="zero", others=2),
            "a lacks the dataset x, scored as empty (--missing-dataset zero).",
        ),
        (
            remark("missing_datasets", system="a", datasets=("x", "y"), policy="exclude", others=1),
            "a lacks the datasets x, y, so it is scored on the other 1 only, and not ranked",
        ),
        (remark("few_points", count=1, noun="system"), "1 system has no correlation."),
        (remark("few_points", count=2, noun="point"), "2 points have a correlation of 1 or -1"),
        (remark("constant_scores", metric="lea", quantity="f1", noun="point"), "LEA F1 is the same for all"),
        (
            remark("columns_passed_over", table="t", columns=(("b3", "bcub"), ("rank", ""))),
            "t: passed over, ",
        ),
        (remark("small_percentages", table="t", scores=(("a", 0.7),)), "t: some scores are above 1, "),
    ],
)
def test_sentences_have_the_data(found: Remark, said: str) -> None:
    assert sentence(found).startswith(said)
