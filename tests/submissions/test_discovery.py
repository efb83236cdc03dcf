"""Which entries of a folder are systems, and which are rejected without stopping the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import NothingToDo
from leaderboard.files import STAGING
from leaderboard.submissions import Found, find_submissions
from tests.support.bad_inputs import archive


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    put("s/key.conll")
    return tmp_path


def put(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(archive(("a.conll", "")) if name.endswith(".zip") else b"")


def found(key: str = "s/key.conll", *, follow: bool = False) -> Found:
    return find_submissions(Path("s"), Path(key), follow)


def names(key: str = "s/key.conll", *, follow: bool = False) -> list[str]:
    return [submission.name for submission in found(key, follow=follow).submissions]


def reasons() -> dict[str, str]:
    return {one.system: str(one.problem) for one in found().rejected}


def test_a_system_is_a_file_a_folder_or_an_archive_in_order_of_name() -> None:
    put("s/b.conll", "s/a.jsonl.gz", "s/d.zip", "s/c/en.conll", "s/a-b.conll", "s/v1.2/x")
    assert names() == ["a", "a-b", "b", "c", "d", "v1.2"]


def test_hidden_entries_settings_and_the_key_are_no_systems() -> None:
    put("s/a", "s/.b", "s/__MACOSX/._a", "s/leaderboard.toml", "s/README.md", "s/README")
    assert names() == ["a"]
    assert reasons() == {}


@pytest.mark.parametrize("other", ["key.jsonl", "key/en.conll"])
def test_what_is_called_as_a_key_but_is_not_the_one_in_use_is_rejected(other: str) -> None:
    put("s/a", "s/zebra", f"s/{other}")
    Path("s/link").symlink_to("nowhere")
    path = f"s/{other}".removesuffix("/en.conll")
    assert names() == ["a", "zebra"]
    assert reasons() == {
        "key": f"{path}: named like a key, but the key in use is s/key.conll; "
        "rename it if it is a submission, otherwise remove it",
        "link": "s/link: a symbolic link; submit the file itself",
    }
    assert [one.system for one in found().rejected] == ["key", "link"]


def test_neither_the_key_nor_the_folder_that_holds_it_is_a_system() -> None:
    put("s/a", "s/gold.conll", "s/gold/key.conll")
    assert names("s/../s/gold.conll") == ["a", "gold"]
    assert names("s/gold/key.conll") == ["a", "gold"]
    Path("s/gold.conll").unlink()
    assert names("s/gold/key.conll") == ["a"]


def test_a_folder_without_systems_is_an_error() -> None:
    with pytest.raises(
        NothingToDo, match=r"^s: no submission in this folder; put one file per system there$"
    ):
        found()


def test_only_what_rank_wrote_is_a_report() -> None:
    put("s/a", f"s/killed/{STAGING}/claim.json", "s/killed/leaderboard.md")
    put("s/foreign/provenance.json", "s/pipe/provenance.json/x", "s/hidden/.leaderboard", "s/hidden/x")
    assert names() == ["a", "foreign", "hidden"]
    assert set(reasons()) == {"pipe"}


def test_a_record_that_may_not_be_read_makes_no_report(monkeypatch: pytest.MonkeyPatch) -> None:
    put("s/a", "s/b/provenance.json")

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", refused)
    assert names() == ["a", "b"]


def test_links_are_rejected_unless_followed() -> None:
    put("s/a", "t/b", "t/c/en.conll")
    Path("s/b").symlink_to(Path("t/b").absolute())
    Path("s/c").symlink_to(Path("t/c").absolute())
    assert names() == ["a"]
    assert set(reasons()) == {"b", "c"}
    assert names(follow=True) == ["a", "b", "c"]


def test_a_link_to_the_key_is_a_link() -> None:
    Path("s/copy").symlink_to(Path("s/key.conll").absolute())
    assert list(reasons()) == ["copy"]


@pytest.mark.parametrize(
    ("name", "shown"), [("a\a", "a\\x07"), ("\u202ea", "\\u202ea"), ("a\udcff", "a\\udcff"), (" ", " ")]
)
def test_names_that_cannot_be_shown_are_rejected_and_shown_escaped(name: str, shown: str) -> None:
    put(f"s/{name}", "s/good")
    assert names() == ["good"]
    assert list(reasons()) == [shown]
    assert reasons()[shown].isprintable()
    assert reasons()[shown].endswith("the name has unprintable characters; rename the file")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.conll", "a.jsonl"),
        ("a", "A"),
        ("é", "e\u0301"),
        ("straße", "STRASSE"),
        ("fi", "ﬁ"),
        ("a.zip", "a/x"),
    ],
)
def test_names_that_look_alike_are_both_rejected_if_neither_is_faulty(one: str, other: str) -> None:
    put(f"s/{one}", f"s/{other}", "s/zebra")
    rejected = found().rejected
    assert names() == ["zebra"]
    assert len(rejected) == 2
    for rejection in rejected:
        first, second = f"s/{one}", f"s/{other.partition('/')[0]}"
        assert first in str(rejection.problem)
        assert second in str(rejection.problem)


@pytest.mark.parametrize("odd", ["eager ", "eager\ufe0f", "ea\u034fger", "eager\u115f", "EAGER\u3164"])
def test_a_name_that_is_refused_takes_none_from_others(odd: str) -> None:
    put("s/eager.conll", f"s/{odd}.conll")
    assert names() == ["eager"]
    assert list(reasons()) == [odd]


def test_a_name_is_shown_composed() -> None:
    put("s/e\u0301.conll")
    assert names() == ["é"]
