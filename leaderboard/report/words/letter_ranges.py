"""Letters for people: of hundreds of systems, one may hold twenty letters in a row."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

# Shorter runs are easier to read letter by letter.
SHORTEST = 4
DASH = "\N{EN DASH}"
EXPLAINED = f"The range of letters d{DASH}h stands for d, e, f, g and h."


def shortened(held: str) -> str:
    """``a d e f g h`` as ``a d–h``; a system with few letters keeps them as they are."""
    letters = held.split() if " " in held else list(held)
    runs = list(_runs(letters))
    if all(len(run) < SHORTEST for run in runs):
        return held
    return " ".join(f"{run[0]}{DASH}{run[-1]}" if len(run) >= SHORTEST else " ".join(run) for run in runs)


def _runs(letters: Iterable[str]) -> list[list[str]]:
    """Letters that follow one another, together."""
    runs: list[list[str]] = []
    for letter in letters:
        if runs and _number(letter) == _number(runs[-1][-1]) + 1:
            runs[-1].append(letter)
        else:
            runs.append([letter])
    return runs


def _number(letter: str) -> int:
    """a is 1, z is 26, aa is 27."""
    number = 0
    for digit in letter:
        number = 26 * number + 1 + ascii_lowercase.index(digit)
    return number
