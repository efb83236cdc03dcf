"""The commands by name, and their help as plain text: common options by ``--help``, all by ``--help-all``."""

from __future__ import annotations

import inspect
import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from leaderboard.errors import UsageError, choice_error
from leaderboard.options import SCORED, SHOWN, TESTED, Options, Presentation
from leaderboard.options.options import OPTIONS
from leaderboard.options.values import parse_option, read_both
from leaderboard.text import nearest, suggestion
from leaderboard.version import VERSION

HELP = {"help_option_names": ["-h", "--help", "--help-all"]}
# Lines are neither broken in a narrow terminal nor too long to read in a wide one.
NARROWEST, WIDEST = 60, 100
_HELP = "help"
TERM = 24  # a longer term has a line of its own
_ALL, _WORDS = "leaderboard.help-all", "leaderboard.words"
_RARE = {
    entry.name for table in (Options, Presentation) for entry in fields(table) if not entry.metadata["common"]
}

Row = tuple[str, str]


class Command(TyperCommand):
    """A command whose help has the common options first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta[_ALL] = "--help-all" in args
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n\n".join(_command_help(self, ctx)))


class Group(TyperGroup):
    """Commands that have a help too, shown where none of them is typed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.meta.setdefault(_WORDS, (*args,))
        if args[:1] == [_HELP]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name = args[0]
        if name not in self.commands and not ctx.resilient_parsing:
            raise UsageError(f"there is no command {name!r}; {_meant(name, [*self.commands, _HELP])}")
        return super().resolve_command(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        rows = [(name, _summary(self.commands[name].help)) for name in self.list_commands(ctx)]
        options = [(_term(option), _text(option)) for option in self.params]
        blocks = [
            _filled(f"Usage: {ctx.command_path} COMMAND [OPTIONS]"),
            _filled(_summary(self.help)),
            _section("Commands", rows),
            _section("Options", [*options, ("-h, --help", "Show this help")]),
            _filled(f"Options of a command: {ctx.command_path} COMMAND --help"),
        ]
        formatter.write("\n\n".join(blocks))


def usage(command: Any, ctx: Any) -> str:
    """Return how a command is typed, such as ``leaderboard compare RESPONSE...``."""
    return " ".join([ctx.command_path, *(_term(one) for one in command.params if not _is_option(one))])


def _meant(name: str, commands: Iterable[str]) -> str:
    """Return what to do about the name of no command, which may be a path."""
    if Path(name).exists() and "rank" in commands:
        command = "rank" if Path(name).is_dir() else "score"
        return f"did you mean `leaderboard {command} {name}`?"
    return suggestion(name, commands)


def _command_help(command: Any, ctx: Any) -> Iterator[str]:
    options = [option for option in command.params if _is_option(option)]
    rare = [option for option in options if option.rich_help_panel is not None and option.name in _RARE]
    shown = [option for option in options if ctx.meta[_ALL] or option not in rare]
    yield _filled(f"Usage: {usage(command, ctx)} [OPTIONS]")
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        yield _filled(" ".join(paragraph.split()))
    if arguments := [(_term(one), _text(one)) for one in command.params if not _is_option(one)]:
        yield _section("Arguments", arguments)
    for panel in (None, SCORED, TESTED, SHOWN):
        if rows := [(_term(one), _text(one)) for one in shown if one.rich_help_panel == panel]:
            yield _section(panel or "Options", rows)
    more = [("--help-all", f"Show all {len(options)} options")] if len(shown) < len(options) else []
    yield _section("Help", [("-h, --help", "Show this help"), *more])


def _section(title: str, rows: Sequence[Row]) -> str:
    return "\n".join([f"{title}:", *(line for row in rows for line in _lines(*row))])


def _lines(term: str, text: str) -> Iterator[str]:
    """Yield a term with its text beside it, or below it where the term is long; no word is broken."""
    gap = " " * (TERM + 4)
    first = f"  {term}".ljust(len(gap)) if len(term) <= TERM else gap
    if first == gap:
        yield f"  {term}"
    yield _filled(text, first, gap)


def _filled(text: str, first: str = "", gap: str = "") -> str:
    return textwrap.fill(
        text,
        _width(),
        initial_indent=first,
        subsequent_indent=gap,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _is_option(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "option")


def _term(parameter: Any) -> str:
    """Return an option or argument as it is typed, with its value."""
    name = parameter.metavar or parameter.name.upper()
    if _is_option(parameter):
        on = "(default: yes)" in (parameter.help or "")
        switch = " / ".join([*parameter.opts, *(parameter.secondary_opts if on else ())])
        return switch if parameter.is_flag else f"{switch} {name}"
    several = f"{name}..." if parameter.nargs < 0 else name
    return several if parameter.required else f"[{several}]"


def _text(parameter: Any) -> str:
    return _summary(parameter.help)


def _summary(text: str | None) -> str:
    """Return the first paragraph on one line, without its full stop."""
    return " ".join((text or "").split("\n\n")[0].split()).removesuffix(".")


def _width() -> int:
    return max(NARROWEST, min(shutil.get_terminal_size().columns, WIDEST))


def explained(error: Any) -> str:
    """Return what is wrong with a command line and what to write; ``error`` is what typer raised."""
    ctx = getattr(error, "ctx", None)
    if hasattr(error, "possibilities"):
        return _unknown_option(error.option_name, ctx)
    if ctx is None or not isinstance(ctx.command, Command):
        return _as_told(error, "--help")
    missing = getattr(error, "param", None)
    if hasattr(error, "param_type") and missing is not None:
        name = missing.metavar or missing.name.upper()
        if name != "RESPONSE":
            return f"{name} is missing: {usage(ctx.command, ctx)}"
        several = ctx.info_name == "compare"
        files = ("two files", "A.conll B.conll") if several else ("one file", "A.conll")
        return f"name at least {files[0]}: {ctx.command_path} {files[1]}"
    if error.message.startswith("Got unexpected extra argument"):
        extra = error.message.partition("(s) (")[2].rstrip(").")
        key = " --key KEY" if "--key" in _flags(ctx.command) else ""
        return f"{extra}: too many names; write {usage(ctx.command, ctx)}{key}"
    return _as_checked(missing, ctx.meta[_WORDS]) or _as_told(error, f"{ctx.command_path} --help")


def _as_checked(option: Any, words: Sequence[str]) -> str | None:
    """Return what is wrong with the value of an option, as functions say it if they have the option."""
    choices = (getattr(option, "metavar", None) or "").split("|")
    for word, following in pairwise([*words, ""]):
        flag, is_joined, value = word.partition("=")
        value = value if is_joined else following
        if flag not in getattr(option, "opts", ()):
            continue
        if len(choices) > 1 and value not in choices:
            return choice_error(option.name, value, choices).typed
        try:
            read_both({option.name: parse_option(option.name, value)} if option.name in OPTIONS else {})
        except UsageError as error:
            return error.typed
    return None


def _as_told(error: Any, remedy: str) -> str:
    message = error.format_message().rstrip(".")
    for found, plain in _PLAIN.items():
        message = re.sub(found, plain, message)
    return f"{message}; see {remedy}"


_PLAIN = {
    "Value error, ": "",
    "^Invalid value for '(.*?)'": r"\1",
    "Input should be a valid number, .*": "not a number",
    "Input should be a valid integer, .*": "not a whole number",
}


def _unknown_option(name: str, ctx: Any) -> str:
    """Return the nearest option to the typed word, of which ``-metric`` reaches us as ``-m``."""
    words = ctx.meta[_WORDS]
    typed = next((word for word in words if word.startswith(name)), name).partition("=")[0]
    if typed == "--unit" and any(word.startswith("--across") for word in words):
        return (
            f"there is no option {typed!r} here; leave it out, because the groups of --across are the units"
        )
    return f"there is no option {typed!r}; {_instead(typed, ctx)}"


def _instead(typed: str, ctx: Any) -> str:
    """Return what to write instead of an option that a command does not have."""
    # Without the dashes, which make unlike words alike.
    known = {flag.lstrip("-"): flag for flag in (*_flags(ctx.command), "--help", "--help-all")}
    if not isinstance(ctx.command, Command):
        close = nearest(typed.lstrip("-"), [*known])
        return f"did you mean {known[close]!r}?" if close else "write options after the command"
    if typed.lstrip("-") in (one.name for one in ctx.command.params if one.param_type_name == "argument"):
        return f"write {usage(ctx.command, ctx)}"
    close = nearest(typed.lstrip("-").replace("_", "-"), [*known, "version"])
    if close == "version":
        return "did you mean `leaderboard --version`?"
    if close == "saved" and _names_table(ctx.meta[_WORDS]):
        return "leave it out, because a table of counts has no sums to save"
    return f"did you mean {known[close]!r}?" if close else f"see {ctx.command_path} --help-all"


def _names_table(words: Sequence[str]) -> bool:
    """True if a word is a table of counts."""
    from leaderboard.formats.counts import is_table

    return any(is_table(Path(word), {}) for word in words)


def _flags(command: Any) -> list[str]:
    flags = (flag for option in command.params for flag in (*option.opts, *option.secondary_opts))
    return [flag for flag in flags if flag.startswith("-")]


# The commands in the order of the help, and the modules that they are in.
COMMANDS = {
    "rank": "rank",
    "compare": "responses",
    "errors": "responses",
    "read": "responses",
    "score": "responses",
    "validate": "inspection",
    "describe": "inspection",
    "correlate": "experiments",
    "probe": "experiments",
    "power": "experiments",
    "verify": "inspection",
    "diff": "inspection",
    "pull-request": "platforms",
    "simulate": "experiments",
    "codabench": "platforms",
}


def application(words: Sequence[str]) -> typer.Typer:
    """Return the command line with the command that is typed, or with all of them.

    A shell that completes words types none, so only then the options of shell completion are loaded.
    """
    typed = next((word for word in words if not word.startswith("-") and word != _HELP), None)
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
