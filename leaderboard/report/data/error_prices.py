"""The prices of errors for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from leaderboard.prices import ERROR_KINDS
from leaderboard.report.data.scores import score_entries
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.error_prices import part_counts
from leaderboard.report.words.rejections import rejection_records
from leaderboard.scoresheet import PartName
from leaderboard.tasks.prices import SystemPrices

if TYPE_CHECKING:
    from leaderboard.tasks.found_errors import FoundError
    from leaderboard.verbs.error_prices import ErrorPricesResult


def price_record(result: ErrorPricesResult) -> dict[str, object]:
    """Return what a program reads."""
    return {
        "schema": 1,
        "signature": result.signature,
        "key": result.key,
        "metric": result.options.primary,
        "span_heads": result.span_heads,
        "order": list(ERROR_KINDS),
        "systems": [
            {
                "system": system.system,
                "documents": result.sheet.documents,
                "parts": len(result.sheet.parts),
                **_with_lists(result, system),
            }
            for system in result.systems
        ],
        "comparisons": [
            asdict(comparison) for comparison in result.comparisons if comparison.kind in result.kinds
        ],
        "rejected": rejection_records(result.rejected),
    }


def price_records(systems: Sequence[SystemPrices]) -> list[dict[str, object]]:
    """Return the prices of ranked systems."""
    return [{"system": system.system, **system_price_record(system)} for system in systems]


def system_price_record(system: SystemPrices) -> dict[str, Any]:
    """Return the scores and the prices of a system."""
    return {
        "scores": score_entries(system.scores),
        "kinds": [asdict(kind) for kind in system.kinds],
    }


def _with_lists(result: ErrorPricesResult, system: SystemPrices) -> dict[str, Any]:
    """Return the record of a system with what else was asked for."""
    record, found = system_price_record(system), result.found.get(system.system, {})
    record["kinds"] = [
        {**one, **({"found": list(map(_found_record, found[one["kind"]]))} if found else {})}
        for one in record["kinds"]
        if one["kind"] in result.kinds
    ]
    if result.per_document:
        record["per_document"] = [
            {**unit_record(part), "errors": counts} for part, counts in part_counts(result, system.system)
        ]
    return record


def _found_record(error: FoundError) -> dict[str, object]:
    part = PartName(error.dataset, error.document, error.part)
    return {**unit_record(part), "mentions": error.mentions, "words": error.words}
