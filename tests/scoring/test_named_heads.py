"""Heads that files name, those that they do not, and how both are counted and told of."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.scores import score_record
from leaderboard.report.forms.json import render_json
from leaderboard.report.ranking_record import rank_record
from tests.oracles.treelets import by_the_rule
from tests.support import small_task
from tests.support.made_corefud import (
    HEADER,
    Document,
    Mention,
    Sentence,
    corefud,
    random_document,
    random_response,
)

UNNAMED = "# global.Entity = eid-etype"
NOT_NAMED = "heads are not named for"
ANOTHER = "another head than in the key for"
Trees = list[list[dict[str, str]]]

# The old king of France: the key calls France the head, and the tree the king.
KING = """\
1	the	the	DET	_	_	3	det	_	{0}
2	old	old	ADJ	_	_	3	amod	_	_
3	king	king	NOUN	_	_	6	nsubj	_	_
4	of	of	ADP	_	_	5	case	_	{1}
5	France	France	PROPN	_	_	3	nmod	_	{2}
6	sleeps	sleep	VERB	_	_	0	root	_	{3}
"""
# One mention has the key's span, one has not, and one is a word.
BESIDE = ("Entity=(a", "Entity=(b", "Entity=b)a)", "Entity=(a)")


def king(*cells: str, fields: str = "eid-head") -> str:
    return f"# newdoc id = d\n# global.Entity = {fields}\n{KING.format(*cells)}\n"


@pytest.fixture
def task(tmp_path: Path) -> Path:
    (tmp_path / "key.conllu").write_text(king("Entity=(a-5", "_", "Entity=a)", "Entity=(a-1)"))
    for name, fields in (("none", "eid"), ("cut", "eid-head")):
        (tmp_path / f"{name}.conllu").write_text(king(*BESIDE, fields=fields))
    ones = ("Entity=(a-1", "_", "Entity=a)", "Entity=(a-1)")
    (tmp_path / "ones.conllu").write_text(king(*ones))
    (tmp_path / "words.txt").write_text("the|[a old king of|[b France|b],a] sleeps|[a]\n")
    return tmp_path


def score(folder: Path, name: str, **options: Any) -> Any:
    return leaderboard.score(folder / name, key=folder / "key.conllu", singletons="keep", **options)


def said(result: Any) -> list[str]:
    return [str(problem) for problem in result.warnings if "head" in problem.what]


def counts(result: Any) -> tuple[int, ...]:
    return tuple(result.systems[0].heads)


def f1(result: Any) -> float:
    return float(result.systems[0].scores["mentions"].f1)


@pytest.mark.parametrize("name", ["none.conllu", "cut.conllu"])
def test_a_mention_without_a_head_has_that_of_the_key_or_of_its_tree(task: Path, name: str) -> None:
    result = score(task, name)
    assert (f1(result), counts(result)) == (0.8, (2, 0, 1, 1, 0, 1, 0))
    [line] = said(result)
    assert line == (
        f"{task / name}: heads are not named for 2 of 2 mentions of several words: 1 come from the same span "
        "of the key, 1 from its dependency tree; to take their first word instead, as corefud-scorer does, "
        "use --heads file"
    )
    assert "|heads:named|" in result.signature


def test_heads_that_are_not_named_are_first_words_if_asked_for(task: Path) -> None:
    result = score(task, "none.conllu", heads="file")
    assert (f1(result), counts(result)) == (0.4, (2, 0, 0, 0, 2, 1, 1))
    [line] = said(result)
    assert f"{ANOTHER} 1 of 1 mention of several words with the same span; to take the key's heads" in line
    assert line.endswith("use --heads tree; to match without heads, --match exact")


def test_heads_that_are_all_the_first_word_are_told_of(task: Path) -> None:
    result = score(task, "ones.conllu")
    assert (f1(result), counts(result)) == (0.5, (1, 1, 0, 0, 0, 1, 1))
    assert len(said(result)) == 1
    assert ANOTHER in said(result)[0]
    [finding] = leaderboard.validate(task / "ones.conllu", key=task / "key.conllu").systems[0].findings
    assert ANOTHER in str(finding.problem)


def test_all_heads_are_found_in_the_tree_if_asked_for(task: Path) -> None:
    for name, expected in (("none.conllu", (2, 0, 0, 2, 0, 1, 0)), ("ones.conllu", (1, 0, 0, 1, 0, 1, 0))):
        result = score(task, name, heads="tree")
        assert counts(result) == expected
        assert [line for line in said(result) if "key.conllu" not in line] == []


@pytest.mark.parametrize("heads", [None, "named", "file"])
def test_text_names_no_heads_of_which_nothing_is_said(task: Path, heads: str | None) -> None:
    result = score(task, "words.txt", heads=heads)
    assert (f1(result), counts(result), said(result)) == (0.8, (2, 0, 1, 1, 0, 1, 0), [])


def test_heads_of_text_are_in_the_tree_where_those_of_the_key_are(task: Path) -> None:
    assert counts(score(task, "words.txt", heads="tree")) == (2, 0, 0, 2, 0, 1, 0)


def test_heads_of_a_response_count_beside_a_key_that_names_none(task: Path) -> None:
    (task / "key.conllu").write_text(king("Entity=(a", "_", "Entity=a)", "Entity=(a)", fields="eid"))
    named = score(task, "ones.conllu", heads="named")
    assert (f1(named), counts(named)) == (0.5, (1, 1, 0, 0, 0, 1, 1))
    assert "|heads:named|" in named.signature
    assert f1(score(task, "ones.conllu")) == 1


def test_nothing_is_said_where_heads_do_not_count(task: Path) -> None:
    for name in ("none.conllu", "ones.conllu"):
        result = score(task, name, match="exact")
        assert said(result) == []
        assert counts(result)[0] > 0


def test_heads_may_be_zeros_whatever_matches(task: Path) -> None:
    text = (
        (task / "key.conllu").read_text().replace("\n\n", "\n6.1\t_\t_\t_\t_\t_\t_\t_\t6:x\tEntity=(z-1)\n\n")
    )
    (task / "key.conllu").write_text(text)
    assert NOT_NAMED in said(score(task, "none.conllu", match="exact"))[0]
    assert said(score(task, "ones.conllu", match="exact")) == []


def test_a_few_other_heads_are_not_told_of(tmp_path: Path) -> None:
    def write(name: str, wrong: int, mentions: int) -> None:
        heads = ["1" if place < wrong else "5" for place in range(mentions)]
        sentences = (KING.format(f"Entity=(a-{head}", "_", "Entity=a)", "_") for head in heads)
        text = "\n".join(sentences)
        (tmp_path / name).write_text(f"# newdoc id = d\n# global.Entity = eid-head\n{text}\n")

    for mentions, told in ((20, 1), (21, 0)):
        write("key.conllu", 0, mentions)
        write("one.conllu", 1, mentions)
        result = score(tmp_path, "one.conllu")
        assert (result.systems[0].heads.other_head, len(said(result))) == (1, told)


def test_counts_are_of_corefud_alone(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=small_task.KEY, one=small_task.FAIR)
    [system] = score_record(leaderboard.score(tmp_path / "one.conll", key=tmp_path / "key.conll"))["systems"]  # type: ignore
    assert system["heads"] is None


def test_a_ranking_counts_all_runs_and_tells_of_each_also_from_saved_sums(
    task: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    saved = tmp_path_factory.mktemp("saved")
    (task / "words.txt").unlink()
    (task / "none.conllu").rename(task / "none@1.conllu")
    (task / "cut.conllu").rename(task / "none@2.conllu")
    options: dict[str, Any] = {"metric": "mentions", "primary": "mentions", "draws": 100, "prices": False}
    ranked = leaderboard.rank(task, saved=saved, **options)
    for result in (ranked, leaderboard.rank(saved, draws=100)):
        record = json.loads(render_json(rank_record(result)))
        found = {system["system"]: tuple(system["heads"].values()) for system in record["systems"]}
        assert found == {"none": (4, 0, 2, 2, 0, 2, 0), "ones": (1, 1, 0, 0, 0, 1, 1)}
        assert sum(NOT_NAMED in line["text"] for line in record["warnings"]) == 2
        assert sum(ANOTHER in line["text"] for line in record["warnings"]) == 1


def test_sums_that_were_saved_before_heads_were_counted_are_read(
    task: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = tmp_path_factory.mktemp("saved")
    (task / "words.txt").unlink()
    monkeypatch.setattr("leaderboard.scoring.response.head_counts", lambda key, response: None)
    options: dict[str, Any] = {"metric": "mentions", "primary": "mentions", "draws": 100, "prices": False}
    with monkeypatch.context() as before:  # and before the signature said where they come from
        before.setattr(sys.modules["leaderboard.scoring.key"], "signed_heads", lambda key: None)
        leaderboard.rank(task, saved=saved, heads="file", **options)
    monkeypatch.undo()
    again = leaderboard.rank(saved, draws=100)
    record: Any = rank_record(again)
    assert [system["heads"] for system in record["systems"]] == [None] * 3
    assert "|heads:file|" in again.signature
    counted: list[str] = []
    monkeypatch.setattr("leaderboard.scoring.pool.score_response", lambda *_: counted.append("scored"))
    leaderboard.rank(task, saved=saved, heads="file", **options)
    assert counted == []  # the sums of before are still those by the heads of files


def test_minimum_spans_are_named_or_first_words(task: Path) -> None:
    (task / "key.conllu").write_text(
        king("Entity=(a-2,3", "_", "Entity=a)", "Entity=(a-1)", fields="eid-minspan")
    )
    assert counts(score(task, "none.conllu", heads="minspan")) == (2, 0, 0, 0, 2, 1, 1)
    assert counts(score(task, "ones.conllu", heads="minspan")) == (1, 1, 0, 0, 0, 1, 1)
    # The word that is the head in the tree takes the place of the minimum span.
    text = score(task, "words.txt", heads="minspan")
    assert (counts(text), f1(text)) == ((2, 0, 0, 2, 0, 1, 1), 0.4)
    (task / "key.conllu").write_text(
        king("Entity=(a-3", "_", "Entity=a)", "Entity=(a-1)", fields="eid-minspan")
    )
    assert f1(score(task, "words.txt", heads="minspan")) == 0.8
    assert "|heads:minspan|" in score(task, "ones.conllu", heads="minspan").signature


def test_a_comparison_tells_of_both_systems(task: Path) -> None:
    key = task / "key.conllu"
    compared = leaderboard.compare(task / "none.conllu", task / "ones.conllu", key=key, draws=100)
    assert len(said(compared)) == 2


def test_datasets_are_counted_together_and_those_that_are_missing_have_none(task: Path) -> None:
    for folder, name in (("key", "key"), ("one", "none")):
        (task / folder).mkdir()
        for dataset in ("de", "en"):
            (task / folder / f"{dataset}.conllu").write_text((task / f"{name}.conllu").read_text())
    assert counts(leaderboard.score(task / "one", key=task / "key")) == (4, 0, 2, 2, 0, 2, 0)
    (task / "one" / "en.conllu").unlink()
    partial = leaderboard.score(task / "one", key=task / "key", missing_dataset="zero")
    assert counts(partial) == (2, 0, 1, 1, 0, 1, 0)


# Random keys with trees.


def trees_of(rng: random.Random, document: Document) -> list[dict[str, str]]:
    """The HEAD of each word: trees, and now and then circles."""
    trees = []
    for sentence in document:
        words = [name for name in sentence.ids if "." not in name]
        above = rng.sample(words, len(words))
        circles = rng.random() < 0.1
        trees.append(
            {word: rng.choice(words if circles else ["0", *above[: above.index(word)]]) for word in words}
        )
    return trees


def headless(rng: random.Random, document: Document, share: float) -> Document:
    """The document some of whose mentions name no head; one without a field for it has none."""
    return [
        replace(
            sentence,
            mentions=[
                replace(mention, head=-1) if rng.random() < share else mention
                for mention in sentence.mentions
            ],
        )
        for sentence in document
    ]


def filled(document: Document, trees: list[dict[str, str]], key: Document | None = None) -> Document:
    """The document with a head for each mention: its own, that of the key's mention, or that of the tree."""
    beside = key or [Sentence(sentence.ids, sentence.edges) for sentence in document]
    return [
        replace(
            sentence, mentions=[with_head(mention, sentence, tree, of_key) for mention in sentence.mentions]
        )
        for sentence, tree, of_key in zip(document, trees, beside, strict=True)
    ]


