"""Tracks and phases as the file of settings writes them, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import InputError, NothingToDo
from leaderboard.options.configuration import configure
from leaderboard.options.settings_file import lines_of, read_configuration
from leaderboard.options.shared_task import Phase, Track
from leaderboard.submissions import find_key, look_for_key

pytestmark = pytest.mark.usefixtures("here")

TASK = """\
title = "A task"
primary = "lea"
key = "top.conll"

[tracks]
open = ["alpha", "beta"]
"LLM, large" = [
    "delta-*",
    "key = 3",
]
empty = []

[phases.development]
key = "dev/key.conll"
submissions = "dev"

[phases."the test"]
submissions = "test"
key = "test/key.conll"
"""


def put(text: str) -> Path:
    file = Path("leaderboard.toml")
    file.write_text(text, encoding="utf-8")
    return file


def problems(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_configuration(put(text))
    return [str(problem).removeprefix("leaderboard.toml:") for problem in caught.value.problems]


def test_tracks_and_phases_are_read_in_their_order_with_their_lines() -> None:
    found = read_configuration(put(TASK))
    assert found.tracks == (
        Track("open", ("alpha", "beta"), 6),
        Track("LLM, large", ("delta-*", "key = 3"), 7),
        Track("empty", (), 11),
    )
    assert found.phases == (
        Phase("development", "dev/key.conll", "dev", 13),
        Phase("the test", "test/key.conll", "test", 17),
    )


def test_options_beside_them_keep_their_lines() -> None:
    found = read_configuration(put(TASK))
    assert (found.title, found.key) == ("A task", "top.conll")
    assert found.origin("key") == "leaderboard.toml:3"
    assert configure({}, Path()).origins["primary"] == "leaderboard.toml:2"
    assert configure({}, Path()).content.tracks == found.tracks


@pytest.mark.parametrize(
    "text",
    [
        "phases.a.key = 'k'\nphases.a.submissions = 's'\ntracks.t = ['x']",
        "phases = {a = {key = 'k', submissions = 's'}}\ntracks = {t = ['x']}",
        "[ phases . 'a' ]\nkey = 'k'\nsubmissions = 's'\n[tracks]\nt = ['x']",
    ],
)
def test_other_ways_to_write_a_table_are_the_same(text: str) -> None:
    found = read_configuration(put(text))
    assert [(one.label, one.key, one.submissions) for one in found.phases] == [("a", "k", "s")]
    assert [(one.label, one.entries) for one in found.tracks] == [("t", ("x",))]


def test_names_are_composed_and_kept_once() -> None:
    [track] = read_configuration(put('[tracks]\nt = ["e\\u0301", "\u00e9", "x", "x"]')).tracks
    assert track.entries == ("\u00e9", "x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tracks = ['a']", "1: tracks is \"['a']\"; make it a table, [tracks]"),
        ("\n[[phases]]\nkey = 'k'", "2: phases is \"[{'key': 'k'}]\"; make it a table, [phases]"),
        ("phases = 3", "1: phases is '3'; make it a table, [phases]"),
        (
            "[tracks]\nopen = 'a'",
            "2: the track 'open' is 'a'; give a list of names of systems, as [\"alpha\"]",
        ),
        ("[tracks]\nx = 1\nopen = ['a', 3]", "3: the track 'open' is \"['a', 3]\"; give a list of names"),
        ("[tracks.open]\na = 1", "1: the track 'open' is \"{'a': 1}\"; give a list"),
        ("[tracks]\nopen = [' ']", "2: the track 'open' is \"[' ']\"; give a list"),
        ('[tracks]\nopen = ["a\\nb"]', "2: the track 'open' is \"['a\\\\nb']\"; give a list"),
        ("[tracks]\nopen = [['a']]", "2: the track 'open' is \"[['a']]\"; give a list"),
        ("[tracks]\n'' = ['a']", "2: the track '' has an unprintable name"),
        (
            '[tracks]\n"a\\u202eb" = ["a"]',
            " the track 'a\\u202eb' has an unprintable name; rename it",
        ),
        ("[phases]\n' ' = 3", "2: the phase ' ' has an unprintable name"),
        (
            "[phases]\ntest = 'x'",
            "2: the phase 'test' is 'x'; give it key = \"PATH\" and submi",
        ),
        (
            "[phases.test]\nkey = 'k'",
            "1: the phase 'test' is \"{'key': 'k'}\"; give it key = \"PATH\" and sub",
        ),
        (
            "[phases.t]\nkey = 'k'\nsubmissions = 3",
            "1: the phase 't' is \"{'key': 'k', 'submissions': 3}\"; gi",
        ),
        (
            "[phases.t]\nkey = ''\nsubmissions = 's'",
            "1: the phase 't' is \"{'key': '', 'submissions': 's'}\"; ",
        ),
        (
            "[phases.t]\nkey = 'k'\nsubmissions = 's'\nalpha = 1",
            "1: the phase 't' has 'alpha', which is not a setting of a phase; give it only key, "
            "submissions and secret, and write options above all tables",
        ),
        ('[phases.t]\nkey = "k\\u0000"\nsubmissions = "s"', "1: the phase 't' is"),
        ("[tracks]\nopen = ['a']\nopen = ['b']", "3: not valid TOML (Cannot overwrite a value); correct it"),
        (
            "[phases.t]\nkey = 'k'\nsubmissions = 's'\nsecret = 'no'",
            "1: secret of the phase 't' is 'no'; give true, or datasets, as [\"de\"]",
        ),
        ("secret = 'yes'", "1: secret is 'yes'; give true, or datasets, as [\"de\"]"),
        ("secret = [1]", "1: secret is '[1]'; give true, or datasets"),
        ("track = ['a']", "1: track is ['a']; give a text"),
        (
            "[phases.t]\nkey = 'k'\nsubmission = 's'",
            "1: the phase 't' has 'submission', which is not a setting of a",
        ),
        ("[tracks]\nAll = ['a']", "2: the track 'All' has the name of the ranking of all systems; rename it"),
        (
            "[tracks]\nalpha = 0.1",
            "2: alpha is below [tracks], where options are not read; write it above [tracks]",
        ),
        (
            "[tracks]\ntitle = 'x'",
            "2: title is below [tracks], where options are not read; write it above [tracks]",
        ),
        ("[tracks]\nmissing-dataset = 'zero'", "2: missing-dataset is below [tracks], where options"),
        ("\n[track]\nopen = ['a']", "2: the table [track] is called [tracks]; write [tracks]"),
        ("[phase.test]\nkey = 'k'", "1: the table [phase] is called [phases]; write [phases]"),
        ("trakcs = 3", "1: there is no option 'trakcs'; did you mean 'tracks'?"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str) -> None:
    assert any(problem.startswith(message) for problem in problems(text)), problems(text)


def test_everything_that_is_wrong_is_said() -> None:
    found = problems("alpha = 7\n[tracks]\na = 1\nb = 2\n[phases.c]\nkey = 1\n")
    assert [problem.partition(":")[0] for problem in found] == ["1", "3", "4", "5"]


def test_a_name_means_itself_and_a_pattern_what_it_matches() -> None:
    systems = ("beta", "alpha", "delta-1", "delta-2", "d[1]", "d1", "Alpha")
    assert Track("t", ("alpha", "beta")).of(systems) == ("beta", "alpha")
    assert Track("t", ("delta-*", "delta-2")).of(systems) == ("delta-1", "delta-2")
    assert Track("t", ("d[1]",)).of(systems) == ("d[1]",)
    assert Track("t", ("?[1]",)).of(systems) == ("d1",)
    assert Track("t", ("*",)).of(systems) == systems
    assert Track("t", ("ALPHA", "alph")).of(systems) == Track("t", ()).of(systems) == ()


def test_a_track_may_be_called_like_an_option_or_a_ranking() -> None:
    assert [one.label for one in read_configuration(put("[tracks]\nties = ['a']\nall = ['b']\n")).tracks] == [
        "ties",
        "all",
    ]


def test_entries_that_mean_nobody_are_known() -> None:
    assert Track("t", ("b", "x*", "a", "*")).unmet(("a", "c")) == ("b", "x*")
    assert Track("t", ("*",)).unmet(()) == ("*",)


def test_lines_are_those_of_names_in_their_tables() -> None:
    text = "a = 1\nb.c = 2\n[d]\n# e = 1\na = 3\n'f g' = 4\n[d.\"h.i\"]\na = 5\n\n[[j]]\n"
    assert lines_of(text) == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 2,
        ("d",): 3,
        ("d", "a"): 5,
        ("d", "f g"): 6,
        ("d", "h.i"): 7,
        ("d", "h.i", "a"): 8,
        ("j",): 10,
    }


class TestTheKeyOfAPhase:
    @pytest.fixture(autouse=True)
    def folders(self, here: Path) -> None:
        for name in ("dev", "test"):
            (here / name).mkdir()
            (here / name / "gold.conll").touch()
        put(self.text("dev") + self.text("test"))

    def text(self, name: str, label: str | None = None) -> str:
        return f"[phases.{label or name}]\nkey = '{name}/gold.conll'\nsubmissions = '{name}'\n"

    def test_it_is_the_key_of_its_folder(self) -> None:
        assert find_key(None, Path("dev")) == Path("dev/gold.conll")
        place, _ = look_for_key(None, Path("test").absolute())
        assert place is not None
        assert (place.path, place.origin) == (Path("test/gold.conll"), "leaderboard.toml:4")

    def test_it_is_that_of_no_other_folder(self) -> None:
        with pytest.raises(NothingToDo, match="no key found"):
            find_key(None, Path())

    def test_what_is_stated_goes_before_it(self) -> None:
        assert find_key("dev/gold.conll", Path("test")) == Path("dev/gold.conll")

    def test_two_phases_in_one_folder_leave_it_open(self) -> None:
        put(self.text("dev") + self.text("dev", "again"))
        with pytest.raises(NothingToDo, match="no key found"):
            find_key(None, Path("dev"))

    def test_it_must_be_there(self) -> None:
        Path("test/gold.conll").unlink()
        with pytest.raises(NothingToDo) as caught:
            find_key(None, Path("test"))
        message = (
            "leaderboard.toml:4: the key 'test/gold.conll' of the phase test does not exist; correct the path"
        )
        assert str(caught.value).startswith(message)

    def test_a_folder_that_is_missing_is_none(self) -> None:
        assert not Phase("dev", "k", "dev").is_in(Path("elsewhere"), Path("dev"))
        assert not Phase("dev", "k", "dev").is_in(Path(), Path("gone"))
