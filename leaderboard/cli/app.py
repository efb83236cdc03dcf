"""The commands by name; each has a file of its own."""

from __future__ import annotations

import typer

from leaderboard.cli.codabench import codabench
from leaderboard.cli.compare import compare
from leaderboard.cli.correlate import correlate
from leaderboard.cli.diff import diff
from leaderboard.cli.power import power
from leaderboard.cli.probe import probe
from leaderboard.cli.pull_request import pull_request
from leaderboard.cli.rank import rank
from leaderboard.cli.score import score
from leaderboard.cli.simulate import simulate
from leaderboard.cli.validate import validate
from leaderboard.cli.verify import verify
from leaderboard.version import VERSION

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="From a folder of coreference submissions to a ranking that can be defended.",
)
app.command()(rank)
app.command()(compare)
app.command()(score)
app.command()(validate)
app.command()(correlate)
app.command()(probe)
app.command()(power)
app.command()(verify)
app.command()(diff)
app.command()(pull_request)
app.command()(simulate)
app.add_typer(codabench, name="codabench")


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"leaderboard {VERSION}")
        raise typer.Exit


@app.callback()
def _leaderboard(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    pass
