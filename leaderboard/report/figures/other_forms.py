"""Figures in PDF and PNG: the same strokes, drawn by matplotlib, which only this module needs."""

from __future__ import annotations

import io
import warnings
from typing import TYPE_CHECKING, Any, Literal

from leaderboard.report.figures.drawing import Box, Dot, Drawing, Line, Polygon, Stroke
from leaderboard.text import one_line

if TYPE_CHECKING:
    from matplotlib.artist import Artist

# Points in an inch, and dots in an inch of a picture that is made of them.
_POINTS, _DOTS = 72, 300
# What else a file would say, and differ in from run to run.
_UNSAID = {"pdf": {"CreationDate": None}, "png": {"Software": None}}
_SIDES: dict[str, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}


def image(drawing: Drawing, form: str) -> bytes:
    """Return the drawing in a form, whatever the user's own settings of matplotlib say."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    # To set the backend would load pyplot, and `rcdefaults` loads all styles.
    defaults: dict[Any, Any] = {**matplotlib.rcParamsDefault}
    defaults.pop("backend", None)
    # Fonts that publishers accept, and names of which no formula is made.
    settings = {**defaults, "pdf.fonttype": 42, "text.parse_math": False}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = Figure(figsize=(drawing.width / _POINTS, drawing.height / _POINTS))
        down = Affine2D().scale(1, -1).translate(0, drawing.height).scale(1 / _POINTS)
        for artist in map(_artist, drawing.strokes):
            artist.set_transform(down + figure.dpi_scale_trans)
            figure.add_artist(artist)
        out = io.BytesIO()
        figure.savefig(out, format=form, metadata=_UNSAID[form], dpi=_DOTS)
    return out.getvalue()


def _artist(stroke: Stroke) -> Artist:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, PathPatch, Rectangle
    from matplotlib.path import Path
    from matplotlib.text import Text as Letters

    match stroke:
        case Line(points, colour, width, dashes):
            x, y = zip(*points, strict=True)
            line = Line2D(x, y, color=colour, linewidth=width, solid_capstyle="butt")
            if dashes:
                line.set_dashes(dashes)
            return line
        case Box(left, top, width, height, fill, edge, thick):
            return Rectangle((left, top), width, height, facecolor=fill, edgecolor=edge, linewidth=thick)
        case Dot(x, y, radius, fill, edge, thick, opacity):
            return Circle((x, y), radius, facecolor=fill, edgecolor=edge, linewidth=thick, alpha=opacity)
        case Polygon(rings, fill, edge, thick):
            shape = Path.make_compound_path(*(Path([*ring, ring[0]], closed=True) for ring in rings))
            return PathPatch(shape, facecolor=fill, edgecolor=edge, linewidth=thick)
        case _:
            _, _, text, size, anchor, colour, turned, italic = stroke
            return Letters(
                *stroke.base(),
                one_line(text),
                fontsize=size,
                color=colour,
                style="italic" if italic else "normal",
                horizontalalignment=_SIDES[anchor],
                verticalalignment="baseline",
                rotation=90 if turned else 0,
                rotation_mode="anchor",
            )
