"""Links between groups of documents: their number, the warning, and what is not the same as the key."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError
from leaderboard.report.words.remarks import sentences
from leaderboard.saved import MANIFEST
from leaderboard.saved.saved_sums import opened, sealed
from leaderboard.scoring.across import CORPUS_LINKS, LINKS
from tests.scoring.test_across import BY, Cells, conll, eight, random_cells, with_ids
from tests.support import plain_conll
from tests.support.running import Typed

KINDS = ("common", "key", "response")
Documents = Mapping[str, Cells]
Counts = dict[str, tuple[float, ...]]
Mention = tuple[str, plain_conll.Span]


def links_of(system: Any) -> Counts:
    return {
        place: tuple(getattr(one, kind) for kind in KINDS)
        for place, one in system.cross_document.links.items()
    }


def pairs_between(documents: Documents, order: Sequence[str], by: str, least: int) -> set[frozenset[Mention]]:
    """Every pair of mentions is looked at; repeats and singletons are those of each group."""
    groups: dict[str, dict[str, list[Mention]]] = {}
    for document in order:
        entities = groups.setdefault(BY[by](document), {})
        for name, spans in plain_conll.spans_by_id(documents[document]).items():
            entities.setdefault(name, []).extend((document, span) for span in spans)
    counted: list[tuple[str, str, Mention]] = []
    for group, entities in groups.items():
        seen: set[Mention] = set()
        for name, mentions in entities.items():
            new = set(mentions) - seen
            seen |= new
            counted += [(name, group, mention) for mention in new] if len(new) >= least else []
    return {
        frozenset((one[2], other[2]))
        for one, other in combinations(counted, 2)
        if one[0] == other[0] and one[1] != other[1]
    }


@pytest.mark.parametrize("seed", range(12))
def test_every_pair_of_mentions_of_one_id_in_two_groups_counts(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    names = [f"t{topic}/s{sub}/{doc}" for topic in (1, 2, 3) for sub in (1, 2) for doc in "ab"]
    rng.shuffle(names)
    key, response = ({name: random_cells(rng, 5) for name in names} for _ in range(2))
    response = {name: response[name] for name in rng.sample(names, len(names))}
    (tmp_path / "key").write_text(conll(key))
    (tmp_path / "response").write_text(rng.choice((conll, eight, with_ids))(response))
    for by in ("subtopic", "topic"):
        for least, singletons in ((1, "keep"), (2, "drop")):
            [system] = leaderboard.score(
                tmp_path / "response", key=tmp_path / "key", across=by, singletons=singletons
            ).systems
            ours, theirs = (pairs_between(side, names, by, least) for side in (key, response))
            assert links_of(system)["between"] == (len(ours & theirs), len(ours), len(theirs))


@pytest.mark.parametrize("seed", range(8))
def test_links_of_all_kinds_are_those_of_the_corpus(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for side in ("key", "response"):
        documents = {
            f"t{topic}/s{sub}/{doc}": [rng.choice(("-", "(a)", "(b)", "(c)", "(d)")) for _ in range(6)]
            for topic in (1, 2)
            for sub in (1, 2)
            for doc in "ab"
        }
        (tmp_path / side).write_text(conll(documents))
    of_corpus, *grouped = (
        links_of(leaderboard.score(tmp_path / "response", key=tmp_path / "key", across=by).systems[0])
        for by in ("corpus", "topic", "subtopic")
    )
    assert [*of_corpus] == ["within", "across"]
    for found in grouped:
        assert [*found] == ["within", "across", "between"]
        assert [sum(counts) for counts in zip(*found.values(), strict=True)] == [
            sum(counts) for counts in zip(*of_corpus.values(), strict=True)
        ]


KEY = {"t/s/a": ["(1)", "(2)"], "u/s/b": ["(3)", "(4)"]}
MERGED = {"t/s/a": ["(1)", "(2)"], "u/s/b": ["(1)", "(2)"]}
SAID = "links across documents (mentions in different topics); to score them, use --across corpus"


def write(folder: Path, **documents: Documents) -> None:
    for name, one in documents.items():
        (folder / f"{name}.conll").write_text(conll(one))


def said(found: Any) -> list[str]:
    return [str(one).partition("; if")[0] for one in found.warnings if "--across corpus" in one.remedy]


def test_a_response_with_links_between_groups_is_told_of(here: Path, typed: Typed) -> None:
    write(here, key=KEY, one=MERGED)
    found = leaderboard.score("one.conll", across="topic")
    assert links_of(found.systems[0])["between"] == (0, 0, 2)
    assert said(found) == [f"one.conll: not scored: 2 of 2 {SAID}"]
    run = typed("score", "one.conll", "--across", "topic")
    assert run.err.count("--across corpus") == 1
    assert "the same mentions" not in run.err
    assert "between topics (not scored)" in run.out
    assert "A link between topics is a pair of mentions of one id in two topics." in run.out
    [warning] = json.loads(typed("score", "one.conll", "--across", "topic", "--format", "json").out)[
        "warnings"
    ]
    assert warning["system"] == "one"
    assert not said(leaderboard.score("one.conll", across="corpus"))
    whole = typed("score", "one.conll", "--across", "corpus").out
    assert "between" not in whole


def test_links_between_groups_of_the_key_alone_are_told_of_once(here: Path) -> None:
    write(here, key=MERGED, one=KEY, two=KEY)
    found = leaderboard.score("one.conll", "two.conll", across="topic")
    assert said(found) == [f"key.conll: not scored: 2 of 2 {SAID}"]
    write(here, two=MERGED)
    found = leaderboard.score("two.conll", across="topic")
    assert said(found) == [f"two.conll: not scored: 2 of 2 {SAID}"]


def test_nothing_is_said_where_no_id_is_in_two_groups(here: Path) -> None:
    write(here, key=KEY, one=KEY)
    found = leaderboard.score("one.conll", across="topic")
    assert links_of(found.systems[0])["between"] == (0, 0, 0)
    assert [one.what for one in found.warnings] == ["the same mentions and entities as the key"]


def test_links_between_groups_are_means_over_runs(here: Path, typed: Typed) -> None:
    halves = {"t/s/a": ["(1)", "(2)"], "u/s/b": ["(1)", "(3)"]}
    write(here, key=KEY, **{"one@1": MERGED, "one@2": halves, "one@3": KEY})
    found = leaderboard.score("one@1.conll", "one@2.conll", "one@3.conll", across="topic")
    [links] = [links_of(system) for system in found.systems]
    assert links["between"] == (0, 0, 1)
    of_runs = SAID.replace("topics)", "topics, mean of 3 runs)")
    assert said(found) == [f"one@1.conll: not scored: 1 of 1 {of_runs}"]
    found = leaderboard.score("one@1.conll", "one@2.conll", across="topic")
    assert said(found)[0].startswith("one@1.conll: not scored: 1.5 of 1.5 links")


def test_people_are_told_of_three_systems_and_programs_of_all(here: Path, typed: Typed) -> None:
    others = {"t/s/a": ["(1)", "-"], "u/s/b": ["-", "(1)"]}
    write(here, key=KEY, a=MERGED, b=others, c=MERGED, d=others, e=MERGED, f={**KEY, "t/s/a": ["-", "(5)"]})
    run = typed("rank", ".", "--across", "topic", "--trials", "100")
    warned = [line for line in run.err.splitlines() if "--across corpus" in line]
    assert [line.split(":")[1] for line in warned] == [" a.conll", " b.conll", " c.conll"]
    assert [", and such links in 2 more systems; to score them" in line for line in warned] == [
        False,
        False,
        True,
    ]
    record = json.loads((here / "reports" / "leaderboard.json").read_text())
    assert [one["system"] for one in record["warnings"] if "--across corpus" in one["remedy"]] == [*"abcde"]
    assert {one["system"]: one["links"]["between"]["response"] for one in record["systems"]} == {
        **dict.fromkeys("ace", 2),
        **dict.fromkeys("bd", 1),
        "f": 0,
    }
    for form in ("md", "html"):
        page = (here / "reports" / f"leaderboard.{form}").read_text()
        assert "between topics (not scored)" in page.replace("\\", "")
        assert page.replace("\\", "").count("and such links in 2 more systems") == 1
        assert "leaderboard.json lists 2 more warnings" in page
    assert typed("verify", "reports").code == 0
    every = typed("rank", ".", "--across", "topic", "--trials", "100", "--verbose").err
    assert every.count("--across corpus") == 5


def test_ids_joined_over_all_groups_tell_whether_responses_are_the_same(here: Path) -> None:
    """In each topic by itself all of them have the entities of the key."""
    crossed = {"t/s/a": ["(5)", "(6)"], "u/s/b": ["(6)", "(5)"]}
    renamed = {"t/s/a": ["(8)", "(7)"], "u/s/b": ["(7)", "(8)"]}
    write(here, key=KEY, a=MERGED, b=crossed, c=renamed)
    for across, same in (("topic", (("b", "c"),)), ("corpus", (("b", "c"),))):
        found = leaderboard.score("a.conll", "b.conll", "c.conll", across=across)
        assert found.task.identical == same
        assert not any("as the key" in one.what for one in found.warnings)


def test_saved_sums_have_links_between_groups(here: Path) -> None:
    write(here, key=KEY, one=MERGED, two=KEY)
    fresh = leaderboard.score("one.conll", "two.conll", across="topic", save="sums")
    ranked = leaderboard.rank("sums", trials=100, draws=100)
    assert ranked.cross_document == {one.system: one.cross_document for one in fresh.systems}
    assert said(ranked) == [f"sums/one: not scored: 2 of 2 {SAID}"]


def without(name: str, *files: Path) -> None:
    """Saved sums as they were before there were such sums."""
    for path in files:
        record, numbers = opened(path, 1 << 20)
        del record["metrics"][name]
        path.write_bytes(sealed(record, numbers))


def test_sums_that_were_saved_without_links_between_groups(here: Path) -> None:
    write(here, key=KEY, one=MERGED, two=KEY)
    leaderboard.score("one.conll", "two.conll", across="topic", save="sums")
    files = [path for path in (here / "sums").iterdir() if path.name != MANIFEST]
    without(CORPUS_LINKS, files[0])
    ranked = leaderboard.rank("sums", trials=100, draws=100)
    assert [[*one.links] for one in ranked.cross_document.values()] == [["within", "across"]] * 2
    assert not said(ranked)
    notes = [one for one in sentences(ranked.remarks) if "Links" in one]
    assert notes == [
        "Links between topics are not shown: the saved sums lack them. Score the responses again."
    ]
    again = leaderboard.score("one.conll", "two.conll", across="topic", saved="sums")
    assert [one.what for one in again.warnings if "lack" in one.what] == [
        "the saved sums lack links between groups of documents"
    ]
    assert said(again) == [f"one.conll: not scored: 2 of 2 {SAID}"]
    assert said(leaderboard.rank("sums", trials=100, draws=100))
    without(LINKS, *files)
    with pytest.raises(InputError, match="no sums of links"):
        leaderboard.rank("sums", trials=100, draws=100)
