"""Clusters in memory: their definition, files of the same clusters, and what adding and pickling keep."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Hashable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.formats.beside import in_order
from leaderboard.tasks.task import Score
from tests.oracles import oracle

# Random clusters look like mistakes.
pytestmark = pytest.mark.filterwarnings("ignore::leaderboard.LeaderboardWarning")
TOKENS = 8
EVERY = ["mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "blanc_gold", "rand", "xcmr"]
OF_THE_ORACLE = [name for name in EVERY if name in oracle.METRICS]

Clusters = list[list[tuple[int, int]]]
Pair = tuple[Clusters, Clusters]

KEY = [[(0, 1), (3, 3)], [(3, 4), (6, 6)]]
RESPONSE = [[(0, 0), (3, 3)], [(3, 4), (6, 6)]]

# Mentions occur twice, spans cross, entities are empty, and both sides err at will.
spans = st.tuples(st.integers(0, TOKENS - 1), st.integers(0, 2)).map(
    lambda pair: (pair[0], min(sum(pair), TOKENS - 1))
)
clusters = st.lists(st.lists(spans, max_size=5), max_size=4)
documents = st.lists(st.tuples(clusters, clusters), min_size=1, max_size=4)
singletons = st.sampled_from(["keep", "drop"])
rules = st.sampled_from(["conll", "luo2014"])


def scorer_of(pairs: Sequence[tuple[Any, Any]], **options: Any) -> leaderboard.Scorer:
    scorer = leaderboard.Scorer(EVERY, **options)
    for key, response in pairs:
        scorer.add(key, response)
    return scorer


def found(scorer: leaderboard.Scorer) -> tuple[object, ...]:
    """Everything that a scorer tells."""
    return scorer.scores(), scorer.per_document(), list(scorer.per_document()), len(scorer), scorer.repairs


def slow(side: Sequence[Sequence[Hashable]], drop: bool) -> list[oracle.Entity]:
    """The entities of one side one after the other, each without the mentions of those before it."""
    kept: list[oracle.Entity] = []
    for entity in side:
        kept.append(frozenset(mention for mention in entity if not any(mention in one for one in kept)))
    return [entity for entity in kept if len(entity) > drop]


@given(pairs=documents, singletons=singletons, blanc=rules)
@settings(max_examples=60, deadline=None)
def test_scores_are_those_of_the_definitions(pairs: list[Pair], singletons: str, blanc: str) -> None:
    drop = singletons == "drop"
    scorer = scorer_of(pairs, singletons=singletons, blanc=blanc)
    parts = [(slow(key, drop), slow(response, drop)) for key, response in pairs]
    alone = scorer.per_document().values()
    for name in OF_THE_ORACLE:
        check(scorer.scores()[name], oracle.score(parts, name, rule=blanc))
        for part, scores in zip(parts, alone, strict=True):
            check(scores[name], oracle.score([part], name, rule=blanc))
    given_mentions = sum(len(entity) for pair in pairs for side in pair for entity in side)
    kept = sum(len(entity) for pair in pairs for side in pair for entity in slow(side, False))
    assert scorer.repairs == given_mentions - kept


def check(score: Score, expected: oracle.Scores) -> None:
    for value, exact in zip((score.recall, score.precision, score.f1), expected, strict=True):
        assert value == (None if exact is None else pytest.approx(float(exact), rel=0, abs=1e-12))


def ordered(clusters: Clusters) -> Clusters:
    """The clusters in the order of a file."""
    return [cluster for _, cluster in in_order([None] * len(clusters), clusters)]


@given(pairs=documents, singletons=singletons)
@settings(max_examples=40, deadline=None)
def test_scores_are_bit_for_bit_those_of_files(pairs: list[Pair], singletons: Any) -> None:
    pairs = [(ordered(key), ordered(response)) for key, response in pairs]
    with TemporaryDirectory() as folder:
        for name, side in (("key", 0), ("response", 1)):
            lines = [
                json.dumps({"doc_key": f"d{number}", "sentences": [["w"] * TOKENS], "clusters": pair[side]})
                for number, pair in enumerate(pairs)
            ]
            Path(folder, f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
        [system] = leaderboard.score(
            Path(folder, "response.jsonl"),
            key=Path(folder, "key.jsonl"),
            metric=EVERY,
            singletons=singletons,
            per_document=True,
            offsets="token",
            ends="inclusive",
        ).systems
    scorer = scorer_of(pairs, singletons=singletons)
    assert scorer.scores() == system.scores
    assert list(scorer.per_document().values()) == [one.scores for one in system.per_document]


@given(pairs=documents, more=documents, singletons=singletons)
@settings(max_examples=40, deadline=None)
def test_merged_scorers_are_one_scorer(pairs: list[Pair], more: list[Pair], singletons: str) -> None:
    one, other = (scorer_of(these, singletons=singletons) for these in (pairs, more))
    before = found(one), found(other)
    assert found(one + other) == found(scorer_of([*pairs, *more], singletons=singletons))
    assert (found(one), found(other)) == before


@given(pairs=documents, data=st.data())
@settings(max_examples=40, deadline=None)
def test_when_scores_are_asked_for_changes_nothing(pairs: list[Pair], data: st.DataObject) -> None:
    scorer = leaderboard.Scorer(EVERY)
    for number, (key, response) in enumerate(pairs, 1):
        scorer.add(key, response)
        if data.draw(st.booleans()):
            scorer = pickle.loads(pickle.dumps(scorer))
        if data.draw(st.booleans()):
            assert found(scorer) == found(scorer_of(pairs[:number]))
    assert found(scorer) == found(scorer_of(pairs))


@given(pairs=documents, data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_order_of_documents_does_not_matter(pairs: list[Pair], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(list(enumerate(pairs))))
    named = leaderboard.Scorer(EVERY)
    for number, pair in shuffled:
        named.add(*pair, document=str(number + 1))
    scorer = scorer_of(pairs)
    assert named.scores() == scorer.scores()
    assert named.per_document() == scorer.per_document()
    assert list(named.per_document()) == [str(number + 1) for number, _ in shuffled]


@given(pairs=documents, data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_order_of_entities_and_mentions_does_not_matter(pairs: list[Pair], data: st.DataObject) -> None:
    pairs = [tuple(slow(side, False) for side in pair) for pair in pairs]  # type: ignore[misc]
    shuffled = [
        tuple(
            [data.draw(st.permutations(sorted(entity))) for entity in data.draw(st.permutations(side))]
            for side in pair
        )
        for pair in pairs
    ]
    expected, scores = scorer_of(pairs).scores(), scorer_of(shuffled).scores()  # type: ignore[arg-type]
    for name in EVERY:
        one, other = scores[name], expected[name]
        assert one.f1 == pytest.approx(other.f1, rel=0, abs=1e-12)
        assert one.recall == (None if other.recall is None else pytest.approx(other.recall, rel=0, abs=1e-12))


@given(pairs=documents)
@settings(max_examples=40, deadline=None)
def test_names_generators_and_mappings_count_as_lists_of_spans(pairs: list[Pair]) -> None:
    def generators(side: Clusters) -> Any:
        return ((list(span) for span in entity) for entity in side)

    def mapping(side: Clusters) -> Any:
        return {
            f"e{number}": [f"{start}-{end}" for start, end in entity] for number, entity in enumerate(side)
        }

    expected = found(scorer_of(pairs))
    for form in (generators, mapping):
        assert found(scorer_of([(form(key), form(response)) for key, response in pairs])) == expected


def test_one_document_is_scored_by_one_call() -> None:
    assert leaderboard.score_clusters(KEY, RESPONSE) == scores_of_eight(KEY, RESPONSE)
    assert leaderboard.score_clusters(KEY, RESPONSE, "B³")["bcub"] == Score(0.625, 0.625, 0.625)
    assert list(leaderboard.score_clusters(KEY, RESPONSE, ("lea", "MUC"))) == ["muc", "lea"]


def scores_of_eight(key: Clusters, response: Clusters) -> dict[str, Score]:
    scores = scorer_of([(key, response)]).scores()
    return {name: scores[name] for name in EVERY[:8]}


def test_documents_without_a_name_are_called_by_their_number() -> None:
    scorer = leaderboard.Scorer(["muc"])
    for document in (None, "x", None):
        scorer.add(KEY, RESPONSE, document)
    assert list(scorer.per_document()) == ["1", "x", "3"]
    other = leaderboard.Scorer(["muc"])
    other.add(KEY, RESPONSE)
    assert list((other + scorer).per_document()) == ["1", "2", "x", "4"]
    assert list((leaderboard.Scorer(["muc"]) + other).per_document()) == ["1"]


def test_a_name_occurs_once() -> None:
    scorer, other = leaderboard.Scorer(), leaderboard.Scorer()
    for one in (scorer, other):
        one.add(KEY, RESPONSE, "x")
    with pytest.raises(
        ValueError, match=r"^the document 'x' was added before; give each document its own name$"
    ):
        scorer.add(KEY, RESPONSE, "x")
    with pytest.raises(ValueError, match=r"^the document 'x' was added before"):
        _ = scorer + other
    with pytest.raises(TypeError, match=r"^the document 7 is not a text; give its name as a text$"):
        scorer.add(KEY, RESPONSE, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "response", "document", "error"),
    [
        (KEY, [[{1}]], None, TypeError),
        (KEY, [["a", "a"]], None, InputError),
        (KEY, RESPONSE, "1", ValueError),
    ],
)
def test_what_fails_changes_nothing(key: Any, response: Any, document: str | None, error: type) -> None:
    scorer = scorer_of([(KEY, RESPONSE)], duplicates="error")
    before = found(scorer)
    with pytest.raises(error):
        scorer.add(key, response, document)
    assert found(scorer) == before
    scorer.add(KEY, RESPONSE)
    assert list(scorer.per_document()) == ["1", "2"]


def test_scorers_of_other_settings_do_not_add() -> None:
    for options in ({"singletons": "drop"}, {"blanc": "luo2014"}, {"duplicates": "error"}):
        with pytest.raises(
            ValueError, match=r"^the two scorers have different settings; give both the same$"
        ):
            _ = scorer_of([]) + scorer_of([], **options)
    with pytest.raises(TypeError):
        _ = leaderboard.Scorer() + 1  # type: ignore[operator]


@pytest.mark.parametrize("metric", ["da", "mor", "zero"])
def test_metrics_that_need_words_or_heads_are_refused(metric: str) -> None:
    with pytest.raises(
        UsageError, match=rf"^{metric} needs words or heads, which only files have; leave it out$"
    ):
        leaderboard.Scorer(["lea", metric])


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(UsageError, match=r"^there is no metric 'leaa'; did you mean 'lea'\?$"):
        leaderboard.score_clusters(KEY, RESPONSE, ["leaa"])
    with pytest.raises(UsageError, match=r"^singletons is 'none'; choose 'keep' or 'drop'$"):
        leaderboard.Scorer(singletons="none")  # type: ignore[arg-type]


def test_an_unknown_argument_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"^there is no argument 'metric'; did you mean 'metrics'\?$"):
        leaderboard.Scorer(metric=["lea"])  # type: ignore[call-arg]
    with pytest.raises(
        UsageError, match=r"^there is no argument 'trials'; choose among key, response, metrics, "
    ):
        leaderboard.score_clusters(KEY, RESPONSE, trials=5)  # type: ignore[call-arg]


def test_unknown_names_of_results_name_what_there_is() -> None:
    scorer = leaderboard.Scorer()
    for name in ("news/1", "news/2"):
        scorer.add(KEY, RESPONSE, name)
    scores = scorer.per_document()
    told = r"no document 'new/1' here; there are news/1, news/2; did you mean 'news/1'\?"
    with pytest.raises(KeyError, match=told):
        scores["new/1"]
    with pytest.raises(KeyError, match=r"no document 7 here; there are news/1, news/2.$"):
        scores[7]  # type: ignore[index]
    assert pickle.loads(pickle.dumps(scores)) == scores
    ranked = leaderboard.rank({"ours": scorer}, draws=100)
    with pytest.raises(KeyError, match=r"no system 'our' here; there are ours; did you mean 'ours'\?"):
        ranked.scores["our"]
    with pytest.raises(
        KeyError, match=r"no metric 'leaa' here; there are mentions, .*; did you mean 'lea'\?"
    ):
        scorer.scores()["leaa"]


def test_a_comparison_names_its_systems() -> None:
    scorers = {name: scorer_of([(KEY, RESPONSE)]) for name in ("ours", "theirs")}
    assert leaderboard.compare(scorers).systems == ("ours", "theirs")


def test_a_scorer_without_documents_has_no_scores() -> None:
    for scores in (leaderboard.Scorer().scores, (leaderboard.Scorer() + leaderboard.Scorer()).per_document):
        with pytest.raises(NothingToDo, match=r"^the scorer has no documents; add at least one$"):
            scores()


def test_a_copy_goes_its_own_way() -> None:
    scorer = scorer_of([(KEY, RESPONSE)])
    for other in (copy.copy(scorer), copy.deepcopy(scorer)):
        other.add(KEY, KEY)
        assert (len(scorer), len(other)) == (1, 2)
        assert scorer.scores() == scorer_of([(KEY, RESPONSE)]).scores()


def test_a_pickle_holds_no_mentions() -> None:
    scorer = leaderboard.Scorer()
    scorer.add([["a secret name", "b"]], [["a secret name"]])
    data = pickle.dumps(scorer)
    assert b"secret" not in data
    assert pickle.loads(data).scores() == scorer.scores()


ALONE = """
import sys
import leaderboard
assert not {"numpy", "pandas"} & set(sys.modules)
leaderboard.score_clusters([["a", "b"]], [["a"]])
opened = []
sys.addaudithook(lambda event, words: opened.append(words) if event == "open" else None)
scorer = leaderboard.Scorer()
scorer.add([["a", "b"]], [["a"]])
scorer.scores()
print(opened, sorted({"pandas", "matplotlib", "typer", "torch"} & set(sys.modules)))
"""


def test_scoring_opens_no_file_and_imports_nothing_for_reports() -> None:
    run = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("[] []\n", "")
