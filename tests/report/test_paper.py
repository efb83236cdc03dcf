"""The report in LaTeX, compiled where there is a TeX."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from leaderboard.report.paper import render_paper
from tests.report.made_ranking import GOLDEN, made_ranking

PDFLATEX = shutil.which("pdflatex")
needs_tex = pytest.mark.skipif(PDFLATEX is None, reason="pdflatex is not installed")

PAPER = r"""\documentclass[11pt,twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage{booktabs}
\begin{document}
\input{report}
\end{document}
"""


def compiled(folder: Path, name: str) -> str:
    """What pdflatex says of a document without a fault."""
    assert PDFLATEX is not None
    run = subprocess.run(
        [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name],
        cwd=folder,
        capture_output=True,
        timeout=300,
        check=False,
    )
    said = run.stdout.decode(errors="replace")
    assert run.returncode == 0, said[-2000:]
    assert (folder / name).with_suffix(".pdf").exists()
    return said


@needs_tex
def test_the_report_compiles_as_it_is(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "leaderboard.tex", tmp_path / "report.tex")
    said = compiled(tmp_path, "report.tex")
    assert "Overfull" not in said
    assert "undefined" not in said


@needs_tex
def test_the_report_is_part_of_a_paper(tmp_path: Path) -> None:
    result = made_ranking(tmp_path / "task", metric=("muc", "conll"))
    text = "".join(character for character in render_paper(result) if ord(character) < 0x300)
    (tmp_path / "report.tex").write_text(text, encoding="utf-8")
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    compiled(tmp_path, "paper.tex")


def test_only_characters_beyond_ascii_are_declared(tmp_path: Path) -> None:
    text = render_paper(made_ranking(tmp_path / "task", metric=("muc", "conll")))
    assert r"\DeclareUnicodeCharacter{5317}{\texttt{U+5317}}" in text
    assert text.count(r"{\texttt{U+") == len({letter for letter in text if not letter.isascii()})
