"""Values out of JSON that anybody may have written; a ValueError where one is not what it should be."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, TypeVar

from leaderboard.formats.limits import LONGEST_NAME
from leaderboard.text import one_line

Kind = TypeVar("Kind")
_LARGEST = 2**53
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")


def of_kind(kind: type[Kind], value: Any) -> Kind:
    if type(value) is not kind:
        raise ValueError(f"{str(value)[:40]!r} where a {kind.__name__} should be")
    return value


def member(record: Any, name: str, kind: type[Kind]) -> Kind:
    """One entry of a record."""
    return of_kind(kind, of_kind(dict, record).get(name))


def count(value: Any) -> int:
    number = of_kind(int, value)
    if not 0 <= number <= _LARGEST:
        raise ValueError(f"{str(number)[:40]} where a count should be")
    return number


def number(value: Any) -> float:
    """Neither a truth value nor infinite."""
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:40]!r} where a number should be")
    return float(value)


def text(value: Any) -> str:
    """A text that may be part of a path."""
    if "\0" in of_kind(str, value):
        raise ValueError(f"{value[:40]!r} where a text should be")
    return str(value)


def shown(value: Any) -> str:
    """A text on one line, whatever was written."""
    return one_line(of_kind(str, value))


def name(value: Any) -> str:
    """A short text on one line."""
    text = of_kind(str, value)
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise ValueError(f"{text[:40]!r} where a name should be")
    return text


def file_name(value: Any) -> str:
    """Of what lies in a folder, and not elsewhere."""
    if Path(name(value)).name != value:
        raise ValueError(f"{value[:40]!r} where the name of a file should be")
    return str(value)


def digest(value: Any) -> str:
    if not _DIGEST.match(of_kind(str, value)):
        raise ValueError(f"{value[:40]!r} where a hash should be")
    return str(value)
