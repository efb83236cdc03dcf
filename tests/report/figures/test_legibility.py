"""Figures in print: letters of at least 6 pt at the width of a page, with 5, 30, 100 and more systems."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle, islice, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from leaderboard.metrics import METRICS
from leaderboard.report.features import slices as words
from leaderboard.report.figures import Picture, pictures
from leaderboard.report.figures.axes import TALLEST, Frame, lines, rank_ticks, room, shown, ticks
from leaderboard.report.figures.drawing import COLUMN, PAGE, SMALLEST, svg
from leaderboard.report.figures.forest import MOST, panels, slices
from leaderboard.report.figures.squares import datasets, scatter_matrix
from leaderboard.slices.slicing import Slicing
from leaderboard.verbs.rank import RankResult, rank
from tests.report.made_ranking import write_task
from tests.support.made_task import made_datasets
from tests.support.small_task import NOTHING, OTHER_ENTITY, OTHER_LINK, RIGHT

# The tallest figure: rows, an axis and a legend.
TALL = 684


def many(folder: Path, systems: int) -> RankResult:
    """A ranking of so many systems, each with another mixture of answers; slices too."""
    mixtures = islice(cycle(product((RIGHT, OTHER_LINK, OTHER_ENTITY, NOTHING), repeat=4)), systems)
    write_task(folder, {f"system-{number:03}": mixture for number, mixture in enumerate(mixtures)})
    options = {"metric": ("muc", "bcub", "ceafe", "conll"), "by": "length", "slice_min": 1}
    return rank(folder, draws=100, trials=200, adjust="none", missing="empty", **options)


@pytest.fixture(scope="module", params=[5, 30, 100])
def drawn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Picture, ...]:
    return pictures(many(tmp_path_factory.mktemp("many") / "task", request.param))


def points(svg: bytes) -> tuple[float, float]:
    """The width and height at which a figure is printed."""
    root = ElementTree.fromstring(svg)
    width, height = (float(root.attrib[side].removesuffix("pt")) for side in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    return width, height


def sizes(svg: bytes) -> set[float]:
    """The sizes of all letters, in points: a unit of the figure is a point."""
    found = re.findall(r'font-size="([\d.]+)"', svg.decode())
    assert len(found) == svg.count(b"<text")
    return set(map(float, found))


def test_letters_are_large_enough_in_print(drawn: tuple[Picture, ...]) -> None:
    assert {"ranges", "letters", "prices", "slices-length"} <= {picture.name for picture in drawn}
    for picture in drawn:
        width, height = points(picture.svg)
        assert (width <= PAGE, height <= TALL) == (True, True), picture.name
        assert min(sizes(picture.svg)) >= SMALLEST, picture.name


def extent(element: ElementTree.Element) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a shape or of a text, whose width is estimated."""
    of = {name: float(value) for name, value in element.attrib.items() if re.fullmatch(r"-?[\d.]+", value)}
    if "cx" in of:
        return of["cx"] - of["r"], of["cy"] - of["r"], of["cx"] + of["r"], of["cy"] + of["r"]
    if "d" in element.attrib:
        places = re.findall(r"[ML](\S+) ([-\d.]+)", element.attrib["d"])
        across, down = ([float(place[way]) for place in places] for way in (0, 1))
        return min(across), min(down), max(across), max(down)
    if "font-size" in of:
        size, text = of["font-size"], str(element.text)
        width = 0.55 * size * len(text)
        before = {"start": 0, "middle": 0.5, "end": 1}[element.attrib["text-anchor"]] * width
        if "transform" in element.attrib:
            return of["x"] - size, of["y"] + before - width, of["x"], of["y"] + before
        return of["x"] - before, of["y"] - 0.75 * size, of["x"] - before + width, of["y"]
    return of["x"], of["y"], of["x"] + of["width"], of["y"] + of["height"]


def test_every_mark_is_within_the_picture(drawn: tuple[Picture, ...]) -> None:
    for picture in drawn:
        width, height = points(picture.svg)
        for element in list(ElementTree.fromstring(picture.svg))[3:]:
            left, top, right, bottom = extent(element)
            inside = left >= 0 and top >= 0 and right <= width and bottom <= height
            assert inside, (picture.name, ElementTree.tostring(element))


@pytest.mark.parametrize("name", ["scores", "ranges", "letters", "ranks", "differences", "prices", "errors"])
def test_figures_fit_on_one_column(drawn: tuple[Picture, ...], name: str) -> None:
    picture = next(one for one in drawn if one.name == name)
    assert points(picture.svg)[0] == COLUMN
    assert not picture.is_wide
    assert next(one for one in drawn if one.name == "slices-length").is_wide


@pytest.mark.parametrize(
    ("rows", "side", "step"),
    [(5, 54, 1), (100, TALLEST, 1), (101, TALLEST, 2), (1000, TALLEST, 10), (100, 302, 2)],
)
def test_names_that_have_no_room_are_left_out_with_a_note(rows: int, side: float, step: int) -> None:
    frame = Frame(72, 36, COLUMN, 36 + side, (0, 1), (-0.5, rows - 0.5))
    found = [(one.y, one.text) for one in frame.name_rows([f"s{number}" for number in range(rows)])]
    names = [(frame.at(0, row)[1], f"s{row}") for row in range(0, rows, step)]
    assert found[: len(names)] == names
    assert [text for _, text in found[len(names) :]] == ([f"1 in {step}", "named"] if step > 1 else [])
    assert side * step / rows >= SMALLEST - 1e-6


def test_columns_are_named_as_far_as_there_is_room() -> None:
    frame = Frame(20, 6, 160, 70, (-0.5, 59.5), (0, 1))
    found = [one.text for one in frame.name_columns([f"set{number}" for number in range(60)])]
    assert found[:3] == ["set0", "set3", "set6"]


