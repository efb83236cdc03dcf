"""Values out of JSON that anybody may have written."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from leaderboard import untrusted


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (untrusted.count, 0),
        (untrusted.count, 2**53),
        (untrusted.number, -1.5),
        (untrusted.number, 2),
        (untrusted.text, "a\nb"),
        (untrusted.name, "a b"),
        (untrusted.file_name, "a.conll"),
        (untrusted.digest, "0" * 64),
    ],
)
def test_what_it_should_be_stays_as_it_is(read: Callable[[Any], object], value: object) -> None:
    assert read(value) == value


def test_a_text_to_show_is_on_one_line() -> None:
    assert untrusted.shown("a\n\0b") == "a\\n\\x00b"


@pytest.mark.parametrize(
    ("read", "value"),
    [
        *((untrusted.count, value) for value in (-1, 2**53 + 1, True, 1.0, "1", None)),
        *((untrusted.number, value) for value in (nan, inf, True, "1", None, [])),
        *((untrusted.text, value) for value in ("a\0b", b"a", None)),
        (untrusted.shown, None),
        *((untrusted.name, value) for value in ("a\nb", "a" * 1001, 1)),
        *((untrusted.file_name, value) for value in ("a/b", "/a", "a\nb")),
        *((untrusted.digest, value) for value in ("0" * 63, "G" * 64, "0" * 64 + "\n", None)),
        (lambda value: untrusted.member(value, "a", int), {"a": "1"}),
        (lambda value: untrusted.member(value, "a", int), []),
    ],
)
def test_anything_else_is_a_value_error(read: Callable[[Any], object], value: object) -> None:
    with pytest.raises(ValueError, match="where "):
        read(value)
