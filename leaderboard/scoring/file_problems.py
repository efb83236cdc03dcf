"""Everything that is wrong with a file, of its form and beside the key, and where it breaks off only that."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from leaderboard.corpus import Corpus
from leaderboard.errors import Problem, first_of
from leaderboard.formats import Examined, Reading, format_name, word_columns
from leaderboard.matching import Gaps, break_off, disagreements
from leaderboard.options import Options


def file_problems(
    key: Corpus | None, examined: Examined, data: bytes, reading: Reading, options: Options
) -> tuple[list[Problem], int]:
    """The first problems of a file, of its form and of as much of its text as could be read; how many."""
    corpus, faults = examined.corpus, examined.faults
    of_form, count = (faults.in_order(), faults.count) if faults else ([], 0)
    if key is None:
        return of_form, count
    gaps = _gaps(examined, data, reading)
    end = _break_off(key, examined, data, gaps, options.text)
    of_text, more = first_of(
        disagreements(
            key,
            corpus,
            replace(gaps, broken_off=end is not None),
            missing_is_empty=options.missing == "empty",
            check_words=options.check_words,
        )
    )
    problems, count = [*of_form, *of_text], count + more
    return (problems, count) if end is None else _folded(problems, count, corpus, end)


def _break_off(key: Corpus, examined: Examined, data: bytes, gaps: Gaps, text: str | None) -> Problem | None:
    """Where a file ends within a document, if it does; readers of JSON and text tell by themselves."""
    if format_name(data, text) in ("jsonlines", "text"):
        return None
    torn = not data.endswith(b"\n")
    lines, faults = data.count(b"\n") + torn, examined.faults
    cut = faults is not None and (faults.cut or (torn and faults.in_order()[-1].line == lines))
    return break_off(key, examined.corpus, gaps, lines, cut)


def _folded(problems: list[Problem], count: int, corpus: Corpus, end: Problem) -> tuple[list[Problem], int]:
    """The break, and the problems but for those of the last line and of the last part as a whole."""
    others = [problem for problem in problems if problem.line not in (corpus.part_line[-1], end.line)]
    return [end, *others], count - len(problems) + len(others) + 1


def _gaps(examined: Examined, data: bytes, reading: Reading) -> Gaps:
    """The gaps that the faults of a file leave in its text."""
    corpus, faults = examined.corpus, examined.faults
    column = word_columns(data, reading)
    if faults is None:
        return Gaps(column=column)
    unsure = {number for number, part in enumerate(corpus.parts) if part in faults.unsure}
    # Of a file without documents, or one of which the rest was not read, any part might be missing.
    nameless = inf if faults.stopped or not corpus.parts else faults.nameless
    return Gaps(unsure, nameless, column=column)
