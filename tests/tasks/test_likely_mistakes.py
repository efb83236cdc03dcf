"""What is likely a mistake is said and scored: no mentions, the key itself, and the same output twice."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.corpus.nodes import SLOT
from leaderboard.formats import Reading, read_corpus
from leaderboard.report.files.contents import report_files
from leaderboard.saved import MANIFEST
from leaderboard.saved.saved_sums import opened, sealed
from leaderboard.scoring.response import entities_digest
from leaderboard.verbs.rank import RankResult
from tests.support import small_task
from tests.support.made_corefud import corefud, long_document
from tests.support.running import Typed
from tests.support.small_task import FAIR, KEY, NOTHING, OTHER_LINK, RIGHT, parts

pytestmark = pytest.mark.usefixtures("here")

EMPTY = "no mentions; check that the output of the system was written"
IS_KEY = (
    "the same mentions and entities as the key; check that this is the output of a system and not the key"
)
FEW: dict[str, Any] = {"draws": 200, "trials": 200, "jobs": 1}
# Other bytes, the same entities.
FAIR_RENUMBERED = parts(
    ("(7", "7)", "-", "(7)", "(5)"), ("(2", "2)", "-", "-", "(2)"), ("(9", "9)", "-", "(8)", "(8)")
)
SHORT_OF_TWO = parts(RIGHT, NOTHING, NOTHING)
NOBODY = parts(NOTHING, NOTHING, NOTHING)


def told(result: Any) -> list[str]:
    return [str(one) for one in result.warnings]


def copies(*others: str) -> str:
    return (
        f"the same mentions and entities as {' and '.join(others)}; check that no output was submitted twice"
    )


def ranked(**texts: str) -> RankResult:
    small_task.write(Path("task"), key=KEY, **texts)
    return leaderboard.rank("task", **FEW)


class TestOneResponse:
    @pytest.mark.parametrize(
        ("text", "warning"),
        [(NOBODY, EMPTY), (KEY, IS_KEY), (KEY.replace("(2)", "(9)"), IS_KEY)],
    )
    def test_what_is_likely_a_mistake_is_told_and_scored(self, text: str, warning: str) -> None:
        small_task.write(Path(), key=KEY, odd=text)
        result = leaderboard.score("odd.conll")
        assert told(result) == [f"odd.conll: {warning}"]
        assert [one.system for one in result.systems] == ["odd"]

    @pytest.mark.parametrize("text", [FAIR, parts(RIGHT, RIGHT, OTHER_LINK)])
    def test_of_others_nothing_is_told(self, text: str) -> None:
        small_task.write(Path(), key=KEY, fair=text)
        assert told(leaderboard.score("fair.conll")) == []

    def test_as_many_mentions_elsewhere_are_not_the_key(self) -> None:
        small_task.write(Path(), key=parts(RIGHT, NOTHING), other=parts(NOTHING, RIGHT))
        assert told(leaderboard.score("other.conll")) == []

    def test_each_dataset_has_a_file_and_a_warning_of_its_own(self) -> None:
        small_task.write(Path("key"), de=KEY, en=KEY, nl=KEY)
        small_task.write(Path("s"), de=KEY, en=NOBODY)
        result = leaderboard.score("s", key="key", missing_dataset="zero")
        assert told(result) == [f"{Path('s/de.conll')}: {IS_KEY}", f"{Path('s/en.conll')}: {EMPTY}"]

    def test_json_has_all_of_them_with_file_line_and_text(self, typed: Typed) -> None:
        repeated = KEY.replace("(2)", "|".join(["(2)"] * 7), 1)
        small_task.write(Path(), key=KEY, many=repeated, none=NOBODY)
        run = typed("score", "many.conll", "none.conll", "--format", "json", "--quiet")
        assert run.err == ""
        found = json.loads(run.out)["warnings"]
        assert [(one["file"], one["line"]) for one in found] == [
            ("many.conll", None),
            *[("many.conll", 6)] * 6,
            ("none.conll", None),
        ]
        assert found[0]["text"] == IS_KEY


class TestCopies:
    def test_every_form_of_a_report_names_them(self) -> None:
        result = ranked(a=FAIR, b=FAIR_RENUMBERED, c=SHORT_OF_TWO, d=FAIR)
        assert result.identical == (("a", "b", "d"),)
        assert told(result) == [f"{Path('task/a.conll')}: {copies('b', 'd')}"]
        files = {name: content.decode() for name, content in report_files(result, ()).items()}
        for name in ("leaderboard.md", "leaderboard.html", "leaderboard-appendix.tex"):
            assert files[name].count("Identical systems are tested as one: a, b and d.") == 1, name
        record = json.loads(files["leaderboard.json"])
        assert record["identical"] == [["a", "b", "d"]]
        [warning] = record["warnings"]
        assert (warning["system"], warning["file"], warning["line"]) == ("a", "a.conll", None)
        assert (warning["severity"], warning["text"]) == ("warning", copies("b", "d"))

    def test_the_terminal_names_them(self, typed: Typed) -> None:
        small_task.write(Path("submissions"), key=KEY, a=FAIR, b=FAIR_RENUMBERED)
        run = typed("rank", "--draws", "200", "--trials", "200", "--verbose")
        assert run.code == 0
        assert "Identical systems are tested as one: a and b." in run.out
        assert run.err == f"warning: {Path('submissions/a.conll')}: {copies('b')}\n"

    def test_the_same_sums_are_not_enough(self) -> None:
        swapped = {"a": parts(OTHER_LINK, RIGHT), "b": parts(RIGHT, OTHER_LINK)}
        small_task.write(Path("two"), key=parts(RIGHT, RIGHT), **swapped)
        assert leaderboard.rank("two", **FEW).identical == ()

    def test_all_datasets_count(self) -> None:
        small_task.write(Path("task/key"), de=KEY, en=KEY)
        for name, en in (("a", FAIR), ("b", FAIR_RENUMBERED), ("c", NOBODY)):
            small_task.write(Path("task") / name, de=FAIR, en=en)
        assert leaderboard.rank("task", **FEW).identical == (("a", "b"),)

    def test_those_of_a_track_are_of_its_systems(self) -> None:
        Path("task").mkdir()
        Path("task/leaderboard.toml").write_text('[tracks]\nopen = ["a", "c"]\n')
        assert ranked(a=FAIR, b=FAIR, c=KEY).identical == (("a", "b"),)
        assert leaderboard.rank("task", track="open", **FEW).identical == ()

    def test_with_several_settings_they_are_named_once(self) -> None:
        small_task.write(Path("task"), key=KEY, a=FAIR, b=FAIR)
        settings = ("exact", "exact-singletons")
        result = leaderboard.rank("task", settings=settings, **FEW)
        assert (result.identical, len(told(result))) == ((("a", "b"),), 1)

    def test_many_are_counted_after_the_first(self) -> None:
        result = ranked(**{f"s{number:02}": FAIR for number in range(30)})
        [warning] = told(result)
        assert "as s01, s02, " in warning
        assert "s20 and 9 more; check" in warning


class TestSaved:
    def test_saved_sums_know_it_too(self) -> None:
        texts = {"a": FAIR, "b": FAIR_RENUMBERED, "c": KEY, "d": NOBODY}
        plain = ranked(**texts)
        for _ in range(2):
            kept = leaderboard.rank("task", saved="saved", **FEW)
            assert told(kept) == told(plain)
            assert report_files(kept, ()) == report_files(plain, ())
        shutil.rmtree("task")
        alone = leaderboard.rank("saved", **FEW)
        assert alone.identical == plain.identical == (("a", "b"),)
        assert told(alone) == [one.replace("task/", "saved/").replace(".conll:", ":") for one in told(plain)]
        record = json.loads(report_files(alone, ())["leaderboard.json"])
        assert [one["file"] for one in record["warnings"]] == ["c", "d", "a"]

    def test_sums_saved_before_are_known_by_their_bytes(self) -> None:
        ranked(a=FAIR, b=FAIR_RENUMBERED, c=FAIR)
        leaderboard.rank("task", saved="saved", **FEW)
        for path in Path("saved").iterdir():
            if path.name != MANIFEST:
                record, numbers = opened(path, 1 << 20)
                del record["entities"]
                path.write_bytes(sealed(record, numbers))
        assert leaderboard.rank("saved", **FEW).identical == (("a", "c"),)

    def test_a_report_does_not_depend_on_what_was_saved(self) -> None:
        plain = ranked(a=FAIR, b=KEY)
        leaderboard.rank("task", saved="saved", **FEW)
        for path in Path("saved").iterdir():
            path.write_bytes(path.read_bytes()[:-1])
        damaged = leaderboard.rank("task", saved="saved", **FEW)
        assert len(damaged.about_sums) > 0
        assert set(damaged.about_sums) < set(damaged.warnings)
        assert report_files(damaged, ()) == report_files(plain, ())


class TestDigest:
    def digest(self, data: bytes) -> str:
        return entities_digest(read_corpus("f", data, Reading()).corpus)

    def test_names_and_order_of_entities_do_not_count(self) -> None:
        assert self.digest(FAIR.encode()) == self.digest(FAIR_RENUMBERED.encode())
        assert len({self.digest(text.encode()) for text in (FAIR, KEY, NOBODY, parts(RIGHT, RIGHT))}) == 4

    def test_mentions_with_nodes_are_told_apart_by_nodes_and_heads(self) -> None:
        rng = random.Random(5)
        corpus = read_corpus("f", corefud([long_document(rng)]).encode(), Reading()).corpus
        assert corpus.nodes
        renamed = replace(corpus, entity=corpus.entities - 1 - corpus.entity)
        shuffled = corpus.picked(np.array(rng.sample(range(len(corpus.entity)), len(corpus.entity))))
        assert entities_digest(corpus) == entities_digest(renamed) == entities_digest(shuffled)
        other_heads = replace(corpus, nodes=replace(corpus.nodes, head=corpus.nodes.head + 1))
        other_nodes = replace(corpus, nodes=replace(corpus.nodes, last=corpus.nodes.last + SLOT))
        assert len({entities_digest(one) for one in (corpus, other_heads, other_nodes)}) == 3
