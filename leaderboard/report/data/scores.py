"""The scores of systems for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from leaderboard.report.data.slices import OF_SLICES, response_counts, slice_cells, slice_record
from leaderboard.report.tables.repairs import mend_record
from leaderboard.report.tables.scores import QUANTITIES
from leaderboard.submissions.run_names import run_label
from leaderboard.tasks.account import Across, CrossDocument, Repair, Run, spreads_of
from leaderboard.tasks.task import Score

if TYPE_CHECKING:
    pass

__all__ = ["OF_SLICES", "response_counts", "slice_cells", "slice_record"]


def repair_record(repair: Repair | None) -> dict[str, object]:
    """The repairs of a system and its strict scores, where texts are repaired."""
    if repair is None:
        return {}
    return {"scores_strict": score_entries(repair.scores), "repair": mend_record(repair.mend)}


def run_entries(system: str, runs: Mapping[str, tuple[Run, ...]]) -> dict[str, object]:
    """The scores of each run of a system, and their spread by each metric, if it has several."""
    if system not in runs:
        return {}
    return {
        "runs": [
            {"run": run_label(system, run.run), "scores": score_entries(run.scores)} for run in runs[system]
        ],
        "spread": {name: asdict(one) for name, one in spreads_of(runs)[system].items()},
    }


def score_entries(scores: Mapping[str, Score]) -> dict[str, dict[str, float | None]]:
    return {
        name: {quantity: getattr(score, quantity) for quantity in QUANTITIES}
        for name, score in scores.items()
    }


def across_record(across: Across | None) -> dict[str, object]:
    """Return the groups of documents for records."""
    return {"across": asdict(across)} if across else {}


def cross_document_record(found: CrossDocument | None) -> dict[str, object]:
    """Return what records say of a system where entities are joined over documents."""
    if found is None:
        return {}
    links = {
        place: asdict(one) | {name: _number(getattr(one, name)) for name in ("common", "key", "response")}
        for place, one in found.links.items()
    }
    return {"scores_within": score_entries(found.scores_within), "links": links}


def _number(count: float) -> float:
    """A count, which is a mean where a system has several runs."""
    return int(count) if count.is_integer() else count
