"""The docstrings of the public functions name every parameter, and their examples do what they show."""

from __future__ import annotations

import doctest
import inspect
import re
from contextlib import chdir
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.files.contents import report_pieces
from leaderboard.report.files.writer import write_report

NAMES = sorted(set(leaderboard.__all__) - {"LeaderboardWarning", "METRICS", "__version__"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example of `simulate` was run, with two reports on what it made."""
    place = tmp_path_factory.mktemp("examples")
    with chdir(place):
        run("simulate")
        report("reports-april")
        late = Path("task/close.conll").rename("close.conll")
        report("reports-march")
        late.rename("task/close.conll")
    return place


def report(name: str) -> None:
    result = leaderboard.rank("task", metric="lea", primary="lea", trials=100, draws=100)
    write_report(result, report_pieces(result, ()), Path(name))


def run(name: str) -> None:
    """Follow the examples of a function in the working directory."""
    function = getattr(leaderboard, name)
    [test] = doctest.DocTestFinder(recurse=False).find(function, name, globs={})
    assert test.examples
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("name", sorted({*NAMES} - {"simulate"}))
def test_the_examples_do_what_they_show(name: str, folder: Path) -> None:
    with chdir(folder):
        run(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_docstring_has_its_sections_and_every_parameter(name: str) -> None:
    function = getattr(leaderboard, name)
    text = inspect.cleandoc(function.__doc__)
    sections = re.findall(r"^(\w+)\n-+$", text, re.M)
    second = "Attributes" if inspect.isclass(function) else "Returns"
    assert [one for one in sections if one != "Raises"] == ["Parameters", second, "Examples"]
    assert re.match(r"[A-Z][^\n]{,80}\.\n\n", text)
    parameters = text.partition("Parameters\n")[2].partition(f"{second}\n")[0]
    named = re.findall(r"^([\w*, ]+) : ", parameters, re.M)
    given = [one.lstrip("*") for line in named for one in line.split(", ")]
    assert given == list(inspect.signature(function).parameters)
