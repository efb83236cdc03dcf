"""Tables in HTML, on one self-contained page."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from leaderboard.report.table import Table

_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
caption { text-align: left; padding-bottom: .5rem; }
.value { text-align: right; }
.group td { border-top: 2px solid; }
.bar { width: 99%; min-width: 9rem; }
.bar svg { display: block; width: 100%; height: .8rem; }
.correct { color: light-dark(#0072b2, #4aa8dc); fill: currentColor; }
.incorrect { color: light-dark(#c97b00, #f0b840); fill: currentColor; }
.missing { color: light-dark(#949494, #5f656c); fill: currentColor; }
.spurious { color: light-dark(#7a2048, #f7d4e6); fill: currentColor; }
"""


def hashed(content: str) -> str:
    """A style or script as the content security policy of a page names it."""
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"


_POLICY = f"default-src 'none'; style-src {hashed(_STYLE)}; base-uri 'none'; form-action 'none'"


def render_html(table: Table) -> str:
    kinds = ["" if column.is_text else ' class="value"' for column in table.columns]
    header = "".join(
        f'<th scope="col"{kind}>{escape(label)}</th>' for label, kind in zip(table.labels, kinds, strict=True)
    )
    rows = "\n".join(
        ("<tr>", '<tr class="group">')[number in table.groups]
        + "".join(
            f"<td{kind}>{_strong(escape(cell), table.is_best(number, at))}</td>"
            for at, (cell, kind) in enumerate(zip(row, kinds, strict=True))
        )
        + "</tr>"
        for number, row in enumerate(table.shown())
    )
    caption = f"<caption>{escape(table.caption)}</caption>\n" if table.caption else ""
    notes = "\n".join(f"<p>{escape(note)}</p>" for note in table.everything)
    return (
        f"<div><table>\n{caption}<thead><tr>{header}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table></div>\n{notes}\n"
    )


def _strong(cell: str, best: bool) -> str:
    return f"<strong>{cell}</strong>" if best else cell


def page(title: str, body: str) -> str:
    """A whole document that asks nothing of the network and runs nothing."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
