"""Options in the environment."""

from __future__ import annotations

import difflib
import os
from collections.abc import Collection, Iterator
from dataclasses import fields

from leaderboard.errors import Problem, UsageError
from leaderboard.options.options import Options, Presentation
from leaderboard.options.reading import parse_option, read_both

_PREFIX = "LEADERBOARD_"
OPTIONS = tuple(entry.name for table in (Options, Presentation) for entry in fields(table))


def variable(name: str) -> str:
    """The environment's word for an option."""
    return f"{_PREFIX}{name.upper()}"


def unknown_variables(others: Collection[str] = ()) -> tuple[Problem, ...]:
    """Problems of environment variables that no option has; ``others`` are known."""
    known = [*map(variable, OPTIONS), *others]
    unknown = sorted(name for name in os.environ if name.startswith(_PREFIX) and name not in known)
    return tuple(Problem(name, 0, "unknown option", _nearest(name)) for name in unknown)


def _nearest(name: str) -> str:
    close = difflib.get_close_matches(name.removeprefix(_PREFIX).lower(), OPTIONS, 1)
    if not close:
        return "`leaderboard rank --explain-config` shows all options"
    return f"did you mean {variable(close[0])}?"


def environment() -> Iterator[tuple[str, object]]:
    for name in OPTIONS:
        text = os.environ.get(variable(name))
        if text and name != "key":
            try:
                value = parse_option(name, text)
                read_both({name: value})
            except UsageError as error:
                raise UsageError(f"{variable(name)}: {error}") from None
            yield name, value
