"""A comparison for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.report.data.entries import entry_records
from leaderboard.report.data.scores import across_record, repair_record, run_entries, slice_record
from leaderboard.report.forms.json import nested
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.error_changes import change_records
from leaderboard.report.tables.error_kinds import error_record
from leaderboard.report.tables.error_prices import price_comparisons
from leaderboard.report.tables.pairs import comparisons, family_record
from leaderboard.report.words.rejections import rejection_records
from leaderboard.report.words.remarks import sentences

if TYPE_CHECKING:
    from leaderboard.significance.drivers import Driver
    from leaderboard.verbs.compare import CompareResult


def _slices(result: CompareResult) -> dict[str, object]:
    """Return the slices, if any were asked for."""
    if not result.slices:
        return {}
    return {
        "slices": nested(
            {
                **slice_record(of_slice.sheet),
                "signature": of_slice.sheet.signature,
                "comparisons": comparisons(of_slice.tests).records(),
                "notes": list(sentences(of_slice.remarks)),
                "remarks": [remark.record for remark in of_slice.remarks],
            }
            for of_slice in result.slices
        )
    }


def compare_record(result: CompareResult) -> dict[str, object]:
    found = result.drivers
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "alpha": result.options.alpha,
        "adjust": result.options.adjust,
        **across_record(result.across),
        **_runs_of_systems(result),
        **family_record(result.families),
        "comparisons": comparisons(result.families, result.text_repairs).records(),
        "drivers": {
            "first": found.first,
            "second": found.second,
            "metric": found.metric,
            "wins": found.wins,
            "ties": found.ties,
            "losses": found.losses,
            "for_first": [_driver(driver) for driver in found.for_first],
            "for_second": [_driver(driver) for driver in found.for_second],
        },
        **_slices(result),
        "price_comparisons": price_comparisons(result.prices).records(),
        "errors": {system: error_record(profile) for system, profile in result.errors.items()},
        "changes": change_records(result.errors, result.turns),
        "notes": list(sentences(result.remarks)),
        "remarks": [remark.record for remark in result.remarks],
        "rejected": rejection_records(result.rejected),
        **entry_records(result.fates),
    }


def _runs_of_systems(result: CompareResult) -> dict[str, object]:
    """Return the runs of the systems that have several, and what was repaired, where any has or was."""
    runs, repairs = result.runs, result.text_repairs
    records = [
        {"system": system, **repair_record(repairs.get(system)), **run_entries(system, runs)}
        for system in repairs or runs
    ]
    return {"systems": records} if records else {}


def _driver(driver: Driver) -> dict[str, object]:
    return {
        **unit_record(driver.unit),
        "first_score": driver.first_score,
        "second_score": driver.second_score,
        "effect": driver.effect,
    }
