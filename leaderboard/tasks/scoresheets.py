"""Scoresheets of scored responses."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from leaderboard.metrics.metric import Floats, Metric
from leaderboard.options import Options
from leaderboard.scoresheet import Scoresheet, part_names
from leaderboard.scoring import Key, counted_key
from leaderboard.scoring.links import LINKS, within


def scoresheets(
    key: Key,
    options: Options,
    sums: Mapping[str, Mapping[str, Floats]],
    excluded: Collection[str],
    metrics: tuple[Metric, ...],
) -> tuple[Scoresheet, Scoresheet]:
    """That of the systems that are ranked, and that of those that are not."""
    key = counted_key(key, options)
    ranked = {name: of_metrics for name, of_metrics in sums.items() if name not in excluded}
    others = {name: of_metrics for name, of_metrics in sums.items() if name in excluded}
    return scoresheet(key, ranked, metrics, options), scoresheet(key, others, metrics, options)


def scoresheet(
    key: Key, sums: Mapping[str, Mapping[str, Floats]], metrics: tuple[Metric, ...], options: Options
) -> Scoresheet:
    """The sums of each system by metric, and the weights, on the parts of the key."""
    any_sums: Mapping[str, Floats] = next(iter(sums.values()), {})  # weights are those of the key
    return Scoresheet(
        tuple(sums),
        part_names(key.corpora),
        sum(len(corpus.part) for corpus in key.corpora.values()),
        metrics,
        {
            name: np.array([of_system[name] for of_system in sums.values()])
            for name in _names(metrics, any_sums)
        },
        {metric.name: any_sums[metric.weight_name] for metric in metrics if sums},
        average=options.average,
        unit=options.unit,
        mentions_of={name: len(corpus.part) for name, corpus in key.corpora.items()},
    )


def _names(metrics: tuple[Metric, ...], sums: Mapping[str, Floats]) -> list[str]:
    """The names of the sums that are shown, of those that there are."""
    return [
        name for name in (*(metric.name for metric in metrics), *map(within, metrics), LINKS) if name in sums
    ]
