"""The cards of the systems of a task."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from leaderboard.errors import Problem
from leaderboard.options.cards import Card, Cards
from leaderboard.tasks.task import Task


def cards_of(cards: Cards, task: Task) -> Mapping[str, Card]:
    """The cards of the systems that are scored, in the order of the settings file."""
    scored = {*task.sheet.systems, *task.partial.systems}
    return {system: card for system, card in cards.entries.items() if system in scored}


def unknown_cards(cards: Cards, file: Path | None, names: Collection[str]) -> Iterator[Problem]:
    """Return a warning for each card of a system that does not exist."""
    for name in cards.entries:
        if name not in names:
            what = f"[systems] has a card of {name!r}, but no submission has this name"
            yield Problem(str(file), cards.lines[name], what, "correct it, or wait for it")
