"""``leaderboard compare``"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, refuse_columns, shares, telling, terminal_width
from leaderboard.cli.shell import NOT_SIGNIFICANT, reject, warn
from leaderboard.options import SHOWN, CompareOptions

if TYPE_CHECKING:
    from leaderboard.report.table import Table
    from leaderboard.verbs.compare import CompareResult


@shares(
    shows=["columns", "format", "quiet", "verbose"],
    defaults={"format": "table; text: a paragraph for a paper"},
)
def compare(
    responses: Annotated[
        list[str], typer.Argument(metavar="RESPONSE", help="Response files, or names in ./submissions")
    ],
    options: CompareOptions,
    shown: dict[str, object],
    exit_code: Annotated[
        bool,
        typer.Option(
            "--exit-code",
            help="Exit with code 10 if the first pair does not differ significantly by the primary metric",
            rich_help_panel=SHOWN,
        ),
    ] = False,
) -> int:
    """Test whether two or more responses differ significantly."""
    from leaderboard.report.data.comparisons import compare_record
    from leaderboard.report.forms import render
    from leaderboard.report.table import choose
    from leaderboard.report.tables.comparisons import (
        driver_tables,
        error_figure,
        error_section,
        paper_text,
        people_table,
    )
    from leaderboard.report.tables.runs import run_tables
    from leaderboard.tasks.responses import place_of_responses
    from leaderboard.verbs.compare import compare as compare_responses

    show = presentation(options, shown, place_of_responses(responses), command="compare")
    columns = refuse_columns(shown, show.format)
    with telling(show.format), progress(show.quiet) as told:
        result = compare_responses(*responses, progress=told, **options)
    if not show.quiet:
        warn(result.warnings)
    if show.format == "json":
        from leaderboard.report.forms.json import render_json

        text = render_json(compare_record(result))
    elif show.format == "text":
        text = paper_text(result)
    elif show.format == "csv":
        from leaderboard.report.tables.error_kinds import error_file_table
        from leaderboard.report.tables.pairs import comparisons

        # A CSV file holds one table: the errors if asked for, else the pairs.
        errors = result.options.errors
        pairs = comparisons(result.families, result.text_repairs).table()
        whole = error_file_table(result.errors) if errors else pairs
        text = render(show.format, choose(whole, columns, show.format))
    else:
        table = choose(people_table(result), columns, show.format)
        primary = [metric for metric in result.metrics if metric.name == result.options.primary]
        on_parts = [*run_tables(result.runs, primary), *_slice_tables(result)]
        others = [*on_parts, *driver_tables(result), *error_section(result)]
        if columns != ("all",):
            others = [other.main() for other in others]
        width = terminal_width() if columns is None else None
        text = render(
            show.format, table, *others, figure=error_figure(result), width=width, verbose=show.verbose
        )
    typer.echo(text, nl=False)
    code = reject(result.rejected, result.fates)
    if exit_code and result.first.verdict != "significant":
        return NOT_SIGNIFICANT
    return code


def _slice_tables(result: CompareResult) -> list[Table]:
    """The tables of the slices that were asked for, if any."""
    if not result.slices:
        return []
    from leaderboard.report.tables.slices import pair_slice_tables

    return pair_slice_tables(result)
