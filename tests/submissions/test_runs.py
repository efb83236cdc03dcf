"""Which entries are runs of one system, by their names or by the settings file."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import InputError
from leaderboard.options.settings_file import read_configuration
from leaderboard.options.shared_task import StatedRuns
from leaderboard.submissions.lookup import grouped_entries, natural, run_label, run_of, runs_among
from leaderboard.system_names import name_of
from leaderboard.tasks.contests import unmet_runs

FILE = Path("leaderboard.toml")


def by_name(*names: str) -> dict[str, tuple[str, ...]]:
    return dict(grouped_entries({name: Path(name) for name in names}, StatedRuns(), None).systems)


def stated(tmp_path: Path, text: str) -> StatedRuns:
    path = tmp_path / "leaderboard.toml"
    path.write_text(text, encoding="utf-8")
    return read_configuration(path).runs


def warned(*names: str) -> list[str]:
    found = grouped_entries({name: Path("folder", name) for name in names}, StatedRuns(), None)
    assert not found.systems
    return list(map(str, found.warnings))


@pytest.mark.parametrize(
    ("file", "found"),
    [
        ("alpha@1.conll", ("alpha", "1")),
        ("alpha@seed_1-b.zip", ("alpha", "seed_1-b")),
        ("a@b@c.conll", ("a@b", "c")),
        ("me@example.org.conll", None),
        ("alpha@1.5.conll", None),
        ("alpha@.conll", None),
        ("@1.conll", None),
        ("alpha @1.conll", None),
        ("alpha.conll", None),
    ],
)
def test_a_run_is_what_follows_the_last_at(file: str, found: tuple[str, str] | None) -> None:
    assert run_of(name_of(Path(file))) == found


def test_two_runs_of_a_name_are_a_system_and_one_keeps_its_name() -> None:
    assert by_name("a@2", "a@10", "a@1", "b", "c@1") == {"a": ("a@1", "a@2", "a@10")}
    assert by_name("a@b@1", "a@b@2", "a@x") == {"a@b": ("a@b@1", "a@b@2")}
    assert by_name("me@example.org", "you@example.org") == {}


def test_runs_are_in_the_order_of_their_numbers() -> None:
    assert sorted(["a@10", "a@9", "a@b", "a@9b"], key=natural) == ["a@9", "a@9b", "a@10", "a@b"]


def test_a_run_is_called_by_what_its_name_adds() -> None:
    assert run_label("a", "a@1") == "1"
    assert run_label("alpha", "alpha-s1") == "alpha-s1"


def test_downloads_are_never_runs() -> None:
    places = {
        f"me@{number}": Path(f"{number}_me@{number}_PhaseId7_2024-01-01_00-00_x.zip") for number in (1, 2)
    }
    assert grouped_entries(places, StatedRuns(), None).systems == {}


def test_nothing_is_averaged_beside_a_plain_name() -> None:
    assert warned("a@1", "a@2", "A") == [
        "folder/A: a@1 and a@2 are not averaged, because an entry is called A; "
        "rename it, to A@NAME if it is one of the runs"
    ]
    assert warned("a@1", "a") == []


def test_names_that_differ_in_case_are_not_averaged() -> None:
    assert warned("Alpha@1", "alpha@2") == [
        "folder/Alpha@1: Alpha@1 and alpha@2 are not averaged, "
        "because Alpha and alpha are spelled differently; "
        "spell them alike if they are runs of one system"
    ]


def test_where_runs_are_stated_names_say_nothing(tmp_path: Path) -> None:
    runs = stated(tmp_path, "[runs]\nalpha = ['s2', 's1', 'gone']\nnobody = ['x']\n")
    assert runs == StatedRuns({"alpha": ("s2", "s1", "gone"), "nobody": ("x",)}, {"alpha": 2, "nobody": 3})
    places = {name: Path(name) for name in ("s1", "s2", "b@1", "b@2")}
    assert grouped_entries(places, runs, FILE).systems == {"alpha": ("s2", "s1")}
    assert runs_among(places, runs, "alpha") == ["s2", "s1"]
    assert runs_among(places, runs, "b") == []
    assert runs_among(places, StatedRuns(), "b") == ["b@1", "b@2"]


def test_a_system_may_be_called_like_one_of_its_runs() -> None:
    runs = StatedRuns({"a": ("a", "a2")}, {"a": 2})
    assert grouped_entries({"a": Path("a"), "a2": Path("a2")}, runs, FILE).systems == {"a": ("a", "a2")}


def test_a_system_is_not_called_like_another_entry() -> None:
    runs = StatedRuns({"alpha": ("s1",)}, {"alpha": 2})
    with pytest.raises(InputError) as caught:
        grouped_entries({"Alpha": Path("Alpha"), "s1": Path("s1")}, runs, FILE)
    assert str(caught.value) == (
        "leaderboard.toml:2: the system 'alpha' of [runs] has the name of another entry, 'Alpha'; "
        "rename one of the two"
    )


def test_a_stated_entry_that_is_not_there_is_a_warning() -> None:
    runs = StatedRuns({"alpha": ("s1.conll", "s1x", "gone", "s1")}, {"alpha": 2})
    start = "leaderboard.toml:2: [runs] names"
    assert list(map(str, unmet_runs(str(FILE), runs, ["s1"]))) == [
        f"{start} 's1.conll' as a run of 'alpha', but no submission has this name; did you mean 's1'?",
        f"{start} 's1x' as a run of 'alpha', but no submission has this name; did you mean 's1'?",
        f"{start} 'gone' as a run of 'alpha', but no submission has this name; correct it, or wait for it",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("runs = 3", ':1: runs is \'3\'; make it a table, [runs], with NAME = ["ENTRY", "ENTRY"]'),
        (
            "[runs]\na = 's1'",
            ":2: the runs of 'a' are 's1'; give a list of entries, as NAME = [\"ENTRY\", \"ENTRY\"]",
        ),
        (
            "[runs]\na = []",
            ":2: the runs of 'a' are '[]'; give a list of entries, as NAME = [\"ENTRY\", \"ENTRY\"]",
        ),
        ("[runs]\n'a ' = ['s']", ":2: the system 'a ' has an unprintable name; rename it"),
        (
            "[runs]\na = ['s1', 's2']\nb = ['s3', 's2']",
            ":3: the entry 's2' is a run of 'a' and of 'b'; keep it in one of the two lists",
        ),
        ("[runs]\na = ['s1']\nA = ['s2']", ":3: 'A' has the same name as 'a'; rename one of the two"),
    ],
)
def test_other_values_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        stated(tmp_path, text)
    assert str(caught.value).endswith(message)
