"""Entities joined over the corpus, with clusters of documents that are left out one after the other."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import t as student

import leaderboard
from leaderboard.errors import UsageError
from tests.support.running import Typed

Files = Mapping[str, Mapping[str, str]]
TOKENS = 9
METRICS = ("mentions", "muc", "bcub", "ceafe", "blanc", "lea", "conll")


def document(name: str, cells: Sequence[str]) -> str:
    rows = "".join(f"{name}\t0\t{place}\tw{place}\t{cell}\n" for place, cell in enumerate(cells))
    return f"#begin document ({name}); part 000\n{rows}\n#end document\n"


def made(names: Sequence[str], systems: Sequence[str], seed: int) -> dict[str, dict[str, str]]:
    """The text of each document, of a key and of systems whose mentions and ids are wrong here and there."""
    rng = random.Random(seed)
    keys = {
        name: [f"({rng.randrange(8)})" if rng.random() < 0.6 else "-" for _ in range(TOKENS)]
        for name in names
    }
    found = {"key": keys}
    for number, system in enumerate(systems):
        found[system] = {
            name: [f"({rng.randrange(8)})" if rng.random() < 0.15 + 0.1 * number else cell for cell in cells]
            for name, cells in keys.items()
        }
    return {
        side: {name: document(name, cells) for name, cells in texts.items()} for side, texts in found.items()
    }


def written(folder: Path, files: Files, without: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for side, texts in files.items():
        kept = "".join(
            text for name, text in texts.items() if not without or not name.startswith(f"{without}/")
        )
        (folder / f"{side}.conll").write_text(kept, encoding="utf-8")
    return folder


def names(topics: int, documents: int) -> list[str]:
    return [f"t{number % topics}/d{number:02}" for number in range(documents)]


def f1s(path: Path, **options: Any) -> dict[str, float]:
    """F1 over the corpus by each metric."""
    [system] = leaderboard.score(path, metric=METRICS, across="corpus", **options).systems
    return {metric: system.scores[metric].f1 for metric in METRICS}


def by_hand(
    folder: Path, files: Files, topics: int, runs: Mapping[str, Sequence[str]], **options: Any
) -> dict[str, dict[str, list[float]]]:
    """F1 of each system on all documents, then without each topic, by metric."""
    found: dict[str, dict[str, list[float]]] = {}
    for without in ("", *(f"t{number}" for number in range(topics))):
        place = written(folder / (without or "all"), files, without)
        for system, entries in runs.items():
            scores = [f1s(place / f"{entry}.conll", **options) for entry in entries]
            for metric in METRICS:
                mean = sum(one[metric] for one in scores) / len(scores)
                found.setdefault(system, {}).setdefault(metric, []).append(mean)
    return found


def weights(files: Files, topics: int) -> list[int]:
    return [
        sum(text.count("(") - 1 for name, text in files["key"].items() if name.startswith(f"t{number}/"))
        for number in range(topics)
    ]


@pytest.mark.parametrize(("topics", "options"), [(5, {}), (6, {}), (7, {"singletons": "drop"})])
def test_errors_are_those_of_deletions_by_hand(tmp_path: Path, topics: int, options: dict[str, Any]) -> None:
    files = made(names(topics, 2 * topics + 1), ("a", "b", "c"), seed=topics)
    runs = {system: (system,) for system in "abc"}
    expected = by_hand(tmp_path, files, topics, runs, **options)
    paths = [tmp_path / "all" / f"{system}.conll" for system in "abc"]
    result = leaderboard.compare(*paths, metric=METRICS, across="corpus", cluster="topic", **options)
    weight = weights(files, topics) if not options else None
    for one in result.comparisons:
        both = zip(expected[one.first][one.metric], expected[one.second][one.metric], strict=True)
        whole, *left = (first - second for first, second in both)
        assert one.difference == pytest.approx(whole, abs=1e-12)
        psi = [(topics - 1) * (sum(left) / topics - value) for value in left]
        error = sqrt(sum(value**2 for value in psi) / (topics * (topics - 1)))
        assert one.difference_error == pytest.approx(error, abs=1e-9)
        assert (one.units, one.units_differing, one.test) == (topics, topics, "t")
        if weight:
            df = max(sum(weight) ** 2 / sum(value**2 for value in weight) - 1, 1)
            assert one.df == pytest.approx(df)
            assert one.p_value == pytest.approx(2 * student.sf(abs(whole) / error, df))
    cluster = result.cluster
    assert cluster is not None
    assert (cluster.by, cluster.clusters, cluster.documents) == ("topic", topics, 2 * topics + 1)


def test_runs_are_means(tmp_path: Path) -> None:
    files = made(names(6, 12), ("a@1", "a@2", "b"), seed=3)
    runs = {"a": ("a@1", "a@2"), "b": ("b",)}
    expected = by_hand(tmp_path, files, 6, runs)
    paths = [tmp_path / "all" / f"{entry}.conll" for entry in ("a@1", "a@2", "b")]
    result = leaderboard.compare(*paths, metric=METRICS, across="corpus", cluster="topic")
    [one] = [one for one in result.comparisons if one.metric == "lea"]
    both = zip(expected["a"]["lea"], expected["b"]["lea"], strict=True)
    whole, *left = (first - second for first, second in both)
    psi = [5 * (sum(left) / 6 - value) for value in left]
    of_runs = [f1s(path)["lea"] for path in paths[:2]]
    between = (of_runs[0] - of_runs[1]) ** 2 / 4
    assert one.difference == pytest.approx(whole)
    assert one.difference_error == pytest.approx(sqrt(sum(value**2 for value in psi) / 30 + between))


def test_two_datasets(tmp_path: Path) -> None:
    """The dataset of the cluster changes, the other one stays as it is in the mean."""
    first, second = (made(names(5, 10), ("a", "b"), seed=seed) for seed in (1, 2))
    for side in ("key", "a", "b"):
        (tmp_path / side).mkdir()
        for dataset, files in (("one", first), ("two", second)):
            (tmp_path / side / f"{dataset}.conll").write_text("".join(files[side].values()))
    result = leaderboard.compare(
        tmp_path / "a",
        tmp_path / "b",
        key=str(tmp_path / "key"),
        metric="lea",
        primary="lea",
        across="corpus",
        cluster="topic",
    )
    variance = 0.0
    for number, files in enumerate((first, second)):
        expected = by_hand(tmp_path / str(number), files, 5, {"a": ("a",), "b": ("b",)})
        left = [one - other for one, other in zip(expected["a"]["lea"], expected["b"]["lea"], strict=True)][
            1:
        ]
        psi = [4 * (sum(left) / 5 - value) / 2 for value in left]
        variance += sum(value**2 for value in psi) / 20
    assert result.first.difference_error == pytest.approx(sqrt(variance))
    pooled = leaderboard.compare(
        tmp_path / "a",
        tmp_path / "b",
        key=str(tmp_path / "key"),
        metric="lea",
        primary="lea",
        across="corpus",
        cluster="topic",
        average="pool",
    )
    assert pooled.first.units == 10
    assert pooled.first.difference_error is not None


def test_repeated_mentions_go_to_the_entity_that_is_first_without_the_topic(tmp_path: Path) -> None:
    """The first entity may begin in the topic that is left out."""
    plain = made(names(6, 13), ("a", "b", "c"), seed=11)
    files = {
        side: {name: text.replace("(1)", "(1)|(5)").replace("(2)", "(2)|(0)") for name, text in texts.items()}
        for side, texts in plain.items()
        if side != "c"
    } | {"c": plain["c"]}
    expected = by_hand(tmp_path, files, 6, {system: (system,) for system in "abc"})
    paths = [tmp_path / "all" / f"{system}.conll" for system in "abc"]
    result = leaderboard.compare(*paths, metric=METRICS, across="corpus", cluster="topic")
    for one in result.comparisons:
        both = zip(expected[one.first][one.metric], expected[one.second][one.metric], strict=True)
        _, *left = (first - second for first, second in both)
        psi = [5 * (sum(left) / 6 - value) for value in left]
        assert one.difference_error == pytest.approx(sqrt(sum(value**2 for value in psi) / 30), abs=1e-9)


def test_a_ranking_over_datasets(tmp_path: Path) -> None:
    """Each dataset is ranked too; a system without one of them may be excluded."""
    for seed, dataset in enumerate(("one", "two")):
        for side, texts in made(names(5, 10), ("a", "b", "c"), seed).items():
            (tmp_path / side).mkdir(exist_ok=True)
            (tmp_path / side / f"{dataset}.conll").write_text("".join(texts.values()))
    asked: dict[str, Any] = {"across": "corpus", "cluster": "topic", "metric": METRICS}
    result = leaderboard.rank(tmp_path, **asked)
    alone = leaderboard.rank(tmp_path, datasets=("one",), **asked)
    [board] = [board for board in result.of("dataset") if board.label == "one"]
    for pair, other in zip(board.family, alone.families["conll"], strict=True):
        assert (pair.first, pair.second) == (other.first, other.second)
        assert pair.difference_error == pytest.approx(other.difference_error)
        assert pair.p_value == pytest.approx(other.p_value)
    (tmp_path / "c" / "two.conll").unlink()
    fewer = leaderboard.rank(tmp_path, missing_dataset="exclude", **asked)
    assert set(fewer.partial) == {"c"}
    [left] = fewer.families["conll"]
    assert left.difference_error == pytest.approx(next(iter(result.families["conll"])).difference_error)


def test_saved_sums_have_no_documents(tmp_path: Path) -> None:
    folder = written(tmp_path / "task", made(names(6, 12), ("a", "b"), seed=4))
    for across in ("corpus", "topic"):
        sums = tmp_path / across
        leaderboard.rank(folder, across=across, metric="lea", saved=str(sums))
        with pytest.raises(UsageError, match="needs documents, which saved sums lack"):
            leaderboard.rank(sums, across=across, cluster="topic", metric="lea")


def test_a_ranking(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    files = made(names(6, 18), ("a", "b", "c"), seed=8)
    folder = written(tmp_path / "submissions", files)
    monkeypatch.chdir(tmp_path)
    plain = leaderboard.rank(folder, across="corpus", metric=METRICS)
    result = leaderboard.rank(folder, across="corpus", cluster="topic", metric=METRICS, leave_one_out=True)
    assert {name: scores["lea"] for name, scores in result.scores.items()} == {
        name: scores["lea"] for name, scores in plain.scores.items()
    }
    assert all(line.best is None for line in result.primary.standings)
    assert all(line.interval is not None for line in result.primary.standings)
    assert set(result.documents_needed.values()) == {None}
    assert result.primary.tau is None
    assert [one.unit.document for one in result.left_out] == [f"t{number}" for number in range(6)]
    without = by_hand(tmp_path / "hand", files, 6, {system: (system,) for system in "abc"})
    for number, one in enumerate(result.left_out, start=1):
        scores = {system: of_metric["conll"][number] for system, of_metric in without.items()}
        assert one.leaders == (max(scores, key=lambda system: scores[system]),)
    assert any(one.kind == "left_in_turn" for one in result.remarks)
    code, text, _ = typed(
        "rank", "submissions", "--across", "corpus", "--cluster", "topic", "--format", "json"
    )
    assert code == 0
    record = json.loads(text)
    assert (record["claim"], record["cluster"]["clusters"]) == ("clusters", 6)
    assert typed("verify", "reports").code == 0
    few = leaderboard.rank(folder, across="corpus", cluster="topic", metric="lea", track=None, ties="letters")
    assert few.primary.standings[0].letters


def test_identical_and_few(tmp_path: Path) -> None:
    files = made(names(4, 8), ("a", "b"), seed=5)
    folder = written(tmp_path, {**files, "copy": files["a"]})
    paths = [folder / f"{system}.conll" for system in ("a", "b", "copy")]
    verdicts = {
        (one.first, one.second): one.verdict
        for one in leaderboard.compare(*paths, metric="lea", across="corpus", cluster="topic").comparisons
    }
    assert verdicts == {("a", "b"): "untestable", ("a", "copy"): "identical", ("b", "copy"): "untestable"}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "swaps": (
        {"test": "ar"},
        "test='ar' cannot be used with cluster='topic' where entities span clusters; use test='t'",
    ),
    "bootstrap": ({"test": "bootstrap"}, "test='bootstrap' cannot be used"),
    "draws": ({"interval": "bca"}, "interval='bca' cannot be used"),
    "saved": ({"saved": "sums"}, "needs sums that are not saved; leave out saved"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(case: tuple[dict[str, Any], str], tmp_path: Path) -> None:
    folder = written(tmp_path / "task", made(names(6, 12), ("a", "b"), seed=4))
    options, message = case
    with pytest.raises(UsageError) as caught:
        leaderboard.rank(folder, across="corpus", cluster="topic", metric="lea", **options)
    assert message in str(caught.value)


def test_other_commands_refuse(tmp_path: Path) -> None:
    folder = written(tmp_path / "task", made(names(6, 12), ("a", "b"), seed=4))
    with pytest.raises(UsageError, match="because entities span clusters; rank and compare can"):
        leaderboard.power(folder, across="corpus", cluster="topic", metric="lea")
    assert leaderboard.power(folder, across="topic", cluster="topic", metric="lea").cluster is not None


def test_groups_within_clusters_are_added(tmp_path: Path) -> None:
    """Where each group lies in one cluster, sums add up, and clusters are swapped as before."""
    rng = random.Random(6)
    places = [f"t{number % 6}/s{number % 12}/d{number:02}" for number in range(24)]
    folder = written(tmp_path, made(places, ("a", "b"), seed=rng.randrange(9)))
    paths = [folder / "a.conll", folder / "b.conll"]
    by_topic, by_subtopic, joined = (
        leaderboard.compare(*paths, metric="lea", primary="lea", across=across, cluster=cluster)
        for across, cluster in (("subtopic", "topic"), ("subtopic", None), ("topic", "topic"))
    )
    assert by_topic.first.difference == by_subtopic.first.difference
    assert (by_topic.first.units, by_subtopic.first.units, joined.first.units) == (6, 12, 6)
    assert by_topic.first.exact
    assert by_topic.cluster is not None
    assert (by_topic.cluster.clusters, by_topic.cluster.documents) == (6, 24)
    plain = leaderboard.compare(*paths, metric="lea", primary="lea", across="topic")
    assert joined.first.p_value == plain.first.p_value
    assert joined.first.interval == plain.first.interval
