"""Tables in LaTeX that float: in one column where they fit, else across the page, shrunk if need be."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.errors import one_line
from leaderboard.report.forms.latex import escape, tabular
from leaderboard.report.table import Table

# What a page holds.
MOST_ROWS = 50
# What a column of a paper holds, in characters.
MOST_CHARACTERS = 45
# Smaller letters do what graphicx would have to do, and do it better; scaling is for what is wider still.
_FITTED = r"""{\footnotesize\setlength{\tabcolsep}{3pt}\sbox0{\leaderboardrows}%
\ifdim\wd0>\linewidth\scriptsize\setlength{\tabcolsep}{2pt}\sbox0{\leaderboardrows}\fi
\ifdim\wd0>\linewidth\tiny\sbox0{\leaderboardrows}\fi
\ifdim\wd0>\linewidth\ifdefined\resizebox\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi\else\usebox0\fi}"""


def render_latex(table: Table) -> str:
    """A table to be pasted into a paper; its signature is a comment."""
    signature = "" if table.signature is None else f"% Signature: {one_line(table.signature)}\n"
    parts = "\n".join(floats(table))
    return f"% needs \\usepackage{{booktabs}}\n{signature}{parts}\n"


def floats(table: Table, label: str = "", remarks: tuple[str, ...] = ()) -> Iterator[str]:
    """As many as it takes; legend and remarks stand below the last, which has the label."""
    wide = _is_wide(table)
    environment = "table*" if wide else "table"
    for start in range(0, max(1, len(table.rows)), MOST_ROWS):
        rows = tabular(table.rows_from(start, start + MOST_ROWS))
        if start + MOST_ROWS < len(table.rows):
            below = _below(f"{table.caption}, to be continued.", "", ())
        else:
            caption = f"{table.caption.removesuffix('.')}."
            below = _below(" ".join((caption, *table.marked_notes)), label, remarks)
        body = f"\\def\\leaderboardrows{{{rows}}}%\n{_FITTED}" if wide else rows
        yield "\n".join([f"\\begin{{{environment}}}", r"\centering", body, *below, f"\\end{{{environment}}}"])


def _is_wide(table: Table) -> bool:
    rows = [table.labels, *table.shown()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return sum(widths) + 2 * len(widths) > MOST_CHARACTERS


def _below(caption: str, label: str, remarks: tuple[str, ...]) -> Iterator[str]:
    yield rf"\caption{{{escape(caption)}}}"
    yield from [rf"\label{{{label}}}"] * bool(label)
    yield from [r"\medskip"] * bool(remarks)
    for remark in remarks:
        yield rf"\par\raggedright\footnotesize {_breakable(remark)}"


def _breakable(text: str) -> str:
    """Long signatures and paths may break behind their separators."""
    escaped = escape(text)
    for separator in (r"\textbar{}", "/", r"\_"):
        escaped = escaped.replace(separator, rf"{separator}\allowbreak{{}}")
    return escaped
