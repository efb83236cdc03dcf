"""The slices that are asked for, those of a key, the sums of a response on them, and the sheet of each."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Part
from leaderboard.files import digest_of
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats
from leaderboard.options import Options, each_setting
from leaderboard.scoresheet import PartName, Scoresheet

if TYPE_CHECKING:
    from leaderboard.options.configuration import Configuration
    from leaderboard.scoring.key import Key, Signature
    from leaderboard.scoring.scored import Scored
    from leaderboard.slices.attributes import SliceOptions
    from leaderboard.slices.slicing import KeySlices, Slice, Slicing
    from leaderboard.slices.sums import SliceSums

SumsByValue = Mapping[tuple[str, ...], "SliceSums"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SliceRequest:
    """The slicings that are asked for, and how values are found."""

    slicings: tuple[Slicing, ...]
    options: SliceOptions

    def __hash__(self) -> int:
        return hash(self.slicings)

    def signed(self, slicing: Slicing) -> dict[str, str | None]:
        """The fields that the signature of a slice has beside those of the whole."""
        bands = [(name, self.options.bands[name]) for name in slicing.by if name in self.options.bands]
        labels = self.options.labels
        return {
            "by": slicing.name,
            "keep": slicing.keep,
            "bands": ";".join(f"{name}={','.join(map(str, edges))}" for name, edges in bands) or None,
            "documents": self._labelled() if {*slicing.by} & {*labels.attributes} else None,
        }

    def _labelled(self) -> str:
        """A hash of the organiser's labels."""
        labels = self.options.labels
        content = [labels.table.digest if labels.table else None, labels.patterns]
        return digest_of(json.dumps(content, ensure_ascii=False).encode())[:12]


class KeySlicing(NamedTuple):
    """The slices of one slicing, and what is left of the key of each dataset."""

    slices: tuple[Slice, ...]
    keys: Mapping[str, KeySlices]


class PlacedSlice(NamedTuple):
    """A slice, the dataset and part of each column of its sums, and the fields of its signature."""

    slice: Slice
    parts: tuple[tuple[str, Part], ...]
    signed: Mapping[str, str | None]


def key_slicings(corpora: Mapping[str, Corpus], request: SliceRequest | None) -> tuple[KeySlicing, ...]:
    """Find the slices of a key; an error where there are none of a kind that is asked for."""
    if request is None:
        return ()
    from leaderboard.slices.slicing import slice_key, slices_of

    found = []
    for slicing in request.slicings:
        keys = {name: slice_key(corpus, name, slicing, request.options) for name, corpus in corpora.items()}
        found.append(KeySlicing(slices_of(keys), keys))
    return tuple(found)


def placed(slicings: Collection[KeySlicing], request: SliceRequest | None) -> tuple[PlacedSlice, ...]:
    """Return all slices in order, each with its parts."""
    if request is None:
        return ()
    from leaderboard.slices.sums import slice_parts

    return tuple(
        PlacedSlice(one, slice_parts(one, keys), request.signed(one.slicing))
        for slices, keys in slicings
        for one in slices
    )


def sliced_sums(
    slicings: Sequence[KeySlicing],
    dataset: str,
    response: Corpus,
    metrics: Sequence[Metric],
    whole: Mapping[str, Floats],
) -> tuple[SumsByValue, ...]:
    """Score the slices of a response with ``whole`` sums on one dataset, slicing by slicing."""
    return tuple(
        {one.value: one for one in _sums_of(keys[dataset], response, metrics, whole)} for _, keys in slicings
    )


def _sums_of(
    slices: KeySlices, response: Corpus, metrics: Sequence[Metric], whole: Mapping[str, Floats]
) -> Iterator[SliceSums]:
    """The sums of each slice; those of documents are sums of the whole, of some of its parts."""
    from leaderboard.slices.sums import slice_sums

    if slices.slicing.keep != "documents":
        yield from slice_sums(slices, response, metrics)
        return
    sums = {name: whole[name] for metric in metrics for name in (metric.name, metric.weight_name)}
    for one in slice_sums(slices, response, ()):
        yield one._replace(sums=sums)


def joint_slices(
    slicings: Sequence[KeySlicing], found: Mapping[str, Sequence[SumsByValue]]
) -> tuple[SliceSums, ...]:
    """Return the sums of all slices in order, those of several datasets one after the other."""
    if not slicings:
        return ()
    from leaderboard.slices.sums import joint_sums

    return tuple(
        joint_sums(one, keys, {dataset: sums[number] for dataset, sums in found.items()})
        for number, (slices, keys) in enumerate(slicings)
        for one in slices
    )


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

    def beside(self, key_mentions: float) -> SliceSheet:
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
    from leaderboard.slices.attributes import RESERVED, SliceOptions, with_edges
    from leaderboard.slices.document_table import DocumentLabels, read_document_table
    from leaderboard.slices.mention_table import mention_columns
    from leaderboard.slices.slicing import check_metrics, slicings

    mentions = mention_columns(Path(options.mentions)) if options.mentions else ()
    table = read_document_table(Path(options.documents), RESERVED) if options.documents else None
    labels = DocumentLabels(table=table, mentions=mentions, patterns=configuration.content.patterns)
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
    key_mentions: float,
    signature: Signature,
) -> Iterator[SliceSheet]:
    """Return the scoresheet of each slice; ``key_mentions`` are those of the whole key."""
    if not key.slices:
        return
    from leaderboard.slices.sums import slice_metrics

    for number, place in enumerate(key.slices):
        sliced = {name: response.slices[number] for name, response in scored.items()}
        kept = slice_metrics(place.slice.slicing, metrics)
        any_sums = next((of_system.sums for of_system in sliced.values()), {})
        yield SliceSheet(
            slice=place.slice,
            sheet=Scoresheet(
                tuple(sliced),
                tuple(PartName(dataset, part.document, part.number) for dataset, part in place.parts),
                place.slice.key_mentions,
                kept,
                {
                    metric.name: np.array([of_system.sums[metric.name] for of_system in sliced.values()])
                    for metric in kept
                    if sliced
                },
                {metric.name: any_sums[metric.weight_name] for metric in kept if sliced},
                average=options.average,
                unit=options.shown_unit,
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
