"""A board for each slice of the key; small slices have scores, but no ranks."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.boards.board import Board, Ranked
from leaderboard.significance import within
from leaderboard.significance.family import Family, as_reported
from leaderboard.tasks.dataset_scores import several
from leaderboard.tasks.slices import SliceComparisons, compared_slices
from leaderboard.tasks.task import scores_of


def slice_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each slice, in the order of the slicings and then of their values."""
    task, nobody = ranked.task, within(ranked.tested, ())
    metrics, unit = (ranked.metric.name,), ranked.options.unit
    # Datasets and settings are tested before.
    work = ranked.work_from(len(several(task.datasets)) + len(task.others))
    for one in compared_slices(task.slices, metrics, ranked.design, unit, ranked.tested, work):
        tested = one.tests[0] if one.tests else nobody
        yield Board(
            kind="slice",
            name=one.sheet.slice.title,
            label=one.sheet.slice.name,
            scores=scores_of(one.sheet.sheet),
            family=_reported(one) or nobody,
            ranking=ranked.ranking(tested),
            signature=one.sheet.signature,
            documents=one.sheet.slice.documents,
            slice=one,
            notes=one.remarks,
        )


def _reported(one: SliceComparisons) -> Family | None:
    """The comparisons with the scores that are shown."""
    return next(iter(as_reported(one.tests, one.sheet.sheet)), None)
