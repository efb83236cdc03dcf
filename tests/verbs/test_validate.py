"""``leaderboard.validate``: everything that is wrong with a submission, of every file of it."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import IO

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.submissions import Submission, archives
from leaderboard.verbs.validate import Validation
from tests import small_task
from tests.bad_inputs import archive
from tests.small_task import BROKEN, FAIR, KEY, RIGHT, part, parts

TWICE = parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT)


@pytest.fixture(autouse=True)
def task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    small_task.write(tmp_path, key=KEY, fair=FAIR, broken=BROKEN, twice=TWICE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LEADERBOARD_KEY", raising=False)
    return tmp_path


def validated(name: str, **options: object) -> Validation:
    (system,) = leaderboard.validate(name, **options).systems
    return system


def found(name: str, **options: object) -> list[str]:
    return [f"{finding.severity} {finding.problem}" for finding in validated(name, **options).findings]


def test_an_acceptable_submission() -> None:
    result = leaderboard.validate("fair.conll")
    assert (result.key, result.acceptable) == ("key.conll", 1)
    assert result.systems == (Validation("fair", (), 0, 0),)


def test_some_are_acceptable_and_some_are_not() -> None:
    result = leaderboard.validate("fair.conll", "broken.conll")
    assert [system.acceptable for system in result.systems] == [True, False]
    assert result.acceptable == 1


def test_missing_extra_and_changed_parts_are_all_named() -> None:
    text = part("a", 0, RIGHT).replace("dog", "cat") + part("c", 0, RIGHT) + part("d", 0, RIGHT)
    small_task.write(Path(), bad=text)
    assert [line.partition("; ")[0] for line in found("bad.conll")] == [
        "error bad.conll:9: c (part 0) is not in the key key.conll",
        "error bad.conll:17: d (part 0) is not in the key key.conll",
        "error bad.conll: a (part 1) is missing",
        "error bad.conll: b (part 0) is missing",
        "error bad.conll:6: the word 'cat' is 'dog' in the key (key.conll:6)",
    ]


def test_repairs_are_warnings_unless_refused() -> None:
    (line,) = found("twice.conll")
    assert line.startswith("warning twice.conll:5: the mention of tokens 3 to 3 stands in two entities")
    assert validated("twice.conll").acceptable
    assert not validated("twice.conll", duplicates="error").acceptable


def test_the_first_fifty_are_shown_and_the_others_counted() -> None:
    lines = [f"a\t0\t{number}\tw\tNN\t{number})" for number in range(60)]
    text = "\n".join(["#begin document (a); part 000", *lines, "#end document", ""])
    small_task.write(Path(), many=text)
    many = validated("many.conll")
    assert (len(many.findings), many.errors, many.more) == (50, 63, 13)


def test_without_a_key_only_the_form_is_checked(tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    small_task.write(alone, short=part("z", 0, RIGHT), broken=BROKEN)
    (tmp_path / "key.conll").unlink()
    result = leaderboard.validate(alone / "short.conll", alone / "broken.conll")
    assert result.key is None
    assert [system.acceptable for system in result.systems] == [True, False]


def test_a_stated_key_must_be_there_and_whole() -> None:
    with pytest.raises(NothingToDo, match="no such key"):
        leaderboard.validate("fair.conll", key="nowhere")
    with pytest.raises(NothingToDo, match="the key cannot be read"):
        leaderboard.validate("fair.conll", key="broken.conll")


def test_each_file_of_a_submission_is_checked_though_others_are_bad() -> None:
    small_task.write(Path("key"), de=KEY, en=KEY)
    Path("key.conll").unlink()
    files = {"de.conll": BROKEN, "fr.conll": FAIR, "en.conll": FAIR.replace("dog", "cat", 1)}
    Path("s.zip").write_bytes(archive(*files.items()))
    assert [line.partition(";")[0] for line in found("s.zip")] == [
        "error s.zip/fr.conll: the dataset fr is not in the key",
        "error s.zip/de.conll:2: the bracket '(1' never closes",
        "error s.zip/en.conll:6: the word 'cat' is 'dog' in the key (key/en.conll:6)",
    ]


def test_files_that_are_no_dataset_of_the_key_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()
    bounded = archives._bounded

    def noted(stream: IO[bytes], path: Path, member: str, most: int) -> bytes:
        read.append(member)
        return bounded(stream, path, member, most)

    monkeypatch.setattr(archives, "_bounded", noted)
    Path("s.zip").write_bytes(archive(("a.conll", FAIR), ("README", "hello")))
    (line,) = found("s.zip")
    assert line == "error s.zip: 2 files where the key is one: README, a.conll; submit one file"
    assert not read
    Path("key.conll").unlink()
    found("s.zip")
    assert read == ["README", "a.conll"]


def test_an_archive_that_goes_away_is_a_problem_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("s.zip").write_bytes(archive(("a.conll", FAIR)))
    on = Submission.on

    def late(submission: Submission, datasets: Collection[str]) -> Submission:
        Path("s.zip").unlink()
        return on(submission, datasets)

    monkeypatch.setattr(Submission, "on", late)
    (line,) = found("s.zip")
    assert line.startswith("error s.zip: cannot be read: no such file or directory; ")


def test_names_and_links_are_problems_like_others() -> None:
    Path("link").symlink_to("fair.conll")
    (line,) = found("link")
    assert line.startswith("error link: a symbolic link; ")
    assert validated("link", follow_symlinks=True).acceptable


def test_no_response_is_wrong_usage() -> None:
    with pytest.raises(UsageError, match=r"^no response given; name at least one file$"):
        leaderboard.validate()
