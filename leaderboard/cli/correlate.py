"""``leaderboard correlate``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import FORMAT, shares
from leaderboard.cli.shell import DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN, TESTED


@shares(
    SCORED,
    TESTED,
    SHOWN,
    without=[
        "settings",
        "primary",
        "test",
        "trials",
        "adjust",
        "ties",
        "interval",
        "against",
        "leave_one_out",
        "errors",
    ],
)
def correlate(
    options: dict[str, object],
    sources: Annotated[
        list[str] | None,
        typer.Argument(help="A folder of submissions, or tables of scores in CSV.", show_default=False),
    ] = None,
    columns: Annotated[
        str | None, typer.Option(help="Columns by name, with commas, or `all`.", rich_help_panel=SHOWN)
    ] = None,
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No progress bar and no warnings.", rich_help_panel=SHOWN)
    ] = False,
) -> int:
    """Correlate metrics over systems: do they agree on which is better?"""
    from leaderboard.report.correlations import correlate_record, correlation_table, people_table
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.verbs.correlate import correlate as correlate_metrics

    with progress("drawing", quiet) as told:
        result = correlate_metrics(*(sources or ()), progress=told, **options)
    if not quiet:
        warn(result.warnings)
    if format == "json":
        text = render_json(correlate_record(result))
    else:
        table = correlation_table(result.correlations) if format == "csv" else people_table(result)
        text = render(format, choose(table, columns, format))
    typer.echo(text, nl=False)
    reject(result.rejected)
    return SOME_REJECTED if result.rejected else DONE
