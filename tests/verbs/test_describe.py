"""``leaderboard.describe``: which files are described, in which order, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.formats import limits
from leaderboard.report.features.descriptions import description_record, description_tables
from leaderboard.tasks.task import Across
from leaderboard.verbs import describe as room
from leaderboard.verbs.describe import DescribeResult
from tests.formats.corefud.texts import corefud
from tests.support import small_task
from tests.support.anaphora import KEY as CONLLUA
from tests.support.bad_corefud import COREFUD
from tests.support.bad_inputs import CASES, Bad
from tests.support.small_task import ALONE, BROKEN, FAIR, KEY, NOTHING, RIGHT, SHORT, parts

TWICE = parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT)


@pytest.fixture(autouse=True)
def task(here: Path) -> Path:
    small_task.write(here / "submissions", key=KEY, fair=FAIR, short=SHORT)
    return here


def rows(result: DescribeResult) -> list[tuple[str, str, str]]:
    return [(one.system, one.dataset, Path(one.file).as_posix()) for one in result.files]


def test_a_file_needs_no_key() -> None:
    small_task.write(Path("elsewhere"), alone=parts(ALONE))
    result = leaderboard.describe("elsewhere/alone.conll")
    assert rows(result) == [("alone", "", "elsewhere/alone.conll")]
    [found] = result.files
    assert (found.description.all.entities.count, found.description.singletons.entities.count) == (3, 3)
    assert (result.rejected, result.warnings) == ((), ())


def test_files_come_in_the_order_in_which_they_are_named() -> None:
    names = ("short", Path("submissions/key.conll"), "fair.conll")
    assert [one.system for one in leaderboard.describe(*names).files] == ["short", "key", "fair"]


def test_of_a_folder_of_submissions_the_key_comes_first() -> None:
    assert rows(leaderboard.describe("submissions")) == [
        ("key", "", "submissions/key.conll"),
        ("fair", "", "submissions/fair.conll"),
        ("short", "", "submissions/short.conll"),
    ]


def test_the_key_is_the_one_that_the_settings_name() -> None:
    small_task.write(Path("gold"), test=KEY)
    small_task.write(Path("runs"), fair=FAIR)
    Path("leaderboard.toml").write_text('submissions = "runs"\nkey = "gold/test.conll"\n', "utf-8")
    assert rows(leaderboard.describe("runs")) == [
        ("key", "", "gold/test.conll"),
        ("fair", "", "runs/fair.conll"),
    ]


def test_a_folder_of_submissions_may_lack_a_key() -> None:
    Path("submissions/key.conll").unlink()
    assert [one.system for one in leaderboard.describe("submissions").files] == ["fair", "short"]


def test_the_key_of_other_submissions_is_not_that_of_a_folder() -> None:
    small_task.write(Path("elsewhere"), alone=parts(ALONE))
    assert [one.system for one in leaderboard.describe("elsewhere").files] == ["alone"]
    Path("empty").mkdir()
    [rejection] = leaderboard.describe("empty").rejected
    assert rejection.problem.file == "empty"


HEADS = """# newdoc id = d
# global.Entity = {}
1\tthe\t_\tDET\t_\t_\t2\tdet\t_\tEntity=({}
2\tking\t_\tNOUN\t_\t_\t0\troot\t_\tEntity=a)
3\this\t_\tPRON\t_\t_\t4\tnmod\t_\tEntity=({}
4\twife\t_\tNOUN\t_\t_\t2\tappos\t_\tEntity=b)

