"""A profile counts each error once, by explicit representatives, and the closed form agrees."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.error_analysis.profile import Counts, ErrorProfile, error_profile, resolved, total
from leaderboard.metrics import METRICS, MetricOptions
from leaderboard.metrics.da import DEFAULT_WEIGHTS, complete, denotation
from leaderboard.overlap import Overlap
from tests.metrics.denotation_cases import CASES, EXAMPLE, Case
from tests.metrics.test_da import TOKENS, table_of, tagged, tags
from tests.oracles import denotation_oracle as oracle
from tests.support import strategies
from tests.support.columns import overlap_of, single, texts
from tests.support.counts import counts
from tests.support.plain_conll import Part, Span

KINDS = ("correct", "incorrect", "spurious", "missing")


def profile(table: Overlap, match: str = "optimal", weights: str = DEFAULT_WEIGHTS) -> ErrorProfile:
    return error_profile(resolved(table, denotation(weights, match=match)))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_papers_counts_one_by_one(case: Case) -> None:
    counts = profile(case.overlap()).counts
    assert case.da == (
        counts.correct,
        counts.possible,
        counts.actual,
        counts.incorrect,
        counts.spurious,
        counts.missing,
    )


def test_the_three_measures_of_the_paper() -> None:
    counts = profile(EXAMPLE.overlap()).counts
    assert counts.errors == 4
    assert (counts.substitution, counts.overgeneration, counts.undergeneration) == (1 / 2, 1 / 4, 1 / 4)


def test_errors_by_the_class_of_their_mentions() -> None:
    assert profile(EXAMPLE.overlap()).by_class == {
        "PN": Counts(possible=0, actual=1, correct=0, incorrect=0, spurious=1, missing=0),  # Africans
        "NP": counts(0, 0, 0, 0, 0, 0),
        "PRO": Counts(possible=3, actual=2, correct=0, incorrect=2, spurious=0, missing=1),  # his, he; it
    }


def test_without_classes_or_errors_there_is_nothing_to_share_out() -> None:
    found = profile(overlap_of([single("ab")], [single("ab")]))
    assert found.by_class == {}
    assert found.counts == counts(1, 1, 1, 0, 0, 0)
    assert (found.counts.substitution, found.counts.overgeneration, found.counts.undergeneration) == (0, 0, 0)


@pytest.mark.parametrize(
    ("key", "response", "missed", "invented", "split", "merged", "unresolved"),
    [
        (["ab"], ["ab"], 0, 0, 0, 0, 0),
        (["abcd"], ["ab", "cd"], 0, 0, 1, 0, 0),
        (["ab", "cd"], ["abcd"], 0, 0, 0, 1, 0),
        (["abc"], ["abd"], 1, 1, 0, 0, 0),
        (["ab", "cd"], ["ac", "bd"], 0, 0, 2, 2, 4),
        (["ab"], ["ac"], 1, 1, 0, 0, 1),
        (["ab"], ["a", "b"], 0, 0, 1, 0, 2),
        (["a", "b"], ["a", "c"], 1, 1, 0, 0, 0),  # a singleton on both sides is right
        (["ab"], [], 2, 0, 0, 0, 0),
    ],
)
def test_other_errors(
    key: list[str], response: list[str], missed: int, invented: int, split: int, merged: int, unresolved: int
) -> None:
    found = profile(overlap_of([single(*key)], [single(*response)]))
    assert (found.missed, found.invented, found.split, found.merged, found.unresolved) == (
        missed,
        invented,
        split,
        merged,
        unresolved,
    )


# How specific the classes PN, NP and PRO are by each; those of one rank go by the text alone.
RANKS = {DEFAULT_WEIGHTS: (0, 1, 2), "PN=.6,NP=.4": (0, 1, 1), "NP=1": (0, 0, 0)}


@pytest.mark.parametrize("weights", RANKS)
@given(part=strategies.parts(), tags=tags, match=st.sampled_from(["optimal", "greedy"]))
@settings(max_examples=100, deadline=None)
def test_explicit_representatives_give_the_closed_form(
    weights: str, part: Part, tags: list[str], match: str
) -> None:
    table, classes = tagged(part, tags)
    found = profile(table, match, weights)
    closed = METRICS["da"](MetricOptions(da_match=match, da_weights=weights)).sums(table).sum(axis=1).tolist()
    names = ("correct", "possible", "actual", "incorrect", "spurious", "missing")
    assert [getattr(found.counts, name) for name in names] == closed
    assert [sum(column) for column in zip(*map(astuple, found.by_class.values()), strict=True)] == [
        *astuple(found.counts)
    ]
    outcomes = oracle.counted(
        paired(table, match, weights),
        *part,
        lambda mention: RANKS[weights][CLASS_NAMES.index(classes[mention])],
    )
    for name, own in found.by_class.items():
        expected = [sum(classes[mention] == name for mention in outcomes[kind]) for kind in KINDS]
        assert [getattr(own, kind) for kind in KINDS] == expected


def paired(table: Overlap, match: str, weights: str) -> list[oracle.Pair]:
    """The chains that the project pairs."""
    chains = complete(table.matching)
    mentions: list[Span] = list(zip(chains.start.tolist(), chains.end.tolist(), strict=True))

    def chain(labels: list[int], number: int) -> frozenset[Span]:
        return frozenset(mention for mention, label in zip(mentions, labels, strict=True) if label == number)

    return [
        (
            chain(chains.key_chain.tolist(), int(chains.table.key_entity[cell])),
            chain(chains.response_chain.tolist(), int(chains.table.response_entity[cell])),
        )
        for cell in denotation(weights, match=match).pairs(chains)
    ]


@given(corpus=strategies.corpora, tags=tags, data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_order_of_entities_changes_nothing_not_even_the_classes(
    corpus: list[Part], tags: list[str], data: st.DataObject
) -> None:
    shuffled = [
        (data.draw(st.permutations(key)), data.draw(st.permutations(response))) for key, response in corpus
    ]
    text = texts(*tags * len(corpus))
    for match in ("optimal", "greedy"):
        assert profile(table_of(shuffled, text), match) == profile(table_of(corpus, text), match)


@given(corpus=strategies.corpora, tags=tags)
@settings(max_examples=50, deadline=None)
def test_profiles_add_over_parts(corpus: list[Part], tags: list[str]) -> None:
    assert len(tags) == TOKENS
    alone = [profile(table_of([part], texts(*tags))) for part in corpus]
    assert total(alone) == profile(table_of(corpus, texts(*tags * len(corpus))))
