"""DA gives what its definition gives, exactly, whatever the order of what it is given."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.corpus import Texts
from leaderboard.corpus.mention_classes import CLASS_NAMES
from leaderboard.errors import UsageError
from leaderboard.matching import match_exactly
from leaderboard.metrics import METRICS, Metric, MetricOptions, correspondence
from leaderboard.metrics.correspondence import CLOSE, HALF, best_correspondence, prices
from leaderboard.metrics.da import (
    DEFAULT_WEIGHTS,
    class_weights,
    complete,
    denotation,
    similarities,
    specificity,
    weight_of_class,
)
from leaderboard.overlap import Overlap, Side, overlap
from tests.metrics.denotation_cases import CASES, EXAMPLE, Case
from tests.oracles import denotation_oracle as oracle
from tests.support import strategies
from tests.support.columns import corpus, overlap_of, single, texts
from tests.support.plain_conll import Part, Span

TOKENS = 64
tags = st.lists(st.sampled_from(["NNP", "NN", "PRP", "IN", "VB"]), min_size=TOKENS, max_size=TOKENS)


def metric(**options: str) -> Metric:
    return METRICS["da"](MetricOptions(**{f"da_{name}": value for name, value in options.items()}))


def sums(table: Overlap, **options: str) -> list[float]:
    return [float(total) for total in metric(**options).sums(table).sum(axis=1)]


def table_of(parts: Sequence[Part], tags: Texts | None = None) -> Overlap:
    key, response = (
        corpus(*([sorted(entity) for entity in part[side]] for part in parts), tokens=TOKENS, tags=tags)
        for side in (0, 1)
    )
    return overlap(match_exactly(key, response))


def tagged(part: Part, tags: Sequence[str]) -> tuple[Overlap, dict[Span, str]]:
    """One part with tags, and the class of each of its mentions."""
    mentions = {mention for side in part for entity in side for mention in entity}
    return table_of([part], texts(*tags)), {
        mention: oracle.mention_class(tags, mention) for mention in mentions
    }


@pytest.mark.parametrize("match", ["optimal", "greedy"])
@pytest.mark.parametrize("response", ["typed", "untyped"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_paper_by_every_variant(case: Case, response: str, match: str) -> None:
    totals = metric(response=response, match=match).sums(case.overlap()).sum(axis=1)
    assert totals.tolist() == list(case.da)
    found = metric().score(totals)
    correct, possible, actual = case.da[:3]
    assert found.recall == pytest.approx(correct / possible, abs=1e-15)
    assert found.precision == pytest.approx(correct / actual if actual else 0, abs=1e-15)
    assert found.f1 == pytest.approx(2 * correct / (possible + actual), abs=1e-15)


def test_similarities_of_the_paper() -> None:
    chains = complete(EXAMPLE.overlap().matching)
    values = similarities(chains, class_weights(DEFAULT_WEIGHTS), typed=True)
    names = [
        (
            {EXAMPLE.words[int(start)] for start in chains.start[chains.key_chain == key]},
            {EXAMPLE.words[int(start)] for start in chains.start[chains.response_chain == response]},
        )
        for key, response in zip(chains.table.key_entity, chains.table.response_entity, strict=True)
    ]
    expected = [
        ({"Clinton", "his", "he"}, {"Mandela", "his", "he"}, 1 / 7),
        ({"Clinton", "his", "he"}, {"Clinton"}, 6 / 7),
        ({"slavery", "it"}, {"it"}, 1 / 4),
        ({"slavery", "it"}, {"slavery"}, 3 / 4),
        ({"African Americans"}, {"African Americans", "Africans"}, 2 / 3),
        ({"Africans"}, {"African Americans", "Africans"}, 2 / 3),
        ({"Mandela"}, {"Mandela", "his", "he"}, 6 / 7),
    ]
    assert len(names) == len(expected)
    for key, response, value in expected:
        assert values[names.index((key, response))] == pytest.approx(value, abs=1e-15)


@given(part=strategies.parts(), tags=tags, weights=st.sampled_from([DEFAULT_WEIGHTS, "PN=.6,NP=.4", "NP=1"]))
@settings(max_examples=100, deadline=None)
def test_what_is_identical_has_similarity_1_and_what_is_disjoint_0(
    part: Part, tags: list[str], weights: str
) -> None:
    """0 is that of all chains without a cell, and these are those that share nothing."""
    same, _ = tagged((part[0], part[0]), tags)
    found = similarities(complete(same.matching), class_weights(weights), typed=True)
    assert found == pytest.approx(np.ones(len(part[0])))
    table, _ = tagged(part, tags)
    chains = complete(table.matching)
    cells = zip(chains.table.key_entity.tolist(), chains.table.response_entity.tolist(), strict=True)
    assert set(cells) == set(zip(chains.key_chain.tolist(), chains.response_chain.tolist(), strict=True))
    assert (similarities(chains, class_weights(weights), typed=True) > 0).all()


def test_the_untyped_similarity_is_not_symmetric() -> None:
    """Ann and her against Ann: 2/2 of the names, and no noun phrase or pronoun. The other way 2/3."""
    text = texts("NNP", "PRP", *["VB"] * (TOKENS - 2))
    both, name = [[(0, 0), (1, 1)]], [[(0, 0)]]
    for key, response, value in ((both, name, 0.6), (name, both, 0.4)):
        chains = complete(table_of([(key, response)], text).matching)
        assert similarities(chains, class_weights(DEFAULT_WEIGHTS), typed=False)[0] == pytest.approx(value)


def test_of_equal_similarities_greed_takes_the_cell_that_shares_more() -> None:
    """abc against a and against bcdef: 2/4 and 4/8."""
    table = overlap_of([single("abc")], [single("a", "bcdef")])
    assert sums(table, match="greedy") == [1, 2, 4, 0, 3, 1]


@given(part=strategies.parts(), tags=tags, typed=st.booleans())
@settings(max_examples=150, deadline=None)
def test_similarities_are_the_oracles(part: Part, tags: list[str], typed: bool) -> None:
    table, classes = tagged(part, tags)
    chains = complete(table.matching)
    found = similarities(chains, class_weights(DEFAULT_WEIGHTS), typed)
    mentions = list(zip(chains.start.tolist(), chains.end.tolist(), strict=True))
    for value, key, response in zip(
        found, chains.table.key_entity, chains.table.response_entity, strict=True
    ):
        ours, theirs = (
            frozenset(mention for mention, label in zip(mentions, labels, strict=True) if label == chain)
            for labels, chain in ((chains.key_chain, key), (chains.response_chain, response))
        )
        assert value == pytest.approx(
            float(oracle.similarity(ours, theirs, classes, oracle.WEIGHTS, typed)), abs=1e-12
        )


@given(part=strategies.parts(), tags=tags, typed=st.booleans())
@settings(max_examples=200, deadline=None)
def test_counts_are_those_of_the_best_of_all_correspondences(
    part: Part, tags: list[str], typed: bool
) -> None:
    table, classes = tagged(part, tags)
    expected = oracle.da(*part, classes, typed=typed)
    assert sums(table, response="typed" if typed else "untyped") == list(expected)


@given(part=strategies.parts())
@settings(max_examples=200, deadline=None)
def test_counts_without_classes(part: Part) -> None:
    expected = list(oracle.da(*part))
    assert sums(table_of([part])) == expected
    assert sums(table_of([part], texts(*["-"] * TOKENS))) == expected
    assert sums(table_of([part]), weights="NP=1", response="untyped") == expected


@given(part=strategies.tangled(), tags=tags)
@settings(max_examples=100, deadline=None)
def test_counts_of_a_tangle(part: Part, tags: list[str]) -> None:
    """Many ties: few sizes, few classes, one component."""
    table, classes = tagged(part, tags)
    assert sums(table) == list(oracle.da(*part, classes))
    assert sums(table_of([part])) == list(oracle.da(*part))


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        ("PRO=.6,NP=.3,PN=.1", {"PRO": 6, "NP": 3, "PN": 1}),
        ("PN=.75,NP=.25", {"PN": 3, "NP": 1}),
        ("NP=1", {"NP": 1}),
    ],
)
@given(part=strategies.parts(), tags=tags)
@settings(max_examples=50, deadline=None)
def test_other_weights(text: str, weights: dict[str, int], part: Part, tags: list[str]) -> None:
    table, classes = tagged(part, tags)
    exact: Mapping[str, Fraction] = {name: Fraction(w, sum(weights.values())) for name, w in weights.items()}
    assert sums(table, weights=text) == list(oracle.da(*part, classes, exact))


@given(part=strategies.parts(), tags=tags)
@settings(max_examples=100, deadline=None)
def test_the_greedy_heuristic(part: Part, tags: list[str]) -> None:
    table, classes = tagged(part, tags)
    pairs = oracle.greedy(*part, classes)
    correct, _, _, _, spurious, missing = sums(table, match="greedy")
    assert correct == sum(len(key & response) - 1 for key, response in pairs)
    assert spurious == len(oracle.completed(part[0], part[1])) - len(pairs)
    assert missing == len(oracle.completed(part[1], part[0])) - len(pairs)


@given(corpus=strategies.corpora, tags=st.one_of(st.none(), tags), data=st.data())
@settings(max_examples=100, deadline=None)
def test_the_order_and_names_of_entities_do_not_matter(
    corpus: list[Part], tags: list[str] | None, data: st.DataObject
) -> None:
    text = None if tags is None else texts(*tags * len(corpus))
    shuffled = [
        (data.draw(st.permutations(key)), data.draw(st.permutations(response))) for key, response in corpus
    ]
    for match in ("optimal", "greedy"):
        of_both = [metric(match=match).sums(table_of(parts, text)) for parts in (corpus, shuffled)]
        assert np.array_equal(*of_both)


@given(corpus=strategies.corpora, tags=st.one_of(st.none(), tags))
@settings(max_examples=100, deadline=None)
def test_exchanging_the_sides_exchanges_recall_and_precision(
    corpus: list[Part], tags: list[str] | None
) -> None:
    text = None if tags is None else texts(*tags * len(corpus))
    correct, possible, actual, incorrect, spurious, missing = sums(table_of(corpus, text))
    exchanged = sums(table_of([(response, key) for key, response in corpus], text))
    assert exchanged == [correct, actual, possible, incorrect, missing, spurious]


@given(corpus=strategies.corpora, tags=tags)
@settings(max_examples=100, deadline=None)
def test_sums_add_over_parts(corpus: list[Part], tags: list[str]) -> None:
    alone = [metric().sums(table_of([part], texts(*tags))) for part in corpus]
    assert np.array_equal(metric().sums(table_of(corpus, texts(*tags * len(corpus)))), np.hstack(alone))


@given(corpus=strategies.corpora, tags=tags)
@settings(max_examples=50, deadline=None)
def test_parts_that_are_solved_together_do_not_meet(corpus: list[Part], tags: list[str]) -> None:
    table = table_of(corpus, texts(*tags * len(corpus)))
    whole = sums(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(correspondence, "BATCH", 1)
        assert sums(table) == whole


@given(corpus=strategies.corpora, tags=tags)
@settings(max_examples=50, deadline=None)
def test_the_key_against_itself_scores_one(corpus: list[Part], tags: list[str]) -> None:
    table = table_of([(key, key) for key, _ in corpus], texts(*tags * len(corpus)))
    correct, possible, actual, *errors = sums(table)
    assert correct == possible == actual
    assert errors == [0, 0, 0]
    assert metric().score(np.array([correct, possible, actual])).f1 == (correct > 0)


def test_disjoint_sides_share_nothing() -> None:
    # Both singletons of a mention are there on the other side, so chains correspond, but not a link.
    assert sums(overlap_of([single("ab")], [single("cd")])) == [0, 1, 1, 0, 1, 1]
    assert sums(overlap_of([single()], [single()])) == [0] * 6
    assert sums(overlap_of([single()], [single("ab")])) == [0, 0, 1, 0, 1, 0]
    assert sums(overlap_of([single("a")], [single()])) == [0] * 6


def test_of_equal_totals_the_one_with_more_correct_assignments_counts() -> None:
    # ace-ceg and bfg-bdf share two mentions each; three other pairs share one each and are as similar.
    part = single("ace", "bfg", "d"), single("a", "bdf", "ceg")
    assert sums(overlap_of([part[0]], [part[1]])) == [2, 4, 4, 1, 1, 1]
    for key, response in itertools.product(*map(itertools.permutations, part)):
        assert sums(overlap_of([key], [response]))[0] == 2


@pytest.mark.parametrize(
    ("first", "pairs"), [(1.0, 2), (1 + 1e-12, 2), (1 - 1e-12, 2), (1 + 1e-6, 1), (0.9, 2)]
)
def test_then_the_one_with_more_pairs(first: float, pairs: int) -> None:
    table = overlap_of([single("ab", "c")], [single("ac", "b")])
    similarity = np.where((table.key_size == 2) & (table.response_size == 2), first, 0.5)
    assert len(best_correspondence(table, similarity)) == pairs


def test_then_the_one_that_begins_earlier() -> None:
    table = EXAMPLE.overlap(tagged=False)
    chains = complete(table.matching)
    partners = chains.table.key_entity[denotation().pairs(chains)]
    for name, paired in (("African Americans", True), ("Africans", False)):
        assert (chains.key_chain[EXAMPLE.words.index(name)] in partners) == paired


@given(part=strategies.tangled(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_what_is_certain_is_what_is_best_of_all_cells(part: Part, data: st.DataObject) -> None:
    table = complete(table_of([part]).matching).table
    similarity = np.array([data.draw(st.sampled_from([0.2, 0.5, 0.6, 1.0])) for _ in table.shared])
    found = best_correspondence(table, similarity)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(correspondence, "ROUNDS", 0)
        patch.setattr(correspondence, "_candidates", lambda table, _: np.arange(len(table.shared)))
        assert found.tolist() == best_correspondence(table, similarity).tolist()


def test_no_solver_where_rivals_have_cells_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two chains want the same one; the loser has another to go to, and one of two alike is in its way."""
    table = overlap_of([single("ab", "cde")], [single("ac", "b", "d", "e")])
    cells = list(zip(table.key_entity.tolist(), table.response_entity.tolist(), strict=True))
    similarity = np.array([{(0, 0): 1.0, (1, 0): 0.9, (0, 1): 0.6}.get(cell, 0.8) for cell in cells])
    monkeypatch.delattr(correspondence, "_sought")
    assert [
        cells[cell] for cell in sorted(best_correspondence(table, similarity), key=cells.__getitem__)
    ] == [
        (0, 0),
        (1, 2),
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 40, 500])
def test_a_long_ring_is_solved_in_either_direction(size: int) -> None:
    """Each chain shares one mention with two others; both ways round are best."""
    key = [[(2 * i, 2 * i), (2 * i + 1, 2 * i + 1)] for i in range(size)]
    response = [[(2 * i + 1,) * 2, ((2 * i + 2) % (2 * size),) * 2] for i in range(size)]
    sides = (corpus(side, tokens=2 * size) for side in (key, response))
    correct, possible, *_, spurious, missing = sums(overlap(match_exactly(*sides)))
    assert (correct, possible, spurious, missing) == ((1, 1, 0, 0) if size == 1 else (0, size, 0, 0))


