"""The table of documents: what it says of each, what is refused, and patterns of names beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import InputError, UsageError
from leaderboard.slices.attributes import RESERVED
from leaderboard.slices.document_table import (
    DocumentLabels,
    DocumentTable,
    checked_patterns,
    read_document_table,
)


def table(folder: Path, text: str | bytes) -> DocumentTable:
    path = folder / "documents.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_document_table(path, RESERVED)


def test_cells_are_found_by_document_and_perhaps_dataset(tmp_path: Path) -> None:
    found = table(
        tmp_path,
        '\ufeffdocument, register ,dataset,genre\r\n"a/1",spoken,en, news \r\n'
        "\r\na/1,written,,\r\nb,,de,web\r\n",
    )
    assert found.columns == ("register", "genre")
    assert len(found.digest) == 64
    labels = DocumentLabels(table=found)
    assert labels.attributes == ("register", "genre")
    assert labels.values("register", "en", ["a/1", "b"]) == ["spoken", ""]
    assert labels.values("register", "de", ["a/1", "b"]) == ["written", ""]
    assert labels.values("genre", "de", ["a/1", "b"]) == ["", "web"]


def test_an_empty_cell_of_a_dataset_hides_no_other(tmp_path: Path) -> None:
    found = table(tmp_path, "dataset,document,genre,topic\n,d,news,\na,d,,t\n")
    assert [found.cell(name, "a", "d") for name in ("genre", "topic", "no")] == ["news", "t", ""]
    assert found.cell("topic", "b", "d") == ""


def test_documents_that_the_key_lacks_are_warned_of_with_their_lines(tmp_path: Path) -> None:
    found = table(tmp_path, "document,dataset,x\na,en,1\na,de,1\nb,,1\n\nc,,1\n")
    [problem] = found.unknown({"en": {"a", "b"}, "de": {"c"}})
    assert str(problem).endswith(
        ":3: the key lacks 1 document of this table: 'a' of 'de'; correct names that are misspelt"
    )
    [problem] = table(tmp_path, "document\nz\n").unknown({"": ["a"]})
    assert str(problem).endswith(
        ":2: the key lacks 1 document of this table: 'z'; correct names that are misspelt"
    )


def test_the_first_pattern_that_fits_counts_and_the_table_comes_first(tmp_path: Path) -> None:
    patterns = {
        "genre": {"spoken": ["bc/*", "tc/[12]"], "telephone": ["tc/*"], "odd": ["*"]},
        "year": {"2012": ["bc/1"]},
    }
    labels = DocumentLabels(
        table=table(tmp_path, "document,genre,part\nbc/2,talk,x\nbc/3,,x\n"), patterns=patterns
    )
    assert labels.attributes == ("genre", "part", "year")
    documents = ["bc/1", "bc/2", "bc/3", "tc/[12]", "tc/1", "tc/3", "x"]
    assert labels.values("genre", "", documents) == [
        *("spoken", "talk", "spoken", "spoken"),
        *("telephone", "telephone", "odd"),  # a name means itself, even if it looks like a pattern
    ]
    assert labels.values("year", "", documents)[:2] == ["2012", ""]
    assert DocumentLabels().values("genre", "", ["a"]) == [""]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": no column is called document; name the documents in one"),
        ("document;genre\n", "1: the columns are separated by semicolons; separate them by commas"),
        ("document\tgenre\n", "1: the columns are separated by tabs"),
        ("document,x,x\n", "1: two columns are called 'x'; rename one of them"),
        ("\n\ndocument,x,x\n", "3: two columns are called 'x'; rename one of them"),
        ("\ndocument;x\n", "2: the columns are separated by semicolons"),
        ("document,size\n", "1: the column 'size' has the name of another attribute; rename it"),
        ("document,\n", "1: the name of column 2, '', is empty, too long or cannot be shown"),
        ("document,a\u202eb\n", "1: the name of column 2, 'a\\\\u202eb', is empty"),
        ("document" + ",x" * 100, "1: more than 100 columns"),
        ("document,x\na\n", "2: 1 cell under 2 columns; give each row one cell per column"),
        ("document,x\na,1\nb,2\na,3\n", "4: 'a' has a row already, on line 2; keep one row per document"),
        ("document,x\n,1\n", "2: the name of the document is empty or too long; write it as in the key"),
        (
            "document,x\na,\x1b[2J\n",
            "2: the value '\\\\x1b\\[2J' of 'x' is too long or cannot be shown; write up to 100",
        ),
        ("document,x\na," + "y" * 101, "2: the value 'y+' of 'x' is too long"),
        ('document,x\na,"1\n', "2: not valid CSV"),
        (b"document\n\xff\n", "documents.csv:2: not UTF-8; save the table as UTF-8"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        table(tmp_path, text)


def test_patterns_of_a_settings_file() -> None:
    assert checked_patterns("genre", {"spoken": ["bc/*", "tc/*"]}, RESERVED) == {"spoken": ("bc/*", "tc/*")}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("size", {"a": ["b"]}, r"\[documents.size\] has the name of another attribute; rename it"),
        (
            "genre",
            ["bc/*"],
            r"\[documents.genre\] is not a table of values; write it as \[documents.genre\], then",
        ),
        ("genre", {}, "is not a table of values"),
        ("a\n", {"a": ["b"]}, "is not a table of values"),
        ("genre", {"": ["a"]}, "has the value '', which is too long or cannot be shown"),
        ("genre", {"a": "bc/*"}, r"'a' of \[documents.genre\] is 'bc/\*'; give a list of names or patterns"),
        ("genre", {"a": [1]}, "give a list of names"),
        ("genre", {"a": [""]}, "give a list of names"),
    ],
)
def test_what_a_settings_file_may_not_say(name: str, value: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        checked_patterns(name, value, RESERVED)
