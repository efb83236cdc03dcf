"""Every fault of a CoNLL file is one line that says where, what, and what to do."""

from __future__ import annotations

import pytest

from leaderboard.errors import MOST_PROBLEMS, InputError
from leaderboard.formats import Reading, limits, read_corpus
from tests.formats.texts import conll, problems

WRITE = "write mentions as (ID), or (ID and later ID), with | between them, or - for none"
BEFORE = "write a line `#begin document (NAME); part 000` before it"
BEGIN = b"#begin document (d); part 000\n"
END = b"#end document\n"
UNSHOWN = "has unprintable characters; write `#begin document (NAME); part 000`"


def header(text: str) -> bytes:
    return f"#begin document {text}\nd -\n#end document\n".encode()


BRACKETS = [
    ("(1", "f:2: the bracket '(1' is never closed; write '1)' where it ends, in the same part"),
    ("1)", "f:2: the bracket '1)' was never opened; write '(1' before it in the same part, or remove it"),
    ("(1)|2)", "f:2: the bracket '2)' was never opened; write '(2' before it in the same part, or remove it"),
    ("1", f"f:2: '1' is not a bracket; {WRITE}"),
    ("O", f"f:2: 'O' is not a bracket; {WRITE}"),
    ("--", f"f:2: '--' is not a bracket; {WRITE}"),
    ("()", f"f:2: '()' is not a bracket; {WRITE}"),
    ("(", f"f:2: '(' is not a bracket; {WRITE}"),
    (")", f"f:2: ')' is not a bracket; {WRITE}"),
    ("|", f"f:2: '|' is not a bracket; {WRITE}"),
    ("(1)|", f"f:2: '|' is not a bracket; {WRITE}"),
    ("|(1)", f"f:2: '|(1)' is not a bracket; {WRITE}"),
    ("(1)||(2)", f"f:2: '||(2)' is not a bracket; {WRITE}"),
    ("(1)-", f"f:2: '-' is not a bracket; {WRITE}"),
    ("(1)|-", f"f:2: '|-' is not a bracket; {WRITE}"),
    ("((1)", f"f:2: '((1)' is not a bracket; {WRITE}"),
    ("(1))", f"f:2: ')' is not a bracket; {WRITE}"),
    ("(|1)", f"f:2: '(|1)' is not a bracket; {WRITE}"),
    ("(1|)", f"f:2: '|)' is not a bracket; {WRITE}"),
    ("(1)|a|(2)", f"f:2: '|a|(2)' is not a bracket; {WRITE}"),
    ("[1]", f"f:2: '[1]' is not a bracket; {WRITE}"),
    ("x" * 50, f"f:2: '{'x' * 40}' is not a bracket; {WRITE}"),
    ("\x1b[31m", f"f:2: '\\x1b[31m' is not a bracket; {WRITE}"),
    ("\u202e1", f"f:2: '\\u202e1' is not a bracket; {WRITE}"),
    (
        "(" + "x" * 100,
        f"f:2: the bracket '({'x' * 39}' is never closed; "
        f"write '{'x' * 40})' where it ends, in the same part",
    ),
]


@pytest.mark.parametrize(("cell", "message"), BRACKETS)
def test_brackets(cell: str, message: str) -> None:
    assert str(problems(conll(f"d {cell}"))[0]) == message


