"""The commands by name; each has a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer

from leaderboard.version import VERSION

COMMANDS = (
    "rank",
    "compare",
    "score",
    "validate",
    "correlate",
    "probe",
    "power",
    "verify",
    "diff",
    "pull-request",
    "simulate",
    "codabench",
)


def application(words: Sequence[str]) -> typer.Typer:
    """The command line; only the command that is typed is loaded, or all where none is."""
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        help="From a folder of coreference submissions to a ranking that can be defended.",
    )
    app.callback()(_leaderboard)
    typed = next((word for word in words if not word.startswith("-")), None)
    for name in [typed] if typed in COMMANDS else COMMANDS:
        function = name.replace("-", "_")
        command = getattr(import_module(f"leaderboard.cli.{function}"), function)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command()(command)
    return app


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"leaderboard {VERSION}")
        raise typer.Exit


def _leaderboard(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    pass
