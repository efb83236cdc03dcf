"""Every option that commands, functions, the environment and leaderboard.toml share, defined once."""

from __future__ import annotations

import difflib
import numbers
import os
from collections import abc
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from leaderboard.datasets import labels
from leaderboard.errors import UsageError
from leaderboard.ways import WAYS, Match, Singletons

ON_REQUEST = ("blanc_gold", "rand", "da", "xcmr", "mor", "zero")

SCORED = "What is scored"
TESTED = "How it is tested"
SHOWN = "How it is shown"


def option(default: Any, help: str, panel: str, at_least: float = 0, at_most: float = 1e18) -> Any:
    return field(
        default=default,
        metadata={"help": help, "panel": panel, "at_least": at_least, "at_most": at_most},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The value of each option."""

    key: str | None = option(None, "The key, a file or a folder with one file per dataset.", SCORED)
    metric: tuple[str, ...] = option(
        ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll"),
        f"A metric, again for several, also among {', '.join(ON_REQUEST)}.",
        SCORED,
    )
    primary: str = option("conll", "The metric that orders the systems.", SCORED)
    match: Match | None = option(
        None, "When two mentions are one (default: head for CorefUD files, else exact).", SCORED
    )
    settings: tuple[str, ...] | None = option(
        None,
        "Rank by several settings, with commas between: exact, partial or head, and +singletons or "
        "-singletons behind it. The first one orders the report.",
        SCORED,
    )
    phase: str | None = option(
        None, "Rank this phase of leaderboard.toml only (default: all of them).", SCORED
    )
    track: str | None = option(
        None, "Rank this track of leaderboard.toml only (default: all systems, and each track).", SCORED
    )
    zeros: Literal["dependent", "linear"] = option(
        "dependent", "Match zeros of CorefUD files by what they depend on, or by where they stand.", SCORED
    )
    singletons: Singletons | None = option(
        None, "Entities of one mention, on both sides (default: drop in CorefUD files, else keep).", SCORED
    )
    duplicates: Literal["first", "error"] = option(
        "first", "A mention in two entities: keep the first, or refuse the file.", SCORED
    )
    missing: Literal["error", "empty"] = option(
        "error", "A document that a response lacks: refuse the response, or score it as empty.", SCORED
    )
    missing_dataset: Literal["error", "zero", "exclude"] = option(
        "error", "A dataset that a response lacks: refuse it, score it as empty, or rank it nowhere.", SCORED
    )
    datasets: tuple[str, ...] | None = option(
        None,
        "A dataset of the key, again for several: only these, in this order; NAME=LABEL names it.",
        SCORED,
    )
    check_words: bool = option(True, "Compare the words of responses with the key's.", SCORED)
    follow_symlinks: bool = option(False, "Follow symbolic links among the submissions.", SCORED)
    word_column: int | None = option(None, "The column of the words, counted from 1.", SCORED, 1, 1000)
    offsets: Literal["token", "char"] | None = option(
        None, "What the clusters of JSON lines count, where the file does not make it plain.", SCORED
    )
    ends: Literal["inclusive", "exclusive"] | None = option(
        None, "Whether the ends in JSON lines belong to the mention, likewise.", SCORED
    )
    blanc: Literal["conll", "luo2014"] = option(
        "conll", "The rule of BLANC where a class of links is empty.", SCORED
    )
    blanc_weight: float = option(0.5, "The weight of coreference links in BLANC.", SCORED, 0, 1)
    lea_importance: Literal["size", "one", "class"] | Callable[[Any], Any] = option(
        "size", "The importance of an entity in LEA.", SCORED
    )
    da_weights: str = option(
        "PN=.6,NP=.3,PRO=.1", "The weights of classes of mentions in DA, the most specific first.", SCORED
    )
    da_response: Literal["typed", "untyped"] = option(
        "typed", "Whether DA knows the classes of the response's mentions.", SCORED
    )
    da_match: Literal["optimal", "greedy"] = option(
        "optimal", "How DA finds the chains that correspond.", SCORED
    )
    test: Literal["ar", "bootstrap"] = option(
        "ar", "Approximate randomization, or the centred paired bootstrap.", TESTED
    )
    trials: int | None = option(
        None,
        "Random trials of the test (default: 10000, more where the correction needs it).",
        TESTED,
        1,
        1e8,
    )
    alpha: float = option(0.05, "The level of significance.", TESTED, 1e-9, 0.5)
    adjust: Literal["holm", "bonferroni", "bh", "none"] = option(
        "holm", "The correction for the number of pairs, within each metric.", TESTED
    )
    ties: Literal["beaten", "letters", "clusters", "leader"] = option(
        "beaten", "The rule that makes ranks of significant differences.", TESTED
    )
    unit: Literal["document", "part"] = option("document", "What is swapped and drawn.", TESTED)
    draws: int = option(2000, "Bootstrap draws, for intervals and stability.", TESTED, 100, 1e5)
    interval: Literal["percentile", "bca"] = option(
        "percentile", "The bootstrap interval, of level 1 - alpha.", TESTED
    )
    against: str | None = option(None, "Compare every system with this one only.", TESTED)
    leave_one_out: bool = option(
        False, "Which document, left out, changes the order by the primary metric.", TESTED
    )
    seed: int = option(12345, "The seed of all that is random.", TESTED, 0, 2**63)
    errors: bool = option(False, "What kind of errors each system makes.", SHOWN)
    save: str | None = option(None, "A folder to keep the sums of the responses in.", SHOWN)
    saved: str | None = option(
        None, "A folder of kept sums: what is in it is not scored again, and what is new is added.", SHOWN
    )
    jobs: int | None = option(None, "How many cores to use; all, if not said.", SHOWN, 1, 4096)
    scheduler: str | None = option(
        None, "The Dask scheduler of a cluster to score on, as tcp://HOST:PORT.", SHOWN
    )

    @property
    def keeps(self) -> bool:
        """Whether sums are saved, which any other ranking may want."""
        return bool(self.save or self.saved)


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How the commands show what comes out; functions return it and show nothing."""

    format: Literal["table", "markdown", "csv", "latex", "html", "json"] = option(
        "table", "The form of the output.", SHOWN
    )
    columns: str | None = option(None, "Columns by name, with commas, or `all`.", SHOWN)
    output: str = option("reports", "The folder that the report is written to.", SHOWN)
    figures: str | None = option(None, "Figures as pdf, png or pdf,png too, beside SVG.", SHOWN)
    quiet: bool = option(False, "No progress bar and no warnings.", SHOWN)


def read_settings(values: Mapping[str, object]) -> Settings:
    """The settings of some options by name, each checked."""
    shown = {entry.name for entry in fields(Presentation)}
    for name in values:
        if name in shown:
            raise UsageError(f"--{name} is for commands, and functions show nothing; leave {name} out")
    settings = Settings(**_read(Settings, values))
    _check_metrics((*settings.metric, settings.primary))
    _check_weights(settings.da_weights)
    labels(settings.datasets or ())
    if settings.settings and settings.match:
        raise UsageError("--match and --settings both say when two mentions are one; leave one of them out")
    for name in settings.settings or ():
        if name not in WAYS:
            raise UsageError(f"no setting is called {name!r}; {suggestion(name, WAYS)}")
    return settings


def read_presentation(values: Mapping[str, object]) -> Presentation:
    """The same for the options that only commands have."""
    return Presentation(**_read(Presentation, values))


def read_options(values: Mapping[str, object]) -> tuple[Settings, Presentation]:
    """Options of both kinds."""
    shown = {entry.name for entry in fields(Presentation)}
    return (
        read_settings({name: value for name, value in values.items() if name not in shown}),
        read_presentation({name: value for name, value in values.items() if name in shown}),
    )


def affirmed(name: str, value: object) -> tuple[str, object]:
    """A switch that is turned off by its other name, as with --no-check-words."""
    switch = name.removeprefix("no_")
    if switch == name or bool not in option_kinds().get(switch, ()):
        return name, value
    return switch, not value if isinstance(value, bool) else value


def each_setting(settings: Settings) -> tuple[Settings, ...]:
    """The options for each of several settings, the one that orders a report first; or as they are."""
    ways = [WAYS[name] for name in settings.settings or ()]
    return tuple(
        replace(settings, settings=None, match=one.match, singletons=one.singletons or settings.singletons)
        for one in ways
    ) or (settings,)


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


@cache  # reading the types takes longer than all else that is done with options
def option_kinds() -> Mapping[str, tuple[Any, ...]]:
    """The types that each option may have: one of the plain types, or the words to choose among."""
    hints = get_type_hints(Settings) | get_type_hints(Presentation)
    return MappingProxyType({name: _members(hint) for name, hint in hints.items()})


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


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


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
