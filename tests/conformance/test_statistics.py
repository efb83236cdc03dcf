"""The known answers of the second part on significance, where the conformance data are at hand."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.metric import (
    OWN_NUMERATORS,
    SHARED_NUMERATOR,
    Floats,
    Metric,
    Scores,
    key_mentions,
    recall_precision_f1,
    shared_numerator,
)
from leaderboard.ranking.standings import own_ranges, ranges, ranking
from leaderboard.scoresheet import PartName, Units
from leaderboard.significance.adjustment import adjusted, shaffer, static_factors
from leaderboard.significance.design import Design
from leaderboard.significance.families import families
from leaderboard.significance.family import VERDICTS, equivalence, with_equivalent
from leaderboard.significance.intervals import Errors, logit
from leaderboard.significance.jackknife import standard_errors, t_p_values
from leaderboard.significance.pairing import Hypotheses, all_pairs, hypotheses, places
from leaderboard.significance.resampling import Sampling
from leaderboard.significance.runs import RunVariance

SOURCE = Path(__file__).parents[3] / "shared" / "conformance" / "statistics"
if not SOURCE.exists():
    pytest.skip("no conformance data beside the project", allow_module_level=True)


def data(name: str, folder: Path = SOURCE) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


THIRD = SOURCE.parent / "significance-3"
# Intervals of scores, and pairs of unequal numbers of runs, that a later part replaces.
SCORES = {(one["id"], one["system"]): one for one in data("scores", THIRD)["cases"]}
UNEQUAL = {
    (one["id"], frozenset((one["first"], one["second"]))): one
    for one in data("runs", THIRD)["cases"]
    if "first" in one
}


def cases(name: str) -> Any:
    return pytest.mark.parametrize("case", data(name)["cases"], ids=lambda case: case["id"])


def flat(rows: list[list[float]]) -> Floats:
    """The upper triangle of a table, as pairs come."""
    return np.array([value for row in rows for value in row], dtype=np.float64)


def family_of(case: dict[str, Any]) -> Hypotheses:
    classes = np.array(case["copies"])
    return hypotheses(all_pairs(len(classes)), places(classes, np.arange(len(classes))))


def test_static_factors() -> None:
    for systems, factors in data("shaffer")["static_factors"].items():
        assert static_factors(int(systems)).tolist() == factors


@cases("shaffer")
def test_shaffer(case: dict[str, Any]) -> None:
    family, p = family_of(case), flat(case["p"])
    assert family.systems == case["distinct"]
    distinct = p[family.largest(p)]
    ours = shaffer(distinct, family.first, family.second, family.systems)
    assert family.by_pair(ours, copies=1) == pytest.approx(flat(case["shaffer"]), abs=1e-9)
    holm = family.by_pair(adjusted(distinct, "holm"), copies=1)
    if "holm" in case:
        assert holm == pytest.approx(flat(case["holm"]), abs=1e-9)
    if "closed_testing" in case:
        assert (ours >= flat(case["closed_testing"])[family.largest(p)] - 1e-9).all()


@pytest.mark.parametrize("case", data("shaffer")["bh"])
def test_benjamini_and_hochberg(case: dict[str, Any]) -> None:
    assert adjusted(np.array(case["p"]), "bh").tolist() == case["adjusted"]


def table_of(p: Floats, systems: int) -> Floats:
    table = np.ones((systems, systems))
    table[np.triu_indices(systems, k=1)] = p
    return np.minimum(table, table.T)


@cases("ranges")
def test_ranges(case: dict[str, Any]) -> None:
    family, p, count = family_of(case), flat(case["p"]), len(case["copies"])
    distinct = p[family.largest(p)]
    for name, found in (
        ("shaffer", shaffer(distinct, family.first, family.second, family.systems)),
        ("holm", adjusted(distinct, "holm")),
    ):
        differ = table_of(family.by_pair(found, copies=1), count) <= case["alpha"]
        assert np.transpose(ranges(np.triu(differ))).tolist() == case[f"ranges_{name}"]
    own = own_ranges(table_of(p, count), np.arange(count), np.array(case["copies"]), case["alpha"])
    assert np.transpose(own).tolist() == case["own_ranges"]


@cases("equivalence")
def test_equivalence(case: dict[str, Any]) -> None:
    rows, expected = case["pairs"], case["expected"]
    error, df = (np.array([row[name] for row in rows], dtype=np.float64) for name in ("se", "df"))
    errors, apart = Errors(error, df), np.array([row["difference"] for row in rows])
    identical = np.array([row["word"] == "identical" for row in rows])
    number = np.where(identical, -1, np.cumsum(~identical) - 1)
    family = Hypotheses(0, np.arange(number.max() + 1), np.arange(number.max() + 1), number)
    design = Design(alpha=case["alpha"], adjust=case["adjust"], margin=case["margin"])
    found = equivalence(apart, errors, family, design)
    assert found is not None
    words = [row["word"] or ("tied" if row["p_adjusted"] > case["alpha"] else "significant") for row in rows]
    verdicts = with_equivalent(np.array([VERDICTS.index(word) for word in words]), found)
    for place, row in enumerate(expected):
        assert found.p[place] == pytest.approx(row["p_equivalence"], rel=1e-9)
        assert found.p_adjusted[place] == pytest.approx(row["p_equivalence_adjusted"], rel=1e-9)
        assert bool(found.equivalent[place]) == row["equivalent"]
        assert VERDICTS[verdicts[place]] == row["verdict"]


METRICS_OF: dict[str, tuple[int, ...]] = {"bcub": (4,), "muc": (4,), "conll": (4, 4, 4), "blanc": (3, 3)}


def metric_of(name: str) -> Metric:
    """The metric of a case: the mean of the F1 of groups of sums side by side."""
    edges = np.cumsum([0, *METRICS_OF[name]]).tolist()
    score = shared_numerator if name == "blanc" else recall_precision_f1

    def mean(totals: Floats) -> Scores:
        f1 = [score(totals[start:stop]).f1 for start, stop in pairwise(edges)]
        return Scores(None, None, np.mean(f1, axis=0))

    [summand] = SHARED_NUMERATOR if name == "blanc" else OWN_NUMERATORS
    summands = tuple(summand.shifted(start, 1 / (len(edges) - 1)) for start in edges[:-1])
    counts = METRICS["muc"](MetricOptions()).sums
    return Metric(name, name, counts, mean, key_mentions, f1_alone=True, summands=summands)


def units_of(case: dict[str, Any]) -> Units:
    systems = sorted(case["systems"])
    sums = np.array([np.transpose(case["systems"][name]) for name in systems], dtype=np.float64)
    return Units(
        systems=tuple(systems),
        names=tuple(PartName(f"{number}", f"{place:03}", 0) for place, number in enumerate(case["dataset"])),
        dataset=np.array(case["dataset"], dtype=np.int64),
        metrics=(metric_of(case["metric"]),),
        sums={case["metric"]: sums},
        weights={case["metric"]: np.array(case["key_denominators"], dtype=np.float64)},
    )


def ends(interval: tuple[float, float] | None) -> list[float | None]:
    return [None, None] if interval is None else list(interval)


def nearly(found: object, expected: list[float | None]) -> None:
    assert [value is None for value in found] == [value is None for value in expected]  # type: ignore[attr-defined]
    numbers = [[value for value in some if value is not None] for some in (found, expected)]  # type: ignore[attr-defined]
    assert numbers[0] == pytest.approx(numbers[1], abs=1e-9, rel=1e-9)


@cases("intervals")
def test_intervals(case: dict[str, Any]) -> None:
    design = Design(interval="t", alpha=case["alpha"], trials=20, draws=10, adjust="shaffer")
    [family] = families(units_of(case), design)
    assert family.sampling.effective_units == pytest.approx(case["effective_units"], abs=1e-9)
    assert family.distinct == case["distinct"]
    standings = ranking(family).by_system
    for row in case["scores"]:
        line = standings[row["system"]]
        nearly(
            [line.score, line.score_error, line.df, *ends(line.interval)],
            [row["score"], row["se"], row["df"], *SCORES[case["id"], row["system"]]["interval"]],
        )
    rows = {(row.first, row.second): row for row in family}
    for pair in case["pairs"]:
        row = rows[pair["first"], pair["second"]]
        word = row.verdict if row.verdict in ("identical", "untestable") else None
        assert (row.units_differing, word) == (pair["units_differing"], pair["word"])
        nearly(
            [row.difference, row.difference_error, row.df, *ends(row.interval), *ends(row.interval_joint)],
            [pair["difference"], pair["se"], pair["df"], *pair["interval"], *pair["interval_joint"]],
        )


def several_runs_of(case: dict[str, Any]) -> Units:
    """The units of a case with systems of one run or several."""
    runs = dict(sorted(case["systems"].items()))
    rows = {f"{name} {place:03}": run for name in runs for place, run in enumerate(runs[name])}
    apart = units_of({**case, "systems": rows})
    return replace(apart, systems=tuple(runs), runs=tuple(map(len, runs.values())))


@cases("runs")
def test_runs(case: dict[str, Any]) -> None:
    units = several_runs_of(case)
    [family] = families(units, Design(alpha=case["alpha"], trials=20, draws=10))
    assert family.distinct == case["distinct"]
    standings = ranking(family).by_system
    run_scores = iter(units.run_scores(units.metrics[0]).f1.tolist())
    scores = {name: [next(run_scores) for _ in case["systems"][name]] for name in units.systems}
    for row in case["scores"]:
        line = standings[row["system"]]
        nearly(
            [line.score, line.score_error, line.df, *ends(line.interval), *scores[row["system"]]],
            [
                row["score"],
                row["se"],
                row["df"],
                *SCORES[case["id"], row["system"]]["interval"],
                *row["run_scores"],
            ],
        )
    rows = {(row.first, row.second): row for row in family}
    for pair in case["pairs"]:
        row = rows[pair["first"], pair["second"]]
        word = row.verdict if row.verdict in ("identical", "untestable") else None
        assert (row.units_differing, word) == (pair["units_differing"], pair["word"])
        assert row.test == ("ar" if pair["test"] == "swaps" else pair["test"])
        if unequal := UNEQUAL.get((case["id"], frozenset((pair["first"], pair["second"])))):
            sign = 1 if row.first == unequal["first"] else -1
            assert row.statistic is not None
            nearly(
                [sign * row.difference, row.difference_error, row.df, sign * row.statistic, row.p_value],
                [unequal[name] for name in ("difference", "se", "df", "statistic", "p")],
            )
            continue
        nearly(
            [row.difference, row.difference_error, row.df, *ends(row.interval), *ends(row.interval_joint)],
            [pair["difference"], pair["se"], pair["df"], *pair["interval"], *pair["interval_joint"]],
        )
        if row.test == "t":
            assert (row.trials, row.exact, row.standard_error, row.borderline) == (None, False, 0, False)
            nearly([row.statistic, row.p_value], [pair["statistic"], pair["p_value"]])
            assert row.p_value == pytest.approx(pair["p_value"], rel=1e-9)


def test_all_replaced_cases_are_known() -> None:
    known = {case["id"] for name in ("intervals", "runs") for case in data(name)["cases"]}
    assert {case for case, *_ in UNEQUAL} <= known


@pytest.mark.parametrize("case", data("scores", THIRD)["cases"], ids=lambda case: case["id"])
def test_intervals_of_scores(case: dict[str, Any]) -> None:
    error, df = (np.array([np.nan if case[name] is None else case[name]]) for name in ("se", "df"))
    found = logit(np.array([case["score"]]), Errors(error, df), case["alpha"])
    nearly([*bounds_or_none(found[0].tolist())], case["interval"])


def bounds_or_none(ends: list[float]) -> list[float | None]:
    return [None if np.isnan(end) else end for end in ends]


@pytest.mark.parametrize("case", [case for case in data("runs", THIRD)["cases"] if "first" not in case])
def test_made_runs(case: dict[str, Any]) -> None:
    """Documents of one weight whose influences are equal have the variance of the case."""
    units = round(case["document_df"]) + 1
    psi = np.full((1, units), np.sqrt(case["document_variance"] * (units - 1)))
    documents = Sampling((slice(0, units),), np.ones(units), ())
    between = [
        RunVariance(np.array([variance / count]), np.array([count - 1 if count > 1 else np.inf]))
        for variance, count in zip(case["s2"], case["runs"], strict=True)
    ]
    errors = standard_errors(psi, np.ones_like(psi, dtype=np.bool_), documents, *between)
    difference = np.array([case["difference"]])
    nearly(
        [*errors.error.tolist(), *errors.df.tolist(), *t_p_values(difference, errors).tolist()],
        [case["se"], case["df"], case["p"]],
    )
