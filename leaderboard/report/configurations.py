"""The value of every option, and what said so."""

from __future__ import annotations

from dataclasses import fields

from leaderboard.options import Settings
from leaderboard.report.table import Column, Table
from leaderboard.submissions import Configuration, Place


def configuration_table(configuration: Configuration, key: Place | None) -> Table:
    """One row an option; the key is the one that would be used."""
    found = ("key", str(key.path), key.origin) if key else ("key", None, "not found")
    rows = [
        (entry.name.replace("_", "-"), _text(getattr(configuration.settings, entry.name)), origin)
        for entry in fields(Settings)
        if (origin := configuration.origins[entry.name]) and entry.name != "key"
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


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(value)
    return None if value is None else str(value)
