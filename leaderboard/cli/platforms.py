"""``leaderboard codabench`` and ``pull-request``: shared tasks on platforms, and in a repository."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.app import Command, Group
from leaderboard.cli.shared import Submissions, form_of, shares, tell_settings
from leaderboard.cli.shell import DONE, NOTHING_DONE, SOME_REJECTED, reject, trace, warn
from leaderboard.errors import InputError
from leaderboard.options import CompetitionOptions, ScoringOptions
from leaderboard.text import one_line

codabench = typer.Typer(
    cls=Group, rich_markup_mode=None, help="Run a competition on Codabench or a similar platform."
)


@codabench.command(cls=Command)
@shares(without=["key"])
def score(
    input: Annotated[Path, typer.Argument(help="Folder with ref (the key) and res (the submission)")],
    output: Annotated[Path, typer.Argument(help="Folder for scores.json and detailed_results.html")],
    options: ScoringOptions,
) -> int:
    """Score one submission, as the scoring program of the platform."""
    from leaderboard.files import check_output, write_whole
    from leaderboard.platforms.competitions import configuration_of_bundle, score_bundle
    from leaderboard.report.codabench import PAGE, SCORES, bundle_files
    from leaderboard.report.features.problems import problem_lines
    from leaderboard.report.features.scores import metric_table
    from leaderboard.report.forms.terminal import render_terminal

    check_output(output)
    for stale in (SCORES, PAGE):
        (output / stale).unlink(missing_ok=True)
    tell_settings(configuration_of_bundle(input, options))
    try:
        result = score_bundle(input, **options)
    except InputError as error:
        for line in problem_lines(error.problems, error.count):
            print(one_line(line), file=sys.stderr)
        trace(*error.problems)
        return SOME_REJECTED
    warn(result.scores.warnings)
    write_whole(bundle_files(result), output)
    typer.echo(render_terminal(metric_table(result.scores).main()), nl=False)
    return reject((), result.scores.fates)


@codabench.command(cls=Command)
@shares(without=["follow_symlinks"])
def init(
    options: CompetitionOptions,
    output: Annotated[
        Path, typer.Argument(help="Folder for the bundle; the archive is written beside it (default: bundle)")
    ] = Path("bundle"),
    submissions: Annotated[
        str,
        typer.Option(metavar="FOLDER", help="Folder with the submissions and the key (default: submissions)"),
    ] = "submissions",
    image: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Container image with this program (default: none)", show_default=False
        ),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DATES",
            help="First day of each phase, such as 2027-03-01, separated by commas (default: none)",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Write the bundle of a competition, or pack it again after its pages were filled in."""
    from leaderboard.files import check_output
    from leaderboard.options.configuration import configure
    from leaderboard.platforms.competitions import competition
    from leaderboard.report.codabench import competition_files, first_days, write_competition

    for folder in (output.parent, output) if output.is_dir() else (output.parent,):
        check_output(folder)  # the archive stands beside the folder
    tell_settings(configure(options, Path(submissions)))
    found = competition(submissions, **options)
    days = [day.strip() for days in start or () for day in days.split(",")]
    written = write_competition(competition_files(found, image, first_days(found, days)), output)
    for name in found.left_out:
        print(
            one_line(f"warning: {name}: the name is too long for a column of the platform; left out"),
            file=sys.stderr,
        )
    for name in written.kept:
        typer.echo(f"{one_line(str(output / name))}: kept as it is; remove it to have it written again")
    for name in written.open:
        typer.echo(f"{one_line(str(output / name))}: contains texts to fill in")
    typer.echo(
        f"{one_line(str(written.archive))}: {written.files} files, including the key; "
        "give it to the platform only"
    )
    return DONE


@shares(without=["follow_symlinks"], shows=["format"], defaults={"format": "markdown"})
def pull_request(
    base: Annotated[str, typer.Argument(help="Branch or commit to compare with, such as origin/main")],
    options: ScoringOptions,
    shown: dict[str, object],
    submissions: Submissions = "submissions",
) -> int:
    """Validate and score the submissions that a branch changes."""
    from leaderboard.platforms.pull_request import pull_request as judge
    from leaderboard.report.pull_requests import render_pull_request

    form = form_of(shown, Path(submissions), "markdown")
    result = judge(base, submissions, **options)
    typer.echo(render_pull_request(result, form), nl=False)
    if result.scores:
        reject(result.scores.rejected)
    if result.complete:
        return DONE
    return SOME_REJECTED if result.scored else NOTHING_DONE
