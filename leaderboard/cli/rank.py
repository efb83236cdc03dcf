"""``leaderboard rank``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import FORMAT, refuse_columns, shares
from leaderboard.cli.shell import DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN, TESTED


@shares(SCORED, TESTED, SHOWN, without=["errors"])
def rank(
    options: dict[str, object],
    submissions: Annotated[str, typer.Argument(help="The folder with the submissions.")] = "submissions",
    columns: Annotated[
        str | None, typer.Option(help="Columns by name, with commas, or `all`.", rich_help_panel=SHOWN)
    ] = None,
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
    output: Annotated[
        Path, typer.Option(help="The folder that the report is written to.", rich_help_panel=SHOWN)
    ] = Path("reports"),
    figures: Annotated[
        str | None,
        typer.Option(help="Figures as pdf, png or pdf,png too, beside SVG.", rich_help_panel=SHOWN),
    ] = None,
    explain_config: Annotated[
        bool,
        typer.Option(
            "--explain-config",
            help="Show every option, its value and where it came from.",
            rich_help_panel=SHOWN,
        ),
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="No progress bar and no warnings.", rich_help_panel=SHOWN)
    ] = False,
) -> int:
    """Rank the systems of a folder, with ties where differences are not significant."""
    from leaderboard.report.contents import WHOLE, report_files
    from leaderboard.report.datasets import dataset_tables
    from leaderboard.report.figures import figure_forms, pictures
    from leaderboard.report.forms import render
    from leaderboard.report.rankings import rank_table, ranking_table
    from leaderboard.report.sections import firmness_tables
    from leaderboard.report.settings import setting_tables
    from leaderboard.report.table import choose
    from leaderboard.report.writer import write_report
    from leaderboard.verbs.rank import rank as rank_submissions

    refuse_columns(columns, format)
    forms = figure_forms(figures)
    if explain_config:
        explain(options, submissions, format)
        return DONE
    with progress("testing", quiet) as told:
        result = rank_submissions(submissions, progress=told, **options)
    if not quiet:
        warn(result.warnings)
    files = report_files(result, pictures(result, forms))
    if format in WHOLE and columns is None:
        text = files[WHOLE[format]].decode()
    else:
        table = choose(ranking_table(result), columns, format)
        others = (
            *dataset_tables(result),
            *setting_tables(result),
            rank_table(result),
            *firmness_tables(result),
        )
        text = render(format, table, *(() if format == "csv" else others))
    try:
        write_report(result, files, output)
    finally:  # what was computed is shown, whatever is the matter with the folder
        typer.echo(text, nl=False)
    reject(result.rejected)
    return SOME_REJECTED if result.rejected else DONE


def explain(options: dict[str, object], submissions: str, form: str) -> None:
    """What `rank` would go by, and why."""
    from leaderboard.report.configurations import configuration_record, configuration_table
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.submissions import configure, look_for_key

    configuration = configure(options, Path(submissions))
    key, _ = look_for_key(configuration.settings.key, Path(submissions))
    if form == "json":
        text = render_json(configuration_record(configuration, key))
    else:
        text = render(form, configuration_table(configuration, key))
    typer.echo(text, nl=False)
