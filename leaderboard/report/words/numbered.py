"""A number with its noun."""

from __future__ import annotations


def numbered(number: int, noun: str) -> str:
    """As ``1 system`` and ``2,000 draws``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
