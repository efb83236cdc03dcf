"""``leaderboard.rank``: a folder of submissions becomes a ranking."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from leaderboard.correlation import Correlation, Disagreement, Points, disagreements
from leaderboard.denotation import ErrorProfile
from leaderboard.errors import Problem
from leaderboard.metrics.metric import Metric
from leaderboard.options import Settings
from leaderboard.ranking import Ranking, ranking
from leaderboard.ranking.stability import LeftOut, leave_one_out
from leaderboard.scoresheet import Scoresheet
from leaderboard.significance import families, within
from leaderboard.significance.comparison import Comparison, Family
from leaderboard.submissions import FOLDER, Configuration, Rejection, Track
from leaderboard.verbs.compare import Progress, as_reported, design, design_signature, with_primary
from leaderboard.verbs.correlate import correlate_units, notes_on
from leaderboard.verbs.datasets import absent
from leaderboard.verbs.folder import configuration_of_folder, task_of_folder
from leaderboard.verbs.inputs import digests
from leaderboard.verbs.rank.datasets import Datasets, rank_datasets
from leaderboard.verbs.rank.own import told
from leaderboard.verbs.rank.phases import Contest, contests, of_phase, share_of
from leaderboard.verbs.rank.settings import SettingRanking, rank_settings
from leaderboard.verbs.rank.tracks import (
    TrackRanking,
    chosen_track,
    rank_tracks,
    task_within,
    track_signature,
    warnings_of,
)
from leaderboard.verbs.task import Score, need


@dataclass(frozen=True, slots=True)
class RankResult:
    """``rankings`` and ``families`` have one entry a metric; ``left_out`` is of the primary metric;
    ``errors`` has the kinds of errors of each system, which every report shows.

    ``variants`` are the rankings by several settings, the first one's first; none where there is only one.
    ``missing`` counts the parts that each system lacks, which are scored as empty, and ``spans_differ`` the
    matched mentions of other nodes, where such may match.
    ``inputs`` are the SHA-256 of every file that was read, by its path from ``top``, which is the folder of
    the submissions, or that of all phases. ``tracks`` are rankings of some systems, and ``track`` is the one
    that this ranking is of. ``earlier`` are the phases before this one, where there are any.
    ``identical`` are groups of systems with the same mentions and entities. ``about_sums`` are the warnings
    about saved sums, which a report does not have: they depend on earlier runs.
    """

    signature: str
    title: str | None
    top: str
    submissions: str
    configuration: Path | None
    key: str
    settings: Settings
    sheet: Scoresheet
    scores: dict[str, dict[str, Score]]
    rankings: dict[str, Ranking]
    families: dict[str, Family]
    datasets: Datasets
    variants: tuple[SettingRanking, ...]
    points: Points
    correlations: tuple[Correlation, ...]
    disagreements: tuple[Disagreement, ...]
    left_out: tuple[LeftOut, ...]
    errors: Mapping[str, ErrorProfile]
    inputs: dict[str, str]
    missing: dict[str, int]
    repairs: dict[str, int]
    spans_differ: Mapping[str, int]
    key_repairs: int
    rejected: tuple[Rejection, ...]
    warnings: tuple[Problem, ...]
    about_sums: tuple[Problem, ...]
    identical: tuple[tuple[str, ...], ...]
    track: Track | None = None
    tracks: tuple[TrackRanking, ...] = ()
    phase: str | None = None
    earlier: tuple[RankResult, ...] = ()

    @property
    def phases(self) -> tuple[RankResult, ...]:
        """The ranking of each phase, of which this is the last, or this one alone."""
        return (*self.earlier, self)

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
        """What a reader should be told of the primary metric, and of systems that lack datasets."""
        primary = self.settings.primary
        return (*self.datasets.notes, *self.rankings[primary].notes, *self.families[primary].notes)

    @property
    def agreement_notes(self) -> tuple[str, ...]:
        """What a reader should be told of the correlations."""
        noun = "point" if self.datasets.ranked else "system"
        return notes_on(self.points, {metric.name: metric.label for metric in self.metrics}, noun)


def rank(
    submissions: str | os.PathLike[str] = FOLDER, *, progress: Progress | None = None, **options: object
) -> RankResult:
    """Score, test and rank the systems of a folder; ``options`` are those of the command."""
    configuration = configuration_of_folder(options, Path(submissions))
    return rank_as(*contests(submissions, configuration), configuration, progress)


def rank_as(
    top: str, places: Sequence[Contest], configuration: Configuration, progress: Progress | None = None
) -> RankResult:
    """The same by options that are settled already; the last of several phases has the others with it."""
    track = chosen_track(configuration)
    found = []
    for number, place in enumerate(places):
        with of_phase(place, len(places) > 1):
            share = share_of(progress, number, len(places))
            found.append(_ranked(top, place, track, configuration, share))
    *earlier, last = found
    everyone = {
        name
        for one in (*earlier, last)
        for name in (*one.scores, *one.datasets.partial, *(rejected.system for rejected in one.rejected))
    }
    tracks = configuration.tracks if track is None else [track]
    return replace(
        last,
        earlier=tuple(earlier),
        warnings=(*last.warnings, *warnings_of(configuration.file, tracks, everyone, last.scores)),
    )


def _ranked(
    top: str, place: Contest, track: Track | None, configuration: Configuration, progress: Progress | None
) -> RankResult:
    """The ranking of one folder of submissions, or of those of a track in it.

    A track alone is tested among all systems too: its p-values are the same wherever they are shown.
    """
    settings = with_primary(configuration.settings)
    task = task_of_folder(place.submissions, replace(settings, errors=True, key=place.key or settings.key))
    need(task, 1)
    units = task.sheet.units(settings.unit)
    found = families(units, design(settings), settings.jobs or os.cpu_count() or 1, progress)
    signature = f"{task.signature}|{design_signature(settings)}|ties:{settings.ties}"
    if track is not None:
        task = task_within(task, track)
        units = task.sheet.units(settings.unit)
        found = tuple(within(family, task.sheet.systems) for family in found)
        signature = track_signature(signature, track.label, task.sheet.systems)
    primary = next(metric for metric in task.metrics if metric.name == settings.primary)
    points, correlations = correlate_units(task.sheet, units, settings, absent=absent(task))
    shown = {family.metric: family for family in as_reported(found, task.sheet)}
    [first] = [family for family in found if family.metric == settings.primary]
    return RankResult(
        signature,
        configuration.title,
        top,
        place.submissions,
        configuration.file,
        task.key,
        settings,
        task.sheet,
        task.scores,
        {family.metric: ranking(family, settings.ties) for family in found},
        shown,
        rank_datasets(task, units, primary),
        rank_settings(task, told(first, settings.ties), primary, settings),
        points,
        correlations,
        disagreements(found),
        leave_one_out(units, primary) if settings.leave_one_out else (),
        task.errors,
        digests(Path(top), task.submissions.values(), task.key_files, configuration.file),
        {system: task.missing[system] for system in task.sheet.systems},
        dict(task.repairs),
        task.spans_differ,
        task.key_repairs,
        task.rejected,
        task.warnings,
        task.about_sums,
        task.identical,
        track,
        rank_tracks(
            () if track else configuration.tracks, first, shown[first.metric], settings.ties, signature
        ),
        place.phase,
    )
