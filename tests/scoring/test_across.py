"""Entities across documents: as if the documents of a group were one, and what is within them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError, in_python
from leaderboard.formats import Reading, examine, faultless
from leaderboard.formats.corefud import corefud_blocks
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.report.sections import sections
from leaderboard.scoring.across import topic_in_name
from tests.oracles import oracle
from tests.support import plain_conll
from tests.support.running import Typed

METRICS = ("mentions", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
Cells = Sequence[str]


def conll(documents: Mapping[str, Cells]) -> str:
    return "".join(
        "\n".join(
            [
                f"#begin document ({name}); part 000",
                *(f"{name}\t0\t{token}\tw\tN\t{cell}" for token, cell in enumerate(cells)),
                "#end document\n",
            ]
        )
        for name, cells in documents.items()
    )


def eight(documents: Mapping[str, Cells]) -> str:
    """The same with topics in columns, under one header."""
    lines = [
        "\t".join((*name.split("/")[:2], name, "0", str(token), "w", "True", cell))
        for name, cells in documents.items()
        for token, cell in enumerate(cells)
    ]
    return "\n".join(["#begin document all", *lines, "#end document\n"])


def with_ids(documents: Mapping[str, Cells]) -> str:
    """The same as JSON; entities in order of their first bracket."""
    return "".join(
        json.dumps({"doc_key": name, "sentences": [["w"] * len(cells)], "clusters": _clusters(cells)}) + "\n"
        for name, cells in documents.items()
    )


def _clusters(cells: Cells) -> dict[str, list[list[int]]]:
    return {name: [list(span) for span in spans] for name, spans in plain_conll.spans_by_id(cells).items()}


def merged(documents: Mapping[str, Cells], order: Sequence[str], by: Callable[[str], str]) -> str:
    """One document for each group, in the order of the key."""
    groups: dict[str, list[str]] = {}
    for name in order:
        groups.setdefault(by(name), []).extend(documents[name])
    return conll(groups)


def random_cells(rng: random.Random, tokens: int) -> list[str]:
    """Cells with mentions of one and two tokens, of which some stand in two entities."""
    cells: list[list[str]] = [[] for _ in range(tokens)]
    for token in range(tokens):
        for one in rng.sample("abcd", rng.choice((0, 0, 1, 1, 2))):
            if token + 1 < tokens and rng.random() < 0.3:
                cells[token].append(f"({one}")
                cells[token + 1].append(f"{one})")
            else:
                cells[token].append(f"({one})")
    return ["|".join(cell) or "-" for cell in cells]


BY: Mapping[str, Callable[[str], str]] = {
    "subtopic": lambda name: name.rpartition("/")[0],
    "topic": lambda name: name.partition("/")[0],
    "corpus": lambda name: "all",
}


@pytest.mark.parametrize("seed", range(12))
def test_it_is_as_if_the_documents_of_a_group_were_one(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    names = [f"t{topic}/s{sub}/{doc}" for topic in (1, 2) for sub in (1, 2) for doc in "ab"]
    rng.shuffle(names)
    key, response = ({name: random_cells(rng, 6) for name in names} for _ in range(2))
    response = {name: response[name] for name in rng.sample(names, len(names))}
    write = rng.choice((conll, eight, with_ids))
    (tmp_path / "key").write_text(conll(key))
    (tmp_path / "response").write_text(write(response))
    for across, by in BY.items():
        for singletons in ("keep", "drop"):
            found = leaderboard.score(
                tmp_path / "response", key=tmp_path / "key", across=across, singletons=singletons
            )
            [system] = found.systems
            parts = pairs_of(merged(key, names, by), merged(response, names, by), singletons)
            assert scores(system.scores) == pytest.approx(expected(parts), abs=1e-9)
            apart = leaderboard.score(
                tmp_path / "response", key=tmp_path / "key", across="document", singletons=singletons
            )
            assert system.cross_document is not None
            assert scores(system.cross_document.scores_within) == pytest.approx(
                scores(apart.systems[0].scores), abs=1e-12
            )
            places = {by(name): [6] * sum(by(one) == by(name) for one in names) for name in names}
            links = {
                place: (one.common, one.key, one.response)
                for place, one in system.cross_document.links.items()
                if place != "between"
            }
            assert links == counted_links(parts, list(places.values()))


def pairs_of(key: str, response: str, singletons: str) -> list[plain_conll.Part]:
    least = 1 if singletons == "keep" else 2
    return [
        (
            [entity for entity in ours if len(entity) >= least],
            [entity for entity in theirs if len(entity) >= least],
        )
        for ours, theirs in plain_conll.read_pair(key, response)
    ]


def scores(found: Mapping[str, Any]) -> list[float]:
    return [getattr(found[name], quantity) for name in METRICS for quantity in ("recall", "precision", "f1")]


def expected(parts: Sequence[plain_conll.Part]) -> list[float]:
    return [float(value) for name in METRICS for value in oracle.score(parts, name)]


def counted_links(
    parts: Sequence[plain_conll.Part], lengths: Sequence[Sequence[int]]
) -> dict[str, tuple[float, float, float]]:
    """Every pair of mentions is looked at."""
    found: Counter[tuple[str, str]] = Counter()
    for (key, response), tokens in zip(parts, lengths, strict=True):
        document = list(chain.from_iterable([number] * count for number, count in enumerate(tokens)))
        ours, theirs = (
            {frozenset(pair) for entity in side for pair in combinations(entity, 2)}
            for side in (key, response)
        )
        for kind, links in (("common", ours & theirs), ("key", ours), ("response", theirs)):
            for (first, _), (second, _) in map(tuple, links):
                found["within" if document[first] == document[second] else "across", kind] += 1
    return {
        place: (found[place, "common"], found[place, "key"], found[place, "response"])
        for place in ("within", "across")
    }


def test_lists_without_ids_are_refused(files: Path) -> None:
    records = [
        {"doc_key": name, "sentences": [["w"] * len(cells)], "clusters": [[[0, 0]]]}
        for name, cells in KEY.items()
    ]
    (files / "one.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    found = leaderboard.score("one.jsonl", across="topic")
    assert "one.jsonl:1: the clusters of this document have no ids" in str(found.rejected[0].problem)
    assert leaderboard.score("one.jsonl", across="document").systems


def test_a_wrong_mention_of_an_entity_with_an_id_has_its_column(files: Path) -> None:
    text = '{"doc_key": "t/s/a", "sentences": [["w", "w"]], "clusters": {"a": [[0, 0]], "b": [[0, 9]]}}\n'
    (files / "one.jsonl").write_text(text)
    [problem, *_] = leaderboard.score("one.jsonl").rejected[0].problem, None
    assert (problem.line, problem.column) == (1, text.index("[0, 9]") + 1)


KEY = {"t/s/a": ["(1)", "(2)"], "t/s/b": ["(1)", "-"], "u/s/a": ["(3)", "(3)"]}
OUTPUT = {"t/s/a": ["(1)", "-"], "t/s/b": ["(1)", "(2)"], "u/s/a": ["(3)", "(4)"]}


@pytest.fixture
def files(here: Path) -> Path:
    """A key and two outputs."""
    for name, documents in (("key", KEY), ("one", OUTPUT), ("gold", KEY)):
        (here / f"{name}.conll").write_text(conll(documents))
    return here


def test_the_report_has_f1_within_documents_best_system_first(files: Path) -> None:
    (files / "gold.conll").rename("perfect.conll")
    ranked = leaderboard.rank(".", across="topic", metric="lea", primary="lea", trials=100, draws=100)
    [section] = [one for one in sections(ranked) if one.name == "cross-document"]
    within, links = section.tables
    assert [column.name for column in within.columns] == ["system", "lea_f1"]
    assert [row[0] for row in within.rows] == ["perfect", "one"]
    assert [row[0] for row in links.rows] == [*3 * ["perfect"], *3 * ["one"]]


@pytest.mark.parametrize(
    ("name", "topic", "subtopic"),
    [
        ("1_2ecb", "1", "1_ecb"),
        ("12_3ecbplus", "12", "12_ecbplus"),
        ("12_3ecbplus.xml", "12", "12_ecbplus"),
        ("news/sports/x/y", "news", "sports"),
        ("news/x", "news", ""),
        ("x", "", ""),
        ("x1_2ecb", "", ""),
    ],
)
def test_names_have_topics(name: str, topic: str, subtopic: str) -> None:
    assert topic_in_name(name) == (topic, subtopic)


def test_a_name_without_a_subtopic_is_refused(files: Path) -> None:
    (files / "key.conll").write_text(conll({"t/a": ["(1)"], "u/s/b": ["-"]}))
    with pytest.raises(NothingToDo, match="the subtopic of the document 't/a' is not known"):
        leaderboard.score("one.conll", across="subtopic")


def test_a_table_without_the_column_leaves_names_to_say_it(files: Path) -> None:
    (files / "table.csv").write_text("document,source\nt/s/a,x\n")
    found = leaderboard.score("one.conll", across="topic", documents="table.csv", per_document=True)
    assert [part.document for part in found.systems[0].per_document] == ["t", "u"]


def test_subtopics_of_a_table_belong_to_topics(files: Path) -> None:
    rows = ("t/s/a,1,x", "t/s/b,2,x", "u/s/a,,1_x")
    (files / "table.csv").write_text("document,topic,subtopic\n" + "\n".join(rows) + "\n")
    found = leaderboard.score("one.conll", across="subtopic", documents="table.csv", per_document=True)
    assert [part.document for part in found.systems[0].per_document] == ["1/x", "2/x", "1_x"]
    assert "|documents:" in found.signature


def test_a_row_of_a_document_that_the_key_lacks_is_told_of(files: Path) -> None:
    (files / "table.csv").write_text("document,source\nnope,x\nt/s/a,x\n")
    found = leaderboard.score("one.conll", across="topic", documents="table.csv")
    said = "table.csv:2: the key lacks 1 document of this table: 'nope'; correct names that are misspelt"
    assert said in map(str, found.warnings)


def test_a_broken_table_is_refused(files: Path) -> None:
    (files / "table.csv").write_text("name\nx\n")
    with pytest.raises(NothingToDo, match=r"^table\.csv:1: no column is called document"):
        leaderboard.score("one.conll", across="topic", documents="table.csv")


def test_a_part_that_the_key_lacks_is_named(files: Path) -> None:
    (files / "one.conll").write_text(conll({**OUTPUT, "v/s/a": ["(1)"]}))
    found = leaderboard.score("one.conll", across="topic")
    assert "v/s/a" in str(found.rejected[0].problem)


def test_a_document_that_is_lacking_is_empty_if_it_may_be(files: Path) -> None:
    (files / "one.conll").write_text(conll({"u/s/a": ["(3)", "(4)"], "t/s/b": ["(1)", "(2)"]}))
    found = leaderboard.score("one.conll", across="topic", missing="empty").systems[0]
    assert found.missing == 1
    assert found.cross_document is not None
    assert found.cross_document.links["across"].key == 1


def test_what_is_lacking_is_counted_in_parts_of_the_key(files: Path, typed: Typed) -> None:
    (files / "key.conll").write_text(conll({**KEY, "t/s/c": ["-"], "t/s/d": ["-"]}))
    run = typed("score", "one.conll", "--across", "corpus", "--missing", "empty")
    assert "\none lacks 2 parts, scored as empty.\n" in run.out


def two_datasets(folder: Path) -> None:
    """A key of two datasets, and a response with one of them."""
    for name, datasets in (("key", ("x", "y")), ("one", ("x",))):
        (folder / name).mkdir()
        for dataset in datasets:
            (folder / name / f"{dataset}.conll").write_text(conll(KEY))


def test_an_excluded_dataset_lacks_nothing(tmp_path: Path) -> None:
    two_datasets(tmp_path)
    found = leaderboard.score(
        tmp_path / "one", key=tmp_path / "key", across="topic", missing_dataset="exclude"
    ).systems[0]
    assert (found.parts, found.missing) == (2, 0)


def test_a_dataset_that_is_lacking_has_no_links(tmp_path: Path) -> None:
    two_datasets(tmp_path)
    found = leaderboard.score(
        tmp_path / "one", key=tmp_path / "key", across="topic", missing_dataset="zero"
    ).systems[0]
    assert found.cross_document is not None
    assert (found.cross_document.links["across"].key, found.cross_document.links["across"].common) == (2, 1)


@pytest.mark.parametrize("reader", ["fast", "slow"])
def test_corefud_files_are_joined_too(reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if reader == "slow":
        monkeypatch.setattr(corefud_blocks, "scan", lambda *arguments: None)

    def corefud(entities: Mapping[str, str]) -> str:
        lines = ["# global.Entity = eid-etype-head-other"]
        for name, entity in entities.items():
            words = [f"{n}\tw\tw\tNOUN\t_\t_\t{n - 1}\tdep\t_\tEntity=({entity}--1-)" for n in (1, 2)]
            lines += [f"# newdoc id = {name}", "# sent_id = " + name, *words, ""]
        return "\n".join(lines) + "\n"

    (tmp_path / "key.conllu").write_text(corefud({"t/a": "e1", "t/b": "e1", "u/a": "e1"}))
    (tmp_path / "one.conllu").write_text(corefud({"u/a": "e1", "t/b": "e2", "t/a": "e2"}))
    (tmp_path / "two.conllu").write_text(corefud({"u/a": "e1", "t/b": "e2", "t/a": "e3"}))
    one, two = leaderboard.score(tmp_path / "one.conllu", tmp_path / "two.conllu", across="topic").systems
    assert one.scores["muc"].f1 == 1
    assert one.cross_document is not None
    assert one.cross_document.links["between"].key == 8
    assert two.scores["muc"].recall == 3 / 4
    assert two.cross_document is not None
    assert two.cross_document.links["across"].common == 0


def test_options_that_do_not_go_with_groups(files: Path) -> None:
    for more, said in (
        ({"by": "genre"}, "--by cannot be used with --across topic"),
        ({"average": "document"}, "--average document cannot be used with --across topic"),
        ({"show_correspondence": "t/s/a"}, "--show-correspondence shows one document"),
    ):
        with pytest.raises(UsageError, match=in_python(said)):
            leaderboard.score("one.conll", across="topic", **more)
    with pytest.raises(UsageError, match="unit cannot be used with across='corpus'"):
        leaderboard.compare("one.conll", "gold.conll", across="corpus", unit="part")
    with pytest.raises(UsageError, match="errors are not priced with across='topic'"):
        leaderboard.error_prices("one.conll", across="topic")


def test_groups_are_the_units_of_tests(files: Path) -> None:
    found = leaderboard.compare("one.conll", "gold.conll", across="topic", trials=100)
    assert found.first.units == 2
    assert "|unit:topic|" in found.signature
    kinds = {one.kind: dict(one.data) for one in found.remarks}
    assert kinds["mentions_of_key"] == {"systems": ("gold",), "others": 1}
    assert not found.priced


def test_a_repaired_document_counts_as_empty_in_its_group(files: Path, typed: Typed) -> None:
    (files / "key.conll").write_text(conll(KEY))
    (files / "model.txt").write_text("w|[1] w|[2]\nother|[1] w\nw|[3] w|[3]\n")
    found = leaderboard.score("model.txt", across="topic", repair="align", metric=METRICS, per_document=True)
    [system] = found.systems
    empty = {**KEY, "t/s/b": ["-", "-"]}
    parts = pairs_of(merged(KEY, list(KEY), BY["topic"]), merged(empty, list(KEY), BY["topic"]), "keep")
    assert system.repair is not None
    assert scores(system.repair.scores) == pytest.approx(expected(parts), abs=1e-12)
    assert (system.repair.mend.documents, system.repair.mend.mentions_dropped) == (1, 1)
    assert [one.mend and one.mend.documents for one in system.per_document] == [1, 0]
    assert "|across:topic|" in found.signature
    assert "|repair:align|" in found.signature
    run = typed(
        "compare", "model.txt", "one.conll", "--across", "topic", "--repair", "align", "--format", "csv"
    )
    assert "first_strict" in run.out


def test_a_report_has_links_and_no_prices(files: Path, typed: Typed) -> None:
    (files / "subs").mkdir()
    for name in ("key", "one", "gold"):
        (files / f"{name}.conll").rename(files / "subs" / f"{name}.conll")
    run = typed("rank", "subs", "--across", "corpus", "--trials", "100", "--format", "json")
    record = json.loads((files / "reports" / "leaderboard.json").read_text())
    assert record["across"] == {"by": "corpus", "groups": 1}
    assert [one["links"]["across"]["key"] for one in record["systems"]] == [1, 1]
    page = (files / "reports" / "leaderboard.md").read_text()
    assert "There is only 1 corpus" in page
    assert ("one_unit", "corpus") in [(one["kind"], one.get("unit")) for one in record["remarks"]]
    assert "|unit:corpus|" in record["signature"]
    assert "Prices of errors are left out" in page
    assert "| across documents |" in page
    assert not (files / "reports" / "prices.csv").exists()
    assert typed("verify", "reports").code == run.code == 0


def test_saved_sums_have_links(files: Path) -> None:
    fresh = leaderboard.score("one.conll", "gold.conll", across="topic", save="sums")
    ranked = leaderboard.rank("sums", trials=100, draws=100)
    assert ranked.cross_document == {one.system: one.cross_document for one in fresh.systems}


def test_people_see_a_table_of_links(files: Path, typed: Typed) -> None:
    run = typed("score", "one.conll", "--across", "topic", "--metric", "lea")
    assert "Links within and across documents" in run.out
    assert "across documents" not in typed("score", "one.conll", "--across", "topic", "--format", "csv").out


@pytest.mark.parametrize(
    ("key", "warns"),
    [
        (KEY, True),
        ({**KEY, "u/s/a": ["(1)", "-"]}, False),  # numbered anew in each document
        ({name: ["(1)"] for name in ("a", "b")}, False),  # no topics
        ({name: ["(1)"] for name in ("t/a", "t/b")}, False),  # one topic
        ({"t/a": ["(1)"], "t/b": ["(2)"], "u/a": ["(3)"]}, False),  # nothing recurs
        ({name: ["-"] for name in ("t/a", "u/b")}, False),
    ],
)
def test_a_key_whose_entities_are_cut_is_told_of(key: dict[str, Cells], warns: bool, files: Path) -> None:
    (files / "key.conll").write_text(conll(key))
    (files / "one.conll").write_text(conll(key))
    for across, says in ((None, warns), ("document", False)):
        found = leaderboard.score("one.conll", across=across)
        assert any("--across" in one.remedy for one in found.warnings) == says


def test_an_option_that_score_has_not_because_groups_are_units(files: Path, typed: Typed) -> None:
    run = typed("score", "one.conll", "--across", "topic", "--unit", "part")
    assert run.code == 2
    assert "the groups of --across are the units" in run.err


class TestEightColumns:
    """Files of topic, subtopic, document, sentence, token, word, True or False, and coreference."""

    def write(self, files: Path, text: str) -> None:
        (files / "one.conll").write_text(text)

    def reason(self, **options: Any) -> str:
        return str(leaderboard.score("one.conll", **options).rejected[0].problem)

    def test_without_the_option_a_part_is_a_document(self, files: Path) -> None:
        (files / "key.conll").write_text(eight(KEY))
        self.write(files, eight(OUTPUT))
        [system] = leaderboard.score("one.conll").systems
        assert (system.documents, system.cross_document) == (1, None)

    def is_told(self) -> bool:
        found = leaderboard.score("one.conll", missing="empty")
        return any("--across" in one.remedy for one in found.warnings)

    @pytest.mark.parametrize(("column", "warns"), [("t", True), ("v", False)])
    def test_columns_tell_that_entities_are_cut(self, column: str, warns: bool, files: Path) -> None:
        lines = [
            f"#begin document ({name})\n{topic}\ts\t{name}\t0\t0\tw\tTrue\t({entity})\n#end document\n"
            for name, topic, entity in (("a", column, 1), ("b", "t", 1), ("c", "u", 2))
        ]
        for name in ("key", "one"):
            (files / f"{name}.conll").write_text("".join(lines))
        assert self.is_told() == warns
        (files / "key.conll").write_text("".join(lines) + "#begin document (d)\n#end document\n")
        assert not self.is_told()

    def test_the_third_column_names_documents(self, files: Path) -> None:
        self.write(files, eight(OUTPUT))
        assert leaderboard.score("one.conll", across="document").systems[0].documents == 3

    def test_a_word_column_may_be_stated(self, files: Path) -> None:
        (files / "key.conll").write_text(eight(KEY))
        self.write(files, eight(OUTPUT).replace("True", "False"))
        assert "'False' is 'True' in the key" in self.reason(across="topic", word_column=7)

    def test_the_slow_reader_finds_the_same(self, files: Path) -> None:
        self.write(files, eight(OUTPUT))
        one = leaderboard.score("one.conll", across="topic")
        self.write(files, eight(OUTPUT).replace("True\t(1)", "True\t (1)"))
        assert leaderboard.score("one.conll", across="topic").systems == one.systems

    def test_brackets_close_in_their_document(self, files: Path) -> None:
        self.write(files, eight({"t/s/a": ["(1", "-"], "t/s/b": ["1)", "-"], "u/s/a": ["-", "-"]}))
        assert "one.conll:2: " in self.reason(across="topic")

    def test_a_document_stands_once(self, files: Path) -> None:
        lines = eight(OUTPUT).splitlines(keepends=True)
        self.write(files, "".join([*lines[:-1], lines[1], lines[-1]]))
        assert "occurs twice" in self.reason(across="topic")

    @pytest.mark.parametrize(("name", "says"), [("", "name is missing"), ("x" * 5000, "more than")])
    def test_a_document_needs_a_name(self, name: str, says: str, files: Path) -> None:
        self.write(files, eight(OUTPUT).replace("t/s/a", name))
        reason = self.reason(across="topic")
        assert says in reason
        assert "name the document in the third column" in reason

    def test_two_headers_end_a_document(self, files: Path) -> None:
        lines = eight(OUTPUT).splitlines(keepends=True)
        self.write(files, "".join([*lines[:2], "#end document\n", "#begin document all\n", *lines[2:]]))
        assert "occurs twice" in self.reason(across="topic")

    def test_there_are_bounds_on_documents(self) -> None:
        bounds = replace(WITHOUT_KEY, parts=2)
        with pytest.raises(InputError, match="more than 2 parts"):
            faultless(examine("f", eight(OUTPUT).encode(), Reading(documents=True, bounds=bounds)), Reading())
