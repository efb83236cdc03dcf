"""Names of metrics for people, and names that are too long for where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import MetricName, scale_of
from leaderboard.text import counted, joined, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.metrics.metric import Metric
    from leaderboard.scoresheet import PartName
    from leaderboard.significance.family import Family

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What reports on responses and on tables of counts say otherwise.

    ``counted`` are what is left of a key or of the items on a slice, and ``smallest`` what a test can show.
    """

    score: str
    scores: str
    item: str
    counted: str
    smallest: str
    by_all: str
    best: str
    parts: str


_OF_RESPONSES = Words(
    score="F1",
    scores="F1",
    item="document",
    counted="Mentions of the key",
    smallest="difference in F1, in points,",
    by_all="Recall, precision and F1 by all metrics,",
    best="Bold: the highest F1 of each metric.",
    parts="recall, precision, ",
)
_OF_TABLES = Words(
    score="score",
    scores="scores",
    item="item",
    counted="Items",
    smallest="difference in score",
    by_all="Scores by all metrics",
    best="Bold: the best score by each metric.",
    parts="",
)


def words_of(metric: str) -> Words:
    """The words of a report by its primary metric, or by any other."""
    return _OF_TABLES if isinstance(metric, MetricName) else _OF_RESPONSES


def label(metric: str) -> str:
    """A metric's name for people; those of tables and of other versions are their own."""
    is_own = not isinstance(metric, MetricName) or (metric.scale.definition == metric and metric.scale.noun)
    return _label(str(metric)) if is_own else str(metric)


@cache
def _label(metric: str) -> str:
    return METRICS[metric](MetricOptions()).label if metric in METRICS else metric


def score_of(metric: str) -> str:
    """What a metric scores by, as ``CoNLL F1``, or its name where that is no F1."""
    return f"{label(metric)}{scale_of(metric).noun}"


def score_column(metric: str) -> str:
    """The column of the scores of a metric."""
    return f"{metric}_{'f1' if scale_of(metric).noun else 'score'}"


def how_shown(metric: str) -> str:
    """How scores are to be read, as it follows in a caption."""
    scale = scale_of(metric)
    said = " ".join(filter(None, (scale.noun.strip(), "in per cent" * scale.percent)))
    return "".join(f", {one}" for one in (said, "lower is better" * scale.lower) if one)


def in_units(metric: str) -> str:
    """How scores are to be read, behind the name of a metric."""
    scale = scale_of(metric)
    return f"{' in per cent' * scale.percent}{', lower is better' * scale.lower}"


def how_all(metrics: Sequence[Metric]) -> str:
    """How the scores of several metrics are to be read: in per cent where all are."""
    names = [metric.name for metric in metrics]
    if not any(isinstance(name, MetricName) for name in names):
        return " in per cent"
    lower = [label(name) for name in names if scale_of(name).lower]
    percent = ", in per cent" if all(scale_of(name).percent for name in names) else ""
    return f"{percent}{f', lower is better: {joined(lower)}' if lower else ''}"


def axis(metric: str) -> str:
    """What stands beside an axis of scores."""
    scale = scale_of(metric)
    return f"{score_of(metric)}{' (%)' * scale.percent}{', lower is better' * scale.lower}"


def points_of(metric: str) -> str:
    """What follows a difference."""
    return " points" * scale_of(metric).percent


def difference_said(metric: str, difference: float) -> str:
    """A difference, with its sign in words where lower is better."""
    scale, after = scale_of(metric), f" {label(metric)}{points_of(metric)}"
    if not scale.lower:
        return f"{scale.text(difference, '+')}{after}"
    return f"{scale.text(abs(difference))}{after} {'lower' if difference < 0 else 'higher'}"


def drawn_from(family: Family) -> str:
    """What samples are drawn from, in the plural."""
    return plural("document" if family.design.unit == "run" else family.design.unit)


def unit_count(family: Family) -> str:
    """Return the number of units, or the least and the greatest where pairs have units of their own."""
    noun, least = family.design.unit, int(family.units_of_pairs.min(initial=family.units))
    most = counted(family.units, noun)
    return most if least == family.units else f"{least:,} to {most}"


def tested_on(family: Family) -> str:
    """Return what scores are of: the units of the tests, but documents where these are runs."""
    if family.design.unit == "run":
        return counted(family.documents or 0, "document")
    if isinstance(family.metric, MetricName) and family.documents is not None:
        return f"{counted(family.documents, 'item')} in {unit_count(family)}"
    return units_said(family)


def units_said(family: Family) -> str:
    """Return the number of units, and of documents where units are clusters or blocks of them."""
    of = "" if family.documents is None else f" ({counted(family.documents, words_of(family.metric).item)})"
    return f"{unit_count(family)}{of}"


def unit_text(unit: PartName) -> str:
    """A document's name, with its dataset before and its part after it where it has them."""
    dataset = f"{unit.dataset}: " if unit.dataset else ""
    return f"{dataset}{unit.document}" + (f" ({unit.number})" if unit.number else "")


def short(name: str, longest: int = 24) -> str:
    """A name of at most so many characters; its end stays, for it is there that variants differ."""
    if len(name) <= longest:
        return name
    end = longest // 3
    return f"{name[: longest - end - 1]}{ELLIPSIS}{name[len(name) - end :]}"
