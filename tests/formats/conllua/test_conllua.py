"""What is read in a CONLL-UA file, and what is said of one that is wrong."""

from __future__ import annotations

import pytest

from leaderboard.corpus import Corpus
from leaderboard.corpus.nodes import SLOT
from leaderboard.errors import InputError
from leaderboard.formats import Examined, Reading, examine, faultless, format_name, word_columns
from leaderboard.formats.limits import Bounds
from tests.support.anaphora import COLUMNS, conllua, mention

A, B = mention("1", "a"), mention("2", "b")
MOST = 1000


def examined(text: str, **reading: object) -> Examined:
    return examine("f", text.encode(), Reading(**reading))  # type: ignore[arg-type]


def read(text: str, **reading: object) -> Corpus:
    found = examined(text, **reading)
    assert not found.faults, found.faults.problems
    return found.corpus


def spans(corpus: Corpus) -> list[tuple[int, int, int]]:
    return list(zip(corpus.start.tolist(), corpus.end.tolist(), corpus.entity.tolist(), strict=True))


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ((f"{A})", "_", B, ")"), [(0, 0, 0), (2, 3, 1)]),
        ((A, f"{B})", ")"), [(0, 2, 0), (1, 1, 1)]),
        ((A, f"{B}))"), [(0, 1, 0), (1, 1, 1)]),
        ((A, f"){B})"), [(0, 1, 0), (1, 1, 1)]),
        ((A, B, "a)", "b)"), [(0, 2, 0), (1, 3, 1)]),
        ((f"{A}@{B}@)", "@)@"), [(0, 0, 1), (0, 1, 0)]),
        ((f"{A})", "_", f"{A})"), [(0, 2, 0)]),
    ],
    ids=["plain", "nested", "closing after", "closing before", "crossing", "at signs", "pieces"],
)
def test_brackets(cells: tuple[str, ...], expected: list[tuple[int, int, int]]) -> None:
    assert sorted(spans(read(conllua(*cells)))) == sorted(expected)


def test_zeros_ranges_and_spaces_between_columns() -> None:
    rows = ("1-2 vamos _ _ _", "1 va _ _ _", f"1.1 _ {A}) _ _", "2 mos _ _ _", "", f"3  ya {B}) _ _")
    text = "\n".join((COLUMNS, "# newdoc", "# text = ...", *rows, COLUMNS.replace("  ", " "), ""))
    corpus = read(text)
    assert corpus.parts[0].document == "1"
    assert corpus.tokens.tolist() == [3]
    assert corpus.nodes is not None
    assert corpus.nodes.head.tolist() == [SLOT + 1, 3 * SLOT]
    assert format_name(text.encode()) == "conllua"
    assert word_columns(text.encode(), Reading())(5, 0) == 3
    assert word_columns(conllua(columns="# global.columns = ID IDENTITY").encode(), Reading())(2, 0) == 3


def test_tags_are_xpos_else_upos_and_heads_are_those_of_the_key() -> None:
    columns = "# global.columns = ID FORM UPOS XPOS FEATS HEAD DEPS IDENTITY"
    rows = ("NOUN NN _ 2 _ " + A, "VERB _ Poss=Yes 0 _ )")
    corpus = read(conllua(*rows, columns=columns), tags=True, key=True)
    assert corpus.tags is not None
    assert [corpus.tags[0], corpus.tags[1]] == ["NN", "VERB|Poss=Yes"]
    assert corpus.tree is not None
    assert read(conllua(*rows, columns=columns), key=False).tree is None


def test_layers() -> None:
    text = conllua(f"{A}) _ {B}", "_ _ )")
    assert spans(read(text)) == [(0, 0, 0)]
    found = read(text, layer="deixis")
    assert (found.layer, spans(found)) == ("deixis", [(0, 1, 0)])


