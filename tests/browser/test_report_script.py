"""What a reader does with the page of a report: find, choose, sort, compare, and share the address."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest

import leaderboard
from leaderboard.report.files.contents import report_files
from leaderboard.report.forms.template import source
from leaderboard.report.page import render_page
from leaderboard.verbs.rank import RankResult
from tests.browser.conftest import Open, Opened, check_everywhere
from tests.report.made_ranking import SYSTEMS, made_ranking
from tests.report.page.test_page import many_systems
from tests.support.made_task import made_datasets, made_task
from tests.support.tables import errors

HOSTILE = next(name for name in SYSTEMS if name.startswith("<img"))
METRICS = ("muc", "lea", "conll")


@pytest.fixture(scope="module")
def small() -> str:
    result = leaderboard.rank(made_task(), metric=METRICS, draws=100, trials=500, adjust="none")
    return render_page(result, ())


@pytest.fixture(scope="module")
def spiteful(tmp_path_factory: pytest.TempPathFactory) -> str:
    return render_page(made_ranking(tmp_path_factory.mktemp("spite"), metric=METRICS), ())


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> str:
    return render_page(many_systems(tmp_path_factory.mktemp("many")), ())


def address(opened: Opened) -> str:
    """What stands in the address after its #."""
    found: str = opened.page.evaluate("() => location.hash.slice(1)")
    return found


def systems(opened: Opened, section: str = "ranking") -> list[str]:
    """The rows of a section that can be seen; identical systems may share one."""
    rows = opened.page.locator(f"section[aria-labelledby={section}] table.sortable tbody tr")
    return [row.locator("th").inner_text() for row in rows.all() if row.is_visible()]


def pair(opened: Opened) -> list[str]:
    return [opened.page.locator(f"#{name} option:checked").inner_text() for name in ("first", "second")]


def shown_metrics(opened: Opened, section: str = "ranking") -> set[str]:
    headings = opened.page.locator(f"section[aria-labelledby={section}] th[data-metric]").all()
    return {str(one.get_attribute("data-metric")) for one in headings if one.is_visible()}


@pytest.mark.parametrize("made", ["small", "spiteful", "many"])
def test_the_page_fits_and_is_quiet(made: str, request: pytest.FixtureRequest, open_page: Open) -> None:
    check_everywhere(open_page(request.getfixturevalue(made)))


def test_a_name_is_found_in_all_tables_and_the_map(small: str, open_page: Open) -> None:
    opened = open_page(small)
    before = systems(opened)
    opened.page.get_by_label("Find systems").fill("ER")
    found = [name for name in before if "er" in name]
    assert 0 < len(found) < len(before) == 8
    assert systems(opened) == systems(opened, "errors")[: len(found)] == found
    heads = opened.page.locator("table.map thead th").all()
    assert [one.inner_text() for one in heads if one.is_visible()] == found
    rows = opened.page.locator("table.map tbody tr:visible")
    assert rows.count() == len(found)
    assert rows.first.locator("td:visible").count() == len(found)
    assert opened.page.locator("table.ranges tbody tr:visible").count() == len(found)
    assert opened.page.locator("#find output").inner_text() == f"{len(found)} of 9 systems"
    assert address(opened) == "find=ER"
    opened.page.reload()
    assert systems(opened) == found
    opened.page.get_by_label("Find systems").fill("")
    assert systems(opened) == before
    assert address(opened) == ""
    opened.check_quiet()


def test_metrics_are_chosen_for_the_whole_page(small: str, open_page: Open) -> None:
    opened = open_page(small)
    assert shown_metrics(opened) == {"muc", "lea", "conll"}
    opened.page.get_by_role("checkbox", name="MUC").uncheck()
    for section in ("ranking", "all-metrics"):
        assert shown_metrics(opened, section) == {"lea", "conll"}
    assert address(opened) == "metrics=lea"
    opened.page.reload()
    assert shown_metrics(opened) == {"lea", "conll"}
    opened.page.get_by_role("checkbox", name="LEA").uncheck()
    assert address(opened) == "metrics="
    opened.page.reload()
    assert shown_metrics(opened) == {"conll"}
    opened.page.get_by_role("checkbox", name="LEA").check()
    opened.page.get_by_role("checkbox", name="MUC").check()
    assert address(opened) == ""


