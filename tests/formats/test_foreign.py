"""Files that are no submission are named for what they are, whatever they are called."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import pickle
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.formats import Reading, examine
from tests.support import small_task
from tests.support.bad_corefud import KEY as COREFUD_KEY
from tests.support.running import Typed
from tests.support.small_task import FAIR, KEY

ANAPHORA = "# global.columns = ID FORM MISC IDENTITY BRIDGING\n# newdoc id = a\n1\tAnn\t_\t(EntityID=1)\t_\n"


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, FAIR)
    return out.getvalue()


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.conll"))
    return out.getvalue()


SEEN: list[str] = []


class Loaded:
    """What tells when it is loaded."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return SEEN.append, ("loaded",)


FOREIGN = {
    "empty": (b"", "", "an empty file"),
    "blank": (b"\xef\xbb\xbf\r\n \t\n", "", "an empty file"),
    "long and blank": (b" \n" * 9000, "", "an empty file"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3\n", "", "a PDF file"),
    "Word": (zipped("[Content_Types].xml", "word/document.xml"), "", "a file of Word or another Office"),
    "old Word": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), "", "a file of Word or another Office"),
    "RTF": (rb"{\rtf1\ansi text}", "", "a file of Word or another Office"),
    "zip": (zipped("a.conll"), "", "a zip archive"),
    "zip of nothing": (zipped(), "", "a zip archive"),
    "gzip": (gzip.compress(FAIR.encode()), "", "a gzip file"),
    "bzip2": (bz2.compress(FAIR.encode()), "", "a bzip2 file"),
    "xz": (lzma.compress(FAIR.encode()), "", "an xz file"),
    "tar": (tarred(), "", "a tar archive"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\4", "", "a 7z archive"),
    "RAR": (b"Rar!\x1a\x07\x01\0", "", "a RAR archive"),
    "Zstandard": (b"\x28\xb5\x2f\xfd\x04", "", "a Zstandard file"),
    "Parquet": (b"PAR1\x15\x04\x15", "", "a Parquet file"),
    "pickle": (pickle.dumps(Loaded()), "", "a Python pickle, which is never loaded"),
    "UTF-16": (FAIR.encode("utf-16"), "", "text in UTF-16"),
    "UTF-16 without a mark": (FAIR.encode("utf-16-be"), "", "text in UTF-16"),
    "HTML": (b"\n <!doctype HTML><html>404</html>\n", ":2", "an HTML page"),
    "CSV": (b"document,start,end,entity\na,0,1,1\n", ":1", "a CSV table"),
    "CSV with quotes": (b'\n"document";"entity"\r\n"a";1\r\n', ":2", "a CSV table"),
    "CSV with spaces": (b"document;mention text;cluster\na;1 x;2\n", ":1", "a CSV table"),
    "CSV with spaces in quotes": (b'"doc id","mention"\n"a","x y"\n', ":1", "a CSV table"),
    "a table with tabs": (b"document\tmention\tcluster\n1\t2\t3\n", ":1", "a CSV table"),
    "HTML after XML": (b'<?xml version="1.0"?><html><body>x</body></html>', ":1", "an HTML page"),
    "HTML after remarks": (b"<!-- x > y -->\n<!---->\n<!DOCTYPE html>\n<html>", ":3", "an HTML page"),
    "prose with commas": (b"Hello, organisers\nthis, is ours\n", ":1", "text in which no mention is tagged"),
    "prose with brackets": (b"[1] Ann sees her dog.\n", ":1", "text in which no mention is tagged"),
    "numbers in brackets": (b"[1, 2] say so.\n", ":1", "text in which no mention is tagged"),
    "tags of no known kind": (b"<e-1>Ann</e-1> left.\n", ":1", "text in which no mention is tagged"),
    "prose": (b"\nDear organisers, this is ours.\n", ":2", "text in which no mention is tagged"),
}


def each_file() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("data", "line", "what"), FOREIGN.values(), ids=FOREIGN)


