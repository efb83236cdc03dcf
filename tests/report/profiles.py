"""Two profiles of errors that are told apart by a pronoun and two invented mentions."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.error_analysis.profile import ALL, ErrorProfile, Turn
from tests.support.counts import counts

NAMES = counts(2, 3, 1, 1, 1, 0)
PRONOUNS = counts(4, 2, 2, 0, 0, 2)
ALPHA = ErrorProfile(
    counts=counts(6, 5, 3, 1, 1, 2),
    by_class={"PN": NAMES, "PRO": PRONOUNS},
    missed=3,
    invented=1,
    split=2,
    merged=0,
    unresolved=4,
)
# One more pronoun resolved that was missing, and two more invented mentions.
BETA = replace(
    ALPHA,
    counts=counts(6, 6, 4, 1, 1, 1),
    by_class={"PN": NAMES, "PRO": counts(4, 3, 3, 0, 0, 1)},
    invented=3,
)
BOTH = {"alpha": ALPHA, "beta": BETA}
# Of three pronouns that beta resolves one is right in alpha too; each misses a mention of its own.
TURNS = {
    ("alpha", "beta"): {
        **{("correct", name): Turn(1, 2) for name in (ALL, "PRO")},
        **{("missing", name): Turn(2, 1) for name in (ALL, "PRO")},
        ("invented", ALL): Turn(0, 2),
        ("missed", ALL): Turn(1, 1),
    }
}
