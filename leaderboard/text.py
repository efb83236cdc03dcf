"""Text for people: on one line whoever wrote it, counts with their nouns, and lists that end in time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_PLURALS = {"corpus": "corpora", "entity": "entities", "contrastive entry": "contrastive entries"}
# Names that are too short to be taken for another, and those in which one typing error is the most.
_LEAST, _SHORT = 3, 5
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


def joined(names: Sequence[str], most: int = MOST_NAMES, last: str = "and") -> str:
    """Return the names as ``a, b and c`` or, where there are more than ``most``, as ``a, b and 7 more``."""
    *others, end = names
    return f"{', '.join(others)} {last} {end}" if others and len(names) <= most else listed(names, most)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name with the fewest typing errors: at most 2, or 1 in up to five letters.

    Otherwise it is the only known name that contains the name, or the longest that begins or ends it.
    """
    typed, names, most = name.casefold(), list(known), 1 if len(name) <= _SHORT else 2
    if len(name) < _LEAST:
        return None
    errors = [_typing_errors(typed, other.casefold(), most) for other in names]
    if names and min(errors) <= most:
        return names[errors.index(min(errors))]
    holding = [other for other in names if typed in other.casefold()]
    ends = (typed.startswith, typed.endswith)
    held = [one for one in names if len(one) >= _LEAST and any(end(one.casefold()) for end in ends)]
    return holding[0] if len(holding) == 1 else max(held, key=len, default=None)


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return f"{text[:1].upper()}{text[1:]}"


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the remedy for an unknown name: the nearest known one, or all of them."""
    names = list(known)
    close = nearest(name, names)
    return f"did you mean {close!r}?" if close else f"choose among {', '.join(names)}"


def unknown(kind: str, name: object, known: Iterable[str]) -> str:
    """Return that nothing has this name, what there is, and the nearest of it."""
    names = list(known)
    close = nearest(str(name), names)
    meant = f"; did you mean {close!r}?" if close else ""
    return f"no {kind} {name!r} here; there are {listed(names, MOST_NAMES)}{meant}"


def _typing_errors(name: str, other: str, most: int) -> int:
    """Return how many letters are missing, added, wrong or swapped; above ``most`` it may be too few."""
    if abs(len(name) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(name, 1):
        last, before, row = before, row, [place]
        for column, wanted in enumerate(other, 1):
            errors = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != wanted))
            if place > 1 and column > 1 and name[place - 2 : place] == other[column - 1] + other[column - 2]:
                errors = min(errors, last[column - 2] + 1)
            row.append(errors)
        if min(row) > most:
            return most + 1
    return row[-1]


def range_text(low: int, high: int) -> str:
    """Return a range as ``4–8``, or ``4`` where both ends are the same."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"