@each_file()
def test_it_is_named(data: bytes, line: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        examine("f", data, Reading())
    assert caught.value.typed.startswith(f"f{line}: {what}")
    assert not SEEN


@each_file()
@pytest.mark.parametrize("key", [KEY, COREFUD_KEY], ids=["conll", "corefud"])
def test_by_every_command(data: bytes, line: str, what: str, key: str, here: Path, typed: Typed) -> None:
    Path("key.conll").write_text(key, encoding="utf-8")
    Path("fair.conll").write_text(key, encoding="utf-8")
    Path("odd.conll").write_bytes(data)
    run = typed("score", "odd.conll")
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith(f"rejected: odd.conll{line}: {what}")
    assert f"odd.conll{line}: error: {what}" in typed("validate", "odd.conll").out
    assert typed("score", "fair.conll", "--key", "odd.conll").err.count(f"odd.conll{line}: {what}") == 1


def test_universal_anaphora_is_refused_beside_other_keys(here: Path, typed: Typed) -> None:
    Path("odd.conllua").write_text(ANAPHORA, encoding="utf-8")
    for key in (KEY, COREFUD_KEY):
        Path("key.conll").write_text(key, encoding="utf-8")
        run = typed("score", "odd.conllua", "--key", "key.conll")
        assert (run.code, run.out) == (4, "")
        assert run.err.startswith(
            "rejected: odd.conllua:1: a Universal Anaphora file, but the key key.conll is not"
        )
        run = typed("score", "key.conll", "--key", "odd.conllua")
        assert "key.conll: not a Universal Anaphora file, but the key odd.conllua is" in run.err


def test_rank_rejects_it_in_one_row(here: Path, typed: Typed) -> None:
    small_task.write(here, key=KEY, fair=FAIR)
    for number, (data, _, _) in enumerate(FOREIGN.values()):
        Path(f"odd{number}.conll").write_bytes(data)
    run = typed("rank", ".", "--output", "report", "--draws", "100", "--quiet", "--format", "json")
    assert run.code == 3
    reasons = [row["reason"] for row in json.loads(run.out)["rejected"]]
    assert sorted(reasons) == sorted(reason for reason in reasons if "; " in reason)
    assert len(reasons) == len(FOREIGN)


NO_DOCUMENT = "this is not a JSON object"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        *(
            (text, NO_DOCUMENT)
            for text in ("[1,2,3]\n", '["a", "b"]', "[null]", "null", '"a \\" b"', "-1.5e3")
        ),
        *((text, NO_DOCUMENT) for text in ('[1, {"doc_key": "a"}]', "[[1.5]]", '[["a"]]', "[[]]")),
        pytest.param(f"[{'7, ' * 5000}7]", NO_DOCUMENT, id="many numbers"),
        pytest.param(json.dumps(["word" * 3000]), NO_DOCUMENT, id="a long word"),
        *((text, "clusters without documents") for text in ("[[[0,0],[3,3]]]", "[\n [[0,0]]\n]\n")),
    ],
)
def test_what_is_json_is_told_what_to_write(text: str, what: str) -> None:
    faults = examine("f", text.encode(), Reading()).faults
    assert faults is not None
    problem = faults.problems[0]
    assert (problem.line, problem.what) == (1, what)
    if what == NO_DOCUMENT:
        assert problem.remedy.startswith('write each document as `{"doc_key": ')
    else:
        assert "score_clusters" in problem.remedy


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(f"Hello, organisers (of the task)\n{FAIR}".encode(), id="a remark before documents"),
        pytest.param(f"Hello organisers\n{FAIR}".encode(), id="another"),
        pytest.param(FAIR.partition("\n")[2].encode(), id="documents without a beginning"),
        pytest.param(b"a 0 0 Ann -\n", id="words without mentions or a beginning"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0", id="what nobody knows"),
    ],
)
def test_what_is_nearly_a_submission_is_told_by_its_faults(data: bytes) -> None:
    faults = examine("f", data, Reading()).faults
    assert faults is not None
    assert faults.problems[0].line == 1


def test_columns_of_other_names_are_no_universal_anaphora() -> None:
    text = f"# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC\n{COREFUD_KEY}"
    assert examine("f", text.encode(), Reading()).faults is None
