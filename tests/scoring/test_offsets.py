"""Offsets that are likely a mistake are said, and scored as they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import leaderboard

Spans = list[list[list[int]]]
KEY: Spans = [[[0, 1], [3, 3]], [[3, 4], [6, 6]]]


def write(path: Path, *documents: Spans) -> Path:
    lines = (
        {"doc_key": str(number), "sentences": [["x"] * 9], "clusters": clusters}
        for number, clusters in enumerate(documents)
    )
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def moved(clusters: Spans, start: int, end: int) -> Spans:
    return [[[one[0] + start, one[1] + end] for one in cluster] for cluster in clusters]


def said(tmp_path: Path, *documents: Spans) -> list[str]:
    key = write(tmp_path / "key.jsonl", *[KEY] * len(documents))
    response = write(tmp_path / "response.jsonl", *documents)
    return [str(one) for one in leaderboard.score(response, key=key, metric=["muc"]).warnings]


BY_ONE = "response.jsonl: offsets seem to begin at 1 (4 of 4 mentions would then be in the key); count tokens"
EXCLUSIVE = (
    "response.jsonl: offsets seem to end one token after the mention (4 of 4 mentions would then be in"
)

BOTH = "response.jsonl: offsets seem to begin at 1 and end one token after the mention (4 of 4 mentions would"


@pytest.mark.parametrize(("start", "end", "begin"), [(1, 1, BY_ONE), (0, 1, EXCLUSIVE), (1, 2, BOTH)])
def test_offsets_that_fit_the_key_once_moved_are_said(
    tmp_path: Path, start: int, end: int, begin: str
) -> None:
    (warning,) = said(tmp_path, moved(KEY, start, end))
    assert begin in warning


@pytest.mark.parametrize(
    "clusters",
    [
        KEY,
        [[[0, 0], [3, 3]], [[3, 4], [6, 6]]],
        [[[1, 2], [7, 7]], [[8, 8], [5, 6]]],
        moved(KEY, 2, 2),
    ],
    ids=["right", "nearly right", "half of it would fit", "moved by two"],
)
def test_of_other_offsets_nothing_is_said(tmp_path: Path, clusters: Spans) -> None:
    assert not any("offsets seem" in warning for warning in said(tmp_path, clusters))


def test_no_mention_fits_one_of_the_part_before(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", [[[8, 8], [0, 0]]], [])
    response = write(tmp_path / "response.jsonl", [], [[[0, 0], [1, 2]]])
    assert leaderboard.score(response, key=key, metric=["muc"]).warnings == ()


def test_brackets_are_not_offsets(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", [[[0, 0]], [[1, 1]]])
    words = ["x"] * 9
    words[1], words[2] = "x\t0\t0\tx\t(1)", "x\t0\t0\tx\t(2)"
    lines = "\n".join(word if "\t" in word else f"{word}\t0\t0\tx\t-" for word in words)
    response = tmp_path / "response.conll"
    response.write_text(f"#begin document (0); part 000\n{lines}\n\n#end document\n", encoding="utf-8")
    assert leaderboard.score(response, key=key, metric=["muc"]).warnings == ()
