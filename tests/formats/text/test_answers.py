"""Answers of chat models: fences and other text around the documents are refused, or left out and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.formats import Examined, Reading, examine, faultless, format_name, read_corpus
from tests.support.running import Typed, csv_rows

KEY = """\
#begin document (d); part 000
d 0 0 Ann (1
d 0 1 Lee 1)
d 0 2 saw -
d 0 3 her (1)

#end document
#begin document (e); part 000
e 0 0 It (1)

#end document
"""
TEXT = "Ann|[1 Lee|1] saw her|[1]\nIt|[2]\n"
NAMED = "# newdoc id = d\nAnn|[1 Lee|1]\nsaw her|[1]\n# newdoc id = e\nIt|[2]\n"
RECORDS = [
    {"doc_id": "d", "tokens": ["Ann", "Lee", "saw", "her"], "clusters_token_offsets": [[[0, 1], [3, 3]]]},
    {"doc_id": "e", "tokens": ["It"], "clusters_token_offsets": [[[0, 0]]]},
]
LINES = "".join(f"{json.dumps(record)}\n" for record in RECORDS)
ARRAY = json.dumps(RECORDS, indent=1)
SPANS = [(0, 0, 1), (0, 3, 3), (1, 0, 0)]
FENCE = "a fence, ```, around the documents; remove it and what is outside, or repair it with --repair align"


def read(text: str, repair: bool = True, kind: str | None = None) -> Examined:
    beside = read_corpus("key", KEY.encode(), Reading(key=True)).corpus
    return examine("f", text.encode(), Reading(beside=beside, repair=repair, text=kind))


def spans(found: Examined) -> list[tuple[int, int, int]]:
    assert not found.faults
    corpus = found.corpus
    return list(zip(corpus.part.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True))


def said(text: str) -> str:
    """The only fault without repairs."""
    try:
        faults = read(text, repair=False).faults
    except InputError as error:
        [problem] = error.problems
        return str(problem)
    assert faults
    return str(faults.problems[0])


@pytest.mark.parametrize(
    ("text", "dropped", "line"),
    [
        (f"Sure!\n\n```text\n{TEXT}```\nBye.\n", 4, 3),
        (f"```\n{TEXT}```", 2, 1),
        (f"```xml\r\n{TEXT}", 1, 1),
        ("```text\nAnn|[1 Lee|1] saw her|[1]\n```\nand\n``` text\nIt|[2]\n```\n", 5, 1),
        ("Well,\n```text\nAnn|[1 Lee|1] saw her|[1]\n```text\nIt|[2]\n  ```\n", 4, 2),
        (f"Sure!\n```\n{NAMED}```\n", 3, 2),
        (f"Sure!\n```json\n{LINES}```\nBye.", 4, 2),
        (f"Sure!\n```json\n{ARRAY}\n```\n", 3, 2),
        (f"```json\n{ARRAY}", 1, 1),
    ],
)
def test_of_fences_only_what_they_enclose_counts(text: str, dropped: int, line: int) -> None:
    assert said(text) == f"f:{line}: {FENCE}"
    found = read(text)
    assert (spans(found), found.lines_dropped) == (SPANS, dropped)
    assert not found.mends


@pytest.mark.parametrize(
    ("text", "dropped", "message"),
    [
        (
            f"Sure!\n{TEXT}",
            1,
            "f:1: 3 lines of text, but 2 documents in the key, and 1 line of other text; remove it",
        ),
        (
            f"{TEXT}Bye.\nBye!",
            2,
            "f:3: 4 lines of text, but 2 documents in the key, and 2 lines of other text; remove",
        ),
        (
            f"Sure!\n\n{TEXT}\nBye.\n",
            2,
            "f:1: 6 lines of text, but 2 documents in the key, and 2 lines of other text",
        ),
        (
            f"Sure!\n{NAMED}",
            1,
            "f:1: 6 lines of text, but 2 documents in the key, and 1 line of other text; remove it",
        ),
        (
            f"Sure!\nHere:\n{LINES}\nBye.\n",
            3,
            "f:1: 3 lines beside the JSON; remove them, or repair it with --repair align",
        ),
        (f"Sure!\n{ARRAY}", 1, "f:1: 1 line beside the JSON; remove it, or repair it with --repair align"),
        (f"{ARRAY}\n\nBye.", 1, f"f:{ARRAY.count(chr(10)) + 3}: 1 line beside the JSON; remove it, or"),
    ],
)
def test_lines_without_tags_are_dropped_at_both_ends(text: str, dropped: int, message: str) -> None:
    assert said(text).startswith(message)
    found = read(text)
    assert (spans(found), found.lines_dropped) == (SPANS, dropped)


def test_no_more_lines_are_dropped_than_there_are_too_many() -> None:
    found = read("Sure!\nAnn Lee saw her\nIt|[2]\n")
    assert (spans(found), found.lines_dropped) == ([(1, 0, 0)], 1)
    found = read("Ann Lee saw her\nIt|[2]\nBye.\n")
    assert (spans(found), found.lines_dropped) == ([], 1)
    assert [one.documents for one in found.mends.values()] == [1, 1]


def test_empty_lines_are_dropped_and_not_counted() -> None:
    found = read(f"{TEXT}\n\n")
    assert (spans(found), found.lines_dropped) == (SPANS, 0)
    assert said(f"{TEXT}\n\n").startswith("f:3: 4 lines of text, but 2 documents in the key; write each")


@pytest.mark.parametrize("repair", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        f"{TEXT}x|[3]\n",
        "Sure!\nAnn|[1]\nno\nIt|[2]\n",
        f"{LINES}{LINES[:50]}",
        f"1. Sure\n{LINES}",
        f"{ARRAY[:-40]}",
        f"{TEXT}```\n",
        "```\n```\n",
    ],
)
def test_another_number_of_lines_and_broken_json_are_refused(text: str, repair: bool) -> None:
    with pytest.raises(InputError):
        faultless(read(text, repair, kind=None if "{" in text else "words"), Reading())


def test_formats_of_answers() -> None:
    assert format_name(f"Sure!\n```\n{KEY}```\n".encode()) == "conll"
    assert format_name(f'Hello\n{{"a": 1}}\n{KEY}'.encode()) == "conll"
    assert format_name(b"Hello\n# newdoc id = d\n1\tAnn|[1]\n") == "corefud"
    assert format_name(b"Hello\n# newdoc id = d\nAnn|[1]\n") == "text"


def test_a_key_is_no_answer() -> None:
    assert examine("f", f"Sure!\n{LINES}".encode(), Reading(key=True)).faults
    with pytest.raises(InputError, match="a fence, ```, around"):
        examine("f", f"```\n{LINES}```".encode(), Reading(repair=True))


def test_counts_and_strict_scores(here: Path, typed: Typed) -> None:
    Path("key.conll").write_text(KEY, encoding="utf-8")
    Path("ours.txt").write_text(f"Sure!\n```\n{TEXT}```\n", encoding="utf-8")
    Path("bare.txt").write_text(TEXT.replace("saw", "sees"), encoding="utf-8")
    options = ("--metric", "muc", "--repair", "align", "--key", "key.conll")
    run = typed("score", "ours.txt", *options, "--format", "json")
    [system] = json.loads(run.out)["systems"]
    assert system["repair"]["lines_dropped"] == 3
    assert system["repair"]["documents"] == 0
    assert system["scores"] == system["scores_strict"]
    typed("rank", ".", *options, "--primary", "muc", "--output", "report", "--draws", "100")
    rows = csv_rows(Path("report/repairs.csv").read_text(encoding="utf-8"))
    assert [(row["system"], row["document"], row["lines_dropped"]) for row in rows] == [
        ("bare", "d", "0"),
        ("ours", "d", "3"),
    ]