def test_the_order_of_each_table_is_in_the_address(small: str, open_page: Open) -> None:
    opened = open_page(small)
    ranked = systems(opened)
    opened.page.locator("section[aria-labelledby=ranking] thead button", has_text="System").click()
    opened.page.locator("section[aria-labelledby=all-metrics] thead button", has_text="LEA F1").click()
    assert systems(opened) == sorted(ranked) != ranked
    assert address(opened) == "sort=ranking.System.up,all-metrics.LEA%20F1.down"
    opened.page.locator("section[aria-labelledby=ranking] thead button", has_text="System").click()
    opened.page.reload()
    assert systems(opened) == sorted(ranked, reverse=True)
    order = opened.page.locator("section[aria-labelledby=all-metrics] th[aria-sort=descending]")
    assert order.inner_text().startswith("LEA F1")
    opened.page.evaluate("location.hash = 'sort=ranking.LEA.up'")
    assert opened.page.locator("th[aria-sort=ascending]").count() == 1


def test_contrastive_entries_stay_below_in_every_order(open_page: Open) -> None:
    names = ("careless", "eager", "merger")
    result = leaderboard.rank(made_task(), metric=METRICS, draws=100, trials=500, contrastive=names)
    assert result.contrast
    below = {metric: result.contrast.standings[metric] for metric in METRICS}
    opened = open_page(render_page(result, ()))
    last = ["Contrastive entries", *(one.system for one in below["conll"])]
    assert systems(opened)[-4:] == last
    ranked = sorted(systems(opened)[:-4])
    for order in (ranked, ranked[::-1]):
        opened.page.locator("section[aria-labelledby=ranking] thead button", has_text="System").click()
        assert systems(opened) == [*order, *last]
    opened.page.locator("#by").select_option("muc")
    assert systems(opened)[-3:] == [one.system for one in below["muc"]]
    for one in below["muc"]:
        assert one.interval
        low, high = (f"{100 * end:.2f}" for end in one.interval)
        row = opened.page.locator("section[aria-labelledby=ranking] tbody tr", has_text=one.system)
        assert f"[{low}, {high}]" in row.inner_text()
    opened.check_quiet()