def test_what_goes_beyond_identity() -> None:
    split = "# global.columns = ID FORM IDENTITY SPLIT BRIDGING"
    text = conllua(
        f"{A}) EntityID=1|ElementOf=5",
        f"{mention('2', 'b', 'ElementOf=5')})",
        f"{mention('7-Pseudo', 'x')})",
        f"{mention('5', 'c')}) _ (MarkableID=c|MentionAnchor=a(MarkableID=c|EntityAnchor=2)",
        f"{mention('1', 'd')}) _ MarkableID=d|EntityAnchor=5",
        f"{mention('2', 'e')}) _ MarkableID=b|EntityAnchor=5",
        columns=split,
    )
    found = read(text).anaphora
    assert found is not None
    assert found.nonreferring.tolist() == [False, False, True, False, False, False]
    assert sorted(zip(found.anaphor.tolist(), found.anchor.tolist(), strict=True)) == [
        (1, 3),
        (3, 0),
        (3, 1),
        (4, 3),
    ]
    assert sorted(zip(found.plural.tolist(), found.element.tolist(), strict=True)) == [(3, 0), (3, 1)]


def test_a_repeated_mention_stands_for_its_first() -> None:
    text = conllua(
        f"{A}){mention('9', 'z')})",
        f"{B}) MarkableID=b|MentionAnchor=z",
        f"{mention('5', 'c')}) MarkableID=c|MentionAnchor=c",
        columns=COLUMNS,
    ).replace("MarkableID=z", "MarkableID=z|ElementOf=5")
    found = examined(text)
    assert len(found.repeats) == 1
    assert found.corpus.anaphora is not None
    assert (found.corpus.anaphora.anaphor.tolist(), found.corpus.anaphora.anchor.tolist()) == ([1], [0])
    assert (found.corpus.anaphora.plural.tolist(), found.corpus.anaphora.element.tolist()) == ([2], [0])


def test_minimum_spans() -> None:
    found = read(conllua(mention("1", "a", "Min=2,3"), "_", ")", f"{mention('1', 'a')})")).nodes
    assert found is not None
    assert found.minimum is not None
    assert [column.tolist() for column in found.minimum] == [[0], [2 * SLOT], [3 * SLOT]]


