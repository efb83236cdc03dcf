"""A ranking on each dataset alone, beside the one over all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from leaderboard.metrics.metric import Metric
from leaderboard.scoresheet import Units
from leaderboard.significance.resampling import strata
from leaderboard.tasks.dataset_scores import DatasetScores, dataset_scores, lacking_notes, partial_scores
from leaderboard.tasks.task import Score, Task
from leaderboard.verbs.rank.own import OwnRanking, own_ranking


@dataclass(frozen=True, slots=True)
class DatasetRanking:
    """The scores on one dataset, and its ranking by the primary metric."""

    of: DatasetScores
    own: OwnRanking


@dataclass(frozen=True, slots=True)
class Datasets:
    """What a ranking says of datasets; ``ranked`` is empty where there is only one.

    ``lacking`` names the datasets that a system lacks; the systems that are ``partial`` for it are ranked
    nowhere, and their scores are means over the datasets that they have.
    """

    ranked: tuple[DatasetRanking, ...]
    partial: Mapping[str, dict[str, Score]]
    lacking: Mapping[str, tuple[str, ...]]
    notes: tuple[str, ...]


def rank_datasets(task: Task, units: Units, primary: Metric) -> Datasets:
    """Each dataset tested on its own: its pairs are a family, apart from those of other datasets."""
    stratum = {units.names[part.start].dataset: part for part in strata(units.dataset)}
    return Datasets(
        tuple(
            DatasetRanking(
                scores, own_ranking(_within(units, stratum[scores.dataset]), primary, task.settings)
            )
            for scores in dataset_scores(task)
        ),
        partial_scores(task),
        task.lacking,
        lacking_notes(task),
    )


def _within(units: Units, part: slice) -> Units:
    """The units of one dataset."""
    return replace(
        units,
        names=units.names[part],
        dataset=units.dataset[part],
        sums={name: sums[..., part] for name, sums in units.sums.items()},
    )
