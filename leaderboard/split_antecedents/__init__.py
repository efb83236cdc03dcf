"""Split antecedents: credit for plural entities whose sets of antecedents agree in part."""

from leaderboard.split_antecedents.alignment import aligned, equal_besides
from leaderboard.split_antecedents.credits import (
    NO_CREDIT,
    Credit,
    credited,
    enlarged,
)
from leaderboard.split_antecedents.pairs import SetPairs, SetTable, joined, set_pairs

__all__ = [
    "NO_CREDIT",
    "Credit",
    "SetPairs",
    "SetTable",
    "aligned",
    "credited",
    "enlarged",
    "equal_besides",
    "joined",
    "set_pairs",
]
