"""A ranking of some systems on some units, beside the one that orders a report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from leaderboard.metrics.metric import Metric
from leaderboard.options import Options
from leaderboard.options.shared_task import Mean, Track
from leaderboard.ranking import OrderChange, Ranking, Standing, ranking
from leaderboard.remark import Remark
from leaderboard.scoresheet import Units
from leaderboard.scoring import Signature
from leaderboard.significance import families
from leaderboard.significance.design import Design
from leaderboard.significance.family import Family
from leaderboard.tasks.account import several
from leaderboard.tasks.slice_sheets import SliceComparisons
from leaderboard.tasks.task import Score, Task
from leaderboard.threads import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The ranking by the primary metric of a dataset, a mean over some, a setting, a track or a slice.

    ``scores`` are those of every system that has any here; systems without a standing are excluded.
    ``lacking`` names the systems without an output on some units of this board. Only some kinds of boards
    have ``datasets``, ``documents``, a ``signature``, the ``track`` of the settings file with its entries
    that are ``absent`` from the ranking, a ``change`` of the order that the report has, or the counts of a
    ``slice``. ``notes`` are remarks beside those of the ranking and its tests.
    """

    kind: str
    name: str
    label: str
    scores: Mapping[str, dict[str, Score]]
    family: Family = field(compare=False)
    ranking: Ranking
    signature: Signature = field(default_factory=lambda: Signature({}))
    datasets: tuple[str, ...] = ()
    documents: int = 0
    lacking: frozenset[str] = frozenset()
    track: Track | None = None
    absent: tuple[str, ...] = ()
    change: OrderChange | None = None
    slice: SliceComparisons | None = field(default=None, compare=False)
    notes: tuple[Remark, ...] = ()

    @property
    def standings(self) -> dict[str, Standing]:
        """The standing of each ranked system, best first."""
        return self.ranking.by_system

    @property
    def excluded(self) -> tuple[str, ...]:
        """The systems that have scores but no rank."""
        ranked = self.standings
        return tuple(system for system in self.scores if system not in ranked)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks about the board; none if nobody is ranked."""
        of_ranking = (*self.ranking.remarks, *self.family.remarks) if self.ranking.standings else ()
        return (*self.notes, *of_ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A task that was tested and ranked: what boards are made of.

    ``tested`` is the family of the primary metric, ``reported`` the same with the scores that are shown.
    """

    task: Task
    options: Options
    design: Design
    metric: Metric
    units: Units
    tested: Family
    reported: Family
    signature: Signature
    work: Work
    tracks: Sequence[Track]
    means: Sequence[Mean]

    def family(self, units: Units, number: int) -> Family:
        """The systems tested by the primary metric alone on some units: a family of their own.

        ``number`` counts the boards that are tested so, from 0.
        """
        alone = replace(units, metrics=(self.metric,), sums={self.metric.name: units.sums[self.metric.name]})
        [family] = families(alone, self.design, self.work_from(number, number + 1))
        return family

    def work_from(self, number: int, end: int | None = None) -> Work:
        """The share of the work that the boards from one number to another take, or to the last."""
        count = max(1, boards_tested(self.task, self.means))
        return self.work.part(number / count, (count if end is None else end) / count)

    def ranking(self, family: Family) -> Ranking:
        """The systems of a family in order; of none, where nobody may have entered yet."""
        if not family.systems:
            return Ranking(family.metric, self.options.ties, (), None, ())
        return ranking(family, self.options.ties)


def boards_tested(task: Task, means: Sequence[Mean]) -> int:
    """Return the number of boards that need tests of their own, which the first setting and tracks do not."""
    slices = sum(not sheet.small for sheet in task.slices)
    return len(several(task.datasets)) + len(task.others) + slices + len(means)
