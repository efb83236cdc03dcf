"""``leaderboard rank``"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, refuse_columns, shares, telling, terminal_width
from leaderboard.cli.shell import DONE, reject, warn
from leaderboard.options import SHOWN, RankOptions
from leaderboard.threads import Stage

# The share of the run after which only the report is left to write.
RANKED = 0.97


@shares(shows=["columns", "format", "output", "figures", "quiet", "verbose"])
def rank(
    options: RankOptions,
    shown: dict[str, object],
    submissions: Annotated[
        str, typer.Argument(help="Folder with the submissions (default: submissions)")
    ] = "submissions",
    explain_config: Annotated[
        bool,
        typer.Option(
            "--explain-config",
            help="Show every option with its value and origin, and do nothing else",
            rich_help_panel=SHOWN,
        ),
    ] = False,
) -> int:
    """Rank the systems of a folder by significance tests, and write a report."""
    from leaderboard.report.figures import figure_forms, pictures
    from leaderboard.report.files.contents import WHOLE, report_files
    from leaderboard.report.files.writer import check_report, write_report
    from leaderboard.report.forms import render
    from leaderboard.report.screen import closing, render_screen
    from leaderboard.report.sections import sections
    from leaderboard.report.table import choose
    from leaderboard.report.tables.rankings import file_table, people_table
    from leaderboard.verbs.rank import rank as rank_submissions

    show = presentation(options, shown, Path(submissions))
    refuse_columns(shown, show.format)
    forms = figure_forms(show.figures)
    if explain_config:
        explain(options, shown, submissions, show.format)
        return DONE
    check_report(Path(show.output), [submissions])
    with telling(show.format), progress(show.quiet) as told:
        result = rank_submissions(
            submissions, progress=lambda stage, share: told(stage, RANKED * share), **options
        )
        told(Stage("writing report"), RANKED)
        files = report_files(result, pictures(result, forms))
    if not show.quiet:
        warn([problem for phase in result.phases for problem in phase.warnings])
    rejected = [rejection for phase in result.phases for rejection in phase.rejected]
    code = reject(rejected, [fate for phase in result.phases for fate in phase.fates])
    if show.format == "json" or (show.format in WHOLE and show.columns is None):
        text = files[WHOLE[show.format]].decode()
    elif show.format == "table" and not show.verbose:
        text = render_screen(result, show.columns, terminal_width())
    else:
        whole = file_table(result) if show.format == "csv" else people_table(result)
        table = choose(whole, show.columns, show.format)
        others = [one for section in sections(result) if section.printed for one in section.all_tables]
        width = terminal_width() if show.columns is None else None
        text = render(show.format, table, *(() if show.format in ("csv", "latex") else others), width=width)
    try:
        write_report(result, files, Path(show.output))
    finally:  # what was computed is shown, whatever is the matter with the folder
        typer.echo(text, nl=False)
    if show.format == "table":
        page = PurePath(show.output, WHOLE["html"])
        typer.echo(f"\n{closing(result, code, page)}", nl=False)
    return code


def explain(options: RankOptions, shown: dict[str, object], submissions: str, form: str) -> None:
    """Show the value and the origin of every option of `rank`."""
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.tables.configurations import configuration_record, configuration_table
    from leaderboard.submissions import look_for_key
    from leaderboard.tasks.folder import configuration_of_folder

    configuration = configuration_of_folder(options, Path(submissions), shown)
    key, _ = look_for_key(configuration.options.key, Path(submissions))
    if form == "json":
        text = render_json(configuration_record(configuration, key))
    else:
        text = render(form, configuration_table(configuration, key))
    typer.echo(text, nl=False)
