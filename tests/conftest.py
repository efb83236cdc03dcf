"""Commands as they are typed, in the same process."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import chdir
from importlib import import_module
from math import inf
from pathlib import Path
from pkgutil import walk_packages

import pytest
from hypothesis import settings

import leaderboard
from leaderboard.cli import main
from leaderboard.scoring import pool
from tests.support import running
from tests.support.chosen_browser import take_from_environment
from tests.support.running import Run, Typed

# No test depends on how fast a machine is.
settings.register_profile("any machine", settings.default, deadline=None)
settings.load_profile("any machine")
pool.PATIENCE = inf  # other processes are called only by the tests that say so

# Folders of tests of pages, published rules, references and programs beside the package.
UNTRACED = {"browser", "conformance", "docs", "oracles", "tools"}


def pytest_configure(config: pytest.Config) -> None:
    """Take the variables of the browser where tests run; processes of xdist inherit them before."""
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", None):
        take_from_environment()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tracing doubles the time of a test: coverage is taken where examples are chosen to reach each branch.

    Random examples are not, and whole commands that reach nothing new are marked where they stand.
    """
    for module in walk_packages(leaderboard.__path__, "leaderboard."):
        if not module.name.endswith("__main__"):
            import_module(module.name)  # traced, whatever test would import it first
    for item in items:
        if item.path.parent.name in UNTRACED or hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker("untraced")


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Without the tracer; `no_cover` of pytest-cov leaves that of a process of xdist at work."""
    if not item.get_closest_marker("untraced"):
        return (yield)
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture(scope="session", autouse=True)
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Work in an empty folder: the settings of the example would count for every folder without any."""
    with chdir(tmp_path_factory.mktemp("nowhere")), pytest.MonkeyPatch.context() as patch:
        patch.delenv("LEADERBOARD_KEY", raising=False)
        yield


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def typed_whole(capsys: pytest.CaptureFixture[str]) -> Typed:
    """Type ``leaderboard`` and some words."""

    def run(*words: str) -> Run:
        with running.typed(*words), pytest.raises(SystemExit) as caught:
            main()
        out, err = capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return Run(caught.value.code, out, err)

    return run


@pytest.fixture
def typed(typed_whole: Typed) -> Typed:
    """The same without the line that says which settings file is used."""

    def run(*words: str) -> Run:
        whole = typed_whole(*words)
        return whole._replace(err=re.sub(r"^settings file: .*\n", "", whole.err, flags=re.M))

    return run
