"""What a system may be called, and which names a reader could take for one another."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from leaderboard.system_names import alike, can_be_shown, name_of

UNSEEN = [
    "\u00ad",
    "\u034f",
    "\u061c",
    "\u115f",
    "\u1160",
    "\u17b4",
    "\u180b",
    "\u180e",
    "\u180f",
    "\u200b",
    "\u200d",
    "\u200f",
    "\u202e",
    "\u2060",
    "\u206f",
    "\u2800",
    "\u3164",
    "\ufe00",
    "\ufe0f",
    "\ufeff",
    "\uffa0",
    "\ufff0",
    "\U0001bca0",
    "\U0001d173",
    "\U000e0020",
    "\U000e0100",
    "\U000e0fff",
]


@pytest.mark.parametrize(
    "name", ["a", "eager", "a b", "é", "B³", "системы", "系統", "a-1.5_b", "日本 語", "🦜"]
)
def test_plain_names_can_be_shown(name: str) -> None:
    assert can_be_shown(name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "eager ", " eager", "a\tb", "a\u00a0", "\u3000a", "a\u202eb", "a\ud800", "a\u0378", "a\x1b"],
)
def test_names_with_blanks_around_or_steering_characters_cannot(name: str) -> None:
    assert not can_be_shown(name)


@pytest.mark.parametrize("char", UNSEEN, ids=lambda char: f"U+{ord(char):04X}")
def test_unseen_characters_make_no_name_and_no_difference(char: str) -> None:
    for name in (char, f"eager{char}", f"{char}eager", f"ea{char}ger"):
        assert not can_be_shown(name)
    assert alike(f"ea{char}ger{char}") == "eager"


def test_what_is_seen_is_no_unseen_character() -> None:
    """Letters, digits, signs and marks of scripts in use keep their place."""
    for code in range(0x20, 0x30000):
        char = chr(code)
        seen = unicodedata.category(char) in (
            "Lu",
            "Ll",
            "Lt",
            "Nd",
            "Nl",
            "No",
            "Sc",
            "Sm",
            "Pd",
            "Ps",
            "Pe",
            "Po",
        )
        if seen:
            assert can_be_shown(f"a{char}b"), hex(code)
            assert alike(f"a{char}b") != "ab", hex(code)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Eager", "eager"),
        ("ﬁne", "fine"),
        ("straße", "STRASSE"),
        ("a  b", "a b"),
        ("a", "ａ"),
        ("é", "e\u0301"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one) == alike(other)


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.conll", "a"),
        ("a.conll.gz", "a"),
        ("a.v4_gold_conll", "a"),
        ("a.v4_auto_conll.xz", "a"),
        ("a.JSONL", "a"),
        ("a.conllu.bz2", "a"),
        ("a.txt", "a"),
        ("notes.pdf", "notes"),
        ("a.out", "a"),
        ("a.gz", "a"),
        ("a.zip", "a"),
        ("a-1.5.zip", "a-1.5"),
        ("a", "a"),
        ("model-1.5", "model-1.5"),
        ("model-1.5.conll", "model-1.5"),
        ("model-1.5.gz", "model-1.5"),
        ("model.best", "model.best"),
    ],
)
def test_only_suffixes_of_formats_are_left_out_of_a_name(file: str, name: str) -> None:
    assert name_of(Path(file)) == name


def test_the_folder_that_we_are_in_is_called_as_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "eager" / "inner").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "eager" / "inner")
    for path in (".", "./", "../inner", "../../eager/inner"):
        assert name_of(Path(path)) == "inner"
    for path in ("..", "../", "../.", "../inner/.."):
        assert name_of(Path(path)) == "eager"


@pytest.mark.parametrize("suffix", ["conll", "conllu", "conllua", "jsonl", "conllua.gz"])
def test_the_suffixes_of_formats_are_no_part_of_a_name(suffix: str) -> None:
    assert name_of(Path(f"ours.{suffix}")) == "ours"
