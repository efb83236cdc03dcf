"""``leaderboard.rank``: a folder of submissions becomes a ranking."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Unpack

from leaderboard.boards import Board, Ranked, boards, boards_tested, dataset_remarks, means_of
from leaderboard.cluster import working
from leaderboard.correlation.coefficients import (
    Correlation,
    Disagreement,
    Points,
    correlate_units,
    disagreements,
    remarks_on,
)
from leaderboard.errors import InputError
from leaderboard.files import digest_of
from leaderboard.metrics import ByMetric, metric_named
from leaderboard.options import Options, RankOptions, with_primary
from leaderboard.options.configuration import Configuration
from leaderboard.options.settings_file import FOLDER
from leaderboard.options.shared_task import Card, Track
from leaderboard.ranking.answer import Answer, answer_of
from leaderboard.ranking.standings import LeftOut, Ranking, Standing, leave_one_out, ranking
from leaderboard.remark import Remark, merged
from leaderboard.saved import stands_in
from leaderboard.scoresheet import Units
from leaderboard.scoring.key import Key, chosen_metrics
from leaderboard.scoring.sliced import slice_request
from leaderboard.significance.design import Design, design, design_fields, refuse_many, refuse_prices
from leaderboard.significance.families import families, over_datasets, within
from leaderboard.significance.family import Comparison, Family, as_reported
from leaderboard.significance.power import Needed, needed_by_best
from leaderboard.significance.remarks import empty_remarks
from leaderboard.submissions import Found
from leaderboard.tasks.account import (
    absent,
    attempts_of,
    by_system,
    grouping_of,
    is_priced,
    partial_scores,
    task_remarks,
)
from leaderboard.tasks.baselines import check_baselines, scores_of_baselines
from leaderboard.tasks.blocks import check_unit
from leaderboard.tasks.clusters import (
    UnusedClustering,
    alike_remarks,
    clustering_not_used,
    leaving_out,
    tested_by,
    with_clusters,
)
from leaderboard.tasks.contests import (
    Contest,
    chosen_track,
    contests,
    of_phase,
    task_within,
    track_signature,
    unmet_names,
)
from leaderboard.tasks.contrastive import (
    Contrast,
    contrast,
    contrastive_systems,
    with_contrastive_fates,
    without_contrastive,
)
from leaderboard.tasks.counts import task_of_counts
from leaderboard.tasks.counts.typed import configuration_of_counts, table_among
from leaderboard.tasks.presented import Tested
from leaderboard.tasks.priced_errors import (
    SystemPrices,
    only_priced,
    priced_metrics,
    system_prices,
    with_unpriced,
)
from leaderboard.tasks.reread import Reader, best_systems, check_reader, reader, stated_systems
from leaderboard.tasks.scored_task import configuration_of_folder, digests, task_of_folder
from leaderboard.tasks.scorer import Scorer, configuration_of_scorers, task_of_scorers
from leaderboard.tasks.task import SCORED, Score, Systems, Task, TaskResult, need, scores_of
from leaderboard.threads import Progress, Work


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RankResult(Tested, TaskResult):
    """``rankings``, ``families`` and ``answers`` have one entry a metric, ``left_out`` is of the primary one.

    ``partial`` has the means of the systems that are excluded, over the datasets that they have.
    ``documents_needed`` are those that show the difference of the two best systems, by metric.
    ``prices`` are those of errors by the primary metric, best system first, if asked for.
    ``boards`` are the rankings of datasets, settings and tracks, where there are several, and of slices and
    means over some datasets.
    ``inputs`` are the SHA-256 of every file that was read, by its path from ``top``, which is the folder of
    the submissions, or that of all phases. ``track`` is the one that this ranking is of, if any. ``cards``
    has what the settings file says about each system. ``reader`` has the documents of some systems to look
    at, if asked for. ``has_texts`` is True if the texts are known, so that documents can be shown, and no
    setting forbids it. ``clustering`` are known clusters that are not the units. ``remarks`` are about the
    primary metric and about systems that lack datasets, ``other_remarks`` about the other metrics, where one
    without a metric's name holds for all of them, and ``agreement_remarks`` about the correlations.
    ``contrast`` has the contrastive entries, which are outside the ranking, if there are any, and
    ``baselines`` the scores of baselines that are made from the key, if asked for.
    ``earlier`` are the phases before this one, if any. ``kept`` holds what a report has made of the ranking.
    """

    title: str | None
    top: str
    contest: Contest
    configuration: Path | None
    scores: dict[str, dict[str, Score]]
    partial: dict[str, dict[str, Score]]
    rankings: dict[str, Ranking]
    families: dict[str, Family]
    answers: dict[str, Answer]
    documents_needed: dict[str, Needed | None]
    boards: tuple[Board, ...]
    points: Points
    correlations: tuple[Correlation, ...]
    disagreements: tuple[Disagreement, ...]
    prices: tuple[SystemPrices, ...]
    left_out: tuple[LeftOut, ...]
    inputs: dict[str, str]
    has_texts: bool
    clustering: UnusedClustering | None
    track: Track | None = None
    cards: Mapping[str, Card] = field(default_factory=dict)
    reader: Reader | None = None
    contrast: Contrast | None = None
    baselines: Mapping[str, Mapping[str, Score]] = field(default_factory=dict)
    earlier: tuple[RankResult, ...] = ()
    remarks: tuple[Remark, ...]
    other_remarks: tuple[Remark, ...]
    agreement_remarks: tuple[Remark, ...]
    kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def submissions(self) -> str:
        """The folder of the submissions."""
        return self.contest.submissions

    @property
    def phase(self) -> str | None:
        """The phase that this is the ranking of, if any."""
        return self.contest.phase

    @property
    def phases(self) -> tuple[RankResult, ...]:
        """The ranking of each phase, of which this is the last, or this one alone."""
        return (*self.earlier, self)

    def of(self, kind: str) -> tuple[Board, ...]:
        """The boards of a kind."""
        return tuple(board for board in self.boards if board.kind == kind)

    @property
    def systems(self) -> Systems[Standing]:
        """The ranked systems by the primary metric, best first, which can be called by name."""
        return Systems(self.primary.standings)

    @property
    def primary(self) -> Ranking:
        """The ranking that orders the rows."""
        return self.rankings[self.options.primary]

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every pair by every metric, those of contrastive entries last."""
        return tuple(comparison for family in self.tested for comparison in family)

    @property
    def tested(self) -> tuple[Family, ...]:
        """The comparisons by each metric, those of contrastive entries last."""
        beside = self.contrast.families.values() if self.contrast else ()
        return (*self.families.values(), *(family for every in beside for family in every))


