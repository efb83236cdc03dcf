"""The files of a report on disk: whole or not at all, and no file of anybody else touched."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.files import BEGINNINGS, INCOMPLETE, PROVENANCE, check_output, write_whole
from leaderboard.formats.source import read_bytes
from leaderboard.report.files.provenance import hashes, render_provenance
from leaderboard.report.files.record import has_hash, is_linked, read_hashes
from leaderboard.report.files.staging import claim, claimed, move, staging
from leaderboard.verbs.rank import RankResult

_NOT_OURS = "move it away, or choose another --output"
# A checkout has the tables of a report, but not the record, which names a machine.
_TABLES = "leaderboard.json"


def write_report(result: RankResult, files: Mapping[str, bytes], folder: Path) -> None:
    """Write every file of a report; the record of their hashes is the last to take its place.

    Files of the report that was there before and are not made any more go away.
    """
    check_report(folder, [phase.submissions for phase in result.phases])
    everything = {**files, PROVENANCE: render_provenance(result, files, folder).encode()}
    write_files(everything, PROVENANCE, folder)


def check_report(folder: Path, submissions: Iterable[str]) -> None:
    """Refuse a folder that no report can be written to, or that has submissions in it."""
    check_output(folder)
    if folder.exists() and any(Path(one).exists() and folder.samefile(one) for one in submissions):
        raise UsageError(f"{folder}: holds the submissions; choose another --output")


def write_files(files: Mapping[str, bytes], record: str, folder: Path) -> None:
    """Write files, of which the record, which has the hashes of the others, is the last to take its place.

    Until then the folder says that it is incomplete, which its last files do not have to be.
    """
    written = hashes(files)
    with staging(folder) as place:
        before = {**_checked_out(folder, record, files), **_written_before(folder, record, claimed(place))}
        if problems := list(_foreign(folder, {**files, INCOMPLETE: b""}, before)):
            raise InputError(problems)
        claim(place, {**before, **written})
        write_whole(files, place)
        (folder / INCOMPLETE).touch()
        move([name for name in files if name != record], place, folder)
        _remove(folder, {name: digest for name, digest in before.items() if name not in written})
        move([record], place, folder)
        (folder / INCOMPLETE).unlink()


def _written_before(folder: Path, record: str, unfinished: Mapping[str, str]) -> dict[str, str]:
    """The hashes of files of the last report and of the one that a killed run began."""
    try:
        recorded = {**read_hashes(folder, record), record: ""} if (folder / record).is_file() else {}
    except InputError:
        recorded = {}
    return {**recorded, **unfinished}


def _checked_out(folder: Path, record: str, files: Iterable[str]) -> dict[str, str]:
    """Return the files of a report that has its tables but no record, as version control keeps one."""
    tables = folder / _TABLES
    if (folder / record).exists() or tables.is_symlink() or not tables.is_file():
        return {}
    if not read_bytes(tables).startswith(BEGINNINGS):
        return {}
    return {name: "" for name in files if name != record and not is_linked(folder, name)}


def _foreign(folder: Path, files: Mapping[str, bytes], ours: Collection[str]) -> Iterator[Problem]:
    """Whatever is not of a report and stands where a file of this one would."""
    for name, content in files.items():
        path = folder / name
        if name not in ours and (path.is_symlink() or path.exists()) and not _holds(path, content):
            yield Problem(str(path), 0, "not a file of an earlier report", _NOT_OURS)


def _remove(folder: Path, before: Mapping[str, str]) -> None:
    """Remove the files that nobody changed since they were written."""
    for name, digest in before.items():
        if has_hash(folder / name, digest):
            (folder / name).unlink()


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.stat().st_size == len(content) and read_bytes(path) == content