@given(part=strategies.tangled(), data=st.data())
@settings(max_examples=150, deadline=None)
def test_prices_prove_that_a_choice_is_best(part: Part, data: st.DataObject) -> None:
    table = table_of([part])
    worth = np.array([data.draw(st.sampled_from([1.0, 2.0, 2.5, 4.0])) for _ in table.shared])
    chosen = np.flatnonzero(correspondence.best_cells(table, worth))
    key, response = prices(table, worth, chosen, CLOSE)
    paid = key[table.key_entity] + response[table.response_entity]
    assert (paid >= worth - CLOSE).all()
    assert paid[chosen] == pytest.approx(worth[chosen])
    assert min([*key, *response], default=0) >= -CLOSE
    assert not np.delete(key, table.key_entity[chosen]).any()
    assert not np.delete(response, table.response_entity[chosen]).any()


def test_a_price_that_travels_the_whole_way() -> None:
    """Each chain has one response chain of its own, and one of the next that it likes a little better."""
    length = 300
    sides = [
        corpus([[(2 * i, 2 * i), (2 * i + 1, 2 * i + 1)] for i in range(length)], tokens=2 * length),
        corpus(
            [
                [(0, 0)],
                *([(2 * i - 1,) * 2, (2 * i,) * 2] for i in range(1, length)),
                [(2 * length - 1,) * 2],
            ],
            tokens=2 * length,
        ),
    ]
    table = overlap(match_exactly(*sides))
    worth = np.where(table.key_entity == table.response_entity, 1.0, 1.0 + 0.5 / length)
    cells = best_correspondence(table, worth)
    assert table.response_entity[cells].tolist() == (table.key_entity[cells] + 1).tolist()
    assert len(cells) == length


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("", "name each of PN, NP, PRO at most once"),
        ("PN=.6,NP=.3,PRO=.1,", "name each of PN, NP, PRO at most once"),
        ("PN=.6,PN=.4", "name each of PN, NP, PRO at most once"),
        ("NNP=1", "name each of PN, NP, PRO at most once"),
        ("PN=.6,NP=,PRO=.4", "give NP a number, as in PN=.6,NP=.3,PRO=.1"),
        ("PN=.6,NP=.3=.1", "give NP a number, as in PN=.6,NP=.3,PRO=.1"),
        ("PN=.6,NP=x,PRO=.1", "give NP a number, as in PN=.6,NP=.3,PRO=.1"),
        ("PN=.6,NP=.3", "make the weights sum to 1"),
        ("PN=nan,NP=.3,PRO=.1", "make the weights sum to 1"),
        ("PN=.6,NP=.1,PRO=.3", "give each class less than the one before it, and more than 0"),
        ("PN=.6,NP=.2,PRO=.2", "give each class less than the one before it, and more than 0"),
        ("PN=1,NP=0", "give each class less than the one before it, and more than 0"),
        ("PN=.8,NP=.3,PRO=-.1", "give each class less than the one before it, and more than 0"),
        ("PN=.5,NP=.3,PRO=.2", "give the first class more than all others together"),
    ],
)
def test_weights_that_make_no_sense_are_refused(text: str, remedy: str) -> None:
    with pytest.raises(UsageError) as caught:
        class_weights(text)
    assert caught.value.typed == f"--da-weights is {text!r}; {remedy}"


