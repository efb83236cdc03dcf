"""The files of a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from leaderboard.report.correlations import correlation_table
from leaderboard.report.csv import render_csv
from leaderboard.report.documents import document_table
from leaderboard.report.figures import pictures
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.json import render_json
from leaderboard.report.page import render_page
from leaderboard.report.pair_texts import pair_csv
from leaderboard.report.paper import render_paper
from leaderboard.report.provenance import render_provenance
from leaderboard.report.rank_records import rank_record
from leaderboard.report.rankings import file_table, rank_columns
from leaderboard.report.staging import write_files
from leaderboard.report.summary import render_summary
from leaderboard.verbs.rank import RankResult

PROVENANCE = "provenance.json"


def write_report(result: RankResult, folder: Path) -> None:
    """Write every file of the report; the record of their hashes is the last to take its place."""
    files = {name: text.encode() for name, text in report_files(result, pictures(result)).items()}
    files[PROVENANCE] = render_provenance(result, files).encode()
    write_files(files, folder)


def report_files(result: RankResult, drawn: Sequence[Picture]) -> dict[str, str]:
    """The content of each file but the provenance."""
    return {
        "leaderboard.md": render_summary(result, drawn),
        "leaderboard.csv": render_csv(file_table(result)),
        "ranks.csv": render_csv(rank_columns(result)),
        "leaderboard.tex": render_paper(result),
        "leaderboard.html": render_page(result, drawn),
        "leaderboard.json": render_json(rank_record(result)),
        "pairwise.csv": pair_csv(result.families.values()),
        "correlations.csv": render_csv(correlation_table(result.correlations)),
        "documents.csv": render_csv(document_table(result)),
        **{picture.path: picture.svg for picture in drawn},
        **{picture.data_path: render_csv(picture.data) for picture in drawn},
    }
