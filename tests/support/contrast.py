"""Contrast of two colours by the Web Content Accessibility Guidelines."""

from __future__ import annotations

RGB = tuple[float, ...]
TEXT, LINES = 4.5, 3


def light_of(colour: RGB) -> float:
    parts = [value / 255 for value in colour]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """Return the ratio of the lighter colour to the darker one, from 1 to 21."""
    low, high = sorted((light_of(one), light_of(other)))
    return (high + 0.05) / (low + 0.05)
