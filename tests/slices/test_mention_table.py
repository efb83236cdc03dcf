"""A table of mentions: attributes and classes of the key's mentions, and of the same ones in a response."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.slices.mention_table import mention_columns, read_mention_table
from tests.oracles import denotation_oracle as oracle
from tests.support import anaphora
from tests.support.plain_conll import Entity, Span, write_pair
from tests.support.running import Typed

WEIGHTS = {
    "PERSON": Fraction(52, 100),
    "PLACE": Fraction(20, 100),
    "THING": Fraction(14, 100),
    "IDEA": Fraction(10, 100),
    "REST": Fraction(4, 100),
}
TEXT = ",".join(f"{name}={float(weight)}" for name, weight in WEIGHTS.items())
Side = list[Entity]
Parts = list[tuple[Side, Side]]


def side(rng: random.Random) -> Side:
    """Up to five entities of single words and pairs of words."""
    spans = [(start, start + more) for start in range(0, 24, 2) for more in (0, 1)]
    chosen = rng.sample(spans, 14)
    entities: list[list[Span]] = [[] for _ in range(5)]
    for span in chosen:
        rng.choice(entities).append(span)
    return [frozenset(entity) for entity in entities if entity]


def made(seed: int, parts: int = 8) -> tuple[Parts, list[dict[Span, str]], list[dict[Span, str]]]:
    """Keys and responses, the class of each mention of the key, and a type of most of them."""
    rng = random.Random(seed)
    both = [(side(rng), side(rng)) for _ in range(parts)]
    spans = [sorted(span for entity in key for span in entity) for key, _ in both]
    classes = [{span: rng.choice([*WEIGHTS]) for span in of_part} for of_part in spans]
    types = [{span: rng.choice("abc") for span in of_part if rng.random() < 0.8} for of_part in spans]
    return both, classes, types


def write(folder: Path, both: Parts, **columns: Sequence[dict[Span, str]]) -> Path:
    """The task, and a table with a row for each mention of the key."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(("key", "sys"), write_pair(both), strict=True):
        (folder / f"{name}.conll").write_text(text)
    rows = [",".join(("document", "part", "first", "last", *columns))]
    for part, (key, _) in enumerate(both):
        for span in sorted(span for entity in key for span in entity):
            cells = (values[part].get(span, "") for values in columns.values())
            rows.append(",".join((f"doc{part // 2}", str(part % 2), *map(str, span), *cells)))
    (folder.parent / "table.csv").write_text("\n".join([*rows, ""]))
    return folder.parent / "table.csv"


def scored(folder: Path, **options: Any) -> Any:
    return leaderboard.score(folder / "sys.conll", key=folder / "key.conll", **options).systems[0]


@pytest.mark.parametrize("response", ["typed", "untyped"])
def test_da_by_five_categories_is_the_slow_oracles(tmp_path: Path, response: str) -> None:
    both, classes, _ = made(5)
    table = write(tmp_path / "task", both, **{"class": classes})
    found = scored(
        tmp_path / "task", mentions=table, metric="da", da_weights=TEXT, da_response=response, errors=True
    )
    counts = [
        oracle.da(
            *part,
            {span: of_part.get(span, "REST") for one in part for entity in one for span in entity},
            WEIGHTS,
            response == "typed",
        )
        for part, of_part in zip(both, classes, strict=True)
    ]
    correct, possible, actual, *errors = map(sum, zip(*counts, strict=True))
    assert (found.scores["da"].recall, found.scores["da"].precision) == (correct / possible, correct / actual)
    told = found.errors.counts
    assert [told.incorrect, told.spurious, told.missing] == errors
    assert [*found.errors.by_class] == [*sorted(WEIGHTS), "(none)"]
    assert sum(one.possible for one in found.errors.by_class.values()) == possible
    plain = scored(tmp_path / "task", metric="da")
    assert plain.scores["da"] != found.scores["da"]


