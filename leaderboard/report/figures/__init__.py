"""Pictures of a ranking, each with its data and its text."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from leaderboard.errors import UsageError, choice_error
from leaderboard.report.figures.drawing import Drawing, Picture, picture
from leaderboard.verbs.rank import RankResult

# Beside SVG, which every report has.
_OTHER_FORMS = ("pdf", "png")


def figure_forms(names: Sequence[str] | None) -> tuple[str, ...]:
    """Return the forms of figures that are written beside SVG, each checked."""
    for form in names or ():
        if form not in _OTHER_FORMS:
            raise choice_error("figures", form, _OTHER_FORMS)
    if names and find_spec("matplotlib") is None:
        raise UsageError(
            f"--figures {','.join(names)} needs matplotlib; install it with "
            "`pip install 'coref-leaderboard[plots]'`"
        )
    return tuple(names or ())


def pictures(result: RankResult, forms: Sequence[str] = ()) -> tuple[Picture, ...]:
    """Every picture that the systems allow, in SVG and these forms."""
    return tuple(picture(drawing, forms) for drawing in drawings(result))


def drawings(result: RankResult) -> tuple[Drawing, ...]:
    """The strokes of every picture."""
    from leaderboard.report.figures.differences import differences
    from leaderboard.report.figures.error_bars import errors, prices
    from leaderboard.report.figures.forest import letters, rank_ranges, ranks, runs, scores, slices
    from leaderboard.report.figures.squares import correlation_map, datasets, scatter_matrix, significance

    makers = (
        *(scores, runs, rank_ranges, letters, ranks, significance, datasets, differences, prices, errors),
        *(correlation_map, scatter_matrix),
    )
    drawn = (drawing for make in makers if (drawing := make(result)) is not None)
    return (*drawn, *slices(result))
