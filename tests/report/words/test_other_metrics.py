"""What stands out by other metrics is told in few lines, with numbers that can be counted elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import leaderboard
from leaderboard.remark import Remark, remark
from leaderboard.report.notes import note_groups, other_notes
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.words import remarks as words
from tests.support.made_task import made_task
from tests.support.running import csv_rows

RESULT = leaderboard.rank(Path(__file__).parents[3] / "submissions", draws=200)


def counted(beginning: str) -> dict[str, int]:
    (told,) = (note for note in other_notes(RESULT) if note.startswith(beginning))
    return {label: int(count) for label, count in re.findall(r"(\S+) (\d+)[,.]", told)}


def test_pairs_are_counted_by_metric() -> None:
    rows = csv_rows(comparisons(RESULT.families.values()).csv())
    labels = {metric.name: metric.label for metric in RESULT.metrics if metric.name != "conll"}
    borderline = dict.fromkeys(labels.values(), 0)
    against = dict(borderline)
    for row in rows:
        if row["metric"] in labels:
            label = labels[row["metric"]]
            borderline[label] += row["borderline"] == "true"
            if row["interval_low"]:
                outside = not float(row["interval_low"]) <= 0 <= float(row["interval_high"])
                against[label] += outside != (float(row["p_value"]) <= 0.05)
    assert counted("Borderline") == {label: count for label, count in borderline.items() if count}
    assert counted("Interval and p-value disagree for some pairs") == {
        label: count for label, count in against.items() if count
    }


def test_ranks_that_do_not_follow_scores_are_explained() -> None:
    [told] = (note for note in other_notes(RESULT) if "ranks below" in note)
    assert told.startswith(
        "Mentions: eager (80.53, rank 6, possible 6–8) ranks below precise (80.09, rank 5, "
    )


def test_metrics_whose_ranks_depend_on_the_tie_rule_are_named_together() -> None:
    [told] = (note for note in other_notes(RESULT) if "tie rules" in note)
    assert told == ("Other tie rules would also give other ranks by Mentions, MUC, B³, CEAFₘ, BLANC and LEA.")


def pairs_of(metric: str) -> dict[str, list[Remark]]:
    pairs = {"pairs": (("a", "b"), ("c", "d")), "scores": ((0.5, 0.4),) * 2, "ranks": ((2, 1),) * 2}
    pairs |= {"ranges": (((2, 3), (1, 1)),) * 2, "beaten_by": ((), ()), "undecided": (False, True)}
    return {metric: [remark("ranks_against_scores", **pairs, count=3)]}


def test_by_other_metrics_one_pair_is_explained_and_the_others_are_counted() -> None:
    assert words.other_notes({**pairs_of("muc"), "lea": []}, ()) == (
        "MUC: a (50.00, rank 2, possible 2–3) ranks below b (40.00, rank 1) although it scores higher. "
        "2 more pairs likewise.",
    )


def test_other_remarks_name_their_metrics() -> None:
    [told] = words.other_notes({"muc": [remark("degenerate_bca", differences=1, scores=0)], "lea": []}, ())
    assert told.startswith("MUC: BCa intervals do not exist for 1 difference;")


def test_what_all_other_metrics_share_names_them() -> None:
    same = remark("degenerate_bca", differences=1, scores=0)
    assert words.other_notes({"muc": [same]}, ())[0].startswith("MUC: BCa intervals")
    assert words.other_notes({"muc": [same], "lea": [same]}, ())[0].startswith("MUC, LEA: BCa intervals")


def test_what_is_said_by_the_primary_metric_is_not_counted_again() -> None:
    said = remark("untestable", count=2, tested=36, alpha=0.05, pairs=(("a", "b"), ("a", "c")))
    other = remark("untestable", count=1, tested=36, alpha=0.05, pairs=(("a", "b"),))
    assert words.other_notes({"muc": [said], "lea": [other]}, {said}) == (
        "Untestable pairs by other metrics: LEA 1.",
    )


def test_notes_on_tests_come_first_with_the_signature_last() -> None:
    first, *_, last = note_groups(RESULT)
    assert (first.title, last.title) == ("How it was tested", "Other metrics")
    assert first.notes[-1] == f"Signature: {RESULT.signature}"
    assert last.notes == other_notes(RESULT)


def test_nothing_stands_out_where_there_is_no_other_metric() -> None:
    assert other_notes(leaderboard.rank(made_task(), metric=("conll",), draws=100, trials=500)) == ()


def test_nothing_is_said_twice() -> None:
    told = [
        note
        for group in note_groups(leaderboard.rank(made_task(), draws=100, trials=500))
        for note in group.notes
    ]
    assert sum(note.startswith("The effective number of documents") for note in told) == 1
    assert len(set(told)) == len(told)


def test_what_is_said_twice_by_one_metric_is_counted_together() -> None:
    both = [
        remark("interval_disagrees", tested=3, pairs=(("a", "b"),), count=count, rely=rely)
        for count, rely in ((1, "interval"), (2, "p-value"))
    ]
    assert words.other_notes({"muc": both, "lea": both[:1]}, ()) == (
        "Interval and p-value disagree for some pairs by other metrics: MUC 3, LEA 1.",
    )
