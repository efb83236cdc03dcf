"""The commands by name; each has a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer

from leaderboard.cli.help import HELP, Command, Group
from leaderboard.version import VERSION

COMMANDS = (
    "rank",
    "compare",
    "errors",
    "read",
    "score",
    "validate",
    "describe",
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
    """Return the command line with the command that is typed, or with all of them.

    A shell that completes words types none, so only then the options of shell completion are loaded.
    """
    typed = next((word for word in words if not word.startswith("-")), None)
    app = typer.Typer(
        cls=Group,
        context_settings=HELP,
        add_completion=typed is None,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        help="Rank coreference systems with significance tests.",
    )
    app.callback()(_leaderboard)
    for name in [typed] if typed in COMMANDS else COMMANDS:
        function = name.replace("-", "_")
        command = getattr(import_module(f"leaderboard.cli.{function}"), function)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(cls=Command)(command)
    return app


def _version(shown: bool) -> None:
    if shown:
        typer.echo(f"leaderboard {VERSION}")
        raise typer.Exit


def _leaderboard(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Show the version"
    ),
) -> None:
    pass
