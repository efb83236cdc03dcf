"""Tables in LaTeX with booktabs, which float: in one column where they fit, else across the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from textwrap import wrap

from tabulate import tabulate

from leaderboard.report.table import Column, Table
from leaderboard.report.words.names import ELLIPSIS, short
from leaderboard.text import one_line

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
    "≤": r"\ensuremath{\leq}",
    "±": r"\ensuremath{\pm}",
    "³": r"\textsuperscript{3}",
    "ₘ": r"\textsubscript{m}",
    "∅": r"$\emptyset$",
    "ₑ": r"\textsubscript{e}",
}
# A longer name would make the letters of the whole table small.
LONGEST_NAME = 30
# A heading of more lines would be higher than the rows of many tables.
MOST_LINES = 3
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
    rows = _booktabs(rows).replace("\\toprule", f"\\toprule{_groups(table)}", 1)
    return _TABULAR.sub(lambda found: f"{found[1]}{{{''.join(widths)}}}", rows, count=1)


def _groups(table: Table) -> str:
    """A row of the headings that several columns share, with a rule below each; or nothing."""
    names = [column.group for column in table.columns]
    starts = [at for at, name in enumerate(names) if at == 0 or name != names[at - 1]]
    spans = [(names[at], at + 1, end) for at, end in zip(starts, [*starts[1:], len(names)], strict=True)]
    if not any(names):
        return ""
    row = " & ".join(rf"\multicolumn{{{end - at + 1}}}{{c}}{{{escape(name)}}}" for name, at, end in spans)
    rules = "".join(rf"\cmidrule(lr){{{at}-{end}}}" for name, at, end in spans if name)
    return f"\n{row} \\\\\n{rules}"


def _heading(column: Column) -> str:
    """A label of several words in two or three lines: numbers are narrower than what they are called."""
    # No line begins with a sign of per cent.
    label = " ".join(column.label.removeprefix(column.group).split()).replace(" %", "\xa0%")
    broken = (wrap(label, width, break_long_words=False, break_on_hyphens=False) for width in count(1))
    lines = [escape(line) for line in next(lines for lines in broken if len(lines) <= MOST_LINES)]
    if len(lines) < 2:
        return "".join(lines)
    side = "l" if column.is_text else "r"
    return rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}" + r"\\".join(lines) + r"\end{tabular}"


def _shown(table: Table) -> list[list[str]]:
    """The rows as people read them, long names shortened."""
    names = {place for place, column in enumerate(table.columns) if column.name == "system"}
    return [
        [short(cell, LONGEST_NAME) if place in names else cell for place, cell in enumerate(row)]
        for row in table.shown()
    ]


def _booktabs(rows: str) -> str:
    """The three rules of tabulate's plain form, as booktabs names them."""
    rules = iter(("\\toprule", "\\midrule", "\\bottomrule"))
    return "\n".join(next(rules) if line.strip() == "\\hline" else line for line in rows.split("\n"))


def escape(text: str) -> str:
    """Show every character as itself, and none joined with the next."""
    escaped = "".join(_SPECIAL.get(character, character) for character in " ".join(text.split()))
    return _LIGATURE.sub(r"\g<0>{}", escaped)


# What a page holds.
MOST_ROWS = 50
# What a column of a paper holds, in characters.
MOST_CHARACTERS = 45
_SMALL = r"\footnotesize\setlength{\tabcolsep}{3pt}" "\n"
# Smaller letters do what graphicx would have to do, and do it better; scaling is for what is wider still.
_FITTED = r"""{\footnotesize\setlength{\tabcolsep}{3pt}\sbox0{\leaderboardrows}%
\ifdim\wd0>\linewidth\scriptsize\setlength{\tabcolsep}{2pt}\sbox0{\leaderboardrows}\fi
\ifdim\wd0>\linewidth\tiny\sbox0{\leaderboardrows}\fi
\ifdim\wd0>\linewidth\ifdefined\resizebox\resizebox{\linewidth}{!}{\usebox0}\else\usebox0\fi\else\usebox0\fi}"""


def render_latex(table: Table) -> str:
    """A table to be pasted into a paper; its signature is a comment."""
    signature = "" if table.signature is None else f"% Signature: {one_line(table.signature)}\n"
    parts = "\n".join(floats(table))
    return f"{signature}% Needs \\usepackage{{booktabs}}.\n{parts}\n"


def floats(
    table: Table, label: str = "", remarks: tuple[str, ...] = (), plain: bool = False
) -> Iterator[str]:
    """As many as it takes; notes and remarks stand below the last, which has the label.

    ``plain`` ones are in small letters in one column, and are not made to fit.
    """
    wide = not plain and _is_wide(table)
    environment = "table*" if wide else "table"
    caption = table.caption.removesuffix(".")
    for start in range(0, max(1, len(table.rows)), MOST_ROWS):
        rows = tabular(table.rows_from(start, start + MOST_ROWS))
        if start + MOST_ROWS < len(table.rows):
            below = _below(f"{caption}, to be continued.", "", ())
        else:
            whole = " ".join(filter(None, (f"{caption}.", table.legend)))
            below = _below(whole, label, (*table.notes, *remarks))
        body = f"{_SMALL}{rows}" if plain else rows
        body = f"\\def\\leaderboardrows{{{rows}}}%\n{_FITTED}" if wide else body
        yield "\n".join([f"\\begin{{{environment}}}", r"\centering", body, *below, f"\\end{{{environment}}}"])


def _is_wide(table: Table) -> bool:
    rows = [table.labels, *table.shown()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return sum(widths) + 2 * len(widths) > MOST_CHARACTERS


def _below(caption: str, label: str, remarks: tuple[str, ...]) -> Iterator[str]:
    yield rf"\caption{{{escape(caption)}}}"
    yield from [rf"\label{{{label}}}"] * bool(label)
    yield from [r"\medskip"] * bool(remarks)
    yield from _lines(remarks)


def small_print(remarks: tuple[str, ...]) -> Iterator[str]:
    """Remarks outside of a table, in a group so that the text after them has its own size."""
    yield from (r"\begingroup", *_lines(remarks), r"\par\endgroup")


def _lines(remarks: tuple[str, ...]) -> Iterator[str]:
    return (rf"\par\raggedright\footnotesize {_breakable(remark)}" for remark in remarks)


def _breakable(text: str) -> str:
    """Long signatures and paths may break after their separators."""
    escaped = escape(text)
    for separator in (r"\textbar{}", "/", r"\_"):
        escaped = escaped.replace(separator, rf"{separator}\allowbreak{{}}")
    return escaped
