"""A bar a system: the assignments of the key, right, wrong or left out, then what the response adds."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from leaderboard.denotation import Counts, ErrorProfile

# The first three add up to the assignments of the key, which are the same for every system.
SEGMENTS = ("correct", "incorrect", "missing", "spurious")


def bars(profiles: Mapping[str, ErrorProfile]) -> dict[str, object]:
    """The bars of a page, all to one scale."""
    return {"width": longest(profiles), "systems": [_bar(one.counts) for one in profiles.values()]}


def longest(profiles: Mapping[str, ErrorProfile]) -> int:
    """The length of the longest bar."""
    return max(1, *(profile.counts.possible + profile.counts.spurious for profile in profiles.values()))


def described(counts: Counts) -> str:
    """A bar in words."""
    return ", ".join(f"{getattr(counts, kind):,} {kind}" for kind in SEGMENTS)


def segments(counts: Counts) -> list[tuple[str, int, int]]:
    """Where each kind begins in a bar, and how long it is."""
    widths = [int(getattr(counts, kind)) for kind in SEGMENTS]
    return list(zip(SEGMENTS, accumulate(widths[:-1], initial=0), widths, strict=True))


def _bar(counts: Counts) -> dict[str, object]:
    return {
        "text": described(counts),
        "correct": counts.correct,
        "segments": [segment for segment in segments(counts) if segment[2]],
    }
