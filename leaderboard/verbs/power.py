"""``leaderboard.power``: the smallest difference that a test set can be expected to detect."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Unpack

from leaderboard.errors import Problem
from leaderboard.metrics.metric import Metric
from leaderboard.options import BootstrapOptions, Settings
from leaderboard.options.settings_file import FOLDER
from leaderboard.significance.power import Sensitivity, sensitivities
from leaderboard.submissions import Rejection
from leaderboard.tasks.dataset_scores import lacking_notes
from leaderboard.tasks.folder import settings_of_folder, task_of_folder
from leaderboard.tasks.task import need
from leaderboard.threads import Progress, Work

# The curve: as many units as there are, times these.
MULTIPLES = (0.25, 0.5, 1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class PowerResult:
    """One sensitivity a metric, over all pairs of systems of the folder that have every dataset."""

    signature: str
    key: str
    settings: Settings
    metrics: tuple[Metric, ...]
    sensitivities: tuple[Sensitivity, ...]
    datasets: int
    notes: tuple[str, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]


def power(
    submissions: str | os.PathLike[str] = FOLDER,
    *,
    progress: Progress | None = None,
    **options: Unpack[BootstrapOptions],
) -> PowerResult:
    """How small a difference these documents show; ``options`` are those of the command."""
    settings = settings_of_folder(options, submissions)
    task = task_of_folder(submissions, settings)
    need(task, 2)
    units = task.sheet.units(settings.unit)
    sizes = sorted({max(2, round(len(units.names) * multiple)) for multiple in MULTIPLES})
    found = sensitivities(
        units,
        settings.alpha,
        settings.draws,
        settings.seed,
        sizes,
        Work(settings.jobs, progress),
    )
    return PowerResult(
        f"{task.signature}|unit:{settings.unit}|alpha:{settings.alpha:g}|draws:{settings.draws}|seed:{settings.seed}",
        task.key,
        settings,
        task.metrics,
        found,
        len(task.datasets),
        lacking_notes(task),
        task.rejected,
        task.warnings,
    )
