"""The rejected submissions as a table."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.report.notes import rejected
from leaderboard.report.table import Column, Table
from leaderboard.report.words.rejections import more
from leaderboard.verbs.rank import RankResult


def rejection_tables(result: RankResult) -> Iterator[Table]:
    """One row a rejected submission with its reason, where there are any."""
    rows = tuple((one.system, f"{one.problem}{more(one)}") for one in rejected(result))
    columns = (Column("system", "System"), Column("reason", "Reason", wraps=True))
    if rows:
        yield Table("Rejected submissions", columns, rows)
