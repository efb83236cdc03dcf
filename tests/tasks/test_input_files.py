"""The hashes of what was read."""

from __future__ import annotations

import gzip
import hashlib
from pathlib import Path

import pytest

from leaderboard.options import read_options
from leaderboard.scoring.key import chosen_metrics, read_key
from leaderboard.scoring.scored import score_response
from leaderboard.submissions import open_submission
from leaderboard.tasks import scored_task
from leaderboard.tasks.scored_task import digests, task_of_folder, task_of_responses
from tests.support import small_task
from tests.support.small_task import FAIR, KEY


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return hashlib.sha256(text.encode()).hexdigest()


def digests_of(folder: Path, key: Path, *paths: Path) -> dict[str, str]:
    configured = folder / "leaderboard.toml"
    settings = [configured] if configured.is_file() else []
    submissions = [open_submission(path, False) for path in paths]
    return digests(folder, submissions, open_submission(key, False), settings, {})


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
    monkeypatch.setattr(scored_task, "MOST_BYTES", 10)
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


def test_what_was_hashed_is_not_read_again(tmp_path: Path) -> None:
    key = write(tmp_path / "key", "k")
    submission = open_submission(tmp_path / "key", False)
    known = {tmp_path / "key": "known"}
    assert digests(tmp_path, [], submission, [], {}) == {"key": key}
    assert digests(tmp_path, [submission], submission, [], known) == {"key": "known"}


def test_a_response_that_is_one_file_is_hashed_when_it_is_read(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR)
    (tmp_path / "packed.conll.gz").write_bytes(gzip.compress(FAIR.encode()))
    found = task_of_folder(tmp_path, read_options({}))
    assert set(found.sheet.systems) == {"fair", "packed"}
    assert found.hashes == {tmp_path / "fair.conll": hashlib.sha256(FAIR.encode()).hexdigest()}


def test_scores_alone_need_no_hashes(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, words=KEY.replace("\t", " "))
    names = [tmp_path / "fair.conll", tmp_path / "words.conll"]
    settled = read_options({})
    key, metrics = read_key(tmp_path / "key.conll", settled), chosen_metrics(settled)
    for name in names:
        assert not score_response(key, open_submission(name, False), settled, metrics).digest
    assert task_of_responses(names, settled).hashes == {}


def test_a_dataset_is_hashed_apart(tmp_path: Path) -> None:
    for name in ("en", "es"):
        write(tmp_path / "key" / f"{name}.conll", KEY)
        write(tmp_path / "fair" / f"{name}.conll", FAIR)
    assert task_of_folder(tmp_path, read_options({})).hashes == {}


def test_settings_that_are_gone_have_no_hash(tmp_path: Path) -> None:
    digest = write(tmp_path / "key.conll", "key")
    key = open_submission(tmp_path / "key.conll", False)
    assert digests(tmp_path, [], key, [tmp_path / "leaderboard.toml"], {}) == {"key.conll": digest}
