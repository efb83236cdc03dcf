"""A ranking as the record of ``leaderboard.json``."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.report.data.boards import board_records
from leaderboard.report.data.scores import (
    across_record,
    cross_document_record,
    repair_record,
    run_entries,
    score_entries,
)
from leaderboard.report.forms.json import nested
from leaderboard.report.notes import fates, rejected, warnings
from leaderboard.report.problems import entry_records, rejections_of, warnings_of
from leaderboard.report.table import ends
from leaderboard.report.tables.correlations import correlations_of, disagreement_records
from leaderboard.report.tables.document_scores import unit_record
from leaderboard.report.tables.error_kinds import error_record
from leaderboard.report.tables.pairs import comparisons, family_record
from leaderboard.report.tables.ranked_prices import prices_of
from leaderboard.report.tables.rankings import interval
from leaderboard.report.tables.ranks import drawn, ranks, tenth_digit
from leaderboard.report.tables.significance_map import against_baseline
from leaderboard.report.words.remarks import sentences
from leaderboard.significance.family import Family
from leaderboard.tasks.folder import name_in
from leaderboard.verbs.rank import RankResult

# With more comparisons, those by other metrics than the primary one are in the table of pairs alone.
MOST_COMPARISONS = 100_000


def rank_record(result: RankResult, beside_pairs: bool = True) -> dict[str, object]:
    """Return the whole ranking as a record, which may stand ``beside_pairs``, the file of all pairs."""
    families = _families(result) if beside_pairs else list(result.families.values())
    against = {"against": result.options.against} if against_baseline(result) else {}
    return {
        "schema": 1,
        "signature": result.signature,
        **({"phase": result.phase} if result.phase else {}),
        "key": name_in(result.submissions, result.key),
        "primary": result.options.primary,
        "ties": result.options.ties,
        **against,
        "stability": result.primary.tau,
        **across_record(result.across),
        "systems": list(_systems(result)),
        **({"track": result.track.label} if result.track else {}),
        **board_records(result),
        **family_record(result.families.values()),
        "comparisons": comparisons(families, result.text_repairs).records(),
        **({"other_comparisons": "pairwise.csv"} if len(families) < len(result.families) else {}),
        "correlations": correlations_of(result.correlations).records(),
        "disagreements": disagreement_records(result.disagreements),
        "left_out": [
            {
                **unit_record(left.unit),
                "leaders": left.leaders,
                "flips": left.flips,
                "kendall": tenth_digit(left.tau),
            }
            for left in result.left_out
        ],
        "notes": list(sentences(result.remarks)),
        "remarks": [remark.record for remark in result.remarks],
        "other_notes": list(sentences(result.other_remarks)),
        "other_remarks": [one.record for one in result.other_remarks],
        "repairs": {"key": result.key_repairs, "systems": result.repairs},
        "identical": result.identical,
        "rejected": [*rejections_of(rejected(result)).values()],
        **entry_records(fates(result)),
        "warnings": [*warnings_of(warnings(result)).values()],
        **({"earlier": nested(rank_record(one, False) for one in result.earlier)} if result.earlier else {}),
    }


def _systems(result: RankResult) -> Iterator[dict[str, object]]:
    """The records of all systems, best first."""
    against, places = against_baseline(result), ranks(result).values()
    kinds = {priced.system: list(prices_of([priced]).values()) for priced in result.prices}
    runs, joined, repairs = result.runs, result.cross_document, result.text_repairs
    for standing in result.primary.standings:
        found = result.task.found(standing.system)
        yield {
            "rank": standing.rank,
            "rank_low": standing.low,
            "rank_high": standing.high,
            "own_low": standing.own_low,
            "own_high": standing.own_high,
            "letters": standing.letters,
            "system": standing.system,
            **({"card": card} if (card := result.cards.get(standing.system)) else {}),
            "errors": error_record(result.errors[standing.system]),
            "scores": score_entries(result.scores[standing.system]),
            **cross_document_record(joined.get(standing.system)),
            **repair_record(repairs.get(standing.system)),
            **run_entries(standing.system, runs),
            "interval": ends(interval(result, standing)),
            "best": standing.best,
            "drawn": ends(drawn(standing)),
            "missing": found.missing,
            **({} if found.spans_differ is None else {"spans_differ": found.spans_differ}),
            "heads": found.heads and found.heads._asdict(),
            **({"against": against[standing.system]} if against else {}),
            **({"missing_datasets": lacking} if (lacking := result.lacking.get(standing.system)) else {}),
            "ranks": {name: next(places) for name in result.rankings},
            "kinds": kinds.get(standing.system, []),
        }


def _families(result: RankResult) -> list[Family]:
    """Return the families of all metrics, or of the primary one where all have too many comparisons."""
    families = result.families
    many = sum(map(len, families.values())) > MOST_COMPARISONS
    return [families[result.options.primary]] if many else list(families.values())
