"""``leaderboard pull-request``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import form_of, shares
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED, reject
from leaderboard.options import ScoringOptions


@shares(without=["follow_symlinks"], shows=["format"], defaults={"format": "markdown"})
def pull_request(
    base: Annotated[str, typer.Argument(help="Branch or commit to compare with, such as origin/main")],
    options: ScoringOptions,
    shown: dict[str, object],
    submissions: Annotated[
        str, typer.Argument(help="Folder with the submissions (default: submissions)")
    ] = "submissions",
) -> int:
    """Validate and score the submissions that a branch changes."""
    from leaderboard.platforms.pull_request import pull_request as judge
    from leaderboard.report.pull_requests import render_pull_request

    form = form_of(shown, Path(submissions), "markdown")
    result = judge(base, submissions, **options)
    typer.echo(render_pull_request(result, form), nl=False)
    if result.scores:
        reject(result.scores.rejected)
    if result.complete:
        return DONE
    return SOME_REJECTED if result.scored else NOTHING_DONE
