"""The slices that are asked for, those of a key, and the sums of a response on them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.corpus import Corpus, Part
from leaderboard.errors import Problem
from leaderboard.files import digest_of
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats

if TYPE_CHECKING:
    from leaderboard.slices import KeySlices, Slice, SliceOptions, SliceSums, Slicing

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
    from leaderboard.slices import slice_key, slices_of

    found = []
    for slicing in request.slicings:
        keys = {name: slice_key(corpus, name, slicing, request.options) for name, corpus in corpora.items()}
        found.append(KeySlicing(slices_of(keys), keys))
    return tuple(found)


def placed(slicings: Collection[KeySlicing], request: SliceRequest | None) -> tuple[PlacedSlice, ...]:
    """Return all slices in order, each with its parts."""
    if request is None:
        return ()
    from leaderboard.slices import slice_parts

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
    from leaderboard.slices import slice_sums

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
    from leaderboard.slices import joint_sums

    return tuple(
        joint_sums(one, keys, {dataset: sums[number] for dataset, sums in found.items()})
        for number, (slices, keys) in enumerate(slicings)
        for one in slices
    )


def unknown_documents(corpora: Mapping[str, Corpus], request: SliceRequest | None) -> Iterator[Problem]:
    """Warn about rows of the table of documents that the key lacks."""
    if request and (table := request.options.labels.table):
        yield from table.unknown(
            {name: {part.document for part in corpus.parts} for name, corpus in corpora.items()}
        )
