"""``leaderboard verify``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shell import DONE, NOTHING_DONE
from leaderboard.errors import MOST_PROBLEMS
from leaderboard.text import one_line


def verify(
    reports: Annotated[Path, typer.Argument(help="Folder of the report (default: reports)")] = Path(
        "reports"
    ),
    submissions: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder with the submissions (default: as in the report)",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Rebuild a report from its inputs and compare it byte for byte."""
    from leaderboard.report.files.verification import verification

    found = verification(reports, submissions)
    for note in found.notes:
        typer.echo(one_line(note), err=True)
    for problem in found.problems[:MOST_PROBLEMS]:
        typer.echo(str(problem))
    if found.problems:
        typer.echo(f"{one_line(str(reports))}: not verified: the inputs and options give another report now")
        return NOTHING_DONE
    typer.echo(f"{one_line(str(reports))}: verified: all {found.files} files can be reproduced exactly")
    return DONE
