"""``leaderboard validate``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.shared import presentation, shares, terminal_width
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED, trace
from leaderboard.options import ValidateOptions


@shares(shows=["format", "quiet"])
def validate(
    responses: Annotated[
        list[str], typer.Argument(metavar="RESPONSE", help="Response files, or names in ./submissions")
    ],
    options: ValidateOptions,
    shown: dict[str, object],
) -> int:
    """Check that submissions are well-formed and complete, and list every problem."""
    from leaderboard.report.forms import render
    from leaderboard.report.forms.json import render_json
    from leaderboard.report.tables.validations import (
        finding_lines,
        finding_table,
        findings,
        validation_record,
        verdict_table,
    )
    from leaderboard.tasks.responses import place_of_responses
    from leaderboard.verbs.validate import validate as validate_responses

    show = presentation(options, shown, place_of_responses(responses))
    result = validate_responses(*responses, **options)
    if show.format == "json":
        typer.echo(render_json(validation_record(result)), nl=False)
    elif show.format == "csv":
        typer.echo(findings(result).csv(), nl=False)
    elif show.format == "table":
        for line in finding_lines(result):
            typer.echo(line)
        typer.echo(render(show.format, verdict_table(result), width=terminal_width()), nl=False)
    else:
        typer.echo(render(show.format, verdict_table(result), finding_table(result)), nl=False)
    trace(*(finding.problem for system in result.systems for finding in system.findings))
    if result.acceptable == len(result.systems):
        return DONE
    return SOME_REJECTED if result.acceptable else NOTHING_DONE
