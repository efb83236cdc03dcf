"""``leaderboard.power``: the smallest difference that a test set can be expected to detect."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Unpack

from leaderboard.options import BootstrapOptions
from leaderboard.options.settings_file import FOLDER
from leaderboard.significance.power import Sensitivity, sensitivities
from leaderboard.tasks.dataset_scores import lacking_notes
from leaderboard.tasks.folder import settings_of_folder, task_of_folder
from leaderboard.tasks.result import TaskResult
from leaderboard.tasks.task import need
from leaderboard.threads import Progress, Work

# The curve: as many units as there are, times these.
MULTIPLES = (0.25, 0.5, 1, 2, 4, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerResult(TaskResult):
    """One sensitivity a metric, over all pairs of systems of the folder that have every dataset."""

    sensitivities: tuple[Sensitivity, ...]

    @property
    def datasets(self) -> int:
        """The number of datasets."""
        return len(self.task.datasets)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which systems lack which datasets."""
        return lacking_notes(self.task)


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
    drawn = f"unit:{settings.unit}|alpha:{settings.alpha:g}|draws:{settings.draws}|seed:{settings.seed}"
    return PowerResult(
        signature=f"{task.signature}|{drawn}", settings=settings, task=task, sensitivities=found
    )