def with_head(mention: Mention, sentence: Sentence, tree: dict[str, str], key: Sentence) -> Mention:
    names = [sentence.ids[node] for node in mention.nodes]
    if mention.head >= 0:
        return mention
    if len(names) == 1:
        return replace(mention, head=mention.nodes[0])
    for other in key.mentions:
        if [key.ids[node] for node in other.nodes] == names:
            return replace(mention, head=sentence.ids.index(key.ids[other.head]))
    enhanced = {
        name: [edge.partition(":")[0] for edge in edges.split("|")]
        for name, edges in zip(sentence.ids, sentence.edges, strict=True)
        if edges != "_"
    }
    return replace(mention, head=sentence.ids.index(by_the_rule(names, tree, enhanced)))


def with_trees(text: str, trees: Trees) -> str:
    """The text with these heads of words."""
    of_sentences = iter([tree for of_document in trees for tree in of_document])

    def rows() -> Iterator[str]:
        tree: dict[str, str] = {}
        for line in text.split("\n"):
            if line.startswith("# sent_id"):
                tree = next(of_sentences)
            cells = line.split("\t")
            if len(cells) == 10 and cells[0] in tree:
                cells[6] = tree[cells[0]]
            yield "\t".join(cells)

    return "\n".join(rows())


WAYS: list[dict[str, Any]] = [
    {},
    {"singletons": "keep"},
    {"match": "partial", "zeros": "linear"},
    {"match": "exact", "singletons": "keep"},
]


