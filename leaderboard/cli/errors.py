"""``leaderboard errors``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import (
    presentation,
    refuse_columns,
    refuse_several,
    shares,
    telling,
    terminal_width,
)
from leaderboard.cli.shell import reject, warn
from leaderboard.options import SHOWN, ErrorOptions


@shares(shows=["columns", "format", "quiet", "verbose"])
def errors(
    responses: Annotated[
        list[str], typer.Argument(metavar="RESPONSE", help="Response files, or names in ./submissions")
    ],
    options: ErrorOptions,
    shown: dict[str, object],
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            metavar="NAMES",
            help="Kinds of errors to list one by one, separated by commas (default: prices only)",
            rich_help_panel=SHOWN,
        ),
    ] = None,
    write: Annotated[
        str | None,
        typer.Option(
            "--write",
            metavar="FOLDER",
            help="New folder for the key and the corrected responses",
            rich_help_panel=SHOWN,
        ),
    ] = None,
    per_document: Annotated[
        bool,
        typer.Option("--per-document", help="Count the errors in each document", rich_help_panel=SHOWN),
    ] = False,
) -> int:
    """Show what each kind of error costs a system."""
    from leaderboard.report.data.error_prices import price_record
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.report.tables.error_prices import csv_table, price_tables
    from leaderboard.tasks.responses import place_of_responses
    from leaderboard.verbs.error_prices import error_prices

    show = presentation(options, shown, place_of_responses(responses))
    columns = refuse_columns(shown, show.format)
    if show.format == "csv":
        refuse_several({"--kind": bool(kind), "--per-document": per_document})
    with telling(show.format), progress(show.quiet) as told:
        kinds = [name for names in kind or () for name in names.split(",")]
        result = error_prices(
            *responses, kinds=kinds, write=write, per_document=per_document, progress=told, **options
        )
    if not show.quiet:
        warn(result.warnings)
    if show.format == "json":
        text = render_json(price_record(result))
    else:
        tables = [csv_table(result)] if show.format == "csv" else price_tables(result)
        first, *others = tables
        width = terminal_width() if columns is None else None
        chosen = [choose(first, columns, show.format), *(other.main() for other in others)]
        text = render(show.format, *chosen, width=width, verbose=show.verbose)
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)
