"""``leaderboard compare``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, refuse_columns, shares, telling
from leaderboard.cli.shell import DONE, NOT_SIGNIFICANT, SOME_REJECTED, reject, warn
from leaderboard.options import SHOWN, CompareOptions


@shares(shows=["columns", "format", "quiet"])
def compare(
    responses: Annotated[list[str], typer.Argument(help="Response files, or names in ./submissions.")],
    options: CompareOptions,
    shown: dict[str, object],
    exit_code: Annotated[
        bool,
        typer.Option(
            "--exit-code",
            help="Exit with 10 when the first pair does not differ significantly by the primary metric.",
            rich_help_panel=SHOWN,
        ),
    ] = False,
) -> int:
    """Test the differences between two or more responses."""
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.report.tables.comparisons import (
        compare_record,
        driver_table,
        error_figure,
        error_section,
        people_table,
    )
    from leaderboard.report.tables.error_kinds import error_file_table
    from leaderboard.report.tables.pairs import pair_table
    from leaderboard.tasks.responses import place_of_responses
    from leaderboard.verbs.compare import compare as compare_responses

    show = presentation(options, shown, place_of_responses(responses))
    columns = refuse_columns(shown, show.format)
    with telling(show.format), progress("testing", show.quiet) as told:
        result = compare_responses(*responses, progress=told, **options)
    if not show.quiet:
        warn(result.warnings)
    if show.format == "json":
        typer.echo(render_json(compare_record(result)), nl=False)
    elif show.format == "csv":
        # A file of CSV holds one table: that of the pairs, or what was asked for besides.
        errors = result.options.errors
        whole = error_file_table(result.errors) if errors else pair_table(result.families)
        typer.echo(render(show.format, choose(whole, columns, show.format)), nl=False)
    else:
        driven = [driver_table(result)] if result.drivers.for_first or result.drivers.for_second else []
        table = choose(people_table(result), columns, show.format)
        kinds = (kind.main() for kind in error_section(result))
        typer.echo(render(show.format, table, *driven, *kinds, figure=error_figure(result)), nl=False)
    reject(result.rejected)
    if exit_code and result.first.verdict != "significant":
        return NOT_SIGNIFICANT
    return SOME_REJECTED if result.rejected else DONE
