"""A response in mended versions: its errors of seven kinds, found in spans and entities alone.

The kinds are mended each alone, and one after the other (after Kummerfeld & Klein, 2013). A piece is a set of
mentions that a key entity and a response entity share. The main piece of an entity is its largest; of equal
ones the one with the earliest mention.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Ints, Mask, renumbered
from leaderboard.matching import Matching
from leaderboard.metrics import Metric
from leaderboard.metrics.metric import Floats, sums_of
from leaderboard.overlap import overlap
from leaderboard.prices.union import Union, span_heads, united

ERROR_KINDS = (
    "span",
    "conflated",
    "extra_mention",
    "extra_entity",
    "divided",
    "missing_mention",
    "missing_entity",
)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pieces:
    """The pieces of both sides as columns.

    ``key_main`` and ``response_main`` number the main piece of each entity, or are -1 for an entity without
    pieces. ``of`` is the piece of each mention, or -1.
    """

    key_entity: Ints
    response_entity: Ints
    part: Ints
    key_main: Ints
    response_main: Ints
    of: Ints

    @property
    def conflated(self) -> Ints:
        """The pieces of response entities that are not their main ones."""
        return np.flatnonzero(self.response_main[self.response_entity] != np.arange(len(self.part)))

    @property
    def divided(self) -> Ints:
        """The pieces of key entities that are not their main ones."""
        return np.flatnonzero(self.key_main[self.key_entity] != np.arange(len(self.part)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Errors:
    """The errors of a response: mentions are rows of ``union``, pieces are rows of ``pieces``."""

    union: Union
    pieces: Pieces
    extra_mention: Mask
    in_extra_entity: Mask
    missing_mention: Mask
    in_missing_entity: Mask

    def counts(self) -> dict[str, Ints]:
        """The number of errors of each kind in each part."""
        union, pieces = self.union, self.pieces
        where = {
            "span": union.part[union.misspanned],
            "conflated": pieces.part[pieces.conflated],
            "extra_mention": union.part[self.extra_mention],
            "extra_entity": _first_parts(union.part, union.response_entity, self.in_extra_entity),
            "divided": pieces.part[pieces.divided],
            "missing_mention": union.part[self.missing_mention],
            "missing_entity": _first_parts(union.part, union.key_entity, self.in_missing_entity),
        }
        parts = len(union.matching.key.parts)
        return {kind: np.bincount(where[kind], minlength=parts) for kind in ERROR_KINDS}

    def names(self) -> dict[str, Ints]:
        """Sorted names of the errors of each kind; systems with the same error share its name.

        Names are made of mentions and entities of the key, and of spans.
        """
        union, pieces = self.union, self.pieces
        span = np.append(union.span_name, 0)[union.response_mention]
        named = {
            "span": union.key_mention[union.misspanned],
            "conflated": self._conflated_pairs(),
            "extra_mention": span[self.extra_mention],
            "extra_entity": _grouped_sums(
                union.response_entity[self.in_extra_entity], span[self.in_extra_entity]
            ),
            "divided": pieces.key_entity[pieces.divided],
            "missing_mention": union.key_mention[self.missing_mention],
            "missing_entity": union.key_entity[self.in_missing_entity],
        }
        # Without places NumPy loads its masked arrays, which takes longer than all else here.
        return {kind: np.unique(named[kind], return_index=True)[0] for kind in ERROR_KINDS}

    def _conflated_pairs(self) -> Ints:
        """The two key entities of each conflated piece and the main piece, in either order, as a number."""
        pieces = self.pieces
        piece = pieces.key_entity[pieces.conflated]
        main = pieces.key_entity[pieces.response_main[pieces.response_entity[pieces.conflated]]]
        return np.minimum(piece, main) << 32 | np.maximum(piece, main)


def find_errors(union: Union) -> Errors:
    """Find all errors of a response as it is."""
    pieces = _pieces(union)
    extra, missing = union.key_entity < 0, union.response_entity < 0
    stray = extra & (np.append(pieces.response_main, -1)[union.response_entity] < 0)
    lost = missing & (np.append(pieces.key_main, -1)[union.key_entity] < 0)
    return Errors(
        union=union,
        pieces=pieces,
        extra_mention=extra & ~stray,
        in_extra_entity=stray,
        missing_mention=missing & ~lost,
        in_missing_entity=lost,
    )


def _pieces(union: Union) -> Pieces:
    shared = np.flatnonzero(union.shared)
    width = union.matching.response.entities
    cell = union.key_entity[shared] * width + union.response_entity[shared]
    cells, first, number, size = np.unique(cell, return_index=True, return_inverse=True, return_counts=True)
    key_entity, response_entity = np.divmod(cells, max(width, 1))
    of = np.full(len(union.part), -1)
    of[shared] = number
    return Pieces(
        key_entity=key_entity,
        response_entity=response_entity,
        part=union.part[shared[first]],
        key_main=_main(key_entity, size, first, union.matching.key.entities),
        response_main=_main(response_entity, size, first, width),
        of=of,
    )


def _main(entity: Ints, size: Ints, first: Ints, entities: int) -> Ints:
    """The largest piece of each entity, of equal ones the earliest; -1 for an entity without pieces."""
    order = np.lexsort((first, -size, entity))
    best = order[np.diff(entity[order], prepend=-1) > 0]
    main = np.full(entities, -1)
    main[entity[best]] = best
    return main


def _first_parts(part: Ints, entity: Ints, mentions: Mask) -> Ints:
    """The part of each entity of some mentions, each entity once."""
    first: Ints = np.unique(entity[mentions], return_index=True)[1]
    return part[mentions][first]


def _grouped_sums(group: Ints, values: Ints) -> Ints:
    """The sum of the values of each group, whatever their order."""
    _, number = np.unique(group, return_inverse=True)
    sums = np.zeros(len(number), np.int64)
    np.add.at(sums, number, values)
    return sums[: number.max(initial=-1) + 1]


def mended(errors: Errors, kinds: Collection[str]) -> Matching:
    """Mend the errors of these kinds, always in the order of ``ERROR_KINDS``, and match with the key."""
    union, key = errors.union, errors.union.matching.key
    entity = _entities(errors, kinds)
    from_key = (union.response_mention < 0) | (union.misspanned & ("span" in kinds))
    right = (union.key_mention >= 0) & (from_key | ~union.misspanned)
    source = np.where(from_key, len(union.matching.response.part) + union.key_mention, union.response_mention)
    rows = np.flatnonzero(entity >= 0)
    rows = rows[np.argsort(union.place[source[rows]], kind="stable")]
    response = union.both.picked(source[rows], renumbered(entity[rows]))
    matched = np.flatnonzero(right[rows])
    matched = matched[np.argsort(union.key_mention[rows[matched]], kind="stable")]  # nearly in order
    return Matching(key, response, union.key_mention[rows[matched]], matched)


def _entities(errors: Errors, kinds: Collection[str]) -> Ints:
    """The entity of each mention after mending, -1 for a mention that is not there."""
    union, pieces = errors.union, errors.pieces
    new = union.matching.response.entities
    of_piece = pieces.response_entity.copy()
    if "conflated" in kinds:
        of_piece[pieces.conflated] = new + np.arange(len(pieces.conflated))
        new += len(pieces.conflated)
    main = np.append(of_piece, -1)[pieces.key_main]  # where the main piece of each key entity is
    if "divided" in kinds:
        of_piece[pieces.divided] = main[pieces.key_entity[pieces.divided]]
    entity = np.where(pieces.of >= 0, np.append(of_piece, -1)[pieces.of], union.response_entity)
    if "extra_mention" in kinds:
        entity[errors.extra_mention] = -1
    if "extra_entity" in kinds:
        entity[errors.in_extra_entity] = -1
    if "missing_mention" in kinds:
        entity[errors.missing_mention] = main[union.key_entity[errors.missing_mention]]
    if "missing_entity" in kinds:
        entity[errors.in_missing_entity] = new + union.key_entity[errors.in_missing_entity]
    return entity


# The kinds that are mended in each version; with the last, the response is the key.
ALONE = tuple((kind,) for kind in ERROR_KINDS)
UPTO = tuple(ERROR_KINDS[: number + 1] for number in range(len(ERROR_KINDS)))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Versions:
    """The errors of a response, and the sums of its mended versions, without sets of antecedents.

    ``sums`` holds an array [versions, S, parts] per metric name: first those of ``ALONE``, then those of
    ``UPTO``. ``plain`` has the sums of the response as it is, and the weights of parts. ``counts``
    [kinds, parts] are the numbers of errors. ``names`` has the names of the errors by kind, and ``heads`` how
    heads are known, on each dataset.
    """

    sums: Mapping[str, Floats]
    plain: Mapping[str, Floats]
    counts: Ints
    names: tuple[Mapping[str, Ints], ...]
    heads: tuple[str, ...]


def versions(matching: Matching, plain: Mapping[str, Floats], metrics: Sequence[Metric]) -> Versions:
    """Find the errors of a response with ``plain`` sums, and score its mended versions."""
    errors = find_errors(united(matching))
    counts = errors.counts()
    made = {kind for kind in ERROR_KINDS if counts[kind].any()}
    sums: dict[tuple[str, ...], Mapping[str, Floats]] = {(): plain}
    for kinds in (*ALONE, *UPTO):
        if (wrong := _among(kinds, made)) not in sums:
            sums[wrong] = _sums(errors, wrong, metrics)
    return Versions(
        sums={
            metric.name: np.stack([sums[_among(kinds, made)][metric.name] for kinds in (*ALONE, *UPTO)])
            for metric in metrics
        },
        plain={name: plain[name] for metric in metrics for name in (metric.name, metric.weight_name)},
        counts=np.stack([counts[kind] for kind in ERROR_KINDS]),
        names=(errors.names(),),
        heads=(span_heads(matching.key),),
    )


def _among(kinds: Sequence[str], made: set[str]) -> tuple[str, ...]:
    """The kinds of which there are errors: to mend the others changes nothing."""
    return tuple(kind for kind in kinds if kind in made)


def _sums(errors: Errors, kinds: Sequence[str], metrics: Sequence[Metric]) -> Mapping[str, Floats]:
    return sums_of(overlap(mended(errors, kinds)), tuple(metrics))


def joined(of_datasets: Sequence[Versions]) -> Versions:
    """The versions of all datasets, one after the other on the axis of parts."""
    return Versions(
        sums={
            name: np.concatenate([dataset.sums[name] for dataset in of_datasets], axis=-1)
            for name in of_datasets[0].sums
        },
        plain={
            name: np.concatenate([dataset.plain[name] for dataset in of_datasets], axis=-1)
            for name in of_datasets[0].plain
        },
        counts=np.concatenate([dataset.counts for dataset in of_datasets], axis=-1),
        names=tuple(names for dataset in of_datasets for names in dataset.names),
        heads=tuple(heads for dataset in of_datasets for heads in dataset.heads),
    )


Span = tuple[int, int]


class Listed(NamedTuple):
    """An error: its part, the spans of its mentions, and a mention of the entity that it is apart from.

    A wrong span has two spans, that of the response and that of the key.
    """

    part: int
    spans: tuple[Span, ...]
    beside: Span | None


def listed(errors: Errors, kind: str) -> Iterator[Listed]:
    """Each error of a kind, in order of its first mention."""
    union = errors.union
    group, main = grouped(errors)[kind]
    rows = np.flatnonzero(group >= 0)
    rows = rows[np.argsort(group[rows], kind="stable")]
    together = np.split(rows, np.flatnonzero(np.diff(group[rows])) + 1) if len(rows) else []
    for mentions in sorted(together, key=lambda found: int(found[0])):
        first = int(mentions[0])
        spans = [_span(errors, row) for row in mentions.tolist()]
        if kind == "span":
            spans.insert(0, _response_span(errors, first))
        piece = int(main[first])
        beside = None if piece < 0 else _span(errors, int(np.flatnonzero(errors.pieces.of == piece)[0]))
        yield Listed(int(union.part[first]), tuple(spans), beside)


def grouped(errors: Errors) -> dict[str, tuple[Ints, Ints]]:
    """By kind: the error of each mention, or -1, and the main piece that the mention is apart from."""
    union, pieces = errors.union, errors.pieces
    own = np.arange(len(union.part))
    none = np.full(len(own), -1)
    of_response = np.append(pieces.response_main, -1)[union.response_entity]
    of_key = np.append(pieces.key_main, -1)[union.key_entity]
    return {
        "span": (np.where(union.misspanned, own, -1), none),
        "conflated": (np.where(np.isin(pieces.of, pieces.conflated), pieces.of, -1), of_response),
        "extra_mention": (np.where(errors.extra_mention, own, -1), of_response),
        "extra_entity": (np.where(errors.in_extra_entity, union.response_entity, -1), none),
        "divided": (np.where(np.isin(pieces.of, pieces.divided), pieces.of, -1), of_key),
        "missing_mention": (np.where(errors.missing_mention, own, -1), of_key),
        "missing_entity": (np.where(errors.in_missing_entity, union.key_entity, -1), none),
    }


def _span(errors: Errors, row: int) -> Span:
    """The span of a mention, the key's where the key has it."""
    union = errors.union
    if union.key_mention[row] < 0:
        return _response_span(errors, row)
    key, mention = union.matching.key, union.key_mention[row]
    return int(key.start[mention]), int(key.end[mention])


def _response_span(errors: Errors, row: int) -> Span:
    response, mention = errors.union.matching.response, errors.union.response_mention[row]
    return int(response.start[mention]), int(response.end[mention])