@pytest.mark.parametrize("seed", range(24))
def test_a_file_without_heads_scores_as_with_those_of_the_rule_written_out(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    key = [random_document(rng) for _ in range(4)]
    response = [random_response(rng, document) for document in key]
    trees = [trees_of(rng, document) for document in key]
    key = [headless(rng, document, rng.choice((0, 0, 0.3))) for document in key]
    share = rng.choice((0.3, 1))
    response = [headless(rng, document, share) for document in response]
    both = list(zip(key, trees, strict=True))
    full_key = [filled(*of_document) for of_document in both]
    full = [filled(one, tree, beside) for one, tree, beside in zip(response, trees, full_key, strict=True)]
    header = UNNAMED if share == 1 and rng.random() < 0.5 else HEADER
    for name, documents, fields in (
        ("key", key, HEADER),
        ("one", response, header),
        ("full-key", full_key, HEADER),
        ("full", full, HEADER),
    ):
        text = with_trees(corefud(documents, fields), trees)
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    metric = ["mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea", "conll", "mor", "zero"]
    for way in WAYS:
        options = {"metric": metric, **way}
        plain = leaderboard.score(tmp_path / "one.conllu", key=tmp_path / "key.conllu", **options)
        written = leaderboard.score(
            tmp_path / "full.conllu", key=tmp_path / "full-key.conllu", heads="file", **options
        )
        ours, theirs = plain.systems[0], written.systems[0]
        for name in metric:
            one, other = ours.scores[name], theirs.scores[name]
            assert (one.recall, one.precision, one.f1) == pytest.approx(
                (other.recall, other.precision, other.f1), abs=1e-12
            )
        assert ours.heads is not None
        assert theirs.heads is not None
        assert ours.heads.other_head == theirs.heads.other_head
        assert sum(ours.heads[1:5]) == ours.heads.mentions == theirs.heads.mentions == theirs.heads.named
