"""Reports of rankings, changed for tests."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.report.files.contents import report_files
from leaderboard.verbs.rank import RankResult


def report_without_texts(result: RankResult) -> dict[str, bytes]:
    """Return the files of a report that names no way to the texts and no files, as one of saved sums."""
    return report_files(replace(result, has_texts=False, task=replace(result.task, fates=())), ())


def without_warnings(result: RankResult) -> dict[str, bytes]:
    """A report but for warnings and the way to the texts, which name files where there are any."""
    return report_without_texts(replace(result, task=replace(result.task, warnings=())))
