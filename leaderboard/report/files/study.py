"""The files of a study of metrics: what is printed, whole, its pictures, and a record in JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from leaderboard.report.figures.drawing import Picture
from leaderboard.report.files.record import hashes
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.markdown import escape, section
from leaderboard.report.table import Table


def study_files(
    name: str,
    heading: str,
    shown: Iterable[Table],
    pictures: Sequence[Picture],
    tables: Mapping[str, Table],
    record: Mapping[str, object],
) -> dict[str, bytes]:
    """The content of each file; the record has the hashes of the others."""
    figures = [
        f"## {escape(picture.title)}\n\n![{escape(picture.text)}]({picture.path()})\n" for picture in pictures
    ]
    texts = {
        **{picture.path("csv"): render_csv(picture.data) for picture in pictures},
        **{file: render_csv(table) for file, table in tables.items()},
        f"{name}.md": "\n".join([f"# {heading}\n", *map(section, shown), *figures]),
    }
    files = {
        **{picture.path(): picture.svg for picture in pictures},
        **{file: text.encode() for file, text in texts.items()},
    }
    return {**files, f"{name}.json": render_json({**record, "files": hashes(files)}).encode()}
