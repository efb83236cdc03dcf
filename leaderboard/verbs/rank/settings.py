"""A ranking by each of several settings, and how the order differs from that by the first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.ranking import OrderChange, Ranking, order_change
from leaderboard.tasks.dataset_scores import partial_scores
from leaderboard.tasks.task import Score, Task
from leaderboard.verbs.rank.own import OwnRanking, own_ranking


@dataclass(frozen=True, slots=True)
class SettingRanking:
    """The scores by one setting, its ranking by the primary metric, and the change from the first one.

    ``signature`` is that of the scores alone; ``partial`` are the means of the systems that are excluded.
    """

    setting: str
    signature: str
    scores: dict[str, dict[str, Score]]
    partial: Mapping[str, dict[str, Score]]
    own: OwnRanking
    change: OrderChange


def rank_settings(
    task: Task, first: OwnRanking, metric: Metric, settings: Settings
) -> tuple[SettingRanking, ...]:
    """Each setting in the order in which they were given; none where there is only one."""
    names = settings.settings or ()
    if len(names) < 2:
        return ()
    rankings = [
        first,
        *(own_ranking(one.sheet.units(settings.unit), metric, one.settings) for one in task.others),
    ]
    return tuple(
        SettingRanking(
            name,
            one.signature,
            one.scores,
            partial_scores(one),
            own,
            order_change(_scores(first.ranking), _scores(own.ranking)),
        )
        for name, one, own in zip(names, (task, *task.others), rankings, strict=True)
    )


def _scores(ranking: Ranking) -> dict[str, float]:
    return {standing.system: standing.score for standing in ranking.standings}
