"""Rank coreference systems with significance tests."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from leaderboard.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from leaderboard.errors import LeaderboardWarning
    from leaderboard.report.frame import frame
    from leaderboard.tasks.scorer import METRICS, Scorer, score_clusters
    from leaderboard.verbs.compare import compare
    from leaderboard.verbs.correlate import correlate
    from leaderboard.verbs.describe import describe
    from leaderboard.verbs.diff import diff
    from leaderboard.verbs.error_prices import error_prices
    from leaderboard.verbs.power import power
    from leaderboard.verbs.probe import probe
    from leaderboard.verbs.rank import rank
    from leaderboard.verbs.read import read
    from leaderboard.verbs.score import score
    from leaderboard.verbs.simulate import simulate
    from leaderboard.verbs.validate import validate

# All other functions have a module of their own in `verbs`.
_ELSEWHERE = {
    **dict.fromkeys(("METRICS", "Scorer", "score_clusters"), "tasks.scorer"),
    "LeaderboardWarning": "errors",
    "frame": "report.frame",
}

__all__ = [
    "METRICS",
    "LeaderboardWarning",
    "Scorer",
    "__version__",
    "compare",
    "correlate",
    "describe",
    "diff",
    "error_prices",
    "frame",
    "power",
    "probe",
    "rank",
    "read",
    "score",
    "score_clusters",
    "simulate",
    "validate",
]


def __dir__() -> list[str]:
    """Return the public names, so that completion and ``help`` have the functions before their first use."""
    return __all__


def __getattr__(name: str) -> Any:
    """Return a function of the package, imported on first use: importing NumPy takes long."""
    if name.startswith("__") or name not in __all__:
        raise AttributeError(f"module 'leaderboard' has no attribute {name!r}")
    module = _ELSEWHERE.get(name, f"verbs.{name}")
    return getattr(importlib.import_module(f"leaderboard.{module}"), name)
