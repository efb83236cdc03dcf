"""``leaderboard probe`` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard
from leaderboard.experiments.controlled import EXPERIMENTS
from tests.support import small_task
from tests.support.made_task import made_task
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY

pytestmark = pytest.mark.usefixtures("here")


def test_the_table_for_people(typed: Typed) -> None:
    run = typed("probe", "split", "--metric", "muc", "--metric", "lea")
    *head, _, labels, _, first = run.out.splitlines()[:6]
    assert run.code == 0
    assert head == [
        "One entity split into pieces of these sizes (split), on the key of Moosavi and",
        "Strube (2016), F1 in per cent",
    ]
    assert labels.split() == ["Point", "MUC", "LEA"]
    assert first.split() == ["18-2", "99.19", "97.54"]
    assert "Signature: leaderboard:" in run.out


def test_command_and_function_give_the_same_versions(typed: Typed) -> None:
    path = str(made_task() / "merger.conll")
    [record] = json.loads(typed("probe", "--response", path, "--format", "json").out)["responses"]
    [probed] = leaderboard.probe(response=path).responses
    assert [one["version"] for one in record["versions"]] == [one.version for one in probed.variants]
    for row, variant in zip(record["versions"], probed.variants, strict=True):
        assert row["scores"]["bcub"]["f1"] == variant.scores["bcub"].f1
        assert row["links"] == variant.counts.links
    assert record["verdicts"]["lea"]["verdict"] == "holds"
    assert record["verdicts"]["blanc"]["misled"]


def test_command_and_function_give_the_same_disputes(typed: Typed) -> None:
    words = ("--metric", "mentions", "--metric", "rand", "--draws", "100", "--adjust", "none")
    run = typed("probe", "--submissions", str(made_task()), *words, "--format", "json")
    record = json.loads(run.out)["agreement"]
    found = leaderboard.probe(
        submissions=made_task(), metric=("mentions", "rand"), draws=100, adjust="none"
    ).agreement
    assert found is not None
    assert record["metrics"][0]["contradicted"] == found.metrics[0].contradicted > 0
    assert [one["causes"][0]["gap"] for one in record["disputes"]] == [
        one.causes[0].gap for one in found.disputes
    ]


def test_columns(typed: Typed) -> None:
    run = typed("probe", "merge", "--columns", "point,lea")
    assert run.out.splitlines()[2].split() == ["Point", "LEA"]
    assert typed("probe", "merge", "--columns", "nothing").code == 2
    assert typed("probe", "--columns", "all", "--format", "json").code == 2


@pytest.mark.parametrize("form", ["markdown", "latex", "html"])
def test_every_form(typed: Typed, form: str) -> None:
    run = typed("probe", "--format", form)
    assert run.code == 0
    for experiment in EXPERIMENTS.values():
        assert experiment.title in run.out


def test_files_and_figures(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    run = typed("probe", "--response", str(made_task() / "close.conll"), "--output", "out")
    assert run.code == 0
    run = typed("probe", "--output", "out")
    assert run.code == 0
    assert (tmp_path / "out" / "probe.md").read_text().startswith("# Which metric to trust")
    written = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")}
    assert written == {
        "mine.txt",
        "probe.md",
        "probe.csv",
        "probe.json",
        *(f"figures/{name}.{form}" for name in EXPERIMENTS for form in ("svg", "csv")),
    }


def test_a_probe_replaces_only_files_of_probes(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    typed("probe", "split", "--metric", "muc", "--output", "out")
    typed("probe", "merge", "--metric", "muc", "--output", "out")
    written = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")}
    assert written == {"probe.md", "probe.csv", "probe.json", "figures/merge.svg", "figures/merge.csv"}
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "probe.md").write_text("mine")
    run = typed("probe", "split", "--metric", "muc", "--output", "mine")
    assert run.code == 4
    assert "not a file of an earlier report" in run.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["probe.md"]


def test_help_says_which_metrics_take_part(typed: Typed) -> None:
    text = " ".join(typed("probe", "--help").out.split())
    assert "blanc, lea, conll, blanc_gold, rand, da, xcmr)" in text
    assert "unless --key names another one" in text


def test_exit_codes(typed: Typed, tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, broken=BROKEN)
    run = typed("probe", "--response", "fair.conll", "--response", "broken.conll")
    assert run.code == 3
    assert run.err.startswith("rejected: broken.conll:2: ")
    assert "Rejected: broken" in run.out
    assert typed("probe", "--response", "broken.conll").code == 4
    assert typed("probe", "spilt").code == 2
    assert typed("probe", "--key", "nowhere").code == 4
