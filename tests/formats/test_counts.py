"""How tables of counts are read: forms, names, numbers, and what stops everything."""

from __future__ import annotations

import gc
import gzip
import math
from pathlib import Path

import numpy as np
import pytest

import leaderboard
from leaderboard.errors import InputError, UsageError
from leaderboard.formats import counts
from leaderboard.formats.counts import is_table, name_text, number, open_sources, read_rows
from tests.support.tables import written


def _read(path: Path, **rename: str) -> tuple[list[str], list[float]]:
    rows = read_rows(open_sources(path, rename), ["system", "item"], ["acc"])
    names = [rows.names[name] for name in ("system", "item")]
    texts = [
        "/".join(column.texts[column.of_row[row]] for column in names)
        for row in range(len(rows.numbers["acc"]))
    ]
    return texts, rows.numbers["acc"].tolist()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.csv", "system,item,acc\na,1,0.5\nb,1,true\n"),
        ("t.csv", " \r\nsystem,item,acc\r\na,1,0.5\r\n \r\n , ,\r\nb,1,true\r\n"),
        ("t.csv", "\ufeffsystem,item,acc\r\na,1,0.5\r\n\r\nb,1,TRUE\r\n"),
        ("t.csv", "system;item;acc\na;1;.5\nb;1;1\n"),
        ("t.tsv", "system\titem\tacc\na\t1\t5e-1\nb\t1\t1\n"),
        ("t.jsonl", '{"system": "a", "item": 1, "acc": 0.5}\n\n{"acc": true, "item": 1.0, "system": "b"}\n'),
    ],
)
def test_every_form_says_the_same(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_bytes(text.encode())
    (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    for file in (tmp_path / name, tmp_path / f"{name}.gz"):
        assert is_table(file, {})
        assert _read(file) == (["a/1", "b/1"], [0.5, 1.0])


def test_quoted_cells_hold_separators_and_line_breaks(tmp_path: Path) -> None:
    file = tmp_path / "t.csv"
    file.write_text('system,item,acc\n"a, b","one\ntwo",1\nc,1,2,3\n')
    with pytest.raises(InputError, match=r"t\.csv:4: 4 cells under 3 columns"):
        _read(file)
    file.write_text('system,item,acc\n"a, b","one\ntwo",1\nc,1\n')
    names, values = _read(file)
    assert names == ["a, b/one\ntwo", "c/1"]
    assert values[0] == 1
    assert math.isnan(values[1])


def test_a_folder_is_one_table_with_systems_by_file(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / f"{name}.csv").write_text("id,acc\n1,1\n2,0\n")
    (tmp_path / "README.md").write_text("about")
    (tmp_path / ".hidden").write_text("x")
    assert is_table(tmp_path, {"id": "item"})
    rows = read_rows(open_sources(tmp_path, {"id": "item"}), ["system", "item"], ["acc"])
    assert rows.names["system"].texts == ["a", "b"]
    source, line, cells = rows.found([3])[3]
    assert (Path(source.file).name, line, cells["item"]) == ("b.csv", 3, "2")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("t.csv", "system,item,acc\n", "no rows below the header"),
        ("t.csv", 'system,item,acc\na,1,"1\n', "not valid CSV"),
        ("t.csv", "system,item,acc,acc\na,1,1,1\n", "t.csv:1: two columns are called 'acc'"),
        ("t.csv", "\n \nsystem,item,acc,acc\na,1,1,1\n", "t.csv:3: two columns are called 'acc'"),
        ("t.jsonl", '{"system": "a", "item": 1, "acc": 1}\n[1]\n', "t.jsonl:2: not a JSON object"),
        ("t.jsonl", '{"system": "a", "item": 1, "acc": 1}\n{\n', "t.jsonl:2: not valid JSON"),
    ],
)
def test_faults_of_the_file_have_their_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=said):
        _read(tmp_path / name)


def test_what_is_no_text_has_its_line(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(b"system,item,acc\na,1,1\na,\xff,1\n")
    with pytest.raises(InputError, match=r"t\.csv:3: not UTF-8"):
        _read(tmp_path / "t.csv")


def test_too_many_rows_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST_ROWS", 1)
    (tmp_path / "t.csv").write_text("system,item,acc\na,1,1\nb,1,1\n")
    with pytest.raises(UsageError, match="more than 1 rows"):
        _read(tmp_path / "t.csv")


def test_a_column_that_is_renamed_has_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("system,question,acc\na,1,1\n")
    assert _read(tmp_path / "t.csv", question="item") == (["a/1"], [1.0])
    with pytest.raises(UsageError, match="there is no column 'q'"):
        open_sources(tmp_path / "t.csv", {"q": "item"})


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("t.csv", "", False),
        ("t.csv", "one\n", False),
        ("t.csv", "#begin document (a), b\n", False),
        ("t.tsv", "a\tb\n", False),
        ("t.tsv", "item\tb\n", True),
        ("t.csv", "\n \nsystem,item\n", True),
        ("t.csv", "\ufeff\nsystem,item\n", True),
        ("t.csv", "system,item\ra,1\r", True),
        ("t.jsonl", '\ufeff\n{"item": 1}\n', True),
        ("t.jsonl", '{"id": 1}\n', False),
        ("t.jsonl", "no\n", False),
        ("t.jsonl", "1\n", False),
        pytest.param("t.jsonl", "[" * 100_000, False, id="deep"),
        ("t.csv.gz", "system,item\n", False),
        ("t.txt", "system,item\n", False),
    ],
)
def test_what_is_a_table(tmp_path: Path, name: str, text: str, found: bool) -> None:
    (tmp_path / name).write_text(text)
    assert is_table(tmp_path / name, {}) == found


def test_tables_of_scores_have_no_items(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("system,muc\na,1\n")
    assert is_table(tmp_path / "t.csv", {})
    assert not is_table(tmp_path / "t.csv", {}, needs="item")
    assert not is_table(tmp_path / "none", {})


def test_a_folder_with_a_folder_or_a_file_that_may_not_be_read_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "t.csv").write_text("system,item,acc\na,1,1\n", encoding="utf-8")
    assert is_table(tmp_path / "one", {})
    assert not is_table(tmp_path, {})

    def refuse(*_: object) -> str:
        raise PermissionError

    monkeypatch.setattr("leaderboard.formats.counts._first_line", refuse)
    assert not is_table(tmp_path / "one", {})


def test_numbers_and_names() -> None:
    assert [number(cell) for cell in (1, "2.5", True, "false", "1e3")] == [1, 2.5, 1, 0, 1000]
    assert all(map(math.isnan, map(number, (None, "", "NA", "NaN", "null", float("nan")))))
    assert all(map(math.isinf, map(number, ("95%", "1,5", "1_0", "inf"))))
    named = [name_text(cell) for cell in ("a", 1, 1.0, 1.5, True, None, float("nan"), [1], np.int64(3))]
    assert named == ["a", "1", "1", "1.5", "True", "", "", "", "3"]


def test_garbage_that_is_not_collected_before_is_not_collected_after(tmp_path: Path) -> None:
    table = written(tmp_path / "t.csv", "system,item,acc", [("a", 1, "1_0"), ("b", 1, 1)])
    gc.disable()
    try:
        [rejected] = leaderboard.score(table, metric="acc").rejected
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert rejected.problem.what == "acc is '1_0', which is not a finite number"
