"""The cards of systems, as ``leaderboard.toml`` writes them: who took part, with what."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from leaderboard.errors import SHOWN, UsageError
from leaderboard.system_names import can_be_shown, composed

Entry = str | int | float | bool
Card = Mapping[str, Entry | list[Entry]]

LONGEST_TEXT, LONGEST_NAME = 200, 40
LARGEST = 2**63
# The first column of the table of systems.
_SYSTEM = "system"
_REMEDY = 'write a table [systems.NAME] with entries such as team = "TEAM"'


@dataclass(frozen=True, slots=True)
class Cards:
    """The card of each system with the line on which it begins."""

    entries: Mapping[str, Card] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def with_entry(self, path: tuple[str, ...], value: object, line: int) -> Cards:
        """Return the cards with one more entry of the settings file."""
        if not path or not isinstance(value, dict):
            raise UsageError(f"{'.'.join(('systems', *path))[:SHOWN]} is {str(value)[:SHOWN]!r}; {_REMEDY}")
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
