"""``leaderboard.compare``: are the differences between responses more than luck?"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Unpack

from leaderboard.boards import SliceComparisons, compared_slices, dataset_remarks, tested_on_datasets
from leaderboard.cluster import working
from leaderboard.errors import UsageError
from leaderboard.metrics import ByMetric, metric_named
from leaderboard.options import CompareOptions, Options, each_setting, with_primary
from leaderboard.options.configuration import Configuration
from leaderboard.remark import Remark, merged
from leaderboard.scoring.sliced import slice_request
from leaderboard.significance.design import Design, design, design_fields
from leaderboard.significance.drivers import Drivers, drivers
from leaderboard.significance.families import families
from leaderboard.significance.family import Comparison, Family, as_reported
from leaderboard.significance.power import Needed, documents_needed
from leaderboard.significance.remarks import empty_remarks
from leaderboard.tasks.account import attempts_of, by_system, task_remarks
from leaderboard.tasks.blocks import block_families, with_blocks
from leaderboard.tasks.clusters import (
    UnusedClustering,
    alike_remarks,
    clustering_not_used,
    leaving_out,
    tested_by,
    with_clusters,
)
from leaderboard.tasks.counts import task_of_counts
from leaderboard.tasks.counts.typed import configuration_of_counts, table_among
from leaderboard.tasks.presented import Tested
from leaderboard.tasks.priced_errors import (
    PriceComparison,
    SystemPrices,
    only_priced,
    price_comparisons,
    priced_metrics,
    system_prices,
    with_unpriced,
)
from leaderboard.tasks.reread import Turns, turns_of
from leaderboard.tasks.scored_task import configuration_of_responses, task_of_responses
from leaderboard.tasks.scorer import Scorer, configuration_of_scorers, only_scorers, task_of_scorers
from leaderboard.tasks.task import SCORED, FromTask, Score, Task, TaskResult, need, scores_of
from leaderboard.threads import Progress, Work

# The share of a run after which the whole is tested, where slices follow.
TESTED = 0.5


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CompareResult(Tested, TaskResult):
    """``families`` hold all pairs metric by metric; ``drivers`` the effect of each unit on the first pair,
    and ``documents_needed`` those that show its difference, by metric.

    ``errors`` are those of every system, whether tables show them or not, ``turns`` what they hide of each
    pair. ``priced`` are the two systems of the first pair with the prices of their errors, and ``prices`` the
    differences between these, by the primary metric; both are empty if one of the two has no prices. Of
    scorers, errors and prices are not known. ``has_texts`` is True if the texts are known, so that documents
    can be shown, and no setting forbids it. ``slices`` are those that were asked for. ``clustering``
    are known clusters that are not the units, and ``alike`` are remarks on them.
    """

    scores: dict[str, dict[str, Score]]
    families: tuple[Family, ...]
    drivers: Drivers
    documents_needed: dict[str, Needed | None]
    turns: Turns
    priced: tuple[SystemPrices, ...]
    prices: tuple[PriceComparison, ...]
    has_texts: bool
    slices: tuple[SliceComparisons, ...] = ()
    clustering: UnusedClustering | None = None
    alike: tuple[Remark, ...] = ()

    systems = FromTask(lambda task: task.sheet.systems)

    @property
    def documents(self) -> int:
        """The number of documents."""
        return self.task.sheet.documents

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every pair by every metric."""
        return tuple(comparison for family in self.families for comparison in family)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Remarks about systems that lack datasets, and by metric."""
        turns = self.turns if self.options.errors else None
        of_task = task_remarks(self.task, self.options.primary, self.options.errors, turns)
        primary = next(family for family in self.families if family.metric == self.options.primary)
        of_pairs = merged({family.metric: family.remarks for family in self.families})
        on_datasets = dataset_remarks(primary, [self.first.first, self.first.second])
        return (*of_task, *self.alike, *empty_remarks(primary), *on_datasets, *of_pairs)

    @property
    def first(self) -> Comparison:
        """The first pair by the primary metric."""
        return next(family for family in self.families if family.metric == self.options.primary)[0]


def compare(
    *responses: str | os.PathLike[str] | Mapping[str, Scorer],
    progress: Progress | None = None,
    **options: Unpack[CompareOptions],
) -> CompareResult:
    """Test whether the differences between responses are significant.

    Parameters
    ----------
    *responses : str or path, or one dict of Scorer
        Two or more response files, or names of files in the folder ``submissions``; or one dict with the
        ``Scorer`` of each system.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : CompareOptions
        Options of the command ``leaderboard compare``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    CompareResult
        The comparison of every pair of systems by every metric.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option or metric, or a file that does not exist.
    NothingToDo
        If there is no key, or nothing to compare.
    InputError
        If the key cannot be read, or if too few responses can.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.compare(
    ...     "task/balanced.conll", "task/precise.conll", metric="lea", primary="lea", trials=1000
    ... )
    >>> result.first.verdict, round(result.first.difference, 2), round(result.first.p_value, 2)
    ('tied', 0.06, 0.07)
    """
    if (table := table_among(responses, options)) is not None:
        task, configuration = task_of_counts(table, configuration_of_counts(table, options))
        with working(configuration, progress) as (configuration, work):
            return _compared(task, configuration, work)
    paths = [response for response in responses if not isinstance(response, Mapping)]
    if len(paths) < len(responses):
        scorers = only_scorers(responses)
        configuration = configuration_of_scorers(scorers, options)
        if len(scorers) == 1:
            raise UsageError("only 1 scorer; give two or more")
        task = with_clusters(task_of_scorers(scorers, configuration.options), configuration)
        with working(configuration, progress) as (configuration, work):
            return _compared(task, configuration, work)
    configuration = with_blocks(configuration_of_responses(options, paths))
    with working(configuration, progress) as (configuration, work):
        settled = with_primary(each_setting(configuration.options)[0])
        chosen = replace(settled, errors=True)
        request, prepared = slice_request(configuration), partial(leaving_out, configuration)
        scoring = work.part(0, SCORED)
        task = task_of_responses(paths, chosen, scoring, priced_metrics(settled), request, prepared)
        return _compared(by_system(task, configuration), configuration, work)


def _compared(task: Task, configuration: Configuration, work: Work) -> CompareResult:
    """The comparison of the systems of a task."""
    settled = tested_by(with_primary(each_setting(configuration.options)[0]), configuration, task)
    need(task, 2)
    over_blocks = settled.unit == "component"
    units = task.sheet.units(settled.shown_unit if over_blocks else settled.unit)
    attempts = attempts_of(configuration.content.attempts, task.submissions, task.runs)
    how, share = design(settled, attempts), TESTED if task.slices else 1
    testing = work.part(SCORED, share)
    if over_blocks:
        tests = block_families(task, how, testing)
    else:
        half = 0.5 if len(task.datasets) > 1 else 1
        tests = families(units, how, testing.part(0, half))
        tests = tested_on_datasets(units, tests, how, testing.part(half, 1))
    whole = next(family for family in tests if family.metric == settled.primary)
    names = [metric.name for metric in task.sheet.metrics]
    known = clustering_not_used(task, configuration, settled, units, whole)
    slices = compared_slices(task.slices, names, how, settled.unit, whole, work.part(share, 1))
    primary = metric_named(units.metrics, settled.primary)
    pair = tests[0][0].first, tests[0][0].second
    priced, prices = _prices(task, pair, settled, design(settled, attempts), work.silent)
    return CompareResult(
        signature=task.signature.and_of(design_fields(settled, attempts)),
        options=settled,
        task=with_unpriced(task),
        scores=scores_of(task.sheet),
        families=as_reported(tests, task.sheet),
        drivers=drivers(task.sheet.units(settled.shown_unit), primary, *pair),
        documents_needed=ByMetric({family.metric: documents_needed(units, family) for family in tests}),
        turns=turns_of(
            task, ((comparison.first, comparison.second) for comparison in tests[0] if task.submissions)
        ),
        priced=priced,
        prices=prices,
        has_texts=bool(task.submissions) and not settled.joins and not task.secret,
        slices=slices,
        clustering=known,
        alike=tuple(alike_remarks(known, configuration)),
    )


def _prices(
    task: Task, pair: tuple[str, str], options: Options, how: Design, work: Work
) -> tuple[tuple[SystemPrices, ...], tuple[PriceComparison, ...]]:
    """The prices of two systems by the primary metric, and their differences; none if one has no prices."""
    of_pair, primary = only_priced(replace(task, sheet=task.sheet.of(pair))), options.primary
    if not set(pair) <= set(of_pair.sheet.systems):
        return (), ()
    priced = system_prices(of_pair, (primary,), primary, how, options.unit, work)
    by_system = {prices.system: prices for prices in priced}
    differences = (
        () if options.unit == "run" else price_comparisons(of_pair, primary, how, options.unit, work)[0]
    )
    return tuple(by_system[system] for system in pair), differences
