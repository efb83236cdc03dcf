"""Parts of a report that several forms show: made once from a ranking, and kept with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from leaderboard.verbs.rank import RankResult

Part = TypeVar("Part")


def once(make: Callable[[RankResult], Part]) -> Callable[[RankResult], Part]:
    """Return a function that makes a part of a report the first time that it is asked for."""
    name = f"{make.__module__}.{make.__qualname__}"

    @wraps(make)
    def kept(result: RankResult) -> Part:
        if name not in result.kept:
            result.kept[name] = make(result)
        part: Part = result.kept[name]
        return part

    return kept
