"""Boards: further rankings of a task, each kind in a file of its own.

A new kind is a function from a ranked task to its boards, and one line here; tables, CSV and JSON follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from leaderboard.boards.board import Board, Ranked, boards_tested
from leaderboard.boards.datasets import dataset_boards
from leaderboard.boards.means import mean_boards, means_of
from leaderboard.boards.settings import setting_boards
from leaderboard.boards.slices import slice_boards
from leaderboard.boards.tracks import track_boards

BOARDS: tuple[Callable[[Ranked], Iterator[Board]], ...] = (
    track_boards,
    dataset_boards,
    mean_boards,
    setting_boards,
    slice_boards,
)


def boards(ranked: Ranked) -> tuple[Board, ...]:
    """All boards of a ranked task, kind by kind."""
    return tuple(board for of_kind in BOARDS for board in of_kind(ranked))


__all__ = ["BOARDS", "Board", "Ranked", "boards", "boards_tested", "means_of"]