@pytest.mark.parametrize(
    ("ends", "length", "upright", "numbers"),
    [
        ((55.2, 82.1), 150, False, ["60", "65", "70", "75", "80"]),
        ((0, 1134), 160, False, ["0", "200", "400", "600", "800", "1,000"]),
        ((51, -43), 88, True, ["−40", "−20", "0", "20", "40"]),
        ((77.31, 77.39), 150, False, ["77.32", "77.34", "77.36", "77.38"]),
        ((3.01, 3.99), 20, False, ["3.5"]),
        ((1.5e9, 1.93e9), 150, False, ["1,600,000,000", "1,800,000,000"]),
        ((2e-6, 8e-6), 150, False, ["0.000005"]),
    ],
)
def test_an_axis_has_as_many_round_numbers_as_have_room(
    ends: tuple[float, float], length: float, upright: bool, numbers: list[str]
) -> None:
    assert [text for _, text in ticks(ends, length, upright=upright)] == numbers


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("plain", "plain"),
        ("a-very-long-name-of-a-system-with-variants-0001", "a-very-long-nam…nts-0001"),
        ("北京大学自然语言处理研究所共指消解系统", "北京大学自然语言处…消解系统"),
        ("two\nlines\u202e", "two\\nlines\\u202e"),
        ("שלום עולם", "שלום עולם"),
    ],
)
def test_names_are_short_and_on_one_line(name: str, short: str) -> None:
    assert shown(name) == short
    assert room([name]) <= 116


def test_sentences_below_a_figure_are_broken_where_it_ends() -> None:
    for text in ("word " * 40, "one line\nand another"):
        assert all(len(line) <= 60 for line in lines(text))
        assert " ".join(lines(text)).split() == text.split()
        assert len(lines(text, PAGE)) <= len(lines(text))


def test_scatter_plots_of_many_metrics_have_legible_numbers(tmp_path: Path) -> None:
    write_task(tmp_path, {"one": (RIGHT,), "two": (RIGHT, OTHER_ENTITY), "three": (OTHER_ENTITY,)})
    metrics = tuple(
        name for name in METRICS if not name.startswith(("bridging", "non", "zero", "mor")) and name != "rand"
    )
    picture = scatter_matrix(rank(tmp_path, draws=100, trials=100, metric=metrics, prices=False))
    assert picture is not None
    assert len(metrics) > 10
    assert min(sizes(svg(picture))) == SMALLEST
    assert b"r = " not in svg(picture)


@pytest.mark.parametrize(
    ("count", "systems", "most"),
    [(3, 5, 3), (40, 5, 24), (40, 9, 24), (24, 30, 12), (5, 100, 5), (40, 300, 12)],
)
def test_slices_fit_on_a_page(count: int, systems: int, most: int) -> None:
    drawn, height = panels(count, systems)
    assert drawn == most <= MOST
    assert -(-drawn // 4) * height <= TALLEST + 1e-9


def test_ranks_by_dataset_are_those_of_the_scores() -> None:
    result = rank(made_datasets(), metric="conll", draws=100, trials=200, prices=False)
    picture = next(one for one in pictures(result) if one.name == "datasets")
    systems = [one.system for one in result.primary.standings]
    assert [row[0] for row in picture.data.rows] == systems
    for column, board in enumerate(result.of("dataset"), start=1):
        scores = [board.scores[system]["conll"].f1 for system in systems]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        assert [row[column] for row in picture.data.rows] == ranks
    written = [text for text in ElementTree.fromstring(picture.svg).itertext() if text.strip().isdigit()]
    assert written == [str(rank) for row in picture.data.rows for rank in row[1:-1]]
    assert min(sizes(picture.svg)) >= SMALLEST
    assert re.search(r"Ranks of .+ are farthest apart, from \d \(set\d\) to \d \(set\d\)\.$", picture.text)


def test_datasets_by_the_dozen_have_colours_without_numbers() -> None:
    result = rank(made_datasets(), metric="conll", draws=100, trials=200, prices=False)
    picture = datasets(replace(result, boards=result.of("dataset") * 20))
    assert picture is not None
    assert points(svg(picture))[0] == PAGE
    assert min(sizes(svg(picture))) >= SMALLEST
    assert not [text for text in ElementTree.fromstring(svg(picture)).itertext() if text.strip().isdigit()]


def test_of_many_slices_the_first_are_drawn(tmp_path: Path) -> None:
    result = many(tmp_path, 5)
    [picture] = slices(replace(result, boards=result.of("slice") * 20))
    assert picture.title == "CoNLL by length (entities) (the first 24 of 40 slices; the table has all)"
    assert points(svg(picture))[1] <= TALL
    small = [replace(one, ranking=replace(one.ranking, standings=())) for one in result.of("slice")]
    assert list(slices(replace(result, boards=tuple(small)))) == []


def test_a_figure_of_some_slices_says_so() -> None:
    slicing = Slicing(by=("genre",), only=(None,), keep="documents")
    assert words.figure_title("lea", slicing, 24, 24) == "LEA by genre"
    assert words.figure_title("lea", slicing, 24, 40) == (
        "LEA by genre (the first 24 of 40 slices; the table has all)"
    )
    assert words.figure_text("lea", slicing, 9, 24, 40).startswith(
        "LEA F1 of 9 systems on the first 24 of 40 slices by genre, each beside"
    )


def test_every_rank_that_is_written_is_a_rank() -> None:
    for ranks in (2, 8, 100, 5000):
        found = [rank for rank, _ in rank_ticks(ranks)]
        assert found[0] == 1
        assert found == sorted(set(found))
        assert found[-1] <= ranks
        assert len(found) <= 10
