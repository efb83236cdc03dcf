"""``leaderboard.rank``: a folder of submissions becomes a ranking."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from leaderboard.correlation import Correlation, Disagreement, Points, disagreements
from leaderboard.errors import Problem
from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.ranking import Ranking, ranking
from leaderboard.ranking.stability import LeftOut, leave_one_out
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance import families
from leaderboard.significance.comparison import Comparison, Family
from leaderboard.submissions import FOLDER, Rejection
from leaderboard.verbs.compare import Progress, design, design_signature, with_primary
from leaderboard.verbs.correlate import correlate_units, notes_on
from leaderboard.verbs.folder import configuration_of_folder, task_of_folder
from leaderboard.verbs.inputs import digests
from leaderboard.verbs.task import Score, need


@dataclass(frozen=True, slots=True)
class RankResult:
    """``rankings`` and ``families`` have one entry a metric; ``left_out`` is of the primary metric.

    ``inputs`` are the SHA-256 of every file that was read, by its path from the submissions' folder.
    """

    signature: str
    title: str | None
    submissions: str
    key: str
    settings: Settings
    sheet: Scoresheet
    scores: dict[str, dict[str, Score]]
    rankings: dict[str, Ranking]
    families: dict[str, Family]
    points: Points
    correlations: tuple[Correlation, ...]
    disagreements: tuple[Disagreement, ...]
    left_out: tuple[LeftOut, ...]
    inputs: dict[str, str]
    repairs: dict[str, int]
    key_repairs: int
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.sheet.metrics

    @property
    def primary(self) -> Ranking:
        """The ranking that orders the rows."""
        return self.rankings[self.settings.primary]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every pair by every metric."""
        return tuple(comparison for family in self.families.values() for comparison in family)

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should be told of the primary metric."""
        primary = self.settings.primary
        return (*self.rankings[primary].notes, *self.families[primary].notes)

    @property
    def agreement_notes(self) -> tuple[str, ...]:
        """What a reader should be told of the correlations."""
        return notes_on(self.points, {metric.name: metric.label for metric in self.metrics})


def rank(
    submissions: str | os.PathLike[str] = FOLDER, *, progress: Progress | None = None, **options: object
) -> RankResult:
    """Score, test and rank the systems of a folder; ``options`` are those of the command."""
    configuration = configuration_of_folder(options, Path(submissions))
    settings = with_primary(configuration.settings)
    task = task_of_folder(submissions, settings)
    need(task, 1)
    units = task.sheet.units(settings.unit)
    found = families(units, design(settings), settings.jobs or os.cpu_count() or 1, progress)
    primary = next(metric for metric in task.metrics if metric.name == settings.primary)
    points, correlations = correlate_units(units, settings)
    return RankResult(
        f"{task.signature}|{design_signature(settings)}|ties:{settings.ties}",
        configuration.title,
        os.fspath(submissions),
        task.key,
        settings,
        task.sheet,
        task.scores,
        {family.metric: ranking(family, settings.ties) for family in found},
        {family.metric: family for family in found},
        points,
        correlations,
        disagreements(found),
        leave_one_out(units, primary) if settings.leave_one_out else (),
        digests(Path(submissions), (*task.submissions.values(), task.key_files), configuration.file),
        dict(task.repairs),
        task.key_repairs,
        task.rejected,
        task.warnings,
    )
