"""``leaderboard diff``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import form_of, shares
from leaderboard.cli.shell import DONE


@shares(shows=["format"], defaults={"format": "markdown"})
def diff(
    shown: dict[str, object],
    old: Annotated[Path, typer.Argument(help="The earlier report, a folder that `rank` wrote.")],
    new: Annotated[Path, typer.Argument(help="The later report.")],
) -> int:
    """What changed between two reports: who entered, left or moved, and which verdicts are others."""
    from leaderboard.report.diff import render_diff
    from leaderboard.verbs.diff import diff as compare_reports

    form = form_of(shown, new, "markdown")
    typer.echo(render_diff(compare_reports(old, new), form), nl=False)
    return DONE
