"""``leaderboard probe``"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import presentation, refuse_columns, shares, telling
from leaderboard.cli.shell import DONE, SOME_REJECTED, reject, warn
from leaderboard.options import SCORED, SHOWN, SignificanceOptions


@shares(shows=["columns", "format", "quiet"], defaults={"metric": "all but mor and zero"})
def probe(
    options: SignificanceOptions,
    shown: dict[str, object],
    name: Annotated[
        str | None,
        typer.Argument(help="An experiment, as `split` or `correct_links`; all of them, if not said."),
    ] = None,
    response: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM",
            help="Probe with better and worse versions of this response instead; again for several.",
            rich_help_panel=SCORED,
        ),
    ] = None,
    submissions: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER",
            help="Instead: which metrics rank its systems differently, and which documents cause it.",
            rich_help_panel=SCORED,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Write all forms and figures to this folder too.", rich_help_panel=SHOWN),
    ] = None,
) -> int:
    """How each metric reacts to controlled errors, on the key of Moosavi & Strube (2016) or another.

    Only a key that is stated with --key takes the place of the paper's. How it is tested matters for
    --submissions alone.
    """
    from leaderboard.files import check_output
    from leaderboard.report.files.probe import write_probe
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.report.tables.probes import probe_record, probe_table, probe_tables
    from leaderboard.verbs.probe import place_of_probe
    from leaderboard.verbs.probe import probe as probe_metrics

    show = presentation(options, shown, place_of_probe(response or (), submissions))
    columns = refuse_columns(shown, show.format)
    if output is not None:
        check_output(output)
    with telling(show.format), progress("probing", show.quiet) as told:
        result = probe_metrics(
            name, response=response or (), submissions=submissions, progress=told, **options
        )
    if not show.quiet:
        warn(result.warnings)
    if output is not None:
        write_probe(result, output)
    if show.format == "json":
        text = render_json(probe_record(result))
    elif show.format == "csv" or columns is not None:
        text = render(show.format, choose(probe_table(result), columns, show.format))
    else:
        text = render(show.format, *probe_tables(result))
    typer.echo(text, nl=False)
    reject(result.rejected)
    return SOME_REJECTED if result.rejected else DONE
