"""Pictures of a ranking, each with its data and its text; they need matplotlib, the extra ``plots``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from importlib.util import find_spec

from leaderboard.errors import UsageError
from leaderboard.report.figures.drawing import Picture
from leaderboard.verbs.rank import RankResult

MISSING = "No figures: matplotlib is missing; install it with `pip install 'coref-leaderboard[plots]'`."

# Beside SVG, which every report has.
_OTHER_FORMS = ("pdf", "png")


def figure_forms(names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of figures that are written beside SVG, each checked."""
    for form in names or ():
        if form not in _OTHER_FORMS:
            raise UsageError(f"--figures is {form!r}; choose among {', '.join(_OTHER_FORMS)}")
    return tuple(names or ())


def pictures(result: RankResult, forms: Sequence[str] = ()) -> tuple[Picture, ...]:
    """Every picture that the systems allow, in SVG and these forms; none without matplotlib."""
    if find_spec("matplotlib") is None:
        return ()
    from leaderboard.report.figures.correlations import correlation_map, scatter_matrix
    from leaderboard.report.figures.datasets import datasets
    from leaderboard.report.figures.differences import differences
    from leaderboard.report.figures.error_kinds import errors
    from leaderboard.report.figures.error_prices import prices
    from leaderboard.report.figures.intervals import scores
    from leaderboard.report.figures.letters import letters
    from leaderboard.report.figures.rank_ranges import rank_ranges
    from leaderboard.report.figures.ranks import ranks, significance
    from leaderboard.report.figures.runs import runs
    from leaderboard.report.figures.slices import slices

    makers = (
        *(scores, runs, rank_ranges, letters, ranks, significance, datasets, differences, prices, errors),
        *(correlation_map, scatter_matrix),
    )
    drawn = [picture for make in makers if (picture := make(result, forms)) is not None]
    return tuple(map(_described, (*drawn, *slices(result, forms))))


def _described(picture: Picture) -> Picture:
    """The picture with its words in the SVG."""
    names = {"title": picture.title, "desc": picture.text}
    words = "".join(
        f'<{tag} id="{picture.name}-{tag}">{escape(text, quote=False)}</{tag}>\n'
        for tag, text in names.items()
    )
    labelled = " ".join(f"{picture.name}-{tag}" for tag in names)
    before, opening, after = picture.svg.decode().partition("<svg ")
    attributes, end, inside = after.partition(">\n")
    svg = f'{before}{opening}role="img" aria-labelledby="{labelled}" {attributes}{end}{words}{inside}'
    return replace(picture, images={**picture.images, "svg": svg.encode()})
