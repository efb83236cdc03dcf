"""The functions of the distributions are those of SciPy, however they are loaded."""

from __future__ import annotations

import math
import subprocess
import sys
import threading
from importlib import import_module
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest
import scipy.special

from leaderboard.significance import intervals as distributions

NAMES = ("ndtr", "ndtri", "stdtr")


def test_the_functions_are_those_of_scipy() -> None:
    for name in NAMES:
        assert getattr(distributions, name) is getattr(scipy.special, name)


def test_the_compiled_module_is_loaded_without_its_package() -> None:
    code = (
        "import sys\nfrom leaderboard.significance.intervals import stdtr\n"
        "alone = {'scipy.special', 'numpy.f2py'}.isdisjoint(sys.modules)\n"
        "import scipy.special\nprint(alone, scipy.special.stdtr is stdtr, scipy.special.loggamma(1.0))"
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


def cauchy(p: float) -> float:
    return math.tan(math.pi * (p - 0.5))


def with_two_degrees(p: float) -> float:
    return (2 * p - 1) / math.sqrt(2 * p * (1 - p))


@pytest.mark.parametrize("error", [0, 1e-9])
def test_quantiles_are_exact_where_those_of_scipy_are_not(
    monkeypatch: pytest.MonkeyPatch, error: float
) -> None:
    near = SimpleNamespace(stdtrit=lambda df, p: scipy.special.stdtrit(df, p) * (1 + error))
    monkeypatch.setattr(distributions, "_FUNCTIONS", near)
    for p in (0.0005, 0.025, 0.5, 0.8, 0.975):
        found = distributions.stdtrit(np.array([1.0, 2.0]), p)
        assert found == pytest.approx([cauchy(p), with_two_degrees(p)], rel=1e-13, abs=1e-15)


def test_quantiles_that_are_infinite_or_undefined_stay_so() -> None:
    found = distributions.stdtrit(np.array([np.nan, 3.0]), 1.0)
    assert np.isnan(found[0])
    assert found[1] == np.inf
