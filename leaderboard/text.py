"""Text for people: on one line whoever wrote it, counts with their nouns, and lists that end in time."""

from __future__ import annotations

from collections.abc import Sequence

_PLURALS = {"corpus": "corpora", "entity": "entities"}
# A longer list of names is not read.
MOST_NAMES = 20


def one_line(text: str) -> str:
    """Text of strangers cannot break the line, steer the terminal or turn the text around."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def plural(noun: str, number: int = 2, many: str = "") -> str:
    """Return the noun as it stands after a number; ``many`` is a plural that is not made with an s."""
    return noun if number == 1 else many or _PLURALS.get(noun, f"{noun}s")


def counted(number: int, noun: str) -> str:
    """Return a count with its noun, as ``1 system`` or ``2,000 draws``."""
    return f"{number:,} {plural(noun, number)}"


def listed(names: Sequence[str], most: int, comma: str = ", ", last: str = " and ", count: int = 0) -> str:
    """Return the names as ``a, b, c`` or, where there are more than ``most``, as ``a, b and 7 more``.

    ``count`` is how many there are, where ``names`` has only the first of them.
    """
    more = max(count, len(names)) - most
    return comma.join(names[:most]) + (f"{last}{more:,} more" if more > 0 else "")


def joined(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Return the names as ``a, b and c`` or, where there are more than ``most``, as ``a, b and 7 more``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others and len(names) <= most else listed(names, most)


def range_text(low: int, high: int) -> str:
    """Return a range as ``4–8``, or ``4`` where both ends are the same."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"
