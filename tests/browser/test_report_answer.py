"""The page of a report says first who won, ranks by any metric, and shows one system at a time."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import quote

import pytest

import leaderboard
from leaderboard.report.features.answer import answers
from leaderboard.report.page import render_page
from leaderboard.report.table import show
from leaderboard.report.tables.rankings import people_table
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.simulate import simulate
from tests.browser.conftest import Open, Opened, check_everywhere
from tests.report.made_ranking import write_task
from tests.support.made_task import made_runs, made_task
from tests.support.small_task import NOTHING, OTHER_ENTITY, OTHER_LINK, RIGHT

METRICS = ("muc", "lea", "conll")
LONG, MARKUP, RIGHT_TO_LEFT = "x" * 200, "<b>a&b'\"<i>", "נץ-ב"
SPITEFUL: dict[str, tuple[tuple[str, ...], ...]] = {
    MARKUP: (RIGHT,),
    RIGHT_TO_LEFT: (RIGHT, RIGHT, OTHER_ENTITY),
    LONG: (OTHER_LINK, RIGHT),
    "constructor": (OTHER_ENTITY, OTHER_LINK),
    "__proto__": (OTHER_LINK, NOTHING),
}
# Names that lie over what is beside them.
OVER = """() => [...document.querySelectorAll("table.ranking tbody th a")].filter((link) =>
  link.checkVisibility()
  && link.getBoundingClientRect().right > link.closest("th").getBoundingClientRect().right
).map((link) => link.textContent)"""
# The cells of the rows that are seen: number, system, score, interval, ranks and better than.
ROWS = """() => [...document.querySelectorAll("table.ranking tbody tr")]
  .filter((row) => row.checkVisibility())
  .map((row) => [...row.cells].filter((cell) => !cell.matches(".bar")).slice(0, 6)
    .map((cell) => cell.textContent.trim().replaceAll("\\n", "")))"""
BORDERS = """() => [...document.querySelectorAll("table.ranking tbody tr")]
  .filter((row) => row.checkVisibility())
  .map((row) => getComputedStyle(row.cells[0]).borderTopWidth)"""


@cache
def simulated(documents: int, systems: int) -> Path:
    folder = Path(mkdtemp(prefix="leaderboard-")) / "task"
    simulate(folder, documents=documents, systems=systems)
    return folder


def ranked(task: Path, *metrics: str, trials: int = 200, **options: Any) -> RankResult:
    return leaderboard.rank(task, metric=metrics, draws=100, trials=trials, **options)


@pytest.fixture(scope="module")
def small() -> RankResult:
    return ranked(simulated(40, 9), *METRICS, trials=2_000)


@pytest.fixture(scope="module")
def page(small: RankResult) -> str:
    return render_page(small, ())


@pytest.fixture(scope="module")
def many() -> str:
    return render_page(ranked(simulated(8, 100), "lea", "conll", prices=False), ())


@pytest.fixture(scope="module")
def spiteful(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("spite") / "task"
    write_task(folder, SPITEFUL)
    return render_page(ranked(folder, *METRICS), ())


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One system is rejected, and one lacks a dataset."""
    folder = tmp_path_factory.mktemp("sets") / "task"
    simulate(folder, documents=8, datasets=2, systems=4)
    (folder / "close" / "set2.conll").unlink()
    for name in ("set1", "set2"):
        (folder / "copy" / f"{name}.conll").write_text("no columns\n", encoding="utf-8")
    return render_page(ranked(folder, *METRICS, missing_dataset="exclude"), ())


def people(result: RankResult, metric: str) -> list[list[str]]:
    """The ranking for people by one metric alone, as the page writes it."""
    table = people_table(result)
    wanted = ("number", "system", f"{metric}_f1", "interval", "rank", "better_than")
    places = [[column.name for column in table.columns].index(name) for name in wanted]
    others = len(result.primary.standings) - 1
    return [
        [
            show(row[place], table.columns[place].kind) + (f" of {others}" if name == "better_than" else "")
            for name, place in zip(wanted, places, strict=True)
        ]
        for row in table.rows
    ]