"""


@pytest.mark.parametrize(
    ("text", "heads", "source", "tags", "told"),
    [
        (HEADS.format("eid", "a", "b"), None, "tree", {"NOUN": 2}, "2 of 2 mentions"),
        (HEADS.format("eid", "a", "b"), "named", "tree", {"NOUN": 2}, "2 of 2 mentions"),
        (HEADS.format("eid", "a", "b"), "file", "file", {"DET": 1, "PRON": 1}, None),
        (HEADS.format("eid-head", "a-1", "b"), None, "named", {"DET": 1, "NOUN": 1}, "1 of 2 mentions"),
        (HEADS.format("eid-head", "a-1", "b"), "file", "file", {"DET": 1, "PRON": 1}, None),
        (HEADS.format("eid-head", "a-1", "b"), "tree", "tree", {"NOUN": 2}, None),
        (HEADS.format("eid-head", "a-1", "b-1"), None, "named", {"DET": 1, "PRON": 1}, None),
    ],
)
def test_heads_are_named_or_found_in_the_tree_of_the_file(
    text: str, heads: Any, source: str, tags: dict[str, int], told: str | None
) -> None:
    Path("one.conllu").write_text(text)
    result = leaderboard.describe("one.conllu", heads=heads)
    [file] = result.files
    assert (file.heads, file.description.all.mentions.head_upos) == (source, tags)
    lines = [str(line) for line in result.warnings]
    if told:
        start = f"one.conllu: heads are not named for {told} of several words, so they are found in the"
        assert [line.startswith(start) for line in lines] == [True]
        assert lines[0].endswith("use --heads file")
    else:
        assert lines == []


def test_other_files_have_no_heads_and_minimum_spans_are_not_described() -> None:
    assert [file.heads for file in leaderboard.describe("submissions/key.conll").files] == [None]
    with pytest.raises(
        UsageError, match=r"^minimum spans are not described; choose heads='named', file or tree$"
    ):
        leaderboard.describe("submissions/key.conll", heads="minspan")
    Path("leaderboard.toml").write_text('heads = "minspan"\n')
    Path("one.conllu").write_text(HEADS.format("eid", "a", "b"))
    assert leaderboard.describe("one.conllu").files[0].heads == "tree"


def with_datasets(folder: Path) -> None:
    small_task.write(folder / "key", de=KEY, en=SHORT)
    small_task.write(folder / "beta", en=SHORT, de=FAIR)


def test_datasets_have_rows_of_their_own() -> None:
    with_datasets(Path("several"))
    result = leaderboard.describe("several")
    assert [(one.system, one.dataset) for one in result.files] == [
        ("key", "de"),
        ("key", "en"),
        ("beta", "de"),
        ("beta", "en"),
    ]


@pytest.mark.parametrize("folder", ["several", "submissions"])
@pytest.mark.parametrize("name", ["key", "beta"])
def test_a_folder_in_one_of_submissions_is_one_system(folder: str, name: str) -> None:
    Path("submissions/key.conll").unlink()
    with_datasets(Path(folder))
    result = leaderboard.describe(f"{folder}/{name}")
    assert [(one.system, one.dataset) for one in result.files] == [(name, "de"), (name, "en")]


def test_an_archive_is_one_system() -> None:
    with ZipFile("gamma.zip", "w") as archive:
        archive.writestr("de.conll", KEY)
        archive.writestr("en.conll", SHORT)
    assert [(one.system, one.dataset) for one in leaderboard.describe("gamma.zip").files] == [
        ("gamma", "de"),
        ("gamma", "en"),
    ]


TOPICS = "".join(
    f"#begin document ({name}); part 000\n"
    + "".join(f"{name} 0 {number} w{number} {cell}\n" for number, cell in enumerate(cells))
    + "\n#end document\n"
    for name, cells in {
        "flood/a": ("(1)", "-", "(1)", "(2)"),
        "flood/b": ("(3)|(1)", "-"),
        "race/a": ("(7)", "(7)"),
        "race/b": ("(7)", "(8)"),
    }.items()
)


def counts(result: DescribeResult) -> list[tuple[int, int, int | None]]:
    groups = [file.description.all for file in result.files]
    return [(one.entities.count, one.mentions.count, one.entities.range_p95) for one in groups]


def test_entities_may_span_the_documents_of_a_topic() -> None:
    """The repeated mention belongs to entity 3, which comes first there, or to 1, first in the topic."""
    small_task.write(Path("elsewhere"), topics=TOPICS)
    apart = leaderboard.describe("elsewhere/topics.conll")
    assert counts(apart) == [(6, 8, 1)]
    warning, _ = apart.warnings
    assert str(warning).endswith(
        "to join them, use --across topic; to keep documents apart, use --across document"
    )
    silenced = leaderboard.describe("elsewhere/topics.conll", across="document")
    assert (len(silenced.warnings), silenced.across, counts(silenced)) == (1, None, counts(apart))
    joined = leaderboard.describe("elsewhere/topics.conll", across="topic")
    assert counts(joined) == [(4, 8, None)]
    assert joined.across == Across("topic", 2)
    [old, new] = (result.files[0].description for result in (apart, joined))
    assert (old.documents, old.words, old.all.mentions) == (new.documents, new.words, new.all.mentions)
    assert new.all.entities.sizes == {"1": 2, "2": 0, "3": 2, "4": 0, "5+": 0}
    assert description_record(joined)["across"] == {"by": "topic", "groups": 2}
    assert description_record(apart)["across"] is None
    _, entities, *_ = description_tables(joined)
    assert (
        "An id is one entity throughout a topic (2 groups of documents). Entities have no range."
        in entities.notes
    )
    assert entities.rows[0][-1] is None


def test_a_table_groups_the_documents_of_descriptions() -> None:
    small_task.write(Path("elsewhere"), topics=TOPICS)
    rows = (
        f"{name},{topic}\n"
        for name, topic in zip(("flood/a", "flood/b", "race/a", "race/b"), "xxxx", strict=True)
    )
    Path("topics.csv").write_text("document,topic\n" + "".join(rows))
    options: dict[str, Any] = {"across": "topic", "documents": "topics.csv"}
    assert leaderboard.describe("elsewhere/topics.conll", **options).across == Across("topic", 1)
    with pytest.raises(UsageError, match="documents alone has no effect"):
        leaderboard.describe("elsewhere/topics.conll", documents="topics.csv")


def test_beside_a_key_documents_are_grouped_as_in_the_key() -> None:
    lines = [
        {"doc_key": "a", "sentences": [["w0"]], "clusters": {"1": [[0, 0]]}},
        {"doc_key": "b", "sentences": [["w0"]], "clusters": {"1": [[0, 0]]}},
    ]
    key = "".join(
        f"#begin document ({name}); part 000\nx/y/{name} 0 0 w0 {cell}\n\n#end document\n"
        for name, cell in (("a", "(1)"), ("b", "(1)"))
    )
    Path("grouped").mkdir()
    Path("grouped/key.conll").write_text(key)
    Path("grouped/ours.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    Path("topics.csv").write_text("document,topic\na,x\nb,x\n")
    result = leaderboard.describe("grouped", across="topic", documents="topics.csv")
    assert counts(result) == [(1, 2, None), (1, 2, None)]
    assert result.across == Across("topic", 1)
    Path("grouped/ours.jsonl").write_text(json.dumps({**lines[0], "clusters": [[[0, 0]]]}))
    [rejection] = leaderboard.describe("grouped", across="corpus").rejected
    assert "have no ids, which --across needs" in str(rejection.problem)


def test_entities_of_files_in_which_ids_hold_in_a_document_are_not_joined() -> None:
    Path("elsewhere").mkdir()
    Path("elsewhere/ours.conllua").write_text(CONLLUA)
    [rejection] = leaderboard.describe("elsewhere/ours.conllua", across="corpus").rejected
    assert "--across is not for CONLL-UA files; leave it out" in str(rejection.problem)


def test_a_broken_file_stops_no_other() -> None:
    with_datasets(Path("several"))
    small_task.write(Path("several/beta"), de=BROKEN)
    result = leaderboard.describe("several")
    assert [(one.system, one.dataset) for one in result.files] == [
        ("key", "de"),
        ("key", "en"),
        ("beta", "en"),
    ]
    [rejection] = result.rejected
    assert (rejection.system, rejection.problems) == ("beta", 1)
    assert (Path(rejection.problem.file), rejection.problem.line) == (Path("several/beta/de.conll"), 2)


def test_a_broken_key_stops_no_system() -> None:
    small_task.write(Path("submissions"), key=BROKEN)
    result = leaderboard.describe("submissions")
    assert [one.system for one in result.files] == ["fair", "short"]
    assert [one.system for one in result.rejected] == ["key"]


def test_what_is_no_submission_is_rejected() -> None:
    Path("empty").mkdir()
    Path("submissions/link.conll").symlink_to(Path("submissions/fair.conll").absolute())
    result = leaderboard.describe("submissions", "submissions/link.conll")
    assert [one.system for one in result.rejected] == ["link", "link.conll"]
    followed = leaderboard.describe("submissions", "submissions/link.conll", follow_symlinks=True)
    assert followed.rejected == ()


def test_a_key_that_is_none_is_rejected() -> None:
    Path("submissions/key.conll").unlink()
    Path("submissions/key").mkdir()
    result = leaderboard.describe("submissions")
    assert [(one.system, Path(one.problem.file)) for one in result.rejected] == [
        ("key", Path("submissions/key"))
    ]
    assert [one.system for one in result.files] == ["fair", "short"]


def test_repeated_mentions_count_once_and_are_told() -> None:
    small_task.write(Path(), twice=TWICE)
    result = leaderboard.describe("twice.conll")
    assert result.files[0].description.all.mentions.count == 9
    assert "in two entities" in str(result.warnings[0])
    [rejection] = leaderboard.describe("twice.conll", duplicates="error").rejected
    assert "in two entities" in str(rejection.problem)


def test_options_come_from_the_settings_too() -> None:
    small_task.write(Path(), twice=TWICE)
    Path("leaderboard.toml").write_text('duplicates = "error"\n', "utf-8")
    assert not leaderboard.describe("twice.conll").files


def test_of_corefud_files_heads_are_those_of_the_file() -> None:
    text = corefud("1 (a-1-", "1.1  1:nsubj", "2 a)", columns="eid-other").replace(b"NOUN", b"DET", 1)
    Path("first.conllu").write_bytes(text)
    [found] = leaderboard.describe("first.conllu").files
    assert found.description.all.mentions.head_upos == {"DET": 1}


def test_of_json_nothing_is_said_of_sentences() -> None:
    Path("a.jsonl").write_text('{"doc_key": "d", "sentences": [["a"]], "clusters": []}\n', "utf-8")
    [found] = leaderboard.describe("a.jsonl").files
    assert (found.description.sentences, found.description.words) == (None, 1)


def test_a_key_may_be_as_large_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    small = limits.Bounds(100, 3, 1, 1)
    monkeypatch.setattr(room, "WITHOUT_KEY", small)
    small_task.write(Path("other"), key=KEY, fair=FAIR)
    result = leaderboard.describe("submissions", "other/key.conll", "submissions/fair.conll")
    assert [one.system for one in result.files] == ["key", "fair", "short", "key"]
    assert [one.problem.what for one in result.rejected] == ["more than 100 bytes"]


def test_a_text_without_mentions_has_zeros() -> None:
    small_task.write(Path(), nothing=parts(NOTHING))
    found = leaderboard.describe("nothing.conll").files[0].description.all
    assert (found.entities.count, found.entities.mean_size, found.entities.range_p95) == (0, 0, 0)
    assert (found.mentions.per_1000_words, found.mentions.mean_length, found.mentions.head_upos) == (0, 0, {})


def test_a_file_that_lacks_some_tags_is_described_without_them() -> None:
    small_task.write(Path(), holes=SHORT.replace("\tVBZ", ""))
    [found] = leaderboard.describe("holes.conll").files
    assert found.description.all.mentions.head_upos is None
    assert found.description.all.mentions.count == 3


def test_wrong_calls() -> None:
    with pytest.raises(UsageError, match="no file given; name at least one file or folder"):
        leaderboard.describe()
    with pytest.raises(UsageError, match=r"nowhere: no such file here or in \./submissions"):
        leaderboard.describe("nowhere")
    with pytest.raises(UsageError, match="did you mean 'word_column'"):
        leaderboard.describe("fair", word_colum=4)  # type: ignore[call-arg]
    Path("submissions/key").mkdir()
    with pytest.raises(NothingToDo, match="could both be the key"):
        leaderboard.describe("submissions")


@pytest.mark.untraced
@pytest.mark.parametrize("case", [*CASES, *COREFUD], ids=lambda case: case.name)
def test_what_validate_refuses_without_a_key_is_rejected_for_the_same(case: Bad) -> None:
    Path("submissions/key.conll").unlink()
    case.build(Path(case.name))
    [checked] = leaderboard.validate(case.name).systems
    result = leaderboard.describe(case.name)
    if Path(case.name).is_dir():  # it is taken for a folder of submissions
        assert result.files or result.rejected
    elif checked.acceptable:
        assert result.files
        assert result.rejected == ()
    else:
        problem = checked.findings[0].problem
        remedy = problem.remedy.removesuffix(", or repair it with --repair align")
        assert result.rejected[0].problem == replace(problem, remedy=remedy)
        assert sum(one.problems for one in result.rejected) == checked.errors


def test_a_record_names_the_file_and_its_heads() -> None:
    result = leaderboard.describe("submissions/fair.conll")
    record: Any = description_record(result)
    assert list(record["files"][0])[:4] == ["system", "dataset", "file", "heads"]
    assert record["files"][0]["heads"] == result.files[0].heads
