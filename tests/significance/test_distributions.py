"""The functions of the distributions are those of SciPy, however they are loaded."""

from __future__ import annotations

import subprocess
import sys
import threading
from importlib import import_module
from types import ModuleType

import pytest
import scipy.special

from leaderboard.significance import distributions

NAMES = ("ndtr", "ndtri", "stdtr", "stdtrit")


def test_the_functions_are_those_of_scipy() -> None:
    for name in NAMES:
        assert getattr(distributions, name) is getattr(scipy.special, name)


def test_the_compiled_module_is_loaded_without_its_package() -> None:
    code = (
        "import sys\nfrom leaderboard.significance.distributions import stdtrit\n"
        "alone = {'scipy.special', 'numpy.f2py'}.isdisjoint(sys.modules)\n"
        "import scipy.special\nprint(alone, scipy.special.stdtrit is stdtrit, scipy.special.loggamma(1.0))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "True True 0.0\n"


@pytest.fixture
def unloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, distributions.PACKAGE)
    monkeypatch.setattr(threading, "active_count", lambda: 1)


@pytest.mark.usefixtures("unloaded")
def test_no_empty_package_stays() -> None:
    assert distributions.compiled().stdtr is scipy.special.stdtr
    assert distributions.PACKAGE not in sys.modules


@pytest.mark.usefixtures("unloaded")
def test_a_scipy_without_this_module_gives_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> ModuleType:
        if name != distributions.PACKAGE:
            raise ImportError(name)
        assert name not in sys.modules
        sys.modules[name] = scipy.special
        return import_module(name)

    monkeypatch.setattr(distributions, "import_module", load)
    assert distributions.compiled() is scipy.special
    assert sys.modules[distributions.PACKAGE] is scipy.special


@pytest.mark.usefixtures("unloaded")
def test_other_threads_never_meet_the_empty_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    monkeypatch.setattr(distributions, "import_module", lambda name: name)
    assert distributions.compiled() == distributions.PACKAGE  # type: ignore[comparison-overlap]
