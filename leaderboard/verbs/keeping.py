"""Responses scored, or taken from a folder of saved sums where they were scored before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from leaderboard.errors import InputError, Problem, UsageError, one_line
from leaderboard.metrics import Metric
from leaderboard.options import Settings, each_setting
from leaderboard.saved import MANIFEST, Manifest, Shelf, manifest_of, open_folder
from leaderboard.scorers import score_responses
from leaderboard.scoring import Key, Scored, on_key, response_digest
from leaderboard.submissions import Rejection, Submission, within_memory

_AGAIN = "it is scored again"


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What became of submissions by name of system, and what was wrong with saved sums."""

    scored: dict[str, Scored] = field(default_factory=dict)
    rejected: list[Rejection] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


def score_all(
    key: Key,
    submissions: Sequence[Submission],
    settings: Settings,
    metrics: tuple[Metric, ...],
    whole: bool,
) -> Outcomes:
    """Score what is not saved; ``whole`` says that these are all systems that there are."""
    if settings.save and settings.saved:
        raise UsageError("--save writes sums and --saved reads them too; give one of the two")
    found = Outcomes()
    if not settings.keeps:
        _score(key, submissions, settings, metrics, found)
        return found
    first, *others = each_setting(settings)
    if others:
        flag = "--save" if settings.save else "--saved"
        raise UsageError(f"{flag} keeps sums by one setting; give one to --settings, or leave out {flag}")
    folder, settings = Path(str(settings.save or settings.saved)), replace(first, errors=True)
    shelf = Shelf.of(folder, manifest_of(key, settings), metrics)
    before = _before(shelf, settings, found)
    if settings.saved:
        _recall(key, submissions, settings, shelf, before, found)
    waiting = [one for one in submissions if one.name not in found.scored]
    _score(key, waiting, settings, metrics, found, shelf)
    ordered = {one.name: found.scored[one.name] for one in submissions if one.name in found.scored}
    earlier = before.systems if before and not whole and _is_same(before, shelf.manifest) else {}
    shelf.sign({**earlier, **{name: one.digest for name, one in ordered.items()}})
    # Systems of equal content share a file, of which it is enough to be told once.
    return Outcomes(ordered, found.rejected, list(dict.fromkeys(found.warnings)))


def _score(
    key: Key,
    submissions: Sequence[Submission],
    settings: Settings,
    metrics: tuple[Metric, ...],
    found: Outcomes,
    shelf: Shelf | None = None,
) -> None:
    """Score each and save it at once, so that a run that is stopped loses little."""
    outcomes = score_responses(key, submissions, settings, metrics)
    for submission, outcome in zip(submissions, outcomes, strict=True):
        if isinstance(outcome, Rejection):
            found.rejected.append(outcome)
            continue
        found.scored[submission.name] = outcome
        if shelf is not None:
            labels = _labels(key, submission, settings)
            shelf.write(outcome, {label: dataset for dataset, label in labels.items()})


def _before(shelf: Shelf, settings: Settings, found: Outcomes) -> Manifest | None:
    """What the folder is about so far; what is of no use to a cache must not be lost to ``--save``."""
    try:
        before = open_folder(shelf.folder)
    except InputError as error:
        if settings.save:
            raise
        found.warnings.append(replace(error.problems[0], remedy="all is scored again"))
        return None
    if before is None or _is_same(before, shelf.manifest):
        return before
    if settings.save:
        what = f"{shelf.folder} has the sums of another key, or with other options or metrics"
        raise UsageError(f"{what}; save to another folder")
    if before.scoring != shelf.manifest.scoring:
        what = "made with another key, other options or another version"
        file = one_line(str(shelf.folder / MANIFEST))
        found.warnings.append(Problem(file, 0, what, "what is not saved as wanted is scored again"))
    return before


def _is_same(before: Manifest, wanted: Manifest) -> bool:
    """Whether all sums of both can stand in one ranking."""
    metrics = [set(one.options.get("metric", ())) for one in (before, wanted)]
    return before.scoring == wanted.scoring and metrics[0] == metrics[1]


def _recall(
    key: Key,
    submissions: Sequence[Submission],
    settings: Settings,
    shelf: Shelf,
    before: Manifest | None,
    found: Outcomes,
) -> None:
    """Take what is saved; a file that is not whole is told of, and so is a response that has changed."""
    earlier = before.systems if before and before.scoring == shelf.manifest.scoring else {}
    for submission in submissions:
        try:
            with within_memory(submission.path):
                digest = response_digest(key, submission, settings)
        except InputError:  # scoring says what is wrong with it
            continue
        try:
            if shelf.path(digest).exists():
                found.scored[submission.name] = shelf.read(digest, _labels(key, submission, settings))
            elif submission.name in earlier:
                changed = earlier[submission.name] != digest
                what = "has changed since it was saved" if changed else "its saved sums are gone"
                found.warnings.append(Problem(one_line(str(submission.path)), 0, what, _AGAIN))
        except InputError as error:
            found.warnings.append(replace(error.problems[0], remedy=_AGAIN))


def _labels(key: Key, submission: Submission, settings: Settings) -> Mapping[str, str]:
    """What messages call the file of each dataset."""
    present = on_key(key, submission, settings)
    return {dataset: source.label for dataset, source in present.sources.items()}
