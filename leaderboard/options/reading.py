"""Options as they are written down, each checked."""

from __future__ import annotations

import difflib
import numbers
import os
from collections import abc
from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from leaderboard.errors import UsageError
from leaderboard.options.dataset_labels import labels
from leaderboard.options.named_settings import WAYS
from leaderboard.options.options import Options, Presentation, option_kinds


def read_options(values: Mapping[str, object]) -> Options:
    """The settings of some options by name, each checked."""
    shown = {entry.name for entry in fields(Presentation)}
    for name in values:
        if name in shown:
            raise UsageError(f"--{name} is for commands, and functions show nothing; leave {name} out")
    options = Options(**_read(Options, values))
    _check_metrics((*options.metric, options.primary))
    _check_weights(options.da_weights)
    labels(options.datasets or ())
    if options.settings and options.match:
        raise UsageError("--match and --settings both say when two mentions are one; leave one of them out")
    for name in options.settings or ():
        if name not in WAYS:
            raise UsageError(f"no setting is called {name!r}; {suggestion(name, WAYS)}")
    return options


def read_presentation(values: Mapping[str, object]) -> Presentation:
    """The same for the options that only commands have."""
    return Presentation(**_read(Presentation, values))


def read_both(values: Mapping[str, object]) -> tuple[Options, Presentation]:
    """Options of both kinds."""
    shown = {entry.name for entry in fields(Presentation)}
    return (
        read_options({name: value for name, value in values.items() if name not in shown}),
        read_presentation({name: value for name, value in values.items() if name in shown}),
    )


def affirmed(name: str, value: object) -> tuple[str, object]:
    """A switch that is turned off by its other name, as with --no-check-words."""
    switch = name.removeprefix("no_")
    if switch == name or bool not in option_kinds().get(switch, ()):
        return name, value
    return switch, not value if isinstance(value, bool) else value


def parse_option(name: str, text: str) -> object:
    """The value of an option that is written as text: names with commas, numbers, true or false."""
    kinds = option_kinds()[name]
    if get_origin(kinds[0]) is tuple:
        return [word.strip() for word in text.split(",")]
    if bool in kinds:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    for kind in (int, float):
        if kind in kinds:
            try:
                return kind(text)
            except ValueError:
                return text
    return text


def suggestion(name: str, known: Iterable[str]) -> str:
    """What to do about a name that is not known."""
    names = list(known)
    close = difflib.get_close_matches(name, names, 1)
    return f"did you mean {close[0]!r}?" if close else f"choose among {', '.join(names)}"


def _read(table: type, values: Mapping[str, object]) -> dict[str, Any]:
    known, kinds = {entry.name: entry for entry in fields(table)}, option_kinds()
    for name in values:
        if name not in known:
            raise UsageError(f"no option is called {name!r}; {suggestion(name, known)}")
    return {name: _checked(known[name], kinds[name], value) for name, value in values.items()}


def _check_metrics(names: Iterable[str]) -> None:
    from leaderboard.metrics import METRICS

    for name in names:
        if name not in METRICS:
            raise UsageError(f"no metric is called {name!r}; {suggestion(name, METRICS)}")


def _check_weights(text: str) -> None:
    from leaderboard.metrics.similarity import class_weights

    class_weights(text)


def _checked(entry: Field[Any], kinds: tuple[Any, ...], value: Any) -> Any:
    flag = f"--{entry.name.replace('_', '-')}"
    words = [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]
    takes_function = any(get_origin(kind) is abc.Callable for kind in kinds)
    if (value is None and NoneType in kinds) or (takes_function and callable(value)):
        return value
    if words:
        if value not in words:
            raise UsageError(f"{flag} is {value!r}; choose among {', '.join(words)}")
        return value
    if get_origin(kinds[0]) is tuple:
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list | tuple) or not listed or not all(isinstance(x, str) for x in listed):
            raise UsageError(f"{flag} is {value!r}; give one or several names")
        if entry.name == "settings":
            listed = [word.strip() for text in listed for word in text.split(",")]
        return tuple(dict.fromkeys(listed))
    return _plain(flag, value, kinds[0], entry.metadata)


def _plain(flag: str, value: Any, kind: type, limits: Mapping[str, Any]) -> Any:
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if kind is float and isinstance(value, numbers.Real) and not isinstance(value, bool):
        value = float(value)  # NumPy's numbers are numbers
    if kind is int and isinstance(value, numbers.Integral) and not isinstance(value, bool):
        value = int(value)
    if type(value) is not kind:
        raise UsageError(f"{flag} is {value!r}; give {_KINDS[kind]}")
    if kind in (int, float) and not limits["at_least"] <= value <= limits["at_most"]:
        raise UsageError(
            f"{flag} is {value!r}; give a number from {limits['at_least']:g} to {limits['at_most']:g}"
        )
    return value


_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