def rank(
    submissions: str | os.PathLike[str] | Mapping[str, Scorer] = FOLDER,
    *,
    progress: Progress | None = None,
    **options: Unpack[RankOptions],
) -> RankResult:
    """Rank the systems of a folder, with ties where differences are not significant.

    Nothing is written: the command ``leaderboard rank`` writes reports.

    Parameters
    ----------
    submissions : str, path or dict of Scorer, default "submissions"
        The folder with the submissions, or a ``Scorer`` by name of each system.
    progress : callable, optional
        Called with the stage, which has a ``name``, and the share of the work that is done, from 0 to 1.
    **options : RankOptions
        Options of the command ``leaderboard rank``, with the same names and values:
        ``--missing-dataset zero`` is ``missing_dataset="zero"``. Options that are not given come from the
        environment and from ``leaderboard.toml``.

    Returns
    -------
    RankResult
        The scores, the comparisons of all pairs and the ranking by each metric. Where a task has several
        phases it is the result of the last one, which holds the earlier ones.

    Raises
    ------
    UsageError
        If the call is wrong: an unknown option or metric, or a file that does not exist.
    NothingToDo
        If there is no key, or nothing to rank.
    InputError
        If the key cannot be read, or if too few responses can.

    Examples
    --------
    >>> import leaderboard
    >>> result = leaderboard.rank("task", metric="lea", primary="lea", trials=1000, draws=200)
    >>> for line in result.primary.standings:
    ...     print(line.rank, line.system, round(line.score, 3))
    1 balanced 0.678
    1 copy 0.678
    1 close 0.674
    1 precise 0.618
    """
    if isinstance(submissions, Mapping):
        configuration = configuration_of_scorers(submissions, options)
        check_unit(configuration.options, "rank")
        task = task_of_scorers(dict(sorted(submissions.items())), configuration.options)
        task = with_clusters(task, configuration)
        with working(configuration, progress) as (configuration, work):
            return _tested("", Contest(""), None, configuration, task, work)
    if (table := table_among([submissions], options)) is not None:
        return rank_counts(table, configuration_of_counts(table, options), progress)
    if not isinstance(submissions, str | os.PathLike):
        raise TypeError('give a folder, or a dict of scorers: rank({"name": scorer})')
    configuration = configuration_of_folder(options, Path(submissions))
    return rank_as(*contests(submissions, configuration), configuration, progress)


