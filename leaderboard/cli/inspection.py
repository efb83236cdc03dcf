"""``leaderboard validate`` and ``describe`` look at files, ``verify`` and ``diff`` at reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import form_of, own, shares, terminal_width, view
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED, reject, trace
from leaderboard.errors import MOST_PROBLEMS
from leaderboard.options import DescribeOptions, ValidateOptions
from leaderboard.text import one_line


@shares(shows=["format", "quiet", "verbose"])
def validate(
    responses: Annotated[
        list[str],
        typer.Argument(
            metavar="RESPONSE", help="Response files, names in ./submissions, or one folder of submissions"
        ),
    ],
    options: ValidateOptions,
    shown: dict[str, object],
) -> int:
    """Check that submissions are well-formed and complete, and list every problem.

    Of a folder of submissions, one line per entry is shown.
    """
    from leaderboard.report.features.problems import (
        finding_lines,
        finding_table,
        findings,
        first_problem_lines,
        validation_record,
        verdict_table,
    )
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.tasks.counts.typed import table_among
    from leaderboard.verbs.validate import place_to_validate
    from leaderboard.verbs.validate import validate as validate_responses

    counts = table_among(responses, options)
    place = None if counts else place_to_validate(responses, options.get("key"))
    settled = view(options, shown, place, table=counts).settled
    form, verbose = settled.format, settled.verbose
    result = validate_responses(*responses, **options)
    listed = not result.folder or verbose
    verdicts = verdict_table(result, examples=True, verbose=verbose, first=form != "table")
    if form == "json":
        text = render_json(validation_record(result))
    elif form == "csv":
        text = findings(result).csv()
    elif form == "table":
        lines = "".join(f"{line}\n" for line in finding_lines(result) if listed)
        below = first_problem_lines(result, terminal_width()) if result.folder and not verbose else []
        table = replace(verdicts, notes=(*below, *verdicts.notes))
        text = lines + render(form, table, width=terminal_width())
    else:
        found = finding_table(result)
        text = render(form, verdicts, *([found] if listed and found.rows else []))
    typer.echo(text, nl=False)
    trace(*(finding.problem for system in result.systems for finding in system.findings))
    if result.acceptable == len(result.systems):
        return DONE
    return SOME_REJECTED if result.acceptable else NOTHING_DONE


@shares(shows=["columns", "format", "quiet"])
def describe(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE_OR_FOLDER", help="Files, folders of submissions, or names in ./submissions"
        ),
    ],
    options: DescribeOptions,
    shown: dict[str, object],
    output: Annotated[
        Path | None,
        own("Also write describe.csv, .md and .tex to this folder (default: none)", metavar="FOLDER"),
    ] = None,
) -> int:
    """Count documents, words, entities and mentions of keys and responses.

    The key of a folder of submissions is shown first. No key is needed.
    """
    from leaderboard.files import check_output, write_whole
    from leaderboard.report.features.descriptions import (
        TEXTS,
        description_files,
        description_of,
        description_record,
        description_tables,
    )
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.table import choose
    from leaderboard.verbs.describe import describe as describe_files
    from leaderboard.verbs.describe import place_of_files

    show = view(options, shown, place_of_files(files))
    if output is not None:
        check_output(output)
    result = describe_files(*files, **options)
    show.warn(result.warnings)
    if output is not None and result.files:
        write_whole(description_files(result), output)
    if show.form == "json":
        typer.echo(render_json(description_record(result)), nl=False)
    elif result.files and (show.form == "csv" or show.columns is not None):
        table = choose(description_of(result).table(TEXTS), show.columns, show.form)
        typer.echo(render(show.form, table), nl=False)
    elif result.files:
        typer.echo(render(show.form, *description_tables(result), width=terminal_width()), nl=False)
    reject(result.rejected)
    return DONE if not result.rejected else SOME_REJECTED if result.files else NOTHING_DONE


def verify(
    reports: Annotated[Path, typer.Argument(help="Folder of the report (default: reports)")] = Path(
        "reports"
    ),
    submissions: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder with the submissions (default: as in the report)",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Rebuild a report from its inputs and compare it byte for byte."""
    from leaderboard.report.files.verification import verification

    found = verification(reports, submissions)
    for note in found.notes:
        typer.echo(one_line(note), err=True)
    for problem in found.problems[:MOST_PROBLEMS]:
        typer.echo(str(problem))
    if found.problems:
        why = "this is not the report that the inputs and options give"
        typer.echo(f"{one_line(str(reports))}: not verified: {why}")
        return NOTHING_DONE
    typer.echo(f"{one_line(str(reports))}: verified: all {found.files} files can be reproduced exactly")
    return DONE


@shares(shows=["format"], defaults={"format": "markdown"})
def diff(
    shown: dict[str, object],
    old: Annotated[Path, typer.Argument(help="Folder of the earlier report")],
    new: Annotated[Path, typer.Argument(help="Folder of the later report")],
) -> int:
    """Show what changed between two reports: systems, ranks and verdicts."""
    from leaderboard.report.diff import render_diff
    from leaderboard.verbs.diff import diff as compare_reports

    form = form_of(shown, new, "markdown")
    typer.echo(render_diff(compare_reports(old, new), form, terminal_width()), nl=False)
    return DONE
