"""Tracks, phases and means over datasets of a shared task, as ``leaderboard.toml`` writes them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from leaderboard.errors import SHOWN, UsageError
from leaderboard.options.secret import Secret, secret
from leaderboard.system_names import can_be_shown, composed

# What reports call the ranking of all systems, beside the tracks.
ALL = "All"
_PATHS = ("key", "submissions")


@dataclass(frozen=True, slots=True)
class Track:
    """Systems that are ranked among themselves too: names, or patterns of names; ``line`` says where."""

    label: str
    entries: tuple[str, ...]
    line: int = 0

    def of(self, systems: Iterable[str]) -> tuple[str, ...]:
        """Those of some systems that are in the track, in their order."""
        systems = list(systems)
        entered = {name for entry in self.entries for name in _meant(entry, systems)}
        return tuple(name for name in systems if name in entered)

    def unmet(self, systems: Collection[str]) -> tuple[str, ...]:
        """The entries that mean none of some systems."""
        return tuple(entry for entry in self.entries if not _meant(entry, systems))


@dataclass(frozen=True, slots=True)
class Mean:
    """Some of the datasets, by whose mean the systems are ranked too; ``line`` says where."""

    label: str
    datasets: tuple[str, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Phase:
    """A folder of submissions with a key of its own, both paths from the folder of the file.

    A ``secret`` key may be scored against, but its content is not to be shown.
    """

    label: str
    key: str
    submissions: str
    line: int = 0
    secret: Secret | None = None

    def is_in(self, top: Path, folder: Path) -> bool:
        """True if its submissions are those in a folder."""
        place = top / self.submissions
        return place.is_dir() and folder.is_dir() and place.samefile(folder)


def track(label: str, value: object, line: int) -> Track:
    """A track by its label and the list behind it."""
    _check_label("track", label)
    if label == ALL:
        raise UsageError(f"the track {label!r} has the name of the ranking of all systems; rename it")
    return Track(label, tuple(dict.fromkeys(map(composed, _names("track", label, value, "systems")))), line)


def mean(label: str, value: object, line: int) -> Mean:
    """A mean by its label and the list behind it."""
    _check_label("mean", label)
    return Mean(label, tuple(dict.fromkeys(_names("mean", label, value, "datasets"))), line)


def phase(label: str, value: object, line: int) -> Phase:
    """A phase by its label and the table behind it."""
    _check_label("phase", label)
    table = {**value} if isinstance(value, dict) else {}
    hidden = secret(table.pop("secret", False), line, f" of the phase {label!r}")
    if others := [name for name in table if name not in _PATHS]:
        has = f"the phase {label!r} has {others[0][:SHOWN]!r}, which is not a setting of a phase"
        raise UsageError(
            f"{has}; give it only key, submissions and secret, and write options above all tables"
        )
    if len(table) != len(_PATHS) or not all(map(_is_text, table.values())):
        shown = str(value)[:SHOWN]
        raise UsageError(f'the phase {label!r} is {shown!r}; give it key = "PATH" and submissions = "FOLDER"')
    return Phase(label, table["key"], table["submissions"], line, hidden)


def _meant(entry: str, systems: Collection[str]) -> tuple[str, ...]:
    """A name means itself, whatever its characters are; what is none is taken for a pattern."""
    if entry in systems:
        return (entry,)
    return tuple(name for name in systems if fnmatchcase(name, entry))


def _check_label(kind: str, label: str) -> None:
    if not can_be_shown(label):
        raise UsageError(f"the {kind} {label[:SHOWN]!r} has an unprintable name; rename it")


def _names(kind: str, label: str, value: object, what: str) -> list[str]:
    """The names in a list."""
    if not isinstance(value, list) or not all(map(_is_text, value)):
        example = f'give a list of names of {what}, as ["alpha"]'
        raise UsageError(f"the {kind} {label!r} is {str(value)[:SHOWN]!r}; {example}")
    return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()
