"""The options of each function as keyword arguments, so that a type checker knows their names and types.

The values are those of ``Options``, in which a list of names may also be one name, and a path a ``Path``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, TypedDict

from leaderboard.options.options import Match, Singletons

Names = str | list[str] | tuple[str, ...]
Path = str | os.PathLike[str]


class DocumentTable(TypedDict, total=False):
    """Attributes and topics of documents."""

    documents: Path | None


class MatchingOptions(TypedDict, total=False):
    """Options for reading submissions and matching them with the key."""

    key: Path | None
    match: Match | None
    heads: Literal["named", "file", "tree", "minspan"] | None
    layer: Literal["identity", "deixis"] | None
    split_antecedents: Literal["score", "ignore", "only"] | None
    zeros: Literal["dependent", "linear"]
    singletons: Singletons | None
    duplicates: Literal["first", "error"]
    missing: Literal["error", "empty"]
    missing_dataset: Literal["error", "zero", "exclude"]
    datasets: Names | None
    across: Literal["document", "subtopic", "topic", "corpus"] | None
    check_words: bool
    follow_symlinks: bool
    word_column: int | None
    coref_column: int
    offsets: Literal["token", "char"] | None
    ends: Literal["inclusive", "exclusive"] | None
    text: Literal["words", "xml", "links"] | None
    repair: Literal["none", "align"]


class ValidateOptions(MatchingOptions, DocumentTable, total=False):
    """The options of ``validate``."""


class DescribeOptions(DocumentTable, total=False):
    """The options of ``describe``: how files are read."""

    heads: Literal["named", "file", "tree", "minspan"] | None
    across: Literal["document", "subtopic", "topic", "corpus"] | None
    duplicates: Literal["first", "error"]
    follow_symlinks: bool
    word_column: int | None
    coref_column: int
    offsets: Literal["token", "char"] | None
    ends: Literal["inclusive", "exclusive"] | None


class ScoringOptions(MatchingOptions, total=False):
    """Metrics and their variants."""

    metric: Names
    average: Literal["dataset", "pool", "document"]
    blanc: Literal["conll", "luo2014"]
    blanc_weight: float
    lea_importance: Literal["size", "one", "class"] | Callable[[Any], Any]
    da_weights: str
    da_response: Literal["typed", "untyped"]
    da_match: Literal["optimal", "greedy"]


class ComputingOptions(TypedDict, total=False):
    """Where scores are computed."""

    jobs: int | None
    scheduler: str | None


class SliceChoices(DocumentTable, total=False):
    """Which slices are shown beside the whole."""

    by: Names | None
    keep: Names | None
    bands: Names | None
    slice_min: int
    slice_documents: int


class RunOptions(TypedDict, total=False):
    """Options on several runs of a system."""

    separate_runs: bool
    min_runs: int


class ScoreOptions(ScoringOptions, ComputingOptions, SliceChoices, RunOptions, total=False):
    """The options of ``score``."""

    errors: bool
    save: Path | None


class ReadOptions(ScoringOptions, ComputingOptions, total=False):
    """The options of ``read``."""

    primary: str


class DrawingOptions(ScoringOptions, ComputingOptions, total=False):
    """Options of functions that draw documents."""

    alpha: float
    unit: Literal["document", "part"]
    draws: int
    seed: int
    margin: float | None
    saved: Path | None


class BootstrapOptions(DrawingOptions, RunOptions, DocumentTable, total=False):
    """The options of ``correlate`` and ``power``."""


class SignificanceOptions(DrawingOptions, total=False):
    """Options of functions that test."""

    test: Literal["ar", "bootstrap"]
    trials: int | None
    adjust: Literal["shaffer", "holm", "bonferroni", "bh", "none"]
    interval: Literal["t", "percentile", "bca"]


class ProbeOptions(SignificanceOptions, DocumentTable, total=False):
    """The options of ``probe``."""


class ErrorOptions(SignificanceOptions, RunOptions, total=False):
    """The options of ``error_prices``."""

    primary: str
    against: str | None


class CompareOptions(ErrorOptions, SliceChoices, total=False):
    """The options of ``compare``."""

    errors: bool


class RankOptions(SignificanceOptions, SliceChoices, RunOptions, total=False):
    """The options of ``rank``."""

    primary: str
    settings: Names | None
    phase: str | None
    track: str | None
    ties: Literal["beaten", "letters", "clusters", "leader"]
    against: str | None
    leave_one_out: bool
    prices: bool
    reader: bool
    reader_systems: Names | None


class CompetitionOptions(ScoringOptions, DocumentTable, total=False):
    """The options behind the scores of a competition on a platform."""

    primary: str
    settings: Names | None
