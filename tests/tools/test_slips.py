"""Slips in small numbers; ``python -m tools.slips`` tries them by the hundred thousand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tools.slips import broken_files, good_file, read_off, slips


def test_broken_files_are_read_or_refused(tmp_path: Path) -> None:
    counts = broken_files(tmp_path, 300, random.Random(1), every=40)
    for suffix in (".conllua", ".conllu", ".stanza", ".txt", ".jsonl", ".jsonl across"):
        for way in ("truncated", "changed fields", "mutated"):
            assert counts[f"{suffix} {way}", "refused"]
        assert counts[f"{suffix} changed fields", "accepted"] or suffix == ".txt"
        assert counts[f"{suffix} mutated", "accepted"]


@pytest.mark.parametrize("suffix", [".conll", ".conllua"])
def test_a_good_file_is_read_as_it_was_made(suffix: str) -> None:
    good = good_file(suffix, random.Random(2))
    assert sum(map(len, read_off(good.text(), suffix, good.column))) == 3


def test_no_bracket_is_lost_in_silence(tmp_path: Path) -> None:
    counts = slips(tmp_path, 400, random.Random(3))
    assert sum(counts.values()) == 400
    for suffix in (".conll", ".conllua"):
        assert counts[f"{suffix} with a slip", "refused"]
        assert counts[f"{suffix} with a slip", "read off"]
    assert counts[".conll with a slip", "told of"]
