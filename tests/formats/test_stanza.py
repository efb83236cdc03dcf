"""CoNLL-U of Stanza: chains of words become mentions, beside keys of several formats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.errors import InputError
from leaderboard.formats import Examined, Reading, examine, format_name, read_corpus
from leaderboard.formats.limits import WITHOUT_KEY

CONLL = (
    "#begin document (d); part 000\n"
    + "".join(f"d 0 0 w{place} -\n" for place in range(4))
    + "#end document\n"
)
TWO = CONLL + CONLL.replace("(d)", "(e)")
COREFUD = """\
# newdoc id = d
# global.Entity = eid-etype-head-other
1\tw0\t_\t_\t_\t_\t2\tdep\t_\tEntity=(e-x-1-)
2\tw1\t_\t_\t_\t_\t0\troot\t_\t_
2.1\t_\t_\t_\t_\t_\t_\t_\t2:nsubj\tEntity=(e-x-1-)

1\tw2\t_\t_\t_\t_\t0\troot\t_\tEntity=(e-x-2-
2\tw3\t_\t_\t_\t_\t1\tdep\t_\tEntity=e)

"""


def rows(*miscs: str, first: int = 0) -> str:
    columns = "\t_\t_\t_\t_\t0\troot\t_\tstart_char=0"
    chains = [f"|coref_chains={misc}" if misc else "" for misc in miscs]
    return "".join(f"{place + 1}\tw{first + place}{columns}{chain}\n" for place, chain in enumerate(chains))


def read(text: str, of: str = CONLL, **more: object) -> Examined:
    beside = read_corpus("key", of.encode(), Reading(key=True)).corpus
    return examine("f", text.encode(), replace(Reading(beside=beside), **more))  # type: ignore[arg-type]


def mentions(found: Examined) -> list[tuple[int, int, int]]:
    assert not found.faults, found.faults
    corpus = found.corpus
    return list(zip(corpus.entity.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (rows("unit-id0", "", "start-repr-id7", "end-repr-id7"), [(0, 0, 0), (1, 2, 3)]),
        (rows("start-id0", "start-id0,middle-id0", "middle-id0,end-id0", "end-id0"), [(0, 0, 3), (0, 1, 2)]),
        (rows("start-id0", "end-id0,start-id0", "end-id0", ""), [(0, 0, 2), (0, 1, 1)]),
        (rows("start-id0,unit-id1", "end-id0,unit-id0", "", ""), [(0, 0, 0), (1, 0, 1), (1, 1, 1)]),
        (rows("start-id0", "unit-id1|coref_chains=end-id0", "", ""), [(0, 0, 1), (1, 1, 1)]),
        (
            f"# newdoc id = d\n# text = x\n1-2\tww{chr(9) * 8}_\n"
            + rows("unit-id0", "")
            + "\n"
            + rows("", "", first=2),
            [(0, 0, 0)],
        ),
    ],
)
def test_chains_are_mentions(text: str, found: list[tuple[int, int, int]]) -> None:
    assert sorted(mentions(read(text))) == found
    assert format_name(text.encode()) == "stanza"


def test_empty_nodes_are_zeros_beside_corefud() -> None:
    zero = "2.1\t_\t_\t_\t_\t_\t_\t_\t_\tcoref_chains=unit-id0\n"
    found = read(f"{rows('unit-id0', '')}{zero}\n{rows('start-id0', 'end-id0', first=2)}", of=COREFUD)
    nodes = found.corpus.nodes
    assert nodes is not None
    assert nodes.empty.tolist() == [(2 << 20) + 1]
    assert not nodes.named.any()
    assert mentions(found) == [(0, 0, 0), (0, 1, 1), (0, 2, 3)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rows("start-id0", "", "", ""), "f:1: the mention of 'id0' that opens here is never closed; "),
        (rows("end-id0", "", "", ""), "f:1: the tag of 'id0' closes a mention that is not open; "),
        (
            rows("", "middle-id0", "", ""),
            "f:2: the mention of 'id0' does not begin here; write start-idN before",
        ),
        (
            rows("unit-id0", "start", "", ""),
            "f:2: 'start' is not a tag; write unit-idN, start-idN, middle-idN or end-",
        ),
        (
            rows("start-id0") + "\n" + rows("end-id0", first=1),
            "f:1: the mention of 'id0' that opens here is never",
        ),
        (
            rows("unit-id0", "x").replace("=x", "="),
            "f:2: '' is not a tag; write unit-idN, start-idN, middle-idN or",
        ),
        (rows("unit-id0") + "x\n", "f:2: 1 column, not 10; write all columns of CoNLL-U"),
        (
            rows("unit-id0") + rows("", first=1),
            "f:2: the id is '1', but 2 is expected here; number the words",
        ),
        (
            rows("unit-id0").replace("1\t", "a\t"),
            "f:1: the id is 'a', but 1 is expected here; number the words",
        ),
        (
            "1-2" + rows("unit-id0")[1:] + rows("unit-id1"),
            "f:1: chains on the line of a range of words; write them on",
        ),
        (rows("unit-id0") + "\0\n", "f:2: a NUL byte; "),
        (
            "# newdoc id = d\n" * 2 + rows("unit-id0"),
            "f:2: the document d occurs twice in this file (first on line 1)",
        ),
    ],
)
def test_what_is_wrong_is_refused_in_its_place(text: str, message: str) -> None:
    faults = read(text).faults
    assert faults is not None
    assert str(faults.in_order()[0]).startswith(message)


@pytest.mark.parametrize("wrong", ["2\tsaw\t_\t_\t_\t_\t_\t_\t_\n", "2\n", "x\0\n", "3" + "\t_" * 9 + "\n"])
def test_one_wrong_row_is_one_fault(wrong: str) -> None:
    good = rows("unit-id0", "", "", "", "").splitlines(keepends=True)
    after = good[3:] if wrong.startswith("3") else good[2:]
    faults = read("".join([good[0], wrong, *after])).faults
    assert faults is not None
    assert [problem.line for problem in faults.problems] == [2]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("2\tw1", "2-3\tx\xe9\n2\tw1"),
        ("2\tw1", "10\tw1"),
        ("2\tw1", f"{'9' * 5000}\tw1"),
        ("2\tw1", "2\tw\xe9"),
        ("2\tw1\t", "2 w1 "),
        ("2\tw1\t", "2\tw1\t_\t"),
        ("1\tw0", "1\tw\xe9"),
    ],
)
def test_what_follows_from_a_wrong_row_is_no_other_fault(old: str, new: str) -> None:
    good = rows("start-id1", "start-id0,middle-id1", "middle-id1,end-id0", "end-id1") + "\n"
    found = examine("f", (good.replace(old, new) + rows("x")).encode("latin-1"), Reading())
    assert found.faults is not None
    first, last = found.faults.in_order()
    assert first.line == 1 + (old != "1\tw0")
    assert last.what == "'x' is not a tag"
    assert found.remarks == ()


def test_ids_go_on_from_either_number() -> None:
    text = "".join(f"{number}{row[1:]}" for number, row in zip("14926", [rows("unit-id0")] * 5, strict=True))
    faults = examine("f", text.encode(), Reading()).faults
    assert faults is not None
    assert [(one.line, one.what) for one in faults.problems] == [
        (2, "the id is '4', but 2 is expected here"),
        (3, "the id is '9', but 3 or 5 is expected here"),
        (4, "the id is '2', but 4 or 10 is expected here"),
        (5, "the id is '6', but 3 or 5 is expected here"),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"caf\xe9\n# newdoc id = a\n{rows('', '')}", [1]),
        (f"# newdoc id = a\n# text = caf\xe9\n{rows('', 'end-id1')}", [2, 4]),
        (f"# newdoc id = a\n{rows('start-id1', '')}# newdoc id = a\n{rows('')}", [2, 4]),
        (
            "1-2\tww"
            + "\t_" * 7
            + "\tcoref_chains=unit-id1\n"
            + rows("", "unit-id2").replace("2\tw1", "7\tw1"),
            [1, 3],
        ),
    ],
)
def test_a_wrong_line_hides_no_other(text: str, lines: list[int]) -> None:
    faults = examine("f", text.encode("latin-1"), Reading()).faults
    assert faults is not None
    assert sorted(one.line for one in faults.problems) == lines


def test_without_a_name_it_is_the_only_document_of_the_key() -> None:
    text = rows("unit-id0", "", "", "")
    faults = read(text, of=TWO).faults
    assert faults is not None
    [problem] = faults.problems
    assert str(problem) == (
        "f:1: a document without a name, but the key has 2 documents; "
        "begin each document with a line `# newdoc id = NAME`"
    )
    named = read(f"# newdoc id = e\n{text}\n# newdoc id = d\n{text}", of=TWO)
    assert [part.document for part in named.corpus.parts] == ["e", "d"]
    assert [part.document for part in examine("f", text.encode(), Reading()).corpus.parts] == ["1"]


@pytest.mark.parametrize(
    ("miscs", "told"),
    [
        (("start-id0", "middle-id0", "middle-id0,unit-id0", "end-id0"), []),
        (("start-id0", "", "end-id0", ""), [(2, "1 such word")]),
        (("start-id0", "", "", "end-id0"), [(2, "2 such words")]),
        (("start-id0", "middle-id0,middle-id0", "end-id0", ""), [(2, "1 such word")]),
        (("start-id0,start-id1", "middle-id0,middle-id0", "end-id0,end-id1", ""), [(2, "1 such word")]),
        (("start-id0", "end-id0,start-id0", "end-id0", ""), [(2, "1 such word")]),
        (("start-id0,start-id0", "middle-id0,end-id0", "end-id0", ""), []),
    ],
)
def test_chains_that_are_not_those_of_mentions_are_told_of(
    miscs: tuple[str, ...], told: list[tuple[int, str]]
) -> None:
    found = read(rows(*miscs))
    assert found.faults is None
    remedy = "each mention is read from its start to its end; write middle-idN on the words between them"
    what = "the chains of this word are not those of the mentions around it"
    expected = [f"f:{line}: {what} ({count} in this file); {remedy}" for line, count in told]
    assert [str(remark) for remark in found.remarks] == expected


@pytest.mark.parametrize(
    ("misc", "before", "after"), [("_", "start-id0", "end-id0"), ("coref_chains=start-id0", "", "end-id0")]
)
def test_an_empty_node_need_not_go_on(misc: str, before: str, after: str) -> None:
    zero = f"1.1\t_\t_\t_\t_\t_\t_\t_\t_\t{misc}\n"
    first, *others = rows(before, after, "", "").splitlines(keepends=True)
    key = COREFUD.replace("\n\n1\tw2", "\n3\tw2").replace("2\tw3", "4\tw3")
    found = read("".join([first, zero, *others]), of=key)
    assert found.faults is None
    assert not any("chains" in remark.what for remark in found.remarks)


def test_limits_and_keys() -> None:
    faults = read(rows("unit-id0,unit-id1", ""), bounds=replace(WITHOUT_KEY, brackets=1)).faults
    assert faults is not None
    assert str(faults.problems[0]).startswith("f:1: more than 1 mentions in this file")
    with pytest.raises(InputError, match="CoNLL-U of Stanza is read as a response, not as a key"):
        examine("f", rows("unit-id0").encode(), Reading(key=True))


def test_corefud_is_no_stanza() -> None:
    both = COREFUD.replace("\t_\n", "\tcoref_chains=unit-id0\n")
    assert format_name(both.encode()) == "corefud"
    assert format_name(CONLL.replace("w0", "a\tcoref_chains=x").encode()) == "conll"


@pytest.mark.parametrize("key", [False, True])
def test_the_first_versions_of_corefud_are_refused(key: bool) -> None:
    text = COREFUD.replace("Entity=(e-x-1-)", "ClusterId=e")
    text = "".join(line for line in text.splitlines(keepends=True) if "Entity=" not in line)
    with pytest.raises(InputError, match=r"f:3: CorefUD 0\.x; convert it with udapi's read\.OldCorefUD"):
        examine("f", text.encode(), Reading(key=key))


@pytest.mark.parametrize(
    ("near", "line"),
    [("entity=", 3), (" Entity=", 3), ("ENTITY =", 3), ("x|Entity =", 3), ("Entity=", 0), ("x=entity=", 0)],
)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_near_misses_of_the_name_are_told_of(near: str, line: int, end: str) -> None:
    text = (
        COREFUD.replace("Entity=(e-x-1-)", f"{near}(e-x-1-)", 1)
        .replace("Entity=(e-x-2-", "_")
        .replace("Entity=e)", "_")
    )
    found = examine("f", f"{text.rstrip()}{end}".encode(), Reading(key=True))
    name = near.rpartition("|")[2]
    said = f"f:3: {name!r} is not `Entity=`, so it is not read; write `Entity=`, without blanks"
    assert [str(remark) for remark in found.remarks] == ([said] if line else [])


def test_near_misses_are_counted() -> None:
    text = (
        COREFUD.replace("Entity=(", "entity=(").replace("Entity=e)", "_")
        + "1\tentity=\t_\t_\t_\t_\t0\troot\t_\t_"
    )
    [remark] = examine("f", text.encode(), Reading(key=True)).remarks
    assert "'entity=' is not `Entity=`, so it is not read, here and in 2 other items; " in str(remark)
