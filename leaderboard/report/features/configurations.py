"""The value of every option, and what said so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields

from leaderboard.options import with_primary
from leaderboard.options.configuration import Configuration
from leaderboard.report.forms.json import head
from leaderboard.report.table import Column, Table
from leaderboard.significance.design import trials_needed
from leaderboard.submissions import Place
from leaderboard.text import one_line


def configuration_table(configuration: Configuration, key: Place | None) -> Table:
    """One row per option, track, phase and mean; the key is the one that would be used."""
    file, content = one_line(str(configuration.file)), configuration.content
    runs, attempts = content.runs, content.attempts
    more = (
        *((f"track {track.label}", ", ".join(track.entries), track.line) for track in content.tracks),
        *(
            (f"phase {phase.label}", f"{phase.submissions}, {phase.key}", phase.line)
            for phase in content.phases
        ),
        *((f"mean {mean.label}", ", ".join(mean.datasets), mean.line) for mean in content.means),
        *((f"runs {name}", ", ".join(one), runs.lines[name]) for name, one in runs.entries.items()),
        *((f"attempts {name}", str(count), attempts.lines[name]) for name, count in attempts.stated.items()),
    )
    return Table(
        content.title or "Options",
        (Column("option", "Option"), Column("value", "Value"), Column("origin", "From")),
        (
            *_options(configuration, key),
            *((name, value, f"{file}:{line}") for name, value, line in more),
            *((("attempts", "count", file),) if attempts.counted else ()),
        ),
    )


def configuration_record(configuration: Configuration, key: Place | None) -> dict[str, object]:
    content, attempts = configuration.content, configuration.content.attempts
    return {
        **head(None, str(key.path) if key else None),
        "title": content.title or None,
        "options": [
            {"option": name, "value": value, "origin": origin}
            for name, value, origin in _options(configuration, key)
        ],
        "tracks": {track.label: list(track.entries) for track in content.tracks},
        "phases": {
            phase.label: {"key": phase.key, "submissions": phase.submissions} for phase in content.phases
        },
        "means": {mean.label: list(mean.datasets) for mean in content.means},
        "runs": content.runs.entries,
        "attempts": "count" if attempts.counted else attempts.stated or None,
    }


def _options(configuration: Configuration, key: Place | None) -> Iterator[tuple[str, str | None, str]]:
    missing = "each phase has its own" if configuration.content.phases else "not found"
    yield ("key", str(key.path), key.origin) if key else ("key", None, missing)
    for name, value in _used(configuration):
        if name != "key":
            yield name.replace("_", "-"), value, configuration.origins[name]


def _used(configuration: Configuration) -> Iterator[tuple[str, str | None]]:
    """The options that `rank` uses: with the primary metric, and numbers that depend on task or machine."""
    options = with_primary(configuration.options)
    numbers = {"trials": f"{trials_needed(1, options.alpha)} or more", "jobs": str(os.cpu_count() or 1)}
    for table in (options, configuration.presentation):
        for entry in fields(table):
            yield entry.name, _text(getattr(table, entry.name)) or numbers.get(entry.name)


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(value)
    return None if value is None else str(value)
