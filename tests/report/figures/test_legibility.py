"""Figures in print: letters of at least 6 pt at the width of a page, with 5, 30, 100 and more systems."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import cycle, islice, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from leaderboard.metrics import METRICS
from leaderboard.report.figures import Picture, pictures
from leaderboard.report.figures.correlations import scatter_matrix
from leaderboard.report.figures.datasets import datasets
from leaderboard.report.figures.drawing import COLUMN, PAGE, POINTS, SMALLEST, drawing, lines, place
from leaderboard.report.figures.rows import TALLEST, name_columns, name_rows, rank_ticks, room, shown
from leaderboard.report.figures.slices import MOST, panels, slices
from leaderboard.report.words import slices as words
from leaderboard.slices import Slicing
from leaderboard.verbs.rank import RankResult, rank
from tests.report.made_ranking import write_task
from tests.support.made_task import made_datasets
from tests.support.small_task import NOTHING, OTHER_ENTITY, OTHER_LINK, RIGHT

pytest.importorskip("matplotlib")
# The tallest figure: rows, an axis and a legend.
TALL = 9.5


def many(folder: Path, systems: int) -> RankResult:
    """A ranking of so many systems, each with another mixture of answers; slices too."""
    mixtures = islice(cycle(product((RIGHT, OTHER_LINK, OTHER_ENTITY, NOTHING), repeat=4)), systems)
    write_task(folder, {f"system-{number:03}": mixture for number, mixture in enumerate(mixtures)})
    options = {"metric": ("muc", "bcub", "ceafe", "conll"), "by": "length", "slice_min": 1}
    return rank(folder, draws=100, trials=200, adjust="none", missing="empty", **options)


@pytest.fixture(scope="module", params=[5, 30, 100])
def drawn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Picture, ...]:
    return pictures(many(tmp_path_factory.mktemp("many") / "task", request.param))


def inches(svg: bytes) -> tuple[float, float]:
    """The width and height at which a figure is printed."""
    root = ElementTree.fromstring(svg)
    width, height = (float(root.attrib[side].removesuffix("pt")) / POINTS for side in ("width", "height"))
    box = [float(side) / POINTS for side in root.attrib["viewBox"].split()[2:]]
    assert box == pytest.approx([width, height])
    return width, height


def sizes(svg: bytes) -> set[float]:
    """The sizes of all letters, in points: a unit of the figure is a point."""
    found = re.findall(r"font(?:-size)?: (?:italic )?([\d.]+)px", svg.decode())
    assert len(found) == svg.count(b"<text")
    return set(map(float, found))


def test_letters_are_large_enough_in_print(drawn: tuple[Picture, ...]) -> None:
    assert {"ranges", "letters", "prices", "slices-length"} <= {picture.name for picture in drawn}
    for picture in drawn:
        width, height = inches(picture.svg)
        assert (width <= PAGE, height <= TALL) == (True, True), picture.name
        assert min(sizes(picture.svg)) >= SMALLEST, picture.name


@pytest.mark.parametrize("name", ["scores", "ranges", "letters", "ranks", "differences", "prices", "errors"])
def test_figures_fit_on_one_column(drawn: tuple[Picture, ...], name: str) -> None:
    picture = next(one for one in drawn if one.name == name)
    assert inches(picture.svg)[0] == COLUMN
    assert not picture.is_wide
    assert next(one for one in drawn if one.name == "slices-length").is_wide


def named(rows: int, side: float) -> list[tuple[float, str]]:
    """Where names stand that share a side of so many inches, and their letters."""
    names = [f"s{number}" for number in range(rows)]
    with drawing(COLUMN, side + 1) as figure:
        axes = place(figure, 1, 0.5, top=0.5)
        name_rows(axes, names)
        return [(text.get_position()[1], text.get_text()) for text in axes.texts]


@pytest.mark.parametrize(
    ("rows", "side", "step"),
    [(5, 0.75, 1), (100, TALLEST, 1), (101, TALLEST, 2), (1000, TALLEST, 10), (100, 4.2, 2)],
)
def test_names_that_have_no_room_are_left_out_with_a_note(rows: int, side: float, step: int) -> None:
    found = named(rows, side)
    names = [(row, f"s{row}") for row in range(0, rows, step)]
    assert found == [*names, *([(0, f"1 in {step}\nnamed")] if step > 1 else [])]
    assert POINTS * side * step / rows >= SMALLEST - 1e-6


def test_columns_are_named_as_far_as_there_is_room() -> None:
    with drawing(COLUMN, 2) as figure:
        axes = place(figure, 0.3, 1, right=1)
        name_columns(axes, [f"set{number}" for number in range(60)])
        assert [text.get_text() for text in axes.texts][:3] == ["set0", "set3", "set6"]


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
    assert room([name]) <= 1.6


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
    picture = scatter_matrix(rank(tmp_path, draws=100, trials=100, metric=metrics, prices=False), ())
    assert picture is not None
    assert len(metrics) > 10
    assert min(sizes(picture.svg)) == SMALLEST
    assert b"r = " not in picture.svg


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
    picture = datasets(replace(result, boards=result.of("dataset") * 20), ())
    assert picture is not None
    assert inches(picture.svg)[0] == PAGE
    assert min(sizes(picture.svg)) >= SMALLEST
    assert not [text for text in ElementTree.fromstring(picture.svg).itertext() if text.strip().isdigit()]


def test_of_many_slices_the_first_are_drawn(tmp_path: Path) -> None:
    result = many(tmp_path, 5)
    [picture] = slices(replace(result, boards=result.of("slice") * 20), ())
    assert picture.title == "CoNLL by length (entities) (the first 24 of 40 slices; the table has all)"
    assert inches(picture.svg)[1] <= TALL
    small = [replace(one, ranking=replace(one.ranking, standings=())) for one in result.of("slice")]
    assert list(slices(replace(result, boards=tuple(small)), ())) == []


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
        ticks = rank_ticks(ranks)
        assert ticks[0] == 1
        assert ticks == sorted(set(ticks))
        assert ticks[-1] <= ranks
        assert len(ticks) <= 10
