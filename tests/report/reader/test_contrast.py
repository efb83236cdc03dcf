"""Contrast of the reader, computed from its style by the Web Content Accessibility Guidelines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

import pytest

from leaderboard.report.forms.template import source
from tests.support.contrast import LINES, RGB, TEXT, contrast

CHAINS = [f"c{number}" for number in range(8)]


def settings(scheme: str) -> dict[str, str]:
    light, dark = re.findall(r":root \{(.*?)\}", source("reader.css"), re.DOTALL)[:2]
    both = light + dark if scheme == "dark" else light
    return dict(re.findall(r"--([\w-]+): ([^;]+);", both))


def rgb(colour: str) -> RGB:
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))


def mixed(colour: RGB, share: float, other: RGB) -> RGB:
    return tuple(share * one + (1 - share) * two for one, two in zip(colour, other, strict=True))


class Style:
    """The colours of a scheme by name."""

    def __init__(self, scheme: str) -> None:
        self.values = settings(scheme)

    def __getitem__(self, name: str) -> RGB:
        return rgb(self.values[name])

    def tinted(self, chain: str, tint: str, under: RGB) -> RGB:
        return mixed(self[chain], int(self.values[tint].removesuffix("%")) / 100, under)

    def boxes(self) -> Iterator[tuple[str, RGB, RGB]]:
        """The inner of two nested boxes, what is behind it, and what is behind its words."""
        for outer, inner, tint in product(CHAINS, CHAINS, ("tint", "lit")):
            behind = self.tinted(outer, tint, self["paper"])
            yield inner, self["paper"], self.tinted(inner, tint, self["paper"])
            yield inner, behind, self.tinted(inner, tint, behind)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_numbers_and_letters_can_be_read_on_tints_nested_twice(scheme: str) -> None:
    style = Style(scheme)
    assert "color-mix(in srgb, var(--c) 35%, var(--ink))" in source("reader.css")
    for chain, _, ground in style.boxes():
        tag = mixed(style[chain], 0.35, style["ink"])
        assert contrast(style["ink"], ground) >= TEXT, (chain, contrast(style["ink"], ground))
        assert contrast(tag, ground) >= TEXT, (chain, contrast(tag, ground))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_of_boxes_can_be_seen(scheme: str) -> None:
    style = Style(scheme)
    for chain, behind, ground in style.boxes():
        assert contrast(style[chain], behind) >= LINES, (chain, contrast(style[chain], behind))
        assert contrast(style[chain], ground) >= LINES, (chain, contrast(style[chain], ground))
        assert contrast(style["none"], ground) >= LINES, (chain, contrast(style["none"], ground))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_rest_of_the_page_can_be_read(scheme: str) -> None:
    style = Style(scheme)
    for ground in ("paper", "band"):
        for text in ("ink", "soft", "link"):
            assert contrast(style[text], style[ground]) >= TEXT
        assert contrast(style["edge"], style[ground]) >= LINES
    assert contrast(style["ink"], style["hit"]) >= TEXT


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast(rgb("#000"), rgb("#fff")) == pytest.approx(21)
    assert contrast(rgb("#777777"), rgb("#fff")) == pytest.approx(4.48, abs=0.01)
