"""``leaderboard describe``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import presentation, refuse_columns, shares, terminal_width
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SHOWN, DescribeOptions


@shares(shows=["columns", "format", "quiet"])
def describe(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE_OR_FOLDER", help="Files, folders of submissions, or names in ./submissions"
        ),
    ],
    options: DescribeOptions,
    shown: dict[str, object],
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write describe.csv, describe.md and describe.tex to this folder too (default: none)",
            rich_help_panel=SHOWN,
        ),
    ] = None,
) -> int:
    """Count documents, words, entities and mentions of keys and responses.

    The key of a folder of submissions is shown first. No key is needed.
    """
    from leaderboard.files import check_output, write_whole
    from leaderboard.report.files.descriptions import description_files
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.report.tables.descriptions import (
        description_of,
        description_record,
        description_tables,
    )
    from leaderboard.verbs.describe import describe as describe_files
    from leaderboard.verbs.describe import place_of_files

    show = presentation(options, shown, place_of_files(files))
    columns = refuse_columns(shown, show.format)
    if output is not None:
        check_output(output)
    result = describe_files(*files, **options)
    if not show.quiet:
        warn(result.warnings)
    if output is not None and result.files:
        write_whole(description_files(result), output)
    if show.format == "json":
        typer.echo(render_json(description_record(result)), nl=False)
    elif result.files and (show.format == "csv" or columns is not None):
        table = choose(description_of(result).table(), columns, show.format)
        typer.echo(render(show.format, table), nl=False)
    elif result.files:
        tables = description_tables(result)
        typer.echo(render(show.format, *tables, width=terminal_width()), nl=False)
    reject(result.rejected)
    return DONE if not result.rejected else SOME_REJECTED if result.files else NOTHING_DONE
