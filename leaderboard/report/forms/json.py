"""JSON: numbers are numbers, and what is undefined is null."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

text = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
# What stands between two entries of a list.
BETWEEN = ",\n  "


@dataclass(frozen=True, slots=True)
class Encoded:
    """Entries that are JSON already, or several of them with ``BETWEEN`` in between."""

    entries: tuple[str, ...]


def head(signature: object, key: str | None) -> dict[str, object]:
    """Return how every record begins; a description has no signature, and a diff no key."""
    return {"schema": 2, "signature": signature, "key": key}


def render_json(record: dict[str, object]) -> str:
    """One member a line, and one entry a line in those that have entries: thousands stay quick to write."""
    members = (f" {text(name)}: {_member(value)}" for name, value in record.items())
    return _block("{", members, "}") + "\n"


def nested(records: Iterable[dict[str, object]]) -> Encoded:
    """Records as entries, each written out as a record is."""
    return Encoded(tuple(render_json(record).rstrip().replace("\n", "\n  ") for record in records))


def _member(value: object) -> str:
    if isinstance(value, dict) and value:
        entries = (f"  {text(name)}: {text(entry)}" for name, entry in value.items())
        return _block("{", entries, " }")
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _member(Encoded(tuple(map(text, value))))
    if isinstance(value, Encoded):
        return _block("[", (f"  {entry}" for entry in value.entries), " ]") if value.entries else "[]"
    return text(value)


def _block(begin: str, lines: Iterable[str], end: str) -> str:
    return f"{begin}\n" + ",\n".join(lines) + f"\n{end}"
