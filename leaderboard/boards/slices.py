"""A board for each slice of the key; small slices have scores, but no ranks."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.boards.board import Board, Ranked
from leaderboard.significance import within
from leaderboard.significance.family import Family, as_reported
from leaderboard.tasks.account import several
from leaderboard.tasks.slice_sheets import SliceComparisons, compared_slices
from leaderboard.tasks.task import scores_of


def slice_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each slice, in the order of the slicings and then of their values."""
    task, nobody = ranked.task, within(ranked.tested, ())
    metrics, unit = (ranked.metric.name,), ranked.options.unit
    # Datasets and settings are tested before.
    work = ranked.work_from(len(several(task.datasets)) + len(task.others))
    for compared in compared_slices(task.slices, metrics, ranked.design, unit, ranked.tested, work):
        tested = compared.tests[0] if compared.tests else nobody
        yield Board(
            kind="slice",
            name=compared.sheet.slice.title,
            label=compared.sheet.slice.name,
            scores=scores_of(compared.sheet.sheet),
            family=_reported(compared) or nobody,
            ranking=ranked.ranking(tested),
            signature=compared.sheet.signature,
            datasets=compared.sheet.slice.datasets,
            documents=compared.sheet.slice.documents,
            slice=compared,
            notes=compared.remarks,
        )


def _reported(compared: SliceComparisons) -> Family | None:
    """The comparisons with the scores that are shown."""
    return next(iter(as_reported(compared.tests, compared.sheet.sheet)), None)