def rows(opened: Opened) -> list[list[str]]:
    found: list[list[str]] = opened.page.evaluate(ROWS)
    return found


def address(opened: Opened) -> str:
    found: str = opened.page.evaluate("() => location.hash.slice(1)")
    return found


def said(opened: Opened) -> str:
    return opened.page.locator("#sorted").inner_text()


def answer(opened: Opened) -> str:
    return " ".join(opened.page.locator("#answer p").all_inner_texts()).replace("\N{MINUS SIGN}", "-")


def facts(opened: Opened) -> dict[str, str]:
    strip = opened.page.locator("dl.facts > div")
    return {one.locator("dt").inner_text(): one.locator(".value").inner_text() for one in strip.all()}


def test_the_answer_and_the_facts_come_first(small: RankResult, page: str, open_page: Open) -> None:
    opened = open_page(page)
    best = small.primary.standings[0]
    assert answer(opened) == answers(small)["conll"].text
    assert list(facts(opened)) == ["Highest score", "Lead", "Possible ranks", "Test set"]
    assert facts(opened)["Highest score"] == f"{100 * best.score:.2f}"
    assert facts(opened)["Test set"] == "40 documents"
    tops = [opened.page.locator(one).first.bounding_box() for one in ("h1", "#answer", "dl.facts", "nav")]
    assert [box["y"] for box in tops if box] == sorted(box["y"] for box in tops if box)
    opened.page.set_viewport_size({"width": 390, "height": 900})
    places = [one.bounding_box() for one in opened.page.locator("dl.facts > div").all()]
    assert len({box["x"] for box in places if box}) == len({box["y"] for box in places if box}) == 2


@pytest.mark.parametrize(("documents", "systems"), [(12, 9), (12, 30), (8, 100)])
def test_the_ranking_by_another_metric_is_that_of_the_metric_alone(
    documents: int, systems: int, open_page: Open
) -> None:
    task = made_task() if systems == 9 else simulated(documents, systems)
    both, alone = ranked(task, "lea", "conll", prices=False), ranked(task, "lea", prices=False)
    opened = open_page(render_page(both, ()))
    usual = rows(opened)
    opened.page.get_by_label("Rank by").select_option("lea")
    assert address(opened) == "by=lea"
    if systems > 20:
        opened.page.locator("section[aria-labelledby=ranking] button.all").click()
    expected = people(alone, "lea")
    assert rows(opened) == expected != usual
    assert answer(opened) == answers(both)["lea"].text
    assert facts(opened)["Highest score"] == expected[0][2]
    assert facts(opened)["Possible ranks"] == expected[0][4]
    head = opened.page.locator("table.ranking thead th").nth(2)
    assert head.inner_text().startswith("LEA")
    tinted = opened.page.locator("table.ranking tr.unbeaten").count()
    assert tinted == len({line[1] for line in expected} & open_rows(alone))
    opened.page.reload()
    assert rows(opened)[:15] == expected[:15]
    opened.page.get_by_label("Rank by").select_option("conll")
    assert address(opened) == ""
    assert rows(opened)[:15] == usual[:15]
    opened.check_quiet()


def open_rows(result: RankResult) -> set[str]:
    """The rows of systems that no other one beats."""
    table, left = people_table(result), result.answers[result.options.primary].not_beaten
    at = [column.name for column in table.columns].index("system")
    return {str(row[at]) for row in table.rows if str(row[at]).split(" = ")[0] in left}


@pytest.mark.parametrize(
    ("anchor", "line"),
    [
        ("#by=x", "There is no metric x here."),
        ("#by=lea,muc", "There is no metric lea,muc here."),
        ("#by=constructor", "There is no metric constructor here."),
        ("#system=x", "There is no system x here."),
        ("#system=__proto__", "There is no system __proto__ here."),
    ],
)
def test_what_is_not_known_is_the_usual_page_with_a_line(
    anchor: str, line: str, page: str, open_page: Open
) -> None:
    usual, opened = open_page(page), open_page(page, anchor)
    assert rows(opened) == rows(usual)
    assert answer(opened) == answer(usual)
    assert said(usual) == ""
    assert said(opened).replace("\u2068", "").replace("\u2069", "") == line
    assert not opened.page.locator("#system").is_visible()
    opened.check_quiet()


