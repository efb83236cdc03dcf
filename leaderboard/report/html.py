"""One self-contained HTML page with a table."""

from __future__ import annotations

from html import escape

from leaderboard.report.table import Table

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
div { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
caption { text-align: left; padding-bottom: .5rem; }
.value { text-align: right; }
"""


def render_html(table: Table) -> str:
    kinds = ["" if column.kind == "text" else ' class="value"' for column in table.columns]
    header = "".join(
        f'<th scope="col"{kind}>{escape(label)}</th>' for label, kind in zip(table.labels, kinds, strict=True)
    )
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(cell)}</td>" for cell, kind in zip(row, kinds, strict=True))
        + "</tr>"
        for row in table.shown()
    )
    notes = "\n".join(f"<p>{escape(note)}</p>" for note in table.notes)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(table.caption)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<div><table>\n<caption>{escape(table.caption)}</caption>\n<thead><tr>{header}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table></div>\n{notes}\n</main>\n</body>\n</html>\n"
    )
