"""What a page of the reader shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRow:
    """The F1 of each system on one document by a metric."""

    label: str
    f1: tuple[float, ...]


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
    previous: str | None
    next: str | None
    report: str | None
    primary: str
    metrics: tuple[MetricRow, ...]
    names: tuple[str, ...]
    sentence: str | None
    words: tuple[tuple[str, ...], ...]
    data: Mapping[str, Any]


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

    report: str | None
    names: tuple[str, ...]
    primary: str
    rows: tuple[IndexRow, ...]
    data: Mapping[str, Any]
