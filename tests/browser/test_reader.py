"""A document of the reader in a browser: boxes, filters, keys, addresses and words."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from leaderboard.report.files.reader import document_page
from tests.browser.conftest import WIDTHS, Open, Opened, check_everywhere
from tests.support.reader_pages import NAMES, NORTH_WRONG, SOUTH_WRONG, number, page_of, sample_data

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@pytest.fixture
def sample(open_page: Open) -> Opened:
    return open_page(document_page(page_of(sample_data())))


def boxes(page: Page, pane: str, name: str) -> Locator:
    return page.get_by_role("region", name=pane, exact=True).locator(f'.m[data-m="{number(name)}"]')


def numbers(names: Iterable[str]) -> list[int]:
    return sorted(map(number, names))


def bright(page: Page) -> list[int]:
    """The numbers of the mentions that are not dimmed."""
    found = page.eval_on_selector_all("#text .m.on", "nodes => nodes.map((node) => Number(node.dataset.m))")
    return sorted(set(found))


def pressed(page: Page) -> list[str]:
    return page.locator("aside [aria-pressed=true]").all_inner_texts()


def ends_with(page: Page, hash_: str) -> None:
    page.wait_for_function("(hash) => location.hash === hash", arg=hash_)


def test_pages_are_quiet_and_fit_at_all_widths(sample: Opened) -> None:
    check_everywhere(sample, fits_and_can_be_touched)


def fits_and_can_be_touched(page: Page) -> None:
    assert page.locator("#text .m:visible").count() > 10
    sizes = page.eval_on_selector_all(
        "button, input, select, a",
        """nodes => nodes.filter((node) => node.getClientRects().length)
        .map((node) => node.getBoundingClientRect().height)""",
    )
    assert min(sizes) >= 32
    (overlapping,) = page.evaluate(_OVERLAPS, [".text"])
    assert overlapping == []


# Of each element, pairs of texts of which one is printed over the other.
_OVERLAPS = """(places) => places.map((place) => {
  const rects = [];
  const walker = document.createTreeWalker(document.querySelector(place), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.replace("\\u2060", "").trim();
    if (!text) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left > 0.5) rects.push({ text, left, right, top, bottom });
    }
  }
  rects.sort((one, other) => one.top - other.top);
  const found = [];
  rects.forEach((one, at) => {
    for (let next = at + 1; next < rects.length && rects[next].top < one.bottom - 1; next += 1) {
      const other = rects[next];
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (across > 1) found.push(`${one.text} / ${other.text}`);
    }
  });
  return found;
})"""


def test_boxes_show_nesting_crossing_gaps_and_errors(sample: Opened) -> None:
    page = sample.page
    heights = [
        boxes(page, "Key", name).first.bounding_box() for name in ("ferry of", "town", "people", "coast")
    ]
    assert [box["height"] for box in heights if box] == sorted(
        (box["height"] for box in heights if box), reverse=True
    )
    assert len({box["height"] for box in heights if box}) == 4

    # Crossing: the later one is cut in two, open at the cut.
    cut = boxes(page, "north", "old half")
    assert cut.count() == 2
    assert "open-end" in cut.first.get_attribute("class")
    assert "open-start" not in cut.first.get_attribute("class")
    assert "open-start" in cut.last.get_attribute("class")
    assert cut.first.evaluate("node => getComputedStyle(node).borderInlineEndWidth") == "0px"

    # Discontinuous: two pieces that are open towards each other, one number.
    gap = boxes(page, "Key", "old pilot")
    assert [
        ("open-end" in one, "open-start" in one)
        for one in (gap.first.get_attribute("class"), gap.last.get_attribute("class"))
    ] == [(True, False), (False, True)]
    assert gap.locator("> .tag").count() == 1

    assert boxes(page, "north", "ferry").inner_text().startswith("the old ferry")
    assert boxes(page, "north", "ferry").inner_text().count("to") == 0
    assert boxes(page, "north", "her").evaluate("node => getComputedStyle(node).borderStyle") == "dotted"
    assert boxes(page, "north", "nobody").evaluate("node => getComputedStyle(node).borderStyle") == "dashed"
    assert boxes(page, "Key", "nobody").count() == 0
    assert boxes(page, "Key", "zero").locator("i").inner_text() == "∅"
    assert boxes(page, "Key", "he").locator("> .tag").inner_text() == "4"
    assert boxes(page, "north", "he").locator("> .tag").inner_text() == "4a"
    for pane, wrong in (("north", NORTH_WRONG), ("south", SOUTH_WRONG)):
        for name in NAMES:
            marks = boxes(page, pane, name).locator("> .mark")
            assert marks.count() == len(wrong.get(name, ())), (pane, name)
    titles = boxes(page, "north", "he").locator("> .mark")
    assert [one.get_attribute("title") for one in titles.all()] == ["Conflated entity", "Divided entity"]


def test_rows_are_level_marks_stay_at_their_words_and_arabic_runs_from_the_right(sample: Opened) -> None:
    page = sample.page
    for width in WIDTHS[:2]:
        page.set_viewport_size({"width": width, "height": 900})
        tops = page.evaluate(
            """() => [...document.querySelectorAll('.pane')].map((pane) =>
            [...pane.children].map((row) => row.getBoundingClientRect().top))"""
        )
        assert tops[1:] == tops[:-1]
        apart = page.evaluate(
            """() => [...document.querySelectorAll('#text .tag, #text .mark')].filter((sign) => {
              const before = document.createRange();
              before.setStart(sign.closest('.s'), 0);
              before.setEndBefore(sign);
              const lines = [...before.getClientRects()].map((rect) => rect.bottom);
              return sign.getClientRects()[0].top > Math.max(...lines);
            }).map((sign) => sign.parentNode.textContent)"""
        )
        assert apart == []
    word, tag = boxes(page, "Key", "قبطانة").evaluate(
        """node => [node.firstChild, node.lastChild].map((child) => {
        const range = document.createRange();
        range.selectNode(child);
        return range.getBoundingClientRect().left; })"""
    )
    assert tag < word
    assert (
        boxes(page, "Key", "قبطانة").evaluate("node => getComputedStyle(node.closest('p')).direction")
        == "rtl"
    )


def test_filters_combine_and_buttons_do_what_keys_do(sample: Opened) -> None:
    page = sample.page
    divided = {
        name for wrong in (NORTH_WRONG, SOUTH_WRONG) for name, kinds in wrong.items() if "divided" in kinds
    }
    page.keyboard.press("5")
    assert bright(page) == numbers(divided)
    assert page.locator("#count").inner_text() == "4 errors"
    page.keyboard.press("1")
    assert bright(page) == numbers(divided | {"ferry"})
    page.keyboard.press("b")
    assert bright(page) == numbers((divided | {"ferry"}) & set(NORTH_WRONG) - set(SOUTH_WRONG))
    ends_with(page, "#who=b&kind=divided,span")
    assert len(pressed(page)) == 3
    page.locator("[data-entity='0']").click()
    assert bright(page) == numbers({"قبطانة", "ها"})
    page.keyboard.press("Escape")
    ends_with(page, "")
    assert bright(page) == []
    assert "dim" not in page.locator("body").get_attribute("class")

    only_north = set(SOUTH_WRONG) - set(NORTH_WRONG)
    page.keyboard.press("a")
    assert bright(page) == numbers(only_north)
    assert page.locator("[data-who=a]").inner_text() == f"Only north {len(only_north)}"
    page.keyboard.press("w")
    assert page.locator("#status").inner_text() == "No mention fits the filters."
    page.locator("#clear").click()
    page.locator("[data-kind=divided]").click()
    assert bright(page) == numbers(divided)
    rows = page.locator("#kinds tbody tr")
    counts = sample_data()["systems"]
    assert rows.nth(4).locator("td").all_inner_texts() == [str(one["counts"]["divided"]) for one in counts]

    # With Ctrl, Alt or Meta, and in a field, no key acts.
    page.keyboard.press("Alt+a")
    page.locator("#find").fill("")
    page.keyboard.type("a5w[")
    ends_with(page, "#kind=divided")


def test_next_previous_and_the_status(sample: Opened) -> None:
    page = sample.page
    page.keyboard.press("5")
    # The two Arabic mentions that are apart from their entity are one error.
    for name in ("he", "قبطانة", "ferry of", "the pilot", "he"):
        page.keyboard.press("n")
        assert page.locator(".now").first.get_attribute("data-m") == str(number(name))
        assert page.evaluate("() => document.activeElement.matches('.now')")
    assert page.locator("#count").inner_text() == "1 of 4"
    page.keyboard.press("p")
    ends_with(page, f"#m{number('the pilot')}&kind=divided")
    boxes(page, "Key", "ها").click()
    assert page.locator("#count").inner_text() == "4 errors"
    page.keyboard.press("n")
    assert page.locator("#count").inner_text() == "3 of 4"
    boxes(page, "Key", "ها").click()
    page.keyboard.press("p")
    page.locator("#next").click()
    page.locator("#previous").click()
    assert page.locator("#count").inner_text() == "2 of 4"
    # The chain of the system that errs is lit.
    assert bright(page) == numbers({"قبطانة", "ها"})
    page.locator("#previous").click()
    assert (
        page.locator("#status").inner_text()
        == "“he” · entity 4 of the key, 4 mentions · north: conflated entity, divided entity · south: right"
    )
    # The chain is that of the pane, in all panes.
    boxes(page, "Key", "he").click()
    assert bright(page) == numbers({"pilot", "old pilot", "he", "the pilot"})
    boxes(page, "north", "he").click()
    assert bright(page) == numbers({"captain", "she", "the captain", "he"})
    page.locator("#clear").click()
    boxes(page, "south", "the pilot").hover()
    assert bright(page) == numbers({"the pilot"})
    assert page.locator("#status").inner_text().endswith("north: right · south: divided entity")


def test_one_tab_stop_arrows_and_enter(sample: Opened) -> None:
    page = sample.page
    assert page.locator("#text [tabindex='0']").count() == 1
    page.locator(".scroll").focus()
    page.keyboard.press("Tab")
    at = "() => [document.activeElement.dataset.m, document.activeElement.closest('section')?.ariaLabel]"
    assert page.evaluate(at) == [str(number("captain")), "Key"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) == [str(number("ferry")), "north"]
    assert page.locator("#text [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert page.locator(".now").first.get_attribute("data-m") == str(number("ferry"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(at) == [str(number("captain")), "Key"]
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('aside') !== null")
    page.goto(page.url.partition("#")[0] + f"#m{number('قبطانة')}")
    page.wait_for_selector(f".now[data-m='{number('قبطانة')}']")
    page.keyboard.press("n")
    page.keyboard.press("p")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(at)[0] == str(number("ها"))
    assert page.locator("#status").get_attribute("aria-live") == "polite"


def test_an_address_brings_back_what_is_shown_and_wrong_ones_are_ignored(sample: Opened) -> None:
    page, url = sample.page, sample.file.as_uri()
    hash_ = f"#m{number('he')}&e4&who=b&kind=conflated,divided"
    page.goto(url + hash_)
    page.reload()
    assert page.locator("#count").inner_text() == "1 of 2"
    assert len(pressed(page)) == 4
    ends_with(page, hash_)
    page.evaluate("() => { location.hash = '#m999&e0&e99&who=c&kind=x&pair=1,9&m1x&%E0%A4%A' }")
    ends_with(page, "")
    assert page.locator("[data-who=all]").get_attribute("aria-pressed") == "true"
    assert page.locator("[rel=next]").get_attribute("href") == "0008.html"
    page.keyboard.press("5")
    assert page.locator("[rel=next]").get_attribute("href") == "0008.html#kind=divided"
    sample.check_quiet()


def found(page: Page, name: str) -> list[str]:
    """The words of the key with a mark of this name."""
    script = """(name) => [...CSS.highlights.get(name)].map((range) => range.startContainer)
        .filter((node) => node.parentNode.closest('section').ariaLabel === 'Key')
        .map((node) => node.textContent)"""
    words: list[str] = page.evaluate(script, name)
    return words


def test_words_are_found_across_words_and_marks(sample: Opened) -> None:
    page = sample.page
    before = page.locator("#text").inner_html()
    page.keyboard.press("/")
    page.keyboard.type("THE PILOT")
    assert page.locator("#hits").inner_text() == "2 hits"
    assert found(page, "hit") == ["the", "pilot"] * 2
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator("#hits").inner_text() == "1 of 2 hits"
    page.keyboard.press("Shift+Enter")
    assert page.locator("#hits").inner_text() == "2 of 2 hits"
    assert found(page, "here") == ["the", "pilot"]
    page.locator("#find").fill("no such words")
    assert page.locator("#hits").inner_text() == "0 hits"
    assert found(page, "hit") == found(page, "here") == []
    page.locator("#find").fill("ها ترى")
    page.locator("#next-hit").click()
    assert page.locator("#hits").inner_text() == "1 of 1 hit"
    # Marks change nothing in the text, so that thousands of hits cost little.
    assert page.locator("#text").inner_html() == before


def test_a_hit_is_scrolled_into_view(open_page: Open) -> None:
    """Also in the pane that a phone shows."""
    for width in (1400, 390):
        page = open_page(document_page(page_of(sample_data())), width=width).page
        page.set_viewport_size({"width": width, "height": 400})
        page.keyboard.press("/")
        page.keyboard.type("fog")
        page.keyboard.press("Enter")
        top = page.evaluate(
            """() => { const range = document.createRange();
            const nodes = [...CSS.highlights.get('here')].map((found) => found.startContainer);
            return nodes.map((node) => (range.selectNode(node), range.getBoundingClientRect()))
              .filter((rect) => rect.width).map((rect) => rect.top); }"""
        )
        assert top
        assert 0 < min(top) <= max(top) < 400


def test_singletons_are_hidden_and_shown(sample: Opened) -> None:
    page = sample.page
    page.locator("#alone").click()
    assert page.locator("#count").inner_text() == f"{len(NAMES) - 4} mentions"
    assert boxes(page, "Key", "coast").locator("> .tag").is_hidden()
    page.locator("#alone").click()
    assert page.locator("#count").inner_text() == f"{len(NAMES)} mentions"


def test_of_three_systems_the_difference_names_its_two(open_page: Open) -> None:
    names = ("north", "south", "east")
    page = open_page(document_page(page_of(sample_data(names)))).page
    assert page.locator(".scores tbody th").all_inner_texts() == [*names, "north − south"]
    assert "to the lead of south" in page.locator("header .note").inner_text()
    page = open_page(document_page(page_of(sample_data()))).page
    assert page.locator(".scores tbody th").last.inner_text() == "Difference"


def test_a_document_without_words_opens(open_page: Open) -> None:
    nothing: Any = {"words": [], "zeros": [], "mentions": [], "key": {}, "sizes": {}}
    data = sample_data(("north",)) | nothing
    data["systems"][0].update(entities={}, spans={}, wrong={})
    opened = open_page(document_page(page_of(data)))
    for name in "np5a?":
        opened.page.keyboard.press(name)
    assert opened.page.locator("#count").inner_text() == "0 errors"
    assert opened.page.locator("#help").is_visible()
    opened.check_quiet()


def test_names_in_the_table_of_scores_stay_whole_on_a_phone(open_page: Open) -> None:
    page = open_page(document_page(page_of(sample_data())), width=390).page
    heights = page.eval_on_selector_all(
        ".scores tbody th", "nodes => nodes.map((node) => node.getBoundingClientRect().height)"
    )
    assert max(heights) < 40


def test_a_phone_opens_the_pane_of_the_error(open_page: Open) -> None:
    page = open_page(document_page(page_of(sample_data())), width=390).page
    page.keyboard.press("5")
    opened = []
    for _ in range(4):
        page.keyboard.press("n")
        opened.append(page.locator("#choice [aria-pressed=true]").inner_text())
    assert opened == ["north", "north", "south", "south"]


def test_one_pane_at_a_time_and_filters_on_a_phone(open_page: Open) -> None:
    opened = open_page(document_page(page_of(sample_data(("north", "south", "east")))), width=390)
    page = opened.page
    page.set_viewport_size({"width": 390, "height": 500})
    assert page.locator(".s:visible").count() == 6
    page.get_by_role("button", name="Key", exact=True).click()
    assert boxes(page, "Key", "he").is_visible()
    assert not boxes(page, "north", "he").is_visible()
    page.mouse.wheel(0, 600)
    page.wait_for_function("() => scrollY > 0")
    assert page.locator(".choice").bounding_box()["y"] == 0
    page.locator("#open-filters").click()
    page.locator("[data-kind=extra_entity]").click()
    page.locator("#open-filters").click()
    page.locator("#next").click()
    assert boxes(page, "north", "منارة").is_visible()
    # With three systems, the two that are compared are chosen.
    page.locator("#open-filters").click()
    page.locator("#pair select").first.select_option("east")
    ends_with(page, "#pair=3,2&kind=extra_entity")
    page.locator("#pair select").last.select_option("east")
    ends_with(page, "#pair=2,3&kind=extra_entity")
    assert page.locator("[data-who=a]").inner_text() == "Only south 0"
    opened.check_fits()
    opened.check_quiet()


def test_help_names_the_keys(sample: Opened) -> None:
    page = sample.page
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("5")
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()
    assert bright(page) == []


def test_one_system_is_right_or_wrong(open_page: Open) -> None:
    page = open_page(document_page(page_of(sample_data(("north",))))).page
    assert [one.split()[0] for one in page.locator("[data-who]").all_inner_texts()] == [
        "All",
        "Right",
        "Wrong",
    ]
    page.keyboard.press("w")
    assert bright(page) == numbers(NORTH_WRONG)
    page.keyboard.press("b")
    assert bright(page) == numbers(NORTH_WRONG)


def test_chains_of_long_documents_link_to_their_other_pages(open_page: Open) -> None:
    data = sample_data() | {"page": 2, "pages": 3, "first": 50, "elsewhere": {"0": [1, 3, 0]}}
    data["sizes"]["0"] = 9
    opened = open_page(document_page(page_of(data, page=2, pages=3)), "#e1")
    links = opened.page.locator("#status a")
    assert [one.get_attribute("href") for one in links.all()] == ["0007.html#e1", "0007-3.html#e1"]
    assert "9 mentions, also on page 1 3 …" in opened.page.locator("#status").inner_text()
    opened.page.keyboard.press("n")
    ends_with(opened.page, "#m50&e1")


def test_without_scripts_the_words_can_be_read(open_page: Open) -> None:
    opened = open_page(document_page(page_of(sample_data())), java_script_enabled=False)
    text = opened.page.inner_text("body")
    assert "The captain of the old ferry to Skarn lost her way ." in text
    assert "does not run JavaScript" in text
    assert not opened.page.locator(".bar").is_visible()
    opened.check_fits()


def test_hostile_words_and_names_do_nothing(open_page: Open) -> None:
    hostile = "</script><img src=x onerror=console.log(1)>\u202e"
    data = sample_data((hostile, "south")) | {"document": hostile}
    data["words"][0][0] = hostile
    data["words"][5][0] = "x" * 100_000
    opened = open_page(document_page(page_of(data)), f"#m{number('captain')}")
    check_everywhere(opened)
    assert opened.page.locator("img").count() == 0
    assert hostile.replace("\u202e", "\\u202e") in opened.page.locator("#status").inner_text()


@pytest.mark.parametrize("shape", ["nested", "crossing"])
def test_thousands_of_mentions_around_a_word_open(shape: str, open_page: Open) -> None:
    many = 10_000
    if shape == "nested":
        spans = [[start, many] for start in range(many)]
    else:
        spans = [[start, start + many // 2] for start in range(many // 2)]
    everything: Any = {"0": list(range(len(spans)))}
    data = sample_data() | {
        "words": [["w"] * (many + 1)],
        "zeros": [],
        "mentions": [{"at": [span]} for span in spans],
        "key": everything,
        "sizes": {"0": len(spans)},
    }
    for system in data["systems"]:
        system.update(entities=everything, spans={}, wrong={})
    opened = open_page(document_page(page_of(data)))
    opened.page.keyboard.press("n")
    assert opened.page.locator("#count").inner_text() == f"1 of {len(spans)}"
    opened.check_quiet()


def test_print_shows_all_panes_and_nothing_lies_over_anything(sample: Opened, tmp_path: Path) -> None:
    page = sample.page
    page.keyboard.press("5")
    # The width of A4 without margins, at which the screen would show one pane.
    page.set_viewport_size({"width": 718, "height": 1000})
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator(".s:visible").count() == 18
    assert not page.locator(".bar").is_visible()
    assert not page.locator("aside").is_visible()
    assert page.evaluate(_OVERLAPS, ["body"]) == [[]]
    styles = page.eval_on_selector_all(
        "#text .m, #text .mark, #text .tag",
        """nodes => nodes.map(getComputedStyle).map((style) =>
        [style.color, style.borderTopColor, style.backgroundColor])""",
    )
    assert {style[0] for style in styles} == {style[1] for style in styles} == {"rgb(0, 0, 0)"}
    assert {style[2] for style in styles} <= {"rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"}
    # Without margins, boxes at the end of a line stand on the edge of the paper.
    margins = page.evaluate(
        """() => [...document.styleSheets[0].cssRules].filter((rule) => rule instanceof CSSPageRule)
        .map((rule) => rule.style.margin)"""
    )
    assert margins == ["12mm"]
    assert page.pdf(format="A4").startswith(b"%PDF")
