"""The value of every option: typed, of the environment, of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from leaderboard.options import Presentation, Settings, read_options, read_presentation, read_settings
from leaderboard.submissions.configuration_file import ConfigurationFile, nearest, read_configuration
from leaderboard.submissions.environment import OPTIONS, environment, variable
from leaderboard.submissions.tracks import Phase, Track


@dataclass(frozen=True, slots=True)
class Configuration:
    """The value of each option but the key, and what said so; ``title`` is what the task is called.

    ``file`` is the nearest leaderboard.toml, if there is one, which alone has tracks and phases.
    """

    settings: Settings
    origins: Mapping[str, str]
    title: str | None
    file: Path | None
    presentation: Presentation = field(default_factory=Presentation)
    tracks: tuple[Track, ...] = ()
    phases: tuple[Phase, ...] = ()


def configure(
    options: Mapping[str, object], beside: Path, shown: Mapping[str, object] = MappingProxyType({})
) -> Configuration:
    """Options go before the environment, that before the nearest file, that before the defaults.

    ``shown`` are the options of a command that functions do not have.
    """
    read_settings(options)
    read_presentation(shown)
    around = dict(environment())
    near = nearest(beside)
    written = read_configuration(near) if near else ConfigurationFile("", {}, {})
    said = _settled(
        {name: (value, written.origin(name)) for name, value in written.options.items()},
        {name: (value, variable(name)) for name, value in around.items()},
        {name: (value, "option") for name, value in {**options, **shown}.items()},
    )
    origins = dict.fromkeys(OPTIONS, "default") | {name: origin for name, (_, origin) in said.items()}
    settings, presentation = read_options({name: value for name, (value, _) in said.items()})
    return Configuration(settings, origins, written.title, near, presentation, written.tracks, written.phases)


def _settled(*layers: Mapping[str, tuple[object, str]]) -> dict[str, tuple[object, str]]:
    """Later layers go before earlier ones, and what says how to match before what says it otherwise."""
    said: dict[str, tuple[object, str]] = {}
    for layer in layers:
        for one, other in (("match", "settings"), ("settings", "match")):
            if one in layer:
                said.pop(other, None)
        said |= layer
    return said