def test_a_sorted_table_says_whose_ranks_it_has(page: str, open_page: Open) -> None:
    opened = open_page(page)
    heads = opened.page.locator("table.ranking thead")
    heads.get_by_role("button", name="LEA").click()
    assert said(opened) == "Sorted by LEA; ranks are by CoNLL."
    at = [head.strip()[:3] for head in heads.locator("th").all_text_contents()].index("LEA")
    cells = opened.page.locator(f"table.ranking td:nth-child({at + 1})").all_inner_texts()
    assert cells == sorted(cells, key=float, reverse=True)
    opened.page.reload()
    assert said(opened) == "Sorted by LEA; ranks are by CoNLL."
    opened.page.get_by_label("Rank by").select_option("lea")
    assert said(opened) == ""
    assert address(opened) == "by=lea"
    heads.get_by_role("button", name="System").click()
    assert said(opened) == "Sorted by System; ranks are by LEA."
    names = [row[1] for row in rows(opened)]
    assert names == sorted(names)
    opened.page.reload()
    assert [row[1] for row in rows(opened)] == names
    assert said(opened) == "Sorted by System; ranks are by LEA."
    opened.check_quiet()


def test_the_metric_that_ranks_is_always_shown(page: str, open_page: Open) -> None:
    opened = open_page(page, "#by=lea&metrics=muc")
    head = opened.page.locator("table.ranking th[data-metric=lea]")
    assert head.is_visible()
    assert opened.page.get_by_role("checkbox", name="LEA").is_disabled()
    opened.page.get_by_label("Rank by").select_option("conll")
    assert not head.is_visible()
    assert opened.page.get_by_role("checkbox", name="LEA").is_enabled()


def test_a_system_has_a_view_of_its_own(small: RankResult, page: str, open_page: Open) -> None:
    opened = open_page(page, "#system=merger")
    view = opened.page.locator("#system")
    assert view.locator("h2").inner_text() == "merger"
    best = small.primary.standings[0].system
    line = view.locator(".body p").first.inner_text()
    assert line.replace("\u2068", "").replace("\u2069", "").startswith(f"merger is worse than {best}: −")
    assert "interval" in line
    assert "p = " in line or "p < " in line
    metrics, costs, documents = view.locator("table").all()
    shown = {row.locator("th").inner_text(): row.locator("td") for row in metrics.locator("tbody tr").all()}
    for metric, label in zip(METRICS, ("MUC", "LEA", "CoNLL"), strict=True):
        standing = small.rankings[metric].by_system["merger"]
        cells = shown[label].all_inner_texts()
        assert cells[0] == f"{100 * standing.score:.2f}"
        assert cells[3].split("–") == [str(one) for one in dict.fromkeys((standing.low, standing.high))]
        assert cells[4] == str(standing.better_than)
    assert costs.locator("tbody tr").count() == 7
    assert documents.locator("tbody tr").count() == 6
    opened.check_quiet()
    opened.check_fits()


@pytest.mark.parametrize("name", ["balanced", "copy", "close"])
def test_the_best_is_shown_against_the_next_that_differs(
    name: str, page: str, small: RankResult, open_page: Open
) -> None:
    view = open_page(page, f"#system={name}").page.locator("#system")
    lines = " ".join(view.locator(".body p").all_inner_texts())
    rival = "balanced" if name == "close" else distinct(small)
    assert rival in lines
    assert ("identical" in lines) == (name == "copy")
    assert rival in view.locator("table").nth(1).locator("thead").inner_text()


def distinct(result: RankResult) -> str:
    """The first system that is no copy of the best."""
    return next(one.system for one in result.primary.standings if one.system not in ("balanced", "copy"))


