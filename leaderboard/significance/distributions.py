"""Student's and the normal distribution, from the compiled module of SciPy that has them.

The package around it prepares for arrays of other libraries and loads all of NumPy for that, which takes a
twentieth of the time of a large ranking.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from types import ModuleType

import numpy as np
import scipy

from leaderboard.metrics.metric import Floats

PACKAGE = "scipy.special"


def compiled() -> ModuleType:
    """Return the compiled module alone, or the whole package where that is safer."""
    if PACKAGE in sys.modules or threading.active_count() > 1:  # nobody else may meet the empty package
        return import_module(PACKAGE)
    empty = ModuleType(PACKAGE)
    empty.__path__ = [f"{folder}/special" for folder in scipy.__path__]
    sys.modules[PACKAGE] = empty
    try:
        return import_module(f"{PACKAGE}._ufuncs")
    except ImportError:  # other versions of SciPy may keep it elsewhere
        del sys.modules[PACKAGE]
        return import_module(PACKAGE)
    finally:
        if sys.modules.get(PACKAGE) is empty:
            del sys.modules[PACKAGE]


_FUNCTIONS = compiled()
ndtr, ndtri, stdtr = (getattr(_FUNCTIONS, name) for name in ("ndtr", "ndtri", "stdtr"))


def stdtrit(df: Floats, p: float) -> Floats:
    """The quantile of Student's t, after a step of Newton's method from that of SciPy.

    Versions of SciPy agree on the distribution, but on its quantile only in ten digits.
    """
    near = _FUNCTIONS.stdtrit(df, p)
    width = 1e-6 * (1 + np.abs(near))
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (stdtr(df, near + width) - stdtr(df, near - width)) / (2 * width)
        nearer = near - (stdtr(df, near) - p) / slope
    quantile: Floats = np.where(np.isfinite(nearer), nearer, near)
    return quantile
