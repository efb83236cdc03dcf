"""What is said of contrastive entries and baselines, which are outside the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.report.words.methods import adjustment
from leaderboard.text import counted, listed, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.significance.family import Family

CONTRASTIVE = "Contrastive entries"
OUTSIDE = "Contrastive entry: it is tested against the ranked systems, and has no rank."
BASELINES = "Baselines from the key"
BASELINE = "Baseline, made from the key alone: it has no rank and is in no test."
# In a sentence.
_MOST = 3


def outside(systems: Sequence[str], families: Sequence[Family]) -> str:
    """How many contrastive entries there are, and how they were tested; each family has the pairs of one."""
    number, is_are = counted(len(systems), "contrastive entry"), plural("is", len(systems), "are")
    each, them = ("It", "it") if len(systems) == 1 else ("Each", "them")
    method = families[0].correction
    of_pairs = "" if method == "none" else f", with {adjustment(method)} for its own pairs"
    tested = any((family.testable & family.hypotheses.differ).any() for family in families)
    how = f"was tested against the ranked systems{of_pairs}" if tested else "could not be tested"
    beside = f"outside the ranking, and no rank depends on {them}"
    return f"{number} ({listed(systems, _MOST)}) {is_are} {beside}. {each} {how}."


def made_from_key(with_words: bool) -> str:
    """How baselines were made; without words in the key, two of them can be."""
    alike = ", and mentions with equal words in one entity" if with_words else " (the key has no words)"
    return (
        f"Baselines have the mentions of the key: each alone, all of a part in one entity{alike}. "
        "They have no rank and are in no test."
    )
