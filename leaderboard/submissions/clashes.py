"""Which entry keeps a name that several have: one that cannot be scored takes no name from another."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leaderboard.errors import InputError, Problem
from leaderboard.submissions.submission import Submission
from leaderboard.system_names import same_name

Outcome = Submission | InputError


@dataclass(frozen=True, slots=True)
class Settled:
    """The entries that count, those that are rejected, and earlier ones that nobody asks for."""

    submissions: dict[Path, Submission] = field(default_factory=dict)
    rejected: dict[Path, InputError] = field(default_factory=dict)
    passed_over: list[Path] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


def settle(
    claims: Sequence[Sequence[Path]],
    judged: Callable[[Path], Outcome],
    earlier: Collection[Path],
    settled: Settled,
) -> None:
    """Give a name to the only entry that can be scored, or the only such one that was there ``earlier``.

    Each claim is that of one participant, the last submission first. Where several are left, none is right.
    """
    outcomes = dict(_last_fit(claim, judged, settled) for claim in claims)
    fit = [path for path, outcome in outcomes.items() if isinstance(outcome, Submission)]
    standing = [path for path in fit if path in earlier] or fit
    kept = standing[0] if len(standing) == 1 else None
    for path, outcome in outcomes.items():
        if len(outcomes) > 1 and path != kept:
            others = [other for other in (*fit, *outcomes) if other != path]
            other = kept or others[0]
            settled.rejected[path] = _clash(path, other, outcome, counts=kept is not None)
        elif isinstance(outcome, Submission):
            settled.submissions[path] = outcome
        else:
            settled.rejected[path] = outcome


def _last_fit(
    claim: Sequence[Path], judged: Callable[[Path], Outcome], settled: Settled
) -> tuple[Path, Outcome]:
    """The last submission of a participant that can be scored, else the last one."""
    refused: dict[Path, InputError] = {}
    for number, path in enumerate(claim):
        outcome = judged(path)
        if isinstance(outcome, Submission):
            settled.rejected.update(refused)
            settled.passed_over.extend(claim[number + 1 :])
            if refused:
                what = f"it counts for {outcome.name}, since every later submission is rejected"
                remedy = f"correct or remove {claim[0].name}"
                settled.warnings.append(_problem(path, what, remedy))
            return path, outcome
        refused[path] = outcome
    settled.passed_over.extend(claim[1:])
    return claim[0], refused[claim[0]]


def _clash(path: Path, other: Path, outcome: Outcome, *, counts: bool) -> InputError:
    """That two entries have one name, and whatever else is wrong with the one that is rejected."""
    what = same_name(str(other))
    problem = (
        _problem(path, f"{what}, which counts", "rename this one")
        if counts
        else _problem(path, what, "rename one of the two")
    )
    if isinstance(outcome, Submission):
        return InputError([problem])
    return InputError([problem, *outcome.problems], outcome.count + 1)


def _problem(path: Path, what: str, remedy: str) -> Problem:
    return Problem(str(path), 0, what, remedy)
