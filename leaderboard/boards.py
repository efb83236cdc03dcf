"""Boards: rankings of some systems on some units, beside the one that orders a report.

A new kind is a function from a ranked task to its boards, and one line in ``BOARDS``; tables, CSV and JSON
follow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, compress

import numpy as np

from leaderboard.errors import UsageError
from leaderboard.metrics.metric import Metric
from leaderboard.options import Options
from leaderboard.options.settings_file import ConfigurationFile
from leaderboard.options.shared_task import Mean, Track
from leaderboard.ranking.standings import OrderChange, Ranking, Standing, order_change, ranking
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Scoresheet, Units
from leaderboard.scoring.key import Signature
from leaderboard.scoring.sliced import SliceSheet
from leaderboard.significance.design import Design
from leaderboard.significance.families import (
    families,
    opposite_remarks,
    over_datasets,
    reversed_remarks,
    slice_families,
    within,
)
from leaderboard.significance.family import Family, as_reported
from leaderboard.significance.resampling import strata
from leaderboard.slices.slicing import Slicing
from leaderboard.tasks.account import dataset_scores, grouped, partial_scores, several
from leaderboard.tasks.contests import track_signature
from leaderboard.tasks.task import Score, Task, scores_of
from leaderboard.threads import ALONE, Work


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


def dataset_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each dataset, in the order in which they are shown; none for a single one."""
    units, task = ranked.units, ranked.task
    stratum = {units.names[part.start].dataset: part for part in strata(units.apart.dataset)}
    for number, of_dataset in enumerate(dataset_scores(task)):
        own = _within(units, stratum[of_dataset.dataset])
        items = [part.dataset for part in task.sheet.parts] if task.table else []
        documents = items.count(of_dataset.dataset) if task.table else of_dataset.documents
        family = ranked.family(replace(own, documents=own.documents and documents), number)
        yield Board(
            kind="dataset",
            name=of_dataset.dataset,
            label=of_dataset.label,
            scores=of_dataset.scores,
            family=family,
            ranking=ranked.ranking(family),
            documents=of_dataset.documents,
            lacking=frozenset(
                system for system, names in task.lacking.items() if of_dataset.dataset in names
            ),
        )


def tested_on_datasets(
    units: Units, tests: Sequence[Family], design: Design, work: Work
) -> tuple[Family, ...]:
    """The families with what tests on each of several datasets alone say."""
    parts = strata(units.apart.dataset)
    if len(parts) < 2:
        return tuple(tests)
    alone = {
        units.names[part.start].dataset: families(
            _within(units, part), design, work.part(number / len(parts), (number + 1) / len(parts))
        )
        for number, part in enumerate(parts)
    }
    return tuple(
        over_datasets(family, {name: on_dataset[place] for name, on_dataset in alone.items()})
        for place, family in enumerate(tests)
    )


def dataset_remarks(family: Family, order: Sequence[str]) -> Iterator[Remark]:
    """On which datasets one of the first two distinct systems in this order is better."""
    found, number = family.datasets, {system: place for place, system in enumerate(family.systems)}
    if found is None:
        return
    classes = [int(family.classes[number[system]]) for system in order]
    second = next((place for place, own in enumerate(classes) if own != classes[0]), 0)
    ends = number[order[0]], number[order[second]]
    for sign, (one, other) in ((1, ends), (-1, ends[::-1])):
        for pair in np.flatnonzero((family.pairing.first == one) & (family.pairing.second == other)).tolist():
            shown, ahead = found.p_over[pair] <= found.alpha, sign * found.sign * found.differences[pair] > 0
            if shown.any() or not family.has("untestable")[pair]:
                yield remark(
                    "over_datasets",
                    first=order[0],
                    second=order[second],
                    better=tuple(compress(found.names, shown & ahead)),
                    worse=tuple(compress(found.names, shown & ~ahead)),
                    of=len(found.names),
                )


def _within(units: Units, part: slice) -> Units:
    """The units of one dataset."""
    dataset = units.names[part.start].dataset
    return replace(
        units,
        plain=units.plain and _within(units.plain, part),
        wholes={name: whole for name, whole in units.wholes.items() if name == dataset},
        names=units.names[part],
        dataset=units.dataset[part],
        sums={name: sums[..., part] for name, sums in units.sums.items()},
        weights={name: weights[:, part] for name, weights in units.weights.items()},
    )


