"""Options as they are written down, each checked."""

from __future__ import annotations

import numbers
import os
import re
from collections import abc
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import Field, fields, replace
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from leaderboard.errors import UsageError, choice_error, option_error
from leaderboard.options.options import GROUPS, OF_TABLES, OF_TESTS, WAYS, Options, Presentation, option_kinds
from leaderboard.text import suggestion

# What must not be shown of an address.
_SECRET = re.compile("://.*[@?#]")
_SHOWN = frozenset(entry.name for entry in fields(Presentation))


def labels(entries: Sequence[str]) -> dict[str, str]:
    """The name and the label of each dataset, written NAME or NAME=LABEL."""
    labelled: dict[str, str] = {}
    for entry in entries:
        name, _, label = (text.strip() for text in entry.partition("="))
        if not name or not entry.isprintable() or entry.rstrip().endswith("="):
            raise UsageError(f"--datasets has {entry!r}; write NAME or NAME=LABEL, on one line")
        if name in labelled:
            raise UsageError(f"--datasets has {name!r} twice; keep one of the two")
        labelled[name] = label or name
    return labelled


def chosen(datasets: Collection[str], entries: Sequence[str] | None) -> dict[str, str]:
    """The datasets that count, in the order in which they are shown, with their labels."""
    if entries is None:
        return {name: name for name in datasets}
    wanted = labels(entries)
    for name in wanted:
        if "" in datasets:
            raise UsageError(f"--datasets has {name!r}, but the key is a single file; leave --datasets out")
        if name not in datasets:
            listed = ", ".join(datasets)
            raise UsageError(f"--datasets has {name!r}, which is not in the key; choose among {listed}")
    return wanted


# Whether options are read for a table of counts, whose metrics have any names.
_OF_TABLE: ContextVar[bool] = ContextVar("of_table", default=False)
of_table = _OF_TABLE.get


@contextmanager
def reading(a_table: bool) -> Iterator[None]:
    """Read options for a table of counts, or for files of responses."""
    token = _OF_TABLE.set(a_table)
    try:
        yield
    finally:
        _OF_TABLE.reset(token)


def read_options(values: Mapping[str, object]) -> Options:
    """The settings of some options by name, each checked."""
    for name in values:
        if name == "output":
            raise UsageError("--output is for the command; use rank(...).write(folder)")
        if name in _SHOWN:
            raise UsageError(
                f"--{name} is for commands only, because functions print nothing; leave {name} out"
            )
    options = _with_groups(values)
    _check_weights(options)
    labels(options.datasets or ())
    _check_slices(options)
    if isinstance(options.scheduler, str) and _SECRET.search(options.scheduler):
        raise option_error("scheduler", "has a name or a token", "give a Client in Python")
    if not options.coref_column:
        raise UsageError("--coref-column is 0; count columns from 1, or from the end: -1 is the last")
    if options.settings and options.match:
        raise UsageError("--match and --settings both say when two mentions are one; leave one of them out")
    for name in options.settings or ():
        if name not in WAYS:
            raise UsageError(f"there is no setting {name!r}; {suggestion(name, WAYS)}")
    return options


def _with_groups(values: Mapping[str, object]) -> Options:
    """The options by name; groups of documents, where there are any, are the units of tests."""
    unit = values.get("cluster") or (values.get("across") if values.get("across") in GROUPS else None)
    if unit and values.get("unit") == unit:  # as they were settled before
        values = {name: value for name, value in values.items() if name != "unit"}
    options = _by_run(Options(**_with_metrics(_read(Options, values))), values)
    if unit is None:
        return options
    if options.cluster is not None:
        options = _with_cluster(options, values)
    if not options.joins:
        return options
    fixed = options.unit in OF_TESTS
    for name in ("by",) if fixed else ("unit", "by"):
        if values.get(name) is not None:
            raise UsageError(
                f"--{name} cannot be used with --across {options.across}, whose units are groups of "
                f"documents; leave out --{name} or --across"
            )
    if options.average == "document":
        raise UsageError(
            f"--average document cannot be used with --across {options.across}; leave out one of them"
        )
    return options if fixed else replace(options, unit=unit)  # type: ignore[arg-type]  # nobody can type it


def _by_run(options: Options, values: Mapping[str, object]) -> Options:
    """The options of tests over runs, which are by t."""
    if options.unit != "run":
        return options
    for name in ("test", "interval"):
        if values.get(name, "t") != "t":
            raise UsageError(f"--{name} {values[name]} cannot be used with --unit run; use --{name} t")
    if options.separate_runs:
        raise UsageError("--separate-runs cannot be used with --unit run; leave out one of them")
    return replace(options, test="t")


def _with_cluster(options: Options, values: Mapping[str, object]) -> Options:
    """The options with clusters of documents as units."""
    if values.get("unit") not in (None, "document"):
        raise UsageError(f"--unit {options.unit} cannot be used with --cluster; leave out one of them")
    if options.cluster in ("document", "part"):
        raise UsageError(f"--cluster is {options.cluster!r}; use --unit {options.cluster}")
    return replace(options, unit=options.cluster)  # type: ignore[arg-type]  # a name that nobody can type


def read_presentation(values: Mapping[str, object]) -> Presentation:
    """Check and read the options that only commands have."""
    return Presentation(**_read(Presentation, values))


def read_both(values: Mapping[str, object]) -> tuple[Options, Presentation]:
    """Options of both kinds."""
    return (
        read_options({name: value for name, value in values.items() if name not in _SHOWN}),
        read_presentation({name: value for name, value in values.items() if name in _SHOWN}),
    )


