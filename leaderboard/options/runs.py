"""The entries that are runs of one system, as ``leaderboard.toml`` states them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from leaderboard.errors import SHOWN, UsageError
from leaderboard.system_names import alike, can_be_shown, composed

_EXAMPLE = 'NAME = ["ENTRY", "ENTRY"]'


@dataclass(frozen=True, slots=True)
class StatedRuns:
    """The entries of each system, and the line of each list."""

    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)

    def with_system(self, path: tuple[str, ...], value: object, line: int) -> StatedRuns:
        """Return the runs with those of one more system of the settings file."""
        if not path:
            raise UsageError(f"runs is {str(value)[:SHOWN]!r}; make it a table, [runs], with {_EXAMPLE}")
        system = composed(path[0])
        if not can_be_shown(system):
            raise UsageError(f"the system {system[:SHOWN]!r} has an unprintable name; rename it")
        if same := [other for other in self.entries if alike(other) == alike(system)]:
            raise UsageError(f"{system!r} has the same name as {same[0]!r}; rename one of the two")
        if not isinstance(value, list) or not value or not all(map(_is_text, value)):
            what = f"the runs of {system!r} are {str(value)[:SHOWN]!r}"
            raise UsageError(f"{what}; give a list of entries, as {_EXAMPLE}")
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
