"""A comparison for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from leaderboard.report.data.slices import slice_record
from leaderboard.report.forms.json import head, nested
from leaderboard.report.problems import entry_records, rejections_of, warnings_of
from leaderboard.report.systems import Record, system_of_file, system_records
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.error_changes import change_records
from leaderboard.report.tables.error_kinds import error_record
from leaderboard.report.tables.error_prices import price_comparisons
from leaderboard.report.tables.pairs import comparisons, family_record
from leaderboard.report.words.remarks import sentences

if TYPE_CHECKING:
    from leaderboard.significance.drivers import Driver
    from leaderboard.tasks.slice_sheets import SliceComparisons
    from leaderboard.verbs.compare import CompareResult


def compare_record(result: CompareResult) -> Record:
    found = result.drivers
    errors = {system: error_record(profile) for system, profile in result.errors.items()}
    return {
        **head(result.signature, result.key),
        "primary": result.options.primary,
        "alpha": result.options.alpha,
        "adjust": result.options.adjust,
        "margin": result.families[0].design.margin,
        "across": result.across and asdict(result.across),
        "systems": list(system_records(result.task, result.scores, errors=errors)),
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
        "slices": nested(map(_slice, result.slices)),
        "price_comparisons": price_comparisons(result.prices).records(),
        "changes": change_records(result.errors, result.turns),
        "notes": list(sentences(result.remarks)),
        "remarks": [remark.record for remark in result.remarks],
        "rejected": [*rejections_of(result.rejected).values()],
        **entry_records(result.fates),
        "warnings": [*warnings_of(result.warnings, system_of_file(result.task)).values()],
    }


def _slice(of_slice: SliceComparisons) -> Record:
    return {
        **slice_record(of_slice.sheet),
        "signature": of_slice.sheet.signature,
        "comparisons": comparisons(of_slice.tests).records(),
        "notes": list(sentences(of_slice.remarks)),
        "remarks": [remark.record for remark in of_slice.remarks],
    }


def _driver(driver: Driver) -> Record:
    return {
        **unit_record(driver.unit),
        "first_score": driver.first_score,
        "second_score": driver.second_score,
        "effect": driver.effect,
    }
