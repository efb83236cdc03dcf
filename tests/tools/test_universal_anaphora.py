"""Zeros in files of Universal Anaphora."""

from __future__ import annotations

import pytest

from tools.universal_anaphora import is_zero


@pytest.mark.parametrize(
    ("line", "zero"), [("8.1 _ _\n", True), ("8 U.S. _\n", False), ("# a.b\n", False), ("\n", False)]
)
def test_a_zero_has_a_decimal_number(line: str, zero: bool) -> None:
    assert is_zero(line) == zero
