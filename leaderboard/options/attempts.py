"""The number of attempts behind each entry, as ``leaderboard.toml`` states them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from leaderboard.errors import SHOWN, UsageError
from leaderboard.system_names import composed

_REMEDY = 'write NAME = 12 in [attempts], or attempts = "count"'


@dataclass(frozen=True, slots=True)
class Attempts:
    """The stated numbers by system, with their lines, or ``counted`` where downloads are to be counted."""

    stated: Mapping[str, int] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    counted: bool = False

    def with_entry(self, path: tuple[str, ...], value: object, line: int) -> Attempts:
        """Return the attempts with one more entry of the settings file."""
        if not path and value == "count":
            return replace(self, counted=True)
        if not path:
            raise UsageError(f"attempts is {str(value)[:SHOWN]!r}; {_REMEDY}")
        if type(value) is not int or value < 1:
            what = f"the attempts of {path[0][:SHOWN]!r} are {str(value)[:SHOWN]!r}"
            raise UsageError(f"{what}; give a whole number from 1 on")
        name = composed(path[0])
        return replace(self, stated={**self.stated, name: value}, lines={**self.lines, name: line})
