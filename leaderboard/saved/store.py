"""A folder with the sums of responses, which are loaded from it, or scored and saved in it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.corpus import Ints
from leaderboard.errors import InputError, Problem, UsageError, said_by_system
from leaderboard.files import check_output, write_whole
from leaderboard.formats.limits import MOST_RATIO
from leaderboard.metrics import Metric
from leaderboard.options import Options, each_setting
from leaderboard.saved import MANIFEST, SUFFIX, strangers
from leaderboard.saved.manifest import Manifest, manifest_of, read_manifest, scoring, write_manifest
from leaderboard.saved.saved_sums import (
    FORMAT,
    columns_of,
    damaged,
    most_bytes,
    named_sums,
    opened,
    packed,
    quantities,
    sealed,
    sizes,
    slices_in,
    unpacked,
)
from leaderboard.scoring.across import further_sizes
from leaderboard.scoring.key import Key, chosen_metrics
from leaderboard.scoring.pool import Outcomes, score_responses
from leaderboard.scoring.response import on_key, response_digest
from leaderboard.scoring.scored import Detail, Scored
from leaderboard.submissions import Submission, failing_alone
from leaderboard.system_names import alike, same_name
from leaderboard.text import counted, joined, plural
from leaderboard.threads import ALONE, Work
from leaderboard.untrusted import member

# Copies of one system share a file; so much of them is believed without looking.
_FREE_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Shelf:
    """``manifest`` is what is wanted, ``sizes`` the number of sums of each metric, ``of_slices`` on slices.

    ``scorings`` say for each setting, the first one first, all that can change a sum.
    """

    folder: Path
    manifest: Manifest
    sizes: Mapping[str, int]
    scorings: tuple[str, ...]
    of_slices: Mapping[str, int]

    @classmethod
    def of(
        cls, folder: Path, manifest: Manifest, metrics: tuple[Metric, ...], key: Key, options: Options
    ) -> Shelf:
        scorings = tuple(scoring(key, setting) for setting in each_setting(options))
        of_slices = sizes(manifest.slices, metrics)
        counts = quantities(metrics)
        further = further_sizes(options, metrics, counts) if options.joins else {}
        return cls(folder, manifest, {**counts, **further}, scorings, of_slices)

    def without(self, name: str) -> Shelf:
        """The shelf where nobody wants the sums of this name."""
        return replace(self, sizes={wanted: size for wanted, size in self.sizes.items() if wanted != name})

    def paths(self, digest: str) -> list[Path]:
        """Where the sums of a response of this hash stand, by each setting."""
        return [self._path(digest, way) for way in self.scorings]

    def read(self, digest: str, labels: Mapping[str, str]) -> Scored:
        """The sums of a response by every setting; an error that names the file where they are not whole."""
        first, *others = (
            self._read(digest, labels, way, with_errors=place == 0) for place, way in enumerate(self.scorings)
        )
        return replace(first, others=tuple(scored.sums for scored in others))

    def _read(self, digest: str, labels: Mapping[str, str], way: str, with_errors: bool) -> Scored:
        path, parts, slices = self._path(digest, way), len(self.manifest.parts), self.manifest.slices
        wanted = {**self.sizes, **(self.of_slices if with_errors else {})}
        record, numbers = opened(path, most_bytes(self.sizes, parts) * (1 + len(slices)))
        if (record.get("scoring"), record.get("response")) != (way, digest):
            raise damaged(path, "saved sums of another response or of other options")
        datasets = self.manifest.by_dataset
        try:
            if lacking := [name for name in self.sizes if name not in member(record, "metrics", dict)]:
                what = f"saved sums that do not fit the manifest: no sums of {lacking[0]}"
                raise LackingSums(damaged(path, what).problems, missing=lacking)
            scored = unpacked(record, numbers, wanted, parts, datasets, labels, digest, with_errors)
        except ValueError as error:
            raise damaged(path, f"saved sums that do not fit the manifest: {error}") from None
        sums = {name: rows for name, rows in scored.sums.items() if name in self.sizes}
        sliced = slices_in(scored.sums, slices, self._columns) if with_errors else ()
        return replace(scored, sums=sums, slices=sliced)

    def write(self, scored: Scored, datasets: Mapping[str, str]) -> None:
        """Save the sums of a response; ``datasets`` tells from which dataset the file of a warning is.

        Kinds of errors and slices are told by the first setting only.
        """
        on_slices = named_sums(scored.slices, self._columns, len(self.manifest.parts))
        first = replace(scored, sums={**scored.sums, **on_slices})
        by_setting = (first, *(replace(scored, sums=sums, errors=None) for sums in scored.others))
        for way, by_way in zip(self.scorings, by_setting, strict=True):
            record, numbers = packed(by_way, datasets)
            whole = {**record, "scoring": way, "response": scored.digest}
            write_whole({self._path(scored.digest, way).name: sealed(whole, numbers)}, self.folder)

    @property
    def _columns(self) -> list[Ints]:
        """Where the parts of each slice stand."""
        return columns_of(self.manifest.slices, self.manifest.parts)

    def _path(self, digest: str, way: str) -> Path:
        address = f"{FORMAT}\n{way}\n{digest}\n"
        return self.folder / f"{hashlib.sha256(address.encode()).hexdigest()}{SUFFIX}"

    def check_room(self) -> None:
        """Refuse a manifest that names a few files so often that their sums would fill the memory."""
        paths = {path for digest in self.manifest.systems.values() for path in self.paths(digest)}
        there = sum(path.stat().st_size for path in paths if path.is_file())
        numbers = len(self.manifest.systems) * len(self.manifest.parts) * sum(self.sizes.values())
        numbers *= len(self.scorings)
        numbers += len(self.manifest.systems) * len(self.manifest.parts) * sum(self.of_slices.values())
        if 8 * numbers > max(_FREE_BYTES, MOST_RATIO * there):
            raise damaged(self.folder / MANIFEST, "more systems than its files have sums for")


class LackingSums(InputError):
    """A file of saved sums lacks some metrics, which are ``missing``."""


def open_folder(folder: Path) -> Manifest | None:
    """The manifest of a folder for sums, which is made where there is none."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder}: not a folder; name a folder for the saved sums")
    folder.mkdir(parents=True, exist_ok=True)
    if others := strangers(folder):
        what = f"{folder}: contains {others[0]} besides saved sums"
        raise UsageError(f"{what}; name a separate folder for the saved sums")
    return read_manifest(folder) if (folder / MANIFEST).is_file() else None


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """One run at a time says what a folder is about, where the system has locks for folders."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    lock = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


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
        what = f"cannot be written: {said_by_system(error)}"
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
            sources = on_key(key, submission, options).sources
            datasets = {
                file.label: name for name, source in sources.items() for file in (source, *source.files)
            }
            with _writing(options, shelf.folder, so_far):
                shelf.write(outcome, datasets)


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
    lacking: dict[str, Sequence[str]] = {}
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
        except LackingSums as error:
            lacking[submission.name] = error.missing
        except InputError as error:
            outcomes.warnings.append(replace(error.problems[0], remedy=_AGAIN))
    if lacking:
        names = {name for metrics in lacking.values() for name in metrics}
        labels = [one.label for one in chosen_metrics(options, key.format) if one.name in names]
        what = f"the saved sums lack {joined(labels or ['links between groups of documents'])}"
        systems = f"{counted(len(lacking), 'system')} {plural('is', len(lacking), 'are')}"
        outcomes.warnings.append(Problem(str(shelf.folder), 0, what, f"{systems} scored again"))


def _labels(key: Key, submission: Submission, options: Options) -> Mapping[str, str]:
    """The name of each dataset's file in messages."""
    sources = on_key(key, submission, options).sources
    return {dataset: source.label for dataset, source in sources.items()}


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