REMEDY = "open the mention before it, or remove it"
FAULTS = {
    "no id": (conllua("(EntityId=3|Min=1)"), "f:3: a bracket without EntityID, '(EntityId=3|Min=1'"),
    "no bracket": (conllua("foo"), "f:3: a bracket without EntityID, 'foo'; write EntityID=NAME"),
    "long id": (conllua(f"(EntityID={'x' * 99})"), "f:3: the EntityID"),
    "nothing open": (conllua(")"), f"f:3: the bracket ')' was never opened; {REMEDY}"),
    "not open": (conllua(f"{A})", "m7)"), f"f:4: the bracket 'm7)' was never opened; {REMEDY}"),
    "never closed": (conllua(A), "f:3: the bracket '(EntityID=1|MarkableID=a' is never closed"),
    "two entities": (conllua(f"{A}){mention('5', 'a')})"), "f:3: markable a is in entities 1 and 5"),
    "overlapping": (conllua(A, f"{A})", ")"), "f:3: the pieces of markable a overlap"),
    "lost plural": (
        conllua(f"{mention('1', 'a', 'ElementOf=5')}){mention('2', 'b', 'ElementOf=5')})"),
        "f:3: entities 1, 2 are elements of 5, which has no mention",
    ),
    "one lost plural": (
        conllua(f"{mention('1', 'a', 'ElementOf=5')})"),
        "f:3: entity 1 is an element of 5, which has no mention",
    ),
    "lost element": (
        conllua(f"{A}) EntityID=9|ElementOf=1", columns="# global.columns = ID FORM IDENTITY SPLIT"),
        "f:3: entity 9 is an element of 1, but has no mention",
    ),
    "itself": (conllua(f"{mention('5', 'a', 'ElementOf=5')})"), "f:3: entity 5 is an element of itself;"),
    "circle": (
        conllua(f"{mention('5', 'a', 'ElementOf=6')}){mention('6', 'b', 'ElementOf=5')})"),
        "f:3: entity 6 is an element of itself, by way of 5",
    ),
    "bridge to nothing": (
        conllua(f"{A}) MarkableID=a|MentionAnchor=m9"),
        "f:3: bridge to m9: no such mention",
    ),
    "bridge from nothing": (
        conllua(f"{A}) MarkableID=m9|MentionAnchor=a"),
        "f:3: bridge from m9: no such mention",
    ),
    "bridge to no entity": (
        conllua(f"{A}) MarkableID=a|EntityAnchor=9"),
        "f:3: bridge to 9: no such mention",
    ),
    "minimum outside": (
        conllua("_", "_", mention("1", "m3", "Min=5"), ")", "_"),
        "f:5: Min=5 lies outside mention m3 (tokens 3 to 4)",
    ),
    "no column": (
        conllua("_", columns="# global.columns = ID FORM DISCOURSE_DEIXIS"),
        "f:1: no column IDENTITY",
    ),
    "column twice": (
        conllua("_", columns="# global.columns = ID FORM FORM IDENTITY"),
        "f:1: two columns FORM in # global.columns",
    ),
    "no words": (conllua("_", columns="# global.columns = ID IDENTITY"), "f:1: no column FORM in"),
    "bridge without a name": (conllua(f"{A}) MentionAnchor=a"), "f:3: a bridge without MarkableID; name a"),
    "bridge without an anchor": (conllua(f"{A}) MarkableID=a"), "f:3: a bridge without anchor; name a"),
    "no document": (COLUMNS + "\n", "f: this file contains no document"),
    "early text": (f"{COLUMNS}\n1\tw\n2\tw\n", "f:2: text before the first document"),
    "document twice": (conllua("_") + "# newdoc id = d\n1\tw\n", "f:4: the document d occurs twice"),
    "document without a name": (conllua("_") + "# newdoc id =\n1\tw\n", "f:4: the document name is missing"),
    "id": (conllua("_") + "3\tw\t_\t_\t_\n", "f:4: the ID is '3', but 2 or 1.1 is expected here"),
    "few columns": (
        conllua("_") + "2\tw\t_\t_\n",
        "f:4: 4 columns, but # global.columns names 5; write all columns on every row",
    ),
    "many columns": (conllua("_ _ _ _"), "f:3: 6 columns, but # global.columns names 5"),
    "one column": (conllua("_") + "2\n", "f:4: 1 column, but # global.columns names 5"),
    "empty last column": (conllua("_") + "2\tw\t_\t_\t_\t\n", "f:4: 6 columns, but # global.columns names 5"),
    "other columns": (
        conllua("_") + "# global.columns = ID FORM IDENTITY\n2\tw\t_\n",
        "f:4: the columns of # global.columns differ from those that are named before; write all documents",
    ),
    "mention of a range": (
        conllua("_") + f"2-3\tw\t{A})\t_\t_\n",
        "f:4: IDENTITY on the row of a range of words; write it on the rows of the words",
    ),
    "bridge of a range": (
        conllua("_") + "2-3\tw\t_\tMarkableID=a\t_\n",
        "f:4: BRIDGING on the row of a range of words",
    ),
    "two ids": (
        conllua(f"{mention('1', 'a', 'EntityID=2')})"),
        "f:3: two EntityID in one bracket, 'EntityID=1|MarkableID=a|EntityID=2'; keep one of them",
    ),
    "two anchors": (
        conllua(f"{A}) MarkableID=a|MentionAnchor=a|MentionAnchor=b"),
        "f:3: two MentionAnchor in one bracket",
    ),
    "two sets": (
        conllua("_ EntityID=1|ElementOf=2|ElementOf=3", columns="# global.columns = ID FORM IDENTITY SPLIT"),
        "f:3: two ElementOf in one bracket",
    ),
    "no value": (
        conllua(f"{mention('1', 'a', 'ElementOf=')})"),
        "f:3: ElementOf without a value, 'EntityID=1|MarkableID=a|ElementOf='"
        "; write its value, or leave it out",
    ),
    "no name": (conllua("(EntityID=1|MarkableID=)"), "f:3: MarkableID without a value"),
    "no anchor": (
        conllua(f"{A}) MarkableID=a|MentionAnchor="),
        "f:3: MentionAnchor without a value",
    ),
    "blank": (
        conllua("_").replace("\t_\t_\t_", "\t(EntityID= 1)\t_\t_"),
        "f:3: blanks around a value, 'EntityID= 1'; write NAME=VALUE without blanks",
    ),
    "blank in a bridge": (
        conllua(f"{A})").replace("\t_\t_", "\t(MarkableID=a|EntityAnchor=1)(MarkableID =a)\t_"),
        "f:3: blanks around a value, 'MarkableID =a'",
    ),
    "blank cell": (conllua("_").replace("w1\t_", "w1\t_ "), "f:3: blanks around a value, '_ '"),
    "not text": (conllua("_") + "2\t\0\n", "f:4: a NUL byte"),
    "many sets": (
        conllua(*(f"{mention(str(n), str(n), f'ElementOf={n + 1}')})" for n in range(MOST + 2))),
        "f:1003: more than 1,000 plural entities in this document",
    ),
    "many elements": (
        conllua(
            *(f"{mention(str(n), str(n), 'ElementOf=x')})" for n in range(MOST + 1)), f"{mention('x', 'x')})"
        ),
        "f:3: entity x has too many elements",
    ),
}


