"""The entry ``secret`` of ``leaderboard.toml``: the content of a key, or of datasets, must not be shown."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from leaderboard.errors import SHOWN, UsageError


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
