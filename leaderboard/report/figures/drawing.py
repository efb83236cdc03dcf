"""The common style of all figures: size, colours, and bytes that depend on the data alone."""

from __future__ import annotations

import hashlib
import io
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from leaderboard.report.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which the colour-blind can tell apart; of their two oranges the one that also
# stands out from paper.
BLUE, ORANGE, GREY, PALE, INK = "#0072B2", "#D55E00", "#767676", "#E8E8E8", "#111111"

# One column of a two-column paper, and the whole width, in inches.
COLUMN, PAGE = 3.3, 7.0
MARGIN = 0.08
AXIS = 0.45
# In points: usual text, and the smallest that is read in print.
FONT_SIZE, SMALLEST = 7.0, 6.0
# Points in an inch, and the mean width of letters in a sentence in em.
POINTS, _TEXT_EM = 72, 0.54
# A line of a legend, in inches.
_LINE = 0.12
# Of a picture made of dots, in an inch.
_DOTS = 300
# What else a file would say, and differ in from run to run.
_UNSAID = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}
# A figure is wide from this many columns of a paper on.
_WIDE = 1.2
# What matplotlib calls shapes within a file, where they are defined and where they are used.
_SHAPE = re.compile(rb'(?<=id=")[a-z][0-9a-f]{10}(?=")|(?<=#)[a-z][0-9a-f]{10}(?=[)"])')


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

    @property
    def is_wide(self) -> bool:
        """Return True for a figure that is more than a column of a paper."""
        width = re.search(rb' width="([\d.]+)pt"', self.svg)
        return width is not None and float(width[1]) > _WIDE * COLUMN * POINTS

    def path(self, form: str = "svg") -> str:
        return f"figures/{self.name}.{form}"

    @property
    def data_path(self) -> str:
        return f"figures/{self.name}.csv"


@contextmanager
def drawing(width: float, height: float) -> Iterator[Figure]:
    """An empty figure, drawn by our rules whatever the user's own settings of matplotlib say."""
    import matplotlib

    new_figure = _loaded()
    # To set the backend would load pyplot, and `rcdefaults` loads all styles.
    defaults: dict[Any, Any] = {**matplotlib.rcParamsDefault}
    defaults.pop("backend", None)
    with matplotlib.rc_context(defaults), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the viewer has other fonts
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
        yield new_figure(figsize=(width, height))


def _loaded() -> type[Figure]:
    """Return matplotlib's figures.

    The lists of properties in docstrings are a quarter of the import. On the command line nobody reads them.
    """
    from matplotlib import artist

    listed = artist.kwdoc
    try:
        if "leaderboard.cli" in sys.modules:
            artist.kwdoc = lambda artist: ""
        from matplotlib.figure import Figure
    finally:
        artist.kwdoc = listed
    return Figure


def place(figure: Figure, left: float, bottom: float, right: float = MARGIN, top: float = MARGIN) -> Axes:
    """Axes within margins in inches; matplotlib's own layouts would measure every name twice."""
    width, height = figure.get_size_inches()
    return figure.add_axes(
        (left / width, bottom / height, 1 - (left + right) / width, 1 - (bottom + top) / height)
    )


def legend(figure: Figure, text: str) -> None:
    """Write text below everything, in as many lines as the width needs."""
    wrapped = "\n".join(lines(text, figure.get_figwidth()))
    figure.text(0.5, MARGIN / figure.get_figheight(), wrapped, ha="center", va="bottom")


def legend_room(text: str, width: float = COLUMN) -> float:
    """Return the height in inches of an axis with this legend below it."""
    return AXIS + _LINE * (len(lines(text, width)) - 1)


def lines(text: str, width: float = COLUMN) -> list[str]:
    """Break text into lines that fit into a figure of this width."""
    letters = int((width - 2 * MARGIN) * POINTS / (_TEXT_EM * FONT_SIZE))
    return [line for part in text.split("\n") for line in wrap(part, letters)]


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
