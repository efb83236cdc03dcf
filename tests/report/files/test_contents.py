"""The files of a report over names of every mark, letter by letter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.metrics import METRICS
from leaderboard.report.figures import pictures
from leaderboard.verbs.rank import RankResult, rank
from leaderboard.verbs.score import score
from leaderboard.verbs.simulate import simulate
from tests.report.made_ranking import GOLDEN, SYSTEMS, files, made_ranking, picture, texts, write_task
from tests.support.made_task import made_phases
from tests.support.running import csv_rows
from tests.support.small_task import OTHER_ENTITY, OTHER_LINK, RIGHT

HEADER = (
    "rank,rank_low,rank_high,letters,system,conll_f1,conll_low,conll_high,"
    "mentions_recall,mentions_precision,mentions_f1,muc_recall,muc_precision,muc_f1,"
)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> RankResult:
    return made_ranking(tmp_path_factory.mktemp("made") / "task")


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.iterdir()))
def test_golden(result: RankResult, name: str) -> None:
    assert files(result)[name] == (GOLDEN / name).read_text(encoding="utf-8")


def test_every_file_is_golden(result: RankResult) -> None:
    assert set(files(result)) == {path.name for path in GOLDEN.iterdir()}


def rows(result: RankResult, name: str) -> list[dict[str, str]]:
    return csv_rows(files(result)[name])


def test_the_columns_that_are_promised(result: RankResult) -> None:
    assert files(result)["leaderboard.csv"].startswith(HEADER)
    assert [row["system"].removeprefix("'") for row in rows(result, "leaderboard.csv")] == [
        row["system"] for row in json.loads(files(result)["leaderboard.json"])["systems"]
    ]


def test_many_comparisons_by_other_metrics_are_in_the_table_of_pairs_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Earlier phases have no such table, and keep theirs."""
    made = rank(made_phases(), metric=("muc", "conll"), draws=100, trials=100)
    count = sum(map(len, made.families.values()))
    for most, metrics in ((count, {"muc", "conll"}), (count - 1, {"conll"})):
        monkeypatch.setattr("leaderboard.report.ranking_record.MOST_COMPARISONS", most)
        record = json.loads(files(made)["leaderboard.json"])
        assert {row["metric"] for row in record["comparisons"]} == metrics
        assert record.get("other_comparisons") == (None if most == count else "pairwise.csv")
        assert {row["metric"] for row in record["earlier"][0]["comparisons"]} == {"muc", "conll"}
        assert {row["metric"] for row in rows(made, "pairwise.csv")} == {"muc", "conll"}


def test_scores_are_fractions_in_full(result: RankResult) -> None:
    for row in rows(result, "leaderboard.csv"):
        system = next(name for name in SYSTEMS if row["system"].removeprefix("'") == name)
        assert float(row["lea_f1"]) == result.scores[system]["lea"].f1


def test_a_score_has_one_value_in_all_files(tmp_path: Path) -> None:
    """Sums of thirds that are rounded for the tests would differ in their last digits."""
    simulate(tmp_path / "task", documents=7, systems=6)
    made = rank(tmp_path / "task", draws=100, trials=100)
    reported = {row["system"]: row for row in rows(made, "leaderboard.csv")}
    for row in rows(made, "pairwise.csv"):
        one, other = (reported[row[name]][f"{row['metric']}_f1"] for name in ("first", "second"))
        assert (row["first_score"], row["second_score"]) == (one, other)
        assert float(row["difference"]) == float(one) - float(other)
    columns = made.points.values["f1"]
    for system, scores in zip(made.points.names, zip(*columns.values(), strict=True), strict=True):
        assert list(scores) == [float(reported[system][f"{name}_f1"]) for name in columns]


def test_the_score_of_a_part_is_the_one_that_score_reports(tmp_path: Path) -> None:
    folder = tmp_path / "task"
    simulate(folder, documents=7, systems=6)
    scored = {
        (part.document, str(part.part), system.system): part.scores["lea"].f1
        for system in score(*sorted(folder.glob("*.conll")), per_document=True).systems
        for part in system.per_document
    }
    made = rank(folder, draws=100, trials=100, unit="part")
    for row in rows(made, "documents.csv"):
        assert float(row["lea_f1"]) == scored[row["document"], row["part"], row["system"]]