FILES = {
    "an empty file": (b"", "f: an empty file; write the documents of the task into it"),
    "only blank lines": (b"\n\n", "f: an empty file; write the documents of the task into it"),
    "no end": (BEGIN + b"d -\n", "f:1: this document does not end; write a line `#end document` after it"),
    "no end before the next": (
        BEGIN + b"d -\n" + header("(e)"),
        "f:3: a document begins before the previous one (line 1) has ended; "
        "write a line `#end document` before it",
    ),
    "no beginning": (b"\n" + END, f"f:2: `#end document` without `#begin document`; {BEFORE}"),
    "two ends": (conll("d -") + END, f"f:4: `#end document` without `#begin document`; {BEFORE}"),
    "text before": (b"d -\n" + conll("d -"), f"f:1: text outside a document; {BEFORE}"),
    "text after": (conll("d -") + b"\nd -\n", f"f:5: text outside a document; {BEFORE}"),
    "text and an end": (b"d -\nd -\n" + END, f"f:1: text outside a document; {BEFORE}"),
    "a comment outside": (b"# by hand\n" + conll("d -"), f"f:1: text outside a document; {BEFORE}"),
    "a comment inside": (conll("# by hand", "d -"), f"f:2: 'hand' is not a bracket; {WRITE}"),
    "HTML": (b"<!DOCTYPE html>\n<p>\n", "f:1: an HTML page; submit the file itself, not the page around it"),
    "a part twice": (
        conll("d -") + conll("d -"),
        "f:4: d (part 0) occurs twice in this file (first on line 1); "
        "give each its own name or part number, or remove the copy",
    ),
    "a part twice by another header": (
        conll("d -") + header("d"),
        "f:4: d (part 0) occurs twice in this file (first on line 1); "
        "give each its own name or part number, or remove the copy",
    ),
    "no name": (header("()"), "f:1: the document name is missing; write `#begin document (NAME); part 000`"),
    "nothing after document": (
        header(""),
        "f:1: the document name is missing; write `#begin document (NAME); part 000`",
    ),
    "a part but no name": (
        header("; part 1"),
        "f:1: the document name is missing; write `#begin document (NAME); part 000`",
    ),
    "a long name": (
        header("x" * 1001),
        "f:1: the document name has more than 1,000 characters; write `#begin document (NAME); part 000`",
    ),
    "a name with escape codes": (header("(\x1b[31m)"), f"f:1: the document name '\\x1b[31m' {UNSHOWN}"),
    "a name that runs backwards": (header("(\u202ed)"), f"f:1: the document name '\\u202ed' {UNSHOWN}"),
    "a part that is no number": (
        header("(d); part one"),
        "f:1: the part number is not a whole number; write `#begin document (NAME); part 000`",
    ),
    "a part without its number": (
        header("(d); part"),
        "f:1: the part number is not a whole number; write `#begin document (NAME); part 000`",
    ),
    "a negative part": (
        header("(d); part -1"),
        "f:1: the part number is not a whole number; write `#begin document (NAME); part 000`",
    ),
    "a huge part": (
        header("(d); part 1234567890"),
        "f:1: the part number is not a whole number; write `#begin document (NAME); part 000`",
    ),
    "digits of another script": (
        header("(d); part ٣"),
        "f:1: the part number is not a whole number; write `#begin document (NAME); part 000`",
    ),
    "too few columns": (
        conll("d 0 0 w NN -", "d 0 1 w"),
        "f:3: 4 columns, but this file needs at least 5; "
        "write all columns on every line, with coreference in the last",
    ),
    "Latin-1": (
        conll("d (1)").replace(b"d (1", b"d\xe9 (1"),
        "f:2: this line is not UTF-8; save the file as UTF-8",
    ),
    "UTF-16": ("#begin".encode("utf-16"), "f: text in UTF-16; save the file as UTF-8"),
    "half a character": (conll("d -") + b"\xc3", "f:4: this line is not UTF-8; save the file as UTF-8"),
    "NUL": (conll("d\0 -"), "f:2: a NUL byte; remove it, or save the file as UTF-8"),
    "CR as line end": (
        conll("d -").replace(b"\n", b"\r"),
        "f:1: a carriage return within the line; end lines with LF or CR LF",
    ),
    "two CR": (conll("d -\r\r"), "f:2: a carriage return within the line; end lines with LF or CR LF"),
    "a long line": (
        conll("x" * (1 << 20) + " -"),
        "f:2: a line of 1,048,578 bytes; break it into lines of at most 1,048,576 bytes",
    ),
    "a bracket open over parts": (
        conll("d (1") + conll("d 1)", name="(e)"),
        "f:2: the bracket '(1' is never closed; write '1)' where it ends, in the same part",
    ),
    "an id between spaces": (
        conll("d\t( 1"),
        "f:2: the bracket '( 1' is never closed; write ' 1)' where it ends, in the same part",
    ),
}


@pytest.mark.parametrize(("data", "message"), FILES.values(), ids=FILES)
def test_files(data: bytes, message: str) -> None:
    assert str(problems(data)[0]) == message


def test_all_problems_are_told_in_order_of_line() -> None:
    data = conll("d (1", "d 2)", "d x") + b"y\n" + conll("d -")
    assert [(problem.line, problem.column) for problem in problems(data)] == [
        (2, 3),
        (3, 3),
        (4, 3),
        (6, 0),
        (7, 0),
    ]


def test_an_error_is_one_line_and_counts_the_others() -> None:
    with pytest.raises(InputError) as error:
        read_corpus("f", conll("d 1)", "d 1)", "d 1)"), Reading())
    message = "f:2: the bracket '1)' was never opened; write '(1' before it in the same part, or remove it"
    assert error.value.typed == f"{message} (and 2 more)"


def test_the_column_of_a_bracket() -> None:
    assert problems(conll("d 0 0 w NN (1)|2)"))[0].column == 16


def test_a_document_after_text_outside_is_read_as_usual() -> None:
    assert len(problems(b"text\nmore text about a document\n" + conll("d 1)"))) == 2


def test_a_word_column_that_the_file_lacks() -> None:
    found = problems(conll("d 0 0 w -"), Reading(word_column=7))
    assert str(found[0]) == (
        "f:2: 5 columns, but this file needs at least 8; "
        "write all columns on every line, with coreference in the last"
    )


def test_ten_thousand_brackets_may_be_open_and_no_more() -> None:
    opened, closed = ["d (1"] * limits.MOST_OPEN, ["d 1)"] * limits.MOST_OPEN
    assert not problems(conll(*opened, *closed))
    found = problems(conll("d (1", *opened, *closed, "d 1)"))
    assert [str(problem) for problem in found] == [
        "f:10002: more than 10,000 brackets are open here; close them earlier"
    ]


def test_the_longest_line_is_accepted() -> None:
    assert not problems(conll("x" * (limits.LONGEST_LINE - 2) + " -"))
    assert not problems(conll("x" * (limits.LONGEST_LINE - 2) + " -").replace(b"\n", b"\r\n"))


def test_a_thousand_problems_are_kept() -> None:
    assert len(problems(conll(*["d 1)"] * 2000))) == MOST_PROBLEMS
    assert len(problems(conll("d " + "1)" * 2000))) == MOST_PROBLEMS
