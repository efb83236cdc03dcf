"""The systems of a folder; whatever cannot be one is rejected and stops no other."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem, one_line
from leaderboard.submissions.bundles import open_download
from leaderboard.submissions.configuration_file import CONFIGURATION
from leaderboard.submissions.names import alike, can_be_shown, download, is_ignored, name_of
from leaderboard.submissions.submission import Submission, open_submission

# What the record of a report is called, and what files are that are written but not yet in their place.
RECORD, STAGING = "provenance.json", ".leaderboard-staging"
# What the platform packs with submissions where it could not pack all.
_FAILED = "failed.txt"
_RECORD_BEGINS = b'{\n "schema": 1,\n "signature": "leaderboard:'


@dataclass(frozen=True, slots=True)
class Rejection:
    """A submission that could not be scored, the first reason, and how many there are."""

    system: str
    problem: Problem
    problems: int


class TooFew(InputError):
    """So many submissions were rejected that the others are too few; ``remark`` may say for what."""

    def __init__(self, rejected: Sequence[Rejection], remark: str = "") -> None:
        self.rejected = tuple(rejected)
        self.remark = remark
        super().__init__([one.problem for one in rejected])


@dataclass(frozen=True, slots=True)
class Found:
    """The submissions of a folder and the entries that cannot be any, both in order of name."""

    submissions: tuple[Submission, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...] = ()


def find_submissions(folder: Path, key: Path, follow_symlinks: bool) -> Found:
    """One submission for each entry of a folder that is not hidden, not the key and not the settings.

    What is called as a key is none but for the one in use, and who named it so should know.
    """
    entries = [path for path in folder.iterdir() if not _is_no_system(path, key)]
    keys = sorted(path for path in entries if is_called_key(path))
    entries = [path for path in entries if not is_called_key(path)]
    if not entries and not keys:
        raise NothingToDo(
            f"{one_line(str(folder))}: no submission in this folder; put one file per system there"
        )
    entries, others, warnings = _of_platform(folder, entries)
    entries.sort(key=lambda path: (name_of(path), path.name))
    found = open_submissions(entries, follow_symlinks)
    rejected = (*found.rejected, *others, *(_second_key(path, key) for path in keys))
    return Found(found.submissions, tuple(sorted(rejected, key=lambda one: one.system)), warnings)


def _of_platform(
    folder: Path, entries: Collection[Path]
) -> tuple[list[Path], list[Rejection], tuple[Problem, ...]]:
    """Of what was downloaded from a platform the last submission of each participant counts."""
    downloads = {path: found for path in entries if (found := download(path.name))}
    _check_phases(folder, {found.phase for found in downloads.values()})
    numbers = {path: found.number for path, found in downloads.items()}
    last: dict[str, Path] = {}
    for path in sorted(numbers, key=lambda path: numbers[path]):
        last[name_of(path)] = path
    earlier = numbers.keys() - set(last.values())
    lists = [path for path in entries if numbers and path.name == _FAILED]
    kept = [path for path in entries if path not in earlier and path not in lists]
    return kept, [_not_downloaded(path) for path in lists], tuple(_passed_over(folder, earlier))


def _check_phases(folder: Path, phases: Collection[int]) -> None:
    """A later submission of one phase is no successor of one of another."""
    if len(phases) > 1:
        numbers = ", ".join(f"PhaseId{phase}" for phase in sorted(phases))
        what = f"{one_line(str(folder))}: submissions of several phases ({numbers} in their names)"
        raise NothingToDo(f"{what}; give each phase a folder of its own")


def _not_downloaded(path: Path) -> Rejection:
    what = "the platform could not pack every submission, and this file names the others"
    problem = Problem(one_line(str(path)), 0, what, "download them too, and take this file away")
    return Rejection(shown_name(path), problem, 1)


def _passed_over(folder: Path, earlier: Collection[Path]) -> Iterator[Problem]:
    if earlier:
        names = sorted({name_of(path) for path in earlier})
        count = (
            "1 earlier submission is" if len(earlier) == 1 else f"{len(earlier):,} earlier submissions are"
        )
        what = f"{count} passed over, of {', '.join(names)}"
        remedy = "the last of each participant counts; take it away where another should"
        yield Problem(one_line(str(folder)), 0, what, remedy)


def open_submissions(paths: Iterable[Path], follow_symlinks: bool) -> Found:
    """The submissions at some paths, and the paths that hold none, in their order."""
    opened = dict(open_each(paths, follow_symlinks))
    return Found(
        tuple(one for one in opened.values() if isinstance(one, Submission)),
        tuple(
            rejection(shown_name(path), one) for path, one in opened.items() if isinstance(one, InputError)
        ),
    )


def open_each(paths: Iterable[Path], follow_symlinks: bool) -> Iterator[tuple[Path, Submission | InputError]]:
    """Each path with its submission, or with all that is wrong with it."""
    paths = list(paths)
    by_name: dict[str, list[Path]] = defaultdict(list)
    for path in paths:
        if can_be_shown(name_of(path)):  # what is refused anyway takes no name from others
            by_name[alike(name_of(path))].append(path)
    for path in paths:
        try:
            _check_name(path, by_name[alike(name_of(path))])
            opening = open_download if download(path.name) else open_submission
            yield path, opening(path, follow_symlinks)
        except InputError as error:
            yield path, error


def shown_name(path: Path) -> str:
    """What a system is called, whatever its name is made of."""
    return one_line(name_of(path))


def rejection(system: str, error: InputError) -> Rejection:
    return Rejection(system, error.problems[0], error.count)


def _check_name(path: Path, same: list[Path]) -> None:
    label = one_line(str(path))
    if not can_be_shown(name_of(path)):
        what = "a name with characters that cannot be shown"
        raise InputError([Problem(label, 0, what, "rename the file")])
    others = [one_line(str(other)) for other in same if other != path]
    if others:
        what = f"its name cannot be told from that of {others[0]}"
        raise InputError([Problem(label, 0, what, "rename one of the two")])


def _is_no_system(path: Path, key: Path) -> bool:
    """Neither the key nor a folder that holds it is a system, nor is a report of earlier systems."""
    name, place, key_place = path.name, _place(path), _place(key)
    return (
        is_ignored(name)
        or name == CONFIGURATION
        or place in (key_place, *key_place.parents)
        or _is_report(path)
    )


def _is_report(path: Path) -> bool:
    """Whether `rank` wrote in a folder: its record stands there, or what a run that was killed left."""
    record = path / RECORD
    try:
        if record.is_file():  # nothing else is opened: a pipe might never end
            with record.open("rb") as file:
                return file.read(len(_RECORD_BEGINS)) == _RECORD_BEGINS
    except OSError:
        return False
    return any(path.glob(f"{STAGING}*"))


def is_called_key(path: Path) -> bool:
    return path.name == "key" or path.name.startswith("key.")


def _second_key(path: Path, key: Path) -> Rejection:
    what = f"called as a key is, but the key in use is {one_line(str(key))}"
    problem = Problem(one_line(str(path)), 0, what, "rename it if it is a submission, else take it away")
    return Rejection(shown_name(path), problem, 1)


def _place(path: Path) -> Path:
    """Where a path is, however it is written; a link stands where it is, not where it leads."""
    return Path(os.path.realpath(path.parent)) / path.name
