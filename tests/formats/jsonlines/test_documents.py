"""JSON in any layout is read the same, and a document that is broken hides no others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaderboard.formats import Reading, examine, format_name
from leaderboard.formats.jsonlines import documents
from leaderboard.formats.jsonlines.documents import Documents
from tests.formats.texts import problems, read


def record(name: str, **more: Any) -> dict[str, Any]:
    return {"doc_key": name, "sentences": [["a", "b\u00e9"], ["c"]], "clusters": [[[0, 0], [1, 2]]], **more}


TWO = [record("d"), record("e", ner=[{"x": 1}])]
LINES = [json.dumps(one, ensure_ascii=False) for one in TWO]

# The lines on which the two documents begin.
LAYOUTS = {
    "lines": ("\n".join(LINES), [1, 2]),
    "blank lines": ("\r\n\r\n" + "\r\n\r\n".join(LINES) + " \r\n\t\n", [3, 5]),
    "no newline between": ("".join(LINES), [1, 1]),
    "spaces between": (" ".join(LINES), [1, 1]),
    "indented": ("\n".join(json.dumps(one, indent=2) for one in TWO), [1, 25]),
    "newlines, not indented": ("".join(json.dumps(one, indent=0) for one in TWO), [1, 24]),
    "array": (f"[{','.join(LINES)}]", [1, 1]),
    "array of lines": (f"[\n{LINES[0]},\n{LINES[1]}\n]\n", [2, 3]),
    "indented array": (json.dumps(TWO, indent=1), [2, 26]),
    "array, not indented": (json.dumps(TWO, indent=0), [2, 26]),
    "byte order mark": (f"\ufeff\n[{','.join(LINES)}]", [2, 2]),
}


@pytest.mark.parametrize(("text", "begin"), LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("longest", [400, 16 << 20])
def test_every_layout_is_read(
    text: str, begin: list[int], longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "LONGEST_DOCUMENT", longest)
    corpus = read(text.encode())
    assert [part.document for part in corpus.parts] == ["d", "e"]
    assert corpus.part_line.tolist() == begin
    assert corpus.tokens.tolist() == [3, 3]
    assert corpus.start.tolist() == [0, 1] * 2


@pytest.mark.parametrize("data", [b"[]", b" [ \n]\n", b"\xef\xbb\xbf[]"])
def test_an_array_may_be_empty(data: bytes) -> None:
    assert read(data).parts == ()


@pytest.mark.parametrize(
    ("beginning", "name"),
    [
        (b" \n{", "jsonlines"),
        (b"[ {", "jsonlines"),
        (b"[[", "jsonlines"),
        (b"[\n", "jsonlines"),
        (b"[Ann](#e1) sees", "text"),
        (b"(1", "conll"),
    ],
)
def test_what_looks_like_json(beginning: bytes, name: str) -> None:
    assert format_name(beginning) == name


WHOLE = "write each document as one complete JSON object"
BROKEN = {
    "cut off in an array": (
        f"[{LINES[0]},\n{LINES[1][:-20]}",
        ["f:2: the JSON breaks off at column 83; write the complete document"],
    ),
    "an array without an end": (
        f"[{LINES[0]}\n",
        ["f:1: the JSON breaks off at column 85; write the complete document"],
    ),
    "an array with a comma and no end": (
        f"[{LINES[0]},\n\n",
        ["f:1: the JSON breaks off at column 86; write the complete document"],
    ),
    "no comma": (f"[{LINES[0]}\n {LINES[1]}]", [f"f:2: invalid JSON at column 2; {WHOLE}"]),
    "a comma too many": (f"[{LINES[0]},]", [f"f:1: invalid JSON at column 86; {WHOLE}"]),
    "commas without an array": (
        f"{LINES[0]},\n{LINES[1]}",
        [f"f:1: invalid JSON at column 84; {WHOLE}"],
    ),
    "text after an array": (
        f"[{LINES[0]}]\n\nDone!",
        ["f:3: 1 line beside the JSON; remove it, or repair it with --repair align"],
    ),
    "text after documents": (
        f"{LINES[0]}\nDone!",
        ["f:2: 1 line beside the JSON; remove it, or repair it with --repair align"],
    ),
    "an object after an array": (f"[{LINES[0]}]\n\n{{}}", ["f:3: text after the JSON array; remove it"]),
    "a broken line before a good one": (
        f'{LINES[0]}\n{{"doc_key": [\n{LINES[1]}\n[1]\n',
        [
            "f:2: the JSON breaks off at column 14; write the complete document",
            "f:4: this is not a JSON object; "
            'write each document as `{"doc_key": name, "sentences": [[word, ...], ...], '
            '"clusters": [[[start, end], ...], ...]}`',
        ],
    ),
    "indented": (
        json.dumps(TWO[0], indent=1).replace('"c"', "c"),
        [f"f:9: invalid JSON at column 4; {WHOLE}"],
    ),
}


@pytest.mark.parametrize(("text", "told"), BROKEN.values(), ids=BROKEN)
def test_a_place_is_where_the_json_breaks(text: str, told: list[str]) -> None:
    assert [str(problem) for problem in problems(text.encode())] == told


def test_bytes_that_are_no_text_are_told_where_they_stand() -> None:
    good = LINES[0].encode()
    for data, place in (
        (good + b'\n{"doc_key": \xe9}\n' + LINES[1].encode(), (2, 13)),
        (b"[" + good.replace(b"c", b"\xff") + b"]", (1, 6)),
        (json.dumps(TWO[0], indent=1).encode().replace(b'"c"', b'"\xff"'), (1, 0)),
    ):
        (found,) = problems(data)
        assert (found.line, found.column) == place
        assert found.what.endswith("is not UTF-8")


def test_columns_are_those_of_the_file() -> None:
    wrong = {**TWO[1], "clusters": [[[7, 7]]]}
    one, two = LINES[0], json.dumps(wrong)
    column = two.index("[7, 7]") + 1
    for text, place in (
        (f"{one}\n{two}", (2, column)),
        (f"{one}{two}", (1, len(one) + column)),
        (f"[{one}, {two}]", (1, len(one) + 3 + column)),
        (json.dumps(wrong, indent=1), (1, 0)),
    ):
        (found,) = problems(text.encode())
        assert (found.line, found.column) == place


def test_a_document_that_is_too_long_hides_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "LONGEST_DOCUMENT", 200)
    long = json.dumps(record("x", text="a" * 300))
    numbers = json.dumps(record("x", numbers=[12345] * 100))
    for one in (long, numbers, json.dumps(json.loads(long), indent=1)):
        found = examine("f", f"{LINES[0]}\n{one}\n{LINES[1]}\n{LINES[0][:40]}".encode(), Reading())
        assert [part.document for part in found.corpus.parts] == ["d", "e"]
        assert found.faults is not None
        assert [problem.what for problem in found.faults.problems] == [
            "a document of more than 200 bytes",
            "the JSON breaks off at column 41",
        ]


@pytest.mark.parametrize("line", ['{"a": [\n', '{"\n', '{"a": 1}{"a"\n', "{}\n", "{},\n", '{"a": "\\u00\n'])
def test_work_grows_with_the_file(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However documents are broken, no text is taken up more than a few times."""
    taken = 0
    stretch = Documents._stretch

    def counted(self: Documents) -> None:
        nonlocal taken
        stretch(self)
        taken += len(self.text)

    monkeypatch.setattr(Documents, "_stretch", counted)
    data = line.encode() * 2000
    examine("f", data, Reading())
    assert taken <= 5 * len(data)


def test_a_file_has_as_many_lines_as_its_layout_takes() -> None:
    assert not problems(LINES[0].encode() + b"\n" * 2_000_001)
