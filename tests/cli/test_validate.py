"""``leaderboard validate`` as it is typed, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.running import Typed, csv_rows
from tests.support.small_task import BROKEN, FAIR, KEY, RIGHT, WORDS, parts

TWICE = parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT)


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR, broken=BROKEN, twice=TWICE)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["fair.conll"], 0),
        (["twice.conll"], 0),
        (["fair.conll", "broken.conll"], 3),
        (["broken.conll"], 4),
        (["nowhere.conll"], 2),
        (["fair.conll", "--key", "nowhere"], 4),
    ],
)
def test_the_exit_code_says_whether_all_some_or_none_are_acceptable(
    typed: Typed, names: list[str], code: int
) -> None:
    assert typed("validate", *names).code == code


PLAIN = """\
broken.conll:2:15: error: the bracket '(1' is never closed; write '1)' where it ends, in the same part
Submissions

System  Verdict         Documents  Entities  Mentions  Errors  Warnings
------  --------------  ---------  --------  --------  ------  --------
broken  not acceptable          2         4         6       1         0
fair    acceptable              2         5         8       0         0

broken: for example "Ann Lee" (a, part 1, words 0–1), "Ann Lee" (b, words 0–1),
"dog" (b, word 4)
fair: for example "Ann Lee" (a, words 0–1), "Ann Lee" (a, part 1, words 0–1),
"Ann Lee" (b, words 0–1)
Key: key.conll.
"""


def test_people_see_lines_and_verdicts(typed: Typed) -> None:
    assert typed("validate", "broken.conll", "fair.conll") == (3, PLAIN, "")


def test_columns_are_named_where_they_are_known(typed: Typed) -> None:
    small_task.write(Path(), odd=FAIR.replace("NN\t(1)", "NN\t1)|x"))
    assert "odd.conll:14:16: error: " in typed("validate", "odd.conll").out


def test_the_rest_is_counted(typed: Typed) -> None:
    lines = "".join(f"a\t0\t{number}\tw\tNN\t{number})\n" for number in range(60))
    small_task.write(Path(), many=f"#begin document (a)\n{lines}#end document\n")
    assert typed("validate", "many.conll").out.splitlines()[2:6] == [
        "many.conll:4:12: error: the bracket '2)' was never opened; "
        "write '(2' before it in the same part, or remove it",
        "many.conll: and 57 more of this kind (lines 5–61)",
        "many.conll: error: 2 parts are missing: a (part 1), b (part 0); add them",
        "many.conll:2:7: error: the word 'w' is 'Ann' in the key (key.conll:2); restore the key's text",
    ]
    assert "and 57 more of this kind" in typed("validate", "many.conll", "--format", "markdown").out


def test_without_a_key_it_says_so(typed: Typed, tmp_path: Path) -> None:
    Path("key.conll").unlink()
    assert "only the format of the files was checked" in typed("validate", "fair.conll").out
    assert json.loads(typed("validate", "fair.conll", "--format", "json").out)["key"] is None


def test_json(typed: Typed) -> None:
    record = json.loads(typed("validate", "broken.conll", "twice.conll", "--format", "json").out)
    assert (record["schema"], record["key"]) == (2, "key.conll")
    broken, twice = record["systems"]
    assert (broken["system"], broken["acceptable"], broken["errors"], broken["warnings"]) == (
        "broken",
        False,
        1,
        0,
    )
    assert broken["findings"][0] == {
        "system": "broken",
        "severity": "error",
        "file": "broken.conll",
        "line": 2,
        "column": 15,
        "what": "the bracket '(1' is never closed",
        "remedy": "write '1)' where it ends, in the same part",
        "kind": "the bracket … is never closed",
        "count": 1,
    }
    assert (twice["acceptable"], twice["findings"][0]["severity"]) == (True, "warning")


def rows_of(typed: Typed, *names: str) -> list[dict[str, str]]:
    return csv_rows(typed("validate", *names, "--format", "csv").out)


def test_csv_has_one_row_a_finding_and_one_a_verdict(typed: Typed) -> None:
    rows = rows_of(typed, "broken.conll", "twice.conll", "fair.conll")
    assert list(rows[0]) == [
        "system",
        "severity",
        "file",
        "line",
        "column",
        "what",
        "remedy",
        "kind",
        "count",
    ]
    assert [(row["system"], row["severity"], row["line"]) for row in rows] == [
        ("broken", "error", "2"),
        ("broken", "summary", ""),
        ("twice", "warning", ""),
        ("twice", "warning", "5"),
        ("twice", "summary", ""),
        ("fair", "summary", ""),
    ]
    assert [(row["what"], row["remedy"]) for row in rows if row["severity"] == "summary"] == [
        ("not acceptable (errors: 1, warnings: 0)", ""),
        ("acceptable (errors: 0, warnings: 2)", ""),
        ("acceptable (errors: 0, warnings: 0)", ""),
    ]


def test_csv_counts_the_rest_and_says_when_there_is_no_key(typed: Typed) -> None:
    lines = "".join(f"a\t0\t{number}\tw\tNN\t{number})\n" for number in range(2000))
    small_task.write(Path(), many=f"#begin document (a)\n{lines}#end document\n")
    Path("key.conll").unlink()
    *findings, others, summary = rows_of(typed, "many.conll")
    assert [row["count"] for row in findings] == ["1"] * 10
    assert {row["kind"] for row in (*findings, others)} == {"the bracket … was never opened"}
    assert (others["what"], others["count"]) == ("and 990 more of this kind (lines 12–1001)", "990")
    assert summary["what"] == "not acceptable (errors: 2,000, warnings: 0, not shown: 1,000)"
    assert summary["remedy"].startswith("No key was found, so only the format of the files was checked; ")


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
def test_other_forms_hold_both_tables(typed: Typed, form: str) -> None:
    out = typed("validate", "broken.conll", "--format", form).out
    assert "not acceptable" in out
    assert "is never closed" in out


def test_a_folder_among_the_submissions_brings_no_key_of_its_own(typed: Typed) -> None:
    small_task.write(Path("submissions"), key=KEY)
    small_task.write(Path("submissions/evil"), sub=BROKEN, key=BROKEN)
    run = typed("validate", "submissions/evil/sub.conll", "--format", "json")
    assert json.loads(run.out)["key"] == str(Path("submissions/key.conll"))


def test_the_folder_that_we_are_in_has_a_name(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_task.write(tmp_path / "key", one=KEY)
    small_task.write(tmp_path / "eager", one=FAIR)
    monkeypatch.chdir(tmp_path / "eager")
    run = typed("validate", ".", "--key", "../key", "--format", "json")
    [found] = json.loads(run.out)["systems"]
    assert (run.code, found["system"], found["findings"]) == (0, "eager", [])
    assert json.loads(typed("score", ".", "--key", "../key.conll", "--format", "json").out)["systems"][0]


@pytest.mark.parametrize(
    ("words", "clusters", "remedy"),
    [
        (WORDS, [[[0, 1], [3, 3]]], "remove one of the two"),
        (WORDS, [], "keep the one whose entities are meant"),
        (WORDS[::-1], [], "give each document its name in the key"),
    ],
    ids=["equal", "other entities", "other words"],
)
def test_only_of_two_equal_records_one_is_to_be_removed(
    typed: Typed, words: tuple[str, ...], clusters: list[list[list[int]]], remedy: str
) -> None:
    small_task.write(Path("submissions"), key=KEY)
    found = [
        *(("a_0", WORDS, []), ("a_1", WORDS, [])),
        ("b", WORDS, [[[0, 1], [3, 3]]]),
        ("b", words, clusters),
    ]
    lines = (json.dumps({"doc_key": name, "sentences": [text], "clusters": of}) for name, text, of in found)
    Path("submissions/again.jsonl").write_text("\n".join(lines))
    out = typed("validate", "again", "--offsets", "token", "--ends", "inclusive").out
    assert f":4: error: b occurs twice in this file (first on line 3); {remedy}\n" in out
