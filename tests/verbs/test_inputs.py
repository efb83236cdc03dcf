"""The hashes of what was read."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from leaderboard.submissions import open_submission
from leaderboard.verbs import inputs
from leaderboard.verbs.inputs import digests


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return hashlib.sha256(text.encode()).hexdigest()


def digests_of(folder: Path, *paths: Path) -> dict[str, str]:
    return digests(folder, [open_submission(path, False) for path in paths], folder / "leaderboard.toml")


def test_every_file_of_the_submissions_the_key_and_the_settings(tmp_path: Path) -> None:
    folder, key = tmp_path / "submissions", tmp_path / "key"
    expected = {
        "../key/en.conll": write(key / "en.conll", "key"),
        "a.conll": write(folder / "a.conll", "a"),
        "b/en.conll": write(folder / "b" / "en.conll", "b"),
        "leaderboard.toml": write(folder / "leaderboard.toml", ""),
    }
    write(folder / "other", "no")
    found = digests_of(folder, folder / "b", key, folder / "a.conll")
    assert found == expected
    assert list(found) == sorted(expected)


def test_a_file_is_named_once(tmp_path: Path) -> None:
    digest = write(tmp_path / "key.conll", "key")
    assert digests_of(tmp_path, tmp_path / "key.conll", tmp_path / "key.conll") == {"key.conll": digest}


def test_what_is_too_large_to_be_read_is_not_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "large", "large")
    monkeypatch.setattr(inputs, "MOST_BYTES", 4)
    assert digests_of(tmp_path, tmp_path / "large") == {}


def test_what_cannot_be_read_is_not_hashed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "locked", "text")

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refused)
    assert digests_of(tmp_path, tmp_path / "locked") == {}
