"""YAML of texts, numbers and switches, and of lists of records, with remarks where somebody has to look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remarked:
    """A plain value with a remark behind it on its line."""

    value: str | int | bool
    remark: str


def render_yaml(record: Mapping[str, object]) -> str:
    """One member a line; a list is indented below."""
    return "".join(f"{line}\n" for line in _members(record))


def _members(record: Mapping[str, object]) -> Iterator[str]:
    for name, value in record.items():
        if isinstance(value, Sequence) and not isinstance(value, str):
            yield f"{name}:"
            yield from _entries(value)
        else:
            yield f"{name}: {_plain(value)}"


def _entries(values: Sequence[object]) -> Iterator[str]:
    for value in values:
        lines = list(_members(value)) if isinstance(value, Mapping) else [_plain(value)]
        yield f"  - {lines[0]}"
        yield from (f"    {line}" for line in lines[1:])


def _plain(value: object) -> str:
    if isinstance(value, Remarked):
        return f"{_plain(value.value)} # {value.remark}"
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)


def quoted(text: str) -> str:
    """A text between double quotes, which cannot end early, begin a line or be taken for anything else."""
    return f'"{"".join(map(_character, text))}"'


def _character(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isprintable() else f"\\U{ord(character):08x}"
