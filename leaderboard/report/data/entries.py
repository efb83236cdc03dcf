"""What became of each entry, for programs."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.report.words.rejections import problem_record
from leaderboard.tasks.task import Fate


def entry_records(fates: Sequence[Fate]) -> dict[str, object]:
    """Return each entry with its verdict, and why files of datasets that count as missing are unreadable."""
    return {
        "entries": [
            {
                "entry": fate.entry,
                "system": fate.system,
                "run": fate.run,
                "verdict": fate.verdict,
                "missing_datasets": list(fate.missing),
                "faulty_datasets": list(fate.faulty),
            }
            for fate in fates
        ],
        "faulty_datasets": [
            {**problem_record(fault, fate.system), "reason": fault.reason, "dataset": dataset}
            for fate in fates
            for dataset, fault in zip(fate.faulty, fate.faults, strict=False)
        ],
    }
