"""Genres of documents and types of entities are read in a key that is asked for them, and only there."""

from __future__ import annotations

import pytest

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError
from leaderboard.formats import Reading, read_corpus
from leaderboard.formats.corefud.corefud_blocks import scan
from leaderboard.formats.corefud.corefud_lines import diagnose
from leaderboard.formats.reading import settle
from tests.formats.corefud.texts import corefud, sentence

KEY = Reading(key=True, labels=True)
TWO_HEADERS = corefud("1 (a-1-x)", columns="eid-head-etype") + sentence(
    "1 (b-1-x-y)", name="e", columns="eid-head-other-etype"
)


def read(data: bytes, reading: Reading = KEY) -> Corpus:
    return read_corpus("k", data, reading).corpus


def types(side: Corpus) -> list[str]:
    assert side.nodes is not None
    assert side.nodes.types is not None
    names, numbers = side.nodes.types
    return [names[number] for number in numbers]


@pytest.mark.parametrize(
    ("columns", "nodes", "expected"),
    [
        ("eid-etype-head-other", ("1 (a-person-1-)", "2 (b--1-)", "3 (a-place-1-)"), ["person", "", "place"]),
        ("GRP-etype", ("1 (a-person)", "2 (b)", "3 (c-x"), ["person", "", "x"]),
        ("etype-eid", ("1 (person-a)", "2 (-b)", "3 (x-c"), ["person", "", "x"]),
        ("eid-head", ("1 (a-1)",), None),
        ("eid-etype-head", ("1 (a[1/2]-first-1)", "2 (b-x-1)", "3 (a[2/2]-second-1)"), ["first", "x"]),
    ],
)
def test_types_are_those_that_each_mention_states(
    columns: str, nodes: tuple[str, ...], expected: list[str] | None
) -> None:
    data = corefud(*nodes, *([] if nodes[-1].endswith(")") else ["4 c)"]), columns=columns)
    reading = Reading(key=True, labels=True)
    for parsed in (scan("k", data, reading), diagnose("k", data, reading)):
        assert parsed is not None
        assert parsed.faults is None
        side, _ = settle(parsed)
        assert side.nodes is not None
        assert (side.nodes.types and types(side)) == expected


def test_types_follow_their_mentions() -> None:
    data = corefud("1 (a-x-1)", "2 (b-y-1)", "3 (c-z-1)", columns="eid-etype-head")
    side = read(data)
    assert types(side.picked(side.entity[::2])) == ["x", "z"]


def test_genres_stand_in_comments_of_their_documents() -> None:
    documents = [
        b"# meta::genre = stray\n" + sentence("1", name="a"),
        b"# newdoc id = b\r\n#meta::genre=news \r\n# meta::genre = other\r\n" + sentence("1", name=None),
        sentence("1", name="c"),
        b"# newdoc\n# meta::genre =\n# meta::genres = no\n# meta::genre = talk\n" + sentence("1", name=None),
    ]
    assert read(b"\xef\xbb\xbf" + b"".join(documents)).genres == ("", "news", "", "talk")


def test_nothing_of_it_is_read_unless_a_key_is_asked() -> None:
    data = b"# meta::genre = news\n" + corefud("1 (a-x-1-)")
    for reading in (Reading(), Reading(key=True), Reading(labels=True)):
        side = read(data, reading)
        assert side.genres is None
        assert side.nodes is not None
        assert side.nodes.types is None


def test_types_must_stand_in_one_place_where_they_are_read() -> None:
    read(TWO_HEADERS, Reading(key=True))
    with pytest.raises(InputError, match="differ from line 2"):
        read(TWO_HEADERS)
