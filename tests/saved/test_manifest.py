"""A manifest that somebody made up is refused, whatever is in it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import InputError
from leaderboard.options import SCORED, Options, read_options
from leaderboard.saved import MANIFEST, stands_in
from leaderboard.saved.manifest import Manifest, manifest_of, read_manifest, write_manifest
from leaderboard.saved.saved_sums import sealed
from leaderboard.scoring.key import read_key
from tests.support import small_task
from tests.support.small_task import KEY


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, Any]:
    """The record of a manifest, and the manifest in the folder."""
    small_task.write(tmp_path / "task", key=KEY)
    tmp_path = tmp_path / "saved"
    tmp_path.mkdir()
    options = read_options({"word_column": 4})
    manifest = manifest_of(read_key(tmp_path.parent / "task" / "key.conll", options), options)
    write_manifest(tmp_path, manifest)
    assert stands_in(tmp_path)
    assert read_manifest(tmp_path) == manifest
    return {entry.name: getattr(manifest, entry.name) for entry in fields(Manifest)}


def test_every_option_that_can_change_a_score_is_there(whole: dict[str, Any]) -> None:
    scored = {entry.name for entry in fields(Options) if entry.metadata["panel"] == SCORED}
    assert set(whole["options"]) == set(OPTIONS)
    assert scored - set(OPTIONS) == set(ELSEWHERE)


# Sums depend on them through the key alone, or not at all.
ELSEWHERE = (
    "key",
    "follow_symlinks",
    "phase",
    "track",
    "average",
    "documents",
    "mentions",
    "lower",
    "percent",
    "rename",
    "systems",
)
OPTIONS = {
    entry.name: entry.default
    for entry in fields(Options)
    if entry.metadata["panel"] == SCORED and entry.name not in ELSEWHERE
}
WRONG: dict[str, list[Any]] = {
    "scoring": [None, 1, []],
    "key": [None, 1, "a\nb", "x" * 1001, "../key.conll", "/etc/passwd"],
    "format": [None, "\x1b[31m"],
    "digest": [None, "", "0" * 63, "G" * 64, "0" * 65, "../../etc/passwd"],
    "mentions": [None, 1, [], [-1], [1.0], [2**60], [1, 1]],
    "repairs": [None, -1],
    "parts": [None, [], {}, [1], [[]], [["", "d"]], [["", "d", -1]], [["", "a\u202eb", 0]], [[1, "d", 0]]],
    "options": [None, [], {}, OPTIONS | {"metric": "none"}, OPTIONS | {"metric": []}],
    "datasets": [None, [], {}, {"de": "de"}, {"": 1}, {"": "a\u202eb"}, {"": "", "de": "de"}],
    "others": [None, {}, [1], ["a\nb"]],
    "headed": [None, "", ["de"], {"de": "tree"}, {"": "x"}, {"": []}],
    "slices": [None, {}, [1], [{}]],
    "zeros": [None, "", {}, ["de"], [[]]],
    "layered": [None, "", {}, ["de"], [[]]],
    "systems": [
        None,
        [],
        {"a": 1},
        {"a": "../x"},
        {"\n": "0" * 64},
        {"a": "0" * 64, "A": "0" * 64},
        {"../a": "0" * 64},
    ],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in WRONG for value in WRONG[name]])
def test_a_made_up_field_is_refused(whole: dict[str, Any], tmp_path: Path, name: str, value: Any) -> None:
    folder = tmp_path / "saved"
    (folder / MANIFEST).write_bytes(sealed({**whole, name: value}))
    with pytest.raises(InputError) as caught:
        read_manifest(folder)
    (problem,) = caught.value.problems
    assert problem.file == str(folder / MANIFEST)
    assert problem.what.startswith("not a manifest of saved sums (")


def test_what_was_saved_before_datasets_had_layers_is_read(whole: dict[str, Any], tmp_path: Path) -> None:
    del whole["layered"]
    for form, layered in (("conll", ()), ("conllua", ("",)), ("conll+conllua", ())):
        (tmp_path / "saved" / MANIFEST).write_bytes(sealed({**whole, "format": form}))
        assert read_manifest(tmp_path / "saved").layered == layered


def test_two_parts_of_one_name_are_refused(whole: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    (folder / MANIFEST).write_bytes(sealed({**whole, "parts": [["", "d", 0], ["", "d", 0]]}))
    with pytest.raises(InputError, match="two parts with the same name"):
        read_manifest(folder)


@pytest.mark.parametrize("change", [{"alpha": 0.5}, {"trials": 1}, {"scheduler": "tcp://x:1"}, {"other": 1}])
def test_it_says_nothing_of_tests_or_machines(
    whole: dict[str, Any], tmp_path: Path, change: dict[str, Any]
) -> None:
    folder = tmp_path / "saved"
    (folder / MANIFEST).write_bytes(sealed({**whole, "options": {**whole["options"], **change}}))
    with pytest.raises(InputError, match="other options than this version has"):
        read_manifest(folder)


def test_a_manifest_among_other_files_is_an_entry_like_them(whole: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    for name in ("leaderboard.toml", ".hidden", "x.sums"):
        (folder / name).write_text("")
    assert stands_in(folder)
    (folder / "eager.conll").write_text("")
    assert not stands_in(folder)