def check_alone(name: str, value: object) -> None:
    """Refuse a value that no other option can make right; a table of mentions may have any classes."""
    read_both({"mentions": "any", name: value})


def among_others(values: Mapping[str, object]) -> bool:
    """True if options that are wrong alone could pass among those that are said elsewhere."""
    return not _SHOWN.isdisjoint(values) or values.get("unit") in GROUPS or bool(values.get("cluster"))


def affirmed(name: str, value: object) -> tuple[str, object]:
    """A switch that is turned off by its other name, as with --no-check-words."""
    switch = name.removeprefix("no_")
    if switch == name or bool not in option_kinds().get(switch, ()):
        return name, value
    return switch, not value if isinstance(value, bool) else value


def parse_option(name: str, text: str) -> object:
    """Return the value of an option that is written as text: a number, true or false, or the text."""
    kinds = option_kinds()[name]
    if bool in kinds:
        return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    for kind in (int, float):
        if kind in kinds:
            try:
                return kind(text)
            except ValueError:
                return text
    return text


def _read(table: type, values: Mapping[str, object]) -> dict[str, Any]:
    known, kinds = {entry.name: entry for entry in fields(table)}, option_kinds()
    for name in values:
        if name not in known:
            raise UsageError(f"there is no option {name!r}; {suggestion(name, known)}")
    return {name: _checked(known[name], kinds[name], value) for name, value in values.items()}


def _with_metrics(values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with metrics by name; one metric given alone is the primary one."""
    if "metric" not in values:
        return values | {name: _metric(value) for name, value in values.items() if name == "primary"}
    metrics = tuple(dict.fromkeys(map(_metric, values["metric"])))
    first = metrics[0] if len(metrics) == 1 or of_table() else Options().primary
    primary = values.get("primary", first.partition("=")[0])
    return values | {"metric": metrics, "primary": _metric(primary)}


def _metric(text: str) -> str:
    from leaderboard.metrics import METRICS, metric_called

    if of_table():
        return text
    name, apart = metric_called(text), text.split()
    if name is None and len(apart) > 1 and any(map(metric_called, apart)):
        raise option_error("metric", f"is {text!r}", f"separate metrics by commas: {','.join(apart)}")
    if name is None:
        raise UsageError(f"there is no metric {text!r}; {suggestion(text.casefold(), METRICS)}")
    return name


def _check_weights(options: Options) -> None:
    """The names of classes in a table of mentions are known when it is read."""
    from leaderboard.corpus.mention_classes import CLASS_NAMES
    from leaderboard.metrics.da import class_weights

    class_weights(options.da_weights, None if options.mentions else CLASS_NAMES)


def _check_slices(options: Options) -> None:
    if (options.bands or options.keep) and not of_table():
        from leaderboard.slices.attributes import with_edges
        from leaderboard.slices.slicing import check_keeps

        with_edges(options.bands or ())
        check_keeps(options.keep or ())


def _checked(entry: Field[Any], kinds: tuple[Any, ...], value: Any) -> Any:
    words = [word for kind in kinds if get_origin(kind) is Literal for word in get_args(kind)]
    takes_function = any(get_origin(kind) is abc.Callable for kind in kinds)
    if (value is None and NoneType in kinds) or (takes_function and callable(value)):
        return value
    if object in kinds and not isinstance(value, str | os.PathLike):  # a client of a cluster
        return value
    if words:
        others = () if of_table() else OF_TABLES.get(entry.name, ())
        if value not in words or value in others:
            raise choice_error(entry.name, value, [word for word in words if word not in others])
        return value
    if get_origin(kinds[0]) is tuple:
        commas = entry.metadata["commas"]
        apart = commas == "separate" or (commas == "in_text" and isinstance(value, str))
        return _names(entry.name, value, apart)
    return _plain(entry, value, kinds[0])


def _names(option: str, value: Any, apart: bool) -> tuple[str, ...]:
    """Return names from a list or a text; where they are not ``apart``, commas are parts of names."""
    listed = [value] if isinstance(value, str) else value
    texts = isinstance(listed, list | tuple) and all(isinstance(text, str) for text in listed)
    names = [word.strip() for text in listed for word in text.split(",")] if texts and apart else listed
    if not texts or not any(names):
        raise option_error(option, f"is {value!r}", "give one or several names")
    return tuple(dict.fromkeys(name for name in names if name))


def _plain(entry: Field[Any], value: Any, kind: type) -> Any:
    given, least, most = value, entry.metadata["at_least"], entry.metadata["at_most"]
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if kind is float and isinstance(value, numbers.Real) and not isinstance(value, bool):
        value = float(value)  # NumPy's numbers are numbers
    if kind is int and isinstance(value, numbers.Integral) and not isinstance(value, bool):
        value = int(value)
    if type(value) is not kind:
        raise option_error(entry.name, f"is {given!r}", f"give {_KINDS[kind]}")
    if kind in (int, float) and not least <= value <= most:
        ends = f"from {least:g} to {most:g}"
        if 0 < least < _NEARLY_ZERO:
            example = f", such as {entry.default:g}" if entry.default else ""
            ends = f"between 0 and {most:g}{example}"
        raise option_error(entry.name, f"is {value:.12g}", f"give a number {ends}")
    return value


# A bound that only excludes 0.
_NEARLY_ZERO = 1e-3
_KINDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
