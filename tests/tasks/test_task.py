"""Responses have names, and a test needs enough of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.options import read_options
from leaderboard.tasks.scored_task import name_systems, task_of_folder, task_of_responses
from leaderboard.tasks.task import need
from tests.support import small_task
from tests.support.small_task import BROKEN, FAIR, KEY


def test_a_system_is_called_as_its_file_without_suffixes() -> None:
    paths = [Path("x/a.conll.gz"), Path("b.jsonl"), Path("v1.2.conll"), Path("plain")]
    assert list(name_systems(paths)) == ["a", "b", "v1.2", "plain"]


def test_two_files_of_one_name_are_both_named() -> None:
    with pytest.raises(UsageError) as caught:
        name_systems([Path("x/a.conll"), Path("y/a.conll.gz")])
    assert str(caught.value) == (
        f"{Path('x/a.conll')} and {Path('y/a.conll.gz')} are both called a; rename one of the two"
    )


def test_no_response_at_all() -> None:
    with pytest.raises(UsageError, match=r"^no response given; name at least one file$"):
        name_systems([])


@pytest.mark.parametrize("name", ["a\x1b[31m", "a\nb", "a\u202eb", "a\udc80", "a\x7f"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="the name has unprintable characters; rename the file"):
        name_systems([Path(f"{name}.conll")])


def test_a_folder_is_its_key_and_its_systems(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, broken=BROKEN)
    task = task_of_folder(tmp_path, read_options({}))
    assert task.key == str(tmp_path / "key.conll")
    assert task.sheet.systems == ("fair",)
    assert [one.system for one in task.rejected] == ["broken"]
    with pytest.raises(NothingToDo, match=r"no such folder; name the folder with the submissions$"):
        task_of_folder(tmp_path / "nowhere", read_options({}))


def test_a_test_needs_two_systems(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, other=FAIR, broken=BROKEN)
    options = read_options({"key": tmp_path / "key.conll"})

    def needing(*names: str) -> None:
        need(task_of_responses([tmp_path / f"{name}.conll" for name in names], options), 2)

    needing("fair", "other", "broken")
    with pytest.raises(UsageError, match=r"^only 1 response given; name at least 2$"):
        needing("fair")
    with pytest.raises(InputError, match=r"broken\.conll:2: "):
        needing("fair", "broken")


@pytest.mark.parametrize("response", [["a.conll"], "", b"a.conll", 1])
def test_each_response_is_a_path_of_its_own(response: object) -> None:
    with pytest.raises(UsageError, match=r"give each path|not a file name"):
        leaderboard.score(response)  # type: ignore[arg-type]
