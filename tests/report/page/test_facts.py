"""The head of the page, and the pair of systems that the page opens on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.documents import default_pair
from leaderboard.report.figures import pictures
from leaderboard.report.page import render_page
from leaderboard.report.page.facts import facts
from leaderboard.report.page.script_data import view_data
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.simulate import simulate
from tests.report.made_ranking import write_task
from tests.support.made_task import made_datasets, made_runs, made_task
from tests.support.small_task import NOTHING, OTHER_ENTITY, RIGHT

Cells = dict[str, tuple[tuple[str, ...], ...]]
THIRD, HALF, FIRST = (RIGHT, RIGHT, OTHER_ENTITY), (RIGHT, OTHER_ENTITY), (OTHER_ENTITY, *[RIGHT] * 11)


def ranked(folder: Path, systems: Cells, **options: object) -> RankResult:
    write_task(folder, systems)
    return leaderboard.rank(folder, metric=("muc", "conll"), draws=100, trials=500, **options)


def told(result: RankResult, metric: str = "conll") -> dict[str, tuple[str, ...]]:
    return {fact.term: (fact.value, *fact.details) for fact in facts(result, metric)}


def told_names(result: RankResult) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The facts that lead to systems."""
    return {fact.term: (fact.value, fact.names) for fact in facts(result, "conll") if fact.names}


@pytest.mark.parametrize(
    ("systems", "pair"),
    [
        ({"a": (RIGHT,), "b": THIRD, "c": HALF, "d": (NOTHING,)}, ("a", "c")),
        ({"a": (RIGHT,), "b": FIRST, "c": THIRD, "d": (RIGHT,)}, ("a", "c")),
        ({"a": (RIGHT,), "b": (RIGHT,)}, None),
    ],
)
def test_two_systems_open_on_the_next_that_differs_on_half_of_the_units(
    tmp_path: Path, systems: Cells, pair: tuple[str, str] | None
) -> None:
    result = ranked(tmp_path / "task", systems)
    assert default_pair(result) == pair
    data = view_data(result)
    assert [data["systems"][place] for place in data["pair"]] == list(pair or ("a", "b"))  # type: ignore[index, attr-defined]
    drawn = [one for one in pictures(result) if one.name == "differences"]
    assert [one.title for one in drawn] == ([f"{pair[0]} against {pair[1]} by document"] if pair else [])


def test_the_glossary_knows_the_baseline_and_runs_alone() -> None:
    few: dict[str, Any] = {"draws": 100, "metric": ("conll",)}
    usual, against, seeds = (
        render_page(leaderboard.rank(task, **few, **options), [])
        for task, options in (
            (made_task(), {}),
            (made_task(), {"against": "merger"}),
            (made_runs(), {"unit": "run"}),
        )
    )
    assert "minus the score of the next distinct system" in usual
    assert "minus the score of merger" in against
    assert "would lie on other documents of the same kind" in usual
    assert "would lie with other seeds on these documents" in seeds


def test_the_head_says_who_leads_and_how_surely() -> None:
    result = leaderboard.rank(made_task(), draws=100, trials=500, metric=("conll",), adjust="none")
    best, *others = result.primary.standings
    score, interval, name = told(result)["Highest score"]
    assert score == f"{100 * best.score:.2f}"
    assert re.fullmatch(r"95 % interval [\d.]+ to [\d.]+", interval)
    assert name == f"{best.system} (= copy)"
    close = next(one for one in others if one.system == "close")
    lead, reason, tested = told(result)["Lead"]
    assert lead == f"{100 * (best.score - close.score):.2f} over close"
    assert re.fullmatch(r"untestable: they differ on [1-5] of 12 documents", reason)
    assert re.fullmatch(r"[\d.]+ over [a-z]+: (not )?significant, p [<=] ?0\.\d{4}", tested)
    beaten = sum(
        pair.verdict == "significant" and best.system in (pair.first, pair.second)
        for pair in result.families["conll"]
    )
    ranks = (f"{best.low}–{best.high}", f"better than {beaten} of {len(others)}")
    assert told(result)["Possible ranks"] == ranks
    assert told(result)["Test set"] == ("12 documents",)


