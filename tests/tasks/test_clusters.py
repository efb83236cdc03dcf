"""Groups of documents as units: scores stay, and everything that goes over units goes over groups."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import NothingToDo, UsageError
from leaderboard.options.values import read_options
from tests.support.running import Typed

Clusters = Sequence[Sequence[int]]
TOKENS = 12


def document(name: str, clusters: Clusters) -> str:
    cells = ["-"] * TOKENS
    for number, entity in enumerate(clusters):
        for token in entity:
            cells[token] = f"({number})" if cells[token] == "-" else f"{cells[token]}|({number})"
    rows = "".join(f"{name}\t0\t{place}\tw{place}\t{cell}\n" for place, cell in enumerate(cells))
    return f"#begin document ({name}); part 000\n{rows}\n#end document\n"


def write(folder: Path, names: Sequence[str], seed: int = 1) -> Path:
    """A key and three systems with random errors."""
    rng, folder = random.Random(seed), folder
    folder.mkdir(exist_ok=True)
    keys = [[[0, 3, 6], [1, 4], [7, 9, 11]] for _ in names]
    files = {"key": keys}
    for system, kept in (("a", 0.9), ("b", 0.7), ("c", 0.6)):
        files[system] = [
            [kept_ for entity in clusters if (kept_ := [one for one in entity if rng.random() < kept])]
            for clusters in keys
        ]
    for system, texts in files.items():
        text = "".join(document(name, clusters) for name, clusters in zip(names, texts, strict=True))
        (folder / f"{system}.conll").write_text(text, encoding="utf-8")
    return folder


NAMES = [f"t{number % 4}/s{number % 8}/d{number:02}" for number in range(12)]


def by_pair(result: Any) -> dict[tuple[str, str, str], Any]:
    return {(one.first, one.second, one.metric): one for one in result.comparisons}


def compared(folder: Path, **options: Any) -> Any:
    return leaderboard.compare(*(folder / f"{name}.conll" for name in "abc"), **options)


def test_a_cluster_for_each_document_changes_nothing(tmp_path: Path) -> None:
    folder = write(tmp_path / "task", NAMES)
    table = tmp_path / "own.csv"
    table.write_text("document,own\n" + "".join(f"{name},{number}\n" for number, name in enumerate(NAMES)))
    plain = leaderboard.rank(folder, draws=200)
    own = leaderboard.rank(folder, draws=200, cluster="own", documents=str(table))
    unnamed = [[replace(one, without=None) for one in result.comparisons] for result in (own, plain)]
    assert unnamed[0] == unnamed[1]
    assert own.primary.standings == plain.primary.standings
    assert own.prices == plain.prices
    assert "../own.csv" in own.inputs
    assert (own.claim, plain.claim) == ("clusters", "documents")
    assert plain.cluster is None


def test_a_test_swaps_whole_clusters(tmp_path: Path) -> None:
    """An exact test by hand: every assignment of the outputs of each topic."""
    folder = write(tmp_path / "task", NAMES)
    pair = by_pair(compared(folder, cluster="topic", metric="muc", primary="muc"))["a", "b", "muc"]
    parts = {
        system: leaderboard.score(folder / f"{system}.conll", metric="muc", per_document=True)
        for system in "ab"
    }
    sums = leaderboard.compare(folder / "a.conll", folder / "b.conll", metric="muc", primary="muc")
    units = sums.task.sheet.units("document")
    topics = sorted({name.document.split("/")[0] for name in units.names})
    of_topic = [[n for n, name in enumerate(units.names) if name.document.startswith(t)] for t in topics]
    values = units.sums["muc"]

    def f1(rows: Any) -> float:
        return float(sums.metrics[0].score(rows.sum(axis=-1)).f1)

    def difference(swaps: Sequence[bool]) -> float:
        first, second = values[0].copy(), values[1].copy()
        for swap, columns in zip(swaps, of_topic, strict=True):
            if swap:
                first[:, columns], second[:, columns] = values[1][:, columns], values[0][:, columns]
        return f1(first) - f1(second)

    observed = abs(difference([False] * len(topics)))
    every = [abs(difference(swaps)) for swaps in product([False, True], repeat=len(topics))]
    assert pair.p_value == sum(value >= observed - 1e-12 for value in every) / len(every)
    assert (pair.units, pair.exact) == (4, True)
    assert {one.system: one.scores for one in parts["a"].systems}


def test_clusters_of_settings_hold_for_a_probe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "task", NAMES)
    options: Any = {"submissions": folder, "metric": ["muc", "lea"], "trials": 99}
    by_document = leaderboard.probe(**options).agreement
    monkeypatch.setenv("LEADERBOARD_CLUSTER", "topic")
    by_topic = leaderboard.probe(**options)
    assert "|cluster:topic|" in by_topic.signature
    assert by_topic.agreement != by_document
    monkeypatch.setenv("LEADERBOARD_CLUSTER", "nonsense")
    with pytest.raises(UsageError, match="nonsense"):
        leaderboard.probe(**options)


def test_each_dataset_has_its_own_number_of_documents(tmp_path: Path) -> None:
    for dataset, names in {"one": NAMES, "two": NAMES[:8]}.items():
        for path in write(tmp_path / dataset, names).iterdir():
            place = tmp_path / "task" / path.stem / f"{dataset}.conll"
            place.parent.mkdir(parents=True, exist_ok=True)
            path.rename(place)
    result = leaderboard.rank(tmp_path / "task", cluster="topic", metric="muc", draws=100, trials=99)
    assert [board.family.documents for board in result.of("dataset")] == [12, 8]


def test_scores_are_the_same_bytes(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "task", NAMES)
    monkeypatch.chdir(tmp_path)
    run = typed("rank", "task", "--cluster", "subtopic", "--output", "by", "--draws", "200", "--trials", "99")
    assert "over 8 subtopics (12 documents)" in " ".join(run.out.split())
    said = "The units of the tests are subtopics: the results are about other subtopics of this kind."
    assert said in " ".join(run.out.split())
    typed("rank", "task", "--output", "plain", "--draws", "200", "--trials", "99")
    assert (tmp_path / "by/documents.csv").read_bytes() == (tmp_path / "plain/documents.csv").read_bytes()
    for form in ("md", "html", "tex"):
        assert said in " ".join((tmp_path / f"by/leaderboard.{form}").read_text("utf-8").split())
    record, plain = (
        json.loads((tmp_path / name / "leaderboard.json").read_text()) for name in ("by", "plain")
    )
    assert record["cluster"] == {"by": "subtopic", "clusters": 8, "documents": 12}
    assert plain["cluster"] is None
    assert [one["scores"] for one in record["systems"]] == [one["scores"] for one in plain["systems"]]
    assert "|unit:document|cluster:subtopic|" in record["signature"]
    assert "cluster" not in plain["signature"]
    assert typed("verify", "by").code == 0
    pair = typed("compare", "task/a.conll", "task/b.conll", "--cluster", "subtopic")
    assert "over 8 subtopics (12 documents)" in " ".join(pair.out.split())
    assert "CoNLL by document: a is ahead on" in pair.out
    powers = typed("power", "task", "--cluster", "topic", "--format", "json")
    assert json.loads(powers.out)["cluster"] == {"by": "topic", "clusters": 4, "documents": 12}
    assert json.loads(powers.out)["claim"] == "clusters"


def test_what_names_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of the table, patterns of the settings, topics of names, genres of names."""
    folder = write(tmp_path / "task", NAMES)
    monkeypatch.chdir(tmp_path)
    (folder / "leaderboard.toml").write_text('[documents.half]\nfirst = ["t0/*", "t1/*"]\nlast = ["t*"]\n')
    assert compared(folder, cluster="half").cluster.clusters == 2
    assert "|documents:" in compared(folder, cluster="half").signature
    (tmp_path / "table.csv").write_text(
        "document,topic,subtopic\n" + "".join(f"{name},x{n % 2},{n % 3}\n" for n, name in enumerate(NAMES))
    )
    table = {"documents": "table.csv"}
    assert compared(folder, cluster="topic", **table).cluster.clusters == 2
    assert compared(folder, cluster="subtopic", **table).cluster.clusters == 6
    assert compared(folder, cluster="topic").cluster.clusters == 4
    assert compared(folder, cluster="subtopic").cluster.clusters == 8
    others = write(tmp_path / "genres", [f"{genre}/x_{n}" for n in range(4) for genre in ("bc", "nw", "wb")])
    assert compared(others, cluster="genre").cluster.clusters == 3
    assert leaderboard.correlate(folder, cluster="topic", draws=100).correlations
    prices = leaderboard.error_prices(folder / "a.conll", folder / "b.conll", cluster="topic")
    assert prices.cluster.clusters == 4


