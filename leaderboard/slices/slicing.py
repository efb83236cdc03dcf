"""The meaning of ``--by`` and ``--keep``, and the slices of a key: what is left of it for each value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from leaderboard.corpus import NONE, Corpus, Ints, renumbered
from leaderboard.corpus.nodes import Mask
from leaderboard.errors import SHOWN, UsageError, choice_error
from leaderboard.matching import counted
from leaderboard.metrics import Metric
from leaderboard.slices.attributes import ATTRIBUTES, SliceOptions, Values, attribute, by_name
from leaderboard.slices.document_table import DocumentLabels
from leaderboard.text import joined, listed

Keep = Literal["documents", "items", "entities", "mentions", "sides"]
KEEPS: tuple[Keep, ...] = ("entities", "mentions", "sides")

# What these metrics count is no mention of an entity, so it is in no slice of entities or mentions.
_BEYOND_IDENTITY = ("nonreferring", "bridging")
# Recall and precision of these are ratios of their own, so that they can come from two tables.
TWO_SIDED = ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea", "conll")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slicing:
    """The attributes that are crossed, for each the one value asked for or None for all, and what is kept.

    The ``labelled`` attributes are those of a table of mentions.
    """

    by: tuple[str, ...]
    only: tuple[str | None, ...]
    keep: Keep
    labelled: tuple[str, ...] = field(default=(), compare=False)

    @property
    def name(self) -> str:
        return "/".join(self.by)

    @property
    def overlaps(self) -> bool:
        """Return True where a mention may be kept in several slices: with others of its entity."""
        known = {ATTRIBUTES[name].level for name in self.by if name in ATTRIBUTES}
        return self.keep in ("entities", "sides") and (bool(self.labelled) or "mention" in known)

    @property
    def is_whole(self) -> bool:
        """Return True where whole documents are kept, or items, so that there is no choice."""
        return self.keep in ("documents", "items")

    def wants(self, value: Sequence[str]) -> bool:
        """Return True for a slice that is asked for."""
        return all(wish in (None, name) for wish, name in zip(self.only, value, strict=True))

    def allows(self, metric: str) -> bool:
        """Return True for a metric that can be computed on what is kept."""
        if self.keep == "sides":
            return metric in TWO_SIDED
        if self.is_whole:
            return True
        # The antecedents of zeros are deleted with all other mentions.
        return not metric.startswith(_BEYOND_IDENTITY) and (self.keep != "mentions" or metric != "zero")


def slicings(by: Iterable[str], keep: Sequence[str], labels: DocumentLabels) -> tuple[Slicing, ...]:
    """Return a slicing for each ``--by`` and each ``--keep``, or with the default of ``--keep``."""
    return tuple(dict.fromkeys(slicing for text in by for slicing in _slicings(text, keep, labels)))


def check_keeps(keep: Iterable[str]) -> None:
    """Refuse what is no way of keeping."""
    for name in keep:
        if name not in KEEPS:
            raise choice_error("keep", name[:SHOWN], KEEPS)


def check_metrics(slicing: Slicing, named: Collection[str]) -> None:
    """Refuse metrics that were named and cannot be computed on what is kept."""
    refused = [metric for metric in named if not slicing.allows(metric)]
    if refused:
        what = f"--by {slicing.name} --keep {slicing.keep} is not defined for {joined(refused)}"
        nowhere = any(metric.startswith(_BEYOND_IDENTITY) for metric in refused)
        other = "an attribute of documents" if nowhere else "another --keep"
        raise UsageError(f"{what}; choose other metrics, or {other}")


def allowed(slicing: Slicing, metrics: Iterable[Metric]) -> tuple[Metric, ...]:
    """Return the metrics that can be computed on what is kept; sets of antecedents need whole documents."""
    kept = (metric for metric in metrics if slicing.allows(metric.name))
    return tuple(kept) if slicing.is_whole else tuple(metric.ignoring_sets for metric in kept)


def _slicings(text: str, keep: Sequence[str], labels: DocumentLabels) -> Iterator[Slicing]:
    names, only = crossing(text, {*ATTRIBUTES, *labels.attributes, *labels.mentions})
    levels = {attribute(name, labels).level for name in names}
    for name, other in pairwise(sorted(names)):
        if name == other:
            raise UsageError(f"--by {text[:SHOWN]} has {name} twice; cross each attribute once")
    if levels == {"document"}:
        yield Slicing(by=names, only=only, keep="documents")
        return
    for kept in keep or ["sides" if "entity" in levels else "entities"]:
        keep_as = _keep(kept, text, levels)
        labelled = tuple(name for name in names if name in labels.mentions)
        yield Slicing(by=names, only=only, keep=keep_as, labelled=labelled)


def crossing(text: str, known: Collection[str]) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
    """Return the attributes that are crossed, and for each the value asked for."""
    pieces = [piece.partition("=") for piece in _pieces(text, known)]
    return tuple(name for name, *_ in pieces), tuple(value if equals else None for _, equals, value in pieces)


def _pieces(text: str, known: Collection[str]) -> Iterator[str]:
    """The attributes that are crossed; a value may have a slash of its own."""
    piece = ""
    for after in text.split("/"):
        if piece and "=" in piece and after.partition("=")[0] not in known:
            piece = f"{piece}/{after}"
            continue
        if piece:
            yield piece
        piece = after
    yield piece


def _keep(kept: str, text: str, levels: Collection[str]) -> Keep:
    check_keeps([kept])
    if kept == "mentions" and "mention" not in levels:
        what = f"--keep mentions needs an attribute of mentions, which --by {text[:SHOWN]} lacks"
        raise UsageError(f"{what}; add one, or keep entities or sides")
    return next(keep for keep in KEEPS if keep == kept)


_NAMED = 20


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KeySlice:
    """The mentions of a key that are left for a value, and the parts of the documents in the slice."""

    value: tuple[str, ...]
    number: int
    key: Corpus
    parts: Mask

    @property
    def documents(self) -> int:
        """The number of documents with a key mention that is left."""
        return len({self.key.parts[part].document for part in np.unique(self.key.part)})


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class KeySlices:
    """The slices of the key of one dataset, and the values of each attribute that is crossed."""

    slicing: Slicing
    options: SliceOptions
    key: Corpus
    values: tuple[Values, ...]
    slices: tuple[KeySlice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """A slice of the keys of some datasets, with the counts of what is left of them."""

    slicing: Slicing
    value: tuple[str, ...]
    datasets: tuple[str, ...]
    documents: int
    key_mentions: int
    key_entities: int

    @property
    def name(self) -> str:
        return "/".join(self.value)

    @property
    def title(self) -> str:
        """The attributes with their values, and what is kept where that is a choice."""
        values = "/".join(f"{name}={value}" for name, value in zip(self.slicing.by, self.value, strict=True))
        return values if self.slicing.is_whole else f"{values} ({self.slicing.keep})"

    def is_small(self, fewest_mentions: int, fewest_documents: int) -> bool:
        """Return True for a slice that is too small for ranks and tests."""
        return self.key_mentions < fewest_mentions or self.documents < fewest_documents


def slice_key(key: Corpus, dataset: str, slicing: Slicing, options: SliceOptions) -> KeySlices:
    """Find the slices of a key with all of its mentions."""
    values = tuple(attribute(name, options.labels).values(key, dataset, options) for name in slicing.by)
    number = crossed(values, [of_attribute.key for of_attribute in values])
    in_parts = [
        of_attribute.parts if of_attribute.parts is not None else np.zeros(len(key.parts), np.int64)
        for of_attribute in values
    ]
    of_document = [
        of_attribute if of_attribute.parts is not None else of_attribute._replace(names=("",))
        for of_attribute in values
    ]
    part_number = crossed(of_document, in_parts)
    slices = []
    for joint in np.unique(number[number >= 0]).tolist():
        kept = cut(key, number == joint, slicing.keep, options)
        if len(kept.part):
            place = np.unravel_index(joint, [len(of_attribute.names) for of_attribute in values])
            value = tuple(of_attribute.names[at] for of_attribute, at in zip(values, place, strict=True))
            parts = part_number == part_number[kept.part[0]]
            slices.append(KeySlice(value=value, number=joint, key=kept, parts=parts))
    return KeySlices(slicing=slicing, options=options, key=key, values=values, slices=tuple(slices))


def crossed(values: Sequence[Values], numbers: Sequence[Ints]) -> Ints:
    """Return one number for the values of all attributes, -1 where there is none of some."""
    joint, known = np.zeros_like(numbers[0]), np.ones(len(numbers[0]), np.bool_)
    for of_attribute, number in zip(values, numbers, strict=True):
        joint = joint * len(of_attribute.names) + number
        known &= number >= 0
    return np.where(known, joint, -1)


def cut(side: Corpus, inside: Mask, keep: Keep, options: SliceOptions) -> Corpus:
    """Delete all but the mentions inside, or all but their entities, and then what does not count."""
    if keep != "mentions":
        has = np.zeros(side.entities, np.bool_)
        has[side.entity[inside]] = True
        inside = has[side.entity]
    kept = counted(side.picked(np.flatnonzero(inside)), options.singletons, "ignore")
    return replace(kept, entity=renumbered(kept.entity))


def slices_of(keys: Mapping[str, KeySlices]) -> tuple[Slice, ...]:
    """Return the slices of all datasets that are asked for, in order; an error where there are none."""
    slicing = next(iter(keys.values())).slicing
    present = {key_slice.value for of_key in keys.values() for key_slice in of_key.slices}
    _check(slicing, present, keys)
    in_order = sorted(present, key=lambda value: _place(value, keys))
    check_wanted(slicing, in_order)
    return tuple(_slice(slicing, value, keys) for value in in_order if slicing.wants(value))


def check_wanted(slicing: Slicing, values: Sequence[Sequence[str]]) -> None:
    """Refuse a value that no slice has."""
    if not any(map(slicing.wants, values)):
        known = listed(["/".join(value) for value in values], _NAMED)
        raise UsageError(f"--by {slicing.name} has no slice with this value; choose among {known}")


def _check(slicing: Slicing, present: Collection[tuple[str, ...]], keys: Mapping[str, KeySlices]) -> None:
    """Refuse an attribute without any value, and slices without any mention."""
    for place, name in enumerate(slicing.by):
        before = {name for of_key in keys.values() for name in of_key.values[place].present}
        if {value[place] for value in present} | before <= {NONE}:
            labels = next(iter(keys.values())).options.labels
            raise UsageError(f"--by {name}: {attribute(name, labels).lack}")
    if not present:
        raise UsageError(
            f"--by {slicing.name}: no mention of the key is left; to count singletons, use --singletons keep"
        )


def _slice(slicing: Slicing, value: tuple[str, ...], keys: Mapping[str, KeySlices]) -> Slice:
    """The slice of one value over the datasets that have it."""
    having = {
        name: key_slice
        for name, of_key in keys.items()
        for key_slice in of_key.slices
        if key_slice.value == value
    }
    return Slice(
        slicing=slicing,
        value=value,
        datasets=tuple(having),
        documents=sum(key_slice.documents for key_slice in having.values()),
        key_mentions=sum(len(key_slice.key.part) for key_slice in having.values()),
        key_entities=sum(key_slice.key.entities for key_slice in having.values()),
    )


def _place(value: Sequence[str], keys: Mapping[str, KeySlices]) -> tuple[tuple[int, bool, str], ...]:
    """Where a slice stands: by the given order of an attribute's values, or by name."""
    place = []
    for at, name in enumerate(value):
        values = next(of_key.values[at] for of_key in keys.values() if name in of_key.values[at].names)
        place.append((values.names.index(name) if values.ordered else 0, *by_name(name)))
    return tuple(place)
