"""The files of ``correlate``: the table that is printed, every correlation, and its figures."""

from __future__ import annotations

from pathlib import Path

from leaderboard.report.features.correlations import correlate_record, correlations_of, people_table
from leaderboard.report.figures.drawing import picture
from leaderboard.report.figures.squares import correlation_map, scatter_matrix
from leaderboard.report.files.study import study_files
from leaderboard.report.files.writer import write_files
from leaderboard.verbs.correlate import CorrelateResult


def write_correlations(result: CorrelateResult, folder: Path) -> None:
    """Write the table, all correlations in CSV and JSON, and the figures of those by F1, if there are any."""
    drawn = [drawing for make in (correlation_map, scatter_matrix) if (drawing := make(result))]
    files = study_files(
        "correlations",
        "Correlations between metrics",
        [people_table(result)],
        list(map(picture, drawn)),
        {"correlations.csv": correlations_of(result.correlations).table()},
        correlate_record(result),
    )
    write_files(files, "correlations.json", folder)
