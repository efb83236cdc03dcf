"""The options of each function as keywords, so that a type checker knows their names and types.

The values are those of ``Options``, in which a list of names may also be one name, and a path a ``Path``.
Written by ``python -m tools.keywords`` from the table of options.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal, TypedDict

from leaderboard.options.options import Across, Adjustment, Match, Singletons

Names = str | list[str] | tuple[str, ...]
Path = str | os.PathLike[str]


class _Reading(TypedDict, total=False):
    heads: Literal["named", "file", "tree", "minspan"] | None
    duplicates: Literal["first", "error"]
    across: Across | None
    follow_symlinks: bool
    word_column: int | None
    coref_column: int
    offsets: Literal["token", "char"] | None
    ends: Literal["inclusive", "exclusive"] | None
    text: Literal["words", "xml", "links"] | None


class _Matching(_Reading, total=False):
    key: Path | None
    metric: Names
    match: Match | None
    layer: Literal["identity", "deixis"] | None
    split_antecedents: Literal["score", "ignore", "only"] | None
    zeros: Literal["dependent", "linear"]
    singletons: Singletons | None
    missing: Literal["error", "empty", "shared"]
    missing_dataset: Literal["error", "zero", "exclude"]
    datasets: Names | None
    check_words: bool
    repair: Literal["none", "align"]


class _Scoring(_Matching, total=False):
    average: Literal["dataset", "pool", "document"]
    blanc: Literal["conll", "luo2014"]
    blanc_weight: float
    lea_importance: Literal["size", "one", "class"] | Callable[[Any], Any]
    da_weights: str
    da_response: Literal["typed", "untyped"]
    da_match: Literal["optimal", "greedy"]


class _Computing(_Scoring, total=False):
    jobs: int | None
    scheduler: str | object | None


class _Drawing(_Computing, total=False):
    alpha: float
    unit: Literal["document", "part", "component", "run", "item", "cluster"]
    draws: int
    margin: float | None
    seed: int
    saved: Path | None


class _Testing(_Drawing, total=False):
    test: Literal["ar", "studentized", "bootstrap", "t"]
    trials: int | None
    adjust: Adjustment
    interval: Literal["t", "percentile", "bca"]


class _Documenting(TypedDict, total=False):
    documents: Path | None


class _Averaging(_Documenting, total=False):
    mentions: Path | None
    separate_runs: bool
    min_runs: int


class _Slicing(_Averaging, total=False):
    by: Names | None
    keep: Names | None
    bands: Names | None
    slice_min: int
    slice_documents: int


class ValidateOptions(_Matching, _Documenting, total=False):
    """The options of ``validate``."""

    lower: Names | None
    percent: Names | None
    rename: Names | None


class DescribeOptions(_Reading, _Documenting, total=False):
    """The options of ``describe``: how files are read."""


class ScoringOptions(_Scoring, total=False):
    """The options for the scores of one submission on a platform, or of a pull request."""


class CompetitionOptions(_Scoring, _Documenting, total=False):
    """The options for the scores of a competition on a platform."""

    primary: str
    settings: Names | None


class ScoreOptions(_Computing, _Slicing, total=False):
    """The options of ``score``."""

    lower: Names | None
    percent: Names | None
    rename: Names | None
    systems: Names | None
    errors: bool
    save: Path | None


class ReadOptions(_Computing, total=False):
    """The options of ``read``."""

    primary: str


class BootstrapOptions(_Drawing, _Averaging, total=False):
    """The options of ``correlate`` and ``power``."""

    lower: Names | None
    percent: Names | None
    rename: Names | None
    systems: Names | None
    cluster: str | None


class ProbeOptions(_Testing, _Documenting, total=False):
    """The options of ``probe``."""


class ErrorOptions(_Testing, _Averaging, total=False):
    """The options of ``error_prices``."""

    primary: str
    cluster: str | None
    against: str | None


class CompareOptions(_Testing, _Slicing, total=False):
    """The options of ``compare``."""

    primary: str
    lower: Names | None
    percent: Names | None
    rename: Names | None
    systems: Names | None
    blocks: int | None
    cluster: str | None
    against: str | None
    errors: bool


class RankOptions(_Testing, _Slicing, total=False):
    """The options of ``rank``."""

    primary: str
    lower: Names | None
    percent: Names | None
    rename: Names | None
    systems: Names | None
    settings: Names | None
    phase: str | None
    track: str | None
    ties: Literal["beaten", "letters", "clusters", "leader"]
    cluster: str | None
    against: str | None
    contrastive: Names | None
    leave_one_out: bool
    baselines: bool
    prices: bool
    reader: bool
    reader_systems: Names | None
