"""The commands by name."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer

from leaderboard.cli.help import HELP, Command, Group
from leaderboard.version import VERSION

# The commands in the order of the help, and the modules that they are in.
COMMANDS = {
    "rank": "rank",
    "compare": "compare",
    "errors": "error_commands",
    "read": "error_commands",
    "score": "score",
    "validate": "inspection",
    "describe": "inspection",
    "correlate": "experiments",
    "probe": "experiments",
    "power": "experiments",
    "verify": "inspection",
    "diff": "inspection",
    "pull-request": "platforms",
    "simulate": "simulate",
    "codabench": "platforms",
}


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
        command = command_called(name)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            app.command(cls=Command)(command)
    return app


def command_called(name: str) -> Any:
    """The function of a command, or the application of a group of commands."""
    return getattr(import_module(f"leaderboard.cli.{COMMANDS[name]}"), name.replace("-", "_"))


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
