"""What all pictures share: size, colours, and bytes that depend on the data alone."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.report.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which the colour-blind can tell apart.
BLUE, ORANGE, VERMILION, GREY, PALE, INK = "#0072B2", "#E69F00", "#D55E00", "#767676", "#E8E8E8", "#222222"

# One column of a two-column paper, and the whole width, in inches.
COLUMN, PAGE = 3.3, 7.0
_LONGEST_NAME = 24
# With more rows than this, names are set smaller.
_MANY_ROWS = 60


@dataclass(frozen=True, slots=True)
class Picture:
    """``text`` says in words what the picture shows; ``data`` are the numbers behind it."""

    name: str
    title: str
    text: str
    svg: str
    data: Table

    @property
    def path(self) -> str:
        return f"figures/{self.name}.svg"

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
                "font.size": 7,
                "axes.titlesize": 7,
                "axes.spines.top": False,
                "axes.spines.right": False,
                "axes.linewidth": 0.5,
                "xtick.major.width": 0.5,
                "ytick.major.width": 0.5,
                "text.parse_math": False,
                "svg.fonttype": "none",
                "svg.hashsalt": "leaderboard",
            }
        )
        yield Figure(figsize=(width, height), layout="constrained")


def svg(figure: Figure) -> str:
    """The figure as text, without the time."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None})
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def height(rows: int) -> float:
    """Room for so many rows of names and for the axis, in inches."""
    return 0.6 + rows * (0.15 if rows <= _MANY_ROWS else 0.07)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """One row a name, from top to bottom."""
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0, labelsize=7 if len(names) <= _MANY_ROWS else 3.5)


def short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
