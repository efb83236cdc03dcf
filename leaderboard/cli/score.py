"""``leaderboard score``"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.shared import Responses, own, refuse_several, shares, view
from leaderboard.cli.shell import NOTHING_DONE, reject
from leaderboard.options import ScoreOptions

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
    from leaderboard.report.tables.scores import (
        chains_of,
        detail_tables,
        errors_of,
        metric_table,
        part_table,
        score_record,
        system_table,
    )
    from leaderboard.tasks.scored_task import place_of_responses
    from leaderboard.verbs.score import score as score_responses

    show = view(options, shown, place_of_responses(responses))
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
    if show.form == "json":
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
            tables = [table(result), *(more.main() for more in (*_further_tables(result), *details))]
        typer.echo(show.text(*tables, figure=bar_table(errors_of(result))), nl=False)
        if show_correspondence is not None and in_blocks:
            from leaderboard.report.tables.chains import chain_blocks

            typer.echo(f"\n{chain_blocks(show_correspondence, chains_of(result))}", nl=False)
    code = reject(result.rejected, result.fates)
    return code if result.systems else NOTHING_DONE


def _csv_table(result: ScoreResult, details: Sequence[Table], per_document: bool) -> Table:
    """The one table of a CSV file: errors or chains if they were asked for, otherwise the scores."""
    from leaderboard.report.features.errors import error_file_table
    from leaderboard.report.tables.scores import documents, errors_of, scores_of_systems, sliced

    if details:
        errors = errors_of(result)
        return error_file_table(errors) if errors else details[0]
    if per_document:
        return documents(result).table()
    has_slices = any(system.slices for system in result.systems)
    return sliced(result) if has_slices else scores_of_systems(result).table()


def _further_tables(result: ScoreResult) -> list[Table]:
    """The tables of runs, datasets and slices, and of links where entities are joined over documents."""
    from leaderboard.report.features.cross_document import cross_document_tables
    from leaderboard.report.features.runs import run_tables
    from leaderboard.report.tables.scores import dataset_score_tables

    joined = {system.system: system.cross_document for system in result.systems if system.cross_document}
    return [
        *run_tables(result.runs, result.metrics),
        *dataset_score_tables(result),
        *_slice_tables(result),
        *cross_document_tables(result.metrics, joined),
    ]


def _slice_tables(result: ScoreResult) -> list[Table]:
    """The tables of the slices that were asked for, if any."""
    if not any(system.slices for system in result.systems):
        return []
    from leaderboard.report.features.slices import score_slice_tables

    return score_slice_tables(result)
