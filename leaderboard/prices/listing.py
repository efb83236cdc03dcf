"""The errors of a response one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from leaderboard.corpus import Ints
from leaderboard.prices.error_kinds import Errors

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
