"""``leaderboard compare``"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.shared import Responses, own, shares, view
from leaderboard.cli.shell import NOT_SIGNIFICANT, reject
from leaderboard.options import CompareOptions

if TYPE_CHECKING:
    from leaderboard.report.table import Table
    from leaderboard.verbs.compare import CompareResult


@shares(
    shows=["columns", "format", "quiet", "verbose"],
    defaults={"format": "table; text: a paragraph for a paper"},
)
def compare(
    responses: Responses,
    options: CompareOptions,
    shown: dict[str, object],
    exit_code: Annotated[
        bool,
        own(
            "Exit with code 10 if the first pair does not differ significantly by the primary metric",
            "--exit-code",
        ),
    ] = False,
) -> int:
    """Test whether two or more responses differ significantly."""
    from leaderboard.report.features.runs import run_tables
    from leaderboard.report.tables.comparisons import (
        compare_record,
        driver_tables,
        error_figure,
        error_section,
        paper_text,
        people_table,
    )
    from leaderboard.tasks.scored_task import place_of_responses
    from leaderboard.verbs.compare import compare as compare_responses

    show = view(options, shown, place_of_responses(responses), command="compare")
    with show.running() as told:
        result = compare_responses(*responses, progress=told, **options)
    show.warn(result.warnings)
    if show.form == "json":
        from leaderboard.report.forms.json import render_json

        text = render_json(compare_record(result))
    elif show.form == "text":
        text = paper_text(result)
    elif show.form == "csv":
        from leaderboard.report.features.errors import error_file_table
        from leaderboard.report.tables.pairs import comparisons

        # A CSV file holds one table: the errors if asked for, else the pairs.
        pairs = comparisons(result.families, result.text_repairs).table()
        text = show.text(error_file_table(result.errors) if result.options.errors else pairs)
    else:
        primary = [metric for metric in result.metrics if metric.name == result.options.primary]
        on_parts = [*run_tables(result.runs, primary), *_slice_tables(result)]
        others = [*on_parts, *driver_tables(result), *error_section(result)]
        if show.columns != ("all",):
            others = [other.main() for other in others]
        text = show.text(people_table(result), *others, figure=error_figure(result))
    typer.echo(text, nl=False)
    code = reject(result.rejected, result.fates)
    if exit_code and result.first.verdict != "significant":
        return NOT_SIGNIFICANT
    return code


def _slice_tables(result: CompareResult) -> list[Table]:
    """The tables of the slices that were asked for, if any."""
    if not result.slices:
        return []
    from leaderboard.report.features.slices import pair_slice_tables

    return pair_slice_tables(result)
