"""``leaderboard score``, ``compare``, ``errors`` and ``read``: what becomes of responses that are named."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.progress import progress
from leaderboard.cli.shared import Responses, own, refuse_several, shares, terminal_width, view
from leaderboard.cli.shell import NOT_SIGNIFICANT, NOTHING_DONE, reject
from leaderboard.options import CompareOptions, ErrorOptions, ReadOptions, ScoreOptions

if TYPE_CHECKING:
    from leaderboard.report.table import Table
    from leaderboard.verbs.score import ScoreResult


@shares(shows=["columns", "format", "quiet", "verbose"])
def score(
    responses: Responses,
    options: ScoreOptions,
    shown: dict[str, object],
    per_document: Annotated[bool, own("Show one row per part of a document", "--per-document")] = False,
    show_correspondence: Annotated[
        str | None,
        own("Show the chains of key and response in a document side by side", metavar="DOCUMENT"),
    ] = None,
) -> int:
    """Score responses by every metric."""
    from leaderboard.report.features.errors import bar_table
    from leaderboard.report.features.scores import (
        COUNTS,
        chains_of,
        counts_table,
        detail_tables,
        errors_of,
        further_tables,
        metric_table,
        not_counted,
        part_table,
        score_record,
        system_table,
    )
    from leaderboard.tasks.counts.typed import table_among
    from leaderboard.tasks.scored_task import place_of_responses
    from leaderboard.verbs.score import score as score_responses

    counts = table_among(responses, options)
    show = view(options, shown, None if counts else place_of_responses(responses), table=counts)
    if show.form == "csv":
        wishes = {
            "--errors": show.configuration.options.errors,
            "--show-correspondence": show_correspondence is not None,
            "--per-document": per_document,
        }
        refuse_several(wishes)
    result = score_responses(
        *responses, per_document=per_document, show_correspondence=show_correspondence, **options
    )
    show.warn(result.warnings)
    if per_document and show.form == "csv" and show.columns == (COUNTS,):
        from leaderboard.report.forms import render

        show.warn(not_counted(result))
        typer.echo(render("csv", counts_table(result)), nl=False)
    elif show.form == "json":
        from leaderboard.report.forms.json import render_json

        typer.echo(render_json(score_record(result)), nl=False)
    elif result.systems:
        # A terminal is too narrow for a table of whole chains.
        in_blocks = show.form == "table" and show_correspondence is not None
        details = detail_tables(result, None if in_blocks else show_correspondence)
        if show.form == "csv":
            tables = [_csv_table(result, details, per_document)]
        else:
            by_metric = len(result.systems) == 1 and show.columns is None
            table = part_table if per_document else metric_table if by_metric else system_table
            tables = [table(result), *(more.main() for more in (*further_tables(result), *details))]
        typer.echo(show.text(*tables, figure=bar_table(errors_of(result))), nl=False)
        if show_correspondence is not None and in_blocks:
            from leaderboard.report.features.chains import chain_blocks

            typer.echo(f"\n{chain_blocks(show_correspondence, chains_of(result))}", nl=False)
    code = reject(result.rejected, result.fates)
    return code if result.systems else NOTHING_DONE


def _csv_table(result: ScoreResult, details: Sequence[Table], per_document: bool) -> Table:
    """The one table of a CSV file: errors or chains if they were asked for, otherwise the scores."""
    from leaderboard.report.features.errors import error_file_table
    from leaderboard.report.features.scores import documents, errors_of, scores_of_systems, sliced

    if details:
        errors = errors_of(result)
        return error_file_table(errors) if errors else details[0]
    if per_document:
        return documents(result).table()
    has_slices = any(system.slices for system in result.systems)
    return sliced(result) if has_slices else scores_of_systems(result).table()


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
            "Exit with code 10 if the first pair shows no significant difference by the primary metric",
            "--exit-code",
        ),
    ] = False,
) -> int:
    """Test whether two or more responses differ significantly."""
    from leaderboard.report.comparison_screen import answer, render_comparison
    from leaderboard.report.tables.comparisons import (
        compare_record,
        error_figure,
        other_tables,
        paper_text,
        part_tables,
        people_table,
    )
    from leaderboard.tasks.counts.typed import table_among
    from leaderboard.tasks.scored_task import place_of_responses
    from leaderboard.verbs.compare import compare as compare_responses

    counts = table_among(responses, options)
    place = None if counts else place_of_responses(responses)
    show = view(options, shown, place, command="compare", table=counts)
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
        if show.form == "table" and show.columns is None and not show.settled.verbose:
            on_parts = [table.main() for table in part_tables(result)]
            text = render_comparison(result, on_parts, terminal_width())
        elif show.form == "latex":
            text = show.text(people_table(result))
        else:
            others = other_tables(result)
            if show.columns != ("all",):
                others = [one.main() for one in others]
            text = show.text(people_table(result), *others, figure=error_figure(result))
            if show.form == "table":
                text = f"{answer(result)}\n\n{text}"
    typer.echo(text, nl=False)
    code = reject(result.rejected, result.fates)
    if exit_code and result.first.verdict != "significant":
        return NOT_SIGNIFICANT
    return code


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
        kinds = [name.strip() for names in kind or () for name in names.split(",")]
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
