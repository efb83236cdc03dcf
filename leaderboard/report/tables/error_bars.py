"""A bar a system: the assignments of the key, right, wrong or left out, then what the response adds."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from itertools import accumulate

from leaderboard.error_analysis import Counts, ErrorProfile

# The first three add up to the assignments of the key, which are the same for every system.
SEGMENTS = ("correct", "incorrect", "missing", "spurious")


def bar_table(profiles: Mapping[str, ErrorProfile]) -> str:
    """The bars in HTML by themselves, for a page of tables; nothing where there are no systems."""
    width = longest(profiles)
    key = ", ".join(f'<span class="{kind}">■</span> {kind}' for kind in SEGMENTS)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(system)}</th><td class="bar">{drawn(one.counts, width)}</td></tr>'
        for system, one in profiles.items()
    )
    caption = f"Assignments of the key, then those of the response alone: {key}"
    return (
        f"<div><table>\n<caption>{caption}</caption>\n<tbody>\n{rows}\n</tbody>\n</table></div>\n"
        if rows
        else ""
    )


def longest(profiles: Mapping[str, ErrorProfile]) -> float:
    """The length of the longest bar."""
    return max([1, *(profile.counts.possible + profile.counts.spurious for profile in profiles.values())])


def described(counts: Counts) -> str:
    """A bar in words."""
    return ", ".join(f"{getattr(counts, kind):,} {kind}" for kind in SEGMENTS)


def segments(counts: Counts) -> list[tuple[str, int, int]]:
    """Where each kind begins in a bar, and how long it is."""
    widths = [int(getattr(counts, kind)) for kind in SEGMENTS]
    return list(zip(SEGMENTS, accumulate(widths[:-1], initial=0), widths, strict=True))


def drawn(counts: Counts, width: float) -> str:
    """A bar as SVG."""
    rectangles = "".join(
        f'<rect class="{kind}" x="{start}" width="{size}" height="10"/>'
        for kind, start, size in segments(counts)
        if size
    )
    return (
        f'<svg viewBox="0 0 {width} 10" preserveAspectRatio="none" role="img" '
        f'aria-label="{described(counts)}">{rectangles}</svg>'
    )
