"""A slow reader that accepts well-formed CoNLL files only, and says nothing but AssertionError."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

Span = tuple[int, int]


class Text(NamedTuple):
    """A part: the columns of each token, where sentences end, and the mentions by entity."""

    rows: list[list[str]]
    breaks: list[int]
    entities: dict[str, list[Span]]


def read(path: Path) -> dict[tuple[str, int], Text]:
    """The parts by document and number; every part closes, stands once, and has no mention twice."""
    parts: dict[tuple[str, int], Text] = {}
    rows: list[list[str]] | None = None
    breaks: list[int] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#begin document ("):
            assert rows is None
            name, number = line.removeprefix("#begin document (").split("); part ")
            rows, breaks = [], []
        elif line == "#end document":
            assert rows
            assert (name, int(number)) not in parts
            parts[name, int(number)] = Text(rows, breaks, _entities([row[-1] for row in rows]))
            rows = None
        elif not line:
            assert rows is not None
            breaks.append(len(rows))
        else:
            assert rows is not None
            rows.append(line.split("\t") if "\t" in line else line.split())
    assert rows is None
    return parts


def _entities(column: list[str]) -> dict[str, list[Span]]:
    entities: dict[str, list[Span]] = {}
    opened: dict[str, list[int]] = {}
    for token, cell in enumerate(column):
        brackets = [] if cell in ("", "-") else cell.split("|")
        for bracket in sorted(brackets, key=_reading_order):
            entity = bracket.strip("()")
            assert entity.isdecimal()
            if bracket.startswith("("):
                opened.setdefault(entity, []).append(token)
            if bracket.endswith(")"):
                entities.setdefault(entity, []).append((opened[entity].pop(), token))
    assert not any(opened.values())
    mentions = [span for spans in entities.values() for span in spans]
    assert len(mentions) == len(set(mentions))
    return entities


def _reading_order(bracket: str) -> int:
    """One-token mentions first, then opens, then closes."""
    return 0 if bracket[0] + bracket[-1] == "()" else 1 if bracket[0] == "(" else 2
