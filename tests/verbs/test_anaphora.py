"""Annotations beyond identity, from files to scores."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard import split_antecedents
from leaderboard.corpus.nodes import SLOT
from leaderboard.errors import UsageError, in_python
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import counted
from leaderboard.options import read_options
from leaderboard.report.words.remarks import sentences
from leaderboard.scoring.key import read_key
from leaderboard.verbs.error_prices import ErrorPricesResult
from leaderboard.verbs.score import ScoreResult
from tests.formats.corefud.texts import sentence
from tests.support.anaphora import conllua, mention

BEYOND = ["nonreferring", "bridging_anaphor", "bridging_mention", "bridging_entity"]
SETS = ["muc", "lea", "conll"]


def score(tmp_path: Path, key: str, response: str, form: str = "conllua", **options: object) -> ScoreResult:
    names = tmp_path / f"key.{form}", tmp_path / f"system.{form}"
    for path, text in zip(names, (key, response), strict=True):
        path.write_text(text, encoding="utf-8")
    return leaderboard.score(names[1], key=names[0], **options)  # type: ignore[arg-type]


KEY = conllua(
    f"{mention('1', 'a', 'ElementOf=5')})",
    f"{mention('2', 'b', 'ElementOf=5')})",
    f"{mention('7-Pseudo', 'x')})",
    f"{mention('5', 'c')}) MarkableID=c|MentionAnchor=x",
    f"{mention('1', 'd')}) MarkableID=d|MentionAnchor=b",
)
RESPONSE = KEY.replace("7-Pseudo", "7").replace("MentionAnchor=b", "MentionAnchor=x")


def test_a_perfect_response(tmp_path: Path) -> None:
    metrics = [*SETS, *BEYOND]
    [system] = score(tmp_path, KEY, KEY + "\n", metric=metrics).systems
    assert {name: one.f1 for name, one in system.scores.items()} == dict.fromkeys(metrics, 1.0)


def test_each_thing_is_counted(tmp_path: Path) -> None:
    result = score(tmp_path, KEY, RESPONSE, metric=BEYOND)
    found = {name: (one.recall, one.precision) for name, one in result.systems[0].scores.items()}
    assert found == {
        "nonreferring": (0, 0),
        "bridging_anaphor": (1, 1),
        "bridging_mention": (0.5, 0.5),
        "bridging_entity": (0.5, 0.5),
    }
    assert result.warnings == ()  # a response that differs from the key in annotations is no copy of it


def test_a_key_without_annotations_is_warned_of(tmp_path: Path) -> None:
    plain = conllua(f"{mention('1', 'a')})", f"{mention('1', 'b')})")
    result = score(tmp_path, plain, plain, metric=BEYOND)
    said = "\n".join(map(str, result.warnings))
    assert said.count("this key has no non-referring mentions") == 1
    assert said.count("this key has no bridges") == 1
    assert all(one.f1 == 0 for one in result.systems[0].scores.values())


def test_without_annotations_in_any_file(tmp_path: Path) -> None:
    text = sentence("1 (a)", "2 (b)", "3 (a)").decode()
    conll = "#begin document (d); part 000\nd 0 0 w - (1)\nd 0 1 w - (1)\n#end document\n"
    for key, form in ((text, "conllu"), (conll, "conll")):
        result = score(tmp_path, key, key, form, metric=BEYOND)
        assert [one.f1 for one in result.systems[0].scores.values()] == [0] * 4


def test_the_signature_names_layer_and_sets(tmp_path: Path) -> None:
    fields = score(tmp_path, KEY, RESPONSE, metric=["lea"]).signature.fields
    assert (fields["layer"], fields["split"], fields["match"], fields["singletons"]) == (
        "identity",
        "score",
        "exact",
        "keep",
    )
    assert "zeros" not in fields
    assert "split" not in score(tmp_path, CRAC, CRAC, "conllu", metric=["lea"]).signature.fields
    asked = score(tmp_path, CRAC, CRAC, "conllu", metric=["lea"], split_antecedents="score")
    assert asked.signature.fields["split"] == "score"


@pytest.mark.parametrize(("how", "mentions"), [("score", 3), ("ignore", 2)])
def test_an_artificial_mention_is_no_singleton(tmp_path: Path, how: str, mentions: int) -> None:
    result = score(tmp_path, KEY, KEY, metric=["mentions"], singletons="drop", split_antecedents=how)
    corpus = read_corpus("key", KEY.encode(), Reading(key=True)).corpus
    assert len(counted(corpus, "drop", how).part) == mentions
    assert result.systems[0].scores["mentions"].f1 == 1


CRAC = sentence(
    "1 (e1--1-)",
    "2 (e2--1-)",
    "3 (e5--1-",
    "4 e5)",
    "5 (e1--1-)",
).decode()


def with_items(text: str, *items: tuple[str, str]) -> str:
    for cell, item in items:
        assert text.count(cell + "\n") == 1, (cell, text)
        text = text.replace(cell + "\n", f"{cell}|{item}\n")
    return text


@pytest.mark.parametrize("how", ["score", "only"])
def test_corefud_sets(tmp_path: Path, how: str) -> None:
    key = with_items(CRAC, ("Entity=(e5--1-", "SplitAnte=e1<e5,e2<e5|Bridge=e1<e5:part"))
    response = with_items(CRAC, ("Entity=(e5--1-", "SplitAnte=e1<e5|Bridge=e2<e5"))
    result = score(tmp_path, key, response, "conllu", metric=SETS, split_antecedents=how, singletons="keep")
    assert not result.rejected
    assert result.systems[0].scores["muc"].f1 < 1
    ignored = score(tmp_path, key, response, "conllu", metric=SETS, singletons="keep")
    assert ignored.systems[0].scores["muc"].f1 == 1
    bridges = score(tmp_path, key, response, "conllu", metric=BEYOND).systems[0].scores
    assert (bridges["bridging_anaphor"].f1, bridges["bridging_entity"].f1) == (1, 0)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("Bridge=e1", "'e1' in Bridge does not name two entities; write Bridge=e1<e2"),
        ("SplitAnte=e1<e5<e2", "'e1<e5<e2' in SplitAnte does not name two entities"),
        ("Bridge=e1<e2", "no mention of e2 begins here, which Bridge=e1<e2 says"),
        ("Bridge=e9<e5", "bridge to e9: no such mention"),
        ("SplitAnte=e9<e5", "entity e9 is an element of e5, but has no mention"),
    ],
)
def test_corefud_faults(tmp_path: Path, item: str, message: str) -> None:
    response = with_items(CRAC, ("Entity=(e5--1-", item))
    result = score(tmp_path, CRAC, response, "conllu", metric=SETS, split_antecedents="score")
    assert message in str(result.rejected[0].problem)


MINSPAN = "# newdoc id = d\n# global.Entity = GRP-minspan-head\n# sent_id = 1\n"


def minspan(*cells: str, columns: str = "GRP-minspan-head") -> str:
    rows = [f"{n}\tw{n}\t_\t_\t_\t_\t_\t_\t_\t{cell}" for n, cell in enumerate(cells, 1)]
    return "\n".join([MINSPAN.replace("GRP-minspan-head", columns) + "\n".join(rows), "", ""])


WIDE = minspan("Entity=(e1-2,3-1", "_", "_", "Entity=e1)", "Entity=(e1-1-1)")


@pytest.mark.parametrize(("match", "found"), [("head", 1.0), ("partial", 1.0), ("exact", 0.5)])
def test_minimum_spans_take_the_place_of_heads(tmp_path: Path, match: str, found: float) -> None:
    narrow = minspan("_", "Entity=(e1-1,2-1", "Entity=e1)", "_", "Entity=(e1-1-1)")
    options = {"heads": "minspan", "match": match, "singletons": "keep"}
    result = score(tmp_path, WIDE, narrow, "conllu", metric=["mentions"], **options)
    assert result.systems[0].scores["mentions"].f1 == found
    assert result.signature.fields["heads"] == "minspan"


def test_of_a_response_without_minimum_spans_heads_count(tmp_path: Path) -> None:
    plain = minspan("Entity=(e1-2", "_", "_", "Entity=e1)", "Entity=(e1-1)", columns="eid-head")
    result = score(tmp_path, WIDE, plain, "conllu", metric=["mentions"], heads="minspan")
    assert result.systems[0].scores["mentions"].f1 == 0.5
    assert score(tmp_path, WIDE, WIDE, "conllu", metric=["mentions"], heads="minspan", match="partial")


def test_a_minimum_span_beyond_its_mention(tmp_path: Path) -> None:
    beyond = WIDE.replace("2,3", "2,9")
    result = score(tmp_path, WIDE, beyond, "conllu", metric=["mentions"], heads="minspan")
    assert "the head is word 9, but the mention has 4 words" in str(result.rejected[0].problem)
    pieces = minspan("Entity=(e1[1/2]-1,2-1)", "_", "Entity=(e1[2/2]-1,2-1", "Entity=e1[2/2])")
    assert score(tmp_path, pieces, pieces, "conllu", metric=["mentions"], heads="minspan").systems


CONLL = "#begin document (d); part 000\nd 0 0 w - (1)\nd 0 1 w - (1)\n#end document\n"


@pytest.mark.parametrize(
    ("key", "form", "options", "message"),
    [
        (CONLL, "conll", {"layer": "deixis"}, "--layer is for CONLL-UA files"),
        (
            CONLL,
            "conll",
            {"split_antecedents": "score"},
            "--split-antecedents is for CONLL-UA and CorefUD files",
        ),
        (KEY, "conllua", {"split_antecedents": "only"}, "--split-antecedents only has no scores by mentions"),
        (KEY, "conllua", {"heads": "tree"}, "--heads is for CorefUD files"),
        (KEY, "conllua", {"across": "corpus"}, "--across is not for CONLL-UA files"),
        (KEY, "conllua", {"coref_column": 3}, "--coref-column is for CoNLL files"),
        (
            KEY.replace(" DISCOURSE_DEIXIS", ""),
            "conllua",
            {"layer": "deixis"},
            "has no column DISCOURSE_DEIXIS",
        ),
        (CRAC, "conllu", {"heads": "minspan"}, "--heads minspan needs the field minspan"),
        (CRAC, "conllu", {"across": "corpus", "split_antecedents": "score"}, "--across joins entities"),
    ],
)
def test_wrong_usage(tmp_path: Path, key: str, form: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=in_python(message)):
        score(tmp_path, key, key, form, **options)


PARTIAL = conllua(
    mention("1", "a", "Min=2"), "_", ")", f"{mention('1', 'b')})", f"{mention('1', 'c', 'Min=5')})"
)


@pytest.mark.parametrize(("match", "matched"), [("partial", 3), ("head", 2), ("exact", 2)])
def test_minimum_spans_of_conllua(tmp_path: Path, match: str, matched: int) -> None:
    response = conllua("_", f"{mention('1', 'a')})", "_", f"{mention('1', 'b')})", f"{mention('1', 'c')})")
    if match == "head":
        response = response.replace("MarkableID=a", "MarkableID=a|Min=2")
    result = score(tmp_path, PARTIAL, response, metric=["mentions"], match=match)
    assert result.systems[0].scores["mentions"].recall == pytest.approx(matched / 3)


def test_zeros_count_where_they_stand(tmp_path: Path) -> None:
    text = conllua(f"{mention('1', 'a')})", "_")
    text = text.replace("\n2\t", f"\n1.1\t_\t{mention('1', 'z')})\t_\t_\n2\t")
    elsewhere = text.replace("\n1.1\t", "\n1.2\t")
    [system] = score(tmp_path, text, elsewhere, metric=["mentions"]).systems
    assert system.scores["mentions"].f1 == 0.5


def test_saved_sums_stand_in_for_the_files(tmp_path: Path) -> None:
    first = score(tmp_path, KEY, RESPONSE, metric=SETS, save=str(tmp_path / "saved"))
    again = leaderboard.rank(tmp_path / "saved", draws=100)
    for name in ("layer", "split", "match", "singletons"):
        assert again.signature.fields[name] == first.signature.fields[name]


def test_documents_by_themselves_are_the_default_and_may_be_stated(tmp_path: Path) -> None:
    assert score(tmp_path, KEY, KEY, "conllua", across="document").systems
    assert score(tmp_path, CRAC, CRAC, "conllu", across="document", split_antecedents="score").systems


# Of every entity but one the response has all mentions, and of the sets one lacks an element.
OTHER_SETS = KEY.replace("|ElementOf=5", "", 1).replace("EntityID=1|MarkableID=d", "EntityID=9|MarkableID=d")
WAYS = ["score", "only", "ignore"]


def test_prices_ignore_sets(tmp_path: Path) -> None:
    def prices(how: str) -> ErrorPricesResult:
        for name, text in (("key", KEY), ("system", OTHER_SETS)):
            (tmp_path / f"{name}.conllua").write_text(text, encoding="utf-8")
        options = {"key": tmp_path / "key.conllua", "metric": SETS, "split_antecedents": how}
        return leaderboard.error_prices(tmp_path / "system.conllua", **options, average="document")  # type: ignore[arg-type]

    score, only, ignore = map(prices, WAYS)
    assert score.systems == only.systems == ignore.systems
    [system] = score.systems
    assert system.kinds[-1].cumulative["conll"].f1 == 1
    assert system.scores["conll"].f1 + sum(one.cumulative["conll"].gain for one in system.kinds) == 1
    assert [one.signature.fields["split"] for one in (score, only, ignore)] == ["ignore"] * 3
    assert [one.kind for one in score.remarks] == ["sets_ignored"]
    assert ignore.remarks == ()


@pytest.mark.parametrize("by", ["size", "length"])
def test_slices_of_entities_ignore_sets(tmp_path: Path, by: str) -> None:
    def sliced(how: str) -> ScoreResult:
        return score(tmp_path, KEY, OTHER_SETS, metric=SETS, split_antecedents=how, by=[by], slice_min=1)

    found = {how: sliced(how) for how in WAYS}
    scores = [[one.scores for one in result.systems[0].slices] for result in found.values()]
    assert scores[0] == scores[1] == scores[2]
    assert [one.kind for one in found["score"].remarks] == ["sets_ignored"]
    assert found["ignore"].remarks == ()
    signed = found["score"].systems[0].slices[0].sheet.signature.fields
    assert (signed["split"], found["score"].signature.fields["split"]) == ("ignore", "score")


@pytest.mark.parametrize("how", WAYS)
def test_slices_of_documents_have_the_scores_of_the_whole(tmp_path: Path, how: str) -> None:
    metric = SETS if how == "only" else [*SETS, *BEYOND]
    options = {"metric": metric, "split_antecedents": how, "by": ["words"], "slice_min": 1}
    result = score(tmp_path, KEY, RESPONSE.replace("|ElementOf=5", "", 1), **options)
    [of_slice] = result.systems[0].slices
    assert of_slice.scores == result.systems[0].scores
    assert of_slice.sheet.signature.fields["split"] == how
    assert result.remarks == ()


def test_minimum_spans_match_on_slices(tmp_path: Path) -> None:
    entities = "11222"
    wide = [mention(entity, f"m{n}", f"Min={2 * n + 2}") for n, entity in enumerate(entities)]
    narrow = [f"{mention(entity, f'm{n}')})" for n, entity in enumerate(entities)]
    key = conllua(*(cell for one in wide for cell in (one, ")")))
    response = conllua(*(cell for one in narrow for cell in ("_", one)))
    options = {"metric": ["lea"], "match": "partial", "by": ["size"], "slice_min": 1}
    [system] = score(tmp_path, key, response, **options).systems
    assert [(one.sheet.slice.name, one.scores["lea"].f1) for one in system.slices] == [("2", 1), ("3-4", 1)]


def test_metrics_beyond_identity_have_neither_prices_nor_slices_of_entities(tmp_path: Path) -> None:
    for by, metric in (("length", "nonreferring"), ("size", "bridging_entity")):
        with pytest.raises(UsageError, match=f"not defined for {metric}; choose other metrics, or an attrib"):
            score(tmp_path, KEY, KEY, metric=[metric], by=[by])
    with pytest.raises(UsageError, match="errors are not priced by nonreferring and bridging_entity; leave"):
        leaderboard.error_prices(
            tmp_path / "system.conllua",
            key=tmp_path / "key.conllua",
            metric=["nonreferring", "bridging_entity"],
        )


def test_sets_that_take_too_many_comparisons_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert score(tmp_path, KEY, KEY, metric=SETS).rejected == ()
    monkeypatch.setattr(split_antecedents, "MOST_ROWS", 0)
    monkeypatch.setattr(split_antecedents, "ROWS_PER_TOKEN", 1)
    [rejected] = score(tmp_path, KEY, KEY, metric=SETS).rejected
    said = (
        "system.conllua:3: too many plural entities share elements with those of the key; name fewer elements"
    )
    assert str(rejected.problem).endswith(said)


def test_a_ranking_by_bridges_has_no_prices(tmp_path: Path) -> None:
    (tmp_path / "key.conllua").write_text(KEY, encoding="utf-8")
    (tmp_path / "systems").mkdir()
    for name in ("a", "b"):
        (tmp_path / "systems" / f"{name}.conllua").write_text(RESPONSE, encoding="utf-8")
    options = {"key": tmp_path / "key.conllua", "metric": ["bridging_entity"], "draws": 100, "trials": 100}
    result = leaderboard.rank(tmp_path / "systems", primary="bridging_entity", **options)  # type: ignore[arg-type]
    assert result.prices == ()
    assert "no_prices_by" in [one.kind for one in result.remarks]
    assert "Bridging entities does not score entities" in " ".join(sentences(result.remarks))
    assert "sets_ignored" not in [one.kind for one in result.remarks]


def test_a_key_of_two_formats_has_the_defaults_of_each(tmp_path: Path) -> None:
    for side, conllua_text in (("key", KEY), ("system", OTHER_SETS)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a.conllua").write_text(conllua_text, encoding="utf-8")
        (tmp_path / side / "b.conllu").write_text(CRAC, encoding="utf-8")
    result = leaderboard.score(tmp_path / "system", key=tmp_path / "key", metric=SETS)
    alone = leaderboard.score(
        tmp_path / "system" / "a.conllua", key=tmp_path / "key" / "a.conllua", metric=SETS
    )
    assert result.systems[0].datasets["a"] == alone.systems[0].scores
    assert {one.f1 for one in result.systems[0].datasets["b"].values()} == {1}
    assert (result.signature.fields["split"], result.signature.fields["match"]) == (
        "ignore+score",
        "exact+head",
    )


def test_corrected_responses_are_not_written_as_conllua(tmp_path: Path) -> None:
    score(tmp_path, KEY, RESPONSE)
    with pytest.raises(UsageError, match="write needs a key in CoNLL or JSON, not CONLL-UA; leave it out"):
        leaderboard.error_prices(
            tmp_path / "system.conllua", key=tmp_path / "key.conllua", write=tmp_path / "out"
        )


TAGGED = "# global.columns = ID FORM UPOS XPOS IDENTITY"


@pytest.mark.parametrize("tags", [("_ DT", "_ NN", "_ IN", "_ NNP"), ("DET _", "NOUN _", "ADP _", "PROPN _")])
def test_heads_without_a_tree_follow_the_tags(tmp_path: Path, tags: tuple[str, ...]) -> None:
    rows = [f"{tags[0]} {mention('1', 'a')}", f"{tags[1]} _", f"{tags[2]} _", f"{tags[3]} )"]
    pieces = [f"{tags[0]} {mention('1', 'b')})", f"{tags[3]} _", f"{tags[2]} {mention('1', 'b')})"]
    zero = f"\n1.1\t_\t_\t_\t{mention('1', 'z')})\n2\t"
    text = conllua(*rows, *pieces, columns=TAGGED).replace("\n2\t", zero)
    (tmp_path / "key.conllua").write_text(text, encoding="utf-8")
    key = read_key(tmp_path / "key.conllua", read_options({"metric": ["da"]}))
    [corpus] = key.corpora.values()
    assert corpus.nodes is not None
    # A noun, the zero itself, and the first word of a mention whose head would be in its gap.
    assert corpus.nodes.head.tolist() == [2 * SLOT, SLOT + 1, 5 * SLOT]


def test_a_mention_that_the_key_lacks_is_none_of_its_mentions(tmp_path: Path) -> None:
    first, plural, nothing = f"{mention('1', 'a', 'ElementOf=5')})", f"{mention('5', 'c')})", "_"
    second = f"{mention('2', 'b', 'ElementOf=5')})"
    key = conllua(first, second, plural, nothing, plural)
    response = conllua(first, nothing, plural, second, plural)
    [system] = score(tmp_path, key, response, metric=["lea"], split_antecedents="only").systems
    assert system.scores["lea"].f1 == 0.5  # one of the two antecedents


def test_antecedents_that_are_not_scored_are_the_same_by_their_spans(tmp_path: Path) -> None:
    first, second = (f"{mention(entity, entity, 'ElementOf=5')})" for entity in "12")
    plural = f"{mention('5', 'c')})"
    key = conllua(first, second, plural, plural)
    options = {"metric": ["lea"], "split_antecedents": "only", "singletons": "drop"}
    [system] = score(tmp_path, key, key + "\n", **options).systems
    assert system.scores["lea"].f1 == 1.0
