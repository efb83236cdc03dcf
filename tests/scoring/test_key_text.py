"""Responses with the text of their key are read beside it, and every answer is as if they were not."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import InputError
from leaderboard.options import read_options
from leaderboard.scoring import response
from leaderboard.scoring.key import _lines, lines_of, read_key
from leaderboard.scoring.pool import score_responses
from leaderboard.scoring.response import Response, read_responses
from leaderboard.submissions import open_submission
from tests.support import small_task
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, SHORT, parts

TEXTS = {
    "fair": FAIR,
    "same": KEY,
    "short": SHORT,
    "broken": BROKEN,
    "silent": parts(NOTHING, NOTHING, NOTHING),
    "repeated": KEY.replace("(2)", "(2)|(2)", 1),
    "words": KEY.replace("sees", "hears"),
    "spaced": FAIR.replace("\t", " "),
    "windows": FAIR.replace("\n", "\r\n"),
}


@pytest.fixture
def task(tmp_path: Path) -> Path:
    small_task.write(tmp_path, key=KEY, **TEXTS)
    return tmp_path


def outcome(task: Path, name: str, **options: object) -> tuple[Any, ...]:
    """Everything that is read of a response, or all that is wrong with it."""
    settled = read_options(options)
    key = read_key(task / "key.conll", settled)
    try:
        [found] = read_responses(key, open_submission(task / name, False), settled, hashed=True)
    except InputError as error:
        return (error.problems, error.count)
    return told(found)


def told(found: Response) -> tuple[object, ...]:
    side = found.response
    columns = (side.part, side.start, side.end, side.entity, side.line, side.tokens, side.token_line)
    texts = [texts and (texts.characters.tolist(), texts.ends.tolist()) for texts in (side.words, side.tags)]
    rest = found.missing, found.repairs, found.warnings, found.digest, found.entities, dict(found.mends)
    return (side.file, side.parts, *(column.tolist() for column in columns), *texts, *rest)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(
    "options", [{}, {"errors": True}, {"duplicates": "error"}, {"missing": "empty"}, {"check_words": False}]
)
def test_answers_are_those_of_the_ordinary_readers(
    task: Path, name: str, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    beside_the_key = outcome(task, f"{name}.conll", **options)
    monkeypatch.setattr(response, "lines_of", lambda key, options: None)
    assert outcome(task, f"{name}.conll", **options) == beside_the_key


def must_not_examine(*_: object) -> None:
    raise AssertionError


def test_only_other_texts_are_examined(task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response, "examine", must_not_examine)
    for name in ("fair", "same", "silent", "repeated"):
        assert outcome(task, f"{name}.conll")
    [[problem], _] = outcome(task, "words.conll")
    assert problem.what == "the program failed on this file (AssertionError)"


def packed(path: Path) -> None:
    path.with_suffix(".conll.gz").write_bytes(gzip.compress(path.read_bytes()))


@pytest.mark.parametrize(
    ("options", "change"),
    [
        ({"coref_column": 6}, lambda path: None),
        ({"across": "document"}, lambda path: None),
        ({}, lambda path: path.write_text(KEY + "\n")),
        ({}, lambda path: path.unlink()),
    ],
)
def test_keys_that_are_not_kept(
    task: Path, options: dict[str, object], change: Callable[[Path], object]
) -> None:
    settled = read_options(options)
    key = read_key(task / "key.conll", settled)
    change(task / "key.conll")
    assert lines_of(key, settled) is None


def test_packed_files_and_too_large_ones_are_read_as_a_whole(
    task: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed(task / "fair.conll")
    packed(task / "key.conll")
    settled = read_options({})
    key = read_key(task / "key.conll.gz", settled)
    assert lines_of(key, settled) is None
    monkeypatch.setattr(response, "follow", must_not_examine)
    assert outcome(task, "fair.conll.gz")
    with (task / "fair.conll").open("ab") as file:
        file.truncate(1 << 24)
    assert "more than 8,396,108 bytes" in str(outcome(task, "fair.conll"))


def test_a_file_that_cannot_be_opened_is_left_to_the_ordinary_reader(
    task: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError

    expected = outcome(task, "fair.conll")
    monkeypatch.setattr(response, "follow", broken)
    assert outcome(task, "fair.conll") == expected


def test_the_text_of_the_key_is_freed_after_the_last_response(task: Path) -> None:
    settled = read_options({})
    key = read_key(task / "key.conll", settled)
    found = score_responses(key, [open_submission(task / "fair.conll", False)] * 2, settled, ())
    next(found)
    assert _lines.cache_info().currsize == 1
    list(found)
    assert _lines.cache_info().currsize == 0