def test_importance_by_five_categories(tmp_path: Path) -> None:
    both, classes, _ = made(6)
    table = write(tmp_path / "task", both, **{"class": classes})
    options: dict[str, Any] = {"lea_importance": "class", "da_weights": TEXT}
    found = scored(tmp_path / "task", mentions=table, metric="lea", **options).scores["lea"]

    def links(entity: Entity) -> set[frozenset[Span]]:
        return {frozenset((a, b)) for a in entity for b in entity if a != b or len(entity) == 1}

    def recall(which: int) -> float:
        right = total = Fraction(0)
        for part, of_part in zip(both, classes, strict=True):
            others: set[frozenset[Span]] = set().union(*map(links, part[1 - which]))
            for entity in part[which]:
                importance = sum(WEIGHTS[of_part.get(span, "REST")] for span in entity)
                own = links(entity)
                right += importance * Fraction(len(own & others), len(own))
                total += importance
        return float(right / total)

    assert (found.recall, found.precision) == pytest.approx((recall(0), recall(1)), abs=1e-12)


@pytest.mark.parametrize("keep", ["mentions", "entities"])
@pytest.mark.parametrize("singletons", ["keep", "drop"])
def test_slices_are_the_files_with_everything_else_deleted(
    tmp_path: Path, keep: str, singletons: str
) -> None:
    both, _, types = made(7)
    metrics = ("mentions", "muc", "bcub", "ceafe", "lea", "blanc", "conll")
    how: dict[str, Any] = {"metric": metrics, "singletons": singletons}
    table = write(tmp_path / "task", both, etype=types)
    found = scored(tmp_path / "task", mentions=table, by="etype", keep=keep, slice_min=0, **how).slices
    assert [one.sheet.slice.value for one in found] == [("a",), ("b",), ("c",), ("(none)",)]
    for one in found:
        [value] = one.sheet.slice.value

        def is_in(part: int, span: Span, value: str = value) -> bool:
            return types[part].get(span, "(none)") == value

        cut = [
            (left(key, part, keep, is_in), left(response, part, keep, is_in))
            for part, (key, response) in enumerate(both)
        ]
        write(tmp_path / value / "task", cut)
        expected = scored(tmp_path / value / "task", **how)
        assert one.scores == expected.scores


def left(entities: Side, part: int, keep: str, is_in: Callable[[int, Span], bool]) -> Side:
    if keep == "entities":
        return [entity for entity in entities if any(is_in(part, span) for span in entity)]
    cut = [frozenset(span for span in entity if is_in(part, span)) for entity in entities]
    return [entity for entity in cut if entity]


def test_rows_and_mentions_that_do_not_fit_are_said_in_a_line_each(tmp_path: Path, typed: Typed) -> None:
    both: Parts = [([frozenset({(0, 0), (2, 3)}), frozenset({(5, 5)})], [frozenset({(0, 0), (2, 3)})])]
    write(tmp_path / "task", both)
    table = tmp_path / "table.csv"
    rows = ["doc0,0,0,X", "doc0,0,0,Y", "doc0,3,2,X", "doc0,2,99,X", "docx,0,0,X", "doc0,1,1,X"]
    table.write_text("\n".join(["document,first,last,kind", *rows, ""]))
    task = str(tmp_path / "task" / "sys.conll")
    run = typed("score", task, "--mentions", str(table), "--by", "kind", "--metric", "muc")
    assert run.code == 0
    assert [
        line.removeprefix(f"warning: {table}") for line in run.err.splitlines() if "table.csv" in line
    ] == [
        ": 2 mentions of the key without a row: doc0 (part 0) 2–3, doc0 (part 0) 5; "
        "values are (none); add a row",
        ":4: 4 rows without a mention in the key: doc0 (part 0) 3–2, doc0 (part 0) 2–99, docx (part 0) 0 "
        "and 1 more; correct document, part, first and last",
        ":3: 1 row with a mention of an earlier row: doc0 (part 0) 0; keep one row per mention",
    ]
    assert re.search(r"^\(none\) +3 ", run.out, re.M)
    assert re.search(r"^X +2 ", run.out, re.M)
    (tmp_path / "task" / "leaderboard.toml").write_text('key = "key.conll"\nsecret = true\n')
    hidden = typed("score", task, "--mentions", str(table), "--by", "kind", "--metric", "muc").err
    assert "2 mentions of the key without a row; values are (none); add a row" in hidden


