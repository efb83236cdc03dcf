"""Where the key and the responses are found."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.formats.source import stem

FOLDER = "submissions"
CONFIGURATION = "leaderboard.toml"
VARIABLE = "LEADERBOARD_KEY"


def find_response(name: str) -> Path:
    """A path as it is, else a file of ./submissions by file name, then by stem."""
    path = Path(name)
    if path.exists():
        return path
    entries = sorted(Path(FOLDER).iterdir()) if Path(FOLDER).is_dir() else []
    for look in (lambda entry: entry.name, lambda entry: stem(entry.name)):
        found = [entry for entry in entries if look(entry) == name]
        if len(found) > 1:
            listed = " and ".join(str(entry) for entry in found)
            raise UsageError(f"{name}: could be {listed}; name the file with its suffix")
        if found:
            return found[0]
    raise UsageError(f"{name}: no such file here or in ./{FOLDER}; check the name")


def find_submissions(folder: Path, key: Path) -> list[Path]:
    """The files of a folder that are systems, in order of name."""
    found = [
        entry
        for entry in sorted(folder.iterdir())
        if entry.is_file()
        and not entry.name.startswith(".")
        and entry.name != CONFIGURATION
        and not entry.samefile(key)
    ]
    if not found:
        raise NothingToDo(f"{folder}: no submission in this folder; put one file per system there")
    return found


def find_key(stated: str | None, beside: Path) -> Path:
    """The key by option, environment, leaderboard.toml, beside the responses, in ./submissions."""
    for source, value in (("--key", stated), (VARIABLE, os.environ.get(VARIABLE))):
        if value:
            if not Path(value).exists():
                raise NothingToDo(f"{value}: no such key ({source}); check the path")
            return Path(value)
    looked = [VARIABLE]
    for folder in dict.fromkeys((beside, Path(), *Path.cwd().parents)):
        looked.append(str(folder / CONFIGURATION))
        if key := _configured_key(folder / CONFIGURATION):
            return key
    for folder in dict.fromkeys((beside, Path(FOLDER))):
        looked.append(f"{folder / 'key'} or {folder / 'key.*'}")
        if key := _named_key(folder):
            return key
    raise NothingToDo(f"no key found; give it with --key PATH. Looked at: {', '.join(looked)}")


def _configured_key(file: Path) -> Path | None:
    if not file.is_file():
        return None
    try:
        value = tomllib.loads(file.read_text(encoding="utf-8")).get("key")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NothingToDo(f"{file}: not valid TOML ({error}); mend it") from None
    if value is None:
        return None
    path = file.parent / str(value)
    if not path.exists():
        raise NothingToDo(f"{file}: its key {value!r} does not exist; mend the path")
    return path


def _named_key(folder: Path) -> Path | None:
    """A folder `key` or a file `key.*`."""
    found = [*folder.glob("key"), *sorted(folder.glob("key.*"))]
    if len(found) > 1:
        raise NothingToDo(f"{found[0]} and {found[1]} could both be the key; say which with --key PATH")
    return found[0] if found else None
