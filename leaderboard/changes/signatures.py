"""The differences in how two reports were made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from leaderboard.changes.reports import Report
from leaderboard.scoring import Signature

# What the signature says of the tests: scores do not depend on it, ranks and verdicts do.
_OF_TESTS = (
    "unit",
    "test",
    "trials",
    "alpha",
    "adjust",
    "against",
    "draws",
    "interval",
    "seed",
    "margin",
    "attempts",
    "runs",
    "min-runs",
    "ties",
    "track",
)
# Who is in a track alone, of which the systems themselves tell.
_MEMBERS = "systems"


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A difference in how two reports were made, and whether scores depend on it."""

    name: str
    old: str
    new: str
    scores: bool


def made_otherwise(old: Report, new: Report) -> Iterator[Otherwise]:
    """The fields in which the signatures of two reports differ, with their metrics and phases."""
    if old.primary != new.primary:
        yield Otherwise("primary", old.primary, new.primary, True)
    before, now = (Signature.parse(report.signature).fields for report in (old, new))
    if old.phase != new.phase and before.get("key") != now.get("key"):
        yield Otherwise("phase", old.phase, new.phase, True)
    for name in dict.fromkeys((*before, *now)):
        if name != _MEMBERS and before.get(name) != now.get(name):
            yield Otherwise(name, before.get(name, ""), now.get(name, ""), name not in _OF_TESTS)