def test_datasets_forms_and_signatures(tmp_path: Path, typed: Typed) -> None:
    both, classes, types = made(8)
    table = write(tmp_path / "task", both, **{"class": classes}, type=types)
    options = ("--mentions", str(table), "--da-weights", TEXT, "--by", "type/class", "--slice-min", "0")
    key = ("--key", str(tmp_path / "task" / "key.conll"))
    run = typed(
        "score",
        str(tmp_path / "task" / "sys.conll"),
        *key,
        *options,
        *("--metric", "da,lea", "--show-correspondence", "doc1", "--errors", "--format", "json"),
    )
    record = json.loads(run.out)
    assert re.search(r"\|mentions:[0-9a-f]{12}\|", record["signature"])
    assert record["signature"].endswith("|da-match:optimal|key:" + record["signature"].rpartition(":")[2])
    [system] = record["systems"]
    assert {"PERSON", "(none)"} <= {
        mention["class"] for chain in system["chains"] for mention in chain["response"]
    }
    assert [*system["errors"]["by_class"]] == [*sorted(WEIGHTS), "(none)"]
    assert {tuple(one["by"]) for one in system["slices"]} == {("type", "class")}
    folder = tmp_path / "task"
    ranked = typed(
        "rank", str(folder), *options, "--metric", "da", "--output", str(tmp_path / "r"), "--quiet"
    )
    assert ranked.code == 0
    csv = (tmp_path / "r" / "errors.csv").read_text()
    assert "sys,PERSON," in csv
    assert typed("verify", str(tmp_path / "r")).code == 0
    assert str(table.name) in (tmp_path / "r" / "provenance.json").read_text()
    text = typed("score", str(folder / "sys.conll"), *key, *options, "--metric", "da", "--errors").out
    assert "PN: proper names" not in text


def test_saved_sums_keep_the_slices_and_the_hash(tmp_path: Path) -> None:
    both, classes, types = made(9)
    table = write(tmp_path / "task", both, **{"class": classes}, type=types)
    options: dict[str, Any] = {"metric": ("muc", "da"), "by": "type", "slice_min": 0, "da_weights": TEXT}
    file = tmp_path / "task" / "sys.conll"
    whole = leaderboard.score(file, mentions=table, save=tmp_path / "sums", **options)
    ranked = leaderboard.rank(tmp_path / "sums", draws=100)
    assert ranked.scores["sys"]["da"] == whole.systems[0].scores["da"]
    assert f"|mentions:{whole.signature.fields['mentions']}|" in ranked.signature
    slicing = ranked.task.slices[0].slice.slicing
    assert (slicing.labelled, slicing.overlaps) == (("type",), True)
    table.write_text(table.read_text() + "doc0,0,99,99,X,X\n")
    with pytest.raises(UsageError, match="has the sums of another key, or with other options"):
        leaderboard.score(file, mentions=table, save=tmp_path / "sums", **options)


