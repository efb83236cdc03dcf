"""From a folder of coreference submissions to a ranking that can be defended."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from leaderboard.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from leaderboard.report.frame import frame
    from leaderboard.verbs.score import score
    from leaderboard.verbs.simulate import simulate

__all__ = ["__version__", "frame", "score", "simulate"]

# Loaded on first use: NumPy and SciPy take longer to import than most commands take to run.
_HOMES = {
    "frame": "leaderboard.report.frame",
    "score": "leaderboard.verbs.score",
    "simulate": "leaderboard.verbs.simulate",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'leaderboard' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
