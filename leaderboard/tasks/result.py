"""The common part of all results of a task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.remark import Remark, remark
from leaderboard.tasks.changes import Turns, turn_remarks
from leaderboard.tasks.cross_document import (
    Across,
    CrossDocument,
    across_of,
    cross_document,
    cross_document_remarks,
)
from leaderboard.tasks.dataset_scores import lacking_remarks
from leaderboard.tasks.prices import is_priced
from leaderboard.tasks.repairs import Repair, repair_remarks, repairs_of
from leaderboard.tasks.runs import Run, run_remarks, runs_of, spreads_of

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
    """``signature`` is everything that can change the numbers, ``settings`` the value of every option."""

    signature: Signature
    options: Options
    task: Task

    @property
    def key(self) -> str:
        """The path of the key."""
        return self.task.key

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.task.metrics

    @property
    def sheet(self) -> Scoresheet:
        """The sums behind the scores."""
        return self.task.sheet

    @property
    def datasets(self) -> int:
        """The number of datasets."""
        return len(self.task.datasets)

    @property
    def across(self) -> Across | None:
        """The groups of documents over which entities are joined."""
        return across_of(self.task)

    @property
    def cross_document(self) -> Mapping[str, CrossDocument]:
        """Scores within documents and links, by system, where entities are joined over documents."""
        return cross_document(self.task)

    @property
    def errors(self) -> Mapping[str, ErrorProfile]:
        """The kinds of errors of each system."""
        return self.task.errors

    @property
    def span_heads(self) -> str:
        """How heads of wrong spans are known: from ``tags``, from ``corefud`` files, or not (``none``)."""
        versions = (response.versions for response in self.task.responses.values() if response.versions)
        known = {heads for system in versions for heads in system.heads}
        return "+".join(sorted(known))

    @property
    def rejected(self) -> tuple[Rejection, ...]:
        """The submissions that could not be scored."""
        return self.task.rejected

    @property
    def fates(self) -> tuple[Fate, ...]:
        """What became of each entry."""
        return self.task.fates

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Repairs, likely mistakes, and responses whose errors have no prices."""
        return self.task.warnings

    @property
    def about_sums(self) -> tuple[Problem, ...]:
        """The warnings about saved sums; they depend on earlier runs, so reports do not have them."""
        return self.task.about_sums

    @property
    def runs(self) -> Mapping[str, tuple[Run, ...]]:
        """The scores of each run of the systems that have several."""
        return runs_of(self.task)

    @property
    def spread(self) -> Mapping[str, Mapping[str, Spread]]:
        """The spread of the F1 of the systems that have several runs, by each metric."""
        return spreads_of(self.runs)

    @property
    def primary_spread(self) -> Mapping[str, Spread]:
        """The spread by the primary metric; none where no system has several runs."""
        spread = self.spread if self.sheet.runs else {}
        return {system: by_metric[self.options.primary] for system, by_metric in spread.items()}

    @property
    def run_remarks(self) -> tuple[Remark, ...]:
        """Remarks about the systems that are means over runs."""
        return run_remarks(self.task)

    @property
    def text_repairs(self) -> Mapping[str, Repair]:
        """The repaired texts of each system, and its strict scores; none where texts are not repaired."""
        return repairs_of(self.task)

    @property
    def lacking_remarks(self) -> tuple[Remark, ...]:
        """Remarks about systems that lack datasets."""
        return lacking_remarks(self.task)

    @property
    def missing(self) -> dict[str, int]:
        """The number of parts that each ranked entry lacks, which are scored as empty."""
        entries = [entry for system in self.sheet.systems for entry in self.task.entries(system)]
        return {entry: self.task.responses[entry].found.missing for entry in entries}

    @property
    def repairs(self) -> Mapping[str, int]:
        """The number of repaired mentions of each system."""
        entries = set(self.task.runs_of((*self.sheet.systems, *self.task.partial.systems)))
        return {name: one.found.repairs for name, one in self.task.responses.items() if name in entries}

    @property
    def key_repairs(self) -> int:
        """The number of repaired mentions of the key."""
        return self.task.key_repairs

    @property
    def identical(self) -> tuple[tuple[str, ...], ...]:
        """Groups of systems with the same mentions and entities."""
        return self.task.identical


def task_remarks(task: Task, metric: str, priced: bool, turns: Turns | None = None) -> tuple[Remark, ...]:
    """Return the remarks on a task that is shown by a metric; ``turns`` are those of shown errors."""
    return (
        *lacking_remarks(task),
        *run_remarks(task),
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
