"""``leaderboard.power``: the smallest difference that a test set can be expected to detect."""

from __future__ import annotations

import os
from dataclasses import dataclass

from leaderboard.errors import Problem
from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.options.settings_file import FOLDER
from leaderboard.remark import Remark
from leaderboard.scoring import Signature
from leaderboard.significance.power import Sensitivity, sensitivities
from leaderboard.submissions import Rejection
from leaderboard.tasks.dataset_scores import lacking_remarks
from leaderboard.tasks.folder import settings_of_folder, task_of_folder
from leaderboard.tasks.task import need
from leaderboard.verbs.compare import Progress, design_fields

# The curve: as many units as there are, times these.
MULTIPLES = (0.25, 0.5, 1, 2, 4, 8)
# What power depends on of the design of tests.
_DESIGN = ("unit", "alpha", "draws", "seed")


@dataclass(frozen=True, slots=True)
class PowerResult:
    """One sensitivity a metric, over all pairs of systems of the folder that have every dataset."""

    signature: Signature
    key: str
    settings: Settings
    metrics: tuple[Metric, ...]
    sensitivities: tuple[Sensitivity, ...]
    datasets: int
    remarks: tuple[Remark, ...]
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]


def power(
    submissions: str | os.PathLike[str] = FOLDER, *, progress: Progress | None = None, **options: object
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
        settings.jobs or os.cpu_count() or 1,
        progress,
    )
    return PowerResult(
        task.signature.and_of({name: design_fields(settings)[name] for name in _DESIGN}),
        task.key,
        settings,
        task.metrics,
        found,
        len(task.datasets),
        lacking_remarks(task),
        task.rejected,
        task.warnings,
    )
