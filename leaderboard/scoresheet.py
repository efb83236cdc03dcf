"""The sums of all systems: the one table that every ranking, test and report is made of."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from leaderboard.corpus import Corpus
from leaderboard.metrics.metric import Floats, Metric, Scores, counted, unit_mean, unit_sums


class PartName(NamedTuple):
    """Where a column of sums comes from; a document is all parts of one dataset and name."""

    dataset: str
    document: str
    number: int


def part_names(corpora: Mapping[str, Corpus]) -> tuple[PartName, ...]:
    """The columns of sums beside a key, whose datasets are these corpora."""
    return tuple(
        PartName(dataset, part.document, part.number)
        for dataset, corpus in corpora.items()
        for part in corpus.units
    )


@dataclass(frozen=True, slots=True)
class Units:
    """The units of tests and draws: the sums of whole documents (or parts), in order of name.

    ``sums`` holds an array [runs, S, units] per metric name; ``dataset`` numbers the stratum of
    each unit and never decreases. All values are multiples of one power of two and small enough
    that every sum of them is exact, whatever its order. ``weights`` has the recall denominators
    [rows, units] of the key per metric, which say how much each unit counts. ``runs`` are as in a Scoresheet.
    ``documents`` is the number of documents where units are clusters of them, or runs.

    Where entities span units, sums do not add up: then ``sums`` are what the whole loses without each unit,
    and ``wholes`` are the sums [runs, S] of each dataset by metric. Where runs are tested, documents are no
    sample of others. Where sums are those of means, ``plain`` are the units with the counts.
    """

    systems: tuple[str, ...]
    names: tuple[PartName, ...]
    dataset: NDArray[np.int64]
    metrics: tuple[Metric, ...]
    sums: Mapping[str, Floats]
    weights: Mapping[str, Floats] = field(default_factory=dict)
    runs: tuple[int, ...] = ()
    documents: int | None = None
    wholes: Mapping[str, Mapping[str, Floats]] = field(default_factory=dict)
    is_sample: bool = True
    plain: Units | None = None

    def scores(self, metric: Metric) -> Scores:
        """The corpus scores [systems], each the mean over the runs of a system."""
        return scores_of_runs(self.run_scores(metric), self.runs)

    def run_scores(self, metric: Metric) -> Scores:
        """The corpus scores [runs]: totals within a dataset, mean over datasets."""
        return _mean_of(metric.score(np.moveaxis(total, -1, 0)) for total in self.totals(metric))

    @property
    def adds_up(self) -> bool:
        """True if the sums of units are those of the whole."""
        return not self.wholes

    @property
    def is_drawn(self) -> bool:
        """True if units can be drawn: several of a sample, whose sums add up."""
        return self.is_sample and self.adds_up and len(self.names) > 1

    def empty(self, metric: str) -> NDArray[np.bool_]:
        """True for the units [runs, units] on which an output answers nothing where it could have.

        All denominators of precision are 0 there, and not all of recall.
        """
        plain = self.plain or self
        [known] = (one for one in plain.metrics if one.name == metric)
        if not known.summands:
            return np.zeros((len(plain.sums[metric]), len(self.names)), dtype=np.bool_)
        asked, answered = (
            (plain.sums[metric][:, rows] != 0).any(axis=1)
            for rows in zip(*((one.recall[1], one.precision[1]) for one in known.summands), strict=True)
        )
        silent: NDArray[np.bool_] = asked & ~answered
        return silent

    def all_sums(self, metric: str) -> Floats:
        """The sums [runs, S, ...] by which systems are told apart: of all units, and of the whole."""
        if self.adds_up:
            return self.sums[metric]
        wholes = [of_metrics[metric][..., None] for of_metrics in self.wholes.values()]
        return np.concatenate([self.sums[metric], *wholes], axis=-1)

    def totals(self, metric: Metric) -> list[Floats]:
        """The sums [runs, S] of each dataset, in the order of their numbers."""
        sums, strata = self.sums[metric.name], np.unique(self.dataset)
        if self.adds_up:
            return [sums[..., self.dataset == number].sum(axis=-1) for number in strata]
        datasets = [
            dict.fromkeys(self.names[unit].dataset for unit in np.flatnonzero(self.dataset == number))
            for number in strata
        ]
        return [np.add.reduce([self.wholes[name][metric.name] for name in names]) for names in datasets]

    @property
    def nameless(self) -> Units:
        """The datasets, metrics and runs alone."""
        return replace(self, systems=(), names=(), sums={}, weights={}, wholes={}, plain=None)

    @property
    def apart(self) -> Units:
        """The units with each dataset in a stratum of its own, also where all are taken as one."""
        return replace(self, dataset=_numbers([name.dataset for name in self.names]))

    def means(self) -> Units:
        """The units with sums whose scores are means over units, which all weigh the same."""
        metrics = self.metrics if self.sums else ()
        return replace(
            self,
            metrics=tuple(map(unit_mean, metrics)),
            sums={
                metric.name: unit_sums(metric, self.sums[metric.name], self.weights[metric.name])
                for metric in metrics
            },
            weights={name: np.ones((1, len(self.names))) for name in self.weights},
            plain=self,
        )


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """For each metric name ``sums`` holds an array [runs, S, parts], and ``weights`` one [rows, parts].

    ``runs`` has the number of runs of each system, whose rows stand together; it is empty where every system
    has one. What is said of a system is the mean over its runs. By ``average``, scores are means over each
    ``dataset``, of all datasets as one (``pool``), or means over units (``document``), which are documents or
    parts by ``unit``, then over datasets. ``mentions_of`` has the mentions of the key on each dataset, where
    they are known. ``clusters`` has the cluster of each dataset and document, where clusters are the units of
    tests and draws. Where entities are joined over documents, ``of_group`` has the cluster of each group, or
    if groups span clusters, the columns of ``without`` are the sums of a dataset without each cluster.
    """

    systems: tuple[str, ...]
    parts: tuple[PartName, ...]
    key_mentions: float
    metrics: tuple[Metric, ...]
    sums: Mapping[str, Floats]
    weights: Mapping[str, Floats] = field(default_factory=dict)
    runs: tuple[int, ...] = ()
    average: str = "dataset"
    unit: str = "document"
    mentions_of: Mapping[str, int] = field(default_factory=dict)
    clusters: Mapping[tuple[str, str], str] = field(default_factory=dict)
    of_group: Mapping[tuple[str, str], str] = field(default_factory=dict)
    without: Scoresheet | None = None

    @property
    def documents(self) -> int:
        """The number of documents."""
        return len({(part.dataset, part.document) for part in self.parts})

    def scores(self, metric: Metric) -> Scores:
        """The corpus scores [systems], each the mean over the runs of a system."""
        return scores_of_runs(self.run_scores(metric), self.runs)

    def run_scores(self, metric: Metric) -> Scores:
        """The corpus scores [runs]: totals within a dataset, mean over datasets."""
        sums, datasets = self.sums[metric.name], self._strata(self.parts)
        if self.average == "document":
            units = replace(self, metrics=(metric,))._units(self.unit, {metric.name: sums}).means()
            [metric], sums, datasets = units.metrics, units.sums[metric.name], units.dataset
        return _mean_of(metric.score(_totals(sums, datasets == dataset)) for dataset in np.unique(datasets))

    def on(self, datasets: Collection[str]) -> Scoresheet:
        """The columns of some datasets."""
        return replace(
            self.at([column for column, part in enumerate(self.parts) if part.dataset in datasets]),
            key_mentions=sum(self.mentions_of[name] for name in datasets)
            if self.mentions_of
            else self.key_mentions,
            without=self.without and self.without.on(datasets),
        )

    def at(self, columns: Sequence[int]) -> Scoresheet:
        """Some of the columns."""
        return replace(
            self,
            parts=tuple(self.parts[column] for column in columns),
            sums={name: sums[..., columns] for name, sums in self.sums.items()},
            weights={name: weights[:, columns] for name, weights in self.weights.items()},
        )

    def of(self, systems: Collection[str]) -> Scoresheet:
        """The rows of some systems."""
        wanted = frozenset(systems)
        kept = [number for number, system in enumerate(self.systems) if system in wanted]
        owners = owners_of(self.runs, len(self.systems))
        rows = np.isin(owners, kept)
        return replace(
            self,
            systems=tuple(self.systems[number] for number in kept),
            sums={name: sums[rows] for name, sums in self.sums.items()},
            runs=several_runs(self.runs[number] for number in kept) if self.runs else (),
            without=self.without and self.without.of(systems),
        )

    def and_of(self, other: Scoresheet, order: Sequence[str]) -> Scoresheet:
        """The rows of both on the same columns, the systems in order."""
        systems = (*self.systems, *other.systems)
        runs = [*(self.runs or [1] * len(self.systems)), *(other.runs or [1] * len(other.systems))]
        places = sorted(range(len(systems)), key=lambda place: order.index(systems[place]))
        owners = owners_of(runs, len(systems))
        rows = np.concatenate([np.flatnonzero(owners == place) for place in places])
        return replace(
            self,
            systems=tuple(systems[place] for place in places),
            sums={name: np.concatenate([sums, other.sums[name]])[rows] for name, sums in self.sums.items()},
            runs=several_runs(runs[place] for place in places),
            without=self.without and other.without and self.without.and_of(other.without, order),
        )

    def units(self, unit: str) -> Units:
        """The sums by ``document`` or ``part``, or by cluster, rounded once so that additions are exact."""
        if self.average == "document":
            units = self._units(unit, self.sums).means()
            units = replace(units, sums=self._exact(units.sums))
        else:
            units = self._units(unit, self._exact(self.sums))
        if not self.clusters or unit == self.unit:
            return units
        return self._by_cluster(units) if self.without is None else self._by_leaving_out(self.without)

    def _by_cluster(self, units: Units) -> Units:
        """The sums of the documents of each cluster, in order of dataset and of their first documents."""
        cluster = self.of_group or self.clusters
        labels = [PartName(name.dataset, cluster[name.dataset, name.document], 0) for name in units.names]
        names = tuple(dict.fromkeys(labels))
        place = {name: index for index, name in enumerate(names)}
        column = np.array([place[label] for label in labels], dtype=np.int64)
        return replace(
            units,
            names=names,
            documents=self._clustered(names),
            dataset=self._strata(names),
            sums={name: _sum_columns(sums, column, len(names)) for name, sums in units.sums.items()},
            weights={name: _sum_columns(sums, column, len(names)) for name, sums in units.weights.items()},
            plain=units.plain and self._by_cluster(units.plain),
        )

    def _by_leaving_out(self, without: Scoresheet) -> Units:
        """What each dataset loses without each cluster, of which entities are part of several."""
        datasets = [part.dataset for part in self.parts]
        known = sorted(set(datasets))
        column = _numbers(datasets)
        whole = self._exact({name: self.sums[name] for name in without.sums})
        totals = {name: _sum_columns(sums, column, len(known)) for name, sums in whole.items()}
        of_cluster = [known.index(part.dataset) for part in without.parts]
        return Units(
            self.systems,
            without.parts,
            self._strata(without.parts),
            self.metrics,
            {name: totals[name][..., of_cluster] - sums for name, sums in self._exact(without.sums).items()},
            without.weights,
            self.runs,
            self._clustered(without.parts),
            {
                dataset: {name: total[..., number] for name, total in totals.items()}
                for number, dataset in enumerate(known)
            },
        )

    def _clustered(self, names: Sequence[PartName]) -> int:
        """The number of documents in the datasets of some clusters."""
        datasets = {name.dataset for name in names}
        return sum(dataset in datasets for dataset, _ in self.clusters)

    def _exact(self, sums: Mapping[str, Floats]) -> dict[str, Floats]:
        of_links = {metric.name for metric in self.metrics if metric.of_links}
        links = self.key_mentions * (self.key_mentions - 1) // 2
        return {
            name: exact(of_metric, links if name in of_links else self.key_mentions)
            for name, of_metric in sums.items()
        }

    def left_out(self) -> dict[str, int]:
        """The number of units without anything to recall, which a mean over units leaves out, by metric."""
        if self.average != "document" or not self.weights:
            return {}
        weights = self._units(self.unit, {}).weights
        return {
            member.name: int((counts == 0).sum())
            for metric in self.metrics
            for member, counts in zip(metric.members, counted(metric, weights[metric.name]), strict=True)
        }

    def unit_scores(self, unit: str) -> dict[str, Scores]:
        """The scores [systems, units] by each metric of each unit alone, of sums as they are."""
        units = self._units(unit, self.sums)
        by_run = {
            metric.name: metric.score(np.moveaxis(units.sums[metric.name], 1, 0)) for metric in self.metrics
        }
        return {name: scores_of_runs(scores, self.runs) for name, scores in by_run.items()}

    def _units(self, unit: str, sums: Mapping[str, Floats]) -> Units:
        labels = [part if unit == "part" else part._replace(number=0) for part in self.parts]
        names = tuple(sorted(set(labels)))
        place = {name: index for index, name in enumerate(names)}
        column = np.array([place[label] for label in labels], dtype=np.int64)
        return Units(
            self.systems,
            names,
            self._strata(names),
            self.metrics,
            {name: _sum_columns(parts, column, len(names)) for name, parts in sums.items()},
            {name: _sum_columns(parts, column, len(names)) for name, parts in self.weights.items()},
            self.runs,
            {"run": self.documents, "cluster": len(self.parts)}.get(unit),
            is_sample=unit != "run",
        )

    def _strata(self, places: Sequence[PartName]) -> NDArray[np.int64]:
        return _numbers(["" if self.average == "pool" else place.dataset for place in places])


def _numbers(names: Sequence[str]) -> NDArray[np.int64]:
    """The number of each name in alphabetical order."""
    number = {name: index for index, name in enumerate(sorted(set(names)))}
    return np.array([number[name] for name in names], dtype=np.int64)


def several_runs(counts: Iterable[int]) -> tuple[int, ...]:
    """The numbers of runs, none where every system has one."""
    counts = tuple(counts)
    return counts if any(count > 1 for count in counts) else ()


def owners_of(runs: Sequence[int], systems: int) -> NDArray[np.int64]:
    """The number of the system of each row."""
    return np.repeat(np.arange(systems), runs or 1)


def mean_of_runs(values: Floats, runs: Sequence[int]) -> Floats:
    """The mean [systems, ...] of values [runs, ...] over the runs of each system, in any order."""
    if not runs:
        return values
    edges = pairwise(np.cumsum([0, *runs]).tolist())
    return np.array([np.sort(values[start:end], axis=0).mean(axis=0) for start, end in edges])


def scores_of_runs(scores: Scores, runs: Sequence[int]) -> Scores:
    """The mean scores of each system over its runs."""
    return scores.each(lambda values: mean_of_runs(values, runs))


def mean_score(metric: Metric, sums: Floats, dataset: NDArray[np.int64]) -> Scores:
    """The score of the totals [..., S, columns] of each dataset, averaged over datasets."""
    return _mean_of(
        metric.score(np.moveaxis(sums[..., dataset == number].sum(axis=-1), -1, 0))
        for number in np.unique(dataset)
    )


def _mean_of(per_dataset: Iterable[Scores]) -> Scores:
    recall, precision, f1 = zip(*per_dataset, strict=True)
    return Scores(_mean(recall), _mean(precision), np.mean(f1, axis=0))


def exact(sums: Floats, largest: float) -> Floats:
    """Round to multiples of 2^(e-50), where 2^e is at least twice the key's mentions, or its links.

    Every sum of such numbers has an exact float, so totals do not depend on the order of addition
    and ties that are exact in fractions stay exact.
    """
    fraction, exponent = math.frexp(2 * largest)
    quantum = 2.0 ** (exponent - (fraction == 0.5) - 50)
    return np.rint(sums / quantum) * quantum


def _totals(sums: Floats, some: NDArray[np.bool_]) -> Floats:
    """The totals [S, systems] of some columns of sums [systems, S, columns], rounded once, in any order."""
    return np.array([[math.fsum(row[some].tolist()) for row in rows] for rows in np.moveaxis(sums, 0, 1)])


def _sum_columns(sums: Floats, column: NDArray[np.int64], columns: int) -> Floats:
    out = np.zeros((columns, *sums.shape[:-1]))
    np.add.at(out, column, np.moveaxis(sums, -1, 0))
    return np.ascontiguousarray(np.moveaxis(out, 0, -1))


def _mean(values: tuple[Floats | None, ...]) -> Floats | None:
    arrays = [value for value in values if value is not None]
    return np.mean(arrays, axis=0) if arrays else None
