"""What a probe found, as tables, records, files and pictures."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import leaderboard
from leaderboard.experiments.controlled import EXPERIMENTS
from leaderboard.report.features.correlations import agreement_tables
from leaderboard.report.features.probe import probe_record, probe_table, probe_tables, reached
from leaderboard.report.figures.reactions import reaction_pictures
from leaderboard.report.files.probe import probe_files
from leaderboard.verbs.probe import ProbeResult
from tests.support.made_task import made_task


@pytest.fixture(scope="module")
def made() -> ProbeResult:
    return leaderboard.probe()


@pytest.fixture(scope="module")
def versions() -> ProbeResult:
    return leaderboard.probe(response=[made_task() / "balanced.conll", made_task() / "key.conll"])


@pytest.fixture(scope="module")
def folder() -> ProbeResult:
    metrics = ("mentions", "ceafe", "rand")
    return leaderboard.probe(submissions=made_task(), draws=100, metric=metrics, adjust="none")


def test_one_table_an_experiment(made: ProbeResult) -> None:
    tables = probe_tables(made)
    assert len(tables) == len(EXPERIMENTS)
    assert [len(table.rows) for table in tables] == [4, 5, 5, 5, 7, 8, 5, 5, 5]
    assert [column.label for column in tables[0].columns][:3] == ["Point", "Mentions", "MUC"]
    assert all(not table.notes for table in tables)
    assert [table.signature for table in tables] == [None] * 8 + [made.signature]


def test_what_sizes_mean_on_another_key_is_said() -> None:
    result = leaderboard.probe(key=made_task() / "key.conll", metric="muc")
    notes = [table.notes for table in probe_tables(result)]
    assert [bool(note) for note in notes] == [True] * 2 + [False] * 2 + [True] * 5
    assert notes[4][0].startswith("In each part, a size means the entity whose size is nearest")
    assert notes[0] == notes[-1][:1] == ("Reached: the percentage in the response.",)
    split = probe_tables(result)[4]
    assert [column.label for column in split.columns] == ["Point", "Reached", "MUC"]
    assert reached([replace(result.points[0], reached=(6.48, 4.2), same_as="2-2")]) == "6.5, 4.2; as 2-2"


def test_frames(made: ProbeResult, versions: ProbeResult, folder: ProbeResult) -> None:
    frame = leaderboard.frame(made)
    assert len(frame) == len(made.points)
    assert frame.loc[0, "muc_recall"] == pytest.approx(11 / 62)
    frame = leaderboard.frame(versions)
    assert len(frame) == 12 * (6 + 3)
    chosen = frame[(frame.system == "balanced") & (frame.metric == "blanc")].set_index("version")
    assert chosen.loc["less_precise_a", "misled"]
    assert chosen.loc["base", "misled"] is None
    assert chosen.loc["more_precise", "recall_moved"]
    conll = frame[(frame.metric == "conll") & (frame.version == "more_precise")]
    assert conll["recall_moved"].tolist() == [None]
    assert conll["misled"].tolist() == [False]
    assert leaderboard.frame(folder)["contradicted"].sum() > 0


def test_verdicts_beside_the_scores_before_and_after(versions: ProbeResult) -> None:
    verdicts, reacted, boundary, perfect, _ = probe_tables(versions)
    assert [row[0] for row in verdicts.rows] == ["balanced", "key"]
    assert set(verdicts.rows[1][1:]) == {"untested"}
    by_metric = {row[0]: row for row in reacted.rows}
    assert by_metric["LEA"][1] == "holds"
    assert by_metric["LEA"][2] == by_metric["LEA"][4] == by_metric["LEA"][6]
    assert by_metric["CoNLL"][2] is None
    assert [column.label for column in reacted.columns][2:6] == [
        "R",
        "F1",
        "More precise R",
        "More precise F1",
    ]
    assert [row[0] for row in boundary.rows] == [
        "as it is",
        "every mention alone",
        "all mentions of a part in one entity",
    ]
    assert len(perfect.columns) == 4
    assert perfect.notes[1].count(";") == 0


def test_a_single_response_needs_no_summary(versions: ProbeResult) -> None:
    alone = replace(versions, responses=versions.responses[:1])
    assert len(probe_tables(alone)) == 2


def test_disputes_and_their_causes(folder: ProbeResult) -> None:
    matrix, disputes, causes = probe_tables(folder)
    assert [row[0] for row in matrix.rows] == ["CEAFₑ", "Rand"]
    assert folder.agreement is not None
    assert str(matrix.rows[1][1]).endswith(f"({folder.agreement.metrics[1].contradicted})")
    assert len(disputes.rows) == len(folder.agreement.disputes)
    assert len(causes.rows) == sum(len(one.causes) for one in folder.agreement.disputes)
    assert causes.rows[0][7] == pytest.approx(causes.rows[0][5] - causes.rows[0][6])  # type: ignore[operator]


def test_where_no_metrics_contradict_each_other_this_is_said(folder: ProbeResult) -> None:
    assert folder.agreement is not None
    peaceful = replace(folder.agreement, disputes=())
    [matrix] = agreement_tables(peaceful, {"mentions": "Mentions", "rand": "Rand"}, "document")
    assert matrix.notes == ("No two metrics contradict each other significantly.",)


def test_records_name_what_was_not_probed(
    made: ProbeResult, versions: ProbeResult, folder: ProbeResult
) -> None:
    assert probe_record(made)["responses"] == []
    assert probe_record(made)["agreement"] is None
    assert probe_record(versions)["experiments"] == []
    assert probe_record(folder)["key"] == str(made_task() / "key.conll")


def test_pictures(made: ProbeResult) -> None:
    drawn = reaction_pictures(made)
    assert [picture.name for picture in drawn] == list(EXPERIMENTS)
    assert drawn == reaction_pictures(made)
    for picture in drawn:
        texts = {text.strip() for text in ElementTree.fromstring(picture.svg).itertext()}
        assert {"B³", "XC-MR", "F1 (%)"} <= texts
        assert {row[0] for row in picture.data.rows} <= texts
        assert picture.text.endswith(".")
    assert drawn[0].text.startswith(
        "Per cent of the links resolved, and nothing else: F1 at 4 points. At 20 they go"
    )


def test_files(made: ProbeResult, versions: ProbeResult) -> None:
    files = probe_files(made)
    assert "](figures/split.svg)" in files["probe.md"].decode()
    assert files["figures/split.csv"].startswith(b"point,mentions_f1,muc_f1,")
    assert list(probe_files(versions)) == ["probe.csv", "probe.md", "probe.json"]


def test_disputes_and_their_causes_have_files_of_their_own(folder: ProbeResult) -> None:
    files = probe_files(folder)
    assert folder.agreement is not None
    disputes, causes = (files[f"{name}.csv"].decode().splitlines() for name in ("disputes", "causes"))
    assert disputes[0] == "first,for_first,second,for_second"
    assert len(disputes) == 1 + len(folder.agreement.disputes)
    assert len(causes) == 1 + sum(len(one.causes) for one in folder.agreement.disputes)
    assert set(causes[1].split(",")[2:4]) < {"mentions", "ceafe", "rand"}
    hashes = json.loads(files["probe.json"])["files"]
    assert hashes == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items() if name != "probe.json"
    }


def test_the_csv_of_versions_has_the_verdicts(versions: ProbeResult) -> None:
    found = {row[0:3]: row[-3] for row in probe_table(versions).rows}
    assert found["balanced", "base", "lea"] == "holds"
    assert found["balanced", "singletons", "conll"] == "F1 holds"
    assert found["key", "base", "lea"] == "untested"


def test_pictures_of_a_key_of_ones_own_say_what_points_come_to() -> None:
    result = leaderboard.probe("merge", key=made_task() / "key.conll", metric=("muc", "lea"))
    [picture] = reaction_pictures(result)
    assert "Reached on this key: 2-2: 2.6, 3.1 | " in picture.text
    assert any("or the nearest" in text for text in ElementTree.fromstring(picture.svg).itertext())
    result = leaderboard.probe("largest_first", key=made_task() / "key.conll", metric="muc")
    assert "Reached" not in reaction_pictures(result)[0].text


def test_lines_that_cover_each_other_are_named() -> None:
    result = leaderboard.probe("correct_links", metric=("muc", "rand", "blanc_gold"))
    [picture] = reaction_pictures(result)
    assert picture.text.endswith("Identical curves: BLANC-gold, Rand.")
