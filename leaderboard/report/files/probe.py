"""The files of a probe: what is printed, whole, and a picture of each experiment."""

from __future__ import annotations

from pathlib import Path

from leaderboard.experiments.agreement import Agreement
from leaderboard.report.features.correlations import cause_table, disagreement_table
from leaderboard.report.features.probe import probe_record, probe_table, probe_tables
from leaderboard.report.figures.reactions import reaction_pictures
from leaderboard.report.files.record import hashes
from leaderboard.report.files.writer import write_files
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import render_json
from leaderboard.report.forms.markdown import escape, line, render_markdown
from leaderboard.verbs.probe import ProbeResult

RECORD = "probe.json"


def write_probe(result: ProbeResult, folder: Path) -> None:
    """Write every file to a folder; those of an earlier probe make place, and no others."""
    write_files(probe_files(result), RECORD, folder)


def probe_files(result: ProbeResult) -> dict[str, bytes]:
    """The content of each file; the record has the hashes of the others."""
    pictures = reaction_pictures(result)
    tables = [render_markdown(table) for table in probe_tables(result)]
    shown = [
        f"{line(picture.title)}\n\n![{escape(picture.text)}]({picture.path()})\n" for picture in pictures
    ]
    texts = {
        **{picture.path("csv"): render_csv(picture.data) for picture in pictures},
        "probe.csv": render_csv(probe_table(result)),
        **({} if result.agreement is None else _disputes(result.agreement, result.options.unit)),
        "probe.md": "\n".join(["# Which metric to trust\n", *tables, *shown]),
    }
    files = {
        **{picture.path(): picture.svg for picture in pictures},
        **{name: text.encode() for name, text in texts.items()},
    }
    return {**files, RECORD: render_json({**probe_record(result), "files": hashes(files)}).encode()}


def _disputes(found: Agreement, unit: str) -> dict[str, str]:
    """The pairs of systems in dispute, and what causes it."""
    names = {name: name for pair in found.metrics for name in (pair.first, pair.second)}
    return {
        "disputes.csv": render_csv(
            disagreement_table([dispute.systems for dispute in found.disputes], names)
        ),
        "causes.csv": render_csv(cause_table(found, names, unit)),
    }