def test_weights_name_classes_of_the_table(tmp_path: Path) -> None:
    both, classes, types = made(10, 2)
    table = write(tmp_path / "task", both, **{"class": classes})
    for options in ({"metric": "da"}, {"lea_importance": "class"}, {"da_weights": "X=1"}):
        with pytest.raises(UsageError) as error:
            scored(tmp_path / "task", mentions=table, **options)
        name = options.get("da_weights", "PN")[:1]
        assert error.value.typed.startswith(f"--da-weights has the class '{name}")
        assert error.value.typed.endswith(
            "are IDEA, PERSON, PLACE, REST, THING; give weights to some of these"
        )
    # Errors that nobody asked to weigh are those of chains by their mentions alone.
    found = scored(tmp_path / "task", mentions=table, errors=True)
    assert found.errors.counts == scored(tmp_path / "task", errors=True).errors.counts
    with pytest.raises(UsageError, match=r"'A=\.6,A=\.4'; name each of the classes at most once"):
        scored(tmp_path / "task", mentions=table, da_weights="A=.6,A=.4")
    table = write(tmp_path / "task", both, type=types)
    with pytest.raises(UsageError, match=r"has the class 'A', but the classes of .* are PN, NP, PRO"):
        scored(tmp_path / "task", mentions=table, da_weights="A=1")


def test_attributes_that_are_unknown_or_empty(tmp_path: Path) -> None:
    both, _, _ = made(11, 2)
    table = write(tmp_path / "task", both, type=[{}, {}])
    with pytest.raises(UsageError, match="no mention of the key has a value in the table of mentions"):
        scored(tmp_path / "task", mentions=table, by="type")
    with pytest.raises(UsageError, match="by is 'typo', which is not an attribute; did you mean 'type'"):
        scored(tmp_path / "task", mentions=table, by="typo")
    (tmp_path / "documents.csv").write_text("document,type\nd,x\n")
    what = "by is 'type', which is an attribute of documents and a column of mentions; rename one of the two"
    with pytest.raises(UsageError, match=what):
        scored(tmp_path / "task", mentions=table, documents=str(tmp_path / "documents.csv"), by="type")


def test_settings_files_name_it_from_their_folder_but_not_among_submissions(
    tmp_path: Path, typed: Typed
) -> None:
    both, _, types = made(12, 2)
    write(tmp_path / "task", both, type=types)
    settings = 'mentions = "table.csv"\nby = ["type"]\nslice-min = 0\nkey = "task/key.conll"\n'
    (tmp_path / "leaderboard.toml").write_text(settings)
    file = str(tmp_path / "task" / "sys.conll")
    assert "F1 by type" in typed("score", file, "--metric", "muc").out
    (tmp_path / "task" / "leaderboard.toml").write_text('mentions = "../table.csv"\n')
    (tmp_path / "leaderboard.toml").unlink()
    ran = typed("score", file, "--metric", "muc")
    assert "a settings file among the submissions cannot set mentions" in ran.err


def test_nodes_of_corefud_have_the_row_of_the_same_words_or_head(tmp_path: Path) -> None:
    def conllu(cells: Sequence[str]) -> str:
        ids = ("1", "2", "2.1", "3", "4")
        lines = [
            f"{at}\tw\tw\tNOUN\t_\t_\t{'_' if '.' in at else '0'}\t_\t{'1:x' if '.' in at else '_'}\t"
            + (f"Entity={cell}" if cell else "_")
            for at, cell in zip(ids, cells, strict=True)
        ]
        head = ["# global.Entity = eid-etype-head-other", "# newdoc id = d", "# sent_id = d"]
        return "\n".join([*head, *lines, "", ""])

    (tmp_path / "key.conllu").write_text(conllu(["(e1--1-)", "(e1--3-", "(e1--1-)", "e1)", "(e2--1-)"]))
    (tmp_path / "sys.conllu").write_text(conllu(["(e1--1-)", "", "(e1--1-)", "(e1--1-)", "(e2--1-)"]))
    table = tmp_path / "table.csv"
    table.write_text("document,first,last,kind\nd,0,0,A\nd,1,2,B\nd,3,3,A\n")
    options: dict[str, Any] = {"mentions": table, "by": "kind", "keep": "mentions", "slice_min": 0}
    result = leaderboard.score(
        tmp_path / "sys.conllu", key=tmp_path / "key.conllu", metric="mentions", singletons="keep", **options
    )
    found = {one.sheet.slice.name: one.scores["mentions"] for one in result.systems[0].slices}
    assert {name: (one.recall, one.precision) for name, one in found.items()} == {
        "A": (1, 1),
        "B": (1, 1),
        "(none)": (1, 1),
    }
    assert not [one for one in result.warnings if "table.csv" in one.file]


