"""Remarks on what slices and prices leave out where more than identity is scored."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.options.options import BEYOND_IDENTITY
from leaderboard.remark import Remark, remark
from leaderboard.tasks.task import Task


def remarks_beyond_identity(task: Task, priced: bool) -> Iterator[Remark]:
    """Remark on slices and prices that ignore split antecedents, and on prices that there cannot be."""
    if priced and task.options.primary in BEYOND_IDENTITY:
        yield remark("no_prices_by", metric=task.options.primary)
    if task.signature.fields.get("split") is None or task.options.split_antecedents == "ignore":
        return
    sliced = any(sheet.slice.slicing.keep != "documents" for sheet in task.slices)
    ignoring = (*(("slices",) if sliced else ()), *(("prices",) if priced and task.versions else ()))
    if ignoring:
        yield remark("sets_ignored", by=ignoring)