def test_a_row_a_document_and_system(result: RankResult) -> None:
    found = rows(result, "documents.csv")
    assert len(found) == 12 * len(SYSTEMS)
    assert {row["document"] for row in found} == {f"nw/d_{number:02}" for number in range(12)}
    assert {row["part"] for row in found} == {""}
    perfect = [row for row in found if row["system"] == "!\"#$%&'()"]
    assert {row["conll_f1"] for row in perfect} == {"1.0"}


def test_parts_are_numbered_where_they_are_the_units(tmp_path: Path) -> None:
    parts = made_ranking(tmp_path / "task", unit="part", metric=("muc", "conll"))
    assert {row["part"] for row in rows(parts, "documents.csv")} == {"0"}


def test_rejected_files_are_named_from_the_folder(result: RankResult) -> None:
    record = json.loads(files(result)["leaderboard.json"])
    assert [(entry["system"], entry["file"]) for entry in record["rejected"]] == [
        ("bro_ken", "bro_ken.conll")
    ]
    assert record["key"] == "key.conll"
    assert set(record["systems"][0]["ranks"]) == set(METRICS) & set(record["systems"][0]["scores"])


def test_pictures_are_shown_with_their_texts(result: RankResult) -> None:
    found = texts(result, (picture(),))
    assert found["figures/nothing.svg"] == picture().svg.decode()
    assert "![a \\[b\\] &lt;c&gt;](figures/nothing.svg)" in found["leaderboard.md"]
    assert 'alt="a [b] &lt;c&gt;"' in found["leaderboard.html"]
    assert "matplotlib is missing" not in found["leaderboard.md"]


def test_bounds_of_bca_have_ten_digits(tmp_path: Path) -> None:
    accelerated = made_ranking(tmp_path / "task", interval="bca", metric=("muc", "conll"))
    bounded = [row for row in rows(accelerated, "leaderboard.csv") if row["conll_low"]]
    assert bounded
    for row in bounded:
        assert float(row["conll_low"]) == float(f"{float(row['conll_low']):.10g}")


def test_many_systems(tmp_path: Path) -> None:
    """A map of shapes instead of cells, a table in LaTeX that goes on, a list of pairs that is cut."""
    cells = ((OTHER_LINK, RIGHT), (OTHER_ENTITY,))
    write_task(tmp_path, {f"s{number:02}": cells[number % 2] for number in range(60)})
    many = files(rank(tmp_path, draws=100, trials=2000, adjust="none"))
    assert '<path class="better" d="M' in many["leaderboard.html"]
    assert 'table class="map"' not in many["leaderboard.html"]
    assert many["leaderboard.tex"].count(r"\toprule") == 1  # identical systems share a row
    assert many["leaderboard-appendix.tex"].count("to be continued.") == 8
    assert many["leaderboard-appendix.tex"].count(r"\toprule") == 19
    assert "880 more pairs are in leaderboard.json." in many["leaderboard.md"]


def test_one_metric_has_nothing_to_agree_with(tmp_path: Path) -> None:
    alone = files(made_ranking(tmp_path / "task", metric=("conll",)))
    assert "Pearson" not in alone["leaderboard.md"]
    assert alone["correlations.csv"].count("\n") == 1


@pytest.mark.parametrize("count", [1, 2])
def test_few_systems(tmp_path: Path, count: int) -> None:
    write_task(tmp_path, dict.fromkeys(["one", "two"][:count], (RIGHT,)))
    few = rank(tmp_path, draws=100, trials=100)
    found = texts(few, pictures(few))
    assert [row["rank"] for row in rows(few, "leaderboard.csv")] == ["1"] * count
    assert ("Two systems" in found["leaderboard.html"]) == (count == 2)
    assert {row["pearson"] for row in rows(few, "correlations.csv")} == {""}
    assert "NaN" not in found["leaderboard.json"]
