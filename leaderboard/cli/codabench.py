"""``leaderboard codabench``"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.shared import shares, tell_settings
from leaderboard.cli.shell import DONE, SOME_REJECTED, warn
from leaderboard.errors import InputError
from leaderboard.options import CompetitionOptions, ScoringOptions
from leaderboard.text import one_line

codabench = typer.Typer(
    no_args_is_help=True, help="Competitions on Codabench, or any platform that works like it."
)


@codabench.command()
@shares(without=["key"])
def score(
    input: Annotated[Path, typer.Argument(help="The folder with ref/ (the key) and res/ (the submission).")],
    output: Annotated[Path, typer.Argument(help="The folder for scores.json and detailed_results.html.")],
    options: ScoringOptions,
) -> int:
    """The scoring program: read the key and one submission, write its scores."""
    from leaderboard.files import check_output, write_whole
    from leaderboard.platforms.codabench import configuration_of_bundle, score_bundle
    from leaderboard.report.codabench.results import PAGE, SCORES, bundle_files
    from leaderboard.report.forms.terminal import render_terminal
    from leaderboard.report.tables.scores import metric_table
    from leaderboard.report.tables.validations import problem_lines

    check_output(output)
    for stale in (SCORES, PAGE):
        (output / stale).unlink(missing_ok=True)
    tell_settings(configuration_of_bundle(input, options))
    try:
        result = score_bundle(input, **options)
    except InputError as error:
        for line in problem_lines(error.problems, error.count):
            print(one_line(line), file=sys.stderr)
        return SOME_REJECTED
    warn(result.scores.warnings)
    write_whole(bundle_files(result), output)
    typer.echo(render_terminal(metric_table(result.scores).main()), nl=False)
    return DONE


@codabench.command()
@shares(without=["follow_symlinks"])
def init(
    options: CompetitionOptions,
    output: Annotated[
        Path, typer.Argument(help="The folder for the bundle; its archive stands beside it.")
    ] = Path("bundle"),
    submissions: Annotated[
        str, typer.Option(metavar="FOLDER", help="The folder of the task, with its key and its settings.")
    ] = "submissions",
    image: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The container image that has this program.", show_default=False),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DATE",
            help="The first day of the phase, as 2027-03-01; again for the next phase.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Write the bundle of a competition, or pack it again after its pages have been filled in."""
    from leaderboard.files import check_output
    from leaderboard.options.configuration import configure
    from leaderboard.platforms.competition import competition
    from leaderboard.report.codabench.competition import competition_files, first_days
    from leaderboard.report.codabench.competition_folder import write_competition

    for folder in (output.parent, output) if output.is_dir() else (output.parent,):
        check_output(folder)  # the archive stands beside the folder
    tell_settings(configure(options, Path(submissions)))
    found = competition(submissions, **options)
    written = write_competition(competition_files(found, image, first_days(found, start or ())), output)
    for name in found.left_out:
        print(
            one_line(f"warning: {name}: too long a name for a column of the platform; left out"),
            file=sys.stderr,
        )
    for name in written.kept:
        typer.echo(f"{one_line(str(output / name))}: kept as it is; take it away to have it written anew")
    for name in written.open:
        typer.echo(f"{one_line(str(output / name))}: something is left to fill in")
    typer.echo(
        f"{one_line(str(written.archive))}: {written.files} files, the key among them: for the platform alone"
    )
    return DONE
