"""What each result shows of itself: the tables of its command, and the files of a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.options import suggestion
from leaderboard.report import comparison_screen
from leaderboard.report.features.answer import answers
from leaderboard.report.features.errors import bar_table
from leaderboard.report.features.paragraph import ranked_text
from leaderboard.report.features.problems import (
    acceptable_text,
    finding_table,
    findings,
    validation_record,
    verdict_table,
)
from leaderboard.report.features.scores import (
    errors_of,
    score_record,
    scores_of_systems,
    scores_tables,
    scores_text,
)
from leaderboard.report.figures import drawings, pictures
from leaderboard.report.figures.drawing import drawn
from leaderboard.report.files.contents import WHOLE, report_files
from leaderboard.report.files.record import hashes
from leaderboard.report.files.writer import write_files, write_report
from leaderboard.report.forms import render
from leaderboard.report.forms.html import render_html
from leaderboard.report.forms.json import render_json
from leaderboard.report.paper import render_paper
from leaderboard.report.sections import printed_tables
from leaderboard.report.table import Table
from leaderboard.report.tables.comparisons import (
    compare_record,
    comparison_tables,
    error_figure,
    paper_text,
)
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.rankings import people_table
from leaderboard.tasks.scorer import Scorer, task_of_scorers
from leaderboard.verbs.compare import CompareResult
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.score import ScoreResult, score_result
from leaderboard.verbs.validate import ValidateResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

# Of more rows a notebook shows the first ones.
MOST_ROWS = 20


def ranking_tables(result: RankResult) -> list[Table]:
    """Return the ranking, then the tables of the other sections that are printed."""
    return [people_table(result), *printed_tables(result)]


_ANSWERS: dict[type, Callable[[Any], str]] = {
    RankResult: lambda result: answers(result)[result.options.primary].text,
    CompareResult: lambda result: " ".join(comparison_screen.answer(result).split("\n")),
    ScoreResult: scores_text,
    ValidateResult: acceptable_text,
}
# The first is the main table.
_TABLES: dict[type, Callable[[Any], list[Table]]] = {
    RankResult: ranking_tables,
    CompareResult: comparison_tables,
    ScoreResult: scores_tables,
    ValidateResult: lambda result: [verdict_table(result, examples=True), finding_table(result)],
}


class Files(NamedTuple):
    """What is in the files of a result, which have one ``name``, beside its tables."""

    name: str
    csv: Callable[[Any], str]
    record: Callable[[Any], Mapping[str, object]]
    figure: Callable[[Any], str] = lambda result: ""


_FILES: dict[type, Files] = {
    CompareResult: Files(
        "comparison",
        lambda result: comparisons(result.families, result.text_repairs).csv(),
        compare_record,
        error_figure,
    ),
    ScoreResult: Files(
        "scores",
        lambda result: scores_of_systems(result).csv(),
        score_record,
        lambda result: bar_table(errors_of(result)),
    ),
    ValidateResult: Files("validation", lambda result: findings(result).csv(), validation_record),
}


def _whole(result: object) -> object:
    """Return a result, and that of its scores in place of a scorer."""
    if not isinstance(result, Scorer):
        return result
    return score_result(task_of_scorers({"response": result}, result.options))


def _tables(result: object) -> list[Table]:
    """Return the tables of a result, the main one first."""
    whole = _whole(result)
    return _TABLES[type(whole)](whole)


def answer(result: object) -> str:
    """Return the result in one sentence or line."""
    if isinstance(result, Scorer) and not len(result):
        return "no documents"
    whole = _whole(result)
    return _ANSWERS[type(whole)](whole)


def text(result: RankResult | CompareResult) -> str:
    """Return the paragraph for a paper."""
    return ranked_text(result) if isinstance(result, RankResult) else paper_text(result)


def shown_frame(result: object) -> DataFrame:
    """Return the main columns of the main table by their labels; scores and counts are numbers."""
    _need("pandas", "tables need pandas: pip install pandas")
    from pandas import DataFrame, to_numeric

    table = _tables(result)[0].main()
    found = DataFrame(table.shown(), columns=table.labels)
    for place, column in enumerate(table.columns):
        if column.kind in ("percent", "signed", "effect", "count", "coefficient"):
            cells = found.iloc[:, place].str.replace(",", "")
            found[table.labels[place]] = to_numeric(cells, errors="coerce")
    return found


def markdown(result: object) -> str:
    """Return the tables in Markdown."""
    first, *others = _tables(result)
    return render("markdown", first.main(), *others)


def latex(result: object) -> str:
    """Return the main table in LaTeX."""
    return (
        render_paper(result) if isinstance(result, RankResult) else render("latex", _tables(result)[0].main())
    )


def notebook(result: object) -> str:
    """Return the answer and the first rows of the main table in HTML, without style or script."""
    if isinstance(result, Scorer) and not len(result):
        return f"<p>{escape(repr(result))}</p>"
    table = _tables(result)[0].main()
    rows = replace(table.rows_from(0, MOST_ROWS), caption="", marks="", notes=(), signature=None)
    hidden = len(table.rows) - len(rows.rows)
    more = f"<p>{hidden:,} more rows: <code>.table()</code></p>\n" if hidden else ""
    return f"<p>{escape(answer(result))}</p>\n{render_html(rows)}{more}"


def figures(result: object) -> list[str]:
    """Return the names of the figures of a ranking."""
    return [drawing.name for drawing in drawings(result)] if isinstance(result, RankResult) else []


def figure(result: object, name: str) -> Figure:
    """Return a figure of a ranking by its name."""
    _need("matplotlib", 'figures need matplotlib: pip install "coref-leaderboard[plots]"')
    found = {one.name: one for one in drawings(result)} if isinstance(result, RankResult) else {}
    if not found:
        raise UsageError(f"there is no figure {name!r}; only the result of rank has figures")
    if name not in found:
        raise UsageError(f"there is no figure {name!r}; {suggestion(str(name), found)}")
    return drawn(found[name])


def _need(module: str, message: str) -> None:
    if find_spec(module) is None:
        raise ImportError(message)


def write(result: object, folder: Path) -> Path:
    """Write the files of a report, and return the path of the page."""
    if isinstance(result, RankResult):
        write_report(result, report_files(result, pictures(result)), folder)
        return folder / WHOLE["html"]
    if isinstance(result, Scorer) and not len(result):
        raise NothingToDo("the scorer has no documents; add at least one")
    whole = _whole(result)
    name, csv, record, figure_of = _FILES[type(whole)]
    first, *others = _tables(whole)
    tables = [first.main(), *others]
    texts = {
        f"{name}.html": render("html", *tables, figure=figure_of(whole)),
        f"{name}.md": render("markdown", *tables),
        f"{name}.tex": render("latex", first.main()),
        f"{name}.csv": csv(whole),
    }
    files = {file: text.encode(errors="backslashreplace") for file, text in texts.items()}
    data = render_json({**record(whole), "files": hashes(files)}).encode(errors="backslashreplace")
    write_files({**files, f"{name}.json": data}, f"{name}.json", folder)
    return folder / f"{name}.html"
