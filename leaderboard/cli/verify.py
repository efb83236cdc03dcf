"""``leaderboard verify``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shell import DONE, NOTHING_DONE
from leaderboard.errors import MOST_PROBLEMS
from leaderboard.text import one_line


def verify(
    reports: Annotated[Path, typer.Argument(help="The folder with the report.")] = Path("reports"),
    submissions: Annotated[
        Path | None,
        typer.Option(help="Where the submissions are now, if not where the report says.", show_default=False),
    ] = None,
) -> int:
    """Build a report again from what it was made of, and compare byte for byte."""
    from leaderboard.report.files.verification import verification

    found = verification(reports, submissions)
    for note in found.notes:
        typer.echo(one_line(note), err=True)
    for problem in found.problems[:MOST_PROBLEMS]:
        typer.echo(str(problem))
    if found.problems:
        typer.echo(f"{one_line(str(reports))}: not what its inputs and options make now")
        return NOTHING_DONE
    typer.echo(f"{one_line(str(reports))}: all {found.files} files are what their inputs and options make")
    return DONE
