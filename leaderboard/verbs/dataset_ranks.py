"""A ranking on each dataset alone, beside the one over all of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.ranking import Ranking, ranking
from leaderboard.resampling import strata
from leaderboard.scoresheet import Units
from leaderboard.significance import families
from leaderboard.verbs.compare import design
from leaderboard.verbs.datasets import DatasetScores, dataset_scores, lacking_notes, partial_scores
from leaderboard.verbs.task import Score, Task


@dataclass(frozen=True, slots=True)
class DatasetRanking:
    """The scores on one dataset, and its ranking by the primary metric over so many units."""

    of: DatasetScores
    ranking: Ranking
    units: int
    notes: tuple[str, ...]


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
            _ranked(scores, _within(units, stratum[scores.dataset], primary), task.settings)
            for scores in dataset_scores(task)
        ),
        partial_scores(task),
        task.lacking,
        lacking_notes(task),
    )


def _ranked(scores: DatasetScores, units: Units, settings: Settings) -> DatasetRanking:
    [family] = families(units, design(settings), settings.jobs or os.cpu_count() or 1)
    own = ranking(family, settings.ties)
    return DatasetRanking(scores, own, family.units, (*own.notes, *family.notes))


def _within(units: Units, part: slice, metric: Metric) -> Units:
    """The units of one dataset with the sums of one metric."""
    return Units(
        units.systems,
        units.names[part],
        units.dataset[part],
        (metric,),
        {metric.name: units.sums[metric.name][..., part]},
    )
