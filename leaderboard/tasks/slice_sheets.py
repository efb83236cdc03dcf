"""The slices of a task: what is asked for, and the scoresheet of each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.options import Options, each_setting
from leaderboard.scoresheet import PartName, Scoresheet, Units
from leaderboard.scoring.sliced import PlacedSlice, SliceRequest
from leaderboard.threads import ALONE, Work

if TYPE_CHECKING:
    from leaderboard.metrics import Metric
    from leaderboard.options.configuration import Configuration
    from leaderboard.remark import Remark
    from leaderboard.scoring.key import Key, Signature
    from leaderboard.scoring.scored import Scored
    from leaderboard.significance.design import Design
    from leaderboard.significance.family import Family
    from leaderboard.slices import Slice, Slicing


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceSheet:
    """The sums of all systems on a slice, and what is left of each response.

    A slice with fewer than ``fewest_mentions`` of the key, or with some in fewer than ``fewest_documents``,
    is not tested. ``signature`` says what the scores depend on.
    """

    slice: Slice
    sheet: Scoresheet
    response_mentions: Mapping[str, float]
    response_entities: Mapping[str, float]
    fewest_mentions: int
    fewest_documents: int
    signature: Signature

    @property
    def small(self) -> bool:
        """True where the slice is too small for ranks and tests."""
        return self.slice.is_small(self.fewest_mentions, self.fewest_documents)

    def beside(self, key_mentions: int) -> SliceSheet:
        """Return the sheet with sums that are exact beside a whole key of so many mentions.

        By ``sides`` precision is computed with the whole key, otherwise only what is left of it counts.
        """
        if self.slice.slicing.keep != "sides":
            return self
        return replace(self, sheet=replace(self.sheet, key_mentions=key_mentions))

    def with_sheet(self, sheet: Scoresheet, runs: Mapping[str, Sequence[str]]) -> SliceSheet:
        """Return the slice with a sheet of systems, of which some have several ``runs``: counts are means."""

        def means(counts: Mapping[str, float]) -> dict[str, float]:
            entries = {system: runs.get(system, (system,)) for system in sheet.systems}
            return {system: mean([counts[entry] for entry in runs_of]) for system, runs_of in entries.items()}

        return replace(
            self,
            sheet=sheet,
            response_mentions=means(self.response_mentions),
            response_entities=means(self.response_entities),
        )

    def of(self, systems: Collection[str]) -> SliceSheet:
        """Return the rows of some systems."""
        return replace(self, sheet=self.sheet.of(systems))


def slice_request(configuration: Configuration) -> SliceRequest | None:
    """Return the slices that the options and the settings file ask for, if any."""
    options, *_ = each_setting(configuration.options)
    if not options.by:
        return None
    from leaderboard.slices import (
        RESERVED,
        DocumentLabels,
        SliceOptions,
        check_metrics,
        read_document_table,
        slicings,
        with_edges,
    )

    table = read_document_table(Path(options.documents), RESERVED) if options.documents else None
    labels = DocumentLabels(table=table, patterns=configuration.content.patterns)
    wanted = slicings(options.by, options.keep or (), labels)
    for slicing in wanted:
        check_metrics(slicing, _named(configuration, options))
    return SliceRequest(
        slicings=wanted,
        options=SliceOptions(
            match=options.match,
            zeros=options.zeros,
            singletons=options.singletons,
            bands=with_edges(options.bands or ()),
            labels=labels,
        ),
    )


def _named(configuration: Configuration, options: Options) -> dict[str, None]:
    """The metrics that somebody named, in order."""
    wishes = {"metric": options.metric, "primary": (options.primary,)}
    origins = configuration.origins
    return dict.fromkeys(
        name for wish, names in wishes.items() if origins.get(wish, "default") != "default" for name in names
    )


def slice_sheets(
    key: Key,
    scored: Mapping[str, Scored],
    metrics: Sequence[Metric],
    options: Options,
    key_mentions: int,
    signature: Signature,
) -> Iterator[SliceSheet]:
    """Return the scoresheet of each slice; ``key_mentions`` are those of the whole key."""
    if not key.slices:
        return
    from leaderboard.slices import slice_metrics

    for number, place in enumerate(key.slices):
        sliced = {name: response.slices[number] for name, response in scored.items()}
        kept = slice_metrics(place.slice.slicing, metrics)
        any_sums = next((of_system.sums for of_system in sliced.values()), {})
        yield SliceSheet(
            slice=place.slice,
            sheet=Scoresheet(
                tuple(sliced),
                _parts(place),
                place.slice.key_mentions,
                kept,
                {
                    metric.name: np.array([of_system.sums[metric.name] for of_system in sliced.values()])
                    for metric in kept
                    if sliced
                },
                {metric.name: any_sums[metric.weight_name] for metric in kept if sliced},
                average=options.average,
                unit=options.unit,
            ),
            response_mentions={name: of_system.mentions for name, of_system in sliced.items()},
            response_entities={name: of_system.entities for name, of_system in sliced.items()},
            fewest_mentions=options.slice_min,
            fewest_documents=options.slice_documents,
            signature=signature.and_of({**place.signed, **_split(place, signature)}),
        ).beside(key_mentions)


def _split(place: PlacedSlice, signature: Signature) -> dict[str, str]:
    """The signed treatment of split antecedents, of which only whole documents have any."""
    ignored = signature.fields.get("split") and place.slice.slicing.keep != "documents"
    return {"split": "ignore"} if ignored else {}


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
    from leaderboard.significance.families import slice_families

    groups = slicing_groups(sheets)
    compared: list[SliceComparisons] = []
    for number, group in enumerate(groups):
        part = work.part(number / len(groups), (number + 1) / len(groups))
        shown = [_units(sheet.sheet, metrics, unit) for sheet in group if not sheet.small]
        tests = iter(slice_families(shown, design, part))
        compared += _with_remarks(group, [[] if sheet.small else next(tests) for sheet in group], whole)
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
    from leaderboard.significance.families import opposite_remarks, reversed_remarks

    primary = [[one for one in of_slice if one.metric == whole.metric] for of_slice in tests]
    shown = [family for of_slice in primary for family in of_slice]
    everywhere = tuple(reversed_remarks(whole, shown, group[0].slice.slicing.name))
    for sheet, of_slice, families in zip(group, tests, primary, strict=True):
        opposite = (opposite_remarks(whole, family, sheet.slice.name) for family in families)
        yield SliceComparisons(
            sheet=sheet, tests=tuple(of_slice), remarks=(*everywhere, *chain.from_iterable(opposite))
        )


def _units(sheet: Scoresheet, metrics: Collection[str], unit: str) -> Units:
    """The units by some of the metrics."""
    chosen = tuple(metric for metric in sheet.metrics if metric.name in metrics)
    sums = {metric.name: sheet.sums[metric.name] for metric in chosen}
    return replace(sheet, metrics=chosen, sums=sums).units(unit)


def _parts(place: PlacedSlice) -> tuple[PartName, ...]:
    return tuple(PartName(dataset, part.document, part.number) for dataset, part in place.parts)
