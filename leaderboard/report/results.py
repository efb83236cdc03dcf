"""What each result shows of itself: the tables of its command, and the files of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from leaderboard.errors import NothingToDo, UsageError
from leaderboard.report.features.answer import answers
from leaderboard.report.features.errors import bar_table
from leaderboard.report.features.pair import compare_text
from leaderboard.report.features.paragraph import ranked_text
from leaderboard.report.features.problems import (
    acceptable_text,
    finding_table,
    findings,
    validation_record,
    verdict_table,
)
from leaderboard.report.features.scores import (
    detail_tables,
    errors_of,
    further_tables,
    score_record,
    scores_of_systems,
    scores_table,
    scores_text,
)
from leaderboard.report.figures import drawings, pictures
from leaderboard.report.figures.drawing import drawn
from leaderboard.report.files.contents import WHOLE, report_pieces
from leaderboard.report.files.record import hashes
from leaderboard.report.files.writer import write_files, write_report
from leaderboard.report.forms import render
from leaderboard.report.forms.html import page, render_html
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.markdown import prose
from leaderboard.report.paper import render_paper
from leaderboard.report.sections import printed_tables
from leaderboard.report.table import Table
from leaderboard.report.tables.comparisons import (
    compare_record,
    error_figure,
    other_tables,
    paper_text,
)
from leaderboard.report.tables.comparisons import people_table as comparison_table
from leaderboard.report.tables.pairs import comparisons
from leaderboard.report.tables.rankings import people_table as ranking_table
from leaderboard.tasks.scorer import Scorer, task_of_scorers
from leaderboard.text import suggestion
from leaderboard.verbs.compare import CompareResult
from leaderboard.verbs.rank import RankResult
from leaderboard.verbs.score import ScoreResult, score_result
from leaderboard.verbs.validate import ValidateResult

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

# Of more rows a notebook shows the first ones.
MOST_ROWS = 20


_ANSWERS: dict[type, Callable[[Any], str]] = {
    RankResult: lambda result: answers(result)[result.options.primary].text,
    CompareResult: lambda result: compare_text(result, result.options.primary),
    ScoreResult: scores_text,
    ValidateResult: acceptable_text,
}
# The table that a result is about, and those below it.
_MAIN: dict[type, Callable[[Any], Table]] = {
    RankResult: ranking_table,
    CompareResult: comparison_table,
    ScoreResult: scores_table,
    ValidateResult: lambda result: verdict_table(result, examples=True),
}
_OTHERS: dict[type, Callable[[Any], Iterable[Table]]] = {
    RankResult: printed_tables,
    CompareResult: other_tables,
    ScoreResult: lambda result: (table.main() for table in (*further_tables(result), *detail_tables(result))),
    ValidateResult: lambda result: [finding_table(result)],
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


def _main(result: object) -> Table:
    """Return the main columns of the table that a result is about."""
    return _MAIN[type(result)](result).main()


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

    table = _main(_whole(result))
    found = DataFrame(table.shown(), columns=range(len(table.columns)))
    for place, column in enumerate(table.columns):
        if column.kind in ("percent", "signed", "effect", "count", "coefficient"):
            found[place] = to_numeric(found[place].str.replace(",", ""), errors="coerce")
    return found.set_axis(table.labels, axis="columns")


def markdown(result: object) -> str:
    """Return the tables in Markdown."""
    whole = _whole(result)
    return render("markdown", _main(whole), *_OTHERS[type(whole)](whole))


def latex(result: object) -> str:
    """Return the main table in LaTeX."""
    if isinstance(result, RankResult):
        return render_paper(result)
    return render("latex", _main(_whole(result)))


def notebook(result: object) -> str:
    """Return the answer and the first rows of the main table in HTML, without style or script."""
    if isinstance(result, Scorer) and not len(result):
        return f"<p>{escape(repr(result))}</p>"
    whole = _whole(result)
    table = _main(whole)
    rows = replace(table.rows_from(0, MOST_ROWS), caption="", marks="", notes=(), signature=None)
    hidden = len(table.rows) - len(rows.rows)
    more = f"<p>{hidden:,} more rows: <code>.table()</code></p>\n" if hidden else ""
    return f"<p>{escape(answer(whole))}</p>\n{render_html(rows)}{more}"


def figures(result: object) -> list[str]:
    """Return the names of the figures of a ranking."""
    return [drawing.name for drawing in drawings(result)] if isinstance(result, RankResult) else []


def figure(result: object, name: str) -> Figure:
    """Return a figure of a ranking by its name."""
    _need("matplotlib", 'figures need matplotlib: pip install "coref-leaderboard[plots]"')
    found = {one.name: one for one in drawings(result)} if isinstance(result, RankResult) else {}
    if name not in found:
        remedy = suggestion(str(name), found) if found else "only the result of rank has figures"
        raise UsageError(f"there is no figure {name!r}; {remedy}")
    return drawn(found[name])


def _need(module: str, message: str) -> None:
    if find_spec(module) is None:
        raise ImportError(message)


def write(result: object, folder: Path) -> Path:
    """Write the files of a report, and return the path of the page."""
    if isinstance(result, RankResult):
        write_report(result, report_pieces(result, pictures(result)), folder)
        return folder / WHOLE["html"]
    if isinstance(result, Scorer) and not len(result):
        raise NothingToDo("the scorer has no documents; add at least one")
    whole = _whole(result)
    name, csv, record, figure_of = _FILES[type(whole)]
    said, first = answer(whole), _main(whole)
    tables = [first, *_OTHERS[type(whole)](whole)]
    body = "\n".join((f"<p>{escape(said)}</p>", *map(render_html, tables)))
    texts = {
        f"{name}.html": page(said, body + figure_of(whole)),
        f"{name}.md": f"{prose(said)}\n\n{render('markdown', *tables)}",
        f"{name}.tex": render("latex", first),
        f"{name}.csv": csv(whole),
    }
    files = {file: text.encode(errors="backslashreplace") for file, text in texts.items()}
    data = render_json({**record(whole), "files": hashes(files)}).encode(errors="backslashreplace")
    write_files({**files, f"{name}.json": data}, f"{name}.json", folder)
    return folder / f"{name}.html"
