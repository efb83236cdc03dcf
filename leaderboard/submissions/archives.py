"""Zip archives of strangers, streamed in memory: only wanted members are ever read."""

from __future__ import annotations

import io
import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path, PurePosixPath

from leaderboard.errors import MOST_PROBLEMS, InputError, Problem, said_by_system
from leaderboard.formats.limits import (
    FREE_BYTES,
    LONGEST_DIRECTORY,
    LONGEST_NAME,
    MOST_BYTES,
    MOST_MEMBERS,
    MOST_RATIO,
)
from leaderboard.formats.source import COMPRESSED, unpacked_bytes
from leaderboard.system_names import ARCHIVE, JUNK, composed, download, is_ignored

_SHOWN = 100
_PACK_AGAIN = "pack the archive again"
_ARCHIVES = (".zip", ".tar", ".tgz", ".7z", ".rar", ".zst", ".lzma")
# Other methods can turn a few bytes into gigabytes in a single step, before anybody could count.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1 | 0x40 | 0x2000
# What zipfile raises for an archive that is damaged or beyond it.
_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, NotImplementedError)


class _Metered(io.BufferedReader):
    """A file that yields no long pieces: zipfile reads the list of members as one."""

    def read(self, size: int | None = -1, /) -> bytes:
        bound = LONGEST_DIRECTORY + 1
        data = super().read(bound if size is None or size < 0 else min(size, bound))
        if len(data) == bound:
            raise zipfile.BadZipFile("its list of members is too long")
        return data


def most_bytes(path: Path, most: int) -> int:
    """The largest total size of an archive's content, never above the limit."""
    return min(most, max(FREE_BYTES, MOST_RATIO * path.stat().st_size))


def member_names(path: Path) -> dict[str, str]:
    """The members that count, by their place in the archive without the folder that holds all of them.

    Directories and hidden members are passed over; an error says all that is wrong with the rest. What was
    downloaded from a platform may be as its scoring program takes it: folders in a folder, compressed files.
    """
    with _opened(path) as (archive, loose):
        wanted = _wanted(archive, loose)
    if len(wanted) > MOST_MEMBERS:
        what = f"more than {MOST_MEMBERS:,} members"
        raise InputError([Problem.about(path, what, "pack the files of the submission and nothing else")])
    problems = list(islice(_problems(path, wanted, loose), MOST_PROBLEMS))
    if problems:
        raise InputError(problems)
    names = _without_folder({_plain(info.filename): info.filename for info in wanted if not info.is_dir()})
    while loose and (inner := _without_folder(names)) != names:
        names = inner
    return names


def _plain(name: str) -> str:
    """The path of a member without what leads nowhere, as in ``./a//b``."""
    return str(PurePosixPath(name))


def _without_folder(names: dict[str, str]) -> dict[str, str]:
    """The members by their paths in the one folder that holds them, if there is one."""
    tops = {PurePosixPath(place).parts[0] for place in names}
    inside = len(tops) == 1 and all("/" in place for place in names)
    return {place.partition("/")[2]: name for place, name in names.items()} if inside else names


def _wanted(archive: zipfile.ZipFile, loose: bool) -> list[zipfile.ZipInfo]:
    junk = JUNK if loose else ()
    return [info for info in archive.infolist() if not _is_passed_over(info.orig_filename, junk)]


@contextmanager
def opened(path: Path) -> Iterator[Callable[[str, int], bytes]]:
    """Return a function that reads a member and counts its bytes; the list of members is read once."""
    with _opened(path) as (archive, _):

        def read(member: str, most: int) -> bytes:
            with _in_plain_words(path):
                data = _bounded(archive, archive.getinfo(member), path, most)
            return unpacked_bytes(member, data, path, most)

        yield read


