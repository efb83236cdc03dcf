"""How often a difference is falsely found on some slice: the last table of the calibration page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from leaderboard.scoresheet import Units
from leaderboard.significance.design import Design
from leaderboard.significance.families import slice_families
from tools.guarantees import ALPHA, Mean, replicated
from tools.known_truth import Shape, drawn

TITLE = "Slices"
SYSTEMS, SLICES, TRIALS = 4, 5, 1000
LEVEL = 0.6
# Documents, and True where slices share mentions, as those by class do.
ROWS = ((20, False), (20, True), (60, False), (60, True))


def slices(generator: np.random.Generator, documents: int, overlap: bool) -> list[Units]:
    """Draw slices of equal systems; where they overlap, half of each slice is that of all others."""
    shape = Shape(documents, 1.0, 0.5)
    own = [drawn(generator, shape, [LEVEL] * SYSTEMS, False) for _ in range(SLICES + 1)]
    common, *each = [
        replace(units, metrics=units.metrics[:1], sums={"muc": units.sums["muc"]}) for units in own
    ]
    if not overlap:
        return each
    return [
        replace(
            units,
            sums={"muc": units.sums["muc"] + common.sums["muc"]},
            weights={"muc": units.weights["muc"] + common.weights["muc"]},
        )
        for units in each
    ]


def rates(seed: int, row: int, replications: int) -> tuple[Mean, Mean]:
    """How often any pair on any slice has a significant p over slices, and a significant p adjusted."""

    def once(number: int) -> list[float]:
        made = slices(np.random.default_rng(number), *ROWS[row])
        tested = slice_families(made, Design(alpha=ALPHA, draws=2, trials=TRIALS, seed=number))
        over = [one.p_over_slices for (one,) in tested]
        within = [one.p_adjusted for (one,) in tested]
        return [float(np.min(one) <= ALPHA) for one in (over, within)]  # type: ignore[arg-type]

    over, within = replicated((seed, 5, row), replications, once)
    return over, within


def lines(seed: int, replications: int) -> Iterator[str]:
    """The section of the page."""
    yield from (
        "",
        f"## {TITLE}",
        "",
        f"{SYSTEMS} interchangeable systems are compared on {SLICES} slices. "
        "Slices are separate, or share half of their",
        "mentions. *p over slices* is how often any pair on any slice has `p_over_slices` of at most 0.05.",
        "It should not exceed 5. *p adjusted* is how often any pair on any slice is significant within its",
        "slice. Nothing limits this rate over several slices: that is what `p_over_slices` is for.",
        f"Each row has {replications} replications with {TRIALS} random trials.",
        "",
        "| documents | slices | by | p over slices (≤ 5) | p adjusted |",
        "|--:|:--|:--|--:|--:|",
    )
    for row, (documents, overlap) in enumerate(ROWS):
        over, within = rates(seed, row, replications)
        kind = "overlapping" if overlap else "separate"
        yield f"| {documents} | {SLICES} {kind} | muc | {over} | {within} |"
