"""Comparisons as text, column by column: half a million rows of them take seconds, not minutes.

The same as the table of ``pairs`` row by row, but a number is written out once for all rows that have it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import numpy as np

from leaderboard.metrics.metric import Floats
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import Encoded, text
from leaderboard.report.table import Column, Table
from leaderboard.report.tables.pairs import COLUMNS
from leaderboard.report.words.precision import portable
from leaderboard.significance.comparison import VERDICTS, Family
from leaderboard.significance.pairing import Indices


def pair_csv(families: Collection[Family]) -> str:
    """``pairwise.csv``"""
    lines = [render_csv(Table("", COLUMNS, ()))]
    for family in families:
        columns = _texts(family, _csv_cell)
        lines += map("{}\n".format, map(",".join, zip(*columns.values(), strict=True)))
    return "".join(lines)


def pair_lines(families: Collection[Family]) -> Encoded:
    """The comparisons of ``leaderboard.json``"""
    lines: list[str] = []
    for family in families:
        columns = _texts(family, text)
        low, high = columns.pop("interval_low"), columns.pop("interval_high")
        columns["interval"] = list(map("[{}, {}]".format, low, high)) if any(low) else ["null"] * len(family)
        members = ", ".join(f'"{column.name}": {{}}' for column in COLUMNS)
        entry = f"{{{{{members}}}}}".format
        lines += map(entry, *(columns[column.name] for column in COLUMNS))
    return Encoded(tuple(lines))


def _texts(family: Family, quoted: Callable[[str], str]) -> dict[str, list[str]]:
    """Each column in writing, in the order of the file."""
    pairing, p_values = family.pairing, family.p_values
    low, high = family.intervals.bounds.T
    bound: Callable[[float], str] = repr if family.design.interval == "percentile" else _portable
    if family.units == 1:
        bound = _blank
    verdicts: list[str] = list(VERDICTS)
    return {
        "first": _named(family.systems, pairing.first, quoted),
        "second": _named(family.systems, pairing.second, quoted),
        "metric": [quoted(family.metric)] * len(family),
        "first_score": _numbers(family.scores[pairing.first]),
        "second_score": _numbers(family.scores[pairing.second]),
        "difference": _numbers(family.differences),
        "interval_low": _numbers(low, bound),
        "interval_high": _numbers(high, bound),
        "p_value": _numbers(p_values.p),
        "p_adjusted": _numbers(family.p_adjusted),
        "standard_error": _numbers(family.standard_errors),
        "trials": list(map(str, p_values.trials.tolist())),
        "exact": _named(("false", "true"), p_values.exact.astype(np.int64), str),
        "borderline": _named(("false", "true"), family.borderline.astype(np.int64), str),
        "units": [str(family.units)] * len(family),
        "units_differing": list(map(str, family.units_differing.tolist())),
        "verdict": _named(verdicts, family.verdicts, quoted),
    }


def _named(names: Collection[str], places: Indices, quoted: Callable[[str], str]) -> list[str]:
    chosen: list[str] = np.array([quoted(name) for name in names], dtype=object)[places].tolist()
    return chosen


def _numbers(values: Floats, written: Callable[[float], str] = repr) -> list[str]:
    different, places = np.unique(values, return_inverse=True)
    return _named([written(value) for value in different.tolist()], places, str)


def _portable(value: float) -> str:
    return repr(portable(value))


def _blank(_: float) -> str:
    return ""


def _csv_cell(name: str) -> str:
    return render_csv(Table("", (Column("", name),), ((name,),))).split("\n", 1)[1].removesuffix("\n")
