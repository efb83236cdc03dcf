"""Every fault of a CorefUD file is one line that says where, what, and what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.formats import Reading, examine
from leaderboard.formats.corefud import entity_brackets
from leaderboard.formats.corefud.corefud_blocks import scan
from leaderboard.formats.corefud.corefud_lines import diagnose
from leaderboard.formats.limits import TRUSTED
from tests.formats.corefud.texts import corefud, row, sentence
from tests.formats.texts import problems

HEAD = b"# newdoc id = d\n# global.Entity = eid-etype-head-other\n"
NUMBER = "number the words of a sentence 1, 2, 3 and so on"
FOLLOW = "write the parts of a mention one after the other, in one sentence"
ID = "write it as field 1, as `# global.Entity` states, and parts as [1/2]"
COUNT = "count the words of the mention from 1"
NEWDOC = "write a line `# newdoc id = NAME` before it"
STATE = "write `# global.Entity = eid-etype-head-other`"
KEY_ONLY = "submit the documents of the key, each once"
EDGE = "write HEAD:RELATION with a head of the sentence"

FAULTS: dict[str, tuple[bytes, str]] = {
    "nothing": (
        b"# sent_id = 1\n",
        "f: this file contains no document; begin each document with a line `# newdoc id = NAME`",
    ),
    "no newdoc": (
        b"# sent_id = 1\n" + sentence("1", "2", name=None),
        f"f:2: text before the first document; {NEWDOC}",
    ),
    "twice": (
        sentence("1") + sentence("1"),
        "f:5: the document d occurs twice in this file (first on line 1); "
        "give each its own name, or remove the copy",
    ),
    "no name": (b"# newdoc id =\n", "f:1: the document name is missing; write `# newdoc id = NAME`"),
    "odd newdoc": (
        b"# newdoc x = 1\n",
        "f:1: 'x = 1' after `# newdoc` is not a document name; write `# newdoc id = NAME`",
    ),
    "unstated": (
        b"# newdoc id = d\n" + sentence("1 (a)", "2 (a)", name=None),
        f"f:2: `Entity` occurs before the line `# global.Entity`; {STATE} above",
    ),
    "no eid": (
        b"# newdoc id = d\n# global.Entity = etype-head\n",
        f"f:2: `# global.Entity` lacks the field `eid`: '= etype-head'; {STATE}",
    ),
    "a tab among the fields": (
        b"# newdoc id = d\n# global.Entity = e\tid\n",
        f"f:2: `# global.Entity` lacks the field `eid`: '= e\\tid'; {STATE}",
    ),
    "restated": (
        HEAD + b"# global.Entity = etype-eid\n",
        "f:3: the fields of `# global.Entity` differ from line 2; "
        "write the fields of all mentions in the same order",
    ),
    "restated where nothing is a mention": (
        corefud("1") + sentence("1", name="e", columns="etype-eid"),
        "f:6: the fields of `# global.Entity` differ from line 2; "
        "write the fields of all mentions in the same order",
    ),
    "columns": (
        HEAD + b"1\tw\n",
        "f:3: 2 columns, not 10; write all columns of CoNLL-U, with tabs between them",
    ),
    "first id": (corefud("2"), f"f:3: the id is '2', but 1 or 0.1 is expected here; {NUMBER}"),
    "next id": (corefud("1", "3"), f"f:4: the id is '3', but 2 or 1.1 is expected here; {NUMBER}"),
    "zero": (corefud("1", "01"), f"f:4: the id is '01', but 2 or 1.1 is expected here; {NUMBER}"),
    "no id": (corefud("1", "x"), f"f:4: the id is 'x', but 2 or 1.1 is expected here; {NUMBER}"),
    **{
        f"id {name}": (
            corefud("1", name),
            f"f:4: the id is '{name}', but 2 or 1.1 is expected here; {NUMBER}",
        )
        for name in ("", "2.", ".2", "-", "2-3-4", "1234567", "12345678901234", "1.1000000", "2a")
    },
    "empty id": (corefud("1", "2.1"), f"f:4: the id is '2.1', but 2 or 1.1 is expected here; {NUMBER}"),
    "empty again": (
        corefud("1", "1.2", "1.2"),
        f"f:5: the id is '1.2', but 2 or 1.3 is expected here; {NUMBER}",
    ),
    "range": (corefud("1", "1-2", "2"), f"f:4: the id is '1-2', but 2 or 1.1 is expected here; {NUMBER}"),
    "range again": (
        corefud("1-2", "1-2", "1", "2"),
        f"f:4: the id is '1-2', but 1 or 0.1 is expected here; {NUMBER}",
    ),
    "backwards": (corefud("1", "2-1", "2"), f"f:4: the id is '2-1', but 2 or 1.1 is expected here; {NUMBER}"),
    "long range": (
        corefud("1-3", "1", "2"),
        "f:3: a range of words ends at 3, but the sentence ends at 2; end it at a word of the sentence",
    ),
    "no words": (corefud("0.1"), "f:3: a sentence without words; write at least one"),
    "comment": (
        HEAD + row("1").encode() + b"\n# text\n" + row("2").encode(),
        "f:5: a comment within a sentence; write it before the sentence",
    ),
    "new document in a sentence": (
        HEAD + row("1").encode() + b"\n# newdoc id = e\n" + row("1").encode(),
        "f:5: a comment within a sentence; write it before the sentence",
    ),
    "NUL": (HEAD + b"\0\n", "f:3: a NUL byte; remove it, or save the file as UTF-8"),
    "not UTF-8": (HEAD + b"\xff\n", "f:3: this line is not UTF-8; save the file as UTF-8"),
    "two entities": (
        HEAD + row("1 (a)|Entity=(b)").encode(),
        "f:3: `Entity` occurs twice here; write all brackets in one `Entity`",
    ),
    "at a range": (
        corefud("1-2 (a)", "1", "2"),
        "f:3: `Entity` on the line of a range of words; write it on the lines of the words",
    ),
    "no bracket": (
        corefud("1 (a)x"),
        "f:3: 'x' is not a bracket; write mentions as (ID...), or (ID... and later ID)",
    ),
    "was never opened": (
        corefud("1 a)"),
        "f:3: the bracket 'a)' was never opened; write '(a' before it in the same sentence, or remove it",
    ),
    "hyphens close": (
        corefud("1 (a", "2 a-x)"),
        "f:4: the bracket 'a-x)' was never opened; write '(a-x' before it in the same sentence, or remove it",
    ),
    "is never closed": (
        corefud("1 (a-x-1-") + sentence("1 a)", name=None),
        "f:3: the mention '(a' is not closed in its sentence; write 'a)' where it ends",
    ),
    "empty eid": (corefud("1 (-x-1)"), f"f:3: the id of '(-x-1' cannot be read; {ID}"),
    "blank in eid": (corefud("1 (a=b)"), f"f:3: the id of '(a=b' cannot be read; {ID}"),
    "long eid": (corefud(f"1 ({'z' * 65})"), f"f:3: the id of '({'z' * 39}' cannot be read; {ID}"),
    "one part": (corefud("1 (a[1/1])"), f"f:3: the id of '(a[1/1]' cannot be read; {ID}"),
    "third of two": (corefud("1 (a[3/2])"), f"f:3: the id of '(a[3/2]' cannot be read; {ID}"),
    "no field": (
        corefud("1 (x)", columns="etype-eid"),
        "f:3: the id of '(x' cannot be read; write it as field 2, as `# global.Entity` states, "
        "and parts as [1/2]",
    ),
    "head": (corefud("1 (a-x-y)"), f"f:3: the head 'y' is not the number of a word; {COUNT}"),
    "no head": (corefud("1 (a-x-)"), f"f:3: the head '' is not the number of a word; {COUNT}"),
    "head 0": (corefud("1 (a-x-0)"), f"f:3: the head '0' is not the number of a word; {COUNT}"),
    "head outside": (
        corefud("1 (a-x-3", "1.1 a)", "2"),
        f"f:4: the head is word 3, but the mention has 2 words; {COUNT}, including empty nodes",
    ),
    "second part first": (
        corefud("1 (a[2/2])"),
        f"f:3: the part 2/2 does not follow part 1; {FOLLOW}",
    ),
    "parts that touch": (
        corefud("1 (a[1/2]", "2 a[1/2])(a[2/2]", "3 a[2/2])"),
        f"f:4: the part 2/2 does not follow part 1; {FOLLOW}",
    ),
    "missing part": (
        corefud("1 (a[1/2])", "2"),
        "f:3: part 2/2 of a mention of 'a' is missing in the sentence; write all parts, or renumber them",
    ),
    "two wait": (
        corefud("1 (a[1/2])", "2 (a[1/2])", "3", "4 (a[2/2])"),
        "f:4: two mentions of 'a' are waiting for part 2/2; "
        "write all parts of one mention before the next mention",
    ),
    "other part": (
        corefud("1 (a[1/2]", "2 a[2/2])"),
        "f:4: the bracket 'a[2/2])' cannot close part 1/2; close each part by its own number, [1/2] by [1/2]",
    ),
    "other number of parts": (
        corefud("1 (a[1/2]", "2 a[1/3])"),
        "f:4: the bracket 'a[1/3])' cannot close part 1/2; close each part by its own number, [1/2] by [1/2]",
    ),
    "edge": (corefud("1", "1.1 (a) nsubj"), f"f:4: 'nsubj' is not an enhanced dependency; {EDGE}"),
    "edge to nowhere": (
        corefud("1", "1.1 (a) 2:x"),
        f"f:4: the enhanced dependency '2:x' names a node that does not exist here; {EDGE}",
    ),
    "edge to no empty node": (
        corefud("1", "1.1 (a) 1.2:x"),
        f"f:4: the enhanced dependency '1.2:x' names a node that does not exist here; {EDGE}",
    ),
}


@pytest.mark.parametrize(
    ("ids", "line"),
    [
        (["01"], 3),
        (["0"], 3),
        (["1", "02"], 4),
        (["1", "01.1"], 4),
        (["1", "1.01"], 4),
        (["1", "1.0"], 4),
        (["01-2", "1", "2"], 3),
        (["1-02", "1", "2"], 3),
        (["1", "1."], 4),
        (["1", ".1"], 4),
        (["1", "1.1.1"], 4),
        (["1", "1.1-2"], 4),
        (["1-", "1"], 3),
        (["1", "2" * 7], 4),
        (["1", ""], 4),
        (["1", "\u0662"], 4),
        (["1", "2e0"], 4),
    ],
)
def test_what_is_no_id(ids: list[str], line: int) -> None:
    data = corefud(*ids)
    (found, *_) = problems(data)
    assert (found.line, found.what.startswith(f"the id is {ids[line - 3]!r}, but ")) == (line, True)
    assert scan("f", data, Reading()) is None


@pytest.mark.parametrize("case", FAULTS)
def test_faults(case: str) -> None:
    data, message = FAULTS[case]
    assert message in map(str, problems(data))
    assert scan("f", data, Reading()) is None


def test_all_faults_are_named_with_their_columns() -> None:
    found = problems(corefud("1 (a)b)", "3 (c-x-0)"))
    assert [(problem.line, problem.column) for problem in found] == [(3, 56), (4, 1), (4, 53)]


@pytest.mark.parametrize(
    "piece", ["[1/2]", "e[1/1]", "e[0/2]", "e[01/2]", "e[1/]", "e[1/2]x", "e[[1/2]", "e]", "[]", "e=", "e[1]"]
)
def test_what_is_no_id_of_a_piece(piece: str) -> None:
    data = corefud(f"1 ({piece}-x-1)", "2", f"3 ({piece.replace('[1', '[2')}-x-1)")
    assert [problem.line for problem in problems(data)][:1] == [3]
    assert scan("f", data, Reading()) is None


@pytest.mark.parametrize("control", [b"\0", b"\r", b"\x0b", b"\x1f"])
def test_only_the_slow_reader_judges_control_characters(control: bytes) -> None:
    data = corefud("1", "2").replace(b"w1", b"w" + control + b"1")
    assert scan("f", data, Reading()) is None
    assert bool(problems(data)) == (control in b"\0\r")
    assert scan("f", corefud("1", "2").replace(b"\tw1", control + b"w1"), Reading()) is None


@pytest.mark.parametrize("torn", ["2\tw2", "2\tw2\t\0", row("2 a)").replace("a)", "a")])
def test_what_stays_open_around_a_torn_line_is_not_blamed(torn: str) -> None:
    begins = HEAD + row("1 (a").encode() + b"\n" + torn.encode() + b"\n\n"
    assert [problem.line for problem in problems(begins)] == [4]
    assert [problem.line for problem in problems(begins + sentence("1 (a", name=None))] == [4, 6]


def test_mentions_that_stay_open_have_columns() -> None:
    found = problems(corefud("1 (a(b", "2 (c[1/2])"))
    assert [(problem.line, problem.column) for problem in found] == [(3, 53), (3, 55), (4, 53)]


def test_open_brackets_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entity_brackets, "MOST_OPEN", 1)
    monkeypatch.setattr(
        "leaderboard.formats.corefud.corefud_blocks.scan", lambda *_: None
    )  # it has bounds of its own
    found = problems(corefud("1 (a(b", "2 b)a)"))
    assert ["more than 1 brackets are open here" in str(problem) for problem in found] == [True]


def bounded(**bounds: int) -> Reading:
    return Reading(bounds=replace(TRUSTED, **bounds))


def told(data: bytes, reading: Reading) -> list[str]:
    return [str(problem) for problem in problems(data, reading)]


class TestBounds:
    def test_lines(self) -> None:
        assert not problems(corefud("1", "2"), bounded(lines=5))
        assert told(corefud("1", "2", "3"), bounded(lines=5)) == [f"f:6: more than 5 lines; {KEY_ONLY}"]

    def test_brackets(self) -> None:
        assert not problems(corefud("1 (a)(b", "2 b)"), bounded(brackets=3))
        found = told(corefud("1 (a)(b", "2 b)(c)"), bounded(brackets=3))
        assert found == [f"f:4: more than 3 brackets in this file; {KEY_ONLY}"]

    def test_documents(self) -> None:
        documents = [sentence("1", name=str(number)) for number in range(4)]
        assert not problems(b"".join(documents[:2]), bounded(parts=2))
        found = told(b"".join(documents), bounded(parts=2))
        assert found == [f"f:9: more than 2 documents in this file; {KEY_ONLY}"]

    def test_dependencies(self) -> None:
        assert not problems(corefud("1", "1.1 (a) 1:x|0:y|0:z"), bounded(brackets=3))
        found = told(corefud("1", "1.1 (a) 1:x|0:y|0:z", "1.2 (a) 1:x"), bounded(brackets=3))
        assert found == [f"f:5: more than 3 enhanced dependencies of zeros; {EDGE}"]

    def test_dependencies_count_for_each_mention_of_the_zero(self) -> None:
        assert not problems(corefud("1", "1.1 (a)(b) 1:x"), bounded(brackets=2))
        found = told(corefud("1", "1.1 (a)(b) 1:x|0:y"), bounded(brackets=3))
        assert found == [f"f:4: more than 3 enhanced dependencies of zeros; {EDGE}"]

    def test_zeros_of_one_node(self) -> None:
        """Each is compared with all zeros of the key that depend on that node."""
        zeros = ["1.1 (a) 1:x", "1.2 (b) 1:y", "1.3 (c) 1:x"]
        elsewhere = sentence("1", "1.1 (a) 0:x|1:x", "1.2 (b) 0:x", name=None)
        assert not problems(corefud("1", *zeros) + elsewhere, bounded(dependents=3))
        assert told(corefud("1", *zeros) + elsewhere, bounded(dependents=2)) == [
            "f:4: more than 2 dependencies of zeros lead to one node; write each zero once"
        ]
        assert told(corefud("1", *zeros[:2]) + elsewhere, bounded(dependents=1)) == [
            f"f:{line}: more than 1 dependencies of zeros lead to one node; write each zero once"
            for line in (4, 8)
        ]


class TestPartialDrafts:
    def unsure(self, data: bytes) -> set[str]:
        parsed = diagnose("f", data, Reading())
        assert parsed.faults is not None
        return {part.document for part in parsed.faults.unsure}

    @pytest.mark.parametrize("broken", [["2"], ["1", "\0"], ["1\tw"], ["0.1"]])
    def test_the_text_of_a_part_with_a_broken_line_is_not_sure(self, broken: list[str]) -> None:
        lines = "".join(f"{line}\n" if "\t" in line or "\0" in line else f"{row(line)}\n" for line in broken)
        data = (
            sentence("1", name="a") + b"# newdoc id = b\n" + lines.encode() + b"\n" + sentence("1", name="c")
        )
        assert self.unsure(data) == {"b"}

    @pytest.mark.parametrize(
        "data", [corefud("1 (a)b)"), corefud("1 (a"), corefud("1 (a-x-0)"), corefud("1", "1.1 (a) x")]
    )
    def test_faults_of_mentions_leave_the_text_sure(self, data: bytes) -> None:
        assert self.unsure(data) == set()

    def test_where_reading_stops_the_rest_is_not_known(self) -> None:
        data = b"# newdoc id = a\n" + sentence("1 (a)", "2", name=None) + sentence("1", name="b")
        parsed = diagnose("f", data, Reading())
        assert parsed.faults is not None
        assert parsed.faults.stopped
        assert self.unsure(data) == {"a"}
        assert [part.document for part in parsed.corpus.parts] == ["a"]

    @pytest.mark.parametrize("header", [b"# newdoc id = a\n", b"# newdoc x = 1\n", b"# newdoc id = \xff\n"])
    def test_documents_without_a_name_of_their_own_may_be_any(self, header: bytes) -> None:
        again = header == b"# newdoc id = a\n"
        parsed = diagnose("f", sentence("1", name="a") + header + sentence("1", name=None), Reading())
        assert parsed.faults is not None
        assert parsed.faults.nameless == (not again)

    @pytest.mark.parametrize(
        "rest", [b"", b"\0\n", row("0.2 (b)|Entity=(c)").encode(), row("0.2 b)(").encode()]
    )
    def test_mentions_have_a_place_in_sentences_without_words(self, rest: bytes) -> None:
        data = corefud("0.1 (a)").removesuffix(b"\n") + rest
        assert examine("f", data, Reading()).corpus.start.tolist() == [0]
        assert self.unsure(data) == {"d"}

    def test_mentions_have_a_place_where_reading_stops(self) -> None:
        data = corefud("0.1 (a)", "0.2 (b)")
        found = examine("f", data, Reading(bounds=replace(TRUSTED, brackets=1)))
        assert found.corpus.start.tolist() == [0]

    def test_a_line_that_cannot_be_read_does_not_end_its_sentence(self) -> None:
        data = corefud("1 (a", "2", "3 a)").replace(b"w2", b"\xff")
        assert told(data, Reading()) == ["f:4: this line is not UTF-8; save the file as UTF-8"]
