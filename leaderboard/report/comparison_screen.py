"""A comparison on a terminal: the result first, then what it rests on."""

from __future__ import annotations

from dataclasses import replace

from leaderboard.report.features.pair import lines
from leaderboard.report.features.prices import heads_notes
from leaderboard.report.forms.terminal import render_fitted, wrapped
from leaderboard.report.table import Table
from leaderboard.report.tables.comparisons import driver_tables, error_section, people_table
from leaderboard.report.words.methods import claim, tested
from leaderboard.report.words.remarks import sentences
from leaderboard.report.words.signatures import short_signature
from leaderboard.text import counted, joined
from leaderboard.verbs.compare import CompareResult

# Of documents and of kinds of errors so many are shown.
MOST_ROWS = 6
_ONLY_IN_FULL = ("units_differing", "first_errors", "second_errors")


def render_comparison(result: CompareResult, on_parts: list[Table], width: int) -> str:
    """Return the result, the pairs by each metric, and the documents and errors that differ most.

    The result of a pair stays on one line, to be found and copied.
    """
    primary = next(family for family in result.families if family.metric == result.options.primary)
    documents = driver_tables(result, MOST_ROWS)
    costs, *others = error_section(result) if result.prices else [None, *error_section(result)]
    brief = [
        people_table(result).main(),
        *on_parts,
        *documents,
        *([_largest(costs)] if costs else []),
        *others,
    ]
    # What is left of the difference without one document stands below the documents.
    left = {id(table): table.notes[: int(result.first.without is not None)] for table in documents}
    tables = [render_fitted(replace(_brief(table), notes=left.get(id(table), ())), width) for table in brief]
    hidden = [
        *_hidden(driver_tables(result), documents, result.options.shown_unit),
        *([counted(len(costs.rows) - MOST_ROWS, "kind of error")] if costs else []),
    ]
    notes = (
        *claim(result.options, primary),
        *sentences(one for one in result.remarks if one.kind == "documents_alike"),
        tested(result.options, primary),
        *(heads_notes(result.span_heads) if costs else ()),
        *sentences(one for one in result.remarks if one.kind == "missing_datasets"),
        f"Hidden: {joined(hidden)}, and all notes (--verbose)." if hidden else "All notes: --verbose.",
        f"Signature: {short_signature(result.signature)}",
    )
    below = "".join(f"{wrapped(note, width)}\n" for note in notes if note)
    return "\n".join((f"{answer(result)}\n", *tables, below))


def answer(result: CompareResult) -> str:
    """Return the result by the primary metric, a line for each pair of a few."""
    primary = next(family for family in result.families if family.metric == result.options.primary)
    return "\n".join(lines(primary))


def _brief(table: Table) -> Table:
    names = [column.name for column in table.columns if column.name not in _ONLY_IN_FULL]
    return replace(table.only(names), signature=None)


def _hidden(whole: list[Table], shown: list[Table], noun: str) -> list[str]:
    number = sum(len(table.rows) for table in whole) - sum(len(table.rows) for table in shown)
    return [counted(number, noun)] if number else []


def _largest(costs: Table) -> Table:
    """Return the kinds of errors whose prices differ most, the largest difference first."""
    at = [column.name for column in costs.columns].index("difference")
    rows = sorted(costs.rows, key=lambda row: -abs(float(str(row[at]))))
    return replace(costs, rows=tuple(rows[:MOST_ROWS]))
