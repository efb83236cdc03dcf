"""LaTeX tables with booktabs, to be pasted into a paper."""

from __future__ import annotations

from tabulate import tabulate

from leaderboard.report.table import Table

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "–": "--",
    "³": r"\textsuperscript{3}",
    "ₘ": r"\textsubscript{m}",
    "ₑ": r"\textsubscript{e}",
}


def render_latex(table: Table) -> str:
    align = ["left" if column.kind == "text" else "right" for column in table.columns]
    rows = tabulate(
        [[escape(cell) for cell in row] for row in table.shown()],
        [escape(label) for label in table.labels],
        "latex_raw",
        colalign=align,
        disable_numparse=True,
    )
    return (
        "% needs \\usepackage{booktabs}\n"
        "\\begin{table}\n\\centering\n"
        + _booktabs(rows)
        + f"\n\\caption{{{escape(' '.join((table.caption, *table.notes)))}}}\n\\end{{table}}\n"
    )


def _booktabs(rows: str) -> str:
    """The three rules of tabulate's plain form, as booktabs names them."""
    top, middle, bottom = "\\toprule", "\\midrule", "\\bottomrule"
    lines = rows.split("\n")
    rules = iter((top, middle, bottom))
    return "\n".join(next(rules) if line.strip() == "\\hline" else line for line in lines)


def escape(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in " ".join(text.split()))