def test_entities_over_documents_and_annotations_beyond_identity(tmp_path: Path) -> None:
    text = "".join(
        f"#begin document ({name}); part 000\n{name} 0 0 Ann (1)\n{name} 0 1 ann (2)\n\n#end document\n"
        for name in ("t/a", "t/b")
    )
    for name in ("key", "sys"):
        (tmp_path / f"{name}.conll").write_text(text)
        (tmp_path / f"{name}.conllua").write_text(anaphora.KEY)
    table = tmp_path / "table.csv"
    table.write_text("document,part,first,last,class\nt/a,0,0,0,X\nt/b,,1,1,Y\na,0,0,0,X\n")
    options: dict[str, Any] = {"mentions": table, "da_weights": "X=.6,Y=.4", "lea_importance": "class"}
    for suffix, more in (("conll", {"across": "topic"}), ("conllua", {"split_antecedents": "score"})):
        [one] = leaderboard.score(
            tmp_path / f"sys.{suffix}",
            key=tmp_path / f"key.{suffix}",
            metric=("lea", "da"),
            singletons="keep",
            errors=True,
            **more,
            **options,
        ).systems
        assert (one.scores["lea"].f1, one.errors.counts.errors) == (1, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": no column is called document; name the document of each mention in one"),
        ("document,last\n", "1: no column is called first; give the first token of each mention in one"),
        ("document,first\n", "1: no column is called last; give the last token of each mention in one"),
        ("document,first,last,size\n", "1: the column 'size' has the name of another attribute; rename it"),
        ("document,first,last\na,,1\n", "2: first is ''; give a number of 0 or more"),
        ("document,first,last\na,0,-1\n", "2: last is '-1'; give a number of 0 or more"),
        ("document,part,first,last\na,x,0,1\n", "2: part is 'x'; give a number of 0 or more"),
        ("document,first,last\n,0,1\n", "2: the name of the document is empty or too long"),
        ("document,first,last,x\na,0,1," + "y" * 101, "2: the value 'y+' of 'x' is too long"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "table.csv").write_text(text)
    with pytest.raises(InputError, match=message):
        read_mention_table(tmp_path / "table.csv")
    if ": no column" in message or "has the name" in message:
        with pytest.raises(InputError, match=message):
            mention_columns(tmp_path / "table.csv")


def test_a_table_that_cannot_be_read_ends_the_run(tmp_path: Path) -> None:
    both, _, _ = made(13, 2)
    write(tmp_path / "task", both)
    for options in ({}, {"by": "size"}):
        with pytest.raises((NothingToDo, InputError), match=r"none\.csv"):
            scored(tmp_path / "task", mentions=tmp_path / "none.csv", **options)


def test_rows_of_one_dataset(tmp_path: Path) -> None:
    for dataset in ("x", "y"):
        for name in ("key", "sys"):
            (tmp_path / name).mkdir(exist_ok=True)
            text = "#begin document (d); part 000\nd 0 0 Ann (1)\nd 0 1 ann (1)\n\n#end document\n"
            (tmp_path / name / f"{dataset}.conll").write_text(text)
    table = tmp_path / "table.csv"
    table.write_text("dataset,document,first,last,kind\nx,d,0,0,A\n,d,1,1,B\n")
    options: dict[str, Any] = {"mentions": table, "by": "kind", "keep": "mentions", "singletons": "keep"}
    [one] = leaderboard.score(
        tmp_path / "sys", key=tmp_path / "key", metric="mentions", slice_min=0, **options
    ).systems
    assert {found.sheet.slice.name: found.sheet.slice.datasets for found in one.slices} == {
        "A": ("x",),
        "B": ("x", "y"),
        "(none)": ("y",),
    }
