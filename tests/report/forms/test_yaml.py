"""YAML that says what is meant, whatever the texts are."""

from __future__ import annotations

import yaml
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.report.forms.yaml import Remarked, render_yaml

PLAIN = st.one_of(st.text(), st.integers(), st.booleans())
NAMES = st.from_regex(r"[a-z][a-z_]{0,8}x", fullmatch=True)
RECORDS = st.dictionaries(
    NAMES,
    st.one_of(
        PLAIN,
        st.lists(PLAIN, min_size=1, max_size=3),
        st.lists(
            st.dictionaries(NAMES, st.one_of(PLAIN, st.lists(PLAIN, min_size=1)), min_size=1), min_size=1
        ),
    ),
    min_size=1,
    max_size=4,
)


@given(RECORDS)
def test_what_is_written_is_read(record: dict[str, object]) -> None:
    assert yaml.safe_load(render_yaml(record)) == record


def test_what_looks_like_something_else_stays_a_text() -> None:
    texts = [
        "yes",
        "null",
        "1",
        "2027-01-01 00:00:00",
        "~",
        "#",
        "- a",
        "a: b",
        "",
        " ",
        "&a",
        "*a",
        "!x",
        "\\n",
    ]
    assert yaml.safe_load(render_yaml({"texts": texts})) == {"texts": texts}


def test_remarks_are_no_part_of_the_values() -> None:
    text = render_yaml(
        {"a": Remarked("x # y", "look here"), "b": [{"c": Remarked(1, "and here"), "d": True}]}
    )
    assert text == 'a: "x # y" # look here\nb:\n  - c: 1 # and here\n    d: true\n'
    assert yaml.safe_load(text) == {"a": "x # y", "b": [{"c": 1, "d": True}]}
