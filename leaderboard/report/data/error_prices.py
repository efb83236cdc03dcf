"""The prices of errors for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leaderboard.prices import ERROR_KINDS
from leaderboard.report.forms.json import head
from leaderboard.report.problems import entry_records, rejections_of, warnings_of
from leaderboard.report.systems import score_entries, system_of_file
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.error_prices import part_counts, price_comparisons
from leaderboard.report.tables.ranked_prices import prices_of
from leaderboard.scoresheet import PartName
from leaderboard.tasks.priced_errors import SystemPrices

if TYPE_CHECKING:
    from leaderboard.tasks.found_errors import FoundError
    from leaderboard.verbs.error_prices import ErrorPricesResult


def price_record(result: ErrorPricesResult) -> dict[str, object]:
    """Return what a program reads."""
    return {
        **head(result.signature, result.key),
        "primary": result.options.primary,
        "span_heads": result.span_heads,
        "order": list(ERROR_KINDS),
        "systems": [
            {
                "system": system.system,
                "documents": result.sheet.documents,
                "parts": len(result.sheet.parts),
                "scores": score_entries(system.scores),
                **_kinds(result, system),
            }
            for system in result.systems
        ],
        "price_comparisons": price_comparisons(result.comparisons, result.kinds).records(),
        "rejected": [*rejections_of(result.rejected).values()],
        **entry_records(result.fates),
        "warnings": [*warnings_of(result.warnings, system_of_file(result.task)).values()],
    }


def _kinds(result: ErrorPricesResult, system: SystemPrices) -> dict[str, object]:
    """The prices of each kind of a system, with its errors and their documents if asked for."""
    found = result.found.get(system.system, {})
    record: dict[str, object] = {
        "kinds": [
            {**one, **({"found": list(map(_found_record, found[str(one["kind"])]))} if found else {})}
            for one in prices_of([system], result.kinds).values()
        ]
    }
    if result.per_document:
        record["per_document"] = [
            {**unit_record(part), "errors": counts} for part, counts in part_counts(result, system.system)
        ]
    return record


def _found_record(error: FoundError) -> dict[str, object]:
    part = PartName(error.dataset, error.document, error.part)
    return {**unit_record(part), "mentions": error.mentions, "words": error.words}
