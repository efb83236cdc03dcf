"""Where the key and the responses are found."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.formats.source import stem

FOLDER = "submissions"
CONFIGURATION = "leaderboard.toml"


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


def find_key(stated: str | None, environment: str | None, responses: Sequence[Path]) -> Path:
    """The key, in the order: option, environment, leaderboard.toml, beside the responses, ./submissions."""
    for source, value in (("--key", stated), ("LEADERBOARD_KEY", environment)):
        if value:
            if not Path(value).exists():
                raise NothingToDo(f"{value}: no such key ({source}); check the path")
            return Path(value)
    looked: list[str] = []
    for place in _places(responses):
        looked.append(str(place) if place.name == CONFIGURATION else f"{place} (or {place.name}.*)")
        found = _configured_key(place) if place.name == CONFIGURATION else _named_key(place)
        if found:
            return found
    raise NothingToDo(
        "no key found; give it with --key PATH. Looked at: LEADERBOARD_KEY, "
        + ", ".join(dict.fromkeys(looked))
    )


def _places(responses: Sequence[Path]) -> Iterator[Path]:
    beside = [responses[0].parent] if responses else []
    here = Path()
    for folder in (*beside, here, *(here.resolve().parents)):
        yield folder / CONFIGURATION
    for folder in (*beside, Path(FOLDER)):
        yield folder / "key"


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


def _named_key(place: Path) -> Path | None:
    """A folder `key` or a file `key.*`."""
    if place.is_dir():
        return place
    found = sorted(place.parent.glob("key.*")) if place.parent.is_dir() else []
    if len(found) > 1:
        raise NothingToDo(f"{found[0]} and {found[1]} could both be the key; say which with --key PATH")
    return found[0] if found else None
