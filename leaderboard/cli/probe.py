"""``leaderboard probe``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import FORMAT, refuse_columns, shares
from leaderboard.cli.shell import DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN, TESTED

UNUSED = ["settings", "primary", "ties", "against", "leave_one_out", "errors"]


@shares(SCORED, TESTED, SHOWN, without=UNUSED)
def probe(
    options: dict[str, object],
    name: Annotated[
        str | None,
        typer.Argument(help="An experiment, as `split` or `correct_links`; all of them, if not said."),
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            help="Probe with better and worse versions of this response instead; again for several.",
            rich_help_panel=SCORED,
        ),
    ] = None,
    submissions: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Instead: which metrics rank its systems differently, and which documents cause it.",
            rich_help_panel=SCORED,
        ),
    ] = None,
    columns: Annotated[
        str | None, typer.Option(help="Columns by name, with commas, or `all`.", rich_help_panel=SHOWN)
    ] = None,
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
    output: Annotated[
        Path | None,
        typer.Option(help="Write all forms and figures to this folder too.", rich_help_panel=SHOWN),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No progress bar and no warnings.", rich_help_panel=SHOWN)
    ] = False,
) -> int:
    """How each metric reacts to controlled errors, on the key of Moosavi & Strube (2016) or another.

    All metrics take part, unless some are chosen with --metric.
    """
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.report.probe_files import write_probe
    from leaderboard.report.probe_records import probe_record
    from leaderboard.report.probes import probe_table, probe_tables
    from leaderboard.report.table import choose
    from leaderboard.verbs.probe import probe as probe_metrics

    refuse_columns(columns, format)
    with progress("probing", quiet) as told:
        result = probe_metrics(
            name, response=response or (), submissions=submissions, progress=told, **options
        )
    if not quiet:
        warn(result.warnings)
    if output is not None:
        write_probe(result, output)
    if format == "json":
        text = render_json(probe_record(result))
    elif format == "csv" or columns is not None:
        text = render(format, choose(probe_table(result), columns, format))
    else:
        text = render(format, *probe_tables(result))
    typer.echo(text, nl=False)
    reject(result.rejected)
    return SOME_REJECTED if result.rejected else DONE
