"""Findings of one kind are folded: the first of them, and a line that counts the others."""

from __future__ import annotations

import pytest

from leaderboard.errors import Problem
from leaderboard.report.features.problems import finding_lines, finding_table, findings, kind_of
from leaderboard.verbs.validate import Finding, ValidateResult, Validation


def result(*problems: Problem, severity: str = "error", more: int = 0) -> ValidateResult:
    found = tuple(Finding("error" if severity == "error" else "warning", problem) for problem in problems)
    return ValidateResult("key.conll", (Validation("s", found, len(found) + more, 0),))


def missing(line: int, word: str = "x") -> Problem:
    return Problem("f", line, f"the word {word!r} is 'y' in the key (key.conll:{line})", "restore it")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the word 'a' is 'b' in the key (k:1)", "the word \"it's\" is 'd' in the key (k:22)"),
        (
            "the mention [1, 2] is not within the 5 tokens",
            "the mention [10, 2] is not within the 1,234 tokens",
        ),
        ("a story (part 0) is not in the key k", "b (part 12) is not in the key k"),
        ("a (x) 3 (part 1) has 5 tokens, but 6 in the key", "b (part 0) has 1 tokens, but 7 in the key"),
        ("sentence 1 of a b (part 0) has 2 words, but 3", "sentence 4 of c (part 1) has 4 words, but 5"),
        ("a b occurs twice in this file (first on line 1)", "c occurs twice in this file (first on line 9)"),
    ],
)
def test_texts_that_differ_in_documents_words_and_numbers_are_of_one_kind(one: str, other: str) -> None:
    assert kind_of(Problem("f", 1, one, "r")) == kind_of(Problem("f", 2, other, "r"))


def test_kinds_differ_in_their_words_or_are_stated() -> None:
    said = [
        "the word 'a' is 'b' in the key",
        "a NUL byte",
        "`a` is not a list of lists",
        "2 parts are missing: a (part 1)",
    ]
    assert len({kind_of(Problem("f", 1, what, "r")) for what in said}) == len(said)
    assert kind_of(Problem("f", 1, "a NUL byte", "r", kind="byte")) == "byte"


def test_three_stand_in_full_and_the_others_are_counted() -> None:
    lines = [*finding_lines(result(*map(missing, range(9, 62)), Problem("f", 0, "a NUL byte", "remove it")))]
    assert lines == [
        *(
            f"f:{line}: error: the word 'x' is 'y' in the key (key.conll:{line}); restore it"
            for line in (9, 10, 11)
        ),
        "f: and 50 more of this kind (lines 12–61)",
        "f: error: a NUL byte; remove it",
    ]


def test_one_more_and_those_without_lines() -> None:
    assert [*finding_lines(result(*map(missing, range(4))))][-1] == "f: and 1 more of this kind (line 3)"
    assert [*finding_lines(result(*[missing(0)] * 5))][-1] == "f: and 2 more of this kind"


def test_findings_of_other_files_and_severities_are_apart() -> None:
    three = [missing(line) for line in (1, 2, 3)]
    other = [Problem("g", one.line, one.what, one.remedy) for one in three]
    assert len([*finding_lines(result(*three, *other))]) == 6
    both = ValidateResult(
        "k", (Validation("s", tuple(Finding(s, one) for s in ("error", "warning") for one in three), 3, 3),)
    )
    assert len([*finding_lines(both)]) == 6


def test_no_more_than_fifty_lines_and_a_line_for_those_that_nobody_kept() -> None:
    many = [
        Problem("f", number, f"fault {chr(97 + number // 26)}{chr(97 + number % 26)}", "r")
        for number in range(60)
    ]
    found = result(*many, more=5)
    lines = [*finding_lines(found)]
    assert (len(lines), lines[-1]) == (51, "s: and 15 more; correct these first")
    assert finding_table(found).notes == ("s: and 15 more; correct these first",)
    assert "not shown: 15" in str(findings(found).rows[-1])


def test_programs_get_ten_with_kind_and_count() -> None:
    relation = findings(result(*map(missing, range(1, 51))))
    names = [column.name for column in relation.columns]
    rows = [dict(zip(names, row, strict=True)) for row in relation.rows]
    assert names[-2:] == ["kind", "count"]
    assert [row["count"] for row in rows] == [*[1] * 10, 40, None]
    assert {row["kind"] for row in rows[:11]} == {"the word … is … in the key (key.conll:…)"}
    assert (rows[10]["what"], rows[10]["remedy"], rows[11]["kind"]) == (
        "and 40 more of this kind (lines 11–50)",
        None,
        None,
    )
    assert "kind" not in [column.name for column in finding_table(result(missing(1))).columns]
