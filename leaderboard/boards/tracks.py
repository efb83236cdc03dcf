"""A board for each track: its systems ranked among themselves, with the p-values of the whole ranking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from leaderboard.boards.board import Board, Ranked
from leaderboard.significance import within
from leaderboard.tasks.contests import track_signature
from leaderboard.tasks.task import scores_of


def track_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each track, in the order of the settings file, corrected for its own pairs."""
    for track in ranked.tracks:
        systems = track.of(ranked.tested.systems)
        tested = within(ranked.tested, systems)
        members = np.isin(ranked.tested.systems, systems)
        yield Board(
            kind="track",
            name=track.label,
            label=track.label,
            scores=scores_of(ranked.task.sheet.of(systems)),
            family=replace(tested, scores=ranked.reported.scores[members]),
            ranking=ranked.ranking(tested),
            signature=track_signature(ranked.signature, track.label, systems),
            track=track,
            absent=track.unmet(ranked.tested.systems),
        )
