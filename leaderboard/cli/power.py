"""``leaderboard power``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, shares, telling, terminal_width
from leaderboard.cli.shell import reject, warn
from leaderboard.options import BootstrapOptions


@shares(shows=["format", "quiet", "verbose"])
def power(
    options: BootstrapOptions,
    shown: dict[str, object],
    submissions: Annotated[
        str, typer.Argument(help="Folder with the submissions (default: submissions)")
    ] = "submissions",
) -> int:
    """Estimate the smallest difference that a test set can detect."""
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.tables.powers import curve_tables, power_record, power_table, smallest_differences
    from leaderboard.verbs.power import power as power_of

    show = presentation(options, shown, Path(submissions))
    with telling(show.format), progress(show.quiet) as told:
        result = power_of(submissions, progress=told, **options)
    if not show.quiet:
        warn(result.warnings)
    if show.format == "json":
        typer.echo(render_json(power_record(result)), nl=False)
    else:
        plain = show.format == "csv"
        tables = (power_table(result).main(), *curve_tables(result))
        tables = (smallest_differences(result).table(),) if plain else tables
        typer.echo(render(show.format, *tables, width=terminal_width(), verbose=show.verbose), nl=False)
    return reject(result.rejected, result.fates)
