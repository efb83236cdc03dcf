"""The head of the page, and the pair of systems that the page opens on."""

from __future__ import annotations

import re
from pathlib import Path

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
from tests.support.made_task import made_datasets, made_task
from tests.support.small_task import NOTHING, OTHER_ENTITY, RIGHT

Cells = dict[str, tuple[tuple[str, ...], ...]]
THIRD, HALF, FIRST = (RIGHT, RIGHT, OTHER_ENTITY), (RIGHT, OTHER_ENTITY), (OTHER_ENTITY, *[RIGHT] * 11)


def ranked(folder: Path, systems: Cells, **options: object) -> RankResult:
    write_task(folder, systems)
    return leaderboard.rank(folder, metric=("muc", "conll"), draws=100, trials=500, **options)


def told(result: RankResult) -> dict[str, tuple[str, ...]]:
    return {fact.term: (fact.value, *fact.details) for fact in facts(result)}


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


def test_the_head_says_who_leads_and_how_surely() -> None:
    result = leaderboard.rank(made_task(), draws=100, trials=500, metric=("conll",), adjust="none")
    best, *others = result.primary.standings
    score, interval, identical = told(result)["Leader"][1:]
    assert (told(result)["Leader"][0], score) == (best.system, f"CoNLL {100 * best.score:.2f}")
    assert re.fullmatch(r"95 % interval [\d.]+–[\d.]+", interval)
    assert identical == "identical: copy"
    close = next(one for one in others if one.system == "close")
    lead = f"{100 * (best.score - close.score):.2f} points"
    assert told(result)["Lead"] == (
        lead,
        "ahead of \u2068close\u2069",
        "untestable: too few documents differ",
    )
    beaten = sum(
        pair.verdict == "significant" and best.system in (pair.first, pair.second)
        for pair in result.families["conll"]
    )
    assert told(result)["Rank range"][:2] == (
        f"{best.low}–{best.high}",
        f"significantly better than {beaten} of {len(others)} systems",
    )
    assert told(result)["Test set"] == ("12 documents", f"{len(others) + 1} systems")


def test_a_clear_leader(tmp_path: Path) -> None:
    result = ranked(tmp_path / "task", {"a": (RIGHT,), "b": (NOTHING,), "c": HALF})
    assert told(result)["Lead"][1:] == ("ahead of \u2068c\u2069", "significant")
    assert told(result)["Rank range"] == ("1", "significantly better than 2 of 2 systems")


def test_against_a_baseline_the_leader_is_compared_with_it_alone() -> None:
    result = leaderboard.rank(
        made_task(), draws=100, trials=500, metric=("conll",), adjust="none", against="eager"
    )
    assert told(result)["Lead"][1].startswith("ahead of")
    assert told(result)["Lead"][2] == "not tested"
    assert told(result)["Rank range"][1] == "significantly better than 1 of 1 system"


def test_a_system_alone_has_no_lead(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=3, systems=1)
    result = leaderboard.rank(tmp_path / "task", draws=100, interval="percentile", prices=False)
    assert list(told(result)) == ["Leader", "Test set"]
    assert told(result)["Test set"] == ("3 documents", "1 system")


def test_only_copies_have_no_lead(tmp_path: Path) -> None:
    result = ranked(tmp_path / "task", {"a": (RIGHT,), "b": (RIGHT,)})
    assert "Lead" not in told(result)


def test_datasets_are_counted() -> None:
    result = leaderboard.rank(made_datasets(), metric=("conll",), draws=100, trials=100, adjust="none")
    datasets = len(result.of("dataset"))
    assert told(result)["Test set"][1] == f"{datasets} datasets"


def test_one_document_has_no_interval(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=1, systems=2)
    result = leaderboard.rank(tmp_path / "task", metric=("conll",), draws=100)
    assert len(told(result)["Leader"][1:]) == 1 + ("identical" in str(told(result)["Leader"]))


def test_the_head_stands_before_the_ranking() -> None:
    page = render_page(leaderboard.rank(made_task(), draws=100, trials=100, metric=("conll",)), ())
    assert page.index('<dl class="facts">') < page.index('<nav aria-label="Sections">') < page.index("<main")
