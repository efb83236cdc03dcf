"""Files of BookNLP: a pair of files, a folder or a zip of pairs, and what is wrong with them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.formats import Examined, Reading, examine, faultless, read_corpus
from leaderboard.formats.limits import WITHOUT_KEY
from leaderboard.formats.source import Together
from tests.support.running import Typed
from tests.support.toolkit_files import Document, as_booknlp, as_conll

RANK = [
    *("rank", "--key", "key.conll", "--metric", "muc", "--primary", "muc"),
    *("--draws", "100", "--format", "json"),
]
ONE = Document("one", ["Ann", "Lee", "saw", "her"], [[(0, 1), (3, 3)]])
TWO = Document("tales/two", ["It", "ran"], [[(0, 0)]])
MENTIONS, TOKENS = as_booknlp(ONE)
SIDE = "put one.entities and one.tokens side by side"


def read(files: Mapping[str, str], *documents: Document, **more: object) -> Examined:
    key = read_corpus("key", as_conll(documents or (ONE,)).encode(), Reading(key=True)).corpus
    reading = replace(Reading(beside=key), **more)  # type: ignore[arg-type]
    return examine("f", Together.of((f"f/{name}", text.encode()) for name, text in files.items()), reading)


def pair(mentions: str = MENTIONS, tokens: str = TOKENS) -> dict[str, str]:
    return {"one.entities": mentions, "one.tokens": tokens}


def spans(found: Examined) -> list[tuple[str, int, int]]:
    corpus = faultless(found, Reading()).corpus
    columns = zip(corpus.part.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True)
    return [(corpus.parts[part].document, start, end) for part, start, end in columns]


def test_documents_are_found_by_their_names() -> None:
    files = {**pair(), **dict(zip(("two.entities", "two.tokens"), as_booknlp(TWO), strict=True))}
    assert spans(read(files, TWO, ONE)) == [("one", 0, 1), ("one", 3, 3), ("tales/two", 0, 0)]
    assert spans(read(pair(), ONE._replace(name="other"))) == [("other", 0, 1), ("other", 3, 3)]
    assert read(pair(), TWO, ONE._replace(name="three")).corpus.parts[0].document == "one"
    twice = read(pair(), ONE._replace(name="a/one"), ONE._replace(name="b/one"))
    assert twice.corpus.parts[0].document == "one"
    assert spans(examine("f", Together.of((name, text.encode()) for name, text in pair().items()), Reading()))


def test_texts_of_other_tokens_are_told_of() -> None:
    other = MENTIONS.replace("0\t1\tNOM", "0\t0\tNOM").replace("3\t3\tNOM", "2\t3\tNOM")
    found = read(pair(other))
    assert spans(found) == [("one", 0, 0), ("one", 2, 3)]
    what = "the text of a mention is not that of its tokens (2 such mentions)"
    said = f"f/one.entities:2: {what}; the tokens count; check start_token and end_token"
    assert [str(remark) for remark in found.remarks] == [said]
    without = "".join(line.rpartition("\t")[0] + "\n" for line in other.splitlines())
    for text in (MENTIONS, MENTIONS.replace("Ann Lee", "AnnLee"), without, f"{MENTIONS} \n"):
        assert read(pair(text)).remarks == ()


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"one.entities": MENTIONS}, f"f/one.entities: a file of BookNLP alone; {SIDE}"),
        ({"one.tokens": TOKENS}, f"f/one.tokens: a file of BookNLP alone; {SIDE}"),
        ({"one.book": "{}"}, "f: BookNLP without mentions; submit NAME.entities, with NAME.tokens beside it"),
        (
            pair(MENTIONS.replace("COREF", "coref")),
            "f/one.entities:1: the header lacks the column COREF; submit",
        ),
        (
            pair("", TOKENS),
            "f/one.entities: an empty file; submit the file as BookNLP writes it",
        ),
        (
            pair(tokens=TOKENS.replace("\tword", "\tw")),
            "f/one.tokens:1: the header lacks the column word; submit",
        ),
        (
            pair(f"{MENTIONS}1\t2\n"),
            "f/one.entities:4: 2 cells under 6 columns; give each row one cell per column",
        ),
        (
            pair(MENTIONS.replace("\t3\t3", "\t3\t4")),
            "f/one.entities:3: the mention of tokens '3 to 4' does not lie",
        ),
        (
            pair(MENTIONS.replace("\t3\t3", "\t-1\t3")),
            "f/one.entities:3: the mention of tokens '-1 to 3' does not",
        ),
        (
            pair(MENTIONS.replace("\t0\t1", "\t1\t0")),
            "f/one.entities:2: the mention of tokens '1 to 0' does not lie",
        ),
        (
            pair(tokens=TOKENS.replace("\t1\t1\t", "\t1\t2\t")),
            "f/one.tokens:3: the token is '2', but 1 is expected",
        ),
        (
            pair(tokens=TOKENS.replace("saw", "sees")),
            "f/one.tokens:4: the word 'sees' is 'saw' in the key; restore the",
        ),
        (
            pair(tokens=f"{TOKENS}0\t0\t4\t4\tx\tx\t0\n"),
            "f/one.tokens:6: one (part 0) has 5 tokens, but 4 in the key; ",
        ),
        (
            pair(tokens=TOKENS.rpartition("0\t0\t3\t3")[0]),
            "f/one.tokens:4: one (part 0) has 3 tokens, but 4 in the key; restore them, or",
        ),
        (
            pair(tokens=TOKENS.partition("\n")[0]),
            "f/one.tokens: one (part 0) has 0 tokens, but 4 in the key; restore",
        ),
        (pair(tokens=f"{TOKENS}\0\n"), "f/one.tokens:6: a NUL byte; "),
        ({"a\n.entities": MENTIONS, "a\n.tokens": TOKENS}, "f/a\\n.entities: the document name "),
    ],
)
def test_what_is_wrong_is_refused_in_its_file(files: dict[str, str], message: str) -> None:
    faults = read(files).faults
    assert faults is not None
    assert str(faults.problems[0]).startswith(message)


@pytest.mark.parametrize(
    "row", ["0\t0\t1\t1\tLee\0\tLee\t0", "0\t0\t1", "0\t0\t7\t7\tLee\tLee\t0", "0\t0\t7\t7\tL\0e\tL\te\t0"]
)
def test_one_wrong_row_is_one_fault(row: str) -> None:
    lines = TOKENS.splitlines()
    assert lines[2].split("\t")[2] == "1"
    found = read(pair(tokens="\n".join([*lines[:2], row, *lines[3:], ""])))
    assert found.faults is not None
    assert [problem.line for problem in found.faults.problems] == [3]
    assert found.faults.nameless == 0
    assert found.remarks == ()
    skipped = read(
        pair(tokens=TOKENS.replace("\t2\t2\t", "\t3\t3\t").replace("\t3\t3\ther", "\t4\t4\ther"))
    ).faults
    assert skipped is not None
    assert skipped.count == 1


def test_a_line_that_is_no_row_is_one_fault() -> None:
    lines = TOKENS.splitlines(keepends=True)
    found = read(pair(tokens="".join([*lines[:3], "x\0\n", *lines[3:]]))).faults
    assert found is not None
    assert [problem.line for problem in found.problems] == [4]


def test_each_wrong_row_is_a_fault() -> None:
    tokens = TOKENS.replace("\t1\t1\t", "\t1\t7\t").replace("\t3\t3\ther", "\t3\t9\ther")
    faults = read(pair(tokens=tokens)).faults
    assert faults is not None
    assert [problem.line for problem in faults.problems] == [3, 5]
    mentions = MENTIONS.replace("\t0\t1", "\t0\t9").replace("\t3\t3", "\t3\t8")
    faults = read(pair(f"{mentions}0\t9\n")).faults
    assert faults is not None
    assert [problem.line for problem in faults.problems] == [2, 3, 4]


def test_another_text_can_be_repaired_or_passed_over() -> None:
    other = pair(tokens=TOKENS.replace("saw", "sees"))
    assert [mend.changed for mend in read(other, repair=True).mends.values()] == [1]
    assert spans(read(other, check_words=False)) == [("one", 0, 1), ("one", 3, 3)]


def test_limits_and_keys() -> None:
    for what, few in (("words", {"lines": 3}), ("mentions", {"brackets": 1})):
        faults = read(pair(), bounds=replace(WITHOUT_KEY, **few)).faults
        assert faults is not None
        assert f"more than {next(iter(few.values()))} {what} in this submission; " in str(faults.problems[0])
    with pytest.raises(InputError, match="BookNLP is read as a response, not as a key"):
        examine("f", Together.of([]), Reading(key=True))


def write(folder: Path) -> None:
    folder.mkdir()
    for document in (ONE, TWO):
        name = document.name.rpartition("/")[2]
        for suffix, text in zip((".entities", ".tokens"), as_booknlp(document), strict=True):
            (folder / f"{name}{suffix}").write_text(text, encoding="utf-8")
        (folder / f"{name}.book").write_text('{"characters": []}', encoding="utf-8")
        (folder / f"{name}.book.html").write_text("<html>", encoding="utf-8")


def test_a_folder_and_a_zip_are_one_dataset(here: Path, typed: Typed) -> None:
    Path("key.conll").write_text(as_conll([ONE, TWO]), encoding="utf-8")
    Path("submissions").mkdir()
    write(Path("submissions/ours"))
    with zipfile.ZipFile("submissions/theirs.zip", "w") as archive:
        for path in Path("submissions/ours").iterdir():
            archive.write(path, f"top/{path.name}")
    run = typed(*RANK)
    assert run.code == 0, run.err
    systems = json.loads(run.out)["systems"]
    assert [(system["system"], system["scores"]["muc"]["f1"]) for system in systems] == [
        ("ours", 1),
        ("theirs", 1),
    ]
    assert typed("validate", "submissions/ours", "--key", "key.conll").code == 0
    Path("submissions/ours/one.tokens").write_text(TOKENS.replace("saw", "sees"), encoding="utf-8")
    run = typed("score", "submissions/ours", "--key", "key.conll")
    assert run.code == 4
    assert "submissions/ours/one.tokens:4: the word 'sees' is 'saw' in the key" in run.err


def test_another_file_beside_them_is_named(here: Path, typed: Typed) -> None:
    Path("key.conll").write_text(as_conll([ONE]), encoding="utf-8")
    for name, text in {**pair(), "read.txt": "Ann"}.items():
        Path("ours").mkdir(exist_ok=True)
        (Path("ours") / name).write_text(text, encoding="utf-8")
    run = typed("score", "ours", "--key", "key.conll")
    what = "a second file of the dataset one, beside one.entities"
    assert (run.code, run.out) == (4, "")
    assert f"ours/one.tokens: {what}; submit files of BookNLP alone, without read.txt\n" in run.err


def test_loose_files_are_one_system(here: Path, typed: Typed) -> None:
    Path("key.conll").write_text(as_conll([ONE]), encoding="utf-8")
    write(Path("submissions"))
    for path in Path("submissions").glob("two.*"):
        path.unlink()
    run = typed(*RANK)
    answer = json.loads(run.out)
    assert [(entry["entry"], entry["verdict"]) for entry in answer["entries"]] == [("one.entities", "ranked")]
    assert typed("score", "one", "--key", "key.conll").code == 0
    Path("submissions/one.tokens").unlink()
    run = typed("score", "one", "--key", "key.conll")
    assert "submissions/one.entities:1: a file of BookNLP alone; submit NAME.entities, with NAME" in run.err
    Path("submissions/one.entities").unlink()
    run = typed("score", "submissions", "--key", "key.conll")
    assert "submissions: BookNLP without mentions; submit NAME.entities" in run.err


def test_a_link_to_tokens_is_not_followed(here: Path, typed: Typed) -> None:
    Path("key.conll").write_text(as_conll([ONE]), encoding="utf-8")
    Path("one.entities").write_text(MENTIONS, encoding="utf-8")
    Path("words").write_text(TOKENS, encoding="utf-8")
    Path("one.tokens").symlink_to("words")
    assert "one.tokens: a symbolic link" in typed("score", "one.entities", "--key", "key.conll").err
    assert typed("score", "one.entities", "--key", "key.conll", "--follow-symlinks").code == 0
