"""Several runs of a system as they are typed, by users whose files and settings are not all in order."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.made_task import made_task
from tests.support.running import Typed

FEW = ("--metric", "lea", "--draws", "100", "--trials", "100")


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    """Three runs of ours and two of base, in the working folder with their key."""
    put("key", "key")
    for number, name in enumerate(("balanced", "close", "precise"), start=1):
        put(name, f"ours@{number}")
    for number, name in enumerate(("splitter", "merger"), start=1):
        put(name, f"base@{number}")


def put(name: str, entry: str) -> None:
    shutil.copy(made_task() / f"{name}.conll", f"{entry}.conll")


def test_runs_of_two_systems_are_compared_as_methods(typed: Typed) -> None:
    files = ("ours@1.conll", "ours@2.conll", "ours@3.conll", "base@1.conll", "base@2.conll")
    by_file, by_name = (typed("compare", *names, *FEW) for names in (files, ("ours", "base")))
    assert (by_file.code, by_file.err) == (0, "")
    assert by_file.out.startswith("No significant difference between ours and base: ")
    assert by_name.out == by_file.out
    other = typed("compare", "base", "ours", *FEW)
    assert other.out.startswith("No significant difference between base and ours: ")


def test_separate_runs_are_systems(typed: Typed) -> None:
    run = typed("compare", "ours", "--separate-runs", *FEW)
    assert run.out.startswith("0 of 3 pairs differ significantly by LEA.\n")
    assert "\n3 systems, F1 in per cent\n" in run.out
    assert "ours@1" in run.out


def test_a_broken_run_is_listed_and_the_system_goes_on(typed: Typed) -> None:
    lines = Path("ours@2.conll").read_text().splitlines(keepends=True)
    Path("ours@2.conll").write_text("".join(lines[:100]))
    run = typed("rank", ".", "--format", "json", *FEW)
    assert run.code == 3
    assert run.err.startswith("rejected: ours@2.conll:100: the file breaks off here: ")
    found = json.loads(run.out)
    assert "ours: mean of 2 of 3 runs (1, 3)." in found["notes"]
    assert [one["system"] for one in found["rejected"]] == ["ours@2"]
    few = typed("rank", ".", "--min-runs", "3", *FEW)
    assert few.code == 4
    assert (
        "ours@1.conll: only 2 of 3 runs of ours could be scored, but --min-runs is 3; submit more runs"
        in few.err
    )


def test_a_name_with_and_without_a_run(typed: Typed) -> None:
    put("careless", "ours")
    run = typed("rank", ".", *FEW)
    assert run.code == 0
    assert run.err == (
        "warning: ours.conll: ours@1, ours@2 and ours@3 are not averaged, because an entry is called ours; "
        "rename it, to ours@NAME if it is one of the runs\n"
    )


def test_names_with_several_signs_and_addresses(typed: Typed) -> None:
    for entry in ("a@b@c", "a@b@d", "me@example.org", "you@example.org"):
        put("careless", entry)
    run = typed("score", "a@b", "me@example.org.conll", "you@example.org.conll", "--quiet")
    rows = [line.split()[0] for line in run.out.splitlines() if "@" in line]
    assert rows[:3] == ["a@b", "me@example.org", "you@example.org"]


def test_an_entry_in_two_lists(typed: Typed) -> None:
    Path("leaderboard.toml").write_text('[runs]\nmine = ["ours@1", "ours@2"]\nyours = ["ours@2"]\n')
    run = typed("rank", ".", *FEW)
    assert run.code == 4
    assert run.err == (
        "leaderboard: leaderboard.toml:3: the entry 'ours@2' is a run of 'mine' and of 'yours'; "
        "keep it in one of the two lists\n"
    )


def test_runs_are_validated_one_by_one(typed: Typed) -> None:
    run = typed("validate", "ours", "base")
    assert "ours has 3 runs: ours@1, ours@2 and ours@3.\nbase has 2 runs: base@1 and base@2.\n" in run.out
    put("careless", "ours")
    found = json.loads(
        typed("validate", "ours.conll", "ours@1.conll", "ours@2.conll", "base", "--format", "json").out
    )
    assert found["runs"] == {"base": ["base@1", "base@2"]}
    assert found["warnings"][0]["file"] == "ours.conll"
    people = typed("validate", "ours.conll", "ours@1.conll", "ours@2.conll").out
    assert "ours@1 and ours@2 are not averaged, because an entry is called ours" in " ".join(people.split())


def test_reports_with_runs_are_verified_and_compared(typed: Typed) -> None:
    typed("rank", ".", "--output", "old", *FEW)
    assert typed("verify", "old").out.startswith("old: verified")
    put("careless", "ours@4")
    typed("rank", ".", "--output", "new", *FEW)
    run = typed("diff", "old", "new")
    assert run.code == 0
    assert "WARNING" not in run.out
    typed("rank", ".", "--separate-runs", "--output", "apart", *FEW)
    assert "the reports used different tests" in typed("diff", "new", "apart").out


def test_runs_of_excluded_systems_are_those_of_the_datasets_they_have(typed: Typed) -> None:
    for entry, name, datasets in (
        ("key", "key", "ab"),
        ("base", "merger", "ab"),
        ("ours@1", "close", "a"),
        ("ours@2", "precise", "a"),
    ):
        Path("sets", entry).mkdir(parents=True)
        for dataset in datasets:
            shutil.copy(made_task() / f"{name}.conll", f"sets/{entry}/{dataset}.conll")
    run = typed("rank", "sets", "--missing-dataset", "exclude", "--format", "json", *FEW)
    [ours] = json.loads(run.out)["excluded"]
    assert (ours["system"], [one["run"] for one in ours["runs"]]) == ("ours", ["1", "2"])
    scores = [one["scores"]["lea"]["f1"] for one in ours["runs"]]
    assert ours["scores"]["lea"]["f1"] == pytest.approx(sum(scores) / 2)
    assert ours["spread"]["lea"]["runs"] == 2
    assert (ours["spread"]["lea"]["min"], ours["spread"]["lea"]["max"]) == (min(scores), max(scores))