def rank_counts(source: object, configuration: Configuration, progress: Progress | None = None) -> RankResult:
    """Rank the systems of a table of counts."""
    task, settled = task_of_counts(source, configuration)
    name = task.key_files.path
    place = Contest(str(name if name.is_dir() else name.parent))
    track = chosen_track(settled)
    with working(settled, progress) as (settled, work):
        result = _tested(place.submissions, place, track, settled, task, work)
    tracks = settled.content.tracks if track is None else [track]
    unmet = unmet_names(settled, tracks, [result.task])
    return replace(result, task=replace(result.task, warnings=(*result.task.warnings, *unmet)))


def rank_as(
    top: str, places: Sequence[Contest], configuration: Configuration, progress: Progress | None = None
) -> RankResult:
    """Rank by settled options; the last of several phases holds the earlier ones."""
    check_unit(configuration.options, "rank")
    track = chosen_track(configuration)
    shown = places[-1]
    check_reader(
        replace(configuration.options, key=shown.key or configuration.options.key), Path(shown.submissions)
    )
    for place in places:
        check_baselines(configuration.options, Path(place.submissions))
    results = []
    with working(configuration, progress) as (configuration, work):
        for number, place in enumerate(places, start=1):
            with of_phase(place, len(places) > 1):
                part = work.part((number - 1) / len(places), number / len(places))
                results.append(_ranked(top, place, track, configuration, part, number == len(places)))
    *earlier, last = results
    tracks = configuration.content.tracks if track is None else [track]
    unmet = unmet_names(configuration, tracks, [result.task for result in results])
    task = with_unpriced(replace(last.task, warnings=(*last.task.warnings, *unmet)))
    told = (replace(one, task=with_unpriced(one.task)) for one in earlier)
    return replace(last, task=task, earlier=tuple(told))


def _ranked(
    top: str,
    place: Contest,
    track: Track | None,
    configuration: Configuration,
    work: Work,
    sliced: bool,
) -> RankResult:
    """The ranking of one folder of submissions, or of those of a track in it, perhaps with slices.

    A track alone is tested among all systems too: its p-values are the same wherever they are shown.
    """
    options = with_primary(configuration.options)
    chosen = replace(options, errors=True, key=place.key or options.key)
    # Saved sums have no text in which errors could be corrected.
    is_saved = stands_in(Path(place.submissions))
    priced = priced_metrics(options) if options.prices and not is_saved else ()
    request = slice_request(configuration) if sliced and not is_saved else None

    def refuse(found: Found, key: Key) -> None:
        places = {submission.name: submission.path for submission in found.submissions}
        several = grouping_of(places, configuration).systems.values()
        systems = len(places) - sum(len(runs) - 1 for runs in several)
        means_of(configuration.content, key.datasets, key.others)
        refuse_many(systems, len(chosen_metrics(options, key.format)), options.against)
        if priced:
            refuse_prices(len(places), sum(len(corpus.parts) for corpus in key.corpora.values()))

    source = None if place.phase else configuration.source
    scoring = work.part(0, SCORED)
    prepared = partial(leaving_out, configuration)
    task = task_of_folder(place.submissions, chosen, scoring, priced, request, refuse, source, prepared)
    result = _tested(top, place, track, configuration, by_system(task, configuration), work)
    if options.baselines:
        result = replace(result, baselines=scores_of_baselines(result.task))
    asked = sliced and (options.reader or options.reader_systems)
    return _with_reader(result) if asked else result


def _with_reader(result: RankResult) -> RankResult:
    """The ranking with the documents of the systems that are stated, or of the best ones that differ.

    What a submission makes impossible to show must not hinder the ranking.
    """
    options, task = result.options, result.task
    if options.reader_systems:
        systems = stated_systems(task, options.reader_systems)
    else:
        systems = best_systems(task, [standing.system for standing in result.primary.standings])
    try:
        return replace(result, reader=reader(task, systems, options.primary))
    except InputError as error:
        return replace(result, task=replace(task, warnings=(*task.warnings, *error.problems)))


