"""Every kind of remark has its sentence, and equal remarks of several metrics are one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from leaderboard.remark import Remark, merged, remark
from leaderboard.report.words.remarks import SENTENCES, by_importance, sentence, sentences

PACKAGE = Path(__file__).parents[3] / "leaderboard"
ONE, OTHER, THIRD = (remark(kind) for kind in ("one", "other", "third"))


def test_each_kind_that_is_made_has_a_sentence() -> None:
    made = {
        kind
        for path in PACKAGE.rglob("*.py")
        for kind in re.findall(r"\bremark\(\s*\"(\w+)\"", path.read_text())
    }
    assert made == set(SENTENCES)


def test_each_kind_is_documented() -> None:
    page = (PACKAGE.parent / "docs" / "formats.md").read_text()
    section = page.partition("### Remarks")[2].partition("\n#")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert {kind for row in rows[1:] for kind in re.findall(r"`(\w+)`", row)} == set(SENTENCES)


def test_remarks_name_their_metrics_unless_they_are_about_all() -> None:
    told = merged({"muc": [ONE, OTHER], "bcub": [OTHER, THIRD]})
    assert [(one.kind, one.metrics) for one in told] == [
        ("one", ("muc",)),
        ("other", ()),
        ("third", ("bcub",)),
    ]


def test_what_all_others_say_is_not_said_of_the_one_that_they_leave_out() -> None:
    told = merged({"muc": [ONE, OTHER], "bcub": [OTHER, ONE], "conll": [OTHER, THIRD]}, but="conll")
    assert [(one.kind, one.metrics) for one in told] == [("one", ("muc", "bcub")), ("other", ())]


def test_only_equal_data_make_remarks_equal() -> None:
    few, fewer = remark("few_units", units=6), remark("few_units", units=5)
    assert len(merged({"muc": [few], "lea": [fewer]})) == 2
    assert merged({"muc": [few], "lea": [few]}) == (few,)


def test_metrics_stand_before_the_sentence_by_their_labels() -> None:
    same = remark("baseline_only", baseline="a")
    found = merged({"bcub": [same], "ceafe": [same], "muc": []})[0]
    assert found.record == {"kind": "baseline_only", "metrics": ["bcub", "ceafe"], "baseline": "a"}
    assert sentence(found).startswith("B³, CEAFₑ: Of the ranked systems, only pairs with a")


def test_a_record_has_the_data_by_name() -> None:
    found = remark("borderline", pairs=(("a", "b"),), count=5)
    assert json.loads(json.dumps(found.record)) == {"kind": "borderline", "pairs": [["a", "b"]], "count": 5}
    assert sentences([found]) == ("Borderline (more `--trials` could change the verdict): a and b; 4 more.",)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (remark("one_unit"), "There is only 1 document, so there are no intervals"),
        (
            remark("few_units", units=40, effective=8.2, interval="t"),
            "The effective number of documents is 8.2 (of 40, weighted by their content), so few documents",
        ),
        (
            remark("few_units", units=40, effective=38.0, interval="bca"),
            "The effective number of documents is 38 (of 40, weighted by their content), so bootstrap",
        ),
        (
            remark("margin_out_of_reach", margin=0.01, count=6, tested=6),
            "No two systems can be shown to be less than 1 point apart on these documents",
        ),
        (
            remark("margin_out_of_reach", margin=0.01, count=1, tested=1),
            "The two systems cannot be shown to be less than 1 point apart on these documents",
        ),
        (
            remark("margin_out_of_reach", margin=0.005, count=2, tested=6),
            "For 2 of 6 pairs, the systems cannot be shown to be less than 0.5 points apart",
        ),
        (
            remark("attempts", systems=(("alpha", 12), ("beta", 3))),
            "Chosen among several attempts: alpha 12, beta 3. The p-value of a pair is multiplied by",
        ),
        (
            remark("fixed_datasets", datasets=(("de", 2), ("nl", 1))),
            "Datasets with too few documents to measure their variation: de (2 documents), nl (1 document). "
            "Intervals ignore their sampling error.",
        ),
        (
            remark("copies", groups=(("a", "b"), ("c", "d", "e")), more=2, tested=28, distinct=8),
            "Identical systems are tested as one: a and b; c, d and e; 2 more. "
            "This leaves 8 distinct systems and 28 pairs.",
        ),
        (
            remark(
                "near_copies",
                groups=(("a", "b", "c"), ("d", "e", "f", "g", "h", "i")),
                pairs=36,
                pairs_without=1,
            ),
            "Nearly identical systems: a, b and c; d, e, f, g, h and 1 more. "
            "All 36 pairs are tested; with one system of each group, there would be 1. "
            "To rank one of each group, name all further ones with `--contrastive`.",
        ),
        (
            remark("interval_disagrees", tested=1, pairs=(("a", "b"),), count=1),
            "Interval and p-value disagree for this pair; rely on the p-value: a and b.",
        ),
        (
            remark("interval_disagrees", tested=3, pairs=(("a", "b"),), count=1),
            "For this pair, the single interval and the uncorrected p-value disagree; rely on",
        ),
        (
            remark("untestable", count=1, tested=1, alpha=0.05, pairs=(("a", "b"),), test="ar"),
            "The pair is untestable: too few documents differ to reach p ≤ 0.05.",
        ),
        (
            remark("untestable", count=1, tested=36, alpha=0.05, pairs=(("a", "b"),), test="ar"),
            "1 of 36 pairs is untestable (a and b): too few documents differ",
        ),
        (
            remark("untestable", count=1, tested=1, alpha=0.05, pairs=(("a", "b"),), test="bootstrap"),
            "The pair is untestable: too few documents differ.",
        ),
        (
            remark("untestable", count=2, tested=36, alpha=0.05, pairs=(("a", "b"),), test="ar"),
            "2 of 36 pairs are untestable (a and b; 1 more): too few documents differ",
        ),
        (
            remark("missing_datasets", system="a", datasets=("x",), faulty=(), policy="zero", others=2),
            "a lacks the dataset x, scored as empty (`--missing-dataset zero`).",
        ),
        (
            remark(
                "missing_datasets", system="a", datasets=("x", "y"), faulty=("y",), policy="exclude", others=1
            ),
            "a lacks the datasets x and y (unreadable file). It is scored on 1 other dataset and excluded",
        ),
        (
            remark("left_out_run", run="a@3", system="a", missing=("x",), faulty=("y",), runs=2, every=3),
            "a@3 lacks x and y (unreadable file); a is the mean of 2 of 3 runs.",
        ),
        (
            remark("left_out_run", run="a@3", system="a", missing=("x",), faulty=(), runs=1, every=3),
            "a@3 lacks x; only 1 of 3 runs of a counts.",
        ),
        (remark("few_points", count=1, noun="system"), "1 system is too few for a correlation."),
        (remark("few_points", count=2, noun="point"), "With 2 points every correlation is 1 or -1"),
        (
            remark("constant_scores", metric="lea", quantity="f1", noun="point"),
            "LEA F1 is equal for all points",
        ),
        (
            remark("columns_passed_over", table="t", columns=(("b3", "bcub"), ("rank", ""))),
            "t: these columns name no score and are ignored: ",
        ),
        (
            remark("baselines_passed_over", table="t", systems=("(one entity)",)),
            "t: baselines are left out: (one entity).",
        ),
        (remark("small_percentages", table="t", scores=(("a", 0.7),)), "t: some scores are above 1, "),
    ],
)
def test_sentences_have_the_data(found: Remark, said: str) -> None:
    assert sentence(found).startswith(said)


def against_scores(count: int, *beaten_by: tuple[str, ...]) -> str:
    named = len(beaten_by)
    return sentence(
        remark(
            "ranks_against_scores",
            pairs=(("eager", "precise"), ("x", "y"))[:named],
            scores=((0.80531, 0.80094), (0.5, 0.5))[:named],
            ranks=((6, 5), (9, 8))[:named],
            ranges=(((6, 8), (5, 9)), ((9, 9), (8, 8)))[:named],
            beaten_by=beaten_by,
            undecided=(True, False)[:named],
            count=count,
        )
    )


def test_ranks_that_do_not_follow_scores_are_explained_with_the_two_systems() -> None:
    numbers = (
        "eager (80.53, rank 6, possible 6–8) ranks below precise (80.09, rank 5, possible 5–9) "
        "although it scores higher"
    )
    is_open = "The data do not decide between the two."
    assert against_scores(1, ("close",)) == (
        f"{numbers}: close is significantly better than eager, but not than precise. {is_open}"
    )
    assert against_scores(1, ()) == f"{numbers}. {is_open}"
    assert against_scores(4, ("a", "b"), ()) == (
        f"{numbers}: a and b are significantly better than eager, but not than precise. {is_open} "
        "x (50.00, rank 9) ranks below y (50.00, rank 8) although it scores higher. "
        "2 more pairs likewise."
    )


@pytest.mark.parametrize(
    ("differences", "scores", "said"),
    [(2, 1, "2 differences and 1 score"), (1, 0, "1 difference"), (0, 2, "2 scores")],
)
def test_what_has_no_bca_interval_is_counted(differences: int, scores: int, said: str) -> None:
    found = sentence(remark("degenerate_bca", differences=differences, scores=scores))
    assert found == f"BCa intervals do not exist for {said}; percentile intervals are used instead."


@pytest.mark.parametrize(
    ("test", "interval", "said"),
    [
        ("bootstrap", "t", "`--test bootstrap` applies"),
        ("ar", "bca", "`--interval bca` applies"),
        ("bootstrap", "bca", "`--test bootstrap` and `--interval bca` apply"),
    ],
)
def test_methods_are_tested_by_t(test: str, interval: str, said: str) -> None:
    assert sentence(remark("tested_by_t", test=test, interval=interval)) == (
        f"{said} to systems with a single run. Systems with several runs have t tests and t intervals."
    )


def test_systems_with_a_single_run_are_outputs() -> None:
    assert sentence(remark("single_runs", systems=("base",))) == (
        "base has a single run: results are about this output, not about other runs of the same method."
    )
    assert sentence(remark("single_runs", systems=("a", "b"))) == (
        "a and b have a single run each: results are about these outputs, not about other runs of the same "
        "method."
    )


@pytest.mark.parametrize(("more", "other"), [("runs", "documents"), ("documents", "runs")])
def test_more_runs_or_more_documents_help_more(more: str, other: str) -> None:
    assert sentence(remark("helps_more", more=more)).startswith(
        f"More {more} help more than more {other}: most of the variance of a difference is between {more}."
    )
    assert "documents" not in sentence(remark("helps_more", more=more, unit="part"))


def test_readers_are_told_what_matters_most_first() -> None:
    told = [remark(kind) for kind in ("rules_differ", "borderline", "untestable", "missing_datasets")]
    assert by_importance(told) == tuple(reversed(told))


@pytest.mark.parametrize(
    ("by", "subject"),
    [(("slices",), "Slices"), (("prices",), "Prices"), (("slices", "prices"), "Slices and prices")],
)
def test_what_ignores_sets_is_named(by: tuple[str, ...], subject: str) -> None:
    said = sentence(remark("sets_ignored", by=by))
    assert said == f"{subject} ignore split antecedents (`--split-antecedents ignore`)."
