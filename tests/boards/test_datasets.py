"""Several datasets: the mean over them, each on its own, and systems that lack some."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.metrics import METRICS
from leaderboard.ranking.standings import Standing
from leaderboard.report.words.remarks import sentences
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.score import ScoreResult
from tests.oracles import oracle
from tests.support import plain_conll, small_task
from tests.support.made_task import DATASETS, made_datasets, without
from tests.support.small_task import NOTHING, OTHER_ENTITY, OTHER_LINK, RIGHT, part

FEW: dict[str, Any] = {"metric": ("muc", "lea", "conll"), "draws": 200, "trials": 500}
ALL = [name for name in METRICS if name not in ("da", "xcmr")]


def ranked(folder: Path, **options: Any) -> RankResult:
    return leaderboard.rank(folder, **(FEW | options))


def scored(folder: Path, *systems: str, **options: Any) -> ScoreResult:
    return leaderboard.score(*(folder / system for system in systems), **options)


def f1(result: ScoreResult, system: str, metric: str) -> float:
    return next(one for one in result.systems if one.system == system).scores[metric].f1


def alone(system: str, dataset: str, **options: Any) -> ScoreResult:
    """The score of one file against one file."""
    folder = made_datasets()
    key = folder / "key" / f"{dataset}.conll"
    return leaderboard.score(folder / system / f"{dataset}.conll", key=key, **options)


@pytest.mark.parametrize("metric", ALL)
def test_a_score_is_the_mean_of_those_on_each_dataset_alone(metric: str) -> None:
    together = scored(made_datasets(), "precise", metric=metric).systems[0].scores[metric]
    apart = [alone("precise", dataset, metric=metric).systems[0].scores[metric] for dataset in DATASETS]
    for quantity in ("recall", "precision", "f1"):
        values = [getattr(one, quantity) for one in apart]
        if values[0] is not None:
            assert getattr(together, quantity) == pytest.approx(sum(values) / len(values), abs=1e-15)


def test_the_scores_on_each_dataset_are_given_beside_the_mean() -> None:
    [system] = scored(made_datasets(), "precise").systems
    assert list(system.datasets) == list(DATASETS)
    for dataset, scores in system.datasets.items():
        assert scores == alone("precise", dataset).systems[0].scores


def test_with_one_dataset_nothing_is_said_of_datasets() -> None:
    [system] = alone("precise", "set1").systems
    assert system.datasets == {}
    assert ranked(made_datasets(), datasets="set2").of("dataset") == ()


@pytest.mark.parametrize("dataset", DATASETS)
def test_a_dataset_is_ranked_as_it_would_be_alone(dataset: str) -> None:
    own = next(one for one in ranked(made_datasets()).of("dataset") if one.name == dataset)
    only = ranked(made_datasets(), datasets=[dataset])
    assert own.scores == only.scores
    assert [_rounded(row) for row in own.ranking.standings] == [
        _rounded(row) for row in only.primary.standings
    ]
    assert (
        own.family.units
        == own.documents
        == len(only.sheet.parts) - sum(part.number > 0 for part in only.sheet.parts)
    )


def _rounded(row: Standing) -> Standing:
    """Sums are rounded by the size of the whole key, so the last digits differ."""
    low, high, error, df = (round(value, 9) for value in (*row.interval, row.score_error, row.df))
    return replace(row, score=round(row.score, 9), interval=(low, high), score_error=error, df=df)


def test_datasets_stand_in_the_order_of_choice_which_changes_no_number() -> None:
    there, back = (ranked(made_datasets(), datasets=names) for names in (DATASETS, DATASETS[::-1]))
    assert [one.name for one in back.of("dataset")] == list(DATASETS[::-1])
    assert there.comparisons == back.comparisons
    assert there.rankings == back.rankings
    assert there.signature == back.signature


def test_datasets_that_are_not_chosen_do_not_count() -> None:
    chosen = scored(made_datasets(), "eager", datasets=["set1", "set3=Third"])
    assert dict(chosen.datasets) == {"set1": "set1", "set3": "Third"}
    values = [f1(alone("eager", dataset), dataset, "conll") for dataset in ("set1", "set3")]
    assert f1(chosen, "eager", "conll") == pytest.approx(sum(values) / 2, abs=1e-15)
    assert "|datasets:set1,set3|" in chosen.signature
    assert "|datasets:" not in scored(made_datasets(), "eager").signature


def test_the_file_chooses_orders_and_labels(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager")
    settings = (folder / "leaderboard.toml").read_text()
    (folder / "leaderboard.toml").write_text(settings + '[datasets]\nset3 = "Third"\nset1 = "First"\n')
    assert dict(scored(folder, "eager").datasets) == {"set3": "Third", "set1": "First"}
    (folder / "leaderboard.toml").write_text(settings + 'datasets = ["set2", "set9"]\n')
    with pytest.raises(UsageError, match="datasets has 'set9', which is not in the key; choose among set1"):
        scored(folder, "eager")


def test_a_system_that_lacks_datasets_is_refused_with_their_names(tmp_path: Path) -> None:
    result = ranked(without(tmp_path / "task", "eager", "set1", "set3"))
    [rejection] = result.rejected
    assert rejection.system == "eager"
    assert rejection.problem.reason == (
        "the datasets set1, set3 are missing; add the files set1.*, set3.* to the submission"
    )
    assert "eager" not in result.scores
    assert result.lacking_remarks == ()


def emptied(target: Path, system: str, *datasets: str) -> Path:
    """The folder in which a system has files of these datasets without any mention."""
    shutil.copytree(made_datasets(), target)
    for dataset in datasets:
        path = target / system / f"{dataset}.conll"
        lines = path.read_text().splitlines()
        path.write_text("".join(f"{_bare(line)}\n" for line in lines))
    return target


def _bare(line: str) -> str:
    return " ".join([*line.split()[:-1], "-"]) if line and line[0] != "#" else line


def test_zero_is_what_an_empty_response_would_get(tmp_path: Path) -> None:
    lacking = ranked(without(tmp_path / "a", "eager", "set1", "set3"), missing_dataset="zero")
    empty = ranked(emptied(tmp_path / "b", "eager", "set1", "set3"), missing_dataset="zero")
    assert lacking.scores == empty.scores
    assert lacking.comparisons == empty.comparisons
    assert lacking.rankings == empty.rankings
    assert [one.scores for one in lacking.of("dataset")] == [one.scores for one in empty.of("dataset")]
    assert dict(lacking.lacking) == {"eager": ("set1", "set3")}
    assert sentences(lacking.remarks)[0] == (
        "eager lacks the datasets set1 and set3, scored as empty (`--missing-dataset zero`)."
    )
    assert "|missing-dataset:zero|" in lacking.signature


def test_a_score_without_an_output_is_no_point_of_a_correlation(tmp_path: Path) -> None:
    lacking = ranked(without(tmp_path / "a", "eager", "set1", "set3"), missing_dataset="zero")
    assert len(lacking.points.names) == 5 * 3 - 2
    assert {"set1: eager", "set2: eager", "set3: eager"} & set(lacking.points.names) == {"set2: eager"}
    apart = leaderboard.correlate(tmp_path / "a", missing_dataset="zero", **FEW)
    assert apart.correlations == lacking.correlations
    assert all(one.points == 13 for one in apart.correlations)
    muc = np.array([lacking.of("dataset")[number].scores[system]["muc"].f1 for number, system in kept()])
    lea = np.array([lacking.of("dataset")[number].scores[system]["lea"].f1 for number, system in kept()])
    found = next(
        one for one in apart.correlations if (one.first, one.second, one.quantity) == ("muc", "lea", "f1")
    )
    assert found.pearson == pytest.approx(np.corrcoef(muc, lea)[0, 1], abs=1e-12)
    assert found.bootstrap_low is not None
    assert 0 < found.bootstrap_low < found.pearson


def kept() -> Sequence[tuple[int, str]]:
    systems = ("balanced", "close", "copy", "eager", "precise")
    pairs = [(number, system) for number in range(3) for system in systems]
    return [pair for pair in pairs if pair not in ((0, "eager"), (2, "eager"))]


def test_an_excluded_system_is_scored_on_what_it_has_and_ranked_nowhere(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    result = ranked(folder, missing_dataset="exclude")
    whole = ranked(made_datasets())
    assert "eager" not in result.scores
    assert all("eager" not in (row.system for row in one.ranking.standings) for one in result.of("dataset"))
    have = ["eager" in one.scores for one in result.of("dataset")]
    assert have == [True, False, True]
    for own, other in zip(result.of("dataset"), whole.of("dataset"), strict=True):
        if "eager" in own.scores:
            assert own.scores["eager"] == other.scores["eager"]
    first, _, third = (one.scores["eager"] for one in whole.of("dataset"))
    mean = result.partial["eager"]["conll"].f1
    assert mean == pytest.approx((first["conll"].f1 + third["conll"].f1) / 2, abs=1e-15)
    assert sentences(result.remarks)[0] == (
        "eager lacks the dataset set2. It is scored on 2 other datasets and excluded from the ranking "
        "(`--missing-dataset exclude`)."
    )
    assert "|missing-dataset:exclude|" in result.signature


def test_an_excluded_system_changes_nothing_for_the_others(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    result = ranked(folder, missing_dataset="exclude")
    shutil.rmtree(folder / "eager")
    alone_ = ranked(folder, missing_dataset="exclude")
    assert result.comparisons == alone_.comparisons
    assert [one.ranking for one in result.of("dataset")] == [one.ranking for one in alone_.of("dataset")]
    assert result.correlations == alone_.correlations


def test_an_excluded_system_is_scored_by_document_on_what_it_has(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    result = scored(folder, "precise", "eager", missing_dataset="exclude", per_document=True)
    precise, eager = result.systems
    assert {part.dataset for part in eager.per_document} == {"set1", "set3"}
    assert {part.dataset for part in precise.per_document} == set(DATASETS)
    assert eager.lacking == ("set2",)
    assert list(eager.datasets) == ["set1", "set3"]
    assert sentences(result.remarks)[0].startswith("eager lacks the dataset set2. It")
    zero = scored(folder, "precise", "eager", missing_dataset="zero").systems[1]
    assert list(zero.datasets) == list(DATASETS)
    assert zero.datasets["set2"]["conll"].f1 == 0


def test_with_too_few_complete_systems_there_is_nothing_to_compare(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    with pytest.raises(NothingToDo, match=r"too few systems have all datasets \(eager lacks set2\); see"):
        leaderboard.compare(folder / "eager", folder / "precise", missing_dataset="exclude", **FEW)


@pytest.mark.parametrize("policy", ["zero", "exclude"])
def test_at_least_one_dataset_must_be_there(tmp_path: Path, policy: str) -> None:
    folder = without(tmp_path / "task", "eager", *DATASETS)
    (folder / "eager" / "set4.conll").write_text("")
    with pytest.raises(InputError) as caught:
        leaderboard.compare(folder / "eager", folder / "precise", missing_dataset=policy, **FEW)
    [problem] = caught.value.problems[:1]
    assert problem.what == "the datasets set1, set2, set3 are missing"


@pytest.mark.parametrize(("policy", "severity"), [("error", "error"), ("zero", "warning")])
def test_validation_follows_the_policy(tmp_path: Path, policy: str, severity: str) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    [validation] = leaderboard.validate(folder / "eager", missing_dataset=policy).systems
    [finding] = validation.findings
    assert (finding.severity, finding.problem.what) == (severity, "the dataset set2 is missing")


def test_other_verbs_tell_of_systems_that_lack_datasets(tmp_path: Path) -> None:
    folder = without(tmp_path / "task", "eager", "set2")
    note = "eager lacks the dataset set2, scored as empty (`--missing-dataset zero`)."
    options = FEW | {"missing_dataset": "zero"}
    assert sentences(leaderboard.compare(folder / "eager", folder / "precise", **options).remarks)[0] == note
    assert sentences(leaderboard.correlate(folder, **options).remarks)[0] == note
    assert sentences(leaderboard.power(folder, missing_dataset="zero", draws=100).remarks) == (note,)


def test_the_exact_p_value_is_that_of_swaps_within_datasets(tmp_path: Path) -> None:
    """Every way to swap documents, scored link by link: the mean over datasets of each swapped system."""
    cells = {
        "key": {"de": (RIGHT, RIGHT, RIGHT), "en": (RIGHT, RIGHT)},
        "one": {"de": (RIGHT, OTHER_LINK, RIGHT), "en": (OTHER_ENTITY, RIGHT)},
        "two": {"de": (OTHER_ENTITY, RIGHT, NOTHING), "en": (NOTHING, OTHER_LINK)},
    }
    for system, datasets in cells.items():
        for dataset, rows in datasets.items():
            texts = [part(f"{dataset}{number}", 0, row) for number, row in enumerate(rows)]
            small_task.write(tmp_path / system, **{dataset: "".join(texts)})
    found = leaderboard.compare(tmp_path / "one", tmp_path / "two", metric="conll", draws=100).first
    read = {
        system: {
            dataset: list(plain_conll.read((tmp_path / system / f"{dataset}.conll").read_text()).values())
            for dataset in ("de", "en")
        }
        for system in cells
    }

    def mean(chosen: dict[str, list[str]]) -> Fraction:
        """The score of a system that takes each document from the system chosen for it."""
        scores = []
        for dataset, owners in chosen.items():
            responses = [read[owner][dataset][number] for number, owner in enumerate(owners)]
            parts = list(zip(read["key"][dataset], responses, strict=True))
            scores.append(oracle.score(parts, "conll")[2])
        return sum(scores, Fraction(0)) / len(scores)

    apart = []
    for signs in product((("one", "two"), ("two", "one")), repeat=5):
        sides = [[pair[side] for pair in signs] for side in (0, 1)]
        scores = [mean({"de": side[:3], "en": side[3:]}) for side in sides]
        apart.append(abs(scores[0] - scores[1]))
    assert found.exact
    assert found.difference == pytest.approx(float(apart[0]), abs=1e-12)
    assert found.p_value == sum(value >= apart[0] for value in apart) / len(apart)
    assert 0 < found.p_value < 1
