"""``--errors`` and ``--show-correspondence`` as they are typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.features.chains import chain_records
from leaderboard.report.features.errors import change_records, error_record
from tests.support import small_task
from tests.support.running import Typed, csv_rows
from tests.support.small_task import FAIR, KEY, OTHER_LINK, RIGHT, parts


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR, other=parts(OTHER_LINK, RIGHT, RIGHT))


def test_errors_stand_below_the_scores(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    out = typed("score", "fair.conll", "--errors", "--metric", "da").out
    assert out.startswith("Scores of fair in per cent\n")
    rows = [line.split() for line in out.splitlines()]
    assert ["fair", "all", "3", "3", "1", "1", "1", "1", "33.33", "33.33", "33.33"] in rows
    assert ["fair", "1", "0", "1", "2", "5"] in rows


WHAT = "Error counts, fair and other (not tested)\n"


def test_of_two_the_first_is_compared_with_the_second(typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for verb in ("score", "compare"):
        out = typed(verb, "fair.conll", "other.conll", "--errors").out
        assert WHAT in out
        assert ["worse", "Incorrect", "assignments", "PRO", "1", "0", "+1", "1", "0"] in map(
            str.split, out.splitlines()
        )
    assert WHAT not in typed("score", "fair.conll", "other.conll").out
    Path("third.conll").write_text(FAIR)
    assert WHAT not in typed("score", "fair.conll", "other.conll", "third.conll", "--errors").out
    assert WHAT in typed("compare", "fair.conll", "other.conll", "third.conll", "--errors").out


PRONOUNS = ["-", "(0)", "(1)", "(0)", "(1)"], ["-", "(0)", "(1)", "(1)", "(0)"]


def document(name: str, cells: list[str]) -> str:
    tags = ("VB", "NNP", "NN", "PRP", "PRP")
    rows = (
        f"{name} 0 {at} word {tag} {cell}\n" for at, (tag, cell) in enumerate(zip(tags, cells, strict=True))
    )
    return f"#begin document ({name}); part 000\n{''.join(rows)}\n#end document\n"


def test_opposite_changes_are_shown_though_no_count_changes(typed: Typed) -> None:
    right, wrong = PRONOUNS
    for name, cells in (("key", (right, right)), ("one", (right, wrong)), ("two", (wrong, right))):
        Path(f"{name}.conll").write_text(document("a", cells[0]) + document("b", cells[1]))
    words = ("one.conll", "two.conll", "--metric", "da", "--primary", "da", "--errors")
    out = typed("compare", *words, "--columns", "all").out
    assert ["even", "Correct", "assignments", "all", "2", "2", "+0", "2", "2"] in map(
        str.split, out.splitlines()
    )


def test_a_comparison_always_has_the_prices_of_errors(typed: Typed) -> None:
    out = typed("compare", "fair.conll", "other.conll", "--columns", "all").out
    assert "What each kind of error costs, in points of CoNLL\n" in out
    rows = [line.split() for line in out.splitlines()]
    [row] = [row for row in rows if row[:2] == ["Missing", "entity"]]
    first, second, difference = row[4:7]
    assert float(difference) == pytest.approx(float(first) - float(second), abs=0.011)
    assert WHAT not in out
    assert "Denotation assignments" not in out


def test_kinds_may_have_blanks_after_commas(typed: Typed) -> None:
    plain, spaced = (
        typed("errors", "fair.conll", "--kind", text) for text in ("span,divided", "span, divided")
    )
    assert (spaced.code, spaced.out) == (plain.code, plain.out) == (0, plain.out)
    # The prices, and the notes on them, are of all kinds.
    assert plain.out.partition("\nErrors\n")[0] == typed("errors", "fair.conll").out.rstrip("\n") + "\n"


@pytest.mark.parametrize("form", ["table", "markdown", "html"])
def test_every_form_of_a_comparison_shows_them(typed: Typed, form: str) -> None:
    out = typed("compare", "fair.conll", "other.conll", "--errors", "--format", form).out
    for text in ("(not tested)", "Denotation assignments", "went wrong"):
        assert text in out


def test_json_has_the_errors_of_the_function(typed: Typed) -> None:
    record = json.loads(typed("score", "fair.conll", "--errors", "--format", "json").out)
    found = leaderboard.score("fair.conll", errors=True).systems[0].errors
    assert found is not None
    assert record["systems"][0]["errors"] == error_record(found)
    record = json.loads(typed("compare", "fair.conll", "other.conll", "--errors", "--format", "json").out)
    assert [one["system"] for one in record["systems"]] == ["fair", "other"]
    assert record["systems"][0]["errors"] == error_record(found)
    result = leaderboard.compare("fair.conll", "other.conll")
    assert record["changes"] == change_records(result.errors, result.turns)
    bare = json.loads(typed("compare", "fair.conll", "other.conll", "--format", "json").out)
    assert bare == record
    assert bare["signature"] == result.signature
    assert "errors" not in typed("score", "fair.conll", "--format", "json").out


def test_json_has_the_chains_of_the_function(typed: Typed) -> None:
    record = json.loads(typed("score", "fair.conll", "--show-correspondence", "b", "--format", "json").out)
    found = leaderboard.score("fair.conll", show_correspondence="b").systems[0].chains
    assert record["systems"][0]["chains"] == chain_records(found)


def test_chains_side_by_side(typed: Typed) -> None:
    out = typed("score", "fair.conll", "--show-correspondence", "b").out
    assert "Chains of b: the key beside fair\n" in out
    assert re.search(r"^  Ann Lee PN {20,}Ann Lee PN\n\| her PRO$", out, re.M)
    assert max(map(len, out[out.index("Chains of b") :].splitlines())) <= 80
    markdown = typed("score", "fair.conll", "--show-correspondence", "b", "--format", "markdown").out
    assert r"Ann Lee PN \| her PRO" in markdown


def test_csv_holds_the_details_that_were_asked_for(typed: Typed) -> None:
    def names(*words: str) -> list[str]:
        out = typed("score", "fair.conll", "other.conll", *words, "--format", "csv").out
        return [row["system"] + row.get("class", "") for row in csv_rows(out)]

    classes = ("all", "PN", "NP", "PRO")
    assert names() == ["fair", "other"]
    assert names("--errors") == [system + name for system in ("fair", "other") for name in classes]
    assert names("--show-correspondence", "b") == ["fair", "fair", "other", "other"]


def test_html_has_bars_where_errors_are_asked_for(typed: Typed) -> None:
    for verb in ("score", "compare"):
        words = (verb, "fair.conll", "other.conll", "--format", "html")
        assert typed(*words, "--errors").out.count("<svg ") == 2
        assert "<svg " not in typed(*words).out
        assert "<svg " not in typed(*words[:-1], "markdown", "--errors").out


def test_csv_has_every_count_of_the_errors(typed: Typed) -> None:
    first, second = (
        typed(verb, "fair.conll", "other.conll", "--errors", "--format", "csv").out
        for verb in ("score", "compare")
    )
    assert first == second
    rows = csv_rows(first)
    found = leaderboard.score("fair.conll", errors=True).systems[0].errors
    assert found is not None
    assert [rows[0][name] for name in ("missed", "invented", "split", "merged", "unresolved")] == [
        str(getattr(found, name)) for name in ("missed", "invented", "split", "merged", "unresolved")
    ]
    assert rows[1]["missed"] == ""


@pytest.mark.parametrize(
    "words",
    [
        ("--errors", "--show-correspondence", "b"),
        ("--errors", "--per-document"),
        ("--show-correspondence", "b", "--per-document"),
    ],
)
def test_csv_is_of_one_table_and_refuses_two(typed: Typed, words: tuple[str, ...]) -> None:
    run = typed("score", "fair.conll", "--format", "csv", *words)
    assert (run.code, run.out) == (2, "")
    options = ", ".join(word for word in words if word.startswith("--"))
    assert run.err == (
        f"leaderboard: a CSV file holds one table; choose one of {options}, or another --format\n"
    )
    assert typed("score", "fair.conll", "--format", "markdown", *words).code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--show-correspondence", "c"], "leaderboard: there is no document 'c'; choose among a, b\n"),
        (["--da-weights", "PN=2"], "leaderboard: --da-weights is 'PN=2'; make the weights sum to 1\n"),
        (["--da-match", "best"], None),
    ],
)
def test_wrong_usage(typed: Typed, words: list[str], message: str | None) -> None:
    run = typed("score", "fair.conll", *words)
    assert run.code == 2
    assert run.out == ""
    assert message is None or run.err == message