def test_a_pair_is_in_the_address(small: str, open_page: Open) -> None:
    opened = open_page(small)
    first, second = pair(opened)
    opened.page.locator("#second").select_option(label="eager")
    assert address(opened) == f"pair={first},eager"
    again = open_page(small, "#pair=eager,merger")
    assert pair(again) == ["eager", "merger"]
    assert again.page.locator("#documents").bounding_box()["y"] < 900  # type: ignore[index]
    assert "eager" in again.page.locator("#first-name").inner_text()
    cells = again.page.locator("#units tbody tr").first.locator("td").all_inner_texts()
    f1 = [float(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells]
    assert f1[2] == pytest.approx(f1[0] - f1[1], abs=0.02)
    for wrong in ("nobody,merger", "eager", "eager,merger,close", "", "%E0%A4%A,merger", "constructor,0"):
        assert pair(open_page(small, f"#pair={wrong}")) == [first, second]


def test_what_is_wrong_in_the_address_is_ignored(small: str, open_page: Open) -> None:
    usual = open_page(small)
    opened = open_page(
        small, "#metrics=none,x&sort=ranking.None.up,x.LEA.up,ranking.LEA,%&__proto__=a&=&nowhere"
    )
    assert systems(opened) == systems(usual)
    assert shown_metrics(opened) == shown_metrics(usual)
    opened.page.get_by_label("Find systems").fill("a&b=c,%#")
    assert address(opened) == "find=a%26b%3Dc%2C%25%23"
    opened.page.reload()
    assert opened.page.get_by_label("Find systems").input_value() == "a&b=c,%#"
    opened.check_quiet()


def test_a_link_to_a_section_keeps_what_was_chosen(small: str, open_page: Open) -> None:
    opened = open_page(small, "#find=er")
    found = systems(opened)
    opened.page.get_by_role("navigation", name="Sections").get_by_role("link", name="Possible ranks").click()
    opened.page.wait_for_function("location.hash === '#ranges&find=er'")
    assert systems(opened) == found
    opened.page.reload()
    assert systems(opened) == found
    assert abs(opened.page.locator("#ranges").bounding_box()["y"]) < 100  # type: ignore[index]


def test_hostile_names_are_only_names(spiteful: str, open_page: Open) -> None:
    asked = quote(HOSTILE, safe="")
    opened = open_page(spiteful, f"#find={asked}&pair={asked},{quote('北京 αβ')}")
    assert systems(opened) == [HOSTILE]
    assert pair(opened)[0] == HOSTILE
    assert HOSTILE in opened.page.locator("#tested").inner_text()
    opened.page.get_by_label("Find systems").fill("\u202e</script><img src=x onerror=alert(1)>\ud800")
    assert systems(opened) == []
    opened.page.reload()
    assert systems(opened) == []
    opened.page.get_by_label("Find systems").fill("")
    opened.page.locator("table.map tbody td.worse, table.map tbody td.tied").first.click()
    assert opened.page.locator("img").count() == 0
    opened.check_quiet()


def test_a_cell_of_the_small_map_opens_the_pair(small: str, open_page: Open) -> None:
    opened = open_page(small)
    names = opened.page.locator("table.map thead th").all_inner_texts()
    opened.page.locator("table.map tbody tr").nth(2).locator("td").nth(5).click()
    assert pair(opened) == [names[2], names[5]]
    assert address(opened) == f"documents&pair={names[2]},{names[5]}"


def test_keys_move_in_the_small_map_and_enter_opens_the_pair(small: str, open_page: Open) -> None:
    opened = open_page(small)
    grid = opened.page.get_by_role("grid", name="Significance map")
    names = grid.locator("thead th").all_inner_texts()
    assert grid.locator("[tabindex]").count() == 1
    grid.locator("[tabindex='0']").focus()
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "Control+ArrowLeft", "x"):
        opened.page.keyboard.press(key)
    opened.page.keyboard.press("Enter")
    assert pair(opened) == [names[1], names[2]]
    assert opened.page.evaluate("() => document.activeElement.id") == "first"
    assert grid.locator("[tabindex='0']").count() == 1


def test_keys_leave_out_hidden_cells_of_the_small_map(small: str, open_page: Open) -> None:
    opened = open_page(small)
    first, second, third, *_ = opened.page.locator("table.map thead th").all_inner_texts()
    opened.page.evaluate("() => showMap([0, 2])")
    opened.page.locator("table.map td[tabindex='0']:visible").focus()
    opened.page.keyboard.press("ArrowLeft")
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("Enter")
    assert pair(opened) == [first, third] != [first, second]


def test_columns_of_one_name_are_sorted_on_their_own(open_page: Open) -> None:
    table = """<section aria-labelledby="x"><h2 id="x">X</h2><table class="sortable"><thead><tr>
    <th class="text">By</th><th class="text">By</th></tr></thead><tbody>
    <tr><td data-value="a">a</td><td data-value="z">z</td></tr>
    <tr><td data-value="b">b</td><td data-value="y">y</td></tr></tbody></table></section>"""
    scripts = "".join(source(name) for name in ("report.js", "address.js", "rows.js", "sort.js"))
    data = '{"primary": "x", "by": {"x": {"label": "X"}}}'
    page = f'{table}<script type="application/json" id="data">{data}</script><script>{scripts}</script>'
    opened = open_page(page, "#sort=x.By-2.up")
    assert opened.page.locator("thead button").count() == 2
    assert opened.page.locator("tbody td").first.inner_text() == "b"
    opened.page.locator("thead button").first.click()
    assert address(opened) == "sort=x.By.up"


