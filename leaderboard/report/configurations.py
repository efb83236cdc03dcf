"""The value of every option, and what said so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import fields

from leaderboard.report.table import Column, Table
from leaderboard.significance.families import trials_needed
from leaderboard.submissions import Configuration, Place
from leaderboard.verbs.compare import with_primary


def configuration_table(configuration: Configuration, key: Place | None) -> Table:
    """One row an option; the key is the one that would be used."""
    found = ("key", str(key.path), key.origin) if key else ("key", None, "not found")
    rows = [
        (name.replace("_", "-"), value, configuration.origins[name])
        for name, value in _used(configuration)
        if name != "key"
    ]
    return Table(
        configuration.title or "Options",
        (Column("option", "Option"), Column("value", "Value"), Column("origin", "From")),
        (found, *rows),
    )


def configuration_record(configuration: Configuration, key: Place | None) -> dict[str, object]:
    rows = configuration_table(configuration, key).rows
    return {
        "schema": 1,
        "title": configuration.title,
        "options": [{"option": name, "value": value, "origin": origin} for name, value, origin in rows],
    }


def _used(configuration: Configuration) -> Iterator[tuple[str, str | None]]:
    """What `rank` goes by: with the primary metric, and a number where it depends on task or machine."""
    settings = with_primary(configuration.settings)
    numbers = {"trials": f"{trials_needed(1, settings.alpha)} or more", "jobs": str(os.cpu_count() or 1)}
    for table in (settings, configuration.presentation):
        for entry in fields(table):
            yield entry.name, _text(getattr(table, entry.name)) or numbers.get(entry.name)


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(value)
    return None if value is None else str(value)
