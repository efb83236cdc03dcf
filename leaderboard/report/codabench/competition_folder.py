"""The folder of a competition, which its organisers go on writing, and the archive of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import InputError, Problem, UsageError
from leaderboard.files import write_whole
from leaderboard.report.codabench.competition import FILL_IN, YAML, is_reference, stored_zip

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
    """Archives are written anew; of the rest, what is there already stays as it is, and is packed too."""
    if folder.name in ("", ".."):
        raise UsageError(f"{folder}: the archive cannot be named after it; name a folder such as bundle")
    archive = folder.with_name(f"{folder.name}.zip")
    _check(folder, archive)
    there = dict(_there(files, folder))
    whole = {**files, **there}
    made = {name: content for name, content in files.items() if name not in there}
    write_whole({**made, MARK: _MARK}, folder)
    write_whole({archive.name: stored_zip(whole)}, archive.parent)
    return Written(
        len(whole),
        archive,
        tuple(name for name in files if whole[name] != files[name]),
        tuple(name for name, content in whole.items() if _is_text(name) and FILL_IN.encode() in content),
    )


def _check(folder: Path, archive: Path) -> None:
    """Nothing of anybody else is written over, and nothing is written or packed past a link."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise _in_the_way(folder)
    is_ours = (folder / MARK).is_file()
    if not is_ours and folder.is_dir() and any(folder.iterdir()):
        raise _in_the_way(folder)
    if archive.is_symlink() or (archive.exists() and not is_ours):
        raise _in_the_way(archive)
    for name in _shown(folder):
        if (folder / name).is_symlink():
            raise _problem(
                folder / name,
                "is a link, which is not followed",
                "replace it by its target",
            )
        if any("\ud800" <= char <= "\udfff" for char in name):  # bytes that are no UTF-8
            raise _problem(folder / name, "has a name that cannot be packed", "rename it")


def _in_the_way(path: Path) -> InputError:
    what = "already exists and was not made by this command"
    return _problem(path, what, "name another folder, or remove it")


def _problem(path: Path, what: str, remedy: str) -> InputError:
    return InputError([Problem(str(path), 0, what, remedy)])


def _shown(folder: Path) -> list[str]:
    """Everything in a folder, at any depth, that is not hidden."""
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    return sorted(name for name in names if "/." not in f"/{name}")


def _there(files: Mapping[str, bytes], folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files to keep: all that are not written anew, except keys of removed phases."""
    named = _content(folder / YAML)
    for name in _shown(folder):
        is_made = name == MARK or (name in files and name.endswith(_PACKED))
        is_left = is_reference(name) and name.encode() not in named
        if (folder / name).is_file() and not is_made and not is_left:
            yield name, (folder / name).read_bytes()


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _is_text(name: str) -> bool:
    return name == YAML or name.endswith(".md")
