"""A shared task on fifteen datasets: as many entries are told of as there are, each once, in every form."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from tests.support import dry_run
from tests.support.each_once import EachOnce
from tests.support.made_entries import Policy
from tests.support.running import Typed

LAST_LINES = {
    "error": "5 systems ranked, 7 rejected.",
    "zero": "8 systems ranked, 3 rejected, 1 run left out of the mean.",
    "exclude": "5 systems ranked, 3 excluded, 3 rejected, 1 run left out of the mean.",
}


@pytest.mark.parametrize("policy", get_args(Policy))
def test_each_entry_is_told_of_once(here: Path, policy: Policy, typed: Typed) -> None:
    dry_run.write(Path("submissions"))
    words = ("rank", "--missing-dataset", policy, "--draws", "100", "--trials", "100", "--jobs", "1")
    run = typed(*words)
    assert run.code == 3
    assert LAST_LINES[policy] in " ".join(run.out.split())
    check = EachOnce(dry_run.CASES, dry_run.LEFT_OUT, policy, len(dry_run.DATASETS))
    check.check_json()
    check.check_terminal(run, typed(*words, "--verbose"))
    check.check_markdown()
    check.check_html()
    check.check_latex()
