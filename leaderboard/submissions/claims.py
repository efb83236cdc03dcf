"""Which entry keeps a name that several have, and the names of what organisers download from a platform.

One that cannot be scored takes no name from another. A download is called after its participant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.submissions.submission import Submission
from leaderboard.system_names import JUNK, Download, download, same_name
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
