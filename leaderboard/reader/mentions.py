"""The mentions of a key and the extra mentions of systems, each once, and what each system makes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.corpus import Corpus, Ints
from leaderboard.prices import ERROR_KINDS, Errors, grouped
from leaderboard.reader.text import Spans, Text


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Pane:
    """A system: the entity of each mention, or -1, its own span where that is wrong, and its errors."""

    entity: Ints
    spans: Mapping[int, Spans]
    wrong: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mentions:
    """Mentions as columns, those of the key first; ``entity`` is the key's, or -1.

    ``panes`` are the systems, for whom a mention that they lack and do not miss bears no error.
    """

    spans: Sequence[Spans]
    part: Ints
    entity: Ints
    panes: tuple[Pane, ...]


def drawn(errors: Errors) -> tuple[Corpus, Ints]:
    """The mentions of a response that are drawn at its own spans: extra ones, and those of wrong spans."""
    union = errors.union
    rows = (union.key_mention < 0) | union.misspanned
    return union.matching.response, np.sort(union.response_mention[rows])


def mentions_of(text: Text, key: Corpus, systems: Sequence[Errors]) -> Mentions:
    """Unite the mentions of the counted key and of the systems; extra mentions are one if their nodes are."""
    spans = text.spans(key, np.arange(len(key.part)))
    part, extra = key.part.tolist(), dict[Spans, int]()
    panes = []
    for errors in systems:
        own = dict(zip(drawn(errors)[1].tolist(), text.spans(*drawn(errors)), strict=True))
        number = errors.union.key_mention.tolist()
        for row in np.flatnonzero(errors.union.key_mention < 0).tolist():
            span = own[int(errors.union.response_mention[row])]
            if span not in extra:
                extra[span] = len(spans)
                spans.append(span)
                part.append(int(errors.union.part[row]))
            number[row] = extra[span]
        panes.append((errors, np.array(number, np.int64), own))
    return Mentions(
        spans=spans,
        part=np.array(part, np.int64),
        entity=np.append(key.entity, np.full(len(extra), -1)),
        panes=tuple(_pane(errors, number, own, len(spans)) for errors, number, own in panes),
    )


def _pane(errors: Errors, number: Ints, own: Mapping[int, Spans], count: int) -> Pane:
    """The marks of a system; ``number`` is that of each of its rows among all mentions."""
    union = errors.union
    entity = np.full(count, -1)
    entity[number] = union.response_entity
    wrong: dict[int, tuple[str, ...]] = {}
    groups = grouped(errors)
    for kind in ERROR_KINDS:
        for mention in number[groups[kind][0] >= 0].tolist():
            wrong[mention] = (*wrong.get(mention, ()), kind)
    misspanned = np.flatnonzero(union.misspanned)
    spans = zip(number[misspanned].tolist(), union.response_mention[misspanned].tolist(), strict=True)
    return Pane(entity=entity, spans={mention: own[row] for mention, row in spans}, wrong=wrong)
