"""What is said of contrastive entries, which are outside the ranking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.report.words.methods import adjustment
from leaderboard.text import counted, listed, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.significance.family import Family

CONTRASTIVE = "Contrastive entries"
OUTSIDE = "Contrastive entry: it is tested against the ranked systems, and has no rank."
# In a sentence.
_MOST = 3


def outside(systems: Sequence[str], family: Family) -> str:
    """How many there are, and how they were tested; ``family`` has the pairs of one of them."""
    number, is_are = counted(len(systems), "contrastive entry"), plural("is", len(systems), "are")
    each, them = ("It", "it") if len(systems) == 1 else ("Each", "them")
    method = family.correction
    of_pairs = "" if method == "none" else f", with {adjustment(method)} for its own pairs"
    return (
        f"{number} ({listed(systems, _MOST)}) {is_are} outside the ranking, and no rank depends on {them}. "
        f"{each} was tested against the ranked systems{of_pairs}."
    )
