"""The submissions of a platform as organisers download them: a system is called after its participant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from leaderboard.errors import NothingToDo, Problem
from leaderboard.system_names import JUNK, Download, download
from leaderboard.text import counted

# What the platform packs with submissions where it could not pack all.
FAILED = "failed.txt"
Downloads = Mapping[Path, Download]


def downloads(paths: Collection[Path]) -> Downloads:
    """The parsed names of all submissions of a folder; nothing unless every one is a download.

    Elsewhere a participant could hand in a file of such a name, and it is a name like others.
    """
    found = {path: download(path.name) for path in paths if path.name not in (FAILED, *JUNK)}
    known = {path: one for path, one in found.items() if one}
    return known if len(known) == len(found) else {}


def not_downloads(folder: Path, paths: Collection[Path], found: Downloads) -> Iterator[Problem]:
    """A warning where some names are those of downloads, and the folder is none because of others."""
    others = [path.name for path in paths if not download(path.name)]
    named = len(paths) - len(others)
    if named and not found:
        files = f"{counted(named, 'file')} {'is' if named == 1 else 'are'}"
        what = f"{files} named like downloads from a platform, but {others[0]} is not"
        remedy = "each file counts as a system of its own; keep downloads in a separate folder"
        yield Problem(str(folder), 0, what, remedy)


def faults_of_kind(folder: Path, paths: Iterable[Path], found: Downloads) -> dict[Path, Problem]:
    """The files of a download that are no submissions of its phase, and why.

    A later submission of one phase is no successor of one of another.
    """
    phase = _phase(folder, found) if found else 0
    faults = {}
    for path in paths if found else ():
        label = str(path)
        if path.name == FAILED:
            what = "the platform could not pack every submission, and this file names the others"
            faults[path] = Problem(label, 0, what, "download them too, and remove this file")
        elif path in found and found[path].phase != phase:
            what = f"a submission of PhaseId{found[path].phase}, while most are of PhaseId{phase}"
            faults[path] = Problem(label, 0, what, "put each phase into a separate folder")
    return faults


def _phase(folder: Path, found: Downloads) -> int:
    """The phase of most submissions, if there is one."""
    counts = Counter(one.phase for one in found.values())
    [(phase, most), *_] = counts.most_common()
    if 2 * most <= len(found):
        numbers = ", ".join(f"PhaseId{number}" for number in sorted(counts))
        what = f"{folder}: submissions of several phases ({numbers} in their names)"
        raise NothingToDo(f"{what}; put each phase into a separate folder")
    return phase


def by_participant(paths: Collection[Path], found: Downloads) -> list[list[Path]]:
    """The submissions of each participant, the last one first; any other file stands alone."""
    lists: dict[object, list[Path]] = {}
    for path in sorted(
        paths, key=lambda path: (found[path].number if path in found else 0, path.name), reverse=True
    ):
        lists.setdefault(found[path].participant if path in found else path, []).append(path)
    return list(lists.values())
