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
        remedy = "each file counts as a system of its own; keep downloads in a separate folder"
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
