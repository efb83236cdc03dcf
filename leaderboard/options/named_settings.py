"""The settings that can be named: when two mentions are one, and whether entities of one mention count."""

from __future__ import annotations

from typing import Literal, NamedTuple

Match = Literal["exact", "partial", "head"]
Singletons = Literal["keep", "drop"]


class Way(NamedTuple):
    """``singletons`` is None where the name leaves it to the option, and that to the format."""

    match: Match
    singletons: Singletons | None


_MATCHES: tuple[Match, ...] = ("head", "partial", "exact")
_SUFFIXES: dict[str, Singletons | None] = {"": None, "+singletons": "keep", "-singletons": "drop"}

WAYS = {
    f"{match}{suffix}": Way(match, singletons)
    for suffix, singletons in _SUFFIXES.items()
    for match in _MATCHES
}
