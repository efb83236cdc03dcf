"""What stands at a path: one file, or a file per dataset in a folder or an archive."""

from __future__ import annotations

import zipfile
from collections.abc import Collection
from pathlib import Path
from typing import IO

import pytest

from leaderboard.errors import InputError
from leaderboard.submissions import Submission, archives, open_submission
from tests.support.bad_inputs import archive

pytestmark = pytest.mark.usefixtures("here")


def opened(path: str) -> Submission:
    return open_submission(Path(path), follow_symlinks=False)


def contents(path: str, most: int = 1 << 20) -> list[tuple[str, str, bytes]]:
    return list(opened(path).contents(most))


def problems(path: str, datasets: Collection[str] | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        opened(path) if datasets is None else opened(path).on(datasets)
    return [str(problem) for problem in caught.value.problems]


def folder(*names: str) -> None:
    Path("x").mkdir()
    for name in names:
        (Path("x") / name).write_text(name, encoding="utf-8")


def test_a_file() -> None:
    Path("a.conll").write_bytes(b"text")
    assert opened("a.conll").name == "a"
    assert contents("a.conll") == [("", "a.conll", b"text")]


def test_a_folder_with_a_file_for_each_dataset_in_order() -> None:
    folder("en.conll", "de.conll.txt", ".hidden")
    assert contents("x") == [
        ("de.conll", "x/de.conll.txt", b"de.conll.txt"),
        ("en", "x/en.conll", b"en.conll"),
    ]


@pytest.mark.parametrize("top", ["", "x/", "deep/"])
def test_an_archive_of_files_or_of_a_folder_of_files(top: str) -> None:
    members = [(f"{top}en.conll", "1"), (f"{top}de.jsonl", "2"), ("__MACOSX/._en.conll", "3"), (".x", "4")]
    Path("a.ZIP").write_bytes(archive(*members, *([(top, "")] if top else [])))
    assert opened("a.ZIP").name == "a"
    assert contents("a.ZIP") == [("de", f"a.ZIP/{top}de.jsonl", b"2"), ("en", f"a.ZIP/{top}en.conll", b"1")]


def test_one_file_of_whatever_name_is_the_only_dataset() -> None:
    folder("anything.conll")
    Path("a.conll").write_bytes(b"")
    for path in ("x", "a.conll"):
        for dataset in ("", "en"):
            assert list(opened(path).on([dataset]).sources) == [dataset]


def test_the_datasets_of_the_key_are_kept() -> None:
    folder("en.conll", "de.conll")
    assert list(opened("x").on(["de", "en"]).sources) == ["de", "en"]


def test_all_missing_and_unknown_datasets_are_named() -> None:
    folder("en.conll", "fr.conll")
    assert problems("x", ["de", "en", "nl"]) == [
        "x: the datasets de, nl are missing; add the files de.*, nl.* to the submission",
        "x/fr.conll: 1 of 2 files has a name that the key lacks: fr (the key: de, en, nl); rename it",
    ]


def test_wrong_names_of_files_are_one_short_line() -> None:
    key = [f"{'x' * (number % 3)}_treebank{number:02}-corefud-test" for number in range(15)]
    folder(*(f"{name[:-4]}dev.conllu" for name in key))
    [line] = problems("x", key)
    assert line == (
        "x: 15 of 15 files have names that the key lacks: _treebank00-corefud-dev, _treebank03-corefud-dev, "
        "… (the key: _treebank00-corefud-test, x_treebank01-corefud-test, …); rename them"
    )
    [line] = problems("x", [*key[:5], *("y" * 200 + str(number) for number in range(10))])
    assert len(line) <= 300
    Path("x").rename("y")
    folder("en.conll", "fr.conll", "sp.conll")
    assert problems("x", ["en", "de", "es"]) == [
        "x: 2 of 3 files have names that the key lacks: fr, sp (the key: en, de, es); rename them"
    ]
    Path("a.zip").write_bytes(archive(("en.conll", ""), ("fr.conll", "")))
    assert problems("a.zip", ["en", "de"]) == [
        "a.zip/fr.conll: 1 of 2 files has a name that the key lacks: fr (the key: en, de); rename it"
    ]


@pytest.mark.parametrize(
    ("members", "first", "more"),
    [
        (("a/en", "b/de"), "a/en", ", of 2 files in folders"),
        (("a/b/en", "a/b/de"), "a/b/en", ", of 2 files in folders"),
        (("a/en", "de"), "a/en", ""),
    ],
)
def test_an_archive_of_two_folders_or_of_a_folder_in_a_folder_is_refused(
    members: tuple[str, ...], first: str, more: str
) -> None:
    Path("a.zip").write_bytes(archive(*((member, "") for member in members)))
    assert problems("a.zip") == [
        f"a.zip/{first}: a folder within a submission{more}; put the files side by side, one per dataset"
    ]


def test_datasets_that_do_not_count_are_passed_over() -> None:
    folder("de.conll", "en.conll", "nl.conll")
    assert list(opened("x").on(["de", "nl"], others=["en"]).sources) == ["de", "nl"]
    assert list(opened("x").on(["nl"], others=["de", "en"]).sources) == ["nl"]


def test_the_only_file_is_not_taken_for_a_dataset_if_it_is_another() -> None:
    folder("en.conll")
    with pytest.raises(InputError, match="the dataset de is missing; add the file de"):
        opened("x").on(["de"], others=["en"])


def test_some_datasets_may_lack_but_not_all() -> None:
    folder("en.conll")
    assert list(opened("x").on(["de", "en"], may_lack=True).sources) == ["en"]
    with pytest.raises(InputError, match="the datasets de, nl are missing"):
        opened("x").on(["de", "nl"], others=["en"], may_lack=True)


def test_a_file_where_the_key_has_datasets() -> None:
    Path("a.conll").write_bytes(b"")
    assert problems("a.conll", ["de", "en"]) == [
        "a.conll: one file, but the key has 2 datasets; "
        "submit a folder or a zip with a file for each of de, en"
    ]


def test_files_where_the_key_is_one() -> None:
    folder("de.conll", "en.conll")
    assert problems("x", [""]) == [
        "x: 2 files, but the key is a single file: de.conll, en.conll; submit one file"
    ]


def test_the_first_of_many_files_are_named() -> None:
    folder(*(f"{number}.conll" for number in range(7)))
    named = ", ".join(f"{number}.conll" for number in range(5))
    assert problems("x", [""]) == [
        f"x: 7 files, but the key is a single file: {named} and 2 more; submit one file"
    ]


def test_the_files_of_a_submission_are_bounded_together() -> None:
    folder("de.conll", "en.conll")
    with pytest.raises(InputError, match=r"^x/en\.conll: more than 7 bytes; "):
        contents("x", 15)
    assert len(contents("x", 16)) == 2
    Path("a.zip").write_bytes(archive(("de", "1" * 8), ("en", "1" * 8)))
    with pytest.raises(InputError, match=r"^a\.zip: the member 'en' makes the archive more than 7 bytes; "):
        contents("a.zip", 15)
    assert len(contents("a.zip", 16)) == 2


def test_a_long_list_of_members_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.zip").write_bytes(archive(*((f"{number:030}", "") for number in range(20))))
    monkeypatch.setattr(archives, "LONGEST_DIRECTORY", 1000)
    assert problems("a.zip") == [
        "a.zip: not a complete zip archive (its list of members is too long); pack the archive again"
    ]


def test_all_problems_of_an_archive_are_named() -> None:
    Path("a.zip").write_bytes(archive(("../a", ""), ("b.gz", ""), ("c", "")))
    assert len(problems("a.zip")) == 2


@pytest.mark.parametrize("name", ["./a.conll", "x//a.conll", "x/./a.conll"])
def test_what_leads_nowhere_in_a_name_is_passed_over(name: str) -> None:
    Path("a.zip").write_bytes(archive(("./", ""), (name, "text")))
    found = opened("a.zip")
    assert list(found.sources) == ["a"]
    assert contents("a.zip") == [("a", f"a.zip/{name}", b"text")]


def test_names_that_are_the_same_are_told_of() -> None:
    Path("a.zip").write_bytes(
        archive(
            ("a.conll", ""),
            (".//a.conll", ""),
            (".//a.conll", ""),
            ("A.conll", ""),
            ("..", ""),
            ("./C:/a", ""),
        )
    )
    plain = "pack the archive again with regular files and plain names"
    assert problems("a.zip") == [
        "a.zip: the member './/a.conll' is the same file as 'a.conll'; keep one of the two",
        "a.zip: the member './/a.conll' occurs twice in the archive; keep one of the two",
        "a.zip: the member 'A.conll' differs only in case from 'a.conll'; keep one of the two",
        f"a.zip: the member '..' has a name that leads out of the archive; {plain}",
        f"a.zip: the member './C:/a' has an absolute path as its name; {plain}",
    ]


def test_an_archive_that_goes_away_cannot_be_read() -> None:
    Path("a.zip").write_bytes(archive(("a", "")))
    found = opened("a.zip")
    Path("a.zip").unlink()
    with pytest.raises(
        InputError, match=r"^a\.zip: cannot be read: no such file or directory; check the path"
    ):
        list(found.contents(1000))


def test_a_folder_that_may_not_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    folder("en.conll")

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refused)
    assert problems("x") == ["x: cannot be read: permission denied; check the path and its permissions"]


