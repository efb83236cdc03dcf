"""Every kind of remark has its sentence, and equal remarks of several metrics are one."""

from __future__ import annotations

import json
import re
from pathlib import Path

from leaderboard.remark import merged, remark
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
    (one, _) = merged({"bcub": [ONE], "ceafe": [ONE], "muc": [remark("one_metric")]})
    told = merged({"bcub": [remark("one_metric")], "ceafe": [remark("one_metric")], "muc": [ONE]})[0]
    assert one.record == {"kind": "one", "metrics": ["bcub", "ceafe"]}
    assert sentence(told) == "B³, CEAFₑ: One metric alone has nothing to correlate with."


def test_a_record_has_the_data_by_name() -> None:
    found = remark("borderline", pairs=(("a", "b"),), count=5)
    assert json.loads(json.dumps(found.record)) == {"kind": "borderline", "pairs": [["a", "b"]], "count": 5}
    assert sentences([found]) == ("Borderline, more trials could change the verdict: a and b; 4 more.",)
