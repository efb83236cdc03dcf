"""Which ``leaderboard.toml`` counts for a folder of submissions, and what it may decide."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboard.errors import NothingToDo, Problem
from leaderboard.options.settings_file import CONFIGURATION, ConfigurationFile, read_configuration
from leaderboard.options.shared_task import Secret

# They write to other places, read from them or send submissions there.
RESERVED = ("output", "save", "saved", "scheduler", "documents")
MOVE = "write it in leaderboard.toml beside the folder"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """The settings file of a folder; one that is ``inside`` the folder may be a participant's.

    ``beside`` is a file outside the folder that does not count for it.
    """

    path: Path
    content: ConfigurationFile
    inside: bool = False
    beside: Path | None = None

    @property
    def options(self) -> Mapping[str, object]:
        """The options that the file may set."""
        reserved = RESERVED if self.inside else ()
        found = {name: value for name, value in self.content.options.items() if name not in reserved}
        if isinstance(table := found.get("documents"), str):
            found["documents"] = str(self.path.parent / table)
        return found

    def warnings(self, folder: Path | None) -> Iterator[Problem]:
        """The options that the file may not set, and the files inside the folders that are not read."""
        for name in (name for name in self.content.options if name not in self.options):
            entry = "document-table" if name == "documents" else name
            what = f"a settings file among the submissions cannot set {entry}"
            yield Problem(self.content.file, self.content.lines[name], what, f"{MOVE}, or type --{name}")
        phases = (self.path.parent / phase.submissions for phase in self.content.phases)
        for place in dict.fromkeys((*([folder] if folder else []), *phases)):
            file = place / CONFIGURATION
            if file.is_file() and not file.samefile(self.path):
                what = f"this settings file is not read, because {self.content.file} counts for the folder"
                remedy = f"remove it, or move what you need to {self.content.file}"
                yield Problem(str(file), 0, what, remedy)

    def path_to(self, name: str, line: int, what: str, remedy: str = MOVE) -> Path:
        """A path that the file states, from its folder; that of a file inside must not lead elsewhere."""
        path = self.path.parent / name
        self._check([path], f"{what} {name!r}", line, remedy)
        return path

    def key_at(self, name: str, line: int, what: str = "the key") -> Path:
        """A key that the file states, checked with the files in it."""
        remedy = f"name it with --key, or {MOVE}"
        path = self.path_to(name, line, what, remedy)
        if path.is_dir():
            self._check(path.iterdir(), f"a file of {what} {name!r}", line, remedy)
        return path

    def _check(self, paths: Iterable[Path], what: str, line: int, remedy: str) -> None:
        if self.inside and not all(map(self._holds, paths)):
            place = f"{self.content.file}:{line}" if line else self.content.file
            outside = f"{what} leads out of the folder of this settings file, which is among the submissions"
            raise NothingToDo(f"{place}: {outside}; {remedy}")

    def _holds(self, path: Path) -> bool:
        """True if a path leads to a place in the folder of the file, whatever links are on its way."""
        top, real = os.path.realpath(self.path.parent), Path(os.path.realpath(path))
        return Path(top) in (real, *real.parents)


def find_settings(folder: Path | None) -> SettingsFile | None:
    """The one settings file that counts for a folder, for the key as for options.

    A file inside the folder counts if no file outside names the folder.
    """
    outside = [file for file in _outside(folder) if file.is_file()]
    inside = None if folder is None else folder / CONFIGURATION
    if inside is None or not inside.is_file():
        return next((SettingsFile(file, read_configuration(file)) for file in outside), None)
    for file in outside:
        if _names(file, content := read_configuration(file), inside.parent):
            return SettingsFile(file, content)
    return SettingsFile(inside, read_configuration(inside), True, next(iter(outside), None))


def settings_within(folder: Path) -> SettingsFile | None:
    """The settings file in a folder that no participant can write to."""
    file = folder / CONFIGURATION
    return SettingsFile(file, read_configuration(file)) if file.is_file() else None


def secrets(
    key: Path, folder: Path | None, source: SettingsFile | None = None
) -> Iterator[tuple[str, Secret]]:
    """Yield what settings files say of the secrecy of a key, each with its file and line.

    They are the file that counts for the folder of the submissions, which may be known as ``source``, and
    those that lie above the key.
    """
    files = [source.path] if (source := source or find_settings(folder)) else []
    for file in (*files, *(file for file in settings_above(key) if file.is_file())):
        content = read_configuration(file)
        phases = (phase.secret for phase in content.phases if lies_in(key, file.parent / phase.key))
        for secret in (content.secret, *phases):
            if secret:
                yield f"{content.file}:{secret.line}", secret


def settings_above(key: Path) -> Iterator[Path]:
    """The settings files, if there are any, in a key and in all folders above it, by its name or by links."""
    for place in (key, *key.absolute().parents, *dict.fromkeys((real := key.resolve(), *real.parents))):
        yield place / CONFIGURATION


def lies_among_secrets(path: Path) -> bool:
    """True if a settings file above a file says that the key is secret, and it is no submission."""
    contents = {file: read_configuration(file) for file in settings_above(path) if file.is_file()}
    return any(
        content.secret is not None and not _names(file, content, path) for file, content in contents.items()
    )


def secret_datasets(
    key: Path, datasets: Collection[str], folder: Path | None, source: SettingsFile | None = None
) -> set[str]:
    """The datasets of a key of which nothing may be shown."""
    return {name for _, secret in secrets(key, folder, source) for name in secret.hidden(datasets, datasets)}


def configurations(folder: Path) -> tuple[Path, ...]:
    """Every place where the settings file of a folder may be, inside it last."""
    return (*_outside(folder), folder / CONFIGURATION)


def _outside(folder: Path | None) -> Iterator[Path]:
    """The places outside a folder: the working directory, its parents, and beside the folder."""
    places = [Path(), *Path.cwd().parents]
    if folder is not None:
        beside = folder / ".." if folder.name in ("", "..") else folder.parent
        places += [] if lies_in(Path(), beside) else [beside]
    for place in places:
        if folder is None or not lies_in(place, folder):
            yield place / CONFIGURATION


def lies_in(path: Path, folder: Path) -> bool:
    """True if a path is a folder or lies in it, by its name or behind links."""
    return any(
        Path(place(folder)) in (Path(place(path)), *Path(place(path)).parents)
        for place in (os.path.abspath, os.path.realpath)
    )


def _names(file: Path, content: ConfigurationFile, folder: Path) -> bool:
    """True if a file says that the submissions of a folder are its own."""
    named = (content.submissions, *(phase.submissions for phase in content.phases))
    return any(lies_in(folder, file.parent / name) for name in named)
