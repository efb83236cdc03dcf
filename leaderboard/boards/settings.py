"""A board by each of several settings, and how the order differs from that by the first."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.boards.board import Board, Ranked
from leaderboard.ranking import Ranking, order_change
from leaderboard.tasks.account import partial_scores, several
from leaderboard.tasks.task import scores_of


def setting_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each setting, in the order given; none for a single one."""
    names = ranked.options.settings or ()
    if len(names) < 2:
        return
    first = ranked.ranking(ranked.tested)
    # Datasets are tested before.
    tested = enumerate((ranked.task, *ranked.task.others), start=len(several(ranked.task.datasets)) - 1)
    for name, (number, task) in zip(names, tested, strict=True):
        is_first = task is ranked.task
        family = ranked.tested if is_first else ranked.family(task.sheet.units(ranked.options.unit), number)
        by_setting = first if is_first else ranked.ranking(family)
        yield Board(
            kind="setting",
            name=name,
            label=name,
            scores={**scores_of(task.sheet), **partial_scores(task)},
            family=family,
            ranking=by_setting,
            signature=task.signature,
            change=order_change(_scores(first), _scores(by_setting)),
        )


def _scores(ranking: Ranking) -> dict[str, float]:
    return {standing.system: standing.score for standing in ranking.standings}
