"""Methods with several runs on fixed documents: only runs are a sample."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from statistics import mean, variance
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.report.page import render_page
from leaderboard.report.results import text
from tests.support.running import Typed
from tests.tasks.test_clusters import document

KEY = [[0, 3, 6], [1, 4], [7, 9, 11]]
METRICS = ("muc", "blanc", "lea", "conll")


def write(folder: Path, runs: Mapping[str, int], documents: int = 1, seed: int = 1) -> Path:
    """A key of few documents, and runs that each lose some mentions."""
    folder.mkdir(exist_ok=True)
    rng = random.Random(seed)
    names = [f"d{number}" for number in range(documents)]
    (folder / "key.conll").write_text("".join(document(name, KEY) for name in names))
    for number, (system, count) in enumerate(runs.items()):
        for run in range(count):
            lost = [
                [[one for one in entity if rng.random() > 0.1 * (number + 1)] for entity in KEY]
                for _ in names
            ]
            text = "".join(
                document(name, [entity for entity in entities if entity])
                for name, entities in zip(names, lost, strict=True)
            )
            entry = f"{system}@{run + 1}" if count > 1 else system
            (folder / f"{entry}.conll").write_text(text)
    return folder


def compared(folder: Path, **options: Any) -> Any:
    paths = sorted(path for path in folder.glob("*.conll") if path.stem != "key")
    return leaderboard.compare(*paths, metric=METRICS, unit="run", **options)


def run_scores(folder: Path, metric: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for path in sorted(folder.glob("*.conll")):
        if path.stem != "key":
            [system] = leaderboard.score(path, metric=metric).systems
            found.setdefault(path.stem.split("@")[0], []).append(system.scores[metric].f1)
    return found


@pytest.mark.parametrize("documents", [1, 3])
def test_errors_by_hand(tmp_path: Path, documents: int) -> None:
    folder = write(tmp_path, {"a": 3, "b": 5, "c": 1}, documents)
    result = compared(folder)
    for metric in METRICS:
        scores = run_scores(folder, metric)
        for one in (one for one in result.comparisons if one.metric == metric):
            ours, theirs = scores[one.first], scores[one.second]
            parts = [variance(runs) / len(runs) if len(runs) > 1 else 0.0 for runs in (ours, theirs)]
            error = sqrt(sum(parts))
            squares = sum(
                part**2 / (len(runs) - 1) for part, runs in zip(parts, (ours, theirs), strict=True) if part
            )
            fewer = min(len(ours), len(theirs))
            df = min(error**4 / squares, 2 * (fewer - 1) if fewer > 1 else np.inf)
            assert one.difference == pytest.approx(mean(ours) - mean(theirs))
            assert one.difference_error == pytest.approx(error)
            assert one.df == pytest.approx(df)
            assert one.p_value == pytest.approx(2 * student.sf(abs(one.difference) / error, df))
            both = len(ours) + len(theirs)
            assert (one.units, one.units_differing, one.test, one.exact) == (both, both, "t", False)
            assert one.trials is None
    assert result.claim == "runs"
    assert {one.kind for one in result.remarks} >= {"single_runs", "scores_over_runs"}


def test_the_bound_on_the_degrees_of_freedom(tmp_path: Path) -> None:
    """Two runs that agree closely must not borrow the sureness of ten that do not."""
    folder = write(tmp_path, {"a": 2, "b": 10}, seed=3)
    for one in compared(folder).comparisons:
        assert one.df <= 2


def test_what_cannot_be_tested(tmp_path: Path) -> None:
    folder = write(tmp_path, {"a": 2, "b": 1, "c": 1})
    for name in ("d@1", "d@2", "f@1", "f@2"):
        (folder / f"{name}.conll").write_bytes((folder / "b.conll").read_bytes())
    (folder / "e.conll").write_bytes((folder / "c.conll").read_bytes())
    result = compared(folder)
    verdicts = {(one.first, one.second): one.verdict for one in result.comparisons if one.metric == "lea"}
    assert verdicts["b", "c"] == "untestable"
    assert verdicts["c", "d"] == "untestable"
    assert verdicts["d", "f"] == "identical"
    assert verdicts["c", "e"] == "identical"
    assert verdicts["a", "b"] in ("significant", "tied")
    text = result.markdown()
    assert "neither system has several runs that differ" in text
    few = leaderboard.compare(
        *(folder / f"{name}.conll" for name in ("a@1", "a@2", "b")), metric="lea", primary="lea", unit="run"
    )
    assert "with other seeds" in few.text()
    alone = leaderboard.compare(
        *(folder / f"{name}.conll" for name in ("d@1", "d@2", "c")), metric="lea", primary="lea", unit="run"
    )
    assert "neither system has several runs that differ" in alone.answer
    assert "neither system has several runs that differ" in alone.text()


def test_a_ranking(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "submissions", {"a": 3, "b": 3, "c": 2, "d": 1}, documents=2)
    monkeypatch.chdir(tmp_path)
    result = leaderboard.rank("submissions", unit="run", leave_one_out=True)
    assert result.claim == "runs"
    assert set(result.documents_needed.values()) == {None}
    assert all(line.best is line.drawn_low is None for line in result.primary.standings)
    assert {line.system for line in result.primary.standings if line.interval is None} == {"d"}
    assert result.primary.tau is None
    assert result.left_out == ()
    assert all(one.bootstrap_low is None for one in result.correlations)
    kinds = [kind for system in result.prices for kind in system.kinds]
    assert kinds
    for name, scores in run_scores(tmp_path / "submissions", "conll").items():
        [line] = [line for line in result.primary.standings if line.system == name]
        error = sqrt(variance(scores) / len(scores)) if len(scores) > 1 else None
        assert line.score_error == (error if error is None else pytest.approx(error))
        assert line.df == (None if error is None else pytest.approx(len(scores) - 1))
    code, text, _ = typed("rank", "submissions", "--unit", "run", "--format", "json")
    assert code == 0
    record = json.loads(text)
    assert record["claim"] == "runs"
    assert record["stability"] is None
    assert typed("verify", "reports").code == 0
    page = (tmp_path / "reports" / "leaderboard.md").read_text()
    assert "The results are about these methods on these documents only, with other seeds." in page
    assert "variances over runs" in page
    assert "4 systems were ranked by CoNLL F1 on 2 documents." in page
    assert page.startswith("# 4 systems, 2 documents, CoNLL F1")
    assert "Gain in points of CoNLL" in page
    assert "Intervals of these gains" not in page
    for form in ("text", "csv", "latex", "markdown", "html"):
        assert typed("rank", "submissions", "--unit", "run", "--format", form).code == 0
        assert (
            typed(
                "compare",
                "submissions/a@1.conll",
                "submissions/a@2.conll",
                "submissions/b@1.conll",
                "--key",
                "submissions/key.conll",
                "--unit",
                "run",
                "--format",
                form,
            ).code
            == 0
        )


def test_slices_are_scored_and_not_tested(tmp_path: Path) -> None:
    folder = write(tmp_path / "submissions", {"a": 3, "b": 3}, documents=4)
    result = leaderboard.rank(folder, unit="run", by="size", slice_min=1, slice_documents=1)
    slices = result.of("slice")
    assert slices
    assert not any(len(board.family) for board in slices)
    assert all(board.scores for board in slices)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "swaps": ({"test": "ar"}, "test='ar' cannot be used with unit='run'; use test='t'"),
    "draws": (
        {"interval": "percentile"},
        "interval='percentile' cannot be used with unit='run'; use interval='t'",
    ),
    "separate": (
        {"separate_runs": True},
        "separate_runs cannot be used with unit='run'; leave out one of them",
    ),
    "cluster": ({"cluster": "topic"}, "unit='run' cannot be used with cluster; leave out one of them"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(case: tuple[dict[str, Any], str], tmp_path: Path) -> None:
    folder = write(tmp_path / "submissions", {"a": 2, "b": 2})
    options, message = case
    with pytest.raises(UsageError) as caught:
        leaderboard.rank(folder, unit="run", **options)
    assert str(caught.value) == message


def test_no_runs_at_all(tmp_path: Path) -> None:
    folder = write(tmp_path / "submissions", {"a": 1, "b": 1})
    with pytest.raises(UsageError, match="but no system has several; name runs of one system NAME@RUN"):
        leaderboard.rank(folder, unit="run")


def test_it_is_for_compare_and_rank(tmp_path: Path) -> None:
    folder = write(tmp_path / "submissions", {"a": 2, "b": 2})
    for call in (leaderboard.power, leaderboard.correlate):
        with pytest.raises(UsageError, match="is for `leaderboard compare` and `leaderboard rank`"):
            call(folder, unit="run")


def test_no_two_systems_can_be_tested(tmp_path: Path) -> None:
    folder = write(tmp_path / "submissions", {"b": 1, "c": 1}, documents=3)
    for name in ("a@1", "a@2"):
        (folder / f"{name}.conll").write_bytes((folder / "b.conll").read_bytes())
    result = leaderboard.rank(folder, unit="run", metric="lea", primary="lea")
    assert result.answer.startswith("No pair could be tested: neither system has several runs that differ.")


def test_the_reason_is_the_same_in_all_forms(tmp_path: Path) -> None:
    folder = write(tmp_path / "submissions", {"b": 1, "c": 1, "d": 3}, documents=3)
    result = leaderboard.rank(folder, unit="run", metric="lea", primary="lea", draws=100)
    reason = "neither system has several runs that differ"
    assert f"1 could not be tested, because {reason}." in " ".join(text(result).split())
    shown = render_page(result, ())
    for said in (f"untestable: {reason}", f"untestable, {reason}", f"because {reason}.", f'": "{reason}"'):
        assert said in shown
    assert "too few" not in re.sub("<script>.*?</script>", "", shown, flags=re.DOTALL)
