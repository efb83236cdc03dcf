"""A shared task on fifteen CorefUD datasets, with one entry of each kind that organisers get."""

from __future__ import annotations

import json
import random
import zipfile
from dataclasses import replace
from pathlib import Path

from tests.support.made_corefud import Document, Sentence, corefud, random_document, random_response
from tests.support.made_entries import ALWAYS, INCOMPLETE, NEVER, SPARE_RUN, Case

DATASETS = tuple(f"{language}_{kind}" for language in ("cs", "de", "en", "es", "fr") for kind in "abc")
LAST, FIRST_TWO = DATASETS[-1], DATASETS[:2]
DOCUMENTS = 6


def _conllu(documents: list[Document]) -> dict[str, str]:
    return {"conllu": corefud(documents)}


def _without_heads(documents: list[Document]) -> dict[str, str]:
    bare = [
        [
            replace(sentence, mentions=[replace(one, head=-1) for one in sentence.mentions])
            for sentence in document
        ]
        for document in documents
    ]
    return _conllu(bare)


def _json(documents: list[Document]) -> dict[str, str]:
    return {"jsonl": "".join(f"{json.dumps(_record(f'd{n}', one))}\n" for n, one in enumerate(documents))}


def _fenced(documents: list[Document]) -> dict[str, str]:
    return {"jsonl": f"Here are the entities:\n```json\n{_json(documents)['jsonl']}```\n"}


def _record(name: str, document: Document) -> dict[str, object]:
    """A document with the mentions that are words in one piece: JSON can write no others."""
    clusters: dict[str, list[list[int]]] = {}
    before = 0
    for sentence in document:
        place = {node: before + number for number, node in enumerate(_words(sentence))}
        for one in sentence.mentions:
            tokens = [place.get(node, -1) for node in one.nodes]
            if tokens == list(range(tokens[0], tokens[0] + len(tokens))) and -1 not in tokens:
                clusters.setdefault(one.entity, []).append([tokens[0], tokens[-1]])
        before += len(place)
    sentences = [[f"w{sentence.ids[node]}" for node in _words(sentence)] for sentence in document]
    return {"doc_key": name, "sentences": sentences, "clusters": list(clusters.values())}


def _words(sentence: Sentence) -> list[int]:
    return [node for node, name in enumerate(sentence.ids) if "." not in name]


# Of each entry how it is written, the datasets that it lacks, and what becomes of it.
WRITTEN = {"headless": _without_heads, "json": _json, "fenced": _fenced}
CASES = {
    "heads": Case({}, "heads", None, ALWAYS),
    "headless": Case({}, "headless", None, ALWAYS),
    "json": Case({}, "json", None, ALWAYS),
    "fenced": Case({}, "fenced", None, NEVER, faulty=DATASETS),
    "packed.zip": Case({}, "packed", None, ALWAYS),
    "ours@1": Case({}, "ours", "1", ALWAYS),
    "ours@2": Case({}, "ours", "2", ALWAYS),
    "ours@3": Case({}, "ours", "3", SPARE_RUN, missing=(LAST,)),
    "lacks-one": Case({}, "lacks-one", None, INCOMPLETE, missing=(LAST,)),
    "lacks-two": Case({}, "lacks-two", None, INCOMPLETE, missing=FIRST_TWO),
    "broken": Case({}, "broken", None, INCOMPLETE, faulty=(LAST,)),
    "other-split": Case({}, "other-split", None, NEVER),
    "call.pdf": Case({}, "call", None, NEVER),
}
LEFT_OUT = {f"ours@3 lacks {LAST}; ours is the mean of 2 of 3 runs"}


def write(folder: Path) -> None:
    """The key and the entries."""
    keys = {
        dataset: [random_document(random.Random(f"{dataset}-{n}")) for n in range(DOCUMENTS)]
        for dataset in DATASETS
    }
    _write(folder / "key", {f"{name}.conllu": corefud(documents) for name, documents in keys.items()})
    for entry, case in CASES.items():
        if entry != "call.pdf":
            rng, writer = random.Random(entry), WRITTEN.get(entry, _conllu)
            files = {
                f"{dataset}{'-dev' * (entry == 'other-split')}.{suffix}": text
                for dataset in DATASETS
                if dataset not in case.missing
                for suffix, text in writer([random_response(rng, one) for one in keys[dataset]]).items()
            }
            if entry == "broken":
                files[f"{LAST}.conllu"] = files[f"{LAST}.conllu"].replace("Entity=(", "Entity=((", 1)
            _write(folder / entry, files)
    (folder / "call.pdf").write_bytes(b"%PDF-1.7\n")


def _write(place: Path, files: dict[str, str]) -> None:
    """A folder with files, or a zip whose files lie in one folder."""
    if place.suffix == ".zip":
        with zipfile.ZipFile(place, "w") as archive:
            for name, text in files.items():
                archive.writestr(f"{place.stem}/{name}", text)
    else:
        place.mkdir(parents=True)
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
