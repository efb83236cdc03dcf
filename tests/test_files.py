"""Files are written whole, or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from leaderboard import files
from leaderboard.files import STAGING, write_whole


def test_files_stand_where_they_are_named_and_nothing_else_does(tmp_path: Path) -> None:
    write_whole({"a": b"1", "in/b": b"2"}, tmp_path / "new" / "folder")
    there = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*") if path.is_file()}
    assert {name: path.read_bytes() for name, path in there.items()} == {
        "new/folder/a": b"1",
        "new/folder/in/b": b"2",
    }


def test_none_takes_its_place_before_all_are_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda file: (done.append("written"), fsync(file)))
    monkeypatch.setattr(Path, "replace", lambda self, path: (done.append(path.name), replace(self, path)))
    write_whole({"a": b"", "b": b""}, tmp_path)
    assert done == ["written", "written", "a", "b"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole({"x": b"old"}, tmp_path)

    def broken(self: Path, target: Path) -> Path:
        assert self.read_bytes() == b"new"
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(OSError, match="no space left"):
        write_whole({"x": b"new"}, tmp_path)
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_bytes() == b"old"


def test_a_file_without_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_whole({"x": b"new"}, tmp_path)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(tmp_path / "x"))
    assert not list(tmp_path.iterdir())


def test_what_stands_in_the_way_of_a_write_is_not_written_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").write_bytes(b"mine")
    monkeypatch.setattr(files, "token_hex", lambda size: "0")
    (tmp_path / f"{STAGING}-0").symlink_to(tmp_path / "other")
    with pytest.raises(FileExistsError):
        write_whole({"x": b"new"}, tmp_path)
    (tmp_path / "y").symlink_to(tmp_path / "other")
    write_whole({"y": b"new"}, tmp_path)
    assert (tmp_path / "other").read_bytes() == b"mine"
    assert not (tmp_path / "y").is_symlink()
