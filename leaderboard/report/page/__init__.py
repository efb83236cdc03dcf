"""A report as one page of HTML that needs nothing else: no network, no style or script but its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from leaderboard.error_analysis.profile import ErrorProfile
from leaderboard.metrics.metric import scale_of
from leaderboard.report.features.errors import change_data, error_section, ranked_errors
from leaderboard.report.features.paper import TEXT_TITLE
from leaderboard.report.features.paragraph import paragraph
from leaderboard.report.features.prices import COSTS, ranked_price_tables
from leaderboard.report.figures.drawing import Picture
from leaderboard.report.forms.template import TEMPLATES, fill, source
from leaderboard.report.notes import note_groups, title
from leaderboard.report.page.by_metric import (
    answer_on_page,
    by_metric,
    facts_on_page,
    on_page,
    ranking_content,
)
from leaderboard.report.page.content import (
    Content,
    assignment_bars,
    content,
    figure,
    kinds,
    price_table,
    prose,
    range_bars,
    with_bars,
)
from leaderboard.report.page.drawn import panels, significance_map
from leaderboard.report.page.script_data import pair_data, system_data, view_data
from leaderboard.report.sections import (
    Chapter,
    chapters,
    data_files,
    firmness_tables,
    of_ranking,
    phase_tables,
)
from leaderboard.report.words.names import label, score_of
from leaderboard.text import plural
from leaderboard.verbs.rank import RankResult

TEMPLATES.filters["prose"] = prose
# The parts of the one script and the one style; the first script has what the others share.
_SCRIPTS = (
    *("report.js", "address.js", "rows.js", "by.js", "sort.js", "map.js", "find.js", "pair.js"),
    "system.js",
)
_STYLES = ("report.css", "find.css")
# The files of every report that the page links to.
_DOWNLOADS = ("leaderboard.csv", "leaderboard.tex", "leaderboard.json", "pairwise.csv")
_UNLISTED = (*_DOWNLOADS, "ranks.csv", "documents.csv", "errors.csv", "correlations.csv")
# The sections that have a template of their own.
_DRAWN = ("documents", "errors", "ranges", "significance")
# Large pictures that only some need, and those with a row for each of many systems.
_FOLDED, _TALL = ("scatter",), ("scores", "runs", "ranks", "letters")
# Sections with their pictures beside the notes.
_BESIDE = ("ranges", "significance", "datasets", "runs")
# Further tables of a section are folded up if they have more rows.
_LONGEST = 20
# Pictures that repeat a part of the page are links to their files.
_REPEATED = ("correlations", "differences", "errors", "prices", "ranges", "significance")


def render_page(result: RankResult, pictures: Sequence[Picture]) -> str:
    """The page with all parts of its style and script."""
    style, script = ("\n".join(map(source, names)) for names in (_STYLES, _SCRIPTS))
    systems = [standing.system for standing in result.primary.standings]
    profiles, many = ranked_errors(result), len(systems) > _LONGEST
    others = list(chapters(result, pictures))
    return fill(
        "report.html",
        style,
        script,
        images="img-src data:; ",
        title=title(result),
        facts=facts_on_page(result, result.options.primary),
        answer=answer_on_page(result, result.options.primary),
        metrics=[(metric.name, metric.label) for metric in result.metrics],
        downloads=[*_DOWNLOADS, *(name for name in data_files(result) if name not in _UNLISTED)],
        others=[
            (metric.name, metric.label) for metric in result.metrics if metric.name != result.options.primary
        ],
        chapters=[_part(one, many) for one in others],
        systems=systems,
        primary=label(result.options.primary),
        scored=score_of(result.options.primary),
        of_table=bool(result.task.table),
        lower=scale_of(result.options.primary).lower,
        options=result.options,
        unit=result.options.shown_unit,
        units=plural(result.options.shown_unit),
        longest=_LONGEST,
        ranking=ranking_content(result),
        ranges=_ranges(result),
        map=significance_map(result) if len(systems) > 1 else None,
        panels=panels(result),
        errors=_errors(result, profiles),
        pictures=_pictures(of_ranking(others, pictures), many),
        notes=note_groups(result),
        text=on_page(result, paragraph(result)),
        text_title=TEXT_TITLE,
        signature=result.signature,
        data=view_data(result)
        | pair_data(result)
        | change_data(profiles)
        | system_data(result)
        | {"primary": result.options.primary, "metrics": [*result.rankings], "by": by_metric(result)},
    )


def _part(chapter: Chapter, many: bool) -> dict[str, Any]:
    """A heading with the tables below it; tables of a section without a heading are folded up."""
    main = [section for section in chapter.sections if section.printed or not section.of]
    rest = [section for section in chapter.sections if section not in main]
    return {
        "name": chapter.name,
        "title": chapter.title,
        "drawn": chapter.name in _DRAWN,
        "beside": chapter.name in _BESIDE,
        "tables": [content(table) for section in main for table in section.tables],
        "phases": [
            (phase.phase, [content(table) for table in phase_tables(phase)])
            for section in main
            for phase in section.phases
        ],
        "folded": [(one.title, [content(table) for table in one.tables]) for one in rest],
        **_pictures(chapter.pictures, many),
    }


def _pictures(pictures: Sequence[Picture], many: bool) -> dict[str, Any]:
    """The pictures to be shown, those to be folded up, and those to be linked to."""
    shown = [picture for picture in pictures if picture.name not in _REPEATED]
    folded = (*_FOLDED, *(_TALL if many else ()))
    return {
        "figures": [figure(one) for one in shown if one.name not in folded],
        "folded_figures": [figure(one) for one in shown if one.name in folded],
        "links": [picture for picture in pictures if picture.name in _REPEATED],
    }


def _ranges(result: RankResult) -> list[Content]:
    """The table of ranges with a column of bars, then the others."""
    first, *others = map(content, firmness_tables(result))
    head = f"1 to {len(result.primary.standings)}"
    return [with_bars(first, "ranges", head, 2, range_bars(result)), *others]


def _errors(result: RankResult, profiles: Mapping[str, ErrorProfile]) -> dict[str, Any]:
    """The costs of errors, where they are known, and the assignments."""
    if not profiles:  # nothing is shown
        return {}
    first, *others = map(content, error_section(result))
    costs = [content(table) for table in ranked_price_tables(result)]
    if costs:
        costs[1] = replace(costs[1], folded=True)  # The intervals of the gains.
        costs.insert(0, price_table(result))
    assignments = with_bars(first, "errors", "Assignments", 1, assignment_bars(profiles))
    return {"costs": costs, "title": COSTS, "kinds": kinds(), "assignments": [assignments, *others]}
