"""The content of each file of a report."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.features.documents import FOLDER
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.files.reader import reader_files
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.page import render_page
from leaderboard.report.paper import render_appendix, render_metrics, render_paper
from leaderboard.report.ranking_record import rank_record
from leaderboard.report.sections import data_files
from leaderboard.report.summary import render_summary
from leaderboard.verbs.rank import RankResult

# The file of the report that holds all of it, by the form in which it is printed.
WHOLE = {
    "csv": "leaderboard.csv",
    "latex": "leaderboard.tex",
    "html": "leaderboard.html",
    "json": "leaderboard.json",
}


def report_files(result: RankResult, drawn: Sequence[Picture]) -> dict[str, bytes]:
    """Every file but the provenance: the same bytes whenever and wherever they are made."""
    texts = {
        "leaderboard.md": render_summary(result, drawn),
        "leaderboard.tex": render_paper(result),
        "metrics.tex": render_metrics(result),
        "leaderboard-appendix.tex": render_appendix(result),
        "leaderboard.html": render_page(result, drawn),
        "leaderboard.json": render_json(rank_record(result)),
        **{name: relation.csv() for name, relation in data_files(result).items()},
        **{picture.path("csv"): render_csv(picture.data) for picture in drawn},
    }
    pages = reader_files(result.reader, WHOLE["html"]) if result.reader else {}
    images = {picture.path(form): image for picture in drawn for form, image in picture.images.items()}
    # Paths may have bytes that are no text; in JSON the escape is the character itself.
    return {
        **{name: text.encode(errors="backslashreplace") for name, text in texts.items()},
        **images,
        **{f"{FOLDER}/{name}": page for name, page in pages.items()},
    }