def test_few_of_many_documents_are_listed_until_all_are_asked_for(open_page: Open) -> None:
    result = leaderboard.rank(made_datasets(), metric="conll", draws=100, trials=100)
    opened = open_page(render_page(result, ()))
    rows, bars = opened.page.locator("#units tbody tr"), opened.page.locator("#differences rect")
    units = bars.count()
    assert rows.count() == 10 < units
    button = opened.page.locator("#more button")
    shown = opened.page.locator("#more span")
    assert (shown.inner_text(), button.inner_text()) == (f"10 of {units} documents.", "Show all")
    largest = rows.first.inner_text()
    button.click()
    assert rows.count() == units
    assert (shown.inner_text(), button.inner_text()) == (
        f"{units} of {units} documents.",
        "Show the first 10",
    )
    assert rows.first.inner_text() == largest
    button.click()
    assert rows.count() == 10
    opened.page.emulate_media(media="print")
    assert shown.is_visible()
    assert not button.is_visible()
    opened.check_quiet()


def point(opened: Opened, row: int, column: int) -> dict[str, int]:
    """Return where a cell of the large map is, within the picture."""
    side, margin = opened.page.evaluate(
        "() => { const [margin, , side] = document.querySelector('.cells').getAttribute('transform')"
        ".match(/[\\d.]+/g).map(Number); return [side, margin]; }"
    )
    return {"x": int(margin + side * (column + 0.5)), "y": int(margin + side * (row + 0.5))}


def names(opened: Opened) -> list[str]:
    found: list[str] = opened.page.evaluate("() => data.systems")
    return found


def test_names_stand_beside_a_large_map_while_they_can_be_read(many: str, open_page: Open) -> None:
    opened = open_page(many)
    texts = opened.page.locator("svg.map text")
    assert texts.count() == 2 * 64
    size = opened.page.locator(".names").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 9
    assert all(text.is_visible() for text in texts.all()[:4])
    opened.page.set_viewport_size({"width": 390, "height": 900})
    opened.page.wait_for_function("() => !document.querySelector('svg.map text:not(.left-out)')")
    opened.check_fits()
    opened.page.get_by_label("Find systems").fill("s1")
    opened.page.wait_for_function("() => document.querySelector('svg.map text:not(.left-out)')")
    shown = [one.text_content() for one in opened.page.locator("svg.map text.row").all() if one.is_visible()]
    assert shown == [name for name in names(opened) if "s1" in name]


def test_pointing_at_a_large_map_names_the_pair_and_a_click_opens_it(many: str, open_page: Open) -> None:
    opened = open_page(many, width=390)
    map_, tip, every = opened.page.locator("svg.map"), opened.page.locator(".tip"), names(opened)
    map_.hover(position=point(opened, 3, 60))
    assert every[3] in tip.inner_text()
    assert every[60] in tip.inner_text()
    assert tip.inner_text() == opened.page.locator("#readout").inner_text()
    opened.check_fits()
    map_.click(position=point(opened, 3, 60))
    assert pair(opened) == [every[3], every[60]]
    opened.page.get_by_label("Find systems").fill("s1")
    left = [name for name in every if "s1" in name]
    map_.click(position=point(opened, 0, 2))
    assert pair(opened) == [left[0], left[2]]


def test_a_tap_on_a_large_map_names_the_pair_and_a_second_one_opens_it(many: str, open_page: Open) -> None:
    opened = open_page(many, width=390, has_touch=True)
    every, before = names(opened), pair(opened)
    at = point(opened, 5, 50)
    opened.page.locator("svg.map").tap(position=at)
    assert every[50] in opened.page.locator(".tip").inner_text()
    assert pair(opened) == before
    opened.page.locator("svg.map").tap(position=at)
    assert pair(opened) == [every[5], every[50]]


