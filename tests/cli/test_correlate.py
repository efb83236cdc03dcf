"""``leaderboard correlate`` as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.made_task import made_task
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY, OTHER_LINK, RIGHT, parts


@pytest.fixture
def table(here: Path) -> str:
    Path("scores.csv").write_text(
        "system,muc,lea,conll\na,70,60,65\nb,65,59,62\nc,66,50,64\nd,60,40,50\ne,50,41,49\n"
    )
    return "scores.csv"


PEOPLE = """\
Correlations between metrics over 5 systems

First  Second  Of  Pearson       p     Low   High  Spearman  Kendall
-----  ------  --  -------  ------  ------  -----  --------  -------
MUC    LEA     F1    0.803  0.1021  -0.273  0.986     0.800    0.600
MUC    CoNLL   F1    0.895  0.0402   0.060  0.993     1.000    1.000
LEA    CoNLL   F1    0.895  0.0404   0.059  0.993     0.800    0.600

p-values are two-sided, for Pearson's r; they take the points to be independent
and are not adjusted. Low and high: Fisher's 95 % interval, which needs at least
4 points.
"""


def test_the_table_for_people(typed: Typed, table: str) -> None:
    assert typed("correlate", table) == (0, PEOPLE, "")


def test_points_are_shown_where_they_vary(typed: Typed, table: str) -> None:
    Path("uneven.csv").write_text("system,muc,lea,conll\na,70,60,65\nb,65,59,62\nc,66,,64\n")
    out = typed("correlate", "uneven.csv").out
    assert "Points" in out.splitlines()[2]
    assert [line.split()[3] for line in out.splitlines()[4:7]] == ["2", "3", "2"]


def test_a_folder_with_a_rejected_entry(typed: Typed, table: str) -> None:
    small_task.write(Path("submissions"), key=KEY, fair=FAIR, broken=BROKEN)
    run = typed("correlate", "--draws", "100")
    assert run.code == 3
    assert "broken.conll:2:" in run.err
    assert "1 system is too few for a correlation." in run.out
    assert "Signature: " in run.out


def test_files_and_figures(typed: Typed, table: str) -> None:
    Path("uneven.csv").write_text("system,muc,lea,conll\na,70,60,65\nb,65,,62\nc,60,50,64\nd,61,50,6\n")
    run = typed("correlate", "uneven.csv", "--output", "out")
    assert (run.code, run.err) == (0, "")
    written = {path.relative_to("out").as_posix() for path in Path("out").rglob("*.*")}
    names = {f"figures/{name}.{form}" for name in ("correlations", "scatter") for form in ("svg", "csv")}
    assert written == {"correlations.md", "correlations.csv", "correlations.json", *names}
    csv = typed("correlate", "uneven.csv", "--format", "csv").out
    assert Path("out/correlations.csv").read_bytes().decode() == csv
    text = Path("out/correlations.md").read_text()
    assert text.startswith(
        "# Correlations between metrics\n\n## Correlations between metrics over 4 systems\n"
    )
    assert "\n## F1 of every two metrics\n\n![" in text
    assert "](figures/scatter.svg)" in text
    plot = Path("out/figures/scatter.svg").read_text()
    assert plot.count("<circle") == 4 + 3 + 3  # of muc and conll, and of lea with each
    assert "nan" not in plot
    assert Path("out/figures/scatter.csv").read_text().splitlines()[2] == "b,0.65,,0.62"


def test_without_correlations_there_are_no_figures(typed: Typed, table: str) -> None:
    Path("equal.csv").write_text("system,muc,lea\na,70,60\nb,70,60\n")
    assert typed("correlate", "equal.csv", "--output", "out").code == 0
    assert not Path("out/figures").exists()
    assert typed("correlate", table, "--output", "equal.csv").code == 2


def test_quiet_draws_on_a_folder(typed: Typed, table: str) -> None:
    command = ("correlate", str(made_task()), "--draws", "100", "--metric", "muc,lea", "--quiet")
    said = "Drawn low and high: bootstrap interval over"
    for columns, is_said in (("all", True), ("first,BOOTSTRAP_LOW", True), ("first,low", False), ("", False)):
        run = typed(*command, *(["--columns", columns] if columns else []))
        assert (run.code, run.err) == (0, "")
        assert (said in run.out) == is_said


def test_nothing_is_said_of_draws_of_one_document(typed: Typed, table: str) -> None:
    small_task.write(Path("submissions"), key=parts(RIGHT), other=parts(OTHER_LINK), right=parts(RIGHT))
    run = typed("correlate", "--draws", "100")
    assert (run.code, "over documents" in run.out) == (0, False)
