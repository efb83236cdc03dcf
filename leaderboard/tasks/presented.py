"""What a result shows of itself in Python; the report, which is loaded when it is asked for, makes it."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame


class Presented:
    """A result that shows itself as a sentence, a table, texts, figures and files; nothing is printed."""

    __slots__ = ()

    @property
    def answer(self) -> str:
        """Return the result in one sentence or line."""
        return str(_made("answer", self))

    def table(self) -> DataFrame:
        """Return what the command shows as a DataFrame; ``leaderboard.frame`` has every number."""
        found: DataFrame = _made("shown_frame", self)
        return found

    def markdown(self) -> str:
        """Return the tables in Markdown."""
        return str(_made("markdown", self))

    def latex(self) -> str:
        """Return the table in LaTeX, for a paper with the package booktabs."""
        return str(_made("latex", self))

    def figures(self) -> tuple[str, ...]:
        """Return the names of the figures that this result has; only rankings have some."""
        return tuple(_made("figures", self))

    def figure(self, name: str) -> Figure:
        """Return a figure of matplotlib by its name."""
        found: Figure = _made("figure", self, name)
        return found

    def write(self, folder: str | os.PathLike[str]) -> Path:
        """Write the files of a report to a folder, and return the path of the one to open first.

        Files of an earlier report are replaced, and all others stay. A failure leaves the folder as it was.
        """
        if not isinstance(folder, str | os.PathLike):
            raise TypeError(f"folder is {folder!r}; give the path of a folder")
        return Path(_made("write", self, Path(folder)))

    def _repr_html_(self) -> str:
        return str(_made("notebook", self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.answer}>"


class Tested(Presented):
    """A result of tests, which has a paragraph for a paper."""

    __slots__ = ()

    def text(self) -> str:
        """Return the paragraph for a paper, with the signature."""
        return str(_made("text", self))


def _made(what: str, *arguments: object) -> Any:
    """Call a function of the report, which stands above this module."""
    return getattr(import_module("leaderboard.report.results"), what)(*arguments)
