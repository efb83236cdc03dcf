"""The kinds of errors of ranked systems: the tables of a report, the bars of its page, its files."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from leaderboard.report.features.errors import (
    MEASURES,
    SEGMENTS,
    bar_table,
    change_data,
    class_table,
    error_record,
    error_section,
    kinds_table,
    longest,
    ranked_errors,
)
from leaderboard.report.features.prices import ranked_price_tables
from leaderboard.report.figures.error_bars import errors
from leaderboard.report.page.content import assignment_bars
from leaderboard.verbs.rank import RankResult, rank
from leaderboard.verbs.score import score
from tests.report.made_ranking import made_ranking, texts
from tests.report.profiles import ALPHA, BOTH
from tests.support import small_task
from tests.support.small_task import KEY, OTHER_LINK, RIGHT, parts


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("made") / "task"


@pytest.fixture(scope="module")
def result(folder: Path) -> RankResult:
    return made_ranking(folder, metric=("muc", "conll"))


@pytest.fixture(scope="module")
def written(result: RankResult) -> dict[str, str]:
    return texts(result, ())


def order(result: RankResult) -> list[str]:
    return [standing.system for standing in result.primary.standings]


def test_a_ranking_has_the_errors_that_score_finds(result: RankResult, folder: Path) -> None:
    found = score(*(folder / f"{system}.conll" for system in result.errors), errors=True)
    assert result.errors == {system.system: system.errors for system in found.systems}


def test_its_signature_says_how_errors_were_found(folder: Path, result: RankResult) -> None:
    assert "|da-weights:PN=0.6,NP=0.3,PRO=0.1|da-response:typed|da-match:optimal|" in result.signature
    greedy = made_ranking(folder, metric=("muc", "conll"), da_match="greedy")
    assert greedy.signature == result.signature.replace("da-match:optimal", "da-match:greedy")


def test_the_tables_have_a_row_a_system_best_first(result: RankResult) -> None:
    kinds, classes, others = error_section(result)
    for table in (kinds, classes, others):
        assert [row[0] for row in table.rows] == order(result)
    assert kinds.labels[1:] == [
        name.capitalize() for name in ("correct", "incorrect", "spurious", "missing", *MEASURES)
    ]
    assert classes.labels[1:5] == ["PN correct", "PN incorrect", "PN spurious", "PN missing"]


def test_the_classes_stand_side_by_side() -> None:
    alpha = ("alpha", 1, 1, 1, 0, None, None, None, None, 2, 0, 0, 2)
    assert class_table({"alpha": ALPHA}).rows == (alpha,)
    assert kinds_table({"alpha": ALPHA}).rows == (("alpha", 3, 1, 1, 2, 1 / 4, 1 / 4, 2 / 4),)
    assert len(class_table(BOTH).rows) == 2


def without_classes(result: RankResult) -> RankResult:
    errors = {name: replace(one, by_class={}) for name, one in result.errors.items()}
    return replace(result, task=replace(result.task, errors=errors))


def test_without_classes_there_is_no_table_of_them(result: RankResult) -> None:
    assert len(error_section(without_classes(result))) == 2


def test_a_key_without_tags_is_ranked_without_classes(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=parts(RIGHT, RIGHT, tags=False), one=parts(RIGHT, OTHER_LINK, tags=False))
    bare = texts(rank(tmp_path, metric="conll", draws=100, trials=100), ())
    assert [line.split(",")[:2] for line in bare["errors.csv"].splitlines()[1:]] == [["one", "all"]]
    assert "by class of mentions" not in bare["leaderboard.md"]


def test_the_json_has_them_by_system(result: RankResult, written: dict[str, str]) -> None:
    for row in json.loads(written["leaderboard.json"])["systems"]:
        assert row["errors"] == error_record(result.errors[row["system"]])


def test_prices_and_denotation_have_titles_of_their_own(result: RankResult, written: dict[str, str]) -> None:
    page = written["leaderboard.html"]
    assert page.count("<h3>What each kind of error costs") == 1
    assert page.count(">Kinds of errors<") == 2  # in the list of sections, and above the section
    assert [page.count(f"<caption><span>{one.caption}") for one in ranked_price_tables(result)] == [1, 1, 1]
    assert errors(result).title == "Denotation assignments by kind"


def test_a_bar_holds_the_assignments_of_the_key_then_the_spurious_ones(result: RankResult) -> None:
    profiles = ranked_errors(result)
    systems = assignment_bars(profiles)
    ends = []
    for profile, bar in zip(profiles.values(), systems, strict=True):
        counts = profile.counts
        assert bar.value == counts.correct
        drawn = [
            (kind, int(start), int(width))
            for kind, start, width in re.findall(r'<rect class="(\w+)" x="(\d+)" width="(\d+)"', bar.svg)
        ]
        assert [(kind, width) for kind, _, width in drawn] == [
            (kind, getattr(counts, kind)) for kind in SEGMENTS if getattr(counts, kind)
        ]
        begin, end = 0, 0
        for kind, begin, width in drawn:
            assert begin == end
            end = begin + width
            if kind == "spurious":
                assert begin == counts.possible
        ends.append(end)
        assert f'viewBox="0 0 {longest(profiles)} 10"' in bar.svg
    assert longest(profiles) == max(ends)


def test_bars_by_themselves_have_a_row_a_system() -> None:
    text = bar_table({"<alpha>": ALPHA, "beta": ALPHA})
    assert re.findall(r'<th scope="row">(.+?)</th><td class="bar"><svg ', text) == ["&lt;alpha&gt;", "beta"]
    assert all(f'<span class="{kind}">' in text for kind in SEGMENTS)
    assert bar_table({}) == ""


def test_the_longest_bar_is_that_of_the_most_spurious_ones() -> None:
    talkative = replace(ALPHA, counts=replace(ALPHA.counts, actual=13, spurious=9))
    assert longest({"alpha": ALPHA}) == 6 + 1
    assert longest({"alpha": ALPHA, "talkative": talkative}) == 6 + 9


def test_a_bar_is_told_in_words(result: RankResult, written: dict[str, str]) -> None:
    counts = result.errors[order(result)[-1]].counts
    text = (
        f"{counts.correct} correct, {counts.incorrect} incorrect, "
        f"{counts.missing} missing, {counts.spurious} spurious"
    )
    assert f'role="img" aria-label="{text}"' in written["leaderboard.html"]


def test_a_key_without_coreference_has_bars_of_no_length(tmp_path: Path) -> None:
    alone = KEY.replace("(1)", "(3)")
    for name in ("key", "one", "two"):
        (tmp_path / f"{name}.conll").write_text(alone)
    page = texts(rank(tmp_path, metric="conll", draws=100, trials=100), ())["leaderboard.html"]
    assert 'viewBox="0 0 1 10"' in page
    assert 'aria-label="0 correct, 0 incorrect, 0 missing, 0 spurious"' in page


def test_the_page_tells_any_two_systems_apart(result: RankResult, written: dict[str, str]) -> None:
    data = change_data(ranked_errors(result))
    counts, errors = data["counts"], data["errors"]
    assert isinstance(counts, list)
    assert isinstance(errors, list)
    assert counts[0] == ["Correct assignments", "all", True]
    assert sum(good for _, _, good in counts) == 4  # of all mentions and of three classes
    place = next(at for at, (name, *_) in enumerate(counts) if name == "Entities merged")
    assert [row[place] for row in errors] == [result.errors[system].merged for system in order(result)]
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', written["leaderboard.html"]
    )
    assert found
    assert json.loads(found[1])["errors"] == errors


def test_classes_that_one_system_lacks_are_left_open() -> None:
    found = change_data({"alpha": ALPHA, "bare": replace(ALPHA, by_class={})})["errors"]
    assert isinstance(found, list)
    assert found[1].count(None) == 2 * 4
    assert None not in found[0]