def test_weights_may_have_spaces() -> None:
    assert class_weights(" PN = 0.7 , NP=.3") == {"PN": 0.7, "NP": 0.3}


@pytest.mark.parametrize(
    ("text", "of_class"),
    [
        ("PN=.6,NP=.3,PRO=.1", [0.6, 0.3, 0.1]),
        ("PRO=.6,PN=.3,NP=.1", [0.3, 0.1, 0.6]),
        ("NP=.75,PRO=.25", [0.25, 0.75, 0.25]),
        ("NP=1", [1, 1, 1]),
    ],
)
def test_a_class_that_is_not_named_counts_as_the_last(text: str, of_class: list[float]) -> None:
    """PN, NP and PRO in this order."""
    assert weight_of_class(class_weights(text)).tolist() == of_class
    ranks = specificity(complete(EXAMPLE.overlap().matching), class_weights(text))
    weights = list(class_weights(text).values())
    kinds = [EXAMPLE.classes[word] for word in EXAMPLE.words]
    assert [weights[rank] for rank in ranks] == [of_class[CLASS_NAMES.index(kind)] for kind in kinds]


def test_the_options_say_how_chains_are_paired() -> None:
    how = denotation("NP=1", "untyped", "greedy")
    assert (how.weights, how.typed, how.optimal) == ({"NP": 1.0}, False, False)
    assert MetricOptions().denotation.typed
    assert MetricOptions().denotation.optimal


