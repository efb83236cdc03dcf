"""A board for each dataset: its pairs are a family of their own, apart from those of other datasets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from leaderboard.boards.board import Board, Ranked
from leaderboard.scoresheet import Units
from leaderboard.significance.resampling import strata
from leaderboard.tasks.account import dataset_scores


def dataset_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each dataset, in the order in which they are shown; none for a single one."""
    units, task = ranked.units, ranked.task
    stratum = {units.names[part.start].dataset: part for part in strata(units.apart.dataset)}
    for number, of_dataset in enumerate(dataset_scores(task)):
        family = ranked.family(_within(units, stratum[of_dataset.dataset]), number)
        yield Board(
            kind="dataset",
            name=of_dataset.dataset,
            label=of_dataset.label,
            scores=of_dataset.scores,
            family=family,
            ranking=ranked.ranking(family),
            documents=of_dataset.documents,
            lacking=frozenset(
                system for system, names in task.lacking.items() if of_dataset.dataset in names
            ),
        )


def _within(units: Units, part: slice) -> Units:
    """The units of one dataset."""
    return replace(
        units,
        names=units.names[part],
        dataset=units.dataset[part],
        sums={name: sums[..., part] for name, sums in units.sums.items()},
        weights={name: weights[:, part] for name, weights in units.weights.items()},
    )
