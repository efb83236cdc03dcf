"""Pictures: the same bytes on every run, text that is text, and words beside them."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import leaderboard
from leaderboard.errors import UsageError
from leaderboard.report import figures
from leaderboard.report.features.documents import default_pair
from leaderboard.report.figures import Picture, pictures
from leaderboard.report.figures.differences import differences
from leaderboard.report.figures.drawing import BLUE, GREY, INK, ORANGE, PALE, Box, Polygon
from leaderboard.report.figures.error_bars import errors
from leaderboard.report.tables.significance_map import OUTCOMES
from leaderboard.report.words.names import short
from leaderboard.verbs.rank import RankResult, rank
from tests.report.figures.test_axes import light
from tests.report.made_ranking import SYSTEMS, made_ranking, texts, write_task
from tests.support.small_task import OTHER_ENTITY, RIGHT

NAMES = ["scores", "ranges", "letters", "ranks", "significance", "differences", "prices", "errors"]
NAMES += ["correlations", "scatter"]


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> RankResult:
    return made_ranking(tmp_path_factory.mktemp("made") / "task")


@pytest.fixture(scope="module")
def drawn(result: RankResult) -> tuple[Picture, ...]:
    return pictures(result)


def test_every_picture(drawn: tuple[Picture, ...]) -> None:
    assert [picture.name for picture in drawn] == NAMES
    for picture in drawn:
        assert ElementTree.fromstring(picture.svg).tag.endswith("svg")
        assert picture.text.endswith(".")
        assert picture.data.rows


def test_names_are_text_that_no_formula_is_made_of(drawn: tuple[Picture, ...]) -> None:
    written = {text.strip() for text in ElementTree.fromstring(drawn[1].svg).itertext()}
    for name in SYSTEMS:
        shown = short(name)
        assert shown in written


def test_equal_runs_give_equal_bytes(result: RankResult, drawn: tuple[Picture, ...]) -> None:
    assert pictures(result) == drawn


def test_forms_are_few() -> None:
    assert (figures.figure_forms(None), figures.figure_forms(["pdf", "png"])) == ((), ("pdf", "png"))
    with pytest.raises(UsageError, match=r"^figures is 'gif'; choose 'pdf' or 'png'$"):
        figures.figure_forms(["pdf", "gif"])


def test_other_forms_need_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "find_spec", lambda name: None)
    assert figures.figure_forms(None) == ()
    needs = r"^figures pdf,png needs matplotlib; install it with `pip install 'coref-leaderboard\[plots\]'`$"
    with pytest.raises(UsageError, match=needs):
        figures.figure_forms(["pdf", "png"])


def test_without_matplotlib_the_report_has_the_same_bytes(result: RankResult, tmp_path: Path) -> None:
    """In a process of its own, where an import of matplotlib fails."""
    write_task(tmp_path / "task")
    code = (
        "import sys\n"
        "sys.modules['matplotlib'] = None\n"
        "import leaderboard\n"
        "from leaderboard.report.figures import pictures\n"
        "result = leaderboard.rank('task', draws=200, adjust='none')\n"
        "for picture in pictures(result):\n"
        "    sys.stdout.buffer.write(picture.svg)\n"
    )
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert found.stdout == b"".join(picture.svg for picture in pictures(result))


# These name the type of a figure, and import nothing when they run.
FOR_TYPES = ["report/results.py", "tasks/presented.py"]


def test_one_module_alone_imports_matplotlib() -> None:
    root = Path(leaderboard.__file__).parent
    importing = [
        path.relative_to(root).as_posix()
        for folder in (root, root.parent / "tools")
        for path in sorted(folder.rglob("*.py"))
        if re.search(r"^\s*(?:import|from) matplotlib\b", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert importing == ["report/figures/drawing.py", *FOR_TYPES]


def test_data_are_the_numbers_shown(result: RankResult, drawn: tuple[Picture, ...]) -> None:
    by_name = {picture.name: picture.data for picture in drawn}
    assert [row[2] for row in by_name["scores"].rows] == pytest.approx(
        [one.score for one in result.primary.standings]
    )
    for row in by_name["ranks"].rows:
        assert sum(value for value in row[1:] if isinstance(value, float)) == pytest.approx(1)
    assert [row[row_number + 1] for row_number, row in enumerate(by_name["significance"].rows)] == [""] * 6


def test_the_data_are_written_beside_the_pictures(result: RankResult, drawn: tuple[Picture, ...]) -> None:
    written = texts(result, drawn)
    for picture in drawn:
        assert written[f"figures/{picture.name}.svg"] == picture.svg.decode()
    header, first, *_ = written["figures/correlations.csv"].splitlines()
    assert header == "metric,mentions,muc,bcub,ceafm,ceafe,blanc,lea"
    assert first.startswith("muc,0.")
    assert first.endswith(",,,,,,")


def test_data_name_what_they_are_of(result: RankResult, drawn: tuple[Picture, ...]) -> None:
    written = texts(result, drawn)
    words = list(csv.reader(io.StringIO(written["figures/significance.csv"])))
    assert words[0][1:] == [row[0] for row in words[1:]]
    assert {cell for row in words[1:] for cell in row[1:]} <= {one.word for one in OUTCOMES}
    units = next(csv.reader(io.StringIO(written["figures/differences.csv"])))
    assert [name.removeprefix("'") for name in units[1:]] == list(default_pair(result) or ())
    metrics = list(csv.reader(io.StringIO(written["figures/correlations.csv"])))
    assert [row[0] for row in metrics[1:]] == [*metrics[0][2:], "conll"]


def test_bars_of_errors_are_told_in_words_and_numbers(result: RankResult, drawn: tuple[Picture, ...]) -> None:
    picture = next(one for one in drawn if one.name == "errors")
    for system, *counts in picture.data.rows:
        found = result.errors[str(system)].counts
        assert counts == [found.correct, found.incorrect, found.missing, found.spurious]
    assert {"correct", "incorrect", "missing", "spurious"} <= set(
        ElementTree.fromstring(picture.svg).itertext()
    )
    last = picture.data.rows[-1]
    assert f"{last[0]} ({last[1]} correct, {last[2]} incorrect, " in picture.text


def test_the_segments_of_a_bar_touch_and_are_as_long_as_their_counts(result: RankResult) -> None:
    drawing = errors(result)
    boxes = [one for one in drawing.strokes if isinstance(one, Box) and one.edge == "white"]
    assert len(boxes) == 4 * len(drawing.data.rows)
    scale = result.errors["!\"#$%&'()"].counts.possible / (boxes[2].left + boxes[2].width - boxes[0].left)
    for row, (_, *counts) in enumerate(drawing.data.rows):
        bar = boxes[4 * row : 4 * row + 4]
        assert [scale * one.width for one in bar] == pytest.approx(counts)
        assert [one.left + one.width for one in bar[:-1]] == pytest.approx([one.left for one in bar[1:]])


def test_copies_have_no_differences_and_constants_no_correlations(tmp_path: Path) -> None:
    write_task(tmp_path, {"one": (RIGHT,), "two": (RIGHT,)})
    assert [picture.name for picture in pictures(rank(tmp_path, draws=100, trials=100))] == [
        *NAMES[:5],
        "prices",
        "errors",
    ]


def test_one_constant_metric_is_shown_without_a_coefficient(tmp_path: Path) -> None:
    write_task(tmp_path, {"one": (RIGHT,), "two": (RIGHT, OTHER_ENTITY), "three": (OTHER_ENTITY,)})
    found = {picture.name: picture for picture in pictures(rank(tmp_path, draws=100, trials=100))}
    assert b"Mentions" in found["scatter"].svg
    assert "–" in ElementTree.fromstring(found["scatter"].svg).itertext()


def test_many_systems_have_no_marks_in_the_map(tmp_path: Path) -> None:
    cells = ((RIGHT,), (OTHER_ENTITY,))
    write_task(tmp_path, {f"s{number:02}": cells[number % 2] for number in range(21)})
    many = {one.name: one for one in pictures(rank(tmp_path, draws=100, trials=100, metric=("conll",)))}
    assert list(many) == NAMES[:-2]
    assert ">" not in set(ElementTree.fromstring(many["significance"].svg).itertext())


def test_words_are_in_the_picture(drawn: tuple[Picture, ...]) -> None:
    for picture in drawn:
        root = ElementTree.fromstring(picture.svg)
        title, words = list(root)[:2]
        assert (title.text, words.text) == (picture.title, picture.text)
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}"
    differences = next(one for one in drawn if one.name == "differences")
    assert b"!\"#$%&amp;'()" in differences.svg


def test_all_documents_that_favour_a_system_are_one_shape(result: RankResult) -> None:
    drawing = differences(result)
    assert drawing is not None
    assert len(drawing.data.rows) == 12
    shapes = [one for one in drawing.strokes if isinstance(one, Polygon)]
    assert [one.fill for one in shapes] == [BLUE, ORANGE]
    assert [len(one.rings[0]) for one in shapes] == [2 * 12 + 2] * 2


def test_pictures_are_shapes_and_hold_no_image(drawn: tuple[Picture, ...]) -> None:
    for picture in drawn:
        assert b"<image" not in picture.svg
        assert b"data:" not in picture.svg


def test_the_scatter_matrix_tells_where_its_axes_begin_and_end(
    result: RankResult, drawn: tuple[Picture, ...]
) -> None:
    written = set(ElementTree.fromstring(drawn[-1].svg).itertext())
    values = [100 * scores["lea"].f1 for scores in result.scores.values()]
    assert f"{min(values):.2f} – {max(values):.2f}" in written


def test_colours_stand_out_from_paper() -> None:
    for colour in (BLUE, ORANGE, GREY, INK):
        assert 1.05 / (light(colour) + 0.05) >= 3
    for colour in (BLUE, ORANGE, INK):
        assert (light(PALE) + 0.05) / (light(colour) + 0.05) >= 3
    assert (light(ORANGE) + 0.05) / (light(INK) + 0.05) >= 4.5
