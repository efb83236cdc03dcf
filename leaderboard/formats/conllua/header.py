"""The comment ``# global.columns = ...``, which names the columns of a file."""

from __future__ import annotations

import re
from typing import NamedTuple

_COLUMNS = re.compile(r"#[ \t]*global\.columns[ \t]*=(.*)")
_MISSING = -1


class Columns(NamedTuple):
    """The names of all columns, and the number of each that is read, -1 where it is not there; ``mentions``
    is the scored layer."""

    names: tuple[str, ...]
    id: int
    form: int
    upos: int
    xpos: int
    feats: int
    head: int
    dependencies: int
    mentions: int
    split: int
    bridging: int


def columns(comment: str, layer: str) -> Columns | None:
    """The columns that a comment names, if it names any that can be read."""
    found = _COLUMNS.match(comment)
    names = found[1].split() if found else []
    scored = "IDENTITY" if layer == "identity" else "DISCOURSE_DEIXIS"
    if len(set(names)) < len(names) or not {"ID", "FORM", "IDENTITY", scored} <= set(names):
        return None
    place = {name: number for number, name in enumerate(names)}
    of_identity = ("SPLIT", "BRIDGING") if layer == "identity" else ("", "")
    read = ("ID", "FORM", "UPOS", "XPOS", "FEATS", "HEAD", "DEPS", scored, *of_identity)
    return Columns(tuple(names), *(place.get(name, _MISSING) for name in read))


def names_columns(comment: str) -> str:
    """The names of columns in a comment, or nothing if it names none."""
    found = _COLUMNS.match(comment)
    return found[1] if found else ""
