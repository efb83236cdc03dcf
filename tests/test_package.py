"""The package: what it offers, and that it loads nothing before it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import leaderboard
from leaderboard.errors import InputError, Problem
from leaderboard.version import VERSION


def test_the_version_is_said_in_one_place() -> None:
    assert leaderboard.__version__ == VERSION


@pytest.mark.parametrize("name", sorted(set(leaderboard.__all__) - {"__version__"}))
def test_every_public_name_is_there(name: str) -> None:
    assert callable(getattr(leaderboard, name))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'leaderboard' has no attribute 'gold'$"):
        _ = leaderboard.gold  # type: ignore[attr-defined]
    assert not hasattr(leaderboard, "numpy")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, leaderboard; print(sorted({'numpy', 'scipy', 'pandas', 'typer'} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_problem_says_where_what_and_what_to_do() -> None:
    assert str(Problem("a.conll", 3, "it is wrong", "correct it")) == "a.conll:3: it is wrong; correct it"
    assert str(Problem("a.conll", 0, "it is wrong", "correct it")) == "a.conll: it is wrong; correct it"


def test_an_error_of_a_file_shows_the_first_problem_and_counts_the_others() -> None:
    problems = [Problem("a", line, "wrong", "correct it") for line in (1, 2, 3)]
    assert str(InputError(problems[:1])) == "a:1: wrong; correct it"
    assert str(InputError(problems)).startswith("a:1: wrong; correct it (and 2 more")
    assert InputError(problems).problems == tuple(problems)
