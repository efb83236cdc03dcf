"""A figure is a list of strokes in points. The project writes their SVG: the same bytes on every machine."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from leaderboard.report.table import Column, Table, Value
from leaderboard.text import one_line

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure


# Okabe and Ito's colours, which the colour-blind can tell apart; of their two oranges the one that also
# stands out from paper.
BLUE, ORANGE, GREY, PALE, INK = "#0072B2", "#D55E00", "#767676", "#E8E8E8", "#111111"
# One column of a two-column paper, and the whole width.
COLUMN, PAGE = 237.6, 504.0
# Usual text, and the smallest that is read in print.
FONT_SIZE, SMALLEST = 7.0, 6.0
# A figure is wide from this many columns of a paper on.
_WIDE = 1.2
# From the middle of a line of text down to its base, in em.
_BASE = 0.36
_FONTS = "'DejaVu Sans', 'Bitstream Vera Sans', Verdana, Geneva, Arial, Helvetica, sans-serif"

Point = tuple[float, float]


class Line(NamedTuple):
    """Through points, in order."""

    points: Sequence[Point]
    colour: str
    width: float = 0.5
    dashes: Sequence[float] = ()


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float
    fill: str
    edge: str = "none"
    line: float = 0.5


class Dot(NamedTuple):
    x: float
    y: float
    radius: float
    fill: str
    edge: str = "none"
    line: float = 0.5
    opacity: float = 1


class Polygon(NamedTuple):
    """One shape of one or more rings."""

    rings: Sequence[Sequence[Point]]
    fill: str
    edge: str = "none"
    line: float = 0.5


class Text(NamedTuple):
    """A line of text; ``y`` is its middle. Turned, it is read from below, and ``x`` is its middle."""

    x: float
    y: float
    text: str
    size: float = FONT_SIZE
    anchor: str = "middle"
    colour: str = INK
    turned: bool = False
    italic: bool = False

    def base(self) -> Point:
        """Return where the base of the letters begins, ends or has its middle."""
        down = _BASE * self.size
        return (self.x + down, self.y) if self.turned else (self.x, self.y + down)


Stroke = Line | Box | Dot | Polygon | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """``text`` says in words what the strokes show; ``data`` has the numbers; later strokes cover earlier."""

    name: str
    title: str
    text: str
    data: Table
    width: float
    height: float
    strokes: Sequence[Stroke]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing in each form, its words and its numbers."""

    name: str
    title: str
    text: str
    images: Mapping[str, bytes]
    data: Table
    is_wide: bool = False

    @property
    def svg(self) -> bytes:
        """The form that every report has."""
        return self.images["svg"]

    def path(self, form: str = "svg") -> str:
        return f"figures/{self.name}.{form}"


def numbers(*columns: tuple[str, Iterable[Value]]) -> Table:
    """The data of a drawing: its columns by their names."""
    rows = zip(*(cells for _, cells in columns), strict=True)
    return Table("", tuple(Column(name, name) for name, _ in columns), tuple(rows))


def picture(drawing: Drawing, forms: Sequence[str] = ()) -> Picture:
    """Return the drawing in SVG and these forms."""
    images = {"svg": svg(drawing), **{form: image(drawing, form) for form in forms}}
    is_wide = drawing.width > _WIDE * COLUMN
    return Picture(drawing.name, drawing.title, drawing.text, images, drawing.data, is_wide)


def svg(drawing: Drawing) -> bytes:
    """Return the strokes on white paper, one a line, below their words."""
    words = {"title": drawing.title, "desc": drawing.text}
    width, height = map(_number, (drawing.width, drawing.height))
    labels = " ".join(f"{drawing.name}-{tag}" for tag in words)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="{labels}" width="{width}pt" '
        f'height="{height}pt" viewBox="0 0 {width} {height}" font-family="{_FONTS}">',
        *(f'<{tag} id="{drawing.name}-{tag}">{_escaped(text)}</{tag}>' for tag, text in words.items()),
        '<rect width="100%" height="100%" fill="#fff"/>',
        *map(_element, drawing.strokes),
        "</svg>\n",
    ]
    return "\n".join(lines).encode()


