"""What a folder of saved sums is about: the key, the options that can change a score, and the systems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from leaderboard.errors import UsageError
from leaderboard.options import SCORED, Settings, read_settings
from leaderboard.saved.envelope import MOST_TEXT, damaged, opened, sealed, write
from leaderboard.saved.fields import count, member, name, of_kind
from leaderboard.scoresheet import PartName
from leaderboard.scoring import Key, signature
from leaderboard.submissions import alike, can_be_shown
from leaderboard.version import VERSION

MANIFEST = "manifest.sums"
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
# They say where files are and how they are opened, not what they are worth.
_ELSEWHERE = ("key", "follow_symlinks")
# Any of those that were saved may be asked for.
FREE = ("metric", "primary")


@dataclass(frozen=True, slots=True)
class Manifest:
    """``scoring`` says in one line all that can change a sum; ``systems`` have the hash of each response."""

    scoring: str
    key: str
    format: str
    digest: str
    mentions: int
    repairs: int
    parts: tuple[PartName, ...]
    options: Mapping[str, Any]
    errors: bool
    systems: Mapping[str, str]


def manifest_of(key: Key, settings: Settings) -> Manifest:
    """What is to be saved, without systems yet."""
    return Manifest(
        scoring(key, settings),
        key.path.name,
        key.format,
        key.digest,
        sum(len(corpus.part) for corpus in key.corpora.values()),
        len(key.warnings),
        tuple(
            PartName(dataset, part.document, part.number)
            for dataset, corpus in key.corpora.items()
            for part in corpus.parts
        ),
        {
            entry.name: getattr(settings, entry.name)
            for entry in fields(Settings)
            if entry.metadata["panel"] == SCORED and entry.name not in _ELSEWHERE
        },
        settings.errors,
        {},
    )


def scoring(key: Key, settings: Settings) -> str:
    """The signature of all that can change a sum or the acceptance of a response, whichever metrics."""
    if callable(settings.lea_importance):
        raise UsageError("sums by a function of importance cannot be saved; leave out --save and --saved")
    words = "yes" if settings.check_words else "no"
    everything = signature(key, replace(settings, errors=True), VERSION)
    return f"{everything}|check-words:{words}|sha256:{key.digest}"


def stands_in(folder: Path) -> bool:
    """Whether a folder holds saved sums."""
    return (folder / MANIFEST).is_file()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    record = {entry.name: getattr(manifest, entry.name) for entry in fields(Manifest)}
    write(folder / MANIFEST, sealed(record))


def read_manifest(folder: Path) -> Manifest:
    """An error that names the file, unless it is whole and of this format."""
    path = folder / MANIFEST
    record, _ = opened(path, MOST_TEXT)
    try:
        return _manifest(record)
    except (ValueError, UsageError) as error:
        raise damaged(path, f"no manifest of saved sums ({error})") from None


def _manifest(record: dict[str, Any]) -> Manifest:
    options = member(record, "options", dict)
    settings = read_settings(options)
    return Manifest(
        member(record, "scoring", str),
        name(record.get("key")),
        name(record.get("format")),
        _digest(record.get("digest")),
        count(record.get("mentions")),
        count(record.get("repairs")),
        _parts(member(record, "parts", list)),
        {option: getattr(settings, option) for option in options},
        member(record, "errors", bool),
        _systems(member(record, "systems", dict)),
    )


def _parts(entries: list[Any]) -> tuple[PartName, ...]:
    parts = tuple(map(_part, entries))
    if not parts:
        raise ValueError("no parts")
    if len(set(parts)) < len(parts):
        raise ValueError("two parts of one name")
    return parts


def _part(entry: Any) -> PartName:
    dataset, document, number = of_kind(list, entry)
    return PartName(name(dataset), name(document), count(number))


def _systems(record: dict[str, Any]) -> dict[str, str]:
    if len({alike(system) for system in record}) < len(record):
        raise ValueError("two systems of one name")
    if not all(can_be_shown(system) for system in record):
        raise ValueError("a name that cannot be shown")
    return {name(system): _digest(digest) for system, digest in record.items()}


def _digest(value: Any) -> str:
    if not _DIGEST.match(of_kind(str, value)):
        raise ValueError(f"{value[:40]!r} where a hash should be")
    return str(value)