def _bounded(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, most: int) -> bytes:
    """The content of a member; packed bytes count too, since they may unpack to nothing."""
    data = bytearray()
    if info.compress_size <= max(FREE_BYTES, most):
        with archive.open(info) as stream:
            while len(data) <= most and (chunk := stream.read(1 << 20)):
                data += chunk
        if len(data) <= most:
            return bytes(data)
    what = f"the member {info.filename!r} makes the archive more than {most:,} bytes"
    raise InputError([Problem.about(path, what, "submit smaller files, or compress them less")])


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, bool]]:
    """An archive, and whether it may be as platforms take it; the one archive that is all there is in that.

    A platform unpacks what was handed in, and so an archive in it is one like others.
    """
    loose = download(path.name) is not None
    with ExitStack() as stack:
        # Only the opening: what is done with the archive may have faults of its own.
        with _in_plain_words(path):
            raw = stack.enter_context(_Metered(io.FileIO(os.fspath(path))))
            archive = stack.enter_context(zipfile.ZipFile(raw))
            if loose and (inner := _only_archive(archive)):
                data = _bounded(archive, inner, path, most_bytes(path, MOST_BYTES))
                archive = stack.enter_context(zipfile.ZipFile(_Metered(io.BytesIO(data))))
                loose = False
        yield archive, loose


def _only_archive(archive: zipfile.ZipFile) -> zipfile.ZipInfo | None:
    files = [info for info in _wanted(archive, True) if not info.is_dir()]
    if len(files) != 1 or not files[0].filename.lower().endswith(ARCHIVE):
        return None
    return None if _kind_fault(files[0], ()) or _name_fault(files[0].orig_filename) else files[0]


@contextmanager
def _in_plain_words(path: Path) -> Iterator[None]:
    """Turn whatever is wrong with an archive into an error in plain words."""
    try:
        yield
    except OSError as error:
        what = f"cannot be read: {said_by_system(error)}"
        raise InputError([Problem.about(path, what, "check the path and its permissions")]) from None
    except _FAULTS as error:
        what = f"not a complete zip archive ({error})"
        raise InputError([Problem.about(path, what, _PACK_AGAIN)]) from None


def _is_passed_over(name: str, junk: Collection[str]) -> bool:
    return any((is_ignored(part) and part not in (".", "..")) or part in junk for part in name.split("/"))


def _problems(path: Path, members: Sequence[zipfile.ZipInfo], loose: bool) -> Iterator[Problem]:
    """The members that are refused, by names that are never taken for paths."""
    seen: dict[str, tuple[str, str]] = {}
    packed = _ARCHIVES if loose else (*_ARCHIVES, *COMPRESSED)
    for info in members:
        name = info.orig_filename
        member = f"the member {name[:_SHOWN]!r}"
        fault = _name_fault(name) or ("" if info.is_dir() else _kind_fault(info, packed))
        if fault:
            yield Problem.about(
                path, f"{member} {fault}", f"{_PACK_AGAIN} with regular files and plain names"
            )
        place = composed(_plain(name))
        if twin := seen.get(place.casefold()):
            other, written = twin
            case = f"differs only in case from {other[:_SHOWN]!r}"
            twice = (
                f"is the same file as {written[:_SHOWN]!r}"
                if written != name
                else "occurs twice in the archive"
            )
            what = twice if other == place else case
            yield Problem.about(path, f"{member} {what}", "keep one of the two")
        seen[place.casefold()] = place, name


def _name_fault(name: str) -> str:
    if not name.isprintable():
        return "has unprintable characters in its name"
    if "\\" in name:
        return "has a backslash in its name"
    if name.startswith("/") or _plain(name)[1:2] == ":":
        return "has an absolute path as its name"
    if len(name) > LONGEST_NAME:
        return f"has a name of more than {LONGEST_NAME:,} characters"
    if ".." in name.split("/") or (_plain(name) == "." and not name.endswith("/")):
        return "has a name that leads out of the archive"
    return ""


def _kind_fault(info: zipfile.ZipInfo, packed: tuple[str, ...]) -> str:
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        return "is not a regular file"
    if info.filename.lower().endswith(packed):
        return "is an archive or compressed itself"
    if info.compress_type not in _METHODS:
        return "is compressed by a method other than deflate"
    return ""
