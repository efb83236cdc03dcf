"""The content of each file of a report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from threading import Event

from leaderboard.copies import can_copy
from leaderboard.report.features.documents import FOLDER
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.files.reader import reader_files
from leaderboard.report.forms.csv import render_csv
from leaderboard.report.forms.json import BETWEEN, Encoded, render_json
from leaderboard.report.page import render_page
from leaderboard.report.paper import render_appendix, render_metrics, render_paper
from leaderboard.report.ranking_record import rank_record, shown_families
from leaderboard.report.relation import Block, Relation
from leaderboard.report.sections import PAIRS, data_files
from leaderboard.report.summary import render_summary
from leaderboard.threads import Task, Work, results
from leaderboard.verbs.rank import RankResult

# What a core writes at least.
_PAIRS_PER_SECOND = 3e4
# What stands for the records of all pairs while the others are written; no text in JSON has it.
_HERE = "\0"
# The file of the report that holds all of it, by the form in which it is printed.
WHOLE = {
    "csv": "leaderboard.csv",
    "latex": "leaderboard.tex",
    "html": "leaderboard.html",
    "json": "leaderboard.json",
}


def report_files(result: RankResult, drawn: Sequence[Picture]) -> dict[str, bytes]:
    """Every file but the provenance: the same bytes whenever and wherever they are made."""
    files: dict[str, list[bytes]] = {}
    for name, piece in report_pieces(result, drawn):
        files.setdefault(name, []).append(piece)
    return {name: b"".join(pieces) for name, pieces in files.items()}


def report_pieces(result: RankResult, drawn: Sequence[Picture]) -> Iterator[tuple[str, bytes]]:
    """The same in pieces, of which those of the files of all pairs come in turn."""
    texts = {
        "leaderboard.md": render_summary(result, drawn),
        "leaderboard.tex": render_paper(result),
        "metrics.tex": render_metrics(result),
        "leaderboard-appendix.tex": render_appendix(result),
        "leaderboard.html": render_page(result, drawn),
        **{name: one.csv() for name, one in data_files(result).items() if name != PAIRS},
        **{picture.path("csv"): render_csv(picture.data) for picture in drawn},
    }
    pages = reader_files(result.reader, WHOLE["html"]) if result.reader else {}
    images = {picture.path(form): image for picture in drawn for form, image in picture.images.items()}
    # Paths may have bytes that are no text; in JSON the escape is the character itself.
    for name, text in chain(texts.items(), _with_pairs(result)):
        yield name, text.encode(errors="backslashreplace")
    yield from images.items()
    yield from ((f"{FOLDER}/{name}", page) for name, page in pages.items())


def _with_pairs(result: RankResult) -> Iterator[tuple[str, str]]:
    """The record and the table of all pairs, which are never in memory as a whole."""
    every, shown = data_files(result)[PAIRS], [family for family in shown_families(result) if len(family)]
    rows = Encoded((_HERE,) if shown else ())
    before, _, after = render_json(rank_record(result, rows=rows)).partition(_HERE)
    yield WHOLE["json"], before
    yield PAIRS, every.head
    blocks, between = list(every.blocks()), ""
    seconds = sum(map(len, result.families.values())) / max(1, len(blocks)) / _PAIRS_PER_SECOND
    task = Task("the rows of pairs", _pairs, (every, {family.metric for family in shown}), seconds)
    for lines, records in results(task, blocks, Work(result.options.jobs if can_copy() else 1)):
        yield PAIRS, lines
        if records:
            yield WHOLE["json"], between + records
            between = BETWEEN
    yield WHOLE["json"], after


def _pairs(
    every: Relation, metrics: Collection[str], block: Callable[[], Block], _: Event
) -> tuple[str, str]:
    """Some pairs in CSV, and as records if these have their metric."""
    cells = block()
    metric = cells[[column.name for column in every.columns].index("metric")][0]
    return every.both(cells, in_records=metric in metrics)
