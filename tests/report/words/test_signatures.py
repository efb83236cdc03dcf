"""A terminal shows of a signature what differs from the defaults."""

from __future__ import annotations

import pytest

import leaderboard
from leaderboard.report.words.signatures import MOST_FIELDS, short_signature
from tests.support.made_task import made_task

DEFAULTS = "leaderboard:1|format:conll|match:exact|singletons:keep|key:abc|seed:12345|ties:beaten"


def test_defaults_are_left_out() -> None:
    result = leaderboard.rank(made_task(), metric=("da", "conll"), draws=2000)
    version, key, *others = short_signature(result.signature).split("|")
    assert version == f"leaderboard:{leaderboard.__version__}"
    assert key == f"key:{result.signature.fields['key']}"
    assert others == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("match:exact", "match:partial"),
        ("seed:12345", "seed:7"),
        ("ties:beaten", "ties:leader"),
        ("ties:beaten", "ties:beaten|track:open"),
    ],
)
def test_what_differs_is_shown(old: str, new: str) -> None:
    field = new.split("|")[-1]
    assert short_signature(DEFAULTS.replace(old, new)) == f"leaderboard:1|key:abc|{field}"


def test_defaults_depend_on_the_format() -> None:
    text = "leaderboard:1|format:corefud|match:head|zeros:dependent|singletons:keep|key:abc"
    assert short_signature(text) == "leaderboard:1|key:abc|format:corefud|singletons:keep"


def test_a_dozen_fields_are_enough() -> None:
    text = "|".join(f"field-{number}:1" for number in range(MOST_FIELDS + 1))
    assert short_signature(text).split("|")[-2:] == [f"field-{MOST_FIELDS - 1}:1", "…"]
