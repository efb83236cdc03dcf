"""The sentences for a paper, on comparisons and on rankings."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from leaderboard.report.features.paper import wrapped
from leaderboard.report.features.paragraph import paragraph
from leaderboard.report.tables.comparisons import paper_text, people_table
from leaderboard.verbs.compare import CompareResult, compare
from leaderboard.version import VERSION
from tests.report.made_ranking import made_ranking
from tests.support import small_task
from tests.support.made_task import made_task
from tests.support.small_task import FAIR, KEY


@cache
def result(*systems: str, **options: object) -> CompareResult:
    paths = (made_task() / f"{system}.conll" for system in systems)
    return compare(*paths, metric="conll", draws=200, trials=200, **options)


def text(*systems: str, **options: object) -> str:
    return compared(result(*systems, **options))


def compared(found: CompareResult) -> str:
    """The paragraph without its lines and its signature."""
    return " ".join(paper_text(found).partition("Signature:")[0].split())


def test_a_pair_has_no_correction_and_one_p_value() -> None:
    found, pair = text("balanced", "careless"), result("balanced", "careless").first
    assert found.startswith(
        f"The CoNLL F1 on 12 documents is {100 * pair.first_score:.2f} for balanced and "
        f"{100 * pair.second_score:.2f} for careless. "
        f"The difference balanced minus careless is {100 * pair.difference:+.2f} points (95 % interval +"
    )
    assert f"it is significant (p = {pair.p_value:.4f}). " in found
    assert "two-sided approximate randomization over 12 documents" in found
    assert "correction" not in found
    assert found.endswith(
        f"Computed with coref-leaderboard {VERSION}, by approximate randomization (Noreen, 1989)."
    )


def test_several_pairs_have_adjusted_p_values() -> None:
    found = text("balanced", "precise", "careless", adjust="holm")
    assert found.count("adjusted p") == 3
    assert "Holm's correction for 3 pairs" in found
    assert "adjusted p" not in text("balanced", "precise", "careless", adjust="none")


def test_attempts_are_named_and_their_p_value_is_given() -> None:
    found = result("balanced", "precise")
    [family] = found.families
    chosen = replace(family, design=replace(family.design, attempts=(("gone", 3), ("precise", 12))))
    said = compared(replace(found, families=(chosen,)))
    assert said.count("adjusted p") == 1
    assert " P-values are multiplied by the number of attempts (precise 12). " in said
    assert "attempts" not in text("balanced", "precise")
    columns = people_table(replace(found, families=(chosen,))).main().columns
    assert "p_adjusted" in [column.name for column in columns]


def test_intervals_of_several_pairs_hold_together() -> None:
    found = result("balanced", "precise", "careless")
    [low, _] = found.first.interval_joint or (0, 0)
    assert f"(joint 95 % interval {100 * low:+.2f} to " in text("balanced", "precise", "careless")


def test_systems_within_a_margin_are_called_so() -> None:
    found = text("balanced", "precise", "careless", margin=50)
    assert "it is significant, but within the margin of 50 points (p = " in found
    assert "it is not significant and within the margin of 50 points (p = " in found


def test_identical_systems_have_no_difference() -> None:
    assert "balanced and copy are identical by CoNLL: their counts are the same on every document." in text(
        "balanced", "copy"
    )


def test_a_tie_is_not_significant() -> None:
    assert result("precise", "splitter").first.verdict == "tied"
    assert "; it is not significant (p = " in text("precise", "splitter")


def test_a_small_p_value_is_never_zero() -> None:
    found = result("balanced", "careless")
    [family] = found.families
    tiny = replace(family, p_values=replace(family.p_values, p=family.p_values.p * 0 + 1e-5))
    assert "(p < 0.0001)" in compared(replace(found, families=(tiny,)))


def test_the_bootstrap_test_has_another_reference() -> None:
    found = text("balanced", "careless", test="bootstrap")
    assert "bootstrap over 12 documents" in found
    assert "Noreen" not in found


def test_untestable_pairs_say_why(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR, right=KEY)
    found = compare("right.conll", "fair.conll", metric="muc", primary="muc", draws=200)
    sentence = "it could not be tested, because the two differ on only 2 documents."
    assert sentence in " ".join(paper_text(found).split())
    assert f"Signature: {found.signature}\n" in paper_text(found)


def test_a_number_stays_with_its_sign() -> None:
    assert wrapped("x" * 76 + " 95 % of it") == "x" * 76 + "\n95 % of it"


def test_a_ranking_begins_with_what_was_ranked_and_how_mentions_were_matched(tmp_path: Path) -> None:
    found = paragraph(made_ranking(tmp_path / "task"))
    assert found.startswith(
        "6 systems were ranked by CoNLL F1 on 12 documents. Mentions were matched exactly; "
    )
    assert "Of 15 pairs of different systems, 13 differ significantly, 1 does not and 1 could " in found
    assert "1 submission was rejected (bro_ken)." in found


def test_against_a_baseline_only_its_pairs_are_counted(tmp_path: Path) -> None:
    ranked = made_ranking(tmp_path / "task", against="北京 αβ")
    assert "Of 5 pairs of different systems with 北京 αβ, 5 differ significantly." in paragraph(ranked)
