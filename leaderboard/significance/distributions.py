"""Student's and the normal distribution, from the compiled module of SciPy that has them.

The package around it prepares for arrays of other libraries and loads all of NumPy for that, which takes a
twentieth of the time of a large ranking.
"""

from __future__ import annotations

import sys
import threading
from importlib import import_module
from types import ModuleType

import scipy

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
ndtr, ndtri, stdtr, stdtrit = (getattr(_FUNCTIONS, name) for name in ("ndtr", "ndtri", "stdtr", "stdtrit"))
