"""Scores within documents, and links within and across them, where entities are joined over documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from leaderboard.metrics.metric import Floats, recall_precision_f1
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Scoresheet, mean_of_runs
from leaderboard.scoring.links import LINKS, LinkSums, within
from leaderboard.tasks.task import Score, Task, pick


@dataclass(frozen=True, slots=True)
class LinkScores:
    """Numbers of pairs of mentions of one entity, each the mean over runs, and their scores."""

    common: float
    key: float
    response: float
    recall: float
    precision: float
    f1: float


@dataclass(frozen=True, slots=True)
class CrossDocument:
    """The scores of a system where each document is by itself, and its links ``within`` and ``across``."""

    scores_within: Mapping[str, Score]
    links: Mapping[str, LinkScores]


@dataclass(frozen=True, slots=True)
class Across:
    """The kind of groups of documents, and their number."""

    by: str
    groups: int


def across_of(task: Task) -> Across | None:
    """Return the groups of a task; None where entities are within documents."""
    return Across(str(task.options.across), len(task.sheet.parts)) if task.options.joins else None


def cross_document(task: Task) -> dict[str, CrossDocument]:
    """Return what is within and across documents, of each ranked system; empty where nothing is joined."""
    return _of_sheet(task.sheet) if LINKS in task.sheet.sums else {}


def cross_document_remarks(task: Task, priced: bool = False) -> Iterator[Remark]:
    """Remark on what is not comparable, and on prices that were asked for and are left out."""
    if LINKS not in task.sheet.sums:
        return
    if priced:
        yield remark("no_prices_across", by=task.options.across)
    unmatched = LinkSums._make(_totals(task.sheet).T).unmatched
    having = [name for name, count in zip(task.sheet.systems, unmatched, strict=True) if not count]
    if 0 < len(having) < len(task.sheet.systems):
        others = len(task.sheet.systems) - len(having)
        yield remark("mentions_of_key", systems=tuple(having), others=others)


def _of_sheet(sheet: Scoresheet) -> dict[str, CrossDocument]:
    columns = {metric.name: sheet.scores(replace(metric, name=within(metric))) for metric in sheet.metrics}
    return {
        system: CrossDocument(
            {name: pick(column, row) for name, column in columns.items()},
            _links(LinkSums._make(totals)),
        )
        for row, (system, totals) in enumerate(zip(sheet.systems, _totals(sheet), strict=True))
    }


def _totals(sheet: Scoresheet) -> Floats:
    """The sums of links of each system [systems, rows]."""
    return mean_of_runs(sheet.sums[LINKS].sum(axis=-1), sheet.runs)


def _links(sums: LinkSums) -> dict[str, LinkScores]:
    inside = (sums.common_within, sums.key_within, sums.response_within)
    everywhere = (sums.common, sums.key, sums.response)
    beyond = tuple(every - own for every, own in zip(everywhere, inside, strict=True))
    return {"within": _score(*inside), "across": _score(*beyond)}


def _score(common: Floats, key: Floats, response: Floats) -> LinkScores:
    recall, precision, f1 = recall_precision_f1(np.array([common, key, common, response]))
    return LinkScores(*(float(value) for value in (common, key, response, recall, precision, f1)))  # type: ignore[arg-type]
