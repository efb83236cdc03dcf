from __future__ import annotations

import pytest

from leaderboard.text import counted, joined, listed, nearest, one_line, plural, range_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("plain ø 日", "plain ø 日"), ("a\nb\x1b[31m", "a\\nb\\x1b[31m"), ("a\u202eb\\n", "a\\u202eb\\n")],
)
def test_what_cannot_be_shown_is_spelled_out_once(text: str, shown: str) -> None:
    assert one_line(text) == one_line(one_line(text)) == shown


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("verison", "version"),
        ("Verbos", "verbose"),
        ("haed", "head"),
        ("herd", "head"),
        ("hxxd", None),
        ("xersiom", "version"),
        ("xersixm", None),
        ("ver", None),  # the beginning of two
        ("vers", "version"),
        ("version_of", "version"),
        ("hx", None),
        ("", None),
    ],
)
def test_the_nearest_name_has_the_fewest_typing_errors(name: str, near: str | None) -> None:
    assert nearest(name, ["verbose", "version", "head", "x"]) == near
    assert nearest(name, []) is None


def test_one_of_several_names() -> None:
    assert [joined(list(names), last="or") for names in ("a", "ab", "abc")] == ["a", "a or b", "a, b or c"]


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs"), (2000, "2,000 pairs")]
)
def test_a_count_has_its_noun_in_the_right_number(number: int, text: str) -> None:
    assert counted(number, "pair") == text
    assert text.endswith(f" {plural('pair', number)}")


def test_the_plural_of_a_corpus() -> None:
    assert [counted(1, "corpus"), counted(2, "corpus"), plural("corpus")] == [
        "1 corpus",
        "2 corpora",
        "corpora",
    ]


@pytest.mark.parametrize(
    ("names", "plain", "together"),
    [
        ("a", "a", "a"),
        ("ab", "a, b", "a and b"),
        ("abc", "a, b, c", "a, b and c"),
        ("abcd", "a, b, c and 1 more", "a, b, c and 1 more"),
        ("a" * 2003, "a, a, a and 2,000 more", "a, a, a and 2,000 more"),
    ],
)
def test_a_list_ends_where_nobody_reads_on(names: str, plain: str, together: str) -> None:
    assert listed(names, 3) == plain
    assert joined(names, 3) == together


def test_a_list_of_nothing_is_empty() -> None:
    assert listed([], 3) == ""


def test_a_list_may_have_other_marks() -> None:
    assert listed("abcd", 3, "; ", "; ") == "a; b; c; 1 more"


def test_a_range_of_one_number_is_the_number() -> None:
    assert (range_text(4, 8), range_text(4, 4)) == ("4–8", "4")