def test_each_mention_of_either_side_stands_in_a_chain_on_each() -> None:
    """The response lacks c and has d; its entity of b and d begins after that of a."""
    matching = match_exactly(corpus(single("abc")), corpus(single("bd", "a")))
    chains = complete(matching)
    assert chains.part.tolist() == [0, 0, 0, 0]
    assert chains.start.tolist() == chains.end.tolist() == [0, 1, 2, 3]
    assert chains.key_mention.tolist() == [0, 1, 2, -1]
    assert chains.response_mention.tolist() == [0, 1, -1, 2]
    assert chains.key_chain.tolist() == [0, 0, 0, 1]
    assert chains.response_chain.tolist() == [0, 1, 2, 1]
    assert chains.classes is None
    assert chains.table.matching is matching


def test_greedy_pairs_that_are_equal_come_in_text_order() -> None:
    chains = complete(match_exactly(corpus(single("ab", "cd")), corpus(single("ac", "bd"))))
    pairs = denotation(match="greedy").pairs(chains)
    found = zip(chains.table.key_entity[pairs], chains.table.response_entity[pairs], strict=True)
    assert [(int(key), int(response)) for key, response in found] == [(0, 0), (1, 1)]


def test_prices_rise_along_a_row_of_rivals() -> None:
    """The first chain could have a free partner for 5; each other one has what the next would take."""
    table = replace(
        overlap_of([single("a")], [single("a")]),
        key=Side(np.ones(4, np.int64), np.zeros(4, np.int64), 1),
        response=Side(np.ones(5, np.int64), np.zeros(5, np.int64), 1),
        key_entity=np.array([0, 0, 1, 1, 2, 2, 3, 3]),
        response_entity=np.array([0, 4, 0, 1, 1, 2, 2, 3]),
        shared=np.ones(8, np.int64),
    )
    worth, chosen = np.array([6.0, 5, 6, 6, 6, 6, 6, 6]), np.array([0, 3, 5, 7])
    key_price, response_price = prices(table, worth, chosen, HALF)
    assert key_price.tolist() == [5] * 4
    assert response_price.tolist() == [1, 1, 1, 1, 0]


@pytest.mark.parametrize("typed", [True, False])
def test_without_classes_the_similarity_is_that_of_dice(typed: bool) -> None:
    chains = complete(match_exactly(corpus(single("abc")), corpus(single("ab", "cde"))))
    found = similarities(chains, class_weights(DEFAULT_WEIGHTS), typed)
    assert sorted(found.tolist()) == pytest.approx([2 / 6, 2 / 4, 2 / 4, 4 / 5])
