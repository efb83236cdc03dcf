"""The fast and the slow reader of CorefUD files accept the same files and read the same in them."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, get_args

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leaderboard.corpus.nodes import Dependencies, Heads, Nodes, Tree, Types
from leaderboard.formats import Reading, examine
from leaderboard.formats.corefud.corefud_blocks import scan
from leaderboard.formats.corefud.corefud_lines import diagnose
from leaderboard.matching import disagreements
from leaderboard.matching.text_alignment import READ_WHOLE
from tests.formats.conll.test_readers_agree import assert_same
from tests.formats.corefud.files import files
from tests.formats.readers import accepted_by_both, diagnosed


def rare(data: bytes) -> bool:
    """What the fast reader leaves to the slow one although it may be accepted."""
    text = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n")
    if any(line and not line.strip() for line in text.decode(errors="replace").split("\n")):
        return True  # a line of blanks, of which there are many kinds
    # Control characters, long ids, pieces of one entity within each other.
    return re.search(rb"[\x00-\x08\x0b-\x1f]|\[1/|z{65}", text) is not None


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files(), st.booleans(), st.booleans(), st.sampled_from(sorted({*get_args(Heads)} - {"minspan"})))
def test_both_accept_the_same_files(data: bytes, tags: bool, labels: bool, heads: Heads) -> None:
    reading = Reading(tags=tags, key=labels or heads == "tree", labels=labels)
    one, other = scan("f", data, reading, heads), diagnose("f", data, reading, heads)
    both = accepted_by_both(data, one, diagnosed(other), rare)
    if both:
        assert_same(*both)
        assert_same_columns(Nodes, *(corpus.nodes for corpus in both))
        if heads == "tree":
            assert_same_columns(Tree, *(corpus.tree for corpus in both))


def assert_same_columns(kind: type, one: Any, other: Any) -> None:
    for entry in fields(kind):
        ours, theirs = getattr(one, entry.name), getattr(other, entry.name)
        if isinstance(ours, Types):
            ours, theirs = ([types.names[number] for number in types.number] for types in (ours, theirs))
        same = zip(ours, theirs, strict=True) if isinstance(ours, Dependencies) else [(ours, theirs)]
        assert all(np.array_equal(*columns) for columns in same), entry.name


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files(), files())
def test_what_could_be_read_of_any_file_can_be_put_beside_any_other(one: bytes, other: bytes) -> None:
    key, response = (examine(name, data, Reading()).corpus for name, data in (("k", one), ("r", other)))
    found = disagreements(key, response, READ_WHOLE, missing_is_empty=False, check_words=True)
    assert all(problem.file == "r" for problem in found)
    assert not [*disagreements(key, key, READ_WHOLE, missing_is_empty=False, check_words=True)]
