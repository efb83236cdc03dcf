"""The files of a probe: what is printed, whole, and a picture of each experiment."""

from __future__ import annotations

from pathlib import Path

from leaderboard.report.csv import render_csv
from leaderboard.report.figures import MISSING
from leaderboard.report.figures.reactions import reaction_pictures
from leaderboard.report.json import render_json
from leaderboard.report.markdown import escape, line, render_markdown
from leaderboard.report.probe_records import probe_record
from leaderboard.report.probes import probe_table, probe_tables
from leaderboard.verbs.probe import ProbeResult


def write_probe(result: ProbeResult, folder: Path) -> None:
    """Write every file to a folder; each holds the old content or the new one at any moment, whole."""
    for name, content in probe_files(result).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = path.with_name(f".{path.name}.begun")
        begun.write_bytes(content)
        begun.replace(path)


def probe_files(result: ProbeResult) -> dict[str, bytes]:
    """The content of each file."""
    pictures = reaction_pictures(result)
    tables = [render_markdown(table) for table in probe_tables(result)]
    shown = [f"{line(one.title)}\n\n![{escape(one.text)}]({one.path()})\n" for one in pictures]
    missing = [f"{line(MISSING)}\n"] if result.points and not pictures else []
    texts = {
        **{one.path("csv"): render_csv(one.data) for one in pictures},
        "probe.csv": render_csv(probe_table(result)),
        "probe.json": render_json(probe_record(result)),
        "probe.md": "\n".join(["# Which metric to trust\n", *tables, *shown, *missing]),
    }
    return {
        **{one.path(): one.svg for one in pictures},
        **{name: text.encode() for name, text in texts.items()},
    }
