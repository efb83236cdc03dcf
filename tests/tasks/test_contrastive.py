"""Contrastive entries: tested against ranked systems, and nothing that is said of those depends on them."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.changes import read_report
from leaderboard.errors import InputError, UsageError
from leaderboard.report.features.paragraph import paragraph
from leaderboard.report.files.contents import report_files
from leaderboard.report.screen import closing
from leaderboard.verbs.rank import RankResult
from tests.support.made_task import made_datasets, made_runs, made_task
from tests.support.running import Typed

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 100}
COPIES = 4
NAMES = tuple(f"merger-{number}" for number in range(COPIES))
MENTION = re.compile(r"\(\d+\)$", re.MULTILINE)


def with_copies(folder: Path, settings: str = "") -> Path:
    """A task with near copies of one system, each without another one of its mentions."""
    shutil.copytree(made_task(), folder)
    text = (folder / "merger.conll").read_text(encoding="utf-8")
    found = [*MENTION.finditer(text)]
    for number, name in enumerate(NAMES):
        start, end = found[number * len(found) // COPIES].span()
        (folder / f"{name}.conll").write_text(f"{text[:start]}-{text[end:]}", encoding="utf-8")
    if settings:
        (folder / "leaderboard.toml").write_text(settings, encoding="utf-8")
    return folder


def of_primary(member: Any) -> Any:
    """A record without contrastive entries, and without the word."""
    if isinstance(member, dict):
        return {name: of_primary(value) for name, value in member.items() if name != "contrastive"}
    if isinstance(member, list):
        kept = (one for one in member if not (isinstance(one, dict) and one.get("contrastive") is True))
        return [of_primary(one) for one in kept]
    return member


def record_of(result: RankResult) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(report_files(result, ())["leaderboard.json"])
    return record


@pytest.mark.parametrize(
    "options", [{}, {"settings": ("exact", "exact-singletons")}, {"margin": 1.0, "against": "eager"}]
)
def test_all_numbers_of_ranked_systems_are_as_without_copies(tmp_path: Path, options: dict[str, Any]) -> None:
    alone = record_of(leaderboard.rank(made_task(), **FEW, **options))
    beside = record_of(
        leaderboard.rank(with_copies(tmp_path / "task"), contrastive=("merger-*",), **FEW, **options)
    )
    fates = {one["system"]: one["verdict"] for one in beside["entries"]}
    assert {name for name, verdict in fates.items() if verdict == "contrastive"} == {*NAMES}
    beside = of_primary(beside)
    different = {name for name in alone if alone[name] != beside[name]}
    assert different == {"entries", "signature"}
    assert json.dumps(alone["comparisons"]) == json.dumps(beside["comparisons"])


def test_contrastive_systems_have_scores_and_tests_but_no_rank(tmp_path: Path) -> None:
    result = leaderboard.rank(with_copies(tmp_path / "task"), contrastive=("merger-*", "close"), **FEW)
    names, record = {*NAMES, "close"}, record_of(result)
    systems = [one for one in record["systems"] if one["contrastive"]]
    assert {one["system"] for one in systems} == names
    for one in systems:
        places = (one[name] for name in ("rank", "rank_low", "rank_high", "letters", "own_low", "best"))
        assert {*places} == {None}
        assert one["interval"][0] < one["scores"]["conll"]["f1"] < one["interval"][1]
        assert one["ranks"]["conll"]["rank"] is None
    pairs = [one for one in record["comparisons"] if one["contrastive"] and one["metric"] == "conll"]
    assert len(pairs) == len(names) * 8
    assert {one["second"] for one in pairs} == names
    assert not {one["first"] for one in pairs} & names
    won = [one["second"] for one in pairs if one["verdict"] == "significant" and one["difference"] < 0]
    assert result.contrast
    standings = result.contrast.standings["conll"]
    assert {one.system: one.better_than for one in standings} == {name: won.count(name) for name in names}
    assert standings[0].system == "close"
    assert standings[0].better_than > 0
    assert len(result.comparisons) == 2 * (28 + len(names) * 8)


def test_a_contrastive_system_is_tested_like_a_baseline_whatever_others_there_are(tmp_path: Path) -> None:
    folder = with_copies(tmp_path / "task")
    every = leaderboard.rank(folder, contrastive=("merger-*",), **FEW)
    for name in NAMES[1:]:
        (folder / f"{name}.conll").unlink()
    one = leaderboard.rank(folder, contrastive=(NAMES[0],), **FEW)
    against = leaderboard.rank(folder, against=NAMES[0], **FEW)
    assert every.contrast
    assert one.contrast
    [family] = one.contrast.families["conll"]
    assert family.correction == "holm"
    assert [*family.p_adjusted] == [*every.contrast.families["conll"][0].p_adjusted]
    assert [*family.p_adjusted] == [*against.families["conll"].p_adjusted]
    assert family.joint.tobytes() == against.families["conll"].joint.tobytes()


def test_people_see_them_below_the_ranked_systems(tmp_path: Path) -> None:
    result = leaderboard.rank(with_copies(tmp_path / "task"), contrastive=("merger-*",), **FEW)
    files = {name: content.decode() for name, content in report_files(result, ()).items()}
    rows = [line.split("|")[1:4] for line in files["leaderboard.md"].splitlines() if line.startswith("|")]
    names = [name.strip() for _, name, _ in rows]
    place = names.index("Contrastive entries")
    assert names[place - 1] == "pronoun-blind"
    assert {*names[place + 1 : place + 1 + COPIES]} == {*NAMES}
    assert 'data-value="Contrastive entries">Contrastive entries</th>' in files["leaderboard.html"]
    assert "4 contrastive entries (" in paragraph(result)
    assert (
        "Each was tested against the ranked systems, with Holm's correction for its own pairs."
        in paragraph(result)
    )
    assert "9 systems ranked, 4 contrastive, none rejected." in closing(result, 0, Path("page"), 200)
    assert re.search(r"\|contrastive:[0-9a-f]{8}$", str(result.signature))
    rows = [*csv.DictReader(io.StringIO(files["ranks.csv"]))]
    assert {row["system"] for row in rows if row["contrastive"] == "true"} == {*NAMES}
    rows = [*csv.DictReader(io.StringIO(files["leaderboard.csv"]))]
    assert [row["contrastive"] for row in rows] == ["false"] * 9 + ["true"] * COPIES
    assert {row["rank"] for row in rows[9:]} == {""}


def test_one_entry_without_a_correction(tmp_path: Path) -> None:
    result = leaderboard.rank(with_copies(tmp_path / "task"), contrastive="merger-0", adjust="none", **FEW)
    said = "1 contrastive entry (merger-0) is outside the ranking, and no rank depends on it. "
    assert f"{said}It was tested against the ranked systems. " in paragraph(result)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mergr", "--contrastive has 'mergr', but no system has this name; did you mean 'merger'?"),
        ("*", "--contrastive names all systems, so none is left to rank; name fewer"),
    ],
)
def test_a_pattern_fits_some_systems_but_not_all(name: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        leaderboard.rank(made_task(), contrastive=(name,), **FEW)
    assert error.value.typed == said


def test_the_settings_file_names_them_among_entries(tmp_path: Path) -> None:
    tracks = '[tracks]\nmergers = ["merger*", "eager"]\nothers = ["precise", "eager"]\n'
    settings = f'[entries]\ncontrastive = ["merger-*"]\n{tracks}'
    folder = with_copies(tmp_path / "task", settings)
    result = leaderboard.rank(folder, **FEW)
    assert not result.warnings or all("track" not in one.what for one in result.warnings)
    assert result.contrast
    assert {*result.contrast.scores} == {*NAMES}
    track = leaderboard.rank(folder, track="mergers", **FEW)
    assert track.contrast
    assert {*track.contrast.scores} == {*NAMES}
    whole = {(one.first, one.second): one.p_value for one in result.contrast.families["conll"][0]}
    of_track = {(one.first, one.second): one.p_value for one in track.contrast.families["conll"][0]}
    assert of_track == {pair: whole[pair] for pair in of_track}
    assert {first for first, _ in of_track} == {"merger", "eager"}
    assert leaderboard.rank(folder, track="others", **FEW).contrast is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("entries = 3", "entries is '3'; make it a table, [entries]"),
        ("[entries]\ncontrast = 3", "[entries] has no 'contrast'; did you mean 'contrastive'?"),
    ],
)
def test_the_table_of_entries_has_nothing_else(tmp_path: Path, text: str, said: str) -> None:
    folder = with_copies(tmp_path / "task", text)
    with pytest.raises(InputError, match=re.escape(said)):
        leaderboard.rank(folder, **FEW)


def test_methods_with_runs_and_repairs_can_be_contrastive() -> None:
    result = leaderboard.rank(made_runs(), contrastive=("ours",), **FEW)
    record = record_of(result)
    [ours] = [one for one in record["systems"] if one["contrastive"]]
    assert len(ours["runs"]) == 3
    assert {one["verdict"] for one in record["entries"] if one["system"] == "ours"} == {"contrastive"}
    every = leaderboard.rank(made_runs(), contrastive=("ours", "base"), **FEW)
    assert {one["spread"]["conll"]["runs"] for one in record_of(every)["systems"] if one["contrastive"]} == {
        2,
        3,
    }


def test_datasets_of_ranked_systems_alone() -> None:
    result = leaderboard.rank(made_datasets(), contrastive=("eager",), **FEW)
    assert all("eager" not in board.scores for board in result.boards)
    pairs = record_of(result)["comparisons"]
    assert {one["datasets"] is None for one in pairs if one["contrastive"]} == {True}


def test_a_report_is_verified_and_compared(tmp_path: Path, typed: Typed) -> None:
    folder = with_copies(tmp_path / "task")
    few = ("--metric", "conll", "--draws", "100", "--no-prices")
    typed("rank", str(folder), "--contrastive", "merger-*", "--output", str(tmp_path / "report"), *few)
    assert typed("verify", str(tmp_path / "report")).code == 0
    entries = read_report(tmp_path / "report").entries
    assert {entries[name].reason for name in NAMES} == {"it is contrastive"}