@pytest.mark.parametrize(("text", "message"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        faultless(examined(text), Reading())
    assert caught.value.typed.startswith(message)
    assert "; " in caught.value.typed


@pytest.mark.parametrize(
    "name", ["lost plural", "bridge to nothing", "bridge from nothing", "minimum outside"]
)
def test_a_key_is_read_nevertheless(name: str) -> None:
    text, message = FAULTS[name]
    found = examined(text, key=True)
    assert found.faults is None
    assert str(found.remarks[0]).startswith(message)


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        (Bounds(999, 999, 1, 999), "more than 1 documents in this file"),
        (Bounds(999, 999, 9, 2), "more than 2 brackets in this file"),
    ],
)
def test_bounds(bounds: Bounds, message: str) -> None:
    text = conllua(f"{A})", f"{B})", "_") + f"# newdoc id = e\n1\tw\t{A})\n"
    assert message in str(examined(text, bounds=bounds).faults.problems[0])  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "cell",
    ["_ EntityID=1|ElementOf=5,6,7,8", "_ _ (x(x(x(x", "_ _ x)x)x)x)"],
    ids=["SPLIT", "opened", "closed"],
)
def test_every_name_in_any_column_counts(cell: str) -> None:
    text = conllua(cell, columns="# global.columns = ID FORM IDENTITY SPLIT BRIDGING")
    found = examined(text, bounds=Bounds(999, 999, 9, 3)).faults
    assert found is not None
    assert "f:3" in str(found.problems[0])
    assert "more than 3 brackets in this file" in str(found.problems[0])


def test_elements_of_elements_are_counted_as_often_as_they_are_looked_at() -> None:
    """Otherwise entities that all name each other and the same elements would take hours."""
    names = [f"p{number}" for number in range(20)]
    leaves = [f"{mention(f'e{n}', f'e{n}', f'ElementOf={chr(44).join(names)}')})" for n in range(5)]
    rows = [
        f"{mention(name, name, *([f'ElementOf={chr(44).join(names[n + 1 :])}'] if names[n + 1 :] else []))})"
        for n, name in enumerate(names)
    ]
    bounds = Bounds(9999, 999, 9, 600)
    assert examined(conllua(*leaves, *rows), bounds=bounds).faults is not None
    assert examined(conllua(*leaves, *rows), bounds=Bounds(9999, 999, 9, 9999)).faults is None


def test_a_minimum_span_where_an_id_stands_twice() -> None:
    text = conllua("_", mention("1", "a", "Min=9"), ")", "_").replace("\n3\t", "\n2\t")
    said = [str(one) for one in examined(text).faults.problems]  # type: ignore[union-attr]
    assert "Min=9 lies outside mention a (tokens ? to 2)" in "\n".join(said)


def test_too_many_open() -> None:
    text = conllua(*(mention(str(n), str(n)) for n in range(10_001)))
    assert "more than 10,000 brackets are open here" in str(examined(text).faults.problems[0])  # type: ignore[union-attr]


def test_mentions_need_no_name_and_broken_ones_stand_for_nothing() -> None:
    assert spans(read(conllua("(EntityID=1)", "(EntityID=1)"))) == [(0, 0, 0), (1, 1, 0)]
    found = examined(conllua(A, f"{A})", ") MarkableID=b|MentionAnchor=b", f"{B})"))
    assert found.faults is not None
    assert found.faults.count == 1


def test_the_dependencies_of_zeros_are_read_where_the_key_has_a_tree() -> None:
    text = "# global.columns = ID FORM HEAD DEPS IDENTITY\n# newdoc id = d\n1 w 0 _ _\n1.1 _ _ x {A})\n"
    found = examined(text.replace("{A}", A), key=True).faults
    assert found is not None
    assert "'x' is not an enhanced dependency" in str(found.problems[0])
