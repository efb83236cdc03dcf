"""``leaderboard read``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, shares
from leaderboard.cli.shell import reject, warn
from leaderboard.options import SHOWN, ReadOptions


@shares(shows=["quiet"])
def read(
    responses: Annotated[
        list[str],
        typer.Argument(metavar="RESPONSE", help="Up to three response files, or names in ./submissions"),
    ],
    options: ReadOptions,
    shown: dict[str, object],
    output: Annotated[
        str,
        typer.Option(
            "--output", metavar="FOLDER", help="Folder for the pages (default: reader)", rich_help_panel=SHOWN
        ),
    ] = "reader",
) -> int:
    """Write pages that show documents with the entities and errors of up to three systems."""
    from leaderboard.files import check_output
    from leaderboard.report.files.reader import reader_closing, write_reader
    from leaderboard.tasks.responses import place_of_responses
    from leaderboard.verbs.read import read as read_responses

    show = presentation(options, shown, place_of_responses(responses))
    folder = Path(output)
    check_output(folder)
    with progress(show.quiet) as told:
        result = read_responses(*responses, progress=told, **options)
    if not show.quiet:
        warn(result.warnings)
    code = reject(result.rejected, result.fates)
    write_reader(result.reader, folder)
    typer.echo(reader_closing(result.reader, folder))
    return code
