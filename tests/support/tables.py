"""Small tables of counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

Row = tuple[object, ...]


def written(path: Path, header: str, rows: Iterable[Row]) -> Path:
    """A table in CSV."""
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def accuracy(path: Path, right: Callable[[int, int], object] | None = None, items: int = 12) -> Path:
    """Three systems, of which each is right on fewer items than the one before."""
    chosen = right or (lambda system, item: int(item % 12 >= 4 * system))
    rows = [(name, f"q{item:02}", chosen(at, item)) for at, name in enumerate("abc") for item in range(items)]
    return written(path, "system,item,acc", rows)


def errors(path: Path) -> Path:
    """Two systems with errors in sessions of several lengths and rooms."""
    rows = [
        (name, f"s{item}", f"r{item // 2}", 10 + item, (1 + at) * (1 + item % 3), ("near", "far")[item % 2])
        for at, name in enumerate(("north", "south", "west"))
        for item in range(12)
    ]
    return written(path, "system,item,cluster,words,errors,channel", rows)