REFUSED: dict[str, tuple[Mapping[str, Any], type[Exception], str]] = {
    "unknown": ({"cluster": "topics"}, UsageError, "'topics', which no document has; did you mean 'topic'?"),
    "genre": (
        {"cluster": "genre"},
        NothingToDo,
        "the genre of the document 't0/s0/d00' and of 11 more is",
    ),
    "hole": (
        {"cluster": "source", "documents": "table.csv"},
        NothingToDo,
        "table.csv: the source of the document 't1/s1/d01' and of 10 more is not known; write it in",
    ),
    "pattern": (
        {"cluster": "half"},
        NothingToDo,
        "the half of the document 't1/s1/d01' and of 8 more is not known; name it in [documents.half], or",
    ),
    "part": ({"cluster": "topic", "unit": "part"}, UsageError, "unit='part' cannot be used with cluster"),
    "document": ({"cluster": "document"}, UsageError, "cluster is 'document'; use unit='document'"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(
    case: tuple[Mapping[str, Any], type[Exception], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options, kind, message = case
    folder = write(tmp_path / "task", NAMES)
    monkeypatch.chdir(tmp_path)
    Path("table.csv").write_text(f"document,source\n{NAMES[0]},x\n")
    (folder / "leaderboard.toml").write_text('[documents.half]\nfirst = ["t0/*"]\n')
    with pytest.raises(kind) as caught:
        compared(folder, **options)
    assert message in str(caught.value)


def test_settled_options_can_be_read_again() -> None:
    options = read_options({"cluster": "topic", "unit": "document"})
    assert (options.unit, options.shown_unit) == ("topic", "document")
    assert read_options({"cluster": "topic", "unit": "topic"}) == options


def test_means_over_documents_keep_their_scores(tmp_path: Path) -> None:
    folder = write(tmp_path / "task", NAMES)
    by, plain = (compared(folder, average="document", **one) for one in ({"cluster": "topic"}, {}))
    assert by.scores == plain.scores
    assert [one.difference for one in by.comparisons] == [one.difference for one in plain.comparisons]
    assert {one.units for one in by.comparisons} == {4}
    assert by.remarks != plain.remarks
