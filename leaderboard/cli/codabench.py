"""``leaderboard codabench``"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import shares
from leaderboard.cli.shell import DONE, SOME_REJECTED, warn
from leaderboard.errors import InputError, one_line
from leaderboard.options import SCORED

codabench = typer.Typer(
    no_args_is_help=True, help="Score submissions on Codabench, or any platform that works like it."
)


@codabench.command()
@shares(SCORED, without=["settings", "phase", "track", "key", "primary"])
def score(
    input: Annotated[Path, typer.Argument(help="The folder with ref/ (the key) and res/ (the submission).")],
    output: Annotated[Path, typer.Argument(help="The folder for scores.json and detailed_results.html.")],
    options: dict[str, object],
) -> int:
    """The scoring program: read the key and one submission, write its scores."""
    from leaderboard.report.codabench import PAGE, SCORES, bundle_files, write_bundle
    from leaderboard.report.scores import metric_table
    from leaderboard.report.terminal import render_terminal
    from leaderboard.report.validations import problem_lines
    from leaderboard.verbs.codabench import score_bundle

    for stale in (SCORES, PAGE):
        (output / stale).unlink(missing_ok=True)
    try:
        result = score_bundle(input, **options)
    except InputError as error:
        for line in problem_lines(error.problems, error.count):
            print(one_line(line), file=sys.stderr)
        return SOME_REJECTED
    warn(result.scores.warnings)
    write_bundle(bundle_files(result), output)
    typer.echo(render_terminal(metric_table(result.scores).main()), nl=False)
    return DONE
