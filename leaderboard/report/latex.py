"""LaTeX tables with booktabs, to be pasted into a paper."""

from __future__ import annotations

import re

from tabulate import tabulate

from leaderboard.errors import one_line
from leaderboard.report.table import Table

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    # \textquotedbl is no command of the default encoding, and a bare quote may be a shorthand of babel.
    '"': r"\texttt{\char34}",
    # At the beginning of a row the end of the row before would take these for its own.
    "[": "{[}",
    "*": "{*}",
    "–": r"\textendash{}",
    "³": r"\textsuperscript{3}",
    "ₘ": r"\textsubscript{m}",
    "∅": r"$\emptyset$",
    "ₑ": r"\textsubscript{e}",
}
# What parts one group of rows from the next; lighter than booktabs' own rules.
_GROUP = r"\specialrule{0.1pt}{1pt}{1pt}"
_TABULAR = re.compile(r"^(\\begin\{tabular\})\{[lr]*\}")
# Fonts make dashes, quotes and turned marks of these.
_LIGATURE = re.compile(r"([-'`,])(?=\1)|[?!](?=`)")


def render_latex(table: Table) -> str:
    caption = escape(" ".join((f"{table.caption}.", *table.marked_notes)))
    signature = "" if table.signature is None else f"% Signature: {one_line(table.signature)}\n"
    return (
        f"% needs \\usepackage{{booktabs}}\n{signature}"
        f"\\begin{{table}}\n\\centering\n{tabular(table)}\n\\caption{{{caption}}}\n\\end{{table}}\n"
    )


def tabular(table: Table) -> str:
    """The rows alone, the best cells bold, a thin rule before each group."""
    align = ["left" if column.kind == "text" else "right" for column in table.columns]
    cells = [
        [
            f"\\textbf{{{escape(cell)}}}" if table.is_best(row, at) else escape(cell)
            for at, cell in enumerate(cells)
        ]
        for row, cells in enumerate(table.shown())
    ]
    for row in sorted(table.groups):
        cells[row][0] = f"{_GROUP}{cells[row][0]}"
    rows = tabulate(
        cells,
        [escape(label) for label in table.labels],
        "latex_raw",
        colalign=align,
        disable_numparse=True,
    )
    widths = [
        r"p{0.3\linewidth}" if column.wraps else edge[0]
        for column, edge in zip(table.columns, align, strict=True)
    ]
    # A function, because the backslash of a width is no reference to a group.
    return _TABULAR.sub(lambda found: f"{found[1]}{{{''.join(widths)}}}", _booktabs(rows), count=1)


def _booktabs(rows: str) -> str:
    """The three rules of tabulate's plain form, as booktabs names them."""
    top, middle, bottom = "\\toprule", "\\midrule", "\\bottomrule"
    lines = rows.split("\n")
    rules = iter((top, middle, bottom))
    return "\n".join(next(rules) if line.strip() == "\\hline" else line for line in lines)


def escape(text: str) -> str:
    """Show every character as itself, and none joined with the next."""
    escaped = "".join(_SPECIAL.get(character, character) for character in " ".join(text.split()))
    return _LIGATURE.sub(r"\g<0>{}", escaped)
