"""The answer in whole sentences, of rankings and of pairs, and the text for a paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import leaderboard
from leaderboard.formats.beside.repair import Mend
from leaderboard.report.features.answer import answers, who
from leaderboard.report.features.pair import lines
from leaderboard.report.features.paragraph import paragraph, ranked_text
from leaderboard.tasks.account import Repair
from leaderboard.verbs.rank import RankResult
from tests.report.made_ranking import write_task
from tests.support.made_task import made_task
from tests.support.small_task import NOTHING, OTHER_ENTITY, RIGHT

FEW = {"draws": 100, "trials": 500}


def ranked(folder: Path, **systems: tuple[tuple[str, ...], ...]) -> RankResult:
    write_task(folder, systems)
    return leaderboard.rank(folder, metric=("muc", "conll"), **FEW)


def said(result: RankResult) -> str:
    return answers(result)["conll"].text


def test_one_system_has_a_score_and_nothing_to_compare(tmp_path: Path) -> None:
    alone = ranked(tmp_path / "task", a=(RIGHT, OTHER_ENTITY))
    assert said(alone).startswith("Only one system: a, CoNLL ")
    assert "]. There is nothing to compare. " in said(alone)
    assert said(alone).endswith(" 1 submission is rejected: bro_ken.")
    assert "The CoNLL F1 of a is " in paragraph(alone)
    assert "tested" not in paragraph(alone).partition("Computed")[0].replace("were tested as one", "")


def test_one_system_on_one_document_has_no_interval(tmp_path: Path) -> None:
    leaderboard.simulate(tmp_path / "task", documents=1, systems=1)
    alone = leaderboard.rank(tmp_path / "task", metric=("conll",), **FEW)
    assert "[" not in said(alone)
    assert "interval" not in paragraph(alone)


def test_identical_systems_are_called_so(tmp_path: Path) -> None:
    same = ranked(tmp_path / "task", a=(RIGHT,), b=(RIGHT,))
    assert said(same).startswith("All 2 systems are identical by CoNLL (100.00). No pair could be tested. ")
    assert "All 2 systems are identical by CoNLL (100.00), so no pair could be tested." in paragraph(same)


def test_who_is_excluded_or_rejected_is_named() -> None:
    result = leaderboard.rank(made_task(), **FEW)
    partial = dict.fromkeys(["w", "x", "y", "z"], result.scores["careless"])
    text = said(replace(result, partial=partial))
    assert text.endswith("4 systems are excluded (datasets are missing): w, x, y and 1 more.")
    text = said(replace(result, partial={"w": result.scores["careless"]}))
    assert text.endswith("1 system is excluded (datasets are missing): w.")


def test_the_text_has_paragraph_and_signature() -> None:
    result = leaderboard.rank(made_task(), **FEW)
    text, signature = ranked_text(result).split("\n\n")
    assert " ".join(text.split()) == paragraph(result)
    assert signature == f"Signature: {result.signature}\n"


@pytest.mark.parametrize(
    ("systems", "options", "begin", "end"),
    [
        (("balanced", "copy"), {}, "balanced and copy are identical by CoNLL on all 12 documents.", "."),
        (("balanced", "close"), {}, "balanced and close cannot be tested: they differ on ", " CoNLL points."),
        (("balanced", "careless"), {}, "balanced is better than careless: +", " (significant)."),
        (("careless", "balanced"), {}, "careless is worse than balanced: -", " (significant)."),
        (("precise", "splitter"), {}, "No significant difference between precise and splitter: ", "."),
        (
            ("precise", "splitter"),
            {"margin": 50},
            "precise and splitter are equivalent within 50 points: ",
            "e).",
        ),
    ],
)
def test_the_first_line_of_a_comparison_has_the_result(
    systems: tuple[str, str], options: dict[str, float], begin: str, end: str
) -> None:
    paths = [made_task() / f"{system}.conll" for system in systems]
    result = leaderboard.compare(*paths, metric="conll", **FEW, **options)  # type: ignore[arg-type]
    [line] = lines(result.families[0])
    assert line.startswith(begin)
    assert line.endswith(end)


def test_without_an_interval_none_is_said(tmp_path: Path) -> None:
    write_task(tmp_path / "task", {"a": (RIGHT,), "b": (NOTHING,)})
    paths = [tmp_path / "task" / f"{system}.conll" for system in "ab"]
    result = leaderboard.compare(*paths, metric="conll", key=tmp_path / "task" / "key.conll", **FEW)
    [family] = result.families
    none = replace(family, intervals=replace(family.intervals, bounds=family.intervals.bounds * float("nan")))
    assert ", no interval, p " in next(iter(lines(none)))


def test_an_interval_with_zero_is_wider_than_the_test_needs(tmp_path: Path) -> None:
    paths = [made_task() / f"{system}.conll" for system in ("balanced", "careless")]
    [family] = leaderboard.compare(*paths, metric="conll", **FEW).families
    wide = replace(family, intervals=replace(family.intervals, bounds=family.intervals.bounds * 0))
    assert "0.00 to 0.00, wider than the test needs, p = " in next(iter(lines(wide)))


def test_a_best_system_that_was_repaired_has_its_strict_score() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), **FEW)
    best = result.primary.standings[0].system
    repair = Repair(Mend(documents=1, changed=2), result.scores["careless"])
    account = replace(result.task.account, text_repairs={best: repair})
    strict = 100 * result.scores["careless"]["conll"].f1
    text = said(replace(result, task=replace(result.task, account=account)))
    assert f"{best} was repaired; its strict score is {strict:.2f}." in text


def test_one_system_that_none_beats_may_not_beat_all() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), **FEW)
    answer, family = result.answers["conll"], result.families["conll"]
    alone = replace(answer, situation="open", not_beaten=answer.best, undecided="close")
    best = "balanced (= copy)"
    assert who(alone, family) == (
        f"No clear winner: no system is significantly better than {best}, "
        f"but {best} is not significantly better than close."
    )


def test_of_many_systems_that_cannot_be_told_apart_some_are_named() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), **FEW)
    groups = tuple((name,) for name in "abcdefg")
    many = replace(result.answers["conll"], situation="open", groups=groups, not_beaten=tuple("abcdefg"))
    assert who(many, result.families["conll"]).endswith("a, b, c, d and 3 others cannot be told apart.")


def test_systems_within_the_margin_of_the_best_are_named() -> None:
    result = leaderboard.rank(made_task(), metric=("conll",), margin=50, **FEW)
    answer = replace(result.answers["conll"], equivalent=("close", "precise"))
    assert "Within 50 points of balanced: close and precise." in said(
        replace(result, answers={"conll": answer})
    )
