"""The value of every option: typed, of the environment, of the file."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from leaderboard.errors import LeaderboardError, Problem, UsageError
from leaderboard.options.options import COUNTED, OPTIONS, Options, Presentation
from leaderboard.options.settings_file import NO_SETTINGS, ConfigurationFile, SettingsFile, find_settings
from leaderboard.options.values import (
    among_others,
    check_alone,
    of_table,
    parse_option,
    read_both,
    read_options,
    read_presentation,
)
from leaderboard.text import nearest

_PREFIX = "LEADERBOARD_"


def variable(name: str) -> str:
    """The environment's word for an option."""
    return f"{_PREFIX}{name.upper()}"


def unknown_variables(others: Collection[str] = ()) -> tuple[Problem, ...]:
    """Problems of environment variables that no option has; ``others`` are known."""
    known = [*map(variable, OPTIONS), *others]
    unknown = sorted(name for name in os.environ if name.startswith(_PREFIX) and name not in known)
    return tuple(Problem(name, 0, "unknown option", _nearest(name)) for name in unknown)


def _nearest(name: str) -> str:
    close = nearest(name.removeprefix(_PREFIX), OPTIONS)
    if close is None:
        return "`leaderboard rank --explain-config` shows all options"
    return f"did you mean {variable(close)}?"


def environment() -> Iterator[tuple[str, object]]:
    for name in OPTIONS:
        text = os.environ.get(variable(name))
        if text and name != "key":
            try:
                value = parse_option(name, text)
                check_alone(name, value)
            except UsageError as error:
                raise UsageError(f"{variable(name)}: {error}") from None
            yield name, value


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """The value of each option but the key, and what said so.

    ``file`` is the settings file that counts, if there is one, and ``content`` what it says beside options.
    """

    options: Options
    origins: Mapping[str, str]
    file: Path | None = None
    content: ConfigurationFile = NO_SETTINGS
    presentation: Presentation = field(default_factory=Presentation)
    source: SettingsFile | None = None
    warnings: tuple[Problem, ...] = ()


def origins_of(said: Mapping[str, str]) -> dict[str, str]:
    """What said the value of each option, where not all have their defaults."""
    return {**dict.fromkeys(OPTIONS, "default"), **said}


def configure(
    options: Mapping[str, object], folder: Path | None, shown: Mapping[str, object] = MappingProxyType({})
) -> Configuration:
    """The value of each option for a folder of submissions, or for none.

    Options go before the environment, that before the settings file, that before the defaults. ``shown``
    are the options of a command that functions do not have.
    """
    if among_others(options):
        read_options(options)
    try:
        return configure_by(find_settings(folder), options, shown, folder)
    except LeaderboardError:  # what was typed is told of first
        read_options(options)
        read_presentation(shown)
        raise


def configure_by(
    source: SettingsFile | None,
    options: Mapping[str, object],
    shown: Mapping[str, object] = MappingProxyType({}),
    folder: Path | None = None,
) -> Configuration:
    """The value of each option where it is known which settings file counts."""
    content = source.content if source else NO_SETTINGS
    written = source.options if source else {}
    said = _settled(
        {name: (value, content.origin(name)) for name, value in written.items()},
        {name: (value, variable(name)) for name, value in environment()},
        {name: (value, "option") for name, value in {**options, **shown}.items()},
    )
    origins = origins_of({name: origin for name, (_, origin) in said.items()})
    try:
        settled, presentation = read_both({name: value for name, (value, _) in said.items()})
    except UsageError as error:
        origin = origins["da_weights"]  # the only one that was not checked where it stands
        if origin == "option" or not str(error).startswith("da_weights "):
            raise
        raise UsageError(f"{origin}: {error}") from None
    if "metric" in said and "primary" not in said and settled.metric == (settled.primary,):
        origins["primary"] = origins["metric"]  # one metric given alone
    check_effects(settled, origins)
    return Configuration(
        options=settled,
        origins=origins,
        file=source.path if source else None,
        content=content,
        presentation=presentation,
        source=source,
        warnings=tuple(source.warnings(folder)) if source else (),
    )


def check_effects(options: Options, origins: Mapping[str, str]) -> None:
    """Refuse an option that was typed and changes nothing; a settings file serves many commands."""
    of_responses = not of_table()
    needed = {} if options.by else {"bands": "--by NAME"}
    if of_responses and not options.by:
        needed["keep"] = "--by NAME"
    if of_responses and options.unit != "component":
        needed["blocks"] = "--unit component"
    grouped = options.by or options.across in ("subtopic", "topic") or options.cluster
    if of_responses and not grouped:
        needed["documents"] = "--by NAME, --cluster NAME, --across topic or --across subtopic"
    for name in (name for name, origin in origins.items() if origin == "option"):
        flag = f"--{name.replace('_', '-')}"
        if name in needed and getattr(options, name) is not None:
            raise UsageError(f"{flag} alone has no effect; add {needed[name]}, or leave {flag} out")
        if name in COUNTED and of_responses:
            raise UsageError(f"{flag} is for a table of counts, and none is named; leave it out")


def _settled(*layers: Mapping[str, tuple[object, str]]) -> dict[str, tuple[object, str]]:
    """Later layers go before earlier ones, and what says how to match before what says it otherwise."""
    said: dict[str, tuple[object, str]] = {}
    for layer in layers:
        for option, other in (("match", "settings"), ("settings", "match")):
            if option in layer:
                said.pop(other, None)
        said |= layer
    return said
