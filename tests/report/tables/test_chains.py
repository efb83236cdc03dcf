"""Chains side by side, as a person reads them."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.error_analysis.side_by_side import ChainPair, Expression
from leaderboard.report.features.chains import chain_blocks, chain_records, chain_table
from leaderboard.report.forms import render

ANN = Expression(0, 1, "Ann Lee", "PN")
HER = Expression(3, 3, "her", "PRO")
DOG = Expression(4, 4, None, None)
LONG = Expression(5, 30, "the " + "very " * 20 + "old friend", "NP")
PAIRS = (
    ChainPair(part=0, key=(ANN, HER), response=(ANN,), similarity=0.75, partition=((ANN,), (HER,))),
    ChainPair(part=2, key=(), response=(replace(HER, annotated=False), DOG), similarity=None, partition=()),
    ChainPair(part=2, key=(LONG,), response=(), similarity=None, partition=((LONG,),)),
)


def test_one_row_a_pair() -> None:
    table = chain_table("a/b", {"alpha": PAIRS})
    assert table.caption == "Chains of a/b: the key beside alpha"
    assert table.rows == (
        ("alpha", "", 0, "DA", "Ann Lee PN | her PRO", "Ann Lee PN", 0.75, 1, 1),
        ("alpha", "", 2, "DA", "∅", "(her PRO); 4–4", None, 0, None),
        ("alpha", "", 2, "DA", "the very very very v…very very old friend NP", "∅", None, 0, None),
    )
    assert "PRO: pronouns" in table.notes[0]


def test_columns_that_say_the_same_in_every_row_are_left_out() -> None:
    assert chain_table("a", {"alpha": PAIRS}).main().labels[:2] == ["Part", "Key"]
    assert chain_table("a", {"alpha": PAIRS[:1]}).main().labels[0] == "Key"
    both = chain_table("a", {"alpha": PAIRS, "beta": PAIRS[:1]})
    assert both.main().labels[:2] == ["System", "Part"]
    assert both.groups == {3}
    two = (PAIRS[0], replace(PAIRS[0], dataset="en"))
    assert chain_table("a", {"alpha": two}).main().labels[:2] == ["Dataset", "Key"]


def test_mentions_of_one_text_are_told_apart_by_their_places() -> None:
    again = replace(HER, start=9, end=9)
    twice, once = (
        ChainPair(part=0, key=(HER, again), response=(HER,), similarity=0.5, partition=((HER,), (again,))),
        PAIRS[0],
    )
    assert chain_table("a", {"alpha": (twice,)}).rows[0][4:6] == ("her [3] PRO | her [9] PRO", "her [3] PRO")
    assert chain_table("a", {"alpha": (once, replace(once, part=1))}).rows[0][5] == "Ann Lee PN"
    lees = (ANN, replace(ANN, start=5, end=6))
    (row,) = chain_table(
        "a", {"alpha": (ChainPair(part=0, key=lees, response=(), similarity=None, partition=(lees,)),)}
    ).rows
    assert row[4] == "Ann Lee [0–1] PN; Ann Lee [5–6] PN"


def test_a_block_a_pair_in_a_terminal() -> None:
    long = tuple(replace(ANN, start=place, end=place + 1, mention_class=None) for place in range(4))
    pairs = (
        PAIRS[0],
        ChainPair(part=2, key=long, response=long[:1], similarity=1.0, partition=(long,)),
        PAIRS[1],
    )
    assert chain_blocks("a/b", {"alpha": pairs}).splitlines() == [
        "Chains of a/b: the key beside alpha",
        "",
        "Key                                       Response",
        "-" * 80,
        "part 0, similarity 0.750, 1 missing link",
        "  Ann Lee PN                              Ann Lee PN",
        "| her PRO",
        "-" * 80,
        "part 2, similarity 1.000, 0 missing links",
        "  Ann Lee [0–1]; Ann Lee [1–2]; Ann       Ann Lee [0–1]",
        "  Lee [2–3]; Ann Lee [3–4]",
        "-" * 80,
        "part 2, no partner",
        "  ∅                                       (her PRO); 4–4",
        "-" * 80,
        "",
        "| marks where the response splits a chain of the key. (): a mention that",
        "this side lacks. ∅: no corresponding chain. []: numbers of tokens. PN:",
        "proper names; NP: other noun phrases; PRO: pronouns and possessives.",
    ]


def test_blocks_say_whose_and_of_what_they_are_where_that_is_not_clear() -> None:
    bare = ChainPair(part=0, key=(DOG,), response=(DOG,), similarity=1.0, partition=((DOG,),), dataset="en")
    text = chain_blocks("a", {"alpha": (bare,), "beta": (bare,)})
    assert "\nbeta, en, similarity 1.000\n" in text
    assert "PRO: pronouns" not in text


def test_pairs_of_two_metrics_are_told_apart() -> None:
    core = replace(PAIRS[0], similarity=None, metric="xcmr")
    lone = replace(core, response=())
    found = {"alpha": (PAIRS[0], core, lone)}
    text = chain_blocks("a", found)
    for heading in (
        "DA, similarity 0.750, 1 missing link",
        "XC-MR, 1 shared mention, 1 missing link",
        "XC-MR, no partner, 1 missing link",
    ):
        assert f"\n{heading}\n" in text
    assert "XC-MR\nscores only pairs of chains without ()" in text
    table = chain_table("a", found).main()
    assert table.labels == ["Metric", "Key", "Response", "Similarity", "Shared", "Missing links"]
    assert [row[0] for row in table.rows] == ["DA", "XC-MR", "XC-MR"]


@given(st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=9), st.text(min_size=1, max_size=300))
def test_no_line_is_wider_than_a_terminal(texts: list[str], document: str) -> None:
    chain = tuple(Expression(at, at, text, "NP") for at, text in enumerate(texts))
    text = chain_blocks(
        document,
        {"alpha": (ChainPair(part=0, key=chain, response=chain, similarity=1.0, partition=(chain,)),)},
    )
    assert max(map(len, text.split("\n"))) <= 100


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no LaTeX here")
def test_latex_takes_the_chains(tmp_path: Path) -> None:
    (tmp_path / "t.tex").write_text(
        "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
        + render("latex", chain_table("a_b", {"alpha": PAIRS}).main())
        + "\\end{document}\n",
        "utf-8",
    )
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "t.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout.decode()[-500:]


def test_latex_breaks_the_lines_of_chains() -> None:
    text = render("latex", chain_table("a", {"alpha": PAIRS}).main())
    assert r"\begin{tabular}{rp{0.3\linewidth}p{0.3\linewidth}rr}" in text
    assert r"$\emptyset$" in text


def test_the_records() -> None:
    ann, her = (
        {"start": 0, "end": 1, "text": "Ann Lee", "class": "PN", "annotated": True},
        {"start": 3, "end": 3, "text": "her", "class": "PRO", "annotated": True},
    )
    assert chain_records([PAIRS[0], replace(PAIRS[1], dataset="en")]) == [
        {
            "dataset": None,
            "part": 0,
            "metric": "da",
            "key": [ann, her],
            "response": [ann],
            "similarity": 0.75,
            "shared": 1,
            "partition": [[[0, 1]], [[3, 3]]],
            "missing_links": 1,
        },
        {
            "dataset": "en",
            "part": 2,
            "metric": "da",
            "key": [],
            "response": [
                her | {"annotated": False},
                {"start": 4, "end": 4, "text": None, "class": None, "annotated": True},
            ],
            "similarity": None,
            "shared": 0,
            "partition": [],
            "missing_links": 0,
        },
    ]
