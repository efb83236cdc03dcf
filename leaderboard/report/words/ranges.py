"""From one whole number to another, as people read it."""

from __future__ import annotations


def range_text(low: int, high: int) -> str:
    """As ``4–8``, or ``4`` where it is both."""
    return str(low) if low == high else f"{low}\N{EN DASH}{high}"
