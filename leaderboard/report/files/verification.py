"""Is a report what its inputs and options make? It is built again and compared byte for byte."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from leaderboard.errors import SHOWN, NothingToDo, Problem
from leaderboard.files import PROVENANCE, check_complete
from leaderboard.formats.source import read_bytes
from leaderboard.options import read_options
from leaderboard.options.configuration import Configuration, origins_of
from leaderboard.options.settings_file import NO_SETTINGS, read_configuration
from leaderboard.options.values import reading
from leaderboard.report.figures import pictures
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.files.contents import report_files
from leaderboard.report.files.record import (
    LINKED,
    WRITE_AGAIN,
    Record,
    has_hash,
    inputs,
    is_linked,
    read_hashes,
    read_record,
    versions,
)
from leaderboard.saved import stands_in
from leaderboard.tasks.contests import Contest
from leaderboard.verbs.rank import RankResult, rank_as, rank_counts
from leaderboard.version import VERSION

_DRAWN_WITH = "matplotlib"


@dataclass(frozen=True, slots=True)
class Verification:
    """``problems`` is everything that differs, causes before effects; ``notes`` what was not compared."""

    files: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def verification(folder: Path, submissions: Path | None = None) -> Verification:
    """Rank the submissions again as the report's record says, and compare inputs and files.

    Neither the environment nor any ``leaderboard.toml`` but the recorded one has a say in it.
    """
    check_complete(folder)
    record = read_record(folder)
    result = _ranked_again(record, submissions or folder / record.submissions)
    rebuilt = report_files(result, _pictures(record, result, folder))
    problems = (*_inputs(record, result), *_record(record, result), *_differences(record, folder, rebuilt))
    return Verification(len(rebuilt), problems, _other_versions(record))


def differing_files(folder: Path) -> tuple[str, ...]:
    """The files that are missing, or are of another run than the record, in order of name."""
    hashes = read_hashes(folder)
    return tuple(
        name
        for name, digest in sorted(hashes.items())
        if is_linked(folder, name) or not has_hash(folder / name, digest)
    )


def _other_versions(record: Record) -> tuple[str, ...]:
    """Which programs made the report, where others are here now; matplotlib only if it drew something."""
    written = {"leaderboard": record.leaderboard, **record.versions}
    here = {"leaderboard": VERSION, **versions()}
    if not _other_forms(record):
        del here[_DRAWN_WITH]
    return tuple(
        f"The report was written with {name} {written[name]}; here is {here[name] or 'none'}."
        for name in here
        if name in written and written[name] != here[name]
    )


def _ranked_again(record: Record, submissions: Path) -> RankResult:
    if not (submissions.is_dir() or (submissions.is_file() and not record.key)):
        raise NothingToDo(f"{submissions}: not found; say where the submissions are now with --submissions")
    if not record.key:
        with reading(True):
            return rank_counts(
                str(submissions),
                _configuration(record, submissions if submissions.is_dir() else submissions.parent),
            )
    places = [
        Contest(str(submissions / phase.submissions), phase.label, str(submissions / phase.key))
        for phase in record.phases
    ] or [Contest(str(submissions), None, str(submissions / record.key))]
    for place in places:
        if not Path(str(place.key)).exists() and not stands_in(Path(place.submissions)):
            raise NothingToDo(f"{place.key}: not found; put the key where it was when the report was written")
    return rank_as(str(submissions), places, _configuration(record, submissions))


def _configuration(record: Record, submissions: Path) -> Configuration:
    """What the record says, with the settings file that it names."""
    file = None if record.configuration is None else submissions / record.configuration
    settings = read_configuration(file) if file and file.is_file() else NO_SETTINGS
    options = read_options(record.options)
    if options.documents:
        options = replace(options, documents=str(submissions / options.documents))
    return Configuration(
        options=options,
        origins=origins_of(dict.fromkeys(record.options, PROVENANCE)),
        file=file,
        content=settings,
    )


def _pictures(record: Record, result: RankResult, folder: Path) -> tuple[Picture, ...]:
    """The pictures drawn again; in other forms than SVG, those of another matplotlib as they were written."""
    forms = _other_forms(record)
    if record.versions.get(_DRAWN_WITH) == versions()[_DRAWN_WITH]:
        return pictures(result, forms)
    return tuple(
        replace(picture, images={**picture.images, **_as_written(picture, forms, folder)})
        for picture in pictures(result)
    )


def _other_forms(record: Record) -> list[str]:
    """The forms of the pictures beside SVG, which matplotlib drew."""
    found = {PurePosixPath(name).suffix[1:] for name in record.files if name.startswith("figures/")}
    return sorted(found - {"svg", "csv"})


def _as_written(picture: Picture, forms: Sequence[str], folder: Path) -> dict[str, bytes]:
    names = {form: picture.path(form) for form in forms}
    return {
        form: read_bytes(folder / name) if (folder / name).is_file() and not is_linked(folder, name) else b""
        for form, name in names.items()
    }


def _inputs(record: Record, result: RankResult) -> Iterator[Problem]:
    """The submissions, key and settings that are not what they were."""
    found = inputs(result)
    for name in sorted(record.inputs.keys() | found.keys()):
        then, now = record.inputs.get(name), found.get(name)
        if then != now:
            what = "is new" if then is None else "is gone" if now is None else "has changed"
            yield Problem(name, 0, f"this input {what} since the report was written", WRITE_AGAIN)


def _record(record: Record, result: RankResult) -> Iterator[Problem]:
    if record.signature != result.signature:
        what = f"the signature is {record.signature}, but {result.signature} when built again"
        yield Problem(str(record.file), 0, what, WRITE_AGAIN)


def _differences(record: Record, folder: Path, rebuilt: Mapping[str, bytes]) -> Iterator[Problem]:
    """The first difference of each file from what it should be."""
    altered = differing_files(folder)
    for name in sorted(record.files.keys() | rebuilt.keys()):
        file = folder / name
        if name not in rebuilt:
            yield Problem(str(file), 0, "this file is no longer written", WRITE_AGAIN)
        elif is_linked(folder, name):
            yield Problem(str(file), 0, LINKED, WRITE_AGAIN)
        elif not file.is_file():
            yield Problem(str(file), 0, "this file is missing", WRITE_AGAIN)
        elif (written := read_bytes(file)) != rebuilt[name]:
            line, what = _first_difference(written, rebuilt[name])
            cause = ", and the file was changed after it was written" if name in altered else ""
            yield Problem(str(file), line, what + cause, WRITE_AGAIN)
        elif name in altered or name not in record.files:
            yield Problem(
                str(record.file), 0, f"the recorded hash of {name} is not that of the file", WRITE_AGAIN
            )


def _first_difference(written: bytes, rebuilt: bytes) -> tuple[int, str]:
    """The number of the first line that differs, and both versions of it from where they part."""
    lines = itertools.zip_longest(written.split(b"\n"), rebuilt.split(b"\n"))
    number, (ours, theirs) = next(
        (number, pair) for number, pair in enumerate(lines, 1) if pair[0] != pair[1]
    )
    if ours is None or theirs is None:
        return number, f"the file {'ends' if ours is None else 'goes on'} here, but not when built again"
    apart = next(at for at in range(len(ours) + 1) if ours[: at + 1] != theirs[: at + 1])
    return number, f"column {apart + 1} has {_cut(ours, apart)}, but {_cut(theirs, apart)} when built again"


def _cut(line: bytes, start: int) -> str:
    text = line[start : start + SHOWN].decode(errors="replace")
    return repr(text) + ("…" if len(line) > start + SHOWN else "")
