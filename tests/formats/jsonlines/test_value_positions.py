from __future__ import annotations

from leaderboard.formats.jsonlines.documents import member_column, mention_columns, word_column

LINE = (
    ' { "doc_key" :"a{[,", "x": {"clusters": [1]} ,"sentences":[ ["a","\\"b"],[] , [ "c\u00e9" ] ],'
    '"clusters":[[] ,[[0,1], [2,2]]] } '
)


def column_of(text: str) -> int:
    return LINE.index(text) + 1


def test_members_begin_where_their_values_do() -> None:
    assert member_column(LINE, "doc_key") == column_of('"a{')
    assert member_column(LINE, "clusters") == column_of("[[] ,")
    assert member_column(LINE, "none") == 0


def test_words_are_counted_over_sentences() -> None:
    assert [word_column(LINE, number) for number in range(3)] == [
        column_of('"a",'),
        column_of('"\\"b"'),
        column_of('"c\u00e9"'),
    ]
    assert word_column('{"tokens": ["a", "b"]}', 1) == 18
    assert word_column("{}", 0) == 0


def test_words_have_columns_where_their_document_is_alone_on_its_line() -> None:
    one = '{"tokens": ["a", "b"]}'
    assert word_column(f" [{one},", 1) == 20
    assert word_column(f"{one} ]", 1) == 18
    for line in (one + one, f"{one}, {one}", one[:-3], "[{", '{"tokens":', "1", "[" * 100_000):
        assert word_column(line, 1) == 0


def test_mentions_are_counted_over_clusters() -> None:
    assert list(mention_columns(LINE, "clusters")) == [column_of("[0,1]"), column_of("[2,2]")]
    assert list(mention_columns(LINE, "none")) == []


def test_what_is_too_deep_ends_the_search() -> None:
    deep = 1_000_000  # Python 3.14 reads what is a hundred times as deep as others do
    line = f'{{"a": 1, "deep": {"[" * deep}{"]" * deep}, "b": 2}}'
    assert [member_column(line, name) for name in ("a", "deep", "b")] == [7, 18, 0]
