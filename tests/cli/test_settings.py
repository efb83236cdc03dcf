"""A shared task in the manner of CRAC as it is typed: several datasets, several settings, a gap."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard
from tests.support.made_task import CRAC, CRAC_SYSTEMS, made_crac_task
from tests.support.running import Typed, csv_rows

pytestmark = pytest.mark.untraced

SETTINGS = ("head", "partial", "exact", "head+singletons")
FEW = ("--draws", "200", "--trials", "500", "--metric", "conll", "--metric", "mor", "--metric", "zero")
WORDS = ("--settings", "head,partial", "--settings", "exact,head+singletons", *FEW)


@pytest.mark.parametrize("policy", ["error", "zero", "exclude"])
def test_rank_a_task_by_four_settings(typed: Typed, tmp_path: Path, policy: str) -> None:
    reports = tmp_path / "reports"
    run = typed(
        "rank",
        str(made_crac_task()),
        "--output",
        str(reports),
        "--verbose",
        "--missing-dataset",
        policy,
        *WORDS,
    )
    assert run.code == (3 if policy == "error" else 0)
    assert "CoNLL F1 by setting in per cent, with significance ranks" in run.out
    assert "How the order by head changes" in run.out
    systems = {name for name in CRAC_SYSTEMS if name != "bert" or policy != "error"}
    rows = csv_rows((reports / "settings.csv").read_text())
    assert {(row["board"], row["system"]) for row in rows} == {
        (setting, system) for setting in SETTINGS for system in systems
    }
    assert {row["system"] for row in rows if not row["rank"]} == ({"bert"} if policy == "exclude" else set())
    datasets = csv_rows((reports / "datasets.csv").read_text())
    assert {row["board"] for row in datasets} == set(CRAC)
    record = json.loads((reports / "leaderboard.json").read_text())
    assert [one["board"] for one in record["settings"]] == list(SETTINGS)
    assert "|settings:head,partial,exact,head+singletons|match:head|" in record["signature"]
    for row in rows:
        match, _, singletons = row["board"].partition("+")
        own = leaderboard.score(
            made_crac_task() / row["system"],
            match=match,
            singletons="keep" if singletons else "drop",
            metric=["conll", "mor", "zero"],
            missing_dataset=policy,
        ).systems[0]
        for metric, score in own.scores.items():
            assert float(row[f"{metric}_f1"]) == score.f1


def test_a_report_of_settings_can_be_verified(typed: Typed, tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    words = ("--missing-dataset", "zero", "--jobs", "1", *WORDS)
    assert typed("rank", str(made_crac_task()), "--output", str(reports), *words).code == 0
    run = typed("verify", str(reports))
    assert (run.code, run.err) == (0, "")


def test_a_name_that_is_none_is_wrong_usage(typed: Typed, tmp_path: Path) -> None:
    run = typed("rank", str(made_crac_task()), "--settings", "head,gold", "--output", str(tmp_path))
    assert run.code == 2
    assert "there is no setting 'gold'; choose among head, partial, exact, head+singletons" in run.err


def test_only_rank_takes_several(typed: Typed) -> None:
    run = typed("score", str(made_crac_task() / "anna"), "--settings", "head")
    assert run.code == 2
    assert "--settings" in typed("rank", "--help-all").out
