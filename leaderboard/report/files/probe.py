"""The files of a probe: what is printed, whole, and a picture of each experiment."""

from __future__ import annotations

from pathlib import Path

from leaderboard.experiments.agreement import Agreement
from leaderboard.report.features.correlations import cause_table, disagreement_table
from leaderboard.report.features.probe import probe_record, probe_table, probe_tables
from leaderboard.report.figures.reactions import reaction_pictures
from leaderboard.report.files.study import study_files
from leaderboard.report.files.writer import write_files
from leaderboard.report.table import Table
from leaderboard.verbs.probe import ProbeResult


def write_probe(result: ProbeResult, folder: Path) -> None:
    """Write every file to a folder; those of an earlier probe make place, and no others."""
    write_files(probe_files(result), "probe.json", folder)


def probe_files(result: ProbeResult) -> dict[str, bytes]:
    """The content of each file."""
    disputes = {} if result.agreement is None else _disputes(result.agreement, result.options.unit)
    return study_files(
        "probe",
        "Which metric to trust",
        probe_tables(result),
        reaction_pictures(result),
        {"probe.csv": probe_table(result), **disputes},
        probe_record(result),
    )


def _disputes(found: Agreement, unit: str) -> dict[str, Table]:
    """The pairs of systems in dispute, and what causes it."""
    names = {name: name for pair in found.metrics for name in (pair.first, pair.second)}
    return {
        "disputes.csv": disagreement_table([dispute.systems for dispute in found.disputes], names),
        "causes.csv": cause_table(found, names, unit),
    }
