"""Records of rankings, made up member by member."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def system(
    name: str,
    rank: int,
    low: int | None = None,
    high: int | None = None,
    f1: float = 0.5,
    metric: str = "conll",
) -> Record:
    return {
        "rank": rank,
        "rank_low": low or rank,
        "rank_high": high or rank,
        "system": name,
        "scores": {metric: {"recall": None, "precision": None, "f1": f1}},
    }


def rejected(name: str, reason: str = "a fault; correct it", line: int | None = 7) -> Record:
    return {"system": name, "file": f"{name}.conll", "line": line, "reason": reason}


def pair(
    first: str,
    second: str,
    verdict: str,
    p_value: float,
    p_adjusted: float | None = None,
    *,
    difference: float = 0.1,
    trials: int = 10000,
    metric: str = "conll",
) -> Record:
    return {
        "first": first,
        "second": second,
        "metric": metric,
        "difference": difference,
        "p_value": p_value,
        "p_adjusted": p_value if p_adjusted is None else p_adjusted,
        "trials": trials,
        "verdict": verdict,
    }


def track(name: str, systems: Sequence[Record], pairs: Sequence[Record] = ()) -> Record:
    return {"board": name, "systems": list(systems), "comparisons": list(pairs)}


def record(
    systems: Sequence[Record] = (),
    *,
    pairs: Sequence[Record] = (),
    signature: str = "key:abc|alpha:0.05",
    primary: str = "conll",
    **others: object,
) -> Record:
    """Two systems unless others are given."""
    return {
        "schema": 2,
        "signature": signature,
        "phase": None,
        "primary": primary,
        "systems": list(systems) or [system("a", 1), system("b", 2)],
        "comparisons": list(pairs) or [pair("a", "b", "significant", 0.001)],
        "rejected": [],
        **{name: [] for name in ("excluded", "datasets", "settings", "tracks", "slices", "means", "earlier")},
        **others,
    }


def write(path: Path, said: Record) -> Path:
    """A folder with the record in it, or the file itself where the path is one."""
    file = path if path.suffix else path / "leaderboard.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(said), encoding="utf-8")
    return path
