"""On how many of several datasets one system is better than another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.tables.pairs import comparisons
from leaderboard.significance.intervals import portable
from tests.support.running import Typed
from tests.tasks.test_clusters import document

KEY = [[0, 3, 6], [1, 4], [7, 9, 11]]
DATASETS = ("de", "en", "fr")


def write(folder: Path, losing: dict[str, tuple[str, ...]], documents: int = 12) -> Path:
    """Systems that lose a mention of every document on some datasets; but of the first document."""
    for side in ("key", *losing):
        (folder / side).mkdir(parents=True)
        for dataset in DATASETS:
            text = ""
            for number in range(documents):
                lost = side != "key" and dataset in losing[side] and number
                text += document(f"d{number}", [KEY[0][:2], *KEY[1:]] if lost else KEY)
            (folder / side / f"{dataset}.conll").write_text(text)
    return folder


def holm(values: list[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda place: values[place])
    found, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        least = max(least, (len(values) - rank) * values[place])
        found[place] = min(least, 1.0)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "task", {"a": (), "b": ("de", "en"), "c": ("de", "en", "fr")})


def compared(folder: Path, *systems: str, **options: Any) -> Any:
    return leaderboard.compare(*(folder / name for name in systems), key=str(folder / "key"), **options)


def test_each_dataset_has_its_own_test(folder: Path) -> None:
    result = compared(folder, "a", "b", "c", metric=("lea", "muc"), primary="lea")
    for metric in ("lea", "muc"):
        pairs = [one for one in result.comparisons if one.metric == metric]
        alone = {}
        for dataset in DATASETS:
            own = compared(folder, "a", "b", "c", metric=(metric,), primary=metric, datasets=(dataset,))
            alone[dataset] = {(one.first, one.second): one for one in own.comparisons}
        p = [alone[dataset][one.first, one.second].p_value for one in pairs for dataset in DATASETS]
        over = iter(holm(p))
        for one in pairs:
            assert one.datasets is not None
            assert [name for name, *_ in one.datasets] == list(DATASETS)
            for name, difference, value, corrected in one.datasets:
                own = alone[name][one.first, one.second]
                assert difference == pytest.approx(own.difference)
                assert value == (1 if own.verdict == "identical" else own.p_value)
                assert corrected == pytest.approx(next(over))
            better = sum(over <= 0.05 and apart > 0 for _, apart, _, over in one.datasets)
            assert (one.datasets_better, one.datasets_worse) == (better, 0)


def test_what_is_said(folder: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    result = compared(folder, "a", "b", metric="lea", primary="lea")
    said = "a is better than b on at least 2 of 3 datasets (de, en), and worse on none."
    assert said in result.markdown()
    turned = compared(folder, "b", "a", metric="lea", primary="lea")
    said = "b is worse than a on at least 2 of 3 datasets (de, en), and better on none."
    assert said in turned.markdown()
    said = "None of 3 datasets alone shows a difference between b and c."
    same = compared(folder, "b", "c", metric="lea", primary="lea", alpha=0.001)
    assert said in same.markdown()
    untestable = compared(folder, "b", "c", metric="lea", primary="lea", alpha=1e-6)
    assert said not in untestable.markdown()
    monkeypatch.chdir(folder)
    arguments = ("--key", "key", "--metric", "lea,muc", "--primary", "lea", "--format", "json")
    code, text, _ = typed("rank", ".", *arguments)
    assert code == 0
    record = json.loads(text)
    named = ("a", "b", "lea")
    [pair] = [one for one in record["comparisons"] if (one["first"], one["second"], one["metric"]) == named]
    assert [one["dataset"] for one in pair["datasets"]] == list(DATASETS)
    assert pair["datasets_better"] == 2
    [found] = [one for one in record["remarks"] if one["kind"] == "over_datasets"]
    assert (found["first"], found["second"], found["better"]) == ("a", "b", ["de", "en"])
    header, *rows = (folder / "reports" / "pairwise.csv").read_text().splitlines()
    place = header.split(",").index("datasets_better")
    assert {row.split(",")[place] for row in rows if row.split(",")[2] == "muc"} == {""}
    assert typed("verify", "reports").code == 0
    frame = leaderboard.frame(result)
    assert "datasets_better" in frame.columns
    assert "datasets" not in frame.columns


def test_one_dataset_and_copies(folder: Path) -> None:
    one = compared(folder, "a", "b", metric="lea", primary="lea", datasets=("de",))
    assert one.first.datasets is one.first.datasets_better is None
    (folder / "d").mkdir()
    for dataset in DATASETS:
        (folder / "d" / f"{dataset}.conll").write_bytes((folder / "a" / f"{dataset}.conll").read_bytes())
    ranked = leaderboard.rank(folder, key=str(folder / "key"), metric="lea", primary="lea")
    [said] = [one for one in ranked.remarks if one.kind == "over_datasets"]
    assert {dict(said.data)["first"], dict(said.data)["second"]} <= {"a", "b", "d"}
    copies = [one for one in ranked.comparisons if {one.first, one.second} == {"a", "d"}]
    assert [(pair.datasets_better, pair.datasets_worse) for pair in copies] == [(0, 0)]
    against = leaderboard.rank(folder, key=str(folder / "key"), metric="lea", primary="lea", against="c")
    assert not [one for one in against.remarks if one.kind == "over_datasets"]


def test_methods_with_runs(tmp_path: Path) -> None:
    folder = write(tmp_path / "task", {"a@1": (), "a@2": ("fr",), "b": ("de", "en", "fr")})
    result = compared(folder, "a@1", "a@2", "b", metric="lea", primary="lea")
    assert result.first.datasets is not None
    assert [name for name, *_ in result.first.datasets] == list(DATASETS)
    assert result.first.test == "t"
    [written] = [one for one in comparisons(result.families).values() if one["metric"] == "lea"]
    assert written["datasets"][0]["p_value"] == portable(result.first.datasets[0][2])  # type: ignore[index]