def means_of(
    content: ConfigurationFile, datasets: Mapping[str, str], known: Collection[str]
) -> tuple[Mean, ...]:
    """Return the means whose datasets all count; refuse any that is none on a key of the ``known`` datasets.

    ``datasets`` has the label of each that counts.
    """
    for mean in content.means:
        if wrong := _fault(mean, datasets, [*datasets, *known]):
            raise UsageError(f"{content.file}:{mean.line}: the mean {mean.label!r} {wrong}")
    return tuple(mean for mean in content.means if {*mean.datasets} <= {*datasets})


def _fault(mean: Mean, datasets: Mapping[str, str], known: Collection[str]) -> str:
    if not mean.datasets:
        return "has no datasets; name at least one"
    if mean.label in (*known, *datasets.values()):
        return "is called like a dataset; rename it"
    if unknown := [name for name in mean.datasets if name not in known]:
        if "" in known:
            return f"has {unknown[0]!r}, but the key is a single file; remove the mean"
        return f"has {unknown[0]!r}, which is not in the key; choose among {', '.join(dict.fromkeys(known))}"
    return ""


def mean_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each mean, in the order of the settings file."""
    # All other boards are tested before.
    for number, mean in enumerate(ranked.means, start=boards_tested(ranked.task, ())):
        sheet, lacking = _sheet(ranked.task, mean.datasets)
        if not sheet.systems:
            continue
        family = ranked.family(sheet.units(ranked.options.unit), number)
        [reported] = as_reported([family], sheet)
        yield Board(
            kind="mean",
            name=mean.label,
            label=mean.label,
            scores=scores_of(sheet),
            family=reported,
            ranking=ranked.ranking(family),
            signature=ranked.signature.and_of({"datasets": ",".join(sorted(mean.datasets))}),
            datasets=mean.datasets,
            documents=sheet.documents,
            lacking=lacking,
        )


def _sheet(task: Task, datasets: Collection[str]) -> tuple[Scoresheet, frozenset[str]]:
    """The systems that would be ranked on these datasets alone, and those of them that lack some.

    Nobody is ranked without any of them. A system that is excluded for others has a rank here, and a run that
    is left out for others counts.
    """
    entries, wanted = task.single or task, {*datasets}
    lacking = {name: wanted & {*entries.lacking.get(name, ())} for name in entries.responses}
    ranked = [name for name in entries.sheet.systems if lacking[name] != wanted]
    complete = [name for name in entries.partial.systems if not lacking[name]]
    sheet = entries.sheet.on(datasets).of(ranked)
    if complete:
        sheet = sheet.and_of(entries.partial.on(datasets).of(complete), [*entries.responses])
    system_of = {run: system for system, runs in _all_runs(task).items() for run in runs}
    runs: dict[str, list[str]] = {}
    for name in sheet.systems:
        runs.setdefault(system_of.get(name, name), []).append(name)
    known = {*task.sheet.systems, *task.partial.systems}
    counting = [
        run
        for system, of_system in runs.items()
        if system in known
        for run in ([run for run in of_system if not lacking[run]] or of_system)
    ]
    lacking_systems = frozenset(system_of.get(name, name) for name in counting if lacking[name])
    return grouped(sheet.of(counting), system_of), lacking_systems


def _all_runs(task: Task) -> dict[str, tuple[str, ...]]:
    """The runs of each system that has several, also those that are left out of the whole."""
    systems = (*task.runs, *task.dropped_runs)
    return {name: (*task.runs.get(name, ()), *task.dropped_runs.get(name, ())) for name in systems}


def setting_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each setting, in the order given; none for a single one."""
    names = ranked.options.settings or ()
    if len(names) < 2:
        return
    first = ranked.ranking(ranked.tested)
    # Datasets are tested before.
    tested = enumerate((ranked.task, *ranked.task.others), start=len(several(ranked.task.datasets)) - 1)
    for name, (number, task) in zip(names, tested, strict=True):
        is_first = task is ranked.task
        family = ranked.tested if is_first else ranked.family(task.sheet.units(ranked.options.unit), number)
        by_setting = first if is_first else ranked.ranking(family)
        yield Board(
            kind="setting",
            name=name,
            label=name,
            scores={**scores_of(task.sheet), **partial_scores(task)},
            family=family,
            ranking=by_setting,
            signature=task.signature,
            change=order_change(_scores(first), _scores(by_setting)),
        )


def _scores(ranking: Ranking) -> dict[str, float]:
    return {standing.system: standing.score for standing in ranking.standings}


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceComparisons:
    """A slice with the comparisons by each metric, none where it is small, and remarks on them."""

    sheet: SliceSheet
    tests: tuple[Family, ...]
    remarks: tuple[Remark, ...]