def test_keys_move_in_a_large_map(many: str, open_page: Open) -> None:
    opened = open_page(many)
    every, region = names(opened), opened.page.get_by_role("application")
    region.focus()
    assert every[1] in opened.page.locator(".tip").inner_text()
    for key in (
        "ArrowDown",
        "ArrowDown",
        "ArrowRight",
        "ArrowRight",
        "ArrowLeft",
        "ArrowUp",
        "ArrowUp",
        "ArrowUp",
    ):
        region.press(key)
    assert every[2] in opened.page.locator("#readout").inner_text()
    region.press("Enter")
    assert pair(opened) == [every[0], every[2]]
    assert opened.page.evaluate("() => document.activeElement.id") == "first"
    region.focus()
    region.press("Escape")
    assert not opened.page.locator(".tip").is_visible()


def test_without_scripts_nothing_is_dead(small: str, many: str, open_page: Open) -> None:
    for page in (small, many):
        opened = open_page(page, java_script_enabled=False)
        controls = opened.page.locator("button, input, select")
        assert [one.get_attribute("id") for one in controls.all() if one.is_visible()] == []
        assert opened.page.locator("section[aria-labelledby=ranking] tbody tr").first.is_visible()
    assert opened.page.locator("#readout").inner_text() == ""
    assert opened.page.locator("svg.map text").first.is_visible()


def test_the_files_beside_the_ranking_are_those_of_the_report(tmp_path: Path, open_page: Open) -> None:
    result: RankResult = leaderboard.rank(made_task(), metric=METRICS, draws=100, trials=100, prices=True)
    opened = open_page(render_page(result, ()))
    links = opened.page.get_by_role("navigation", name="Downloads").get_by_role("link")
    files = [str(link.get_attribute("href")) for link in links.all()]
    assert files == ["leaderboard.csv", "leaderboard.tex", "leaderboard.json", "pairwise.csv", "prices.csv"]
    assert set(files) <= set(report_files(result, ()))
    without = leaderboard.rank(made_task(), metric=METRICS, draws=100, trials=100, prices=False)
    assert 'href="prices.csv"' not in render_page(without, ())


def test_scripts_write_text_alone() -> None:
    for script in Path(leaderboard.__file__).parent.glob("report/templates/*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|style=|\bon\w+=", text
        )


def test_a_name_is_found_in_the_panels_of_datasets(open_page: Open) -> None:
    result = leaderboard.rank(made_datasets(), metric=METRICS, draws=100, trials=100, adjust="none")
    last = result.primary.standings[-1].system
    opened = open_page(render_page(result, ()), f"#find={last}")
    left = opened.page.locator(".panels g:not(.missed) title")
    assert left.count() == len(result.of("dataset"))
    assert all(last in text for text in left.all_text_contents())
    check_everywhere(opened)


def test_the_page_of_a_table_has_its_own_words_digits_and_direction(tmp_path: Path, open_page: Open) -> None:
    file = errors(tmp_path / "t.csv")
    metric, lower = ["wer=errors/words", "late=words"], ["wer", "late"]
    result = leaderboard.rank(file, metric=metric, lower=lower, unit="item", draws=100)
    opened = open_page(render_page(result, ()), "#pair=north,south")
    check_everywhere(opened)
    page = opened.page
    said = page.locator("#tested").inner_text().replace("\u2068", "").replace("\u2069", "")
    assert said.startswith("north is better than south: \N{MINUS SIGN}12.90 wer points, joint")
    outcome = page.locator("#outcome").inner_text().replace("\u2068", "").replace("\u2069", "")
    assert outcome.startswith("north is ahead on 12, level on 0, behind south on 0")
    assert outcome.endswith("Bars upward favour south, downward north.")
    caption = page.locator("table.ranking caption")
    assert "Ranking by wer, in per cent, lower is better" in caption.inner_text()
    page.locator("#by").select_option("late")
    assert "Ranking by late, lower is better" in caption.inner_text()
    ends = page.locator("table.ranking tbody tr").first.locator("td").all_inner_texts()[2]
    assert ends == "[13.21, 17.79]"
    page.locator("table.ranking tbody a").first.click()
    view = page.locator("#system").inner_text()
    assert "Items that differ most" in view
    assert "15.50" in view
