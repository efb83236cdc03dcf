"""What the results of functions on a task have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from leaderboard.error_analysis import ErrorProfile
from leaderboard.errors import Problem
from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.submissions import Rejection
from leaderboard.tasks.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResult:
    """``signature`` is everything that can change the numbers, ``settings`` the value of every option."""

    signature: str
    settings: Settings
    task: Task

    @property
    def key(self) -> str:
        """The path of the key."""
        return self.task.key

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.task.metrics

    @property
    def errors(self) -> Mapping[str, ErrorProfile]:
        """The kinds of errors of each system."""
        return self.task.errors

    @property
    def rejected(self) -> tuple[Rejection, ...]:
        """The submissions that could not be scored."""
        return self.task.rejected

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What was repaired, and what is likely a mistake."""
        return self.task.warnings
