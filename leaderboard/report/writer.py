"""The files of a report: all of them staged first, then moved to their places one by one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

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
from leaderboard.report.summary import render_summary
from leaderboard.verbs.rank import RankResult

PROVENANCE = "provenance.json"
STAGING = ".leaderboard-staged-"


def write_report(result: RankResult, folder: Path) -> None:
    """Write every file of the report; the record of their hashes is the last to take its place."""
    files = {name: text.encode() for name, text in report_files(result, pictures(result)).items()}
    files[PROVENANCE] = render_provenance(result, files).encode()
    folder.mkdir(parents=True, exist_ok=True)
    for left_behind in folder.glob(f"{STAGING}*"):  # by a run that was killed
        shutil.rmtree(left_behind, ignore_errors=True)
    with TemporaryDirectory(prefix=STAGING, dir=folder) as staging:
        _stage(files, Path(staging))
        _move(files, Path(staging), folder)


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


def _stage(files: Mapping[str, bytes], staging: Path) -> None:
    for name, content in files.items():
        path = staging / name
        path.parent.mkdir(exist_ok=True)
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())


def _move(files: Mapping[str, bytes], staging: Path, folder: Path) -> None:
    """Each place holds the old file or the new one at any moment, whole."""
    for name in files:
        (folder / name).parent.mkdir(exist_ok=True)
        (staging / name).replace(folder / name)
