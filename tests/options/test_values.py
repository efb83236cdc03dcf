"""Which datasets count: names, labels and order, each checked once."""

from __future__ import annotations

import pytest

from leaderboard.errors import UsageError
from leaderboard.options.values import chosen, labels


def test_a_dataset_may_have_a_label() -> None:
    assert labels(["nl", "de = German ", "fr=a=b"]) == {"nl": "nl", "de": "German", "fr": "a=b"}


@pytest.mark.parametrize("entry", ["", " ", "=German", "de=", "de= ", "de\n", "de=\x1b[1m", "de\u202e"])
def test_a_name_or_label_that_cannot_be_shown_is_refused(entry: str) -> None:
    with pytest.raises(UsageError, match=r"datasets has .*; write NAME or NAME=LABEL, on one line"):
        labels([entry])


def test_a_dataset_stands_once() -> None:
    with pytest.raises(UsageError, match="datasets has 'de' twice; keep one of the two"):
        labels(["de", "nl", "de=German"])


def test_without_a_choice_all_count_in_their_order() -> None:
    assert list(chosen(["de", "en"], None).items()) == [("de", "de"), ("en", "en")]
    assert chosen([""], None) == {"": ""}


def test_the_order_is_that_of_the_choice() -> None:
    assert list(chosen(["de", "en", "nl"], ["nl", "de=German"]).items()) == [("nl", "nl"), ("de", "German")]


def test_a_dataset_that_the_key_lacks_is_no_choice() -> None:
    with pytest.raises(UsageError, match="datasets has 'fr', which is not in the key; choose among de, en"):
        chosen(["de", "en"], ["en", "fr"])
    with pytest.raises(UsageError, match="datasets has 'fr', but the key is a single file; leave"):
        chosen([""], ["fr"])