def test_a_name_leads_to_its_system_and_back(page: str, open_page: Open) -> None:
    opened = open_page(page, "#by=lea")
    usual, view = rows(opened), opened.page.locator("#system")
    opened.page.locator("table.ranking").get_by_role("link", name="merger").click()
    assert view.locator("h2").inner_text() == "merger"
    assert address(opened) == "by=lea&system=merger"
    assert rows(opened) == usual
    opened.page.get_by_role("link", name="Back to the ranking").click()
    assert not view.is_visible()
    assert address(opened) == "ranking&by=lea"
    opened.page.go_back()
    opened.page.wait_for_function("location.hash === '#by=lea&system=merger'")
    assert view.locator("h2").inner_text() == "merger"
    opened.page.go_back()
    opened.page.wait_for_function("location.hash === '#by=lea'")
    assert not view.is_visible()
    assert rows(opened) == usual
    opened.check_quiet()


def test_the_button_back_returns_to_the_page_without_choices(page: str, open_page: Open) -> None:
    opened = open_page(page)
    opened.page.locator("table.map").get_by_role("link", name="merger").first.click()
    assert opened.page.locator("#system").is_visible()
    opened.page.go_back()
    opened.page.locator("#system").wait_for(state="hidden")
    assert address(opened) == ""
    opened.check_quiet()


def test_those_without_a_rank_show_their_reason(lacking: str, open_page: Open) -> None:
    opened = open_page(lacking)
    assert [facts(opened)[term] for term in ("Rejected", "Excluded")] == ["1", "1"]
    links = opened.page.locator("dl.facts")
    links.get_by_role("link", name="copy").click()
    assert opened.page.locator("#system p").last.inner_text().startswith("Rejected: ")
    links.get_by_role("link", name="close").click()
    assert opened.page.locator("#system p").last.inner_text() == "Excluded: it lacks set2."
    opened.page.get_by_label("Rank by").select_option("lea")
    links.get_by_role("link", name="copy").click()
    assert opened.page.locator("#system h2").inner_text() == "copy"
    assert rows(opened)[-1][:2] == ["", "close"]
    opened.check_quiet()


def test_a_search_hides_rows_and_nothing_else(page: str, many: str, open_page: Open) -> None:
    opened = open_page(page)
    before = rows(opened)
    opened.page.get_by_label("Find systems").fill("er")
    assert rows(opened) == [row for row in before if "er" in row[1]] != before
    assert set(opened.page.evaluate(BORDERS)) == {"0px"}
    opened = open_page(many)
    assert "2px" in opened.page.evaluate(BORDERS)
    opened.page.get_by_label("Find systems").fill("c")
    found = rows(opened)
    assert len(found) > 16
    assert all("c" in name for _, name, *_ in found)
    assert set(opened.page.evaluate(BORDERS)) == {"0px"}


def test_of_many_rows_few_are_shown_until_all_are_asked_for(many: str, open_page: Open) -> None:
    opened = open_page(many)
    button = opened.page.locator("section[aria-labelledby=ranking] button.all")
    every = opened.page.locator("table.ranking tbody tr").count()
    shown = rows(opened)
    assert len(shown) == 16
    assert button.inner_text() == f"Show all {every}"
    opened.page.emulate_media(media="print")
    assert len(rows(opened)) == every
    assert not button.is_visible()
    opened.page.emulate_media(media="screen")
    button.click()
    assert len(rows(opened)) == every
    assert [rows(opened)[place] for place in (*range(15), -1)] == shown
    button.click()
    assert rows(opened) == shown


def test_a_hundred_systems_are_no_long_page(many: str, open_page: Open) -> None:
    opened = open_page(many)
    assert opened.page.evaluate("() => document.documentElement.scrollHeight") < 7_200
    check_everywhere(opened, lambda page: over(page.evaluate(OVER)))


def over(names: list[str]) -> None:
    assert names == []


def test_without_scripts_the_answer_is_there(page: str, many: str, open_page: Open) -> None:
    for text, most in ((page, 8), (many, 100)):
        opened = open_page(text, java_script_enabled=False)
        assert opened.page.locator("#answer .first").inner_text()
        assert opened.page.locator("dl.facts .value").first.is_visible()
        lines = opened.page.locator("table.ranking tbody tr")
        assert 8 <= lines.count() <= most
        assert all(line.is_visible() for line in lines.all())
        assert opened.page.locator("table.ranking td.bar circle").count() == lines.count()
        assert opened.page.locator("table.ranking tbody th a").count() >= lines.count()
        opened.check_quiet()


