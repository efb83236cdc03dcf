"""``leaderboard validate``"""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.shared import FORMAT, shares
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED
from leaderboard.errors import one_line
from leaderboard.options import SCORED, SHOWN

UNUSED = [
    "metric",
    "settings",
    "primary",
    "blanc",
    "blanc_weight",
    "lea_importance",
    "da_weights",
    "da_response",
    "da_match",
]


@shares(SCORED, without=UNUSED)
def validate(
    responses: Annotated[list[str], typer.Argument(help="Response files, or names in ./submissions.")],
    options: dict[str, object],
    format: Annotated[FORMAT, typer.Option(help="The form of the output.", rich_help_panel=SHOWN)] = "table",
) -> int:
    """Is this a well-formed, complete submission? Lists everything that is wrong with it."""
    from leaderboard.report.forms import render
    from leaderboard.report.json import render_json
    from leaderboard.report.validations import (
        finding_lines,
        finding_table,
        validation_record,
        verdict_table,
    )
    from leaderboard.verbs.validate import validate as validate_responses

    result = validate_responses(*responses, **options)
    if format == "json":
        typer.echo(render_json(validation_record(result)), nl=False)
    elif format == "csv":
        typer.echo(render(format, finding_table(result)), nl=False)
    elif format == "table":
        for line in finding_lines(result):
            typer.echo(one_line(line))
        typer.echo(render(format, verdict_table(result)), nl=False)
    else:
        typer.echo(render(format, verdict_table(result), finding_table(result)), nl=False)
    if result.acceptable == len(result.systems):
        return DONE
    return SOME_REJECTED if result.acceptable else NOTHING_DONE
