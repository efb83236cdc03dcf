"""Documents to look at: the words, the key and the mentions and errors of systems; what its pages show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple


class MetricRow(NamedTuple):
    """The F1 of each system on one document by a metric."""

    label: str
    f1: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a document contributes to the difference between the first two systems by a metric.

    ``difference`` is that of the corpus scores, and ``more`` counts the documents with a larger effect of
    the same sign. Of one system there are the F1 of the document and of the ``corpus`` alone.
    """

    metric: str
    f1: float
    corpus: float
    effect: float | None
    difference: float | None
    more: int
    documents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPage:
    """A document, or a page of a long one.

    ``number`` counts the documents of the key from 1, ``page`` the pages of the document. ``previous`` and
    ``next`` are files beside this one, ``report`` is the address of the report from here. ``words`` are
    those of each sentence. ``data`` is for the script.
    """

    title: str
    number: int
    file: str
    page: int
    pages: int
    primary: str
    metrics: tuple[MetricRow, ...]
    names: tuple[str, ...]
    effect: Effect
    words: tuple[tuple[str, ...], ...]
    data: Mapping[str, Any]
    previous: str | None = None
    next: str | None = None
    report: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    """A document: its words, the F1 of each system by the primary metric, and the errors of each by kind.

    ``difference`` and ``effect`` are of the first two systems, and None if there is one system.
    """

    file: str
    name: str
    words: int
    f1: tuple[float, ...]
    difference: float | None
    effect: float | None
    errors: tuple[Mapping[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderIndex:
    """All documents, those of the largest effect first."""

    names: tuple[str, ...]
    primary: str
    rows: tuple[IndexRow, ...]
    report: str | None = None
