"""What may not be read is one rejected row, and stops nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.powerless import needs_permissions, powerless
from tests.support.small_task import FAIR, KEY

pytestmark = needs_permissions

FEW = ("--draws", "100", "--quiet", "--format", "json")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A task with a good system, and places that nobody may look into."""
    folder = tmp_path / "submissions"
    small_task.write(folder, key=KEY, fair=FAIR, locked=FAIR)
    small_task.write(folder / "closed", en=FAIR)
    small_task.write(folder / "listed", en=FAIR)
    small_task.write(folder / "inner", en=FAIR)
    small_task.write(tmp_path / "elsewhere" / "deep", en=FAIR)
    (folder / "outside").symlink_to(tmp_path / "elsewhere" / "deep")
    modes = {
        folder / "locked.conll": 0,
        folder / "closed": 0,
        folder / "listed": 0o400,
        folder / "inner" / "en.conll": 0,
        tmp_path / "elsewhere": 0,
    }
    for path, mode in modes.items():
        path.chmod(mode)
    yield folder
    for path in modes:
        path.chmod(0o700)


@pytest.mark.parametrize("links", [(), ("--follow-symlinks",)])
def test_rank_rejects_what_it_may_not_read_and_ranks_the_rest(folder: Path, links: tuple[str, ...]) -> None:
    run = powerless("rank", "submissions", *FEW, *links, cwd=folder.parent)
    assert run.code == 3, run.err
    record = json.loads(run.out)
    assert [row["system"] for row in record["systems"]] == ["fair"]
    reasons = {row["system"]: row["reason"] for row in record["rejected"]}
    assert set(reasons) == {"locked", "closed", "listed", "inner", "outside"}
    for system, reason in reasons.items():
        if system != "outside" or links:
            expected = "cannot be read: permission denied; check the path and its permissions"
            assert reason == expected, system


@pytest.mark.parametrize("verb", ["score", "validate"])
def test_responses_that_may_not_be_read_are_rejected(folder: Path, verb: str) -> None:
    words = ("fair", "locked", "closed", "listed", "inner", "outside", "--follow-symlinks")
    run = powerless(verb, *words, cwd=folder.parent)
    assert run.code == 3, run.err
    shown = run.err if verb == "score" else run.out
    reason = "cannot be read: permission denied; check the path and its permissions"
    assert sum(line.endswith(reason) for line in shown.splitlines()) == 5


def test_a_report_of_what_may_not_be_read_verifies(folder: Path) -> None:
    assert powerless("rank", "submissions", *FEW, cwd=folder.parent).code == 3
    run = powerless("verify", cwd=folder.parent)
    assert (run.code, run.err) == (0, "")
    inputs = json.loads((folder.parent / "reports" / "provenance.json").read_text())["inputs"]
    assert set(inputs) == {"fair.conll", "key.conll"}
