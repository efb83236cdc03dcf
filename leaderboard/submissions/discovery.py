"""The systems of a folder: which entry keeps a name that several have, and which cannot be a system.

What cannot be scored takes no name from another, and stops no other. A download from a platform is called
after its participant.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.files import BEGINNINGS, PROVENANCE, STAGING
from leaderboard.options.settings_file import CONFIGURATION
from leaderboard.submissions.lookup import open_download
from leaderboard.submissions.submission import Submission, failing_alone, open_submission
from leaderboard.system_names import (
    JUNK,
    Download,
    alike,
    can_be_shown,
    download,
    is_beside_entities,
    is_ignored,
    name_of,
    same_name,
)
from leaderboard.text import counted, one_line

# What the platform packs with submissions where it could not pack all.
FAILED = "failed.txt"
Downloads = Mapping[Path, Download]


def downloads(paths: Collection[Path]) -> Downloads:
    """The parsed names of all submissions of a folder; nothing unless every one is a download.

    Elsewhere a participant could hand in a file of such a name, and it is a name like others.
    """
    parsed = {path: download(path.name) for path in paths if path.name not in (FAILED, *JUNK)}
    known = {path: parsed_name for path, parsed_name in parsed.items() if parsed_name}
    return known if len(known) == len(parsed) else {}


def not_downloads(folder: Path, paths: Collection[Path], downloaded: Downloads) -> Iterator[Problem]:
    """A warning where some names are those of downloads, and the folder is none because of others."""
    others = [path.name for path in paths if not download(path.name)]
    named = len(paths) - len(others)
    if named and not downloaded:
        files = f"{counted(named, 'file')} {'is' if named == 1 else 'are'}"
        what = f"{files} named like downloads from a platform, but {others[0]} is not"
        remedy = "each file counts as a separate system; keep downloads in a separate folder"
        yield Problem(str(folder), 0, what, remedy)


def faults_of_kind(folder: Path, paths: Iterable[Path], downloaded: Downloads) -> dict[Path, Problem]:
    """The files of a download that are no submissions of its phase, and why.

    A later submission of one phase is no successor of one of another.
    """
    phase = _phase(folder, downloaded) if downloaded else 0
    faults = {}
    for path in paths if downloaded else ():
        label = str(path)
        if path.name == FAILED:
            what = "the platform could not pack every submission, and this file names the others"
            faults[path] = Problem(label, 0, what, "download them too, and remove this file")
        elif path in downloaded and downloaded[path].phase != phase:
            what = f"a submission of PhaseId{downloaded[path].phase}, while most are of PhaseId{phase}"
            faults[path] = Problem(label, 0, what, "put each phase into a separate folder")
    return faults


def _phase(folder: Path, downloaded: Downloads) -> int:
    """The phase of most submissions, if there is one."""
    counts = Counter(entry.phase for entry in downloaded.values())
    [(phase, most), *_] = counts.most_common()
    if 2 * most <= len(downloaded):
        numbers = ", ".join(f"PhaseId{number}" for number in sorted(counts))
        what = f"{folder}: submissions of several phases ({numbers} in their names)"
        raise NothingToDo(f"{what}; put each phase into a separate folder")
    return phase


def by_participant(paths: Collection[Path], downloaded: Downloads) -> list[list[Path]]:
    """The submissions of each participant, the last one first; any other file stands alone."""
    lists: dict[object, list[Path]] = {}
    for path in sorted(
        paths,
        key=lambda path: (downloaded[path].number if path in downloaded else 0, path.name),
        reverse=True,
    ):
        lists.setdefault(downloaded[path].participant if path in downloaded else path, []).append(path)
    return list(lists.values())


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
                settled.warnings.append(Problem.about(path, what, remedy))
            return path, outcome
        refused[path] = outcome
    settled.passed_over.extend(claim[1:])
    return claim[0], refused[claim[0]]


def _clash(path: Path, other: Path, outcome: Outcome, *, counts: bool) -> InputError:
    """That two entries have one name, and whatever else is wrong with the one that is rejected."""
    what = same_name(str(other))
    problem = (
        Problem.about(path, f"{what}, which counts", "rename this one")
        if counts
        else Problem.about(path, what, "rename one of the two")
    )
    if isinstance(outcome, Submission):
        return InputError([problem])
    return InputError([problem, *outcome.problems], outcome.count + 1)


# Why a submission that can be opened cannot be scored, if so.
Fault = Callable[[Submission], InputError | None]


@dataclass(frozen=True, slots=True)
class Rejection:
    """A submission that could not be scored, the first reason, and how many there are.

    ``path`` is where it was looked for, if anywhere. ``missing`` and ``faulty`` are the
    datasets that it lacks, or whose files are unreadable, where it is rejected for these alone.
    """

    system: str
    problem: Problem
    problems: int
    path: Path | None = None
    _: KW_ONLY
    missing: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()


class TooFew(InputError):
    """Too few submissions are left; ``remark`` may say for what, ``faults`` why files are unreadable."""

    def __init__(
        self, rejected: Sequence[Rejection], remark: str = "", faults: Sequence[Problem] = ()
    ) -> None:
        self.rejected = tuple(rejected)
        self.remark = remark
        self.faults = tuple(faults)
        super().__init__([*(rejection.problem for rejection in rejected), *faults])


@dataclass(frozen=True, slots=True)
class Found:
    """The submissions of a folder and the entries that cannot be any, both in order of name.

    ``passed_over`` are earlier submissions of a participant, with the name of the system.
    """

    submissions: tuple[Submission, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...] = ()
    passed_over: Mapping[Path, str] = field(default_factory=dict)


def find_submissions(folder: Path, key: Path, follow_symlinks: bool, fault: Fault = lambda _: None) -> Found:
    """The submissions of a folder; an error where it has none, not even one that is rejected."""
    found = submissions_in(folder, key, follow_symlinks, fault)
    if not found.submissions and not found.rejected:
        raise NothingToDo(f"{folder}: no submission in this folder; put one file per system there")
    return found


def submissions_in(
    folder: Path, key: Path, follow_symlinks: bool, fault: Fault, earlier: Collection[Path] = ()
) -> Found:
    """One submission for each entry of a folder that is not hidden, not the key and not the settings.

    Where several have one name, ``fault`` says which of them cannot be scored, and one that was there
    ``earlier`` keeps it. Files that are named like a key, but are not the key in use, are rejected.
    """
    entries, keys = entries_of(folder, key)
    downloaded = downloads(entries)
    names = names_among([*entries, *keys], downloaded)
    faults = {
        **{path: _second_key(path, key) for path in keys},
        **faults_of_kind(folder, entries, downloaded),
    }
    settled = Settled({}, {path: InputError([problem]) for path, problem in faults.items()})

    def opened(path: Path) -> Outcome:
        return open_one(path, names[path], follow_symlinks)

    def judged(path: Path) -> Outcome:
        outcome = opened(path)
        return outcome if isinstance(outcome, InputError) else fault(outcome) or outcome

    for claims in _claims([path for path in entries if path not in faults], names, downloaded):
        settle(claims, judged if sum(map(len, claims)) > 1 else opened, earlier, settled)
    return _found(
        settled,
        names,
        (
            *not_downloads(folder, entries, downloaded),
            *_passed_over(folder, [names[path] for path in settled.passed_over]),
            *settled.warnings,
        ),
    )


def entries_of(folder: Path, key: Path | None = None) -> tuple[list[Path], list[Path]]:
    """The entries of a folder that may be submissions, and files named like a key that are not the key."""
    entries = sorted(path for path in folder.iterdir() if not _is_no_system(path, key))
    keys = [path for path in entries if is_called_key(path)]
    return [path for path in entries if path not in keys], keys


def names_among(paths: Iterable[Path], downloaded: Downloads) -> dict[Path, str]:
    """The names of the systems at some paths, of which some may be downloads."""
    return {path: downloaded[path].participant if path in downloaded else name_of(path) for path in paths}


def open_one(path: Path, name: str, follow_symlinks: bool) -> Outcome:
    """The submission at a path by the name of its system, or all that is wrong with it."""
    if not can_be_shown(name):
        what = "the name has unprintable characters"
        return InputError.about(path, what, "rename the file")
    opening = open_download if download(path.name) else open_submission
    try:
        with failing_alone(path):
            return replace(opening(path, follow_symlinks), name=name)
    except InputError as error:
        return error


def _claims(
    paths: Iterable[Path], names: Mapping[Path, str], downloaded: Downloads
) -> list[list[list[Path]]]:
    """The entries of each name by participant; what is refused for its name takes none from others."""
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in paths:
        by_name[alike(names[path]) if can_be_shown(names[path]) else str(path)].append(path)
    return [by_participant(same, downloaded) for same in by_name.values()]


def _found(settled: Settled, names: Mapping[Path, str], warnings: Sequence[Problem]) -> Found:
    """Return all in order of name; a rejected entry is called by its file where another has its name."""
    taken = {entry.name for entry in settled.submissions.values()}
    rejected = [
        rejection(path.name if names[path] in taken else names[path], error, path)
        for path, error in settled.rejected.items()
    ]
    return Found(
        tuple(sorted(settled.submissions.values(), key=lambda entry: (entry.name, entry.path.name))),
        tuple(sorted(rejected, key=lambda entry: (entry.system, str(entry.path)))),
        tuple(warnings),
        {path: names[path] for path in settled.passed_over},
    )


def _passed_over(folder: Path, names: Collection[str]) -> Iterator[Problem]:
    if names:
        count = f"{counted(len(names), 'earlier submission')} {'is' if len(names) == 1 else 'are'}"
        what = f"{count} ignored, of {', '.join(sorted(set(names)))}"
        remedy = "the last of each participant counts; to rank an earlier one, remove the later ones"
        yield Problem(str(folder), 0, what, remedy)


def rejection(system: str, error: InputError, path: Path | None = None) -> Rejection:
    first, missing, faulty = error.problems[0], error.missing, error.faulty
    return Rejection(one_line(system), first, error.count, path, missing=missing, faulty=faulty)


def _is_no_system(path: Path, key: Path | None) -> bool:
    """True for the key, a folder that holds it, hidden files, settings, and reports of earlier systems."""
    name, place, key_place = path.name, place_of(path), place_of(key) if key else None
    return (
        is_ignored(name)
        or is_beside_entities(path)
        or name == CONFIGURATION
        or (key_place is not None and place in (key_place, *key_place.parents))
        or _is_report(path)
    )


def _is_report(path: Path) -> bool:
    """True if `rank` wrote in a folder: its record stands there, or what a run that was killed left."""
    record = path / PROVENANCE
    try:
        if record.is_file():  # nothing else is opened: a pipe might never end
            with record.open("rb") as file:
                return file.read(len(BEGINNINGS[0])) in BEGINNINGS
    except OSError:
        return False
    return any(path.glob(f"{STAGING}*"))


def is_called_key(path: Path) -> bool:
    return path.name == "key" or path.name.startswith("key.")


def _second_key(path: Path, key: Path) -> Problem:
    what = f"named like a key, but the key in use is {key}"
    return Problem(str(path), 0, what, "rename it if it is a submission, otherwise remove it")


def place_of(path: Path) -> Path:
    """Where a path is, however it is written; a link stands where it is, not where it leads."""
    return Path(os.path.realpath(path.parent)) / path.name


def names_of(paths: Collection[Path]) -> dict[Path, str]:
    """The names of the systems, as in the folders that hold them."""
    known: dict[Path, Download] = {}
    for folder in {path.parent for path in paths if download(path.name)}:
        try:
            known |= downloads(entries_of(folder)[0])
        except OSError:  # a folder that may not be looked into
            continue
    return names_among(paths, known)


def open_submissions(paths: Iterable[Path], follow_symlinks: bool) -> Found:
    """The submissions at some paths, and the paths that hold none, in their order."""
    paths = list(paths)
    opened = [(path, *one) for path, one in zip(paths, open_each(paths, follow_symlinks), strict=True)]
    return Found(
        tuple(outcome for _, _, outcome in opened if isinstance(outcome, Submission)),
        tuple(rejection(name, one, path) for path, name, one in opened if isinstance(one, InputError)),
    )


def open_each(paths: Iterable[Path], follow_symlinks: bool) -> Iterator[tuple[str, Outcome]]:
    """Each system by name, with its submission or with all of its problems."""
    paths = list(paths)
    names = names_of(paths)
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path, name in names.items():
        if can_be_shown(name):  # what is refused anyway takes no name from others
            by_name[alike(name)].append(path)
    for path in paths:
        same = by_name[alike(names[path])]
        others = [other for other in same if other != path and path in same]
        if others:
            problem = Problem(str(path), 0, same_name(str(others[0])), "rename one of the two")
            yield names[path], InputError([problem])
        else:
            yield names[path], open_one(path, names[path], follow_symlinks)
