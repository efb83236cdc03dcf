"""Commands as they are typed, in the same process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import chdir

import pytest

from leaderboard.cli import main
from tests.support import running
from tests.support.running import Run

# Folders of tests of pages, published rules, references and programs beside the package.
UNTRACED = {"conformance", "docs", "oracles", "tools"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tracing doubles the time of a test: coverage is taken where examples are chosen to reach each branch.

    Random examples are not, and whole commands that reach nothing new are marked `no_cover` where they stand.
    """
    for item in items:
        if item.path.parent.name in UNTRACED or hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker("no_cover")


@pytest.fixture(scope="session", autouse=True)
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Work in an empty folder: the settings of the example would count for every folder without any."""
    with chdir(tmp_path_factory.mktemp("nowhere")):
        yield


@pytest.fixture
def typed_whole(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Type ``leaderboard`` and some words."""

    def run(*words: str) -> Run:
        with running.typed(*words), pytest.raises(SystemExit) as caught:
            main()
        out, err = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return Run(caught.value.code, out, err)

    return run


@pytest.fixture
def typed(typed_whole: Callable[..., Run]) -> Callable[..., Run]:
    """The same without the line that says which settings file is used."""

    def run(*words: str) -> Run:
        whole = typed_whole(*words)
        return whole._replace(err=re.sub(r"^settings file: .*\n", "", whole.err, flags=re.M))

    return run
