"""``leaderboard power``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import FORMAT, shares
from leaderboard.cli.shell import DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN, TESTED

UNUSED = [
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
]


@shares(SCORED, TESTED, SHOWN, without=UNUSED)
def power(
    options: dict[str, object],
    submissions: Annotated[str, typer.Argument(help="The folder with the submissions.")] = "submissions",
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No progress bar and no warnings.", rich_help_panel=SHOWN)
    ] = False,
) -> int:
    """The smallest difference that this test set can detect."""
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.report.powers import curve_tables, power_record, power_table
    from leaderboard.verbs.power import power as power_of

    with progress("drawing", quiet) as told:
        result = power_of(submissions, progress=told, **options)
    if not quiet:
        warn(result.warnings)
    if format == "json":
        typer.echo(render_json(power_record(result)), nl=False)
    else:
        more = () if format == "csv" else curve_tables(result)
        typer.echo(render(format, power_table(result), *more), nl=False)
    reject(result.rejected)
    return SOME_REJECTED if result.rejected else DONE
