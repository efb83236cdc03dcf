"""What was read of a submission: counts, and three of its mentions as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard
from leaderboard.scoring.contents import Contents, Example, spread
from tests.support import small_task
from tests.support.small_task import FAIR, KEY

WORDS = ["a", "b", "c", "d", "e"]


@pytest.fixture(autouse=True)
def folder(here: Path) -> Path:
    return here


def contents_of(name: str, **options: object) -> Contents:
    [system] = leaderboard.validate(name, **options).systems
    return system.contents


def texts(*mentions: tuple[int, int], words: list[str] = WORDS) -> list[str | None]:
    record = {"doc_key": "x", "sentences": [words], "clusters": [[list(mention)] for mention in mentions]}
    Path("f.jsonl").write_text(json.dumps(record))
    return [example.text for example in contents_of("f.jsonl").examples]


@pytest.mark.parametrize(
    ("number", "chosen"), [(0, []), (1, [0]), (2, [0, 1]), (3, [0, 1, 2]), (4, [0, 2, 3]), (9, [0, 4, 8])]
)
def test_the_first_the_middle_and_the_last(number: int, chosen: list[int]) -> None:
    assert spread(number) == chosen


def test_mentions_of_several_words_are_preferred() -> None:
    assert texts((0, 0), (0, 1), (1, 2), (2, 3), (3, 3)) == ["a b", "b c", "c d"]
    assert texts((0, 0), (0, 1), (1, 2), (3, 3), (4, 4)) == ["a", "b c", "e"]
    assert texts() == []


def test_long_mentions_and_words_are_cut() -> None:
    assert texts((0, 11), words=["w"] * 13) == [" ".join(["w"] * 12)]
    assert texts((0, 12), words=["w"] * 13) == [" ".join(["w"] * 12) + " …"]
    assert texts((0, 0), words=["w" * 50]) == ["w" * 40]


def test_documents_are_called_as_in_the_key() -> None:
    small_task.write(Path(), key=KEY)
    words = list(small_task.WORDS)
    records = [
        {"doc_key": name, "sentences": [words], "clusters": [[[0, 1]]]} for name in ("a_0", "a_1", "b", "c")
    ]
    Path("f.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    found = contents_of("f.jsonl")
    assert (found.documents, found.parts, found.entities, found.mentions) == (3, 4, 4, 4)
    assert [(one.document, one.part) for one in found.examples] == [("a", 0), ("b", 0), ("c", 0)]


def test_counts_are_before_the_rule_for_singletons_and_after_repairs() -> None:
    small_task.write(Path(), key=KEY, fair=FAIR.replace("dog\tNN\t(2)", "dog\tNN\t(2)|(9)"))
    found = contents_of("fair.conll", singletons="drop")
    assert (found.entities, found.mentions) == (5, 8)


def without_words(text: str) -> str:
    lines = (line.split("\t") for line in text.splitlines())
    return "".join("\t".join((cells[2], cells[-1]) if len(cells) > 1 else cells) + "\n" for cells in lines)


@pytest.mark.parametrize("secret", [False, True])
def test_words_come_from_a_key_that_is_not_secret(secret: bool) -> None:
    small_task.write(Path("submissions"), key=KEY, bare=without_words(FAIR))
    Path("leaderboard.toml").write_text(f"secret = {str(secret).lower()}\n")
    examples = contents_of("submissions/bare.conll").examples
    assert [one.text for one in examples] == [None if secret else "Ann Lee"] * 3
    assert examples[1] == Example("a", 1, 0, 1, examples[1].text)


def test_no_words_are_shown_where_there_are_none() -> None:
    small_task.write(Path(), bare=without_words(FAIR))
    assert [one.text for one in contents_of("bare.conll").examples] == [None] * 3
    small_task.write(Path(), key=KEY.replace("(a)", "(z)"))
    assert contents_of("bare.conll").examples[0].text is None


def test_a_longer_part_than_that_of_the_key_has_no_words() -> None:
    small_task.write(Path(), key=KEY)
    more = without_words(FAIR).replace("#end document", "5\t(7\n6\t7)\n#end document", 1)
    small_task.write(Path(), bare=more)
    assert [one.text for one in contents_of("bare.conll").examples] == ["Ann Lee", "Ann Lee", "Ann Lee"]
    small_task.write(
        Path(),
        bare=without_words(FAIR).replace("(1", "-").replace("#end document", "5\t(7\n6\t7)\n#end document"),
    )
    assert {one.text for one in contents_of("bare.conll").examples} == {None}


@pytest.mark.parametrize(("secret", "text"), [(False, "Ann Lee"), (True, None)])
def test_repaired_texts_have_the_words_of_the_key(secret: bool, text: str | None) -> None:
    small_task.write(Path("submissions"), key=KEY)
    Path("leaderboard.toml").write_text(f"secret = {str(secret).lower()}\n")
    words = ["Ann", "LEE", "sees", "her", "dog"]
    record = {"doc_key": "a_0", "sentences": [words], "clusters": [[[0, 1]]]}
    Path("submissions/f.jsonl").write_text(json.dumps(record))
    [example] = contents_of("submissions/f.jsonl", repair="align", missing="empty").examples
    assert example.text == text


def test_a_file_that_cannot_be_read_has_nothing() -> None:
    Path("f.pdf").write_bytes(b"%PDF-1.4")
    assert contents_of("f.pdf") == Contents()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (FAIR, True),
        (FAIR.replace("(2)", "(2", 1), True),
        (FAIR[: len(FAIR) // 2], False),
        (FAIR[:-20], False),
    ],
)
def test_a_file_that_breaks_off_is_not_read(text: str, read: bool) -> None:
    small_task.write(Path(), f=text)
    assert contents_of("f.conll").read == read
    small_task.write(Path(), key=KEY)
    assert contents_of("f.conll").read == read


def test_a_file_that_is_not_looked_at_is_not_read() -> None:
    small_task.write(Path("key"), de=KEY, en=KEY)
    small_task.write(Path(), mine=FAIR)
    found = contents_of("mine.conll")
    assert (found.read, found.parts, found.missing) == (False, 0, ("de", "en"))
    small_task.write(Path("both"), de=FAIR, en=FAIR)
    assert (contents_of("both").read, contents_of("both").parts) == (True, 6)
    found = contents_of("both", datasets="en")
    assert (found.read, found.parts, found.missing) == (True, 3, ())
    small_task.write(Path("both"), fr=FAIR)
    assert not contents_of("both").read


def test_examples_are_of_all_files_of_a_submission() -> None:
    small_task.write(Path("both"), de=FAIR, en=FAIR.replace("Lee", "Lea"))
    assert [one.text for one in contents_of("both").examples] == ["Ann Lee", "Ann Lea", "Ann Lea"]
