"""The folder of a competition, which its organisers go on writing, and the archive of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import InputError, Problem, one_line
from leaderboard.report.codabench.competition import YAML
from leaderboard.report.codabench.pages import FILL_IN
from leaderboard.report.codabench.results import write_bundle
from leaderboard.report.forms.stored import stored_zip

MARK = "MADE-BY-LEADERBOARD"
_MARK = b"Made by `leaderboard codabench init`. Without this file nothing here is written again.\n"
_PACKED = (".zip",)


@dataclass(frozen=True, slots=True)
class Written:
    """``kept`` are files that somebody changed, ``open`` those with anything left to fill in."""

    files: int
    archive: Path
    kept: tuple[str, ...]
    open: tuple[str, ...]


def write_competition(files: Mapping[str, bytes], folder: Path) -> Written:
    """What is packed is written anew; of the rest, what is there already stays as it is."""
    archive = folder.with_name(f"{folder.name}.zip")
    _check(folder, archive)
    there = dict(_there(files, folder))
    whole = {**files, **there}
    write_bundle({**whole, MARK: _MARK}, folder)
    write_bundle({archive.name: stored_zip(whole)}, archive.parent)
    return Written(
        len(whole),
        archive,
        tuple(name for name, content in there.items() if content != files[name]),
        tuple(name for name, content in whole.items() if _is_text(name) and FILL_IN.encode() in content),
    )


def _check(folder: Path, archive: Path) -> None:
    """Nothing of anybody else is written over, and nothing is written past a link."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise _in_the_way(folder)
    if not (folder / MARK).is_file():
        if folder.is_dir() and any(folder.iterdir()):
            raise _in_the_way(folder)
        if archive.exists() or archive.is_symlink():
            raise _in_the_way(archive)


def _in_the_way(path: Path) -> InputError:
    what = "stands in the way, and was not made by this command"
    return InputError([Problem(one_line(str(path)), 0, what, "name another folder, or take it away")])


def _there(files: Mapping[str, bytes], folder: Path) -> Iterator[tuple[str, bytes]]:
    for name in files:
        if not name.endswith(_PACKED) and (folder / name).is_file():
            yield name, (folder / name).read_bytes()


def _is_text(name: str) -> bool:
    return name == YAML or name.endswith(".md")