def _element(stroke: Stroke) -> str:
    match stroke:
        case Line(points, colour, width, dashes):
            dashed = f' stroke-dasharray="{" ".join(map(_number, dashes))}"' if dashes else ""
            path = f'd="M{_places(points)}" fill="none"'
            return f'<path {path} stroke="{colour}" stroke-width="{_number(width)}"{dashed}/>'
        case Box(left, top, width, height, fill, edge, line):
            x, y, across, down = map(_number, (left, top, width, height))
            place = f'x="{x}" y="{y}" width="{across}" height="{down}"'
            return f"<rect {place}{_painted(fill, edge, line)}/>"
        case Dot(x, y, radius, fill, edge, line, opacity):
            cx, cy, r = map(_number, (x, y, radius))
            faint = f' opacity="{_number(opacity)}"' if opacity < 1 else ""
            return f'<circle cx="{cx}" cy="{cy}" r="{r}"{_painted(fill, edge, line)}{faint}/>'
        case Polygon(rings, fill, edge, line):
            path = "".join(f"M{_places(ring)}z" for ring in rings)
            return f'<path d="{path}"{_painted(fill, edge, line)}/>'
        case _:
            _, _, text, size, anchor, colour, turned, italic = stroke
            x, y = map(_number, stroke.base())
            style = ' font-style="italic"' if italic else ""
            turn = f' transform="rotate(-90 {x} {y})"' if turned else ""
            place = f'x="{x}" y="{y}" font-size="{_number(size)}" text-anchor="{anchor}" fill="{colour}"'
            return f"<text {place}{style}{turn}>{_escaped(text)}</text>"


def _painted(fill: str, edge: str, line: float) -> str:
    stroke = "" if edge == "none" else f' stroke="{edge}" stroke-width="{_number(line)}"'
    return f' fill="{fill}"{stroke}'


def _places(points: Sequence[Point]) -> str:
    return "L".join(f"{_number(x)} {_number(y)}" for x, y in points)


def _number(value: float) -> str:
    """Return at most two decimals: more would differ between versions of libraries."""
    return f"{round(float(value), 2) + 0:g}"


def _escaped(text: str) -> str:
    return escape(one_line(text), quote=False)


# Points in an inch, and dots in an inch of a picture that is made of them.
_POINTS, _DOTS, _ON_SCREEN = 72, 300, 144
# What else a file would say, and differ in from run to run.
_UNSAID = {"pdf": {"CreationDate": None}, "png": {"Software": None}}
_SIDES: dict[str, Literal["left", "center", "right"]] = {"start": "left", "middle": "center", "end": "right"}


def image(drawing: Drawing, form: str) -> bytes:
    """Return the drawing in a form, whatever the user's own settings of matplotlib say."""
    out = io.BytesIO()
    with _own_settings():
        drawn(drawing).savefig(out, format=form, metadata=_UNSAID[form], dpi=_DOTS)
    return out.getvalue()


def drawn(drawing: Drawing) -> Figure:
    """Return the drawing as a figure of matplotlib, which a notebook shows without more ado."""
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    class Shown(Figure):
        """A figure that a notebook shows also where pyplot is not loaded."""

        def _repr_png_(self) -> bytes:
            out = io.BytesIO()
            self.savefig(out, format="png", metadata=_UNSAID["png"], dpi=_ON_SCREEN)
            return out.getvalue()

    with _own_settings():
        figure = Shown(figsize=(drawing.width / _POINTS, drawing.height / _POINTS))
        down = Affine2D().scale(1, -1).translate(0, drawing.height).scale(1 / _POINTS)
        for artist in map(_artist, drawing.strokes):
            artist.set_transform(down + figure.dpi_scale_trans)
            figure.add_artist(artist)
    return figure


@contextmanager
def _own_settings() -> Iterator[None]:
    """Draw with matplotlib's defaults, with fonts that publishers accept, and no formulas in names."""
    import matplotlib

    # To set the backend would load pyplot, and `rcdefaults` loads all styles.
    defaults: dict[Any, Any] = {**matplotlib.rcParamsDefault}
    defaults.pop("backend", None)
    settings = {**defaults, "pdf.fonttype": 42, "text.parse_math": False}
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        yield


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