def test_the_map_tells_the_difference_of_two(page: str, open_page: Open) -> None:
    opened = open_page(page)
    every = opened.page.evaluate("() => data.systems")
    first, second, copy = (every.index(name) for name in ("balanced", "merger", "copy"))
    line = opened.page.locator("table.map tbody tr").nth(first)
    told = opened.page.locator("#readout")
    line.locator("td").nth(second).hover()
    assert told.inner_text().replace("\u2068", "").replace("\u2069", "").startswith("balanced and merger: +")
    for part in ("points, joint 95 % interval", " to ", "adjusted p ", ", significant."):
        assert part in told.inner_text()
    line.locator("td").nth(copy).hover()
    assert told.inner_text().endswith(": identical.")
    opened.check_quiet()


def test_spiteful_names_are_text_everywhere(spiteful: str, open_page: Open) -> None:
    opened = open_page(spiteful)
    for name in SPITEFUL:
        opened.page.evaluate("(hash) => (location.hash = hash)", f"system={quote(name, safe='')}&by=lea")
        title = opened.page.locator("#system h2")
        opened.page.wait_for_function(
            "(name) => document.getElementById('system-name').textContent === name", arg=name
        )
        assert title.inner_text() == name
        assert opened.page.locator("#system table").first.is_visible()
        opened.check_fits()
    assert set(opened.page.locator("table.ranking tbody th a").all_inner_texts()) == set(SPITEFUL)
    assert opened.page.locator("b, i").count() == 0
    text = answer(opened)
    assert text.count(RIGHT_TO_LEFT) == text.count(f"\u2068{RIGHT_TO_LEFT}\u2069")
    check_everywhere(opened, lambda page: over(page.evaluate(OVER)))


@pytest.mark.parametrize("options", [{"ties": "letters"}, {"against": "eager"}, {"adjust": "bh"}])
def test_the_ranking_by_another_metric_follows_the_options(options: dict[str, Any], open_page: Open) -> None:
    both, alone = (ranked(made_task(), *metrics, **options) for metrics in (("lea", "conll"), ("lea",)))
    usual, opened = open_page(render_page(alone, ())), open_page(render_page(both, ()), "#by=lea")
    assert rows(opened) == rows(usual)
    assert facts(opened) == facts(usual)
    told = f"table.ranking td.{'text' if 'against' in options else 'letters'}"
    expected = usual.page.locator(told).all_inner_texts()
    assert opened.page.locator(told).all_inner_texts() == expected
    assert len(expected) == 8
    opened.check_quiet()


def test_runs_cards_and_one_document_have_views(open_page: Open, tmp_path: Path) -> None:
    runs = open_page(render_page(ranked(made_runs(), *METRICS), ()), "#by=lea&system=ours")
    assert "Runs: " in runs.page.locator("#system").inner_text()
    runs.check_quiet()
    write_task(tmp_path / "task", {"a": (RIGHT,), "b": (OTHER_ENTITY,)})
    card = '[systems.a]\nteam = "Us"\n'
    (tmp_path / "task" / "leaderboard.toml").write_text(card, encoding="utf-8")
    opened = open_page(render_page(ranked(tmp_path / "task", *METRICS), ()), "#system=a")
    assert "team: Us" in opened.page.locator("#system").inner_text()
    simulate(tmp_path / "one", documents=1, systems=3)
    opened = open_page(render_page(ranked(tmp_path / "one", *METRICS), ()), "#by=lea&system=close")
    assert opened.page.locator("#system table").first.is_visible()
    assert opened.page.locator("table.ranking td.bar").count() == 0
    assert {row[3] for row in rows(opened)} == {"–"}
    opened.check_quiet()


@pytest.mark.parametrize("anchor", ["", "#by=lea", "#system=merger&by=muc", "#help"])
def test_every_view_fits_and_is_quiet(anchor: str, page: str, open_page: Open) -> None:
    check_everywhere(open_page(page, anchor))
