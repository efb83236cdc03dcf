"""The signatures of the public functions say which options there are, as the one table of options does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from mypy import api

import leaderboard
from leaderboard.cli.app import command_called
from leaderboard.options import Options, keywords
from tools.keywords import PAGE, page

ROOT = Path(__file__).parents[2]
HINTS = get_type_hints(Options)
TYPED = [kind for name, kind in vars(keywords).items() if name.endswith("Options")]
PATHS = ("key", "save", "saved", "documents", "mentions")
# They have no options of the table.
OTHERS = {"LeaderboardWarning", "METRICS", "Scorer", "diff", "frame", "score_clusters", "simulate"}
FUNCTIONS = sorted(set(leaderboard.__all__) - {"__version__", *OTHERS})


def wider(name: str) -> Any:
    """The type of an option as an argument: one name does for a list, and a path may be a Path."""
    kind = HINTS[name]
    if tuple[str, ...] in (kind, *get_args(kind)):
        return kind | str | list[str]
    return kind | os.PathLike[str] if name in PATHS else kind


def options_of(function: object) -> frozenset[str]:
    """The options that a function takes, by its signature."""
    [kind] = get_args(get_type_hints(function)["options"])
    return frozenset(kind.__optional_keys__)


@pytest.mark.parametrize("kind", TYPED, ids=lambda kind: str(kind.__name__))
def test_an_option_has_the_type_that_the_table_gives_it(kind: type) -> None:
    for name, hint in get_type_hints(kind).items():
        assert hint == wider(name), name


def test_the_keywords_are_those_that_the_table_gives() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tools.keywords"


def test_every_option_is_taken_by_a_function() -> None:
    taken = {name for name in FUNCTIONS for name in options_of(getattr(leaderboard, name))}
    assert taken == HINTS.keys()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_the_options_of_its_command(name: str) -> None:
    called = {"error_prices": "errors"}.get(name, name)  # a module of the package is called errors
    parameters = command_called(called).__signature__.parameters
    assert options_of(getattr(leaderboard, name)) == HINTS.keys() & parameters.keys()


CALLS = """
import leaderboard
leaderboard.rank(trials=500, metric=["lea"], primary="lea", against=None)
leaderboard.rank(trails=500)
leaderboard.compare("a", "b", trials="many")
leaderboard.score("a", metrics="lea")
leaderboard.validate("a", alpha=0.05)
leaderboard.correlate(ties="leader")
leaderboard.power(draws=2.5)
leaderboard.probe("split", zeros="none")
"""


def test_a_type_checker_refuses_options_that_are_misspelt_or_wrong(tmp_path: Path) -> None:
    """Only the files that say what the functions take are read, so that it takes no time."""
    calls = tmp_path / "calls.py"
    calls.write_text(CALLS)
    room = ROOT / "leaderboard"
    said = [room / "__init__.py", room / "options" / "keywords.py", room / "options" / "__init__.py"]
    said += [
        room / "options" / "options.py",
        room / "options" / "values.py",
        *sorted((room / "verbs").rglob("*.py")),
    ]
    flags = ["--follow-imports=skip", "--ignore-missing-imports", "--config-file=", "--no-error-summary"]
    out, _, _ = api.run([*flags, f"--cache-dir={os.devnull}", str(calls), *map(str, said)])
    refused = [line.split(":")[1] for line in out.splitlines() if line.startswith(str(calls))]
    assert [*dict.fromkeys(refused)] == ["4", "5", "6", "7", "8", "9", "10"]