def times_opened(members: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the list of members is read until all of them are."""
    opened_ones = list[object]()

    class Counted(zipfile.ZipFile):
        def __init__(self, file: IO[bytes]) -> None:
            opened_ones.append(file)
            super().__init__(file)

    Path("a.zip").write_bytes(archive(*((f"{number}", "") for number in range(members))))
    with monkeypatch.context() as patched:
        patched.setattr(zipfile, "ZipFile", Counted)
        assert len(contents("a.zip")) == members
    return len(opened_ones)


def test_an_archive_is_opened_no_more_often_for_more_members(monkeypatch: pytest.MonkeyPatch) -> None:
    assert times_opened(1, monkeypatch) == times_opened(50, monkeypatch)


def test_an_archive_has_at_most_a_thousand_members() -> None:
    hidden = [(f"__MACOSX/{number}", "") for number in range(10)]
    members = [(f"{number}", "") for number in range(1001)]
    Path("a.zip").write_bytes(archive(*members[1:], *hidden))
    assert len(opened("a.zip").sources) == 1000
    Path("a.zip").write_bytes(archive(*members, *hidden))
    assert problems("a.zip") == [
        "a.zip: more than 1,000 members; pack the files of the submission and nothing else"
    ]


def test_a_fault_of_the_program_is_not_taken_for_one_of_the_archive() -> None:
    Path("a.zip").write_bytes(archive(("a", "")))
    with pytest.raises(ValueError, match="ours"), opened("a.zip").opened(1000):
        raise ValueError("ours")