def test_the_size_of_the_key_is_known_from_its_mentions() -> None:
    result = leaderboard.rank(made_task(), draws=100, trials=100, metric=("mentions", "conll"))
    units, mentions = told(result)["Test set"]
    assert units == "12 documents"
    assert re.fullmatch(r"[\d,]+ mentions in the key", mentions)


def test_a_clear_leader(tmp_path: Path) -> None:
    result = ranked(tmp_path / "task", {"a": (RIGHT,), "b": (NOTHING,), "c": HALF})
    lead, sure = told(result)["Lead"]
    assert lead.endswith(" over c")
    assert re.fullmatch(r"significant, adjusted p (< |= )0\.\d{4}", sure)
    assert told(result)["Possible ranks"] == ("1", "better than 2 of 2")


def test_where_no_pair_is_tested_the_lead_has_its_reason_alone(tmp_path: Path) -> None:
    result = ranked(tmp_path / "task", {"a": (RIGHT,), "b": FIRST})
    lead, reason = told(result)["Lead"]
    assert lead.endswith(" over b")
    assert reason == "untestable: they differ on 1 of 12 documents"


def test_by_each_metric_the_facts_are_its_own() -> None:
    result = leaderboard.rank(made_task(), draws=100, trials=500, metric=("lea", "conll"))
    for metric in ("lea", "conll"):
        best = result.rankings[metric].standings[0]
        assert told(result, metric)["Highest score"][0] == f"{100 * best.score:.2f}"
        assert told(result, metric)["Possible ranks"][0] == (
            f"{best.low}–{best.high}" if best.low < best.high else f"{best.low}"
        )


def test_against_a_baseline_the_lead_is_over_it_if_it_is_tested() -> None:
    result = leaderboard.rank(
        made_task(), draws=100, trials=500, metric=("conll",), adjust="none", against="eager"
    )
    answer = result.answers["conll"]
    assert told(result)["Possible ranks"][1] == f"better than {result.primary.standings[0].better_than} of 8"
    assert ("Lead" in told(result)) == (answer.lead is not None)


def test_a_system_alone_has_no_lead(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=3, systems=1)
    result = leaderboard.rank(tmp_path / "task", draws=100, interval="percentile", prices=False)
    assert list(told(result)) == ["Highest score", "Test set"]
    assert told(result)["Test set"][0] == "3 documents"


def test_only_copies_have_no_lead(tmp_path: Path) -> None:
    result = ranked(tmp_path / "task", {"a": (RIGHT,), "b": (RIGHT,)})
    assert "Lead" not in told(result)


def test_datasets_are_counted() -> None:
    result = leaderboard.rank(made_datasets(), metric=("conll",), draws=100, trials=100, adjust="none")
    datasets = len(result.of("dataset"))
    assert told(result)["Test set"][-1] == f"{datasets} datasets"


def test_those_without_a_rank_are_named(tmp_path: Path) -> None:
    rejected = told_names(ranked(tmp_path / "task", {"a": (RIGHT,), "b": (NOTHING,)}))
    assert rejected == {"Rejected": ("1", ("bro_ken",))}
    simulate(tmp_path / "sets", documents=6, datasets=2, systems=3)
    (tmp_path / "sets" / "close" / "set2.conll").unlink()
    result = leaderboard.rank(
        tmp_path / "sets", metric="conll", draws=100, trials=100, missing_dataset="exclude"
    )
    assert told_names(result) == {"Excluded": ("1", ("close",))}


def test_one_document_has_no_interval(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=1, systems=2)
    result = leaderboard.rank(tmp_path / "task", metric=("conll",), draws=100)
    assert len(told(result)["Highest score"]) == 2


def test_the_head_stands_before_the_ranking() -> None:
    page = render_page(leaderboard.rank(made_task(), draws=100, trials=100, metric=("conll",)), ())
    assert page.index('<dl class="facts">') < page.index('<nav class="contents"') < page.index("<main")
