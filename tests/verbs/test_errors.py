"""The kinds of errors of a response, DA and its options, and the chains of a document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.error_analysis.profile import Counts
from leaderboard.errors import UsageError
from leaderboard.tasks.task import Score
from leaderboard.verbs.score import SystemScores
from tests.support import small_task
from tests.support.counts import counts
from tests.support.small_task import FAIR, KEY, OTHER_ENTITY, OTHER_LINK, RIGHT, part, parts


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here, key=KEY, fair=FAIR)


def scored(**options: Any) -> SystemScores:
    (system,) = leaderboard.score("fair.conll", **options).systems
    return system


def test_da_is_that_worked_out_by_hand() -> None:
    third = pytest.approx(1 / 3)
    assert scored(metric="da").scores == {"da": Score(third, third, third)}


def test_errors_are_those_worked_out_by_hand() -> None:
    found = scored(errors=True).errors
    assert found is not None
    assert found.counts == Counts(possible=3, actual=3, correct=1, incorrect=1, spurious=1, missing=1)
    assert found.by_class == {
        "PN": counts(0, 0, 0, 0, 0, 0),
        "NP": Counts(possible=0, actual=1, correct=0, incorrect=0, spurious=1, missing=0),  # the dog
        "PRO": Counts(possible=3, actual=2, correct=1, incorrect=1, spurious=0, missing=1),  # her
    }
    assert (found.missed, found.invented, found.split, found.merged, found.unresolved) == (1, 0, 1, 2, 5)
    assert scored().errors is None


def test_without_a_column_of_tags_da_goes_by_dice_alone() -> None:
    for bare in (parts(RIGHT, RIGHT, RIGHT, tags=False), KEY.replace("NNP", "-").replace("VBZ", "_")):
        small_task.write(Path(), key=bare.replace("PRP$", "-").replace("NN", "-"), fair=FAIR)
        system = scored(metric="da", errors=True)
        # Ann Lee and her against Ann Lee and the dog: half the same. Her alone and the dog with Ann
        # Lee are both two thirds the same as what they could stand for.
        assert system.errors is not None
        assert system.errors.by_class == {}
        assert system.errors.counts == counts(3, 3, 1, 2, 0, 0)
        assert system.scores["da"].f1 == pytest.approx(1 / 3)


def test_a_responses_own_tags_are_never_read() -> None:
    plain = scored(metric=["da", "lea"], lea_importance="class", errors=True)
    own = FAIR.replace("\tNNP\t", "\tPRP\t").replace("\tPRP$\t", "\tNNP\t")
    small_task.write(Path(), fair=own)
    assert scored(metric=["da", "lea"], lea_importance="class", errors=True) == plain


def test_leas_class_weights_are_those_of_da() -> None:
    # Parts 2 and 3 are wrong but for nothing: of each, Ann Lee and her weigh .7 and the dog .3.
    recalls = [
        scored(metric="lea", lea_importance="class", da_weights=weights).scores["lea"].recall
        for weights in ("PN=.6,NP=.3,PRO=.1", "NP=.6,PN=.3,PRO=.1", "NP=1")
    ]
    assert recalls == [pytest.approx(1 / 3)] * 3
    small_task.write(Path(), fair=parts(OTHER_LINK, OTHER_LINK, ("-", "-", "-", "-", "(2)")))
    weigh = {"PN=.6,NP=.3,PRO=.1": 0.3, "NP=.6,PN=.3,PRO=.1": 0.6, "NP=1": 1 / 3}
    for weights, share in weigh.items():
        found = scored(metric="lea", lea_importance="class", da_weights=weights).scores["lea"].recall
        assert found == pytest.approx(share / 3)


def test_weights_that_make_no_sense_are_refused_whatever_the_metric() -> None:
    with pytest.raises(UsageError, match=r"^da_weights is 'PN=2'; make the weights sum to 1$"):
        scored(metric="muc", da_weights="PN=2")


def test_the_chains_of_a_document() -> None:
    chains = scored(show_correspondence="b").chains
    assert [
        (
            [mention.text for mention in pair.key],
            [mention.text for mention in pair.response],
            pair.missing_links,
        )
        for pair in chains
    ] == [(["Ann Lee", "her"], ["Ann Lee"], 1), (["dog"], ["her", "dog"], 0)]
    assert chains[0].key[1].mention_class == "PRO"
    assert {pair.part for pair in scored(show_correspondence="a").chains} == {0, 1}
    assert scored().chains == ()


def test_the_chains_of_a_document_by_xcmr_come_after_those_by_da() -> None:
    both = scored(metric=["muc", "xcmr"], show_correspondence="b").chains
    assert [pair.metric for pair in both] == ["da", "da", "xcmr", "xcmr"]
    assert both[:2] == scored(show_correspondence="b").chains
    assert [pair.shared for pair in both[2:]] == [1, 1]


def test_a_document_that_is_not_there() -> None:
    with pytest.raises(UsageError, match=r"^there is no document 'c'; choose among a, b$"):
        scored(show_correspondence="c")


MANY = [f"nw/wsj_{number:02}" for number in range(40)]


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("WSJ_07", "did you mean 'nw/wsj_07'? "),
        ("wsj_3", "did you mean 'nw/wsj_30' or 'nw/wsj_31' or 'nw/wsj_32'? "),
        ("nw/wsi_12", "did you mean 'nw/wsj_12' or 'nw/wsj_32' or 'nw/wsj_31'? "),
        ("brown", ""),
        ("", ""),
    ],
)
def test_of_many_documents_the_nearest_are_named_and_how_to_list_all(name: str, remedy: str) -> None:
    small_task.write(Path(), key="".join(part(document, 0, RIGHT) for document in MANY))
    Path("fair.conll").write_bytes(Path("key.conll").read_bytes())
    with pytest.raises(UsageError) as refused:
        scored(show_correspondence=name)
    listed = "`leaderboard score --per-document` lists all 40"
    assert str(refused.value) == f"there is no document {name!r}; {remedy}{listed}"


def test_chains_are_signed_with_what_pairs_them() -> None:
    plain, chains, errors = (
        leaderboard.score("fair.conll", **options)
        for options in ({}, {"show_correspondence": "b"}, {"errors": True})
    )
    assert "|da-match:optimal|" in chains.signature
    assert "da-match" not in plain.signature
    assert errors.signature == chains.signature
    assert chains.systems[0].errors is None


def test_a_comparison_has_the_errors_of_all_systems() -> None:
    small_task.write(Path(), other=parts(OTHER_ENTITY, OTHER_ENTITY, RIGHT))
    found = leaderboard.compare("fair.conll", "other.conll", errors=True).errors
    assert list(found) == ["fair", "other"]
    assert found["fair"] == scored(errors=True).errors
    assert leaderboard.compare("fair.conll", "other.conll").errors == found


@pytest.fixture
def two_datasets(tmp_path: Path) -> Path:
    """The key of the first has tags and the second has none; the response lacks the second."""
    folder = tmp_path / "two"
    small_task.write(folder / "key", en=KEY, fr=parts(RIGHT, RIGHT, RIGHT, tags=False))
    small_task.write(folder / "fair", en=FAIR)
    small_task.write(folder / "full", en=FAIR, fr=FAIR)
    return folder


@pytest.mark.parametrize(("policy", "missed"), [("exclude", 1), ("zero", 1 + 9)])
def test_a_dataset_that_does_not_count_has_no_errors(two_datasets: Path, policy: Any, missed: int) -> None:
    (system,) = leaderboard.score(
        two_datasets / "fair", key=two_datasets / "key", errors=True, missing_dataset=policy
    ).systems
    assert system.errors is not None
    assert system.errors.missed == missed
    one = leaderboard.score(
        two_datasets / "fair" / "en.conll", key=two_datasets / "key" / "en.conll", errors=True
    )
    assert (system.errors == one.systems[0].errors) == (policy == "exclude")


def test_an_excluded_system_is_not_compared(two_datasets: Path) -> None:
    for policy, pairs in (("exclude", []), ("zero", [("fair", "full")])):
        result = leaderboard.score(
            two_datasets / "fair",
            two_datasets / "full",
            key=two_datasets / "key",
            errors=True,
            missing_dataset=policy,
        )
        assert list(result.turns) == pairs


def test_chains_say_of_which_dataset_they_are(two_datasets: Path) -> None:
    (system,) = leaderboard.score(
        two_datasets / "full", key=two_datasets / "key", show_correspondence="b"
    ).systems
    assert {pair.dataset for pair in system.chains} == {"en", "fr"}
