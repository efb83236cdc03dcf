"""The page that helps to choose a metric says what the probe finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import metrics_page
from tools.metrics_page import CHANGES, SYSTEMS, UNRANKED, Probes

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"


@pytest.fixture(scope="module")
def probes() -> Probes:
    return Probes()


def test_every_number_of_the_page_is_what_the_probe_finds() -> None:
    assert PAGE.read_text(encoding="utf-8") == metrics_page.page()


def test_what_the_page_says_in_words(probes: Probes) -> None:
    """Sentences that have no number of their own."""
    holding = [name for name in probes.labels if set(probes.verdicts(name)) == {"holds"}]
    assert holding == ["muc", "lea"]
    assert [name for name in probes.labels if set(probes.verdicts(name)) == {"F1 holds"}] == ["conll", "rand"]
    [dispute] = probes.among_usable  # without XC-MR, which sees no invented entity, there is none
    assert "xcmr" in dispute.systems.for_first
    assert {*dispute.systems.for_first} <= {"xcmr", *UNRANKED}
    assert len(probes.agreement.disputes) > 1
    low, nothing = probes.f1("correct_links", "20"), probes.f1("extra_mentions", "2-0")
    assert low["rand"] == low["blanc_gold"] == nothing["xcmr"] == 1
    largest, smallest = probes.f1("largest_first", "52"), probes.f1("smallest_first", "52")
    assert largest["ceafe"] == pytest.approx(smallest["ceafe"], abs=1e-12)
    paper = [probes.f1("wrong_links", point, probes.paper)["ceafe"] for point in ("00", "20")]
    assert paper[0] > paper[1]
    splits = [probes.f1("split", point, probes.paper) for point in ("18-2", "10-10")]
    assert splits[0]["muc"] == pytest.approx(splits[1]["muc"], abs=1e-12)
    assert splits[0]["lea"] > splits[1]["lea"]
    assert probes.f1("wrong_links", "00")["lea"] == 0


def test_the_worse_versions_are_worse_by_lea_and_better_by_blanc_on_every_response(probes: Probes) -> None:
    better, *worse = CHANGES
    assert min(probes.gains("lea", better)) > 0 > max(probes.gains("blanc", better))
    for version in worse:
        assert max(probes.gains("lea", version)) < 0 < min(probes.gains("blanc", version))
        assert len(probes.gains("lea", version)) == len(SYSTEMS)


def test_at_low_recall_conll_and_rand_mislead_and_lea_holds(probes: Probes) -> None:
    found = {one.metric: one for one in probes.thin.reactions}
    assert found["conll"].misled == found["rand"].misled == ("less_precise_a", "less_precise_b")
    assert (found["muc"].verdict, found["lea"].verdict) == ("holds", "holds")
