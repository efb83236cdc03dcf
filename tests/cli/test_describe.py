"""``leaderboard describe`` as it is typed, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard
from leaderboard.report.features.descriptions import description_record
from tests.formats.corefud.texts import corefud
from tests.support import small_task
from tests.support.running import Typed
from tests.support.small_task import ALONE, BROKEN, FAIR, KEY, parts

FORMS = ("markdown", "csv", "latex", "html", "json", "table")
TWICE = parts(("(1", "1)", "-", "(1)|(2)", "(2)"))


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here / "task", key=KEY, fair=FAIR)
    small_task.write(here, alone=parts(ALONE), broken=BROKEN, twice=TWICE)


def test_people_see_four_tables(typed: Typed) -> None:
    run = typed("describe", "task")
    assert (run.code, run.err) == (0, "")
    captions = [
        "Documents and words",
        "Entities",
        "Mentions",
        "Mentions by form and part of speech of the head",
    ]
    assert [line for line in run.out.splitlines() if line in captions] == captions
    rows = [line.split() for line in run.out.splitlines() if line.startswith(("key", "fair"))]
    assert rows[:3] == [
        ["key", "2", "3", "15", "–", "10", "8"],
        ["fair", "2", "3", "15", "–", "10", "8"],
        ["key", "all", "6", "400", "2", "1.5", "50.0", "50.0", "0.0", "0.0", "0.0", "3"],
    ]
    assert ["key", "singletons", "3", "200", "1", "1.0", "100.0", "0.0", "0.0", "0.0", "0.0", "0"] in rows
    assert "Penn tags and rare universal tags count as other." in " ".join(run.out.split())


def test_without_singletons_there_is_one_group(typed: Typed) -> None:
    Path("pairs.conllu").write_bytes(corefud("1 (a--1-)", "2 (a--1-)"))
    out = typed("describe", "pairs.conllu").out
    assert "There are no singletons." in out
    assert "non-singletons" not in out
    assert "There are no singletons." not in typed("describe", "alone.conll").out


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_every_file(typed: Typed, form: str) -> None:
    run = typed("describe", "task", "--format", form)
    assert run.code == 0
    assert run.out.count("fair") >= 1
    assert run.out.count("key") >= 1


def test_json_has_what_the_function_returns(typed: Typed) -> None:
    record = json.loads(typed("describe", "task", "--format", "json").out)
    assert record == json.loads(json.dumps(description_record(leaderboard.describe("task"))))
    assert list(record) == ["schema", "signature", "key", "across", "files", "rejected", "warnings"]
    assert list(record["files"][0]) == [
        *("system", "dataset", "file", "heads", "documents", "sentences", "words", "empty_nodes"),
        *("longest_document", "words_per_document", "all", "non_singletons", "singletons"),
    ]


def test_columns_are_those_of_the_csv(typed: Typed) -> None:
    out = typed("describe", "task", "--columns", "system,words,all_entities_mean_size").out
    assert out.splitlines()[-1].split() == ["fair", "15", "1.6"]
    assert typed("describe", "task", "--columns", "system", "--format", "json").code == 2


def test_datasets_and_files_are_named_where_systems_do_not_tell_them_apart(typed: Typed) -> None:
    small_task.write(Path("task/beta"), de=KEY, en=FAIR)
    assert typed("describe", "task/beta").out.splitlines()[2].split()[:2] == ["System", "Dataset"]
    out = typed("describe", "task/fair.conll", "task/fair.conll").out
    assert out.count(str(Path("task/fair.conll"))) >= 2


def test_output_has_three_files(typed: Typed) -> None:
    run = typed("describe", "task", "--output", "out/new")
    assert sorted(path.name for path in Path("out/new").iterdir()) == [
        "describe.csv",
        "describe.md",
        "describe.tex",
    ]
    assert run.out == typed("describe", "task").out
    assert Path("out/new/describe.csv").read_text("utf-8") == typed("describe", "task", "--format", "csv").out
    assert (
        Path("out/new/describe.tex").read_text("utf-8") == typed("describe", "task", "--format", "latex").out
    )
    page = Path("out/new/describe.md").read_text("utf-8")
    assert page.startswith("## Documents and words\n\n| System")
    assert page.count("\n## ") == 3


def test_an_output_that_cannot_be_written_is_told_before_anything_is_read(typed: Typed) -> None:
    run = typed("describe", "broken.conll", "--output", "alone.conll/new")
    assert (run.code, run.out) == (2, "")
    assert run.err == "leaderboard: alone.conll: not a folder; choose another folder for the results\n"


def test_no_output_links_are_written_through(typed: Typed) -> None:
    Path("out").mkdir()
    Path("mine").write_text("mine", "utf-8")
    Path("out/describe.md").symlink_to(Path("mine").absolute())
    assert typed("describe", "task", "--output", "out").code == 0
    assert Path("mine").read_text("utf-8") == "mine"


def test_what_is_rejected_is_told_and_the_rest_is_described(typed: Typed) -> None:
    run = typed("describe", "broken.conll", "alone.conll")
    assert (run.code, "alone" in run.out) == (3, True)
    assert run.err.startswith("rejected: broken.conll:2: the bracket '(1' ")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("form", FORMS)
def test_where_all_are_rejected_nothing_is_shown(typed: Typed, form: str) -> None:
    run = typed("describe", "broken.conll", "--format", form, "--output", "out")
    assert run.code == 4
    assert not Path("out").exists()
    if form == "json":
        record = json.loads(run.out)
        assert (record["files"], record["rejected"][0]["line"]) == ([], 2)
    else:
        assert run.out == ""


def test_warnings_can_be_switched_off(typed: Typed) -> None:
    assert typed("describe", "twice.conll").err.startswith("warning: twice.conll:5: the mention of tokens")
    assert typed("describe", "twice.conll", "--quiet").err == ""


def test_a_paragraph_is_for_compare_alone(typed: Typed) -> None:
    assert typed("describe", "task", "--format", "text").code == 2


def test_what_a_format_lacks_is_a_dash(typed: Typed) -> None:
    Path("a.jsonl").write_text('{"doc_key": "d", "sentences": [["a"]], "clusters": [[[0, 0]]]}\n', "utf-8")
    rows = [line.split() for line in typed("describe", "a.jsonl").out.splitlines() if line.startswith("a ")]
    assert rows[0] == ["a", "1", "–", "1", "–", "1", "1"]
    assert rows[-1] == ["a", "singletons", *"–" * 13]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "```\n<e1>Ann</e1> sees <e1>her</e1>.\n```\n",
            "a fence, ```, around the documents; remove it and what is outside",
        ),
        (
            '[{"doc_id": "a", "tokens": ["Ann"], "clusters_token_offsets": [[[0, 0], [1, 1]]]}]',
            "count tokens from 0, or state the right --offsets and --ends",
        ),
    ],
)
def test_no_remedy_is_an_option_of_other_commands(typed: Typed, text: str, reason: str) -> None:
    Path("answer").write_text(text)
    run = typed("describe", "answer")
    assert (run.code, run.err.endswith(f"{reason}\n")) == (4, True)


def test_the_kind_of_tags_can_be_stated(typed: Typed) -> None:
    Path("tagged.txt").write_text("Ann sees [her](#e1) <e1>dog</e1>.\n")
    assert (
        "state how mentions are tagged with --text words, xml or links" in typed("describe", "tagged.txt").err
    )
    assert typed("describe", "tagged.txt", "--text", "links", "--quiet").code == 0
