"""JSON as toolkits write it: read as the same documents in CoNLL, or refused by name."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from leaderboard.corpus import Corpus
from leaderboard.errors import InputError
from leaderboard.formats import Reading, examine, read_corpus
from leaderboard.formats.jsonlines.documents import word_column
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.options import Options, read_options
from leaderboard.scoring.key import chosen_metrics, read_key
from leaderboard.scoring.scored import score_response
from leaderboard.submissions import open_submission
from tests.formats.texts import conll, mentions, read
from tests.support import toolkits
from tests.support.running import Typed
from tests.support.toolkits import Document, lines

METRICS = ["mentions", "muc", "bcub", "ceafe", "ceafm", "blanc", "lea"]
PLAIN = read_options({"metric": METRICS})
CORPUS = read_options({"metric": METRICS, "across": "corpus"})
FORMS = [(name, write, PLAIN) for name, write in toolkits.WITHIN.items()]
FORMS += [(name, write, CORPUS) for name, write in toolkits.ACROSS.items()]
ANN, BOB = ("Ann", "Lee", "sees", "her", "."), ("He", "left")


@pytest.mark.parametrize(("name", "write", "options"), FORMS, ids=[name for name, _, _ in FORMS])
def test_scores_are_those_of_the_same_clusters_as_conll(
    name: str, write: Any, options: Options, tmp_path: Path
) -> None:
    for seed in range(12):
        chance = random.Random(seed)
        of_key = toolkits.random_documents(chance)
        documents = toolkits.random_documents(chance, of_key)
        key, plain, written = (tmp_path / one for one in ("key.conll", "plain.conll", "written.json"))
        key.write_text(toolkits.conll(of_key), encoding="utf-8")
        plain.write_text(toolkits.conll(documents), encoding="utf-8")
        written.write_bytes(write(documents))
        read, metrics = read_key(key, options), chosen_metrics(options)
        sums = [
            score_response(read, open_submission(path, follow_symlinks=False), options, metrics).sums
            for path in (plain, written)
        ]
        for metric in metrics:
            assert np.abs(sums[0][metric.name] - sums[1][metric.name]).max(initial=0) < 1e-12


def entities(corpus: Corpus) -> set[frozenset[tuple[str, int, int]]]:
    found: dict[int, set[tuple[str, int, int]]] = {}
    for part, start, end, entity, _ in mentions(corpus):
        found.setdefault(entity, set()).add((part, start, end))
    return set(map(frozenset, found.values()))


def test_a_key_as_in_preco_is_that_of_the_same_clusters_as_conll() -> None:
    for seed in range(12):
        documents = toolkits.random_documents(random.Random(seed))
        as_preco = read(toolkits.WITHIN["PreCo"](documents), Reading(key=True))
        as_conll = read(toolkits.conll(documents).encode(), Reading(key=True))
        assert entities(as_preco) == entities(as_conll)


KEY = read(
    conll(*(f"a 0 {number} {word} X -" for number, word in enumerate(ANN)), name="(a); part 001")
    + conll(*(f"b 0 {number} {word} X -" for number, word in enumerate(BOB)), name="(b)")
)
BESIDE = Reading(beside=KEY)
JOINED = replace(BESIDE, join=lambda corpus: corpus)
BOTH = [Document("a_1", [[*ANN]], {"x": [(0, 1), (3, 3)]}), Document("b", [[*BOB]], {"x": [(0, 0)]})]


def told(data: bytes, reading: Reading = BESIDE) -> str:
    with pytest.raises(InputError) as error:
        read_corpus("f", data, reading)
    return str(error.value.problems[0])


def one(name: str, **changes: Any) -> bytes:
    """Both documents in a form, the first of them with changed members."""
    write = {**toolkits.WITHIN, **toolkits.ACROSS}[name]
    first, *others = map(json.loads, write(BOTH).splitlines())
    changed = {**first, **changes}
    return lines([{member: value for member, value in changed.items() if value != "gone"}, *others])


def corenlp(*mention: int) -> dict[str, Any]:
    return {"1": [dict(zip(("sentNum", "startIndex", "endIndex"), mention, strict=True))]}


BOTH_COUNT = "count sentences and words from {}, with exclusive ends, as {} does"
PRECO, CORENLP = BOTH_COUNT.format(0, "PreCo"), BOTH_COUNT.format(1, "CoreNLP")
XCORE = "count documents and words from 0, with inclusive ends, as xCoRe does"
CROSS = "xCoRe across documents"
REFUSED = {
    "no list": ("PreCo", {"mention_clusters": [[7]]}, "7 is not [sentence, start, end]; submit what PreCo"),
    "a pair": ("PreCo", {"mention_clusters": [[[0, 1]]]}, "[0, 1] is not [sentence, start, end]; submit"),
    "truth": ("PreCo", {"mention_clusters": [[[0, 1, True]]]}, "[0, 1, True] is not [sentence, start, end]"),
    "flat": (
        "PreCo",
        {"mention_clusters": [7]},
        "`mention_clusters` is not a list of lists; write [[[sentence, start, end], ...], ...]",
    ),
    "blind": ("PreCo", {"mention_clusters": None}, "`mention_clusters` is null, as in a blind file; write"),
    "no sentences": ("PreCo", {"sentences": "gone"}, "`sentences` is not a list of lists; write [[word"),
    "a number": ("PreCo", {"sentences": [[1, 2, 3, 4, 5]]}, "a word is not a string; write `sentences`"),
    "before": (
        "PreCo",
        {"mention_clusters": [[[-1, 0, 1]]]},
        f"the mention [-1, 0, 1] lies outside the 1 sentence; {PRECO}",
    ),
    "beyond": (
        "PreCo",
        {"mention_clusters": [[[0, 4, 6]]]},
        f"the mention [0, 4, 6] does not lie within its sentence of 5 words; {PRECO}",
    ),
    "empty": (
        "PreCo",
        {"mention_clusters": [[[0, 4, 4]]]},
        f"the mention [0, 4, 4] does not lie within its sentence of 5 words; {PRECO}",
    ),
    "two": (
        "PreCo",
        {"predicted_clusters": []},
        "`mention_clusters` and `predicted_clusters` in one document; keep the one that is meant",
    ),
    "first sentence": (
        "CoreNLP",
        {"corefs": corenlp(0, 1, 2)},
        f"the mention [0, 1, 2] lies outside the 1 sentence; {CORENLP}",
    ),
    "word 0": (
        "CoreNLP",
        {"corefs": corenlp(1, 0, 2)},
        f"the mention [1, 0, 2] does not lie within its sentence of 5 words; {CORENLP}",
    ),
    "no number": ("CoreNLP", {"corefs": {"1": [{"sentNum": 1}]}}, "tokens without `word`, or mentions "),
    "no chains": ("CoreNLP", {"corefs": [[]]}, "tokens without `word`, or mentions without `sentNum`, `st"),
    "no tokens": ("CoreNLP", {"sentences": [7]}, "tokens without `word`, or mentions without `sentNum`, `st"),
    "no corefs": (
        "CoreNLP",
        {"corefs": "gone"},
        "a document of CoreNLP without `corefs`; run CoreNLP with `coref` as the last of its annotators",
    ),
    "two of CoreNLP": ("CoreNLP", {"clusters": []}, "`corefs` and `clusters` in one document; keep the one"),
    "no words": ("AllenNLP", {"document": "Ann"}, "`document` is not a list of words; submit what AllenNLP"),
    "no entities": ("AllenNLP", {"clusters": "gone"}, "a document without clusters; write `clusters`"),
    "beyond all": ("AllenNLP", {"clusters": [[[0, 5]]]}, "the mention [0, 5] does not lie within the 5 tok"),
    "unclear": ("AllenNLP", {"top_spans": "gone"}, "the document name is missing; give it a printable"),
}
REFUSED_ACROSS = {
    "no document": (
        {"tokens": [["Ann"], 7]},
        "document 1 (from 0) of this record is not a list of words; submit what xCoRe writes, unchanged",
    ),
    "sentences": ({"tokens": [[["Ann"], ["Lee"]]]}, "document 0 (from 0) of this record is not a list of"),
    "not there": (
        {"clusters_token_offsets": [[[2, 0, 0]]]},
        f"the mention [2, 0, 0] lies outside the 2 documents; {XCORE}",
    ),
    "beyond": (
        {"clusters_token_offsets": [[[1, 0, 2]]]},
        f"the mention [1, 0, 2] does not lie within its document of 2 words; {XCORE}",
    ),
    "within": ({"clusters_token_offsets": [[[0, 1]]]}, "[0, 1] is not [document, start, end]; submit what x"),
    "a document more": ({"tokens": [[*ANN], [*BOB], []]}, "3 documents without a name, but the key has 2"),
    "named": ({"doc_key": "a_1"}, "a word is not a string; write `sentences` as lists of words"),
}


@pytest.mark.parametrize(("name", "changes", "message"), REFUSED.values(), ids=REFUSED)
def test_what_a_toolkit_does_not_write_is_refused(name: str, changes: Any, message: str) -> None:
    assert told(one(name, **changes)).startswith(f"f:1: {message}")


@pytest.mark.parametrize(("changes", "message"), REFUSED_ACROSS.values(), ids=REFUSED_ACROSS)
def test_what_xcore_does_not_write_is_refused(changes: Any, message: str) -> None:
    assert told(one(CROSS, **changes), JOINED).startswith(f"f:1: {message}")


def test_entities_across_documents_need_across() -> None:
    assert told(one(CROSS)) == (
        "f:1: a record of xCoRe with entities across documents; "
        "score it with --across corpus, topic or subtopic"
    )


def test_texts_that_stand_elsewhere_are_refused() -> None:
    moved = [[[0, 0, 1], [0, 3, 3], [1, 1, 1]]]
    message = told(one(CROSS, clusters_token_offsets=moved), JOINED)
    assert message == (
        "f:1: other words than 'He' of `clusters_token_text` stand at [1, 1, 1]; "
        "count in the documents of `tokens`; xCoRe 0.1.2 counts from where it cuts the text"
    )
    for texts in ("gone", None, "x", [7], [[7]], [["x", "y z", "He x"]], [[]]):
        data = one(CROSS, clusters_token_offsets=moved, clusters_token_text=texts)
        assert examine("f", data, JOINED).faults is None


def test_an_entity_of_a_record_is_none_of_another_record() -> None:
    single = {"tokens": [["Ann"]], "clusters_token_offsets": [[[0, 0, 0]]]}
    data = json.dumps(single).encode() * 2
    key = read(2 * conll("a 0 0 Ann X -", name="(a)").replace(b"(a)", b"(%c)") % (97, 98))
    corpus = read_corpus("f", data, Reading(beside=key, join=lambda corpus: corpus)).corpus
    assert corpus.name is not None
    assert corpus.name.tolist() == [0, 1]


@pytest.mark.parametrize("name", ["maverick", "AllenNLP", "CoreNLP", CROSS])
def test_only_preco_has_keys_without_names_of_this_project(name: str) -> None:
    message = told(one(name), replace(JOINED, key=True, beside=None))
    if name == "maverick":
        assert message.startswith("f:1: the document name is missing")
    else:
        toolkit = name.removesuffix(" across documents")
        assert message == (
            f"f:1: a document of {toolkit} is read as a response, not as a key; "
            "write the key as CoNLL, JSON lines or CorefUD"
        )


@pytest.mark.parametrize("name", ["AllenNLP", "CoreNLP", "PreCo"])
def test_stated_offsets_and_ends_do_not_move_what_is_known(name: str) -> None:
    data = toolkits.WITHIN[name](BOTH)
    for offsets, ends in (("token", "exclusive"), ("char", "inclusive")):
        stated = replace(BESIDE, offsets=offsets, ends=ends)
        assert mentions(read(data, stated)) == mentions(read(data, BESIDE))


def test_ids_of_corenlp_say_nothing_across_documents() -> None:
    corpus = read(toolkits.WITHIN["CoreNLP"](BOTH), BESIDE)
    assert corpus.name is not None
    assert set(corpus.name.tolist()) == {-1}


def test_an_own_name_goes_before_that_of_the_toolkit() -> None:
    data = one("PreCo", doc_key="a_1", id="x")
    assert [part.document for part in read(data).parts] == ["a_1", "b"]


def test_records_of_corenlp_may_have_no_sentences() -> None:
    empty = b'{"docId": "a", "sentences": [], "corefs": {}}'
    assert read(empty).tokens.tolist() == [0]
    for sentences in ([], [{}], [[]], [{"tokens": []}], 7):
        assert "CoreNLP" not in told(lines([{"doc_key": "a", "sentences": sentences}]), Reading())


CHAINS = {"id": "a", "sentences": [{"id": 0, "tokens": [{"text": "Ann"}]}], "coref_chains": [[[0, 0, 0]]]}
SPANS = {"document_id": "a", "sentences": [{"part_id": 0, "words": ["Ann"], "coref_spans": [[1, 0, 0]]}]}
WRITE = "write `clusters`, [[[start, end], ...], ...], which count the words of the document from 0"


@pytest.mark.parametrize("reading", [BESIDE, Reading(key=True), Reading()])
def test_sets_of_hugging_face_are_refused_by_name(reading: Reading) -> None:
    assert told(lines([CHAINS] * 2), reading) == (
        f"f:1: `coref_chains` are not read (Hugging Face, coref-data); {WRITE}"
    )
    assert told(lines([SPANS] * 2), reading) == (
        f"f:1: `coref_spans` are not read (Hugging Face, conll2012_ontonotesv5); for each `part_id`, {WRITE}"
    )


PIECES = {"doc_key": "b", "sentences": [["[CLS]", "He", "left", "[SEP]"]], "predicted_clusters": []}
SUB_TOKENS = (
    "f:1: sub-tokens, such as `[CLS]` and `##ing`, in place of the words of the key; "
    "map `predicted_clusters` through `subtoken_map`, and write the words"
)


def test_pieces_of_words_are_refused_by_name() -> None:
    for sentence in (PIECES["sentences"], [["He", "le", "##ft"]]):
        assert told(lines([{**PIECES, "sentences": sentence}])) == SUB_TOKENS
    both = {**PIECES, "tokens": ["He", "left"], "subtoken_map": [0, 0, 1, 1]}
    assert told(lines([both]), Reading()) == SUB_TOKENS


def test_pieces_of_words_may_be_the_words_of_the_key_or_repaired_or_zeros() -> None:
    marks = conll("b 0 0 [CLS] X -", "b 0 1 ##ing X -", name="(b)")
    same = lines([{"doc_key": "b", "sentences": [["[CLS]", "##ing"]], "clusters": []}])
    without_words = read(conll("-", "-", name="(b)"))
    for reading in (Reading(beside=read(marks)), Reading(beside=without_words), Reading()):
        assert examine("f", same, reading).faults is None
    assert examine("f", lines([PIECES]), replace(BESIDE, repair=True)).faults is None
    assert examine("f", lines([PIECES]), replace(BESIDE, check_words=False)).faults is None
    assert examine("f", lines([{**PIECES, "doc_key": "z"}]), BESIDE).faults is None  # its name is blamed


def test_words_of_toolkits_have_columns_where_they_stand_in_one_list() -> None:
    allennlp, cross, corenlp = (one(name).decode().splitlines()[0] for name in ("AllenNLP", CROSS, "CoreNLP"))
    assert word_column(allennlp, 2) == allennlp.index('"sees"', allennlp.index('"document"')) + 1
    assert [word_column(line, word) for line in (cross, corenlp) for word in range(3)] == [0] * 6


def test_many_mentions_of_many_documents_are_refused() -> None:
    bounded = replace(JOINED, bounds=replace(WITHOUT_KEY, brackets=3))
    data = one(CROSS, clusters_token_offsets=[[[0, 0, 0]]] * 4, clusters_token_text=[])
    assert told(data, bounded).startswith("f:1: more than 3 mentions in this document")
    few = replace(JOINED, bounds=replace(WITHOUT_KEY, parts=1))
    assert told(one(CROSS), few).startswith("f:1: more than 1 documents in this record; submit the")


@pytest.mark.parametrize(
    "record",
    [
        b'{"id": "a", "sentences": [["x"]], "mention_clusters": [[%b]]}',
        b'{"docId": "a", "sentences": [{"tokens": [{"word": "x"}]}], '
        b'"corefs": {"1": [{"sentNum": %b, "startIndex": 1, "endIndex": 2}]}}',
        b'{"doc_key": "a", "sentences": [["x"]], "clusters": [[%b]]}',
        b'{"doc_key": "a", "sentences": [["x"]], "clusters": [[[0, 0]]], "clusters_strings": [[%b]]}',
    ],
)
def test_no_depth_fails(record: bytes) -> None:
    found = {
        told(record % (b"[" * depth + b"]" * depth), Reading()).partition(";")[0].partition("[")[0]
        for depth in range(2, 1000, 3)
    }
    assert "f:1: the JSON is nested too deeply, or has too long a number" in found
    assert 2 <= len(found) <= 4


def test_corenlp_is_refused_as_xml() -> None:
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet href="x.xsl" type="text/xsl"?>\n'
    for start in (head, ""):
        message = told(f"{start}<root>\n <document>\n  <docId>a</docId>\n".encode(), BESIDE)
        assert message == f"f:{4 if start else 2}: XML of CoreNLP; write JSON with -outputFormat json"


def test_the_order_is_said_on_one_line(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "key.conll").write_text(toolkits.conll(BOTH), encoding="utf-8")
    (tmp_path / "s.jsonl").write_bytes(toolkits.WITHIN["maverick"](BOTH))
    run = typed("score", str(tmp_path / "s.jsonl"), "--key", str(tmp_path / "key.conll"))
    assert run.code == 0
    assert "s.jsonl:1: 2 documents have no names; check that they stand in the order of the key\n" in run.err
