"""The common part of all results of a task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.remark import Remark, remark
from leaderboard.tasks.account import (
    Across,
    CrossDocument,
    Repair,
    Run,
    across_of,
    cross_document_remarks,
    repair_remarks,
)
from leaderboard.tasks.reread import Turns, turn_remarks

if TYPE_CHECKING:
    from leaderboard.error_analysis import ErrorProfile
    from leaderboard.errors import Problem
    from leaderboard.metrics.metric import Metric
    from leaderboard.options import Options
    from leaderboard.scoresheet import Scoresheet
    from leaderboard.scoring import Signature
    from leaderboard.significance.runs import Spread
    from leaderboard.submissions import Rejection
    from leaderboard.tasks.task import Fate, Task


class BriefResult:
    """A result whose ``repr`` is one line, because it holds every comparison and document."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}; leaderboard.frame makes a DataFrame of it>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TaskResult(BriefResult):
    """``signature`` is everything that can change the numbers, ``options`` the value of every option.

    All else is looked up in the task: its ``key``, the number of its ``datasets``, the groups ``across``
    which entities are joined, ``runs`` and their ``spread``, and by entry how many parts are ``missing``,
    which are scored as empty, and how many mentions were repaired. ``about_sums`` depend on earlier runs, so
    reports do not have them.
    """

    signature: Signature
    options: Options
    task: Task

    @property
    def key(self) -> str:
        return self.task.key

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.task.metrics

    @property
    def sheet(self) -> Scoresheet:
        return self.task.sheet

    @property
    def datasets(self) -> int:
        return len(self.task.datasets)

    @property
    def across(self) -> Across | None:
        return across_of(self.task)

    @property
    def cross_document(self) -> Mapping[str, CrossDocument]:
        return self.task.account.cross_document

    @property
    def errors(self) -> Mapping[str, ErrorProfile]:
        return self.task.errors

    @property
    def span_heads(self) -> str:
        """How heads of wrong spans are known: from ``tags``, from ``corefud`` files, or not (``none``)."""
        return self.task.account.span_heads

    @property
    def rejected(self) -> tuple[Rejection, ...]:
        return self.task.rejected

    @property
    def fates(self) -> tuple[Fate, ...]:
        return self.task.fates

    @property
    def warnings(self) -> tuple[Problem, ...]:
        return self.task.warnings

    @property
    def about_sums(self) -> tuple[Problem, ...]:
        return self.task.about_sums

    @property
    def runs(self) -> Mapping[str, tuple[Run, ...]]:
        return self.task.account.runs

    @property
    def spread(self) -> Mapping[str, Mapping[str, Spread]]:
        return self.task.account.spread

    @property
    def primary_spread(self) -> Mapping[str, Spread]:
        """The spread by the primary metric; none where no system has several runs."""
        spread = self.spread if self.sheet.runs else {}
        return {system: by_metric[self.options.primary] for system, by_metric in spread.items()}

    @property
    def run_remarks(self) -> tuple[Remark, ...]:
        return self.task.account.run_remarks

    @property
    def text_repairs(self) -> Mapping[str, Repair]:
        return self.task.account.repairs

    @property
    def lacking_remarks(self) -> tuple[Remark, ...]:
        return self.task.account.lacking_remarks

    @property
    def missing(self) -> dict[str, int]:
        responses = self.task.responses
        return {entry: responses[entry].found.missing for entry in self.task.runs_of(self.sheet.systems)}

    @property
    def repairs(self) -> dict[str, int]:
        entries = {*self.task.runs_of((*self.sheet.systems, *self.task.partial.systems))}
        return {name: one.found.repairs for name, one in self.task.responses.items() if name in entries}

    @property
    def key_repairs(self) -> int:
        return self.task.key_repairs

    @property
    def identical(self) -> tuple[tuple[str, ...], ...]:
        return self.task.identical


def task_remarks(task: Task, metric: str, priced: bool, turns: Turns | None = None) -> tuple[Remark, ...]:
    """Return the remarks on a task that is shown by a metric; ``turns`` are those of shown errors."""
    return (
        *task.account.lacking_remarks,
        *task.account.run_remarks,
        *repair_remarks(task, metric),
        *(turn_remarks(task, turns) if turns else ()),
        *cross_document_remarks(task, priced),
        *remarks_beyond_identity(task, priced),
    )


def remarks_beyond_identity(task: Task, priced: bool) -> Iterator[Remark]:
    """Remark on slices and prices that ignore split antecedents, and on prices that there cannot be."""
    if priced and task.options.primary in BEYOND_IDENTITY:
        yield remark("no_prices_by", metric=task.options.primary)
    if task.signature.fields.get("split") is None or task.options.split_antecedents == "ignore":
        return
    sliced = any(sheet.slice.slicing.keep != "documents" for sheet in task.slices)
    ignoring = (*(("slices",) if sliced else ()), *(("prices",) if priced and is_priced(task) else ()))
    if ignoring:
        yield remark("sets_ignored", by=ignoring)


def is_priced(task: Task) -> bool:
    """True if the errors of some response have prices."""
    return any(response.versions for response in task.responses.values())
