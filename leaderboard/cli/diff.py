"""``leaderboard diff``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import form_of, shares, terminal_width
from leaderboard.cli.shell import DONE


@shares(shows=["format"], defaults={"format": "markdown"})
def diff(
    shown: dict[str, object],
    old: Annotated[Path, typer.Argument(help="Folder of the earlier report")],
    new: Annotated[Path, typer.Argument(help="Folder of the later report")],
) -> int:
    """Show what changed between two reports: systems, ranks and verdicts."""
    from leaderboard.report.diff import render_diff
    from leaderboard.verbs.diff import diff as compare_reports

    form = form_of(shown, new, "markdown")
    typer.echo(render_diff(compare_reports(old, new), form, terminal_width()), nl=False)
    return DONE
