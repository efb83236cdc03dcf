"""``leaderboard compare``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import FORMAT, refuse_columns, shares
from leaderboard.cli.shell import DONE, NOT_SIGNIFICANT, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN, TESTED


@shares(SCORED, TESTED, SHOWN, without=["settings", "ties", "leave_one_out"])
def compare(
    responses: Annotated[list[str], typer.Argument(help="Response files, or names in ./submissions.")],
    options: dict[str, object],
    exit_code: Annotated[
        bool,
        typer.Option(
            "--exit-code",
            help="Exit with 10 when the first pair does not differ significantly by the primary metric.",
            rich_help_panel=SHOWN,
        ),
    ] = False,
    columns: Annotated[
        str | None, typer.Option(help="Columns by name, with commas, or `all`.", rich_help_panel=SHOWN)
    ] = None,
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No progress bar and no warnings.", rich_help_panel=SHOWN)
    ] = False,
) -> int:
    """Test the differences between two or more responses."""
    from leaderboard.report.comparisons import compare_record, driver_table, error_section, people_table
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.report.pairs import pair_table
    from leaderboard.report.table import choose
    from leaderboard.verbs.compare import compare as compare_responses

    refuse_columns(columns, format)
    with progress("testing", quiet) as told:
        result = compare_responses(*responses, progress=told, **options)
    if not quiet:
        warn(result.warnings)
    if format == "json":
        typer.echo(render_json(compare_record(result)), nl=False)
    elif format == "csv":
        table = choose(pair_table(result.families), columns, format)
        typer.echo(render(format, table), nl=False)
    else:
        driven = [driver_table(result)] if result.drivers.for_first or result.drivers.for_second else []
        table = choose(people_table(result), columns, format)
        errors = (errors.main() for errors in error_section(result))
        typer.echo(render(format, table, *driven, *errors), nl=False)
    reject(result.rejected)
    if exit_code and result.first.verdict != "significant":
        return NOT_SIGNIFICANT
    return SOME_REJECTED if result.rejected else DONE
