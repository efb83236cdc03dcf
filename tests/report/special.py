"""Text of a stranger, and tables that are full of it."""

from __future__ import annotations

from leaderboard.report.table import Column, Table

# Every printable character of ASCII that is no letter, digit or blank, then what could steer a reader.
MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
SCRIPT = "<script>alert(1)</script>"


def table(*names: str, caption: str = "Scores", notes: tuple[str, ...] = ()) -> Table:
    """One row a name."""
    columns = (Column("system", "System"), Column("bcub_f1", "B³", "percent"))
    return Table(caption, columns, tuple((name, 0.5) for name in names), notes)
