"""The reader and the plain reader agree on the files of the official scorer's own test cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.corpus import Corpus
from leaderboard.formats import Reading, read_corpus
from leaderboard.matching import align
from tests.support import plain_conll

FOLDER = Path(__file__).parents[3] / "shared" / "conformance" / "tc"
CASES = FOLDER / "expected.json"

pytestmark = pytest.mark.skipif(not CASES.exists(), reason=f"no conformance data at {FOLDER}")


def read(name: str) -> Corpus:
    return read_corpus(name, (FOLDER / name).read_bytes(), Reading()).corpus


def entities(corpus: Corpus) -> list[frozenset[tuple[int, int]]]:
    """The entities of a corpus of one part, in order."""
    rows = list(zip(corpus.entity.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True))
    return [
        frozenset((start, end) for entity, start, end in rows if entity == number)
        for number in range(corpus.entities)
    ]


@pytest.mark.parametrize(
    "case", json.loads(CASES.read_text()) if CASES.exists() else [], ids=lambda case: case["id"]
)
def test_official_files_are_read(case: dict[str, str]) -> None:
    key, response = read(case["key"]), read(case["response"])
    for name, corpus in ((case["key"], key), (case["response"], response)):
        (plain,) = plain_conll.read((FOLDER / name).read_text(encoding="utf-8")).values()
        assert entities(corpus) == plain
    # Three words of TC-A differ between the official key and responses.
    assert align(key, response, missing_is_empty=False, check_words=False).parts == key.parts
