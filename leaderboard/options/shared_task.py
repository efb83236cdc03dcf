"""What ``leaderboard.toml`` says of a shared task beside options: secrecy, tracks, phases, means, systems."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path

from leaderboard.errors import SHOWN, UsageError
from leaderboard.system_names import alike, can_be_shown, composed

# What reports call the ranking of all systems, beside the tracks.
ALL = "All"
_PATHS = ("key", "submissions")
Entry = str | int | float | bool
Card = Mapping[str, Entry | list[Entry]]

LONGEST_TEXT, LONGEST_NAME = 200, 40
LARGEST = 2**63
# The first column of the table of systems.
_SYSTEM = "system"
_WRITE_ATTEMPTS = 'write NAME = 12 in [attempts], or attempts = "count"'
_WRITE_RUNS = 'NAME = ["ENTRY", "ENTRY"]'
_WRITE_CARD = 'write a table [systems.NAME] with entries such as team = "TEAM"'


@dataclass(frozen=True, slots=True)
class Secret:
    """The datasets that are secret, none if the whole key is; ``line`` says where."""

    datasets: tuple[str, ...]
    line: int

    def hidden(self, datasets: Collection[str], shown: Collection[str]) -> tuple[str, ...]:
        """The secret ones among the datasets of a key that would be shown.

        A name that is no dataset of the key may be a wrong one, so the whole key is secret then.
        """
        whole = not self.datasets or not set(self.datasets) <= set(datasets)
        return tuple(name for name in shown if whole or name in self.datasets)


def secret(value: object, line: int, of: str = "") -> Secret | None:
    """The secret that a settings file states, or that a phase ``of`` it states."""
    if isinstance(value, bool):
        return Secret((), line) if value else None
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return Secret(tuple(value), line) if value else None
    raise UsageError(f'secret{of} is {str(value)[:SHOWN]!r}; give true, or datasets, as ["de"]')


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
    """A track by its label and its list."""
    _check_label("track", label)
    if label == ALL:
        raise UsageError(f"the track {label!r} has the name of the ranking of all systems; rename it")
    return Track(label, tuple(dict.fromkeys(map(composed, _names("track", label, value, "systems")))), line)


def mean(label: str, value: object, line: int) -> Mean:
    """A mean by its label and its list."""
    _check_label("mean", label)
    return Mean(label, tuple(dict.fromkeys(_names("mean", label, value, "datasets"))), line)


def phase(label: str, value: object, line: int) -> Phase:
    """A phase by its label and its table."""
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


@dataclass(frozen=True, slots=True)
class Attempts:
    """The stated numbers of attempts by system with their lines; ``counted`` if downloads are counted."""

    stated: Mapping[str, int] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    counted: bool = False

    def with_entry(self, path: Sequence[str], value: object, line: int) -> Attempts:
        """Return the attempts with one more entry of the settings file."""
        if not path and value == "count":
            return replace(self, counted=True)
        if not path:
            raise UsageError(f"attempts is {str(value)[:SHOWN]!r}; {_WRITE_ATTEMPTS}")
        if type(value) is not int or value < 1:
            what = f"the attempts of {path[0][:SHOWN]!r} are {str(value)[:SHOWN]!r}"
            raise UsageError(f"{what}; give a whole number from 1 on")
        name = composed(path[0])
        return replace(self, stated={**self.stated, name: value}, lines={**self.lines, name: line})


@dataclass(frozen=True, slots=True)
class StatedRuns:
    """The entries that are runs of each system, and the line of each list."""

    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def with_system(self, path: Sequence[str], value: object, line: int) -> StatedRuns:
        """Return the runs with those of one more system of the settings file."""
        if not path:
            raise UsageError(f"runs is {str(value)[:SHOWN]!r}; make it a table, [runs], with {_WRITE_RUNS}")
        system = composed(path[0])
        if not can_be_shown(system):
            raise UsageError(f"the system {system[:SHOWN]!r} has an unprintable name; rename it")
        if same := [other for other in self.entries if alike(other) == alike(system)]:
            raise UsageError(f"{system!r} has the same name as {same[0]!r}; rename one of the two")
        if not isinstance(value, list) or not value or not all(map(_is_text, value)):
            what = f"the runs of {system!r} are {str(value)[:SHOWN]!r}"
            raise UsageError(f"{what}; give a list of entries, as {_WRITE_RUNS}")
        entries = tuple(dict.fromkeys(map(composed, value)))
        self._check_others(system, entries)
        return StatedRuns({**self.entries, system: entries}, {**self.lines, system: line})

    def _check_others(self, system: str, entries: tuple[str, ...]) -> None:
        for other, taken in self.entries.items():
            if both := [entry for entry in entries if entry in taken]:
                what = f"the entry {both[0]!r} is a run of {other!r} and of {system!r}"
                raise UsageError(f"{what}; keep it in one of the two lists")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


@dataclass(frozen=True, slots=True)
class Cards:
    """The card of each system, which says who took part and with what, and the line on which it begins."""

    entries: Mapping[str, Card] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def with_entry(self, path: Sequence[str], value: object, line: int) -> Cards:
        """Return the cards with one more entry of the settings file."""
        if not path or not isinstance(value, dict):
            raise UsageError(
                f"{'.'.join(('systems', *path))[:SHOWN]} is {str(value)[:SHOWN]!r}; {_WRITE_CARD}"
            )
        for name, entry in value.items():
            _check_name(path[0], name)
            _check_entry(path[0], name, entry)
        name = composed(path[0])
        return replace(self, entries={**self.entries, name: value}, lines={**self.lines, name: line})

    def of(self, systems: Collection[str]) -> Mapping[str, Card]:
        """Return the cards of some systems, in the order of the settings file."""
        return {system: card for system, card in self.entries.items() if system in systems}


def _check_name(system: str, name: str) -> None:
    what = f"the card of {system[:SHOWN]!r} has the entry {name[:SHOWN]!r}"
    if name == _SYSTEM:
        raise UsageError(f"{what}, which is the column of the names; rename it")
    if not can_be_shown(name) or len(name) > LONGEST_NAME:
        raise UsageError(f"{what}; give it a printable name of at most {LONGEST_NAME} characters")


def _check_entry(system: str, name: str, value: object) -> None:
    if not all(map(_can_be_shown, value if isinstance(value, list) else [value])):
        what = f"the entry {name!r} in the card of {system[:SHOWN]!r} has a value that cannot be shown"
        known = f"a text on one line of at most {LONGEST_TEXT} characters, a number, true, false"
        raise UsageError(f"{what}; give {known}, or a list of these")


def _can_be_shown(value: object) -> bool:
    if isinstance(value, str):
        return value.isprintable() and len(value) <= LONGEST_TEXT
    return isinstance(value, int | float) and abs(value) < LARGEST  # neither nan nor inf is
