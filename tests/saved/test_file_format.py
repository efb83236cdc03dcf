"""A file of saved sums is whole, of this format, and nothing else; or it is refused by name."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.errors import InputError
from leaderboard.saved import saved_sums
from leaderboard.saved.saved_sums import opened, sealed

RECORD = {"b": [1, None, "ü"], "a": {"x": 0.1}}
MOST = 10_000


def refusal(path: Path, most: int = MOST) -> str:
    with pytest.raises(InputError) as caught:
        opened(path, most)
    [problem] = caught.value.problems
    assert problem.file == str(path)
    assert problem.remedy == "score the responses again"
    return problem.what


def with_hash(content: bytes) -> bytes:
    return f"leaderboard sums 1 {hashlib.sha256(content).hexdigest()}\n".encode() + content


def test_what_was_sealed_is_what_is_opened(tmp_path: Path) -> None:
    (tmp_path / "x.sums").write_bytes(sealed(RECORD, b"\n\x00\xff"))
    assert opened(tmp_path / "x.sums", MOST) == (RECORD, b"\n\x00\xff")
    assert list(opened(tmp_path / "x.sums", MOST)[0]) == ["b", "a"]


def test_the_bytes_are_these() -> None:
    digest = "3505bf35d8419e5d1333d230bbd9a50a847cf6187cde0584ad1b8f0ca177d63d"
    assert sealed({"a": [1, None]}, b"x") == f"leaderboard sums 1 {digest}\n".encode() + b'{"a":[1,null]}\nx'


@given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_any_bit_that_turns_is_found(tmp_path_factory: pytest.TempPathFactory, place: int, bit: int) -> None:
    path = tmp_path_factory.mktemp("bits") / "x.sums"
    content = bytearray(sealed(RECORD, b"numbers"))
    content[place % len(content)] ^= 1 << bit
    path.write_bytes(content)
    assert refusal(path)


@pytest.mark.parametrize("size", [0, 1, 50, 84, 85, 90])
def test_a_file_that_was_cut_is_found(tmp_path: Path, size: int) -> None:
    path = tmp_path / "x.sums"
    path.write_bytes(sealed(RECORD, b"numbers")[:size])
    assert refusal(path)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "not a file of saved sums"),
        (b"PK\x03\x04", "not a file of saved sums"),
        (b"\x80\x04cos\nsystem\n", "not a file of saved sums"),
        (sealed(RECORD).replace(b"sums 1", b"sums 2"), "saved sums of format 2, but format 1 is expected"),
        (sealed(RECORD).replace(b"0.1", b"0.2"), "damaged: its content differs from what was saved"),
        (with_hash(b"[]\n"), "not a record of saved sums"),
        (with_hash(b"{]\n"), "not a record of saved sums"),
        (with_hash(b"\xff\n"), "not a record of saved sums"),
        (with_hash(b"9" * 5000 + b"\n"), "not a record of saved sums"),
        (with_hash(b"[" * 9000 + b"\n"), "not a record of saved sums"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path: Path, content: bytes, what: str) -> None:
    (tmp_path / "x.sums").write_bytes(content)
    assert refusal(tmp_path / "x.sums") == what


def test_no_more_is_read_than_there_can_be(tmp_path: Path) -> None:
    (tmp_path / "x.sums").write_bytes(sealed(RECORD, bytes(1000)))
    assert refusal(tmp_path / "x.sums", 1000) == "more than 1,000 bytes"


def test_a_line_of_json_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.sums").write_bytes(sealed({"a": "b" * 100}, bytes(100)))
    monkeypatch.setattr(saved_sums, "MOST_TEXT", 108)
    assert opened(tmp_path / "x.sums", MOST)[1] == bytes(100)
    monkeypatch.setattr(saved_sums, "MOST_TEXT", 107)
    assert refusal(tmp_path / "x.sums") == "not a record of saved sums"


def test_pipes_and_folders_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.sums")
    (tmp_path / "folder.sums").mkdir()
    assert refusal(tmp_path / "pipe.sums") == "not a regular file"
    assert refusal(tmp_path / "folder.sums") == "a folder where a file is expected"
    assert refusal(tmp_path / "absent.sums").startswith("cannot be read: ")