def _tested(
    top: str, place: Contest, track: Track | None, configuration: Configuration, task: Task, work: Work
) -> RankResult:
    """The ranking of the systems of a task."""
    options = tested_by(with_primary(configuration.options), configuration, task)
    need(task, 1)
    whole, names = task, contrastive_systems(task, options.contrastive or ())
    if names:
        task = without_contrastive(task, names)
    attempts = attempts_of(configuration.content.attempts, task.submissions, task.runs)
    how = design(options, attempts)
    signature = task.signature.and_of({**design_fields(options, attempts), "ties": options.ties})
    # Every further board tests one metric.
    tested = work.part(SCORED, 0.98)
    means = means_of(configuration.content, task.datasets, task.key_files.sources)
    share = len(task.sheet.metrics) / (len(task.sheet.metrics) + boards_tested(task, means))
    # n ranked systems have about n² / 2 pairs, and c contrastive ones n c.
    own = share / (1 + 2 * len(names) / len(task.sheet.systems))
    task, units, tests = _families(task, track, options, how, tested.part(0, own))
    if track is not None:
        signature = track_signature(signature, track.label, task.sheet.systems)
    beside = contrast(whole, names, task.sheet.systems, track, how, tested.part(own, share))
    if names:
        signature = signature.and_of({"contrastive": digest_of("\n".join(sorted(names)).encode())[:8]})
    if beside:
        task = with_contrastive_fates(task, whole, beside.task.sheet.systems)
    primary = metric_named(units.metrics, options.primary)
    shown = ByMetric({family.metric: family for family in as_reported(tests, task.sheet)})
    [first] = [family for family in tests if family.metric == options.primary]
    ranked = Ranked(
        task=task,
        options=options,
        design=how,
        metric=primary,
        units=units,
        tested=first,
        reported=shown[first.metric],
        signature=signature,
        work=tested.part(share, 1),
        tracks=() if track else configuration.content.tracks,
        means=means,
    )
    rankings = ByMetric({family.metric: ranking(family, options.ties) for family in tests})
    by_metric = {name: (*rankings[name].remarks, *family.remarks) for name, family in shown.items()}
    table = options.documents if task.slices or options.joins or options.cluster else None
    settings = [Path(file) for file in (configuration.file, table, options.mentions) if file]
    further = boards(ranked)
    on_dataset = {board.name: board.family for board in further if board.kind == "dataset"}
    alone = {name: on_dataset[name] for name in sorted(on_dataset)}
    shown[first.metric] = over_datasets(shown[first.metric], alone)
    order = [standing.system for standing in rankings[options.primary].standings]
    known = clustering_not_used(task, configuration, options, units, first)
    points, correlations = correlate_units(task.sheet, units, options, work.part(0.98, 1), absent(task))
    named = (*task.sheet.systems, *(beside.scores if beside else ()))
    return RankResult(
        signature=signature,
        title=configuration.content.title,
        top=top,
        contest=place,
        configuration=configuration.file,
        options=options,
        task=task,
        scores=scores_of(task.sheet),
        partial=partial_scores(task),
        rankings=rankings,
        families=shown,
        answers=ByMetric({name: answer_of(family) for name, family in shown.items()}),
        documents_needed=ByMetric({family.metric: needed_by_best(units, family) for family in tests}),
        boards=further,
        points=points,
        correlations=correlations,
        disagreements=disagreements(tests),
        prices=_prices(task, options, how, rankings[options.primary], work.silent) if is_priced(task) else (),
        left_out=leave_one_out(units, primary) if options.leave_one_out else (),
        inputs=digests(Path(top), task.submissions.values(), task.key_files, settings, task.hashes),
        has_texts=_has_texts(task, options, place.submissions),
        clustering=known,
        track=track,
        remarks=(
            *task_remarks(task, options.primary, options.prices),
            *alike_remarks(known, configuration),
            *empty_remarks(first),
            *dataset_remarks(shown[first.metric], order),
            *by_metric[options.primary],
        ),
        other_remarks=merged(by_metric, but=options.primary),
        agreement_remarks=remarks_on(points),
        cards=configuration.content.cards.of((*named, *task.partial.systems)),
        contrast=beside,
    )


def _families(
    task: Task, track: Track | None, options: Options, how: Design, work: Work
) -> tuple[Task, Units, tuple[Family, ...]]:
    """The tests of all systems, of which those of a track are kept with its task."""
    units = task.sheet.units(options.unit)
    tests = families(units, how, work)
    if track is None:
        return task, units, tests
    task = task_within(task, track)
    within_track = tuple(within(family, task.sheet.systems) for family in tests)
    return task, task.sheet.units(options.unit), within_track


def _has_texts(task: Task, options: Options, folder: str) -> bool:
    saved = not folder or task.table or stands_in(Path(folder))
    return not saved and not options.joins and not task.secret


def _prices(
    task: Task, options: Options, how: Design, ranks: Ranking, work: Work
) -> tuple[SystemPrices, ...]:
    """The prices of errors by the primary metric, best system first."""
    primary = options.primary
    prices = system_prices(only_priced(task), (primary,), primary, how, options.unit, work)
    of_system = {priced.system: priced for priced in prices}
    best_first = (standing.system for standing in ranks.standings)
    return tuple(of_system[system] for system in best_first if system in of_system)
