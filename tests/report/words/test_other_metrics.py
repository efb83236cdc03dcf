"""What stands out by other metrics is told in few lines, with numbers that can be counted elsewhere."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import leaderboard
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.notes import all_notes, observations, other_notes
from leaderboard.report.tables.pairs import pair_table
from leaderboard.report.words.remarks import sentences
from tests.support.made_task import made_task

RESULT = leaderboard.rank(Path(__file__).parents[3] / "submissions", draws=200)


def counted(beginning: str) -> dict[str, int]:
    (told,) = (note for note in other_notes(RESULT) if note.startswith(beginning))
    return {label: int(count) for label, count in re.findall(r"(\S+) (\d+)[,.]", told)}


def test_pairs_are_counted_by_metric() -> None:
    rows = list(csv.DictReader(io.StringIO(render_csv(pair_table(RESULT.families.values())))))
    labels = {metric.name: metric.label for metric in RESULT.metrics if metric.name != "conll"}
    borderline = dict.fromkeys(labels.values(), 0)
    against = dict(borderline)
    for row in rows:
        if row["metric"] in labels:
            label = labels[row["metric"]]
            borderline[label] += row["borderline"] == "true"
            outside = not float(row["interval_low"]) <= 0 <= float(row["interval_high"])
            against[label] += row["verdict"] != "identical" and outside != (row["verdict"] == "significant")
    assert counted("Borderline") == {label: count for label, count in borderline.items() if count}
    assert counted("Pairs by other metrics") == {label: count for label, count in against.items() if count}


def test_every_other_sentence_stays() -> None:
    kept = [note for note in sentences(RESULT.other_remarks) if "Ranks" in note]
    assert kept
    told = list(other_notes(RESULT)[:-2])
    assert [note for note in told if "Ranks" in note] == kept
    assert not any(" and " in note for note in told)


def test_the_primary_metric_comes_first_and_the_signature_last() -> None:
    told = all_notes(RESULT)
    assert told[: len(observations(RESULT))] == observations(RESULT)
    assert told[-1].startswith("Signature: ")


def test_nothing_stands_out_where_there_is_no_other_metric() -> None:
    assert other_notes(leaderboard.rank(made_task(), metric=("conll",), draws=100, trials=500)) == ()


def test_nothing_is_said_twice() -> None:
    told = all_notes(leaderboard.rank(made_task(), draws=100, trials=500))
    assert sum("There are only 12 units" in note for note in told) == 1
    assert len(set(told)) == len(told)
