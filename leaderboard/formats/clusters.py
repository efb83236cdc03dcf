"""Clusters as Python objects: documents whose mentions are any objects become two corpora."""

from __future__ import annotations

import reprlib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Ints, Part, renumbered
from leaderboard.errors import InputError, Problem
from leaderboard.text import one_line

Clusters = Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]]

_PLAIN = frozenset({int, str, float, bool, bytes, type(None)})
_MENTION = "give a hashable object, or a list, array or tensor of one dimension"


class Side(NamedTuple):
    """The numbers of the mentions of one side of a document, ascending, and those of their entities."""

    mention: list[int]
    entity: list[int]


class Document(NamedTuple):
    """The two sides of a document with common numbers; of how many mentions, and how many repeated ones."""

    key: Side
    response: Side
    mentions: int
    repeats: int


def document_of(key: Clusters, response: Clusters, refuse_repeats: bool = False) -> Document:
    """Number the mentions in the order of the text if they are spans, else as they are given."""
    ours, repeats = _entity_numbers(key, "key", refuse_repeats)
    theirs, more = _entity_numbers(response, "response", refuse_repeats)
    mentions: list[Any] = list({**ours, **theirs})
    with suppress(TypeError):  # names beside spans stay as they are given
        mentions = sorted(mentions)
    return Document(_side(ours, mentions), _side(theirs, mentions), len(mentions), repeats + more)


def listed(clusters: Clusters, side: str) -> dict[Hashable, tuple[Hashable, ...]]:
    """Return the mentions of each entity by its id, or by its number from 1; generators are read once."""
    return {
        entity: tuple(_mention(value, side, entity, place) for place, value in enumerate(mentions, 1))
        for entity, mentions in _entities(clusters, side)
    }


def corpora_of(documents: Sequence[Document]) -> tuple[Corpus, Corpus]:
    """The key and the response of all documents, in which each mention is a token."""
    keys, responses, mentions, _ = zip(*documents, strict=True)
    tokens = np.array(mentions, np.int64)
    return _corpus(keys, tokens), _corpus(responses, tokens)


def _entity_numbers(clusters: Clusters, side: str, refuse_repeats: bool) -> tuple[dict[Hashable, int], int]:
    """The number of the first entity of each mention, and how many repeated mentions there are."""
    numbers: dict[Hashable, int] = {}
    repeats = 0
    for number, (entity, mentions) in enumerate(_entities(clusters, side)):
        for place, value in enumerate(mentions, 1):
            mention = _mention(value, side, entity, place)
            if mention not in numbers:
                numbers[mention] = number
            elif refuse_repeats:
                what = f"entity {_shown(entity)}, mention {place}: {_shown(value)} occurs a second time"
                raise InputError([Problem(side, 0, what, "remove one of the two")])
            else:
                repeats += 1
    return numbers, repeats


def _entities(clusters: Clusters, side: str) -> Iterator[tuple[Hashable, Iterable[object]]]:
    """The mentions of each entity with its id, or with its number from 1."""
    if fault := _fault(clusters):
        raise TypeError(f"{side}: {fault}; give the clusters as a list of entities")
    for entity, mentions in clusters.items() if isinstance(clusters, Mapping) else enumerate(clusters, 1):
        if fault := f"{_shown(mentions)} is a mapping" if isinstance(mentions, Mapping) else _fault(mentions):
            raise TypeError(
                f"{side}, entity {_shown(entity)}: {fault}; give each entity as a list of mentions"
            )
        yield entity, mentions


def _fault(value: object) -> str:
    """Why an object cannot be read as a list; empty if it can."""
    if isinstance(value, str | bytes):
        return f"{_shown(value)} is a text"
    try:
        iter(value)  # type: ignore[call-overload]
    except TypeError:
        return f"{_shown(value)} is not iterable"
    return ""


def _mention(value: object, side: str, entity: Hashable, place: int) -> Hashable:
    try:
        return _hashable(value)
    except TypeError:
        what = f"{side}, entity {_shown(entity)}, mention {place}: {_shown(value)} cannot be a mention"
        raise TypeError(f"{what}; {_MENTION}") from None


def _hashable(value: Any) -> Hashable:
    """Lists, arrays and tensors become tuples of Python's own numbers, which are equal and hashable."""
    if type(value) in _PLAIN:
        return value  # type: ignore[no-any-return]
    if isinstance(value, tuple | list):
        return tuple(value) if _PLAIN.issuperset(map(type, value)) else tuple(map(_hashable, value))
    if callable(getattr(value, "tolist", None)):  # an array or a tensor of any library
        value = value.tolist()
        return tuple(map(_not_a_list, value)) if isinstance(value, list) else _hashable(value)
    if callable(getattr(value, "item", None)):
        return _hashable(value.item())
    hash(value)
    return value  # type: ignore[no-any-return]


def _not_a_list(value: Any) -> Hashable:
    if isinstance(value, list):
        raise TypeError
    return _hashable(value)


def _shown(value: object) -> str:
    return one_line(reprlib.repr(value))


def _side(entity: Mapping[Hashable, int], mentions: Sequence[Hashable]) -> Side:
    found = [number for number, mention in enumerate(mentions) if mention in entity]
    return Side(found, [entity[mentions[number]] for number in found])


def _corpus(sides: Sequence[Side], tokens: Ints) -> Corpus:
    part = np.repeat(np.arange(len(sides)), [len(side.mention) for side in sides])
    mention, entity = (
        np.fromiter(chain.from_iterable(column), np.int64, len(part)) for column in zip(*sides, strict=True)
    )
    return Corpus(
        file="",
        parts=tuple(Part("", number) for number in range(len(sides))),
        part_line=np.zeros(len(sides), np.int64),
        tokens=tokens,
        token_line=np.zeros(int(tokens.sum()), np.int64),
        words=None,
        tags=None,
        part=part,
        start=mention,
        end=mention,
        entity=renumbered(part * (1 + entity.max(initial=0)) + entity),  # no two parts share an entity
        line=np.zeros(len(part), np.int64),
    )
