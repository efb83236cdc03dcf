"""Responses scored, or taken from a folder of saved sums where they were scored before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.files import check_output
from leaderboard.options import Options
from leaderboard.saved import MANIFEST, Manifest, Shelf, held, manifest_of, open_folder, write_manifest
from leaderboard.scoring import Detail, Key, Scored, chosen_metrics, on_key, response_digest
from leaderboard.scoring.pool import Outcomes, score_responses
from leaderboard.submissions import Submission, failing_alone
from leaderboard.system_names import alike, same_name
from leaderboard.threads import ALONE, Work

_AGAIN = "it is scored again"


def score_or_load(
    key: Key,
    submissions: Sequence[Submission],
    options: Options,
    detail: Detail,
    whole: bool,
    work: Work = ALONE,
) -> Outcomes:
    """Score what is not saved; ``whole`` says that these are all systems that there are.

    What was saved by other metrics stays as useful as it was.
    """
    if options.save and options.saved:
        raise UsageError("--save writes sums and --saved reads them too; give one of the two")
    metrics, options = chosen_metrics(options, key.format), replace(options, errors=True)
    outcomes = Outcomes()
    folder, manifest = Path(str(options.save or options.saved)), manifest_of(key, options)
    if options.save:
        check_output(folder)
    earlier = _present(folder, manifest, submissions, options, outcomes.warnings)
    same = earlier if earlier and earlier.scoring == manifest.scoring else None
    wider = replace(options, metric=tuple(sorted(manifest.metrics | (same.metrics if same else set()))))
    shelf = Shelf.of(folder, manifest, metrics, key, options)
    if options.saved:
        _recall(key, submissions, options, shelf, same, outcomes)
    waiting = [submission for submission in submissions if submission.name not in outcomes.scored]
    _score(key, waiting, wider, detail, outcomes, shelf, work)
    names = [submission.name for submission in submissions]
    ordered = {name: outcomes.scored[name] for name in names if name in outcomes.scored}
    if options.save and same:
        outcomes.warnings.extend(_replaced(submissions, same, ordered))
    with _writing(options, folder, outcomes):
        _sign(shelf, {name: scored.digest for name, scored in ordered.items()}, options, whole)
    # Systems of equal content share a file, of which it is enough to be told once.
    return Outcomes(ordered, outcomes.rejected, list(dict.fromkeys(outcomes.warnings)))


@contextmanager
def _writing(options: Options, folder: Path, outcomes: Outcomes) -> Iterator[None]:
    """Turn a failure to write into an error, or into a warning where sums only save time."""
    try:
        yield
    except OSError as error:
        if options.save:
            raise
        what = f"cannot be written: {(error.strerror or str(error)).lower()}"
        outcomes.warnings.append(Problem(str(folder), 0, what, "nothing new is kept"))


def _replaced(
    submissions: Sequence[Submission], before: Manifest, scored: Mapping[str, Scored]
) -> Iterator[Problem]:
    """Systems that had been saved with another content."""
    for submission in submissions:
        name = submission.name
        if name in scored and before.systems.get(name, "") not in ("", scored[name].digest):
            what = "has changed since it was saved"
            yield Problem(str(submission.path), 0, what, "the new scores replace the saved ones")


def _score(
    key: Key,
    submissions: Sequence[Submission],
    options: Options,
    detail: Detail,
    so_far: Outcomes,
    shelf: Shelf,
    work: Work,
) -> None:
    """Score each and save it at once, so that a run that is stopped loses little."""
    outcomes = score_responses(key, submissions, options, chosen_metrics(options, key.format), detail, work)
    for submission, outcome in zip(submissions, outcomes, strict=True):
        so_far.add(submission.name, outcome)
        if isinstance(outcome, Scored):
            labels = _labels(key, submission, options)
            with _writing(options, shelf.folder, so_far):
                shelf.write(outcome, {label: dataset for dataset, label in labels.items()})


def _recall(
    key: Key,
    submissions: Sequence[Submission],
    options: Options,
    shelf: Shelf,
    same: Manifest | None,
    outcomes: Outcomes,
) -> None:
    """Take what is saved; a file that is not whole is told of, and so is a response that has changed."""
    earlier = same.systems if same else {}
    for submission in submissions:
        try:
            with failing_alone(submission.path):
                digest = response_digest(key, submission, options)
        except InputError:  # scoring says what is wrong with it
            continue
        try:
            if all(path.exists() for path in shelf.paths(digest)):
                outcomes.scored[submission.name] = shelf.read(digest, _labels(key, submission, options))
            elif submission.name in earlier:
                changed = earlier[submission.name] != digest
                what = "has changed since it was saved" if changed else "its saved sums are missing"
                outcomes.warnings.append(Problem(str(submission.path), 0, what, _AGAIN))
        except InputError as error:
            outcomes.warnings.append(replace(error.problems[0], remedy=_AGAIN))


def _labels(key: Key, submission: Submission, options: Options) -> Mapping[str, str]:
    """The name of each dataset's file in messages."""
    present = on_key(key, submission, options)
    return {dataset: source.label for dataset, source in present.sources.items()}


def _present(
    folder: Path,
    wanted: Manifest,
    submissions: Sequence[Submission],
    options: Options,
    warnings: list[Problem],
) -> Manifest | None:
    """Read the present manifest; ``--save`` must not overwrite sums that it cannot use."""
    try:
        there = open_folder(folder)
    except InputError as error:
        if options.save:
            raise
        warnings.append(replace(error.problems[0], remedy="all is scored again"))
        return None
    if there is None:
        return None
    if options.save:
        if not _is_same(there, wanted):
            raise _of_something_else(folder)
        _check_names(submissions, there, folder)
    elif there.scoring != wanted.scoring:
        what = "made with another key, other options or another version"
        file = str(folder / MANIFEST)
        warnings.append(Problem(file, 0, what, "responses without matching sums are scored again"))
    return there


def _of_something_else(folder: Path) -> UsageError:
    what = f"{folder} has the sums of another key, or with other options or metrics"
    return UsageError(f"{what}; save to another folder")


def _check_names(submissions: Sequence[Submission], before: Manifest, folder: Path) -> None:
    """Refuse names that a reader could take for one another."""
    saved = {alike(name): name for name in before.systems}
    for submission in submissions:
        other = saved.get(alike(submission.name), submission.name)
        if other != submission.name:
            what = f"{submission.path}: {same_name(other)} in {folder}"
            raise UsageError(f"{what}; rename one of the two")


def _is_same(before: Manifest, wanted: Manifest) -> bool:
    """True if all sums of both can stand in one ranking."""
    further = [(manifest.options["settings"] or ())[1:] for manifest in (before, wanted)]
    return before.scoring == wanted.scoring and before.metrics == wanted.metrics and further[0] == further[1]


def _sign(shelf: Shelf, systems: Mapping[str, str], options: Options, whole: bool) -> None:
    """Write the manifest of a folder, which another run may have written meanwhile."""
    with held(shelf.folder):
        now = _now(shelf.folder)
        if not whole and now is not None:
            if not _is_same(now, shelf.manifest):
                if options.save:
                    raise _of_something_else(shelf.folder)
                return  # to score a few in another way takes nothing from a ranking
            names = set(map(alike, systems))
            earlier = {name: digest for name, digest in now.systems.items() if alike(name) not in names}
            systems = {**earlier, **systems}
        signed = replace(shelf.manifest, systems=dict(sorted(systems.items())))
        if signed != now:
            write_manifest(shelf.folder, signed)


def _now(folder: Path) -> Manifest | None:
    try:
        return open_folder(folder)
    except InputError:
        return None
