"""The common style of all figures: size, colours, and bytes that depend on the data alone."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.report.table import Table
from leaderboard.report.words.names import short

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Transform

# Okabe and Ito's colours, which the colour-blind can tell apart; of their two oranges the one that also
# stands out from paper.
BLUE, ORANGE, GREY, PALE, INK = "#0072B2", "#D55E00", "#767676", "#E8E8E8", "#111111"

# One column of a two-column paper, and the whole width, in inches.
COLUMN, PAGE = 3.3, 7.0
MARGIN = 0.08
_GAP = 0.05
AXIS = 0.45
FONT_SIZE = 7.0
# Of a picture made of dots, in an inch.
_DOTS = 300
# What else a file would say, and differ in from run to run.
_UNSAID = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
# What matplotlib calls shapes within a file, where they are defined and where they are used.
_SHAPE = re.compile(rb'(?<=id=")[a-z][0-9a-f]{10}(?=")|(?<=#)[a-z][0-9a-f]{10}(?=[)"])')
# With more rows than this, names are set smaller.
_MANY_ROWS = 60


@dataclass(frozen=True, slots=True)
class Picture:
    """``text`` says in words what the picture shows; ``images`` are it in each form; ``data`` its numbers."""

    name: str
    title: str
    text: str
    images: Mapping[str, bytes]
    data: Table

    @property
    def svg(self) -> bytes:
        """The form that every report has."""
        return self.images["svg"]

    def path(self, form: str = "svg") -> str:
        return f"figures/{self.name}.{form}"

    @property
    def data_path(self) -> str:
        return f"figures/{self.name}.csv"


@contextmanager
def drawing(width: float, height: float) -> Iterator[Figure]:
    """An empty figure, drawn by our rules whatever the user's own settings of matplotlib say."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the viewer has other fonts
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "font.size": FONT_SIZE,
                "axes.titlesize": FONT_SIZE,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "axes.linewidth": 0.5,
                "xtick.major.width": 0.5,
                "ytick.major.width": 0.5,
                "text.parse_math": False,
                "svg.fonttype": "none",
                "svg.hashsalt": "leaderboard",
                "pdf.fonttype": 42,  # fonts that publishers accept
            }
        )
        yield Figure(figsize=(width, height))


def place(figure: Figure, left: float, bottom: float, right: float = MARGIN, top: float = MARGIN) -> Axes:
    """Axes within margins in inches; matplotlib's own layouts would measure every name twice."""
    width, height = figure.get_size_inches()
    return figure.add_axes(
        (left / width, bottom / height, 1 - (left + right) / width, 1 - (bottom + top) / height)
    )


def legend(figure: Figure, text: str) -> None:
    """A line below everything, over the whole width."""
    figure.text(0.5, MARGIN / figure.get_figheight(), text, ha="center", va="bottom")


def images(figure: Figure, forms: Sequence[str]) -> dict[str, bytes]:
    """The figure in SVG and in other forms, without the time or the program."""
    return {form: _image(figure, form) for form in ("svg", *forms)}


def _image(figure: Figure, form: str) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=form, metadata=_UNSAID[form], dpi=_DOTS)
    if form != "svg":
        return out.getvalue()
    return _renamed(b"\n".join(line.rstrip() for line in out.getvalue().splitlines()) + b"\n")


def _renamed(svg: bytes) -> bytes:
    """With shapes called after what is drawn, as no other picture of a page calls them.

    matplotlib calls them after numbers of which the last digit is not the same with every NumPy.
    """
    number: dict[bytes, bytes] = {}
    drawn = _SHAPE.sub(lambda name: number.setdefault(name[0], b"%d" % len(number)), svg)
    picture = hashlib.sha256(drawn).hexdigest()[:8].encode()
    return _SHAPE.sub(lambda name: b"p%s-%s" % (picture, number[name[0]]), svg)


def rows_height(rows: int) -> float:
    """Room for so many rows of names, in inches."""
    return rows * (0.15 if rows <= _MANY_ROWS else 0.07)


def name_size(names: Sequence[str]) -> float:
    return FONT_SIZE * weight(len(names))


def weight(rows: int) -> float:
    """The scale of names, dots and lines: smaller where many rows share the height."""
    return 1 if rows <= _MANY_ROWS else 0.5


def room(names: Sequence[str]) -> float:
    """The width in inches that the longest name needs: 0.62 em a letter, 1.05 em a wide one."""
    longest = max(sum(0.43 * (_is_wide(letter)) + 0.62 for letter in short(name)) for name in names)
    return longest * name_size(names) / 72 + 0.1


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """One row a name, from top to bottom; as plain text, for ticks are slow by the hundred."""
    axes.set_yticks([])
    axes.set_ylim(len(names) - 0.5, -0.5)
    beside, size = axes.get_yaxis_transform() + _aside(axes, -_GAP, 0), name_size(names)
    for row, name in enumerate(names):
        axes.text(0, row, short(name), ha="right", va="center", fontsize=size, transform=beside)


def dots(axes: Axes, values: Sequence[float]) -> None:
    """A dot a row; with a white edge it is seen on any ground."""
    rows, size = range(len(values)), weight(len(values))
    axes.plot(
        values,
        rows,
        "o",
        color=INK,
        markersize=3.5 * size,
        markeredgecolor="white",
        markeredgewidth=0.5 * size,
    )


def name_columns(axes: Axes, names: Sequence[str]) -> None:
    """One column a name, to be read from below."""
    axes.set_xticks([])
    below, size = axes.get_xaxis_transform() + _aside(axes, 0, -_GAP), name_size(names)
    for column, name in enumerate(names):
        axes.text(column, 0, short(name), ha="center", va="top", fontsize=size, transform=below, rotation=90)


def _aside(axes: Axes, across: float, up: float) -> Transform:
    """A step in inches, however large the axes are."""
    from matplotlib.transforms import ScaledTranslation

    figure = axes.get_figure(root=True)
    assert figure
    return ScaledTranslation(across, up, figure.dpi_scale_trans)


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"
