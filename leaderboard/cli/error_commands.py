"""``leaderboard errors`` and ``read``: the errors of systems, by their prices and in documents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import Responses, own, refuse_several, shares, view
from leaderboard.cli.shell import reject
from leaderboard.options import ErrorOptions, ReadOptions


@shares(shows=["columns", "format", "quiet", "verbose"])
def errors(
    responses: Responses,
    options: ErrorOptions,
    shown: dict[str, object],
    kind: Annotated[
        list[str] | None,
        own(
            "Kinds of errors to list one by one, separated by commas (default: prices only)",
            metavar="NAMES",
        ),
    ] = None,
    write: Annotated[
        str | None, own("New folder for the key and the corrected responses", metavar="FOLDER")
    ] = None,
    per_document: Annotated[bool, own("Count the errors in each document", "--per-document")] = False,
) -> int:
    """Show what each kind of error costs a system."""
    from leaderboard.report.features.prices import csv_table, price_record, price_tables
    from leaderboard.report.forms.json import render_json
    from leaderboard.tasks.scored_task import place_of_responses
    from leaderboard.verbs.error_prices import error_prices

    show = view(options, shown, place_of_responses(responses))
    if show.form == "csv":
        refuse_several({"--kind": bool(kind), "--per-document": per_document})
    with show.running() as told:
        kinds = [name for names in kind or () for name in names.split(",")]
        result = error_prices(
            *responses, kinds=kinds, write=write, per_document=per_document, progress=told, **options
        )
    show.warn(result.warnings)
    if show.form == "json":
        text = render_json(price_record(result))
    else:
        first, *others = [csv_table(result)] if show.form == "csv" else price_tables(result)
        text = show.text(first, *(other.main() for other in others))
    typer.echo(text, nl=False)
    return reject(result.rejected, result.fates)


@shares(shows=["quiet"])
def read(
    responses: Annotated[
        list[str],
        typer.Argument(metavar="RESPONSE", help="Up to three response files, or names in ./submissions"),
    ],
    options: ReadOptions,
    shown: dict[str, object],
    output: Annotated[str, own("Folder for the pages (default: reader)", metavar="FOLDER")] = "reader",
) -> int:
    """Write pages that show documents with the entities and errors of up to three systems."""
    from leaderboard.files import check_output
    from leaderboard.report.files.reader import reader_closing, write_reader
    from leaderboard.tasks.scored_task import place_of_responses
    from leaderboard.verbs.read import read as read_responses

    show = view(options, shown, place_of_responses(responses))
    folder = Path(output)
    check_output(folder)
    with progress(show.settled.quiet) as told:
        result = read_responses(*responses, progress=told, **options)
    show.warn(result.warnings)
    code = reject(result.rejected, result.fates)
    write_reader(result.reader, folder)
    typer.echo(reader_closing(result.reader, folder))
    return code
