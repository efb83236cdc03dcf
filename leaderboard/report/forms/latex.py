"""The rows of LaTeX tables with booktabs."""

from __future__ import annotations

import re

from tabulate import tabulate

from leaderboard.report.table import Column, Table
from leaderboard.report.words.names import ELLIPSIS, short

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
    "α": r"\ensuremath{\alpha}",
    ELLIPSIS: r"\ldots{}",
    "³": r"\textsuperscript{3}",
    "ₘ": r"\textsubscript{m}",
    "∅": r"$\emptyset$",
    "ₑ": r"\textsubscript{e}",
}
# A longer name would make the letters of the whole table small.
LONGEST_NAME = 30
# What parts one group of rows from the next; lighter than booktabs' own rules.
_GROUP = r"\specialrule{0.1pt}{1pt}{1pt}"
_TABULAR = re.compile(r"^(\\begin\{tabular\})\{[lr]*\}")
# Fonts make dashes, quotes and turned marks of these.
_LIGATURE = re.compile(r"([-'`,])(?=\1)|[?!](?=`)")


def tabular(table: Table) -> str:
    """The rows alone, the best cells bold, a thin rule before each group."""
    align = ["left" if column.is_text else "right" for column in table.columns]
    cells = [
        [
            f"\\textbf{{{escape(cell)}}}" if table.is_best(row, at) else escape(cell)
            for at, cell in enumerate(cells)
        ]
        for row, cells in enumerate(_shown(table))
    ]
    for row in sorted(table.groups):
        cells[row][0] = f"{_GROUP}{cells[row][0]}"
    rows = tabulate(
        cells,
        [_heading(column) for column in table.columns],
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


def _heading(column: Column) -> str:
    """A label of several words, word below word: numbers are narrower than what they are called."""
    words = [escape(word) for word in column.label.split()]
    if len(words) < 2:
        return "".join(words)
    side = "l" if column.is_text else "r"
    return rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}" + r"\\".join(words) + r"\end{tabular}"


def _shown(table: Table) -> list[list[str]]:
    """The rows as people read them, long names shortened."""
    names = {place for place, column in enumerate(table.columns) if column.name == "system"}
    return [
        [short(cell, LONGEST_NAME) if place in names else cell for place, cell in enumerate(row)]
        for row in table.shown()
    ]


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
