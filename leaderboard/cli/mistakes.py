"""A wrong command line, explained in one line with the nearest right one."""

from __future__ import annotations

import difflib
import re
import sys
from typing import Any

from leaderboard.cli.help import Command, usage


def explained(error: Any) -> str:
    """Return what is wrong with a command line and what to write; ``error`` is what typer raised."""
    ctx = getattr(error, "ctx", None)
    if hasattr(error, "possibilities"):
        return _unknown_option(error.option_name, ctx)
    if ctx is None or not isinstance(ctx.command, Command):
        return _as_told(error, "--help")
    missing = getattr(error, "param", None)
    if hasattr(error, "param_type") and missing is not None:
        return f"no {missing.metavar or missing.name.upper()} given; write {usage(ctx.command, ctx)}"
    if error.message.startswith("Got unexpected extra argument"):
        extra = error.message.partition("(s) (")[2].rstrip(").")
        key = " --key KEY" if "--key" in _flags(ctx.command) else ""
        return f"{extra}: too many names; write {usage(ctx.command, ctx)}{key}"
    return _as_told(error, f"{ctx.command_path} --help")


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
    typed = next((word for word in sys.argv if word.startswith(name)), name).partition("=")[0]
    if typed == "--unit" and any(word.startswith("--across") for word in sys.argv):
        return (
            f"there is no option {typed!r} here; leave it out, because the groups of --across are the units"
        )
    return f"there is no option {typed!r}; {_instead(typed, ctx)}"


def _instead(typed: str, ctx: Any) -> str:
    """Return what to write instead of an option that a command does not have."""
    if not isinstance(ctx.command, Command):
        return "write the command first and its options behind it"
    if typed.lstrip("-") in (one.name for one in ctx.command.params if one.param_type_name == "argument"):
        return f"write {usage(ctx.command, ctx)}"
    # Without the dashes, which make unlike words alike.
    known = {flag.lstrip("-"): flag for flag in _flags(ctx.command)}
    close = difflib.get_close_matches(typed.lstrip("-").replace("_", "-"), known, 1)
    return f"did you mean {known[close[0]]!r}?" if close else f"see {ctx.command_path} --help-all"


def _flags(command: Any) -> list[str]:
    flags = (flag for option in command.params for flag in (*option.opts, *option.secondary_opts))
    return [flag for flag in flags if flag.startswith("-")]