def compared_slices(
    sheets: Sequence[SliceSheet],
    metrics: Collection[str],
    design: Design,
    unit: str,
    whole: Family,
    work: Work = ALONE,
) -> tuple[SliceComparisons, ...]:
    """Test all pairs on each slice by some metrics; ``whole`` are those by the primary one on everything."""
    groups = slicing_groups(sheets)
    compared: list[SliceComparisons] = []
    for number, group in enumerate(groups):
        part = work.part(number / len(groups), (number + 1) / len(groups))
        # Over runs only whole scores are tested.
        tested = [not sheet.small and unit != "run" for sheet in group]
        shown = [_units(sheet.sheet, metrics, unit) for sheet in compress(group, tested)]
        tests = iter(slice_families(shown, design, part))
        compared += _with_remarks(group, [next(tests) if one else [] for one in tested], whole)
    return tuple(compared)


def slicing_groups(sheets: Iterable[SliceSheet]) -> list[list[SliceSheet]]:
    """Return the slices of each slicing."""
    groups: dict[Slicing, list[SliceSheet]] = {}
    for sheet in sheets:
        groups.setdefault(sheet.slice.slicing, []).append(sheet)
    return list(groups.values())


def _with_remarks(
    group: Sequence[SliceSheet], tests: Sequence[Sequence[Family]], whole: Family
) -> Iterator[SliceComparisons]:
    primary = [[one for one in of_slice if one.metric == whole.metric] for of_slice in tests]
    shown = [family for of_slice in primary for family in of_slice]
    everywhere = tuple(reversed_remarks(whole, shown, group[0].slice.slicing.name))
    for sheet, of_slice, of_primary in zip(group, tests, primary, strict=True):
        opposite = (opposite_remarks(whole, family, sheet.slice.name) for family in of_primary)
        yield SliceComparisons(
            sheet=sheet, tests=tuple(of_slice), remarks=(*everywhere, *chain.from_iterable(opposite))
        )


def _units(sheet: Scoresheet, metrics: Collection[str], unit: str) -> Units:
    """The units by some of the metrics."""
    chosen = tuple(metric for metric in sheet.metrics if metric.name in metrics)
    sums = {metric.name: sheet.sums[metric.name] for metric in chosen}
    return replace(sheet, metrics=chosen, sums=sums).units(unit)


def slice_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each slice, in the order of the slicings and then of their values."""
    task, nobody = ranked.task, within(ranked.tested, ())
    metrics, unit = (ranked.metric.name,), ranked.options.unit
    # Datasets and settings are tested before.
    work = ranked.work_from(len(several(task.datasets)) + len(task.others))
    for compared in compared_slices(task.slices, metrics, ranked.design, unit, ranked.tested, work):
        tested = compared.tests[0] if compared.tests else nobody
        yield Board(
            kind="slice",
            name=compared.sheet.slice.title,
            label=compared.sheet.slice.name,
            scores=scores_of(compared.sheet.sheet),
            family=next(iter(as_reported(compared.tests, compared.sheet.sheet)), None) or nobody,
            ranking=ranked.ranking(tested),
            signature=compared.sheet.signature,
            datasets=compared.sheet.slice.datasets,
            documents=compared.sheet.slice.documents,
            slice=compared,
            notes=compared.remarks,
        )


def track_boards(ranked: Ranked) -> Iterator[Board]:
    """Yield a board for each track, in the order of the settings file, corrected for its own pairs."""
    for track in ranked.tracks:
        systems = track.of(ranked.tested.systems)
        tested = within(ranked.tested, systems)
        members = np.isin(ranked.tested.systems, systems)
        yield Board(
            kind="track",
            name=track.label,
            label=track.label,
            scores=scores_of(ranked.task.sheet.of(systems)),
            family=replace(tested, scores=ranked.reported.scores[members]),
            ranking=ranked.ranking(tested),
            signature=track_signature(ranked.signature, track.label, systems),
            track=track,
            absent=track.unmet(ranked.tested.systems),
        )


BOARDS: tuple[Callable[[Ranked], Iterator[Board]], ...] = (
    track_boards,
    dataset_boards,
    mean_boards,
    setting_boards,
    slice_boards,
)


def boards(ranked: Ranked) -> tuple[Board, ...]:
    """All boards of a ranked task, kind by kind."""
    return tuple(board for of_kind in BOARDS for board in of_kind(ranked))
