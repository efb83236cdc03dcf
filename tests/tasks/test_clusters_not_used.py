"""Topics that are known and not used: how much more a difference varies over them than over documents."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import leaderboard
from tests.support.running import Typed
from tests.tasks.test_clusters import document

KEY = [[0, 3, 6], [1, 4], [7, 9, 11]]


def write(folder: Path, names: Sequence[str], groups: Sequence[str], systems: Sequence[str] = "abc") -> Path:
    """Systems that lose a document's entities in all documents of a group alike."""
    folder.mkdir(exist_ok=True)
    (folder / "key.conll").write_text("".join(document(name, KEY) for name in names))
    for number, system in enumerate(systems):
        lost = {group: random.Random(f"{group}{number}").random() < 0.5 for group in groups}
        text = "".join(
            document(name, [KEY[0], [1, 8]] if lost[group] else KEY)
            for name, group in zip(names, groups, strict=True)
        )
        (folder / f"{system}.conll").write_text(text)
    return folder


TOPICS = [f"t{number % 20:02}" for number in range(40)]
NAMES = [f"{topic}/d{number:02}" for number, topic in enumerate(TOPICS)]


def compared(folder: Path, **options: Any) -> Any:
    return leaderboard.compare(
        *(folder / f"{name}.conll" for name in "abc"), metric="lea", primary="lea", **options
    )


def test_the_ratio_is_that_of_two_comparisons(tmp_path: Path) -> None:
    folder = write(tmp_path, NAMES, TOPICS)
    plain, by_topic = compared(folder, test="t"), compared(folder, cluster="topic", test="t")
    known = plain.clustering
    assert (known.by, known.clusters, known.documents, known.pairs) == ("topic", 20, 40, 3)
    ratios = [
        (one.difference_error / other.difference_error) ** 2
        for one, other in zip(by_topic.comparisons, plain.comparisons, strict=True)
    ]
    assert known.variance_ratio == pytest.approx(median(ratios), rel=1e-9)
    assert known.variance_ratio > 1.5
    [said] = [one for one in plain.remarks if one.kind == "documents_alike"]
    assert dict(said.data)["pairs"] == 3
    assert "Use `--cluster topic`." in plain.markdown()


def test_what_silences_it(tmp_path: Path) -> None:
    folder = write(tmp_path, NAMES, TOPICS)
    typed = compared(folder, unit="document")
    assert typed.clustering is not None
    assert not [one for one in typed.remarks if one.kind == "documents_alike"]
    for options in ({"cluster": "topic"}, {"across": "topic"}, {"unit": "part"}):
        assert compared(folder, **options).clustering is None


def test_subtopics_where_topics_are_few(tmp_path: Path) -> None:
    names = [f"t{number % 3}/s{number % 12:02}/d{number:02}" for number in range(24)]
    folder = write(tmp_path, names, [name.split("/")[1] for name in names])
    assert compared(folder).clustering.by == "subtopic"


def test_not_where_nothing_is_known(tmp_path: Path) -> None:
    for place, names in enumerate(
        (
            [f"d{number:02}" for number in range(24)],  # no topics
            [f"t{number}/d{number:02}" for number in range(24)],  # one document in each
            [f"t{number % 9}/d{number:02}" for number in range(24)],  # too few
            [*NAMES[:-1], "alone"],  # not all
        )
    ):
        folder = write(tmp_path / str(place), names, names)
        assert compared(folder).clustering is None


def test_not_where_no_pair_has_an_error(tmp_path: Path) -> None:
    folder = write(tmp_path, NAMES, TOPICS, systems="a")
    (folder / "b.conll").write_bytes((folder / "a.conll").read_bytes())
    result = leaderboard.compare(folder / "a.conll", folder / "b.conll", metric="lea", primary="lea")
    assert result.clustering is None


def test_like_documents_are_no_remark(tmp_path: Path) -> None:
    result = compared(write(tmp_path, NAMES, NAMES))
    assert result.clustering.variance_ratio < 1.5
    assert not [one for one in result.remarks if one.kind == "documents_alike"]


def test_a_table_names_topics_and_many_pairs_need_less(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"d{number:02}" for number in range(40)]
    write(tmp_path / "submissions", names, TOPICS, systems="abcde")
    rows = "".join(f"{name},{topic}\n" for name, topic in zip(names, TOPICS, strict=True))
    (tmp_path / "table.csv").write_text(f"document,topic\n{rows}")
    (tmp_path / "leaderboard.toml").write_text('document-table = "table.csv"\n')
    monkeypatch.chdir(tmp_path)
    code, text, _ = typed("rank", "submissions", "--format", "json")
    assert code == 0
    record = json.loads(text)
    assert (record["clustering"]["by"], record["clustering"]["clusters"]) == ("topic", 20)
    assert record["clustering"]["pairs"] == 10
    assert [one for one in record["remarks"] if one["kind"] == "documents_alike"]
    for arguments, said in (((), True), (("--unit", "document"), False)):
        code, text, _ = typed("rank", "submissions", *arguments)
        assert code == 0
        assert ("seem to be alike" in text) == said
        code, text, _ = typed(
            "compare", *(f"submissions/{system}.conll" for system in "abcd"), "--verbose", *arguments
        )
        assert text.count("seem to be alike") == said
        code, text, _ = typed("compare", *(f"submissions/{system}.conll" for system in "abcd"), *arguments)
        assert ("seem to be alike" in text) == said
        assert ("seem to be alike" in (tmp_path / "reports" / "leaderboard.md").read_text()) == said
        assert typed("verify", "reports").code == 0


def test_scorers_know_the_topics_in_names() -> None:
    scorers = {}
    for system, kept in (("a", 2), ("b", 3)):
        scorers[system] = leaderboard.Scorer(metrics=["lea"])
        for number, name in enumerate(NAMES):
            entities = [[(token, token) for token in entity] for entity in KEY]
            found = [entity[:kept] for entity in entities] if number % 5 else entities[:1]
            scorers[system].add(entities, found, name)
    plain = leaderboard.compare(scorers)
    assert plain.clustering is not None
    by_topic = leaderboard.compare(scorers, cluster="topic")
    assert (plain.first.units, by_topic.first.units) == (40, 20)
    assert by_topic.cluster is not None
    assert leaderboard.rank(scorers, cluster="topic").cluster is not None
