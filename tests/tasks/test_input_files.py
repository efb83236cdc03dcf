"""The hashes of what was read."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from leaderboard.submissions import open_submission
from leaderboard.tasks import input_files
from leaderboard.tasks.input_files import digests


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return hashlib.sha256(text.encode()).hexdigest()


def digests_of(folder: Path, key: Path, *paths: Path) -> dict[str, str]:
    configured = folder / "leaderboard.toml"
    settings = configured if configured.is_file() else None
    submissions = [open_submission(path, False) for path in paths]
    return digests(folder, submissions, open_submission(key, False), settings)


def test_every_file_of_the_submissions_the_key_and_the_settings(tmp_path: Path) -> None:
    folder, key = tmp_path / "submissions", tmp_path / "key"
    expected = {
        "../key/en.conll": write(key / "en.conll", "key"),
        "a.conll": write(folder / "a.conll", "a"),
        "b/en.conll": write(folder / "b" / "en.conll", "b"),
        "leaderboard.toml": write(folder / "leaderboard.toml", ""),
    }
    write(folder / "other", "no")
    found = digests_of(folder, key, folder / "b", folder / "a.conll")
    assert found == expected
    assert list(found) == sorted(expected)


def test_a_file_is_named_once(tmp_path: Path) -> None:
    digest = write(tmp_path / "key.conll", "key")
    assert digests_of(tmp_path, tmp_path / "key.conll", tmp_path / "key.conll") == {"key.conll": digest}


def test_what_is_too_large_to_be_read_is_not_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_files, "MOST_BYTES", 10)
    key = write(tmp_path / "key", "k")
    large = write(tmp_path / "large", "x" * 110)
    write(tmp_path / "larger", "x" * 111)
    found = digests_of(tmp_path, tmp_path / "key", tmp_path / "large", tmp_path / "larger")
    assert found == {"key": key, "large": large}


def test_what_cannot_be_read_is_not_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "key", "k")
    write(tmp_path / "locked", "text")

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refused)
    assert digests_of(tmp_path, tmp_path / "key", tmp_path / "locked") == {}


def test_settings_that_are_gone_have_no_hash(tmp_path: Path) -> None:
    digest = write(tmp_path / "key.conll", "key")
    key = open_submission(tmp_path / "key.conll", False)
    assert digests(tmp_path, [], key, tmp_path / "leaderboard.toml") == {"key.conll": digest}
