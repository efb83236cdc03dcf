"""The table for a paper and the appendix in LaTeX, compiled where there is a TeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from leaderboard.report.forms.latex import render_latex
from leaderboard.report.paper import render_appendix, render_paper
from leaderboard.report.tables.rankings import people_table
from tests.report.made_ranking import GOLDEN, made_ranking

needs_tex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")

PAPER = r"""\documentclass[11pt,twocolumn]{article}
FONTS
\usepackage{booktabs}
\begin{document}
\input{report}
\appendix
\input{appendix}
\end{document}
"""
FILES = {"report": "leaderboard.tex", "appendix": "leaderboard-appendix.tex"}


def copied(folder: Path) -> None:
    for name, file in FILES.items():
        shutil.copy(GOLDEN / file, folder / f"{name}.tex")


def compiled(folder: Path, name: str, engine: str = "pdflatex") -> str:
    """What an engine says of a document without a fault."""
    run = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name],
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
@pytest.mark.parametrize("name", FILES)
def test_the_report_compiles_as_it_is(tmp_path: Path, name: str) -> None:
    copied(tmp_path)
    said = compiled(tmp_path, f"{name}.tex")
    assert "Overfull" not in said
    assert "undefined" not in said


@needs_tex
@pytest.mark.parametrize("fonts", [r"\usepackage[T1]{fontenc}", ""])
def test_the_report_is_part_of_a_paper(tmp_path: Path, fonts: str) -> None:
    """Whatever the names, with the fonts of any encoding and without graphicx."""
    copied(tmp_path)
    (tmp_path / "paper.tex").write_text(PAPER.replace("FONTS", fonts), encoding="utf-8")
    said = compiled(tmp_path, "paper.tex")
    assert "Overfull" not in said
    assert "multiply defined" not in said


@pytest.mark.skipif(shutil.which("lualatex") is None, reason="lualatex is not installed")
@pytest.mark.parametrize("name", FILES)
def test_an_engine_of_unicode_drops_no_character(tmp_path: Path, name: str) -> None:
    copied(tmp_path)
    compiled(tmp_path, f"{name}.tex", "lualatex")
    assert "Missing character" not in (tmp_path / f"{name}.log").read_text(encoding="utf-8", errors="replace")


@needs_tex
def test_every_column_is_shrunk_to_the_page(tmp_path: Path) -> None:
    result = made_ranking(tmp_path / "task")
    (tmp_path / "report.tex").write_text(
        render_latex(people_table(result)), encoding="ascii", errors="replace"
    )
    shutil.copy(GOLDEN / "leaderboard-appendix.tex", tmp_path / "appendix.tex")
    paper = PAPER.replace("FONTS", r"\usepackage{graphicx}")
    (tmp_path / "paper.tex").write_text(paper, encoding="utf-8")
    assert "Overfull" not in compiled(tmp_path, "paper.tex")


def test_only_characters_beyond_ascii_are_declared(tmp_path: Path) -> None:
    text = render_paper(made_ranking(tmp_path / "task", metric=("muc", "conll")))
    assert r"\leaderboardcharacter{北}{5317}" in text
    assert text.count("\\leaderboardcharacter{") == len({letter for letter in text if not letter.isascii()})


def test_tables_have_labels_and_the_title(tmp_path: Path) -> None:
    result = replace(made_ranking(tmp_path / "task", metric=("muc", "conll")), title="A task of α & β")
    text = render_paper(result) + render_appendix(result)
    labels = re.findall(r"\\label{(.+?)}", text)
    assert labels[:2] == ["tab:leaderboard", "tab:leaderboard-prices"]
    assert len(labels) == len(set(labels)) == text.count(r"\begin{table")
    assert r"\caption{A task of \ensuremath{\alpha} \& β: 6 systems, 12 documents, CoNLL F1. " in text


def test_the_paper_has_one_table_with_one_note_on_how_to_read_it(tmp_path: Path) -> None:
    text = render_paper(made_ranking(tmp_path / "task"))
    assert text.startswith("% Signature: leaderboard:")
    assert (
        text.count(r"\begin{table}") == text.count(r"\caption{") == text.count(r"\footnotesize Rank: ") == 1
    )
    assert r"\caption{6 systems, 12 documents, CoNLL F1. " in text
    assert "Rejected" not in text


def test_the_appendix_has_the_rest(tmp_path: Path) -> None:
    text = render_appendix(made_ranking(tmp_path / "task"))
    assert r"\label{tab:leaderboard}" not in text
    assert text.index("Signature: ") < text.index(r"\begin{table") < text.index("Rejected submissions")


def test_what_stands_out_does_not_fill_a_caption(tmp_path: Path) -> None:
    captions = re.findall(r"\\caption{(.*)}", render_appendix(made_ranking(tmp_path / "task")))
    assert (
        "F1 of each metric with its own significance rank. "
        "Bold: by that metric, no system is significantly better, and at least one is significantly worse."
    ) in captions
