"""``leaderboard probe``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, refuse_columns, shares, telling, terminal_width
from leaderboard.cli.shell import reject, warn
from leaderboard.options import SCORED, SHOWN, ProbeOptions


@shares(shows=["columns", "format", "quiet", "verbose"], defaults={"metric": "all but mor and zero"})
def probe(
    options: ProbeOptions,
    shown: dict[str, object],
    name: Annotated[
        str | None,
        typer.Argument(help="Experiment, such as split or correct_links (default: all)"),
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RESPONSES",
            help="Probe better and worse versions of these responses instead, separated by commas",
            rich_help_panel=SCORED,
        ),
    ] = None,
    submissions: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Show instead which metrics rank the systems of a folder differently, and why",
            rich_help_panel=SCORED,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Write all formats and figures to this folder too (default: none)",
            rich_help_panel=SHOWN,
        ),
    ] = None,
) -> int:
    """Show how each metric reacts to controlled errors.

    The key is that of Moosavi & Strube (2016), unless --key names another one. The options on tests need
    --submissions.
    """
    from leaderboard.files import check_output
    from leaderboard.report.files.probe import write_probe
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.report.tables.probes import probe_record, probe_table, probe_tables
    from leaderboard.verbs.probe import place_of_probe
    from leaderboard.verbs.probe import probe as probe_metrics

    responses = [name for text in response or () for name in _apart(text)]
    show = presentation(options, shown, place_of_probe(responses, submissions))
    columns = refuse_columns(shown, show.format)
    if output is not None:
        check_output(output)
    with telling(show.format), progress(show.quiet) as told:
        result = probe_metrics(name, response=responses, submissions=submissions, progress=told, **options)
    if not show.quiet:
        warn(result.warnings)
    if output is not None:
        write_probe(result, output)
    if show.format == "json":
        text = render_json(probe_record(result))
    elif show.format == "csv" or columns is not None:
        text = render(show.format, choose(probe_table(result), columns, show.format), verbose=show.verbose)
    else:
        text = render(show.format, *probe_tables(result), width=terminal_width(), verbose=show.verbose)
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)


def _apart(text: str) -> list[str]:
    """Return the responses in a list with commas, unless it is the name of one file."""
    return [text] if Path(text).exists() else [name.strip() for name in text.split(",") if name.strip()]
