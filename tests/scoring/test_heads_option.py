"""Where heads come from: what ``--heads`` and the key say of it, and what is said to the user."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.report.features.scores import score_record
from leaderboard.report.ranking_record import rank_record
from tests.formats.corefud.texts import corefud
from tests.support import small_task

FIELDS = "eid-etype"
TREE = "key.conllu: the heads of mentions are found in the dependency tree of this key"
FIRST = "key.conllu: this key names no heads, so the first word of each mention counts as its head"
SPANS = "all mentions match, but 1 of 2 has another span than in the key"


def text(*cells: str, columns: str = FIELDS) -> bytes:
    """The girl who left waved: 2 governs 1 and 4, which governs 3."""
    heads = dict(zip("12345", "20425", strict=True)) | {"5": "2"}
    lines = corefud(*cells, columns=columns).decode().split("\n")
    rows = [line.split("\t") for line in lines]
    return "\n".join(
        "\t".join([*row[:6], heads[row[0]], *row[7:]]) if row[0] in heads else "\t".join(row) for row in rows
    ).encode()


KEY = text("1 (a-x", "2", "3", "4 a)", "5 (a-x)")
NAMED = text("1 (a-x-1", "2", "3", "4 a)", "5 (a-x-1)", columns="eid-etype-head")


@pytest.fixture
def task(tmp_path: Path) -> Path:
    (tmp_path / "key.conllu").write_bytes(KEY)
    (tmp_path / "named.conllu").write_bytes(NAMED)
    (tmp_path / "first.conllu").write_bytes(text("1 (a-x)", "2", "3", "4", "5 (a-x)"))
    (tmp_path / "second.conllu").write_bytes(text("1", "2 (a-x)", "3", "4", "5 (a-x)"))
    return tmp_path


def score(folder: Path, name: str, **options: Any) -> Any:
    return leaderboard.score(folder / f"{name}.conllu", **{"key": folder / "key.conllu", **options})


def said(result: Any) -> list[str]:
    return [str(problem) for problem in result.warnings]


def mentions(result: Any) -> float:
    return float(result.systems[0].scores["mentions"].f1)


def test_heads_are_found_in_the_tree_where_the_key_names_none(task: Path) -> None:
    result = score(task, "second")
    assert mentions(result) == 1
    assert "|heads:tree|" in result.signature
    tree, spans = said(result)
    assert TREE in tree
    assert SPANS in spans
    assert "--match exact" in spans
    assert mentions(score(task, "first")) == 0.5


def test_a_key_without_heads_is_not_advised_to_read_them(task: Path) -> None:
    """--heads file would take the first words."""
    for heads in (None, "tree"):
        [usual, *_] = said(score(task, "second", heads=heads))
        assert "--match exact" in usual
        assert "--heads file" not in usual


@pytest.mark.parametrize(("match", "same"), [("head", True), ("partial", False)])
def test_the_same_first_word_is_enough_where_heads_match(task: Path, match: Any, same: bool) -> None:
    [first, *_] = said(score(task, "first", heads="file", match=match))
    assert ("mentions with the same first word count as the same" in first) == same


def test_several_other_spans(task: Path) -> None:
    (task / "key.conllu").write_bytes(text("1 (a-x", "2 a)", "3 (a-x", "4 a)", "5"))
    (task / "heads.conllu").write_bytes(text("1", "2 (a-x)", "3", "4 (a-x)", "5"))
    spans = said(score(task, "heads"))[1]
    assert "all mentions match, but 2 of 2 have other spans than in the key" in spans


def test_heads_as_in_the_file_are_first_words_where_it_names_none(task: Path) -> None:
    result = score(task, "first", heads="file")
    assert mentions(result) == 1
    assert "|heads:file|" in result.signature
    assert FIRST in said(result)[0]
    assert "--heads tree or --match exact" in said(result)[0]


def test_heads_that_a_key_names_are_read_unless_the_tree_is_asked_for(task: Path) -> None:
    assert mentions(score(task, "first", key=task / "named.conllu")) == 1
    assert "|heads:named|" in score(task, "named", key=task / "named.conllu").signature
    [copy] = said(score(task, "named", key=task / "named.conllu"))
    assert "the same mentions and entities as the key" in copy
    result = score(task, "first", key=task / "named.conllu", heads="tree")
    assert mentions(result) == 0.5
    assert "|heads:tree|" in result.signature


def test_heads_that_a_response_names_are_not_read_beside_a_tree(task: Path) -> None:
    (task / "named.conllu").write_bytes(NAMED.replace(b"(a-x-1", b"(a-x-9"))
    result = score(task, "named")
    assert (mentions(result), result.systems[0].spans_differ) == (1, 0)
    assert leaderboard.validate(task / "named.conllu", key=task / "key.conllu").acceptable == 1


@pytest.mark.parametrize("heads", [None, "file", "tree"])
def test_nothing_is_said_of_heads_that_do_not_count(task: Path, heads: str | None) -> None:
    result = score(task, "second", match="exact", heads=heads)
    assert mentions(result) == 0.5
    assert said(result) == []
    assert f"|heads:{heads or 'tree'}|" in result.signature
    assert "spans_differ" not in score_record(result)["systems"][0]  # type: ignore[index]


def test_heads_count_for_zeros_whatever_matches(task: Path) -> None:
    zero = text("1 (a-x", "2", "2.1 (a-x) 2:x", "3", "4 a)", "5")
    (task / "key.conllu").write_bytes(zero)
    (task / "second.conllu").write_bytes(zero)
    result = score(task, "second", match="exact")
    assert "|heads:tree|" in result.signature
    assert TREE in said(result)[0]
    assert "--match exact" not in said(result)[0]
    [copy] = said(score(task, "second", match="exact", heads="file"))
    assert "the same mentions and entities as the key" in copy


def test_heads_of_other_files_are_wrong_usage(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=small_task.KEY, one=small_task.KEY)
    with pytest.raises(
        UsageError, match=r"^heads is for CorefUD files, but .*key.conll is not CorefUD; leave it"
    ):
        leaderboard.score(tmp_path / "one.conll", key=tmp_path / "key.conll", heads="tree")


@pytest.mark.parametrize(("match", "differ"), [("head", 1), ("partial", 1)])
def test_matched_mentions_with_other_spans_are_counted(task: Path, match: str, differ: int) -> None:
    result = score(task, "second", match=match)
    assert score_record(result)["systems"][0]["spans_differ"] == differ  # type: ignore[index]


def test_other_spans_are_not_told_of_where_not_all_mentions_match(task: Path) -> None:
    (task / "second.conllu").write_bytes(text("1", "2 (a-x)", "3 (a-x)", "4", "5 (a-x)"))
    result = score(task, "second")
    assert result.systems[0].spans_differ == 1
    assert len(said(result)) == 1


def test_a_ranking_counts_them_too_also_from_saved_sums(task: Path, tmp_path_factory: Any) -> None:
    saved = tmp_path_factory.mktemp("saved")
    ranked = leaderboard.rank(task, saved=str(saved), metric=["mentions"], primary="mentions")
    again = leaderboard.rank(saved, metric=["mentions"], primary="mentions")
    for result in (ranked, again):
        counts = {entry["system"]: entry["spans_differ"] for entry in rank_record(result)["systems"]}  # type: ignore
        assert counts == {"first": 0, "named": 0, "second": 1}
        assert "|heads:tree|" in result.signature
        assert [line for line in said(result) if "heads of mentions are found" in line]


def test_datasets_may_differ_in_where_heads_come_from(tmp_path: Path) -> None:
    for folder in ("key", "one"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "de.conllu").write_bytes(KEY)
        (tmp_path / folder / "en.conllu").write_bytes(NAMED)
    result = leaderboard.score(tmp_path / "one", key=tmp_path / "key")
    assert "|heads:named+tree|" in result.signature
    [line] = [line for line in said(result) if "as the key" not in line]
    assert line.split(":")[0].endswith("de.conllu")
    assert result.systems[0].spans_differ == 0
    (tmp_path / "one" / "en.conllu").unlink()
    partial = leaderboard.score(tmp_path / "one", key=tmp_path / "key", missing_dataset="zero")
    assert partial.systems[0].spans_differ == 0
