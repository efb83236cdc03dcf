"""What the page has to rank by any metric, and for the view of a system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.page import render_page
from leaderboard.report.page.by_metric import by_metric, on_page, ranking_content
from leaderboard.report.page.script_data import pair_data, system_data
from leaderboard.report.tables.ranks import stability_table
from leaderboard.verbs.simulate import simulate
from tests.report.made_ranking import write_task
from tests.support.made_task import made_runs, made_task
from tests.support.small_task import NOTHING, OTHER_ENTITY, RIGHT


def test_the_rows_by_a_metric_are_those_of_its_ranking() -> None:
    result = leaderboard.rank(made_task(), metric=("mentions", "conll"), draws=100, trials=200)
    systems = [row.systems.split("\n") for row in ranking_content(result).rows]
    data: Any = by_metric(result)
    assert list(data) == ["mentions", "conll"]
    for metric, found in data.items():
        ranked = result.rankings[metric].by_system
        assert ([systems[at] for at, *_ in found["rows"]] == systems) == (metric == "conll")
        for at, number, score, low, high, rank, first, last, better, letters in found["rows"]:
            for name in systems[at]:
                one = ranked[name]
                assert (rank, first, last, better) == (one.rank, one.low, one.high, one.better_than)
                assert letters == one.letters
                assert one.interval is not None
                assert [score, low, high] == [round(10_000 * end) for end in (one.score, *one.interval)]
            assert number == 1 + sum(len(systems[row[0]]) for row in found["rows"] if row[1] < number)
        low, high = found["axis"]
        assert 100 * low <= min(row[3] for row in found["rows"])
        assert max(row[4] for row in found["rows"]) <= 100 * high


def test_contrastive_entries_have_their_places_below_the_ranked_ones() -> None:
    names = ("eager", "merger")
    result = leaderboard.rank(
        made_task(), metric=("mentions", "conll"), draws=100, trials=200, contrastive=names
    )
    rows = ranking_content(result).rows
    assert [row.style for row in rows[-4:]] == [rows[-4].style, *["outside"] * 3] != ["outside"] * 4
    assert rows[-3].cells[1].text == "Contrastive entries"
    assert 'data-value="Contrastive entries">Contrastive entries</th>' in render_page(result, ())
    data: Any = by_metric(result)
    assert result.contrast
    for metric, found in data.items():
        assert len(found["rows"]) == len(rows) - 3
        for one, (at, low, high, better) in zip(
            result.contrast.standings[metric], found["beside"], strict=True
        ):
            assert (rows[at].systems, better) == (one.system, one.better_than)
            assert one.interval is not None
            assert [low, high] == [round(10_000 * end) for end in one.interval]


def test_without_intervals_there_are_no_bars(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=1, systems=3)
    result = leaderboard.rank(tmp_path / "task", metric=("lea", "conll"), draws=100)
    shown, data = ranking_content(result), by_metric(result)
    assert not [heading for heading in shown.columns if heading.kind in ("bar", "axis")]
    assert {found["axis"] for found in data.values()} == {None}  # type: ignore[index]
    assert "overlap is no test" not in render_page(result, ())


def test_minus_signs_and_names_are_written_for_the_page(tmp_path: Path) -> None:
    write_task(tmp_path / "task", {"a-1": (RIGHT,), "נץ": (NOTHING,)})
    result = leaderboard.rank(tmp_path / "task", metric="conll", draws=100, trials=100)
    assert on_page(result, "a-1 is -1.20 (-3) over נץ") == "a-1 is −1.20 (−3) over \u2068נץ\u2069"


def test_cards_runs_and_reasons_are_in_the_page(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    write_task(folder, {"a": (RIGHT,), "b": (OTHER_ENTITY,)})
    card = '[systems.a]\nteam = "Us"\nsizes = [1, 2]\n'
    (folder / "leaderboard.toml").write_text(card, encoding="utf-8")
    data: Any = system_data(leaderboard.rank(folder, metric="conll", draws=100, trials=100))
    assert data["cards"] == {"a": [["team", "Us"], ["sizes", "1, 2"]]}
    assert data["reasons"]["bro_ken"].startswith("Rejected: ")
    runs = leaderboard.rank(made_runs(), metric="conll", draws=100, trials=100)
    found: Any = system_data(runs)
    assert len(found["runs"]["ours"]) == 3


def test_a_system_alone_is_better_than_none(tmp_path: Path) -> None:
    simulate(tmp_path / "task", documents=3, systems=1)
    result = leaderboard.rank(tmp_path / "task", metric="conll", draws=100, interval="percentile")
    shown = ranking_content(result)
    at = [heading.label for heading in shown.columns].index("Better than")
    assert [row.cells[at].text for row in shown.rows] == ["0"]


def test_a_name_that_looks_like_a_number_keeps_its_hyphen(tmp_path: Path) -> None:
    write_task(tmp_path, {"-1": (RIGHT,), "b": (OTHER_ENTITY,)})
    result = leaderboard.rank(tmp_path, metric="conll", draws=100, trials=100)
    assert on_page(result, "-1.25 over -1 (-1), -10 over -1.") == "−1.25 over -1 (-1), −10 over -1."


@pytest.mark.parametrize(("ties", "label"), [("beaten", "Rank"), ("leader", "Possible ranks")])
def test_ranks_by_a_rule_are_not_called_like_possible_ones(ties: str, label: str) -> None:
    result = leaderboard.rank(made_task(), metric="conll", draws=100, trials=200, ties=ties)
    shown = render_page(result, ())
    assert f"<dt>{label}</dt><dd>The ranks that are still possible" in shown
    assert ("<dt>Rank</dt><dd>A new one begins" in shown) == (ties == "leader")
    assert stability_table(result).labels[1] == label


def test_intervals_without_correction_are_not_called_joint() -> None:
    for how in ("holm", "none"):
        data = pair_data(leaderboard.rank(made_task(), metric="conll", draws=100, trials=200, adjust=how))
        assert data["joint"] == data["adjusted"] == (how == "holm")
