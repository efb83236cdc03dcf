"""The warning of offsets on public corpora, where they lie at hand: none on good files, and wrong ends found.

The folder that COREF_CORPORA names, or else ``../shared/corpora``, has ``litbank`` and ``gum`` as their
repositories have them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import leaderboard
from leaderboard.formats import Reading, examine
from leaderboard.scoring.offsets import FEWEST, KIND
from leaderboard.verbs.validate import Validation

ROOT = Path(os.environ.get("COREF_CORPORA") or Path(__file__).parents[3] / "shared" / "corpora")


class Corpus(NamedTuple):
    """``hides`` is in the names of the files whose words are hidden, so that nothing can be told of them."""

    name: str
    files: str
    word_column: int
    hides: str


CORPORA = (
    Corpus("litbank", "coref/conll/*.conll", 4, "nothing"),
    Corpus("gum", "coref/gum/conll/*.conll", 2, "reddit"),
)
# The share of files with wrong ends that are found at least.
FOUND = 0.98


def told(checked: Sequence[Validation]) -> list[str]:
    """The systems that have the warning of offsets."""
    return [one.system for one in checked if any(found.problem.kind == KIND for found in one.findings)]


def with_larger_ends(path: Path, word_column: int) -> Iterator[str]:
    """The documents of a file as JSON lines, with ends one too large where the text has one more word."""
    corpus = examine(path.name, path.read_bytes(), Reading(word_column=word_column)).corpus
    assert corpus.words is not None
    for number, part in enumerate(corpus.parts):
        begin, tokens = int(corpus.first_token[number]), int(corpus.tokens[number])
        clusters: dict[int, list[list[int]]] = {}
        for mention in (corpus.part == number).nonzero()[0]:
            pair = [int(corpus.start[mention]), min(int(corpus.end[mention]) + 1, tokens - 1)]
            clusters.setdefault(int(corpus.entity[mention]), []).append(pair)
        words = [corpus.words[begin + token] for token in range(tokens)]
        name = f"{part.document}_{part.number}"
        yield json.dumps({"doc_key": name, "sentences": [words], "clusters": [*clusters.values()]}) + "\n"


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.name)
def test_good_files_have_no_warning_and_wrong_ends_are_found(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = sorted((ROOT / corpus.name).glob(corpus.files))
    if not files:
        pytest.skip(f"{corpus.name} is not in {ROOT}; name the folder that has it with COREF_CORPORA")
    monkeypatch.chdir(tmp_path)
    good = leaderboard.validate(*files, word_column=corpus.word_column).systems
    assert told(good) == []
    assert sum(bool(one.contents.examples and one.contents.examples[0].text) for one in good) == len(files)
    for path in files:
        lines = "".join(with_larger_ends(path, corpus.word_column))
        (tmp_path / f"{path.stem}.jsonl").write_text(lines, encoding="utf-8")
    options = {"offsets": "token", "ends": "inclusive"}
    wrong = leaderboard.validate(*sorted(tmp_path.iterdir()), **options).systems
    can_be_told = [one for one in wrong if one.contents.mentions >= FEWEST and corpus.hides not in one.system]
    assert len(told(can_be_told)) >= FOUND * len(can_be_told) > 0
