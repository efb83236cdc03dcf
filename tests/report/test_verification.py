"""A report that was cut off is told from a whole one by its hashes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.report.verification import differing_files


def write_report(folder: Path, **files: str) -> None:
    hashes = {}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        hashes[name] = hashlib.sha256(text.encode()).hexdigest()
    (folder / "provenance.json").write_text(json.dumps({"files": hashes}), encoding="utf-8")


def test_a_whole_report_has_no_differing_file(tmp_path: Path) -> None:
    write_report(tmp_path, a="1", b="2")
    (tmp_path / "foreign").write_text("3")
    assert differing_files(tmp_path) == ()


def test_missing_and_other_files_are_named(tmp_path: Path) -> None:
    write_report(tmp_path, c="1", b="2", a="3")
    (tmp_path / "c").write_text("0")
    (tmp_path / "a").unlink()
    assert differing_files(tmp_path) == ("a", "c")


@pytest.mark.parametrize(
    "record",
    [
        "",
        "[]",
        "{}",
        '{"files": 1}',
        '{"files": {"a": 1}}',
        '{"files": {"../a": "0"}}',
        '{"files": {"/a": "0"}}',
        '{"files": {"x\\\\a": "0"}}',
        '{"files": {"C:a": "0"}}',
        "[" * 100_000,
        "\udcff",
    ],
)
def test_a_record_that_is_none_is_an_error(tmp_path: Path, record: str) -> None:
    (tmp_path / "provenance.json").write_bytes(record.encode(errors="surrogateescape"))
    with pytest.raises(
        InputError, match=r"no record of the files of a report; run `leaderboard rank` again$"
    ):
        differing_files(tmp_path)
