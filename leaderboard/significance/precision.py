"""The number of digits that are equal on every machine."""

from __future__ import annotations

# Logarithms and the like may differ in their last digits from one library to the next.
DIGITS = 10


def portable(value: float) -> float:
    """A value that went through transcendental functions, with the digits that hold everywhere."""
    return float(f"{value:.{DIGITS}g}")
