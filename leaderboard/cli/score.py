"""``leaderboard score``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.shared import FORMAT, refuse_columns, shares
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN


@shares(SCORED, SHOWN, without=["settings", "primary"])
def score(
    responses: Annotated[list[str], typer.Argument(help="Response files, or names in ./submissions.")],
    options: dict[str, object],
    per_document: Annotated[
        bool, typer.Option("--per-document", help="One row per part of a document.", rich_help_panel=SHOWN)
    ] = False,
    show_correspondence: Annotated[
        str | None,
        typer.Option(
            metavar="DOCUMENT", help="Put the chains of a document side by side.", rich_help_panel=SHOWN
        ),
    ] = None,
    columns: Annotated[
        str | None, typer.Option(help="Columns by name, with commas, or `all`.", rich_help_panel=SHOWN)
    ] = None,
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
    quiet: Annotated[bool, typer.Option("--quiet", help="No warnings.", rich_help_panel=SHOWN)] = False,
) -> int:
    """The scores of responses."""
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.report.score_datasets import dataset_score_tables, wide_table
    from leaderboard.report.scores import detail_tables, metric_table, part_table, score_record
    from leaderboard.report.table import choose
    from leaderboard.verbs.score import score as score_responses

    refuse_columns(columns, format)
    result = score_responses(
        *responses, per_document=per_document, show_correspondence=show_correspondence, **options
    )
    if not quiet:
        warn(result.warnings)
    if format == "json":
        typer.echo(render_json(score_record(result)), nl=False)
    elif result.systems:
        by_metric = len(result.systems) == 1 and columns is None and format != "csv"
        table = part_table if per_document else metric_table if by_metric else wide_table
        details = detail_tables(result, show_correspondence)
        if format == "csv" and details:  # a file of CSV holds one table
            tables = [choose(details[0], columns, format)]
        else:
            on_datasets = [] if format == "csv" else dataset_score_tables(result)
            tables = [choose(table(result), columns, format)]
            tables += [more.main() for more in (*on_datasets, *details)]
        typer.echo(render(format, *tables), nl=False)
    reject(result.rejected)
    return DONE if not result.rejected else SOME_REJECTED if result.systems else NOTHING_DONE
