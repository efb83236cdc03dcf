"""``leaderboard correlate``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, refuse_columns, shares, telling, terminal_width
from leaderboard.cli.shell import reject, warn
from leaderboard.options import BootstrapOptions


@shares(shows=["columns", "format", "quiet", "verbose"])
def correlate(
    options: BootstrapOptions,
    shown: dict[str, object],
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE",
            help="Folder with the submissions, or CSV tables of scores (default: submissions)",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Correlate the metrics over systems."""
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.report.tables.correlations import correlate_record, correlations_of, people_table
    from leaderboard.verbs.correlate import correlate as correlate_metrics
    from leaderboard.verbs.correlate import place_of_sources

    show = presentation(options, shown, place_of_sources(sources or ()))
    columns = refuse_columns(shown, show.format)
    with telling(show.format), progress(show.quiet) as told:
        result = correlate_metrics(*(sources or ()), progress=told, **options)
    if not show.quiet:
        warn(result.warnings)
    if show.format == "json":
        text = render_json(correlate_record(result))
    else:
        plain = show.format == "csv"
        table = correlations_of(result.correlations).table() if plain else people_table(result)
        width = terminal_width() if columns is None else None
        text = render(show.format, choose(table, columns, show.format), width=width, verbose=show.verbose)
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)
