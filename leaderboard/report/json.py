"""JSON: numbers are numbers, and what is undefined is null."""

from __future__ import annotations

import json
from collections.abc import Iterable

_TEXT = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def render_json(record: dict[str, object]) -> str:
    """One member a line, and one entry a line in those that have entries: thousands stay quick to write."""
    members = (f" {_TEXT.encode(name)}: {_member(value)}" for name, value in record.items())
    return _block("{", members, "}") + "\n"


def _member(value: object) -> str:
    if isinstance(value, dict) and value:
        entries = (f"  {_TEXT.encode(name)}: {_TEXT.encode(entry)}" for name, entry in value.items())
        return _block("{", entries, " }")
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _block("[", (f"  {_TEXT.encode(entry)}" for entry in value), " ]")
    return _TEXT.encode(value)


def _block(begin: str, lines: Iterable[str], end: str) -> str:
    return f"{begin}\n" + ",\n".join(lines) + f"\n{end}"
