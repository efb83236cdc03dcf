"""Tables of scores in CSV: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from leaderboard.correlation.published_tables import read_tables
from leaderboard.errors import InputError, UsageError
from leaderboard.report.words.remarks import sentences


def table(folder: Path, text: str | bytes, name: str = "scores.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_metric_means_its_f1(tmp_path: Path) -> None:
    path = table(tmp_path, "\ufeffsystem,MUC, lea_recall ,rank,conll_f1\na,70,10.5,1,60\n\nb,69,,2,59\n")
    points = read_tables([path]).points
    assert points.names == ("a", "b")
    assert points.values["f1"]["muc"].tolist() == [0.7, 0.69]
    assert list(points.values["f1"]) == ["muc", "conll"]
    assert points.values["recall"]["lea"][0] == 0.105
    assert np.isnan(points.values["recall"]["lea"][1])
    assert points.values["precision"] == {}


def test_tables_of_fractions_and_of_percentages_pool(tmp_path: Path) -> None:
    one = table(tmp_path, "system,muc,lea\na,0.5,0.25\n", "en.csv")
    other = table(tmp_path, "lea,system\n50,a\n", "zh.csv")
    points = read_tables([one, other]).points
    assert points.names == ("en: a", "zh: a")
    assert points.values["f1"]["lea"].tolist() == [0.25, 0.5]
    assert np.isnan(points.values["f1"]["muc"][1])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": there is no column 'system'; add a column with the names of the systems"),
        ("\n,,\nname,muc\na,1\n", "3: there is no column 'system'"),
        ("name,muc\na,1\n", "1: there is no column 'system'"),
        ("system,rank\na,1\n", "1: there is no column of scores; name columns after metrics"),
        ("system,muc,muc_f1\na,1,1\n", "1: column muc_f1 gives the same score as an earlier one"),
        ("system,muc\na\n", "2: 1 cell under 2 columns"),
        ("system,muc\na,1\nb,high\n", "3: 'high' is not a score"),
        ("system,muc\na,nan\n", "2: 'nan' is not a score"),
        ("system,muc\na,-1\n", "2: '-1' is not a score; give a number from 0 to 1, or from 0 to 100"),
        ("system,muc\na,100.5\n", "2: '100.5' is not a score"),
        ("system,muc\na,50\nb,40\na,30\n", "4: a already has a row; keep one row per system"),
        ("system;muc\na;1\n", "1: the columns are separated by semicolons; separate them by commas"),
        ("system\tmuc\na\t1\n", "1: the columns are separated by tabs; separate them by commas"),
        ('system,muc\na,"1\n', "2: not valid CSV"),
        (b"system,muc\n\xff,1\n", "scores.csv:2: not UTF-8"),
        (b"system,muc\ra,1\r\xff,1\r", "scores.csv:3: not UTF-8"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_tables([table(tmp_path, text)])
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.csv: cannot be read"):
        read_tables([tmp_path / "none.csv"])


def test_a_table_is_not_read_twice(tmp_path: Path) -> None:
    path = table(tmp_path, "system,muc\na,1\n")
    with pytest.raises(UsageError, match="is given twice"):
        read_tables([path, path])


def test_columns_that_are_passed_over_are_named(tmp_path: Path) -> None:
    header = "system,muc,b3,bcubed_f1,MUC F1,CEAFₑ,rank,conll_low"
    (note,) = sentences(read_tables([table(tmp_path, f"{header}\na,1,1,1,1,1,1,1\n")]).remarks)
    assert note == (
        "scores.csv: these columns name no score and are ignored: b3 (did you mean bcub?), "
        "bcubed_f1 (did you mean bcub_f1?), MUC F1 (did you mean muc_f1?), "
        "CEAFₑ (did you mean ceafe?), rank, conll_low."
    )


def test_baselines_are_left_out_and_named(tmp_path: Path) -> None:
    rows = "a,0.5,False\n(one entity),1,True\nb,0.4,false\n(every mention alone),0,true \n"
    found = read_tables([table(tmp_path, f"system,muc,Baseline\n{rows}")])
    assert found.points.names == ("a", "b")
    assert sentences(found.remarks) == (
        "scores.csv: baselines are left out: (one entity), (every mention alone).",
    )


def test_a_column_that_marks_no_row_is_not_ignored(tmp_path: Path) -> None:
    found = read_tables([table(tmp_path, "system,muc,baseline\na,0.5,False\nb,0.4,\n")])
    assert found.points.names == ("a", "b")
    assert not found.remarks


def test_a_column_of_other_values_marks_no_baselines(tmp_path: Path) -> None:
    found = read_tables([table(tmp_path, "system,muc,baseline\na,0.5,true\nb,0.4,45.3\n")])
    assert found.points.names == ("a", "b")
    (note,) = sentences(found.remarks)
    assert note == "scores.csv: these columns name no score and are ignored: baseline."


def test_small_scores_among_percentages_are_named(tmp_path: Path) -> None:
    rows = "a,70,0\nb,0.7,60\nc,0.6,60\nd,0.5,0.5\n"
    (note,) = sentences(read_tables([table(tmp_path, f"system,muc,lea\n{rows}")]).remarks)
    assert note == (
        "scores.csv: some scores are above 1, so all are read as percentages, also these: "
        "b 0.7, c 0.6, d 0.5 and 1 more."
    )
    (note,) = sentences(read_tables([table(tmp_path, "system,muc,lea\na,70,0\nb,0.7,60\n")]).remarks)
    assert note.endswith("also these: b 0.7.")
