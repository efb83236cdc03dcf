"""A ranking beside the one that orders a report: by one metric, its pairs a family of their own."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.ranking import Ranking, Rule, ranking
from leaderboard.scoresheet import Units
from leaderboard.significance import families
from leaderboard.significance.comparison import Family
from leaderboard.verbs.compare import design


@dataclass(frozen=True, slots=True)
class OwnRanking:
    """The ranking over so many units, and what a reader should be told of it."""

    ranking: Ranking
    units: int
    notes: tuple[str, ...]


def own_ranking(units: Units, metric: Metric, settings: Settings) -> OwnRanking:
    """The systems tested and ranked by one of the metrics of a scoresheet."""
    alone = replace(units, metrics=(metric,), sums={metric.name: units.sums[metric.name]})
    [family] = families(alone, design(settings), settings.jobs or os.cpu_count() or 1)
    return told(family, settings.ties)


def told(family: Family, rule: Rule) -> OwnRanking:
    """The ranking of a family with all notes on it."""
    own = ranking(family, rule)
    return OwnRanking(own, family.units, (*own.notes, *family.notes))
