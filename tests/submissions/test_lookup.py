"""Where responses and the key are looked for, in which order, and what is said when they are nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.submissions import (
    NoKey,
    find_key,
    find_response,
    find_responses,
    look_for_key,
    settings_place,
)

BESIDE = Path("runs")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder two levels below one that is empty but for it."""
    folder = tmp_path / "task" / "here"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def put(*names: str, text: str = "") -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


class TestResponses:
    def test_a_path_is_taken_as_it_is(self) -> None:
        put("a.conll", "submissions/a.conll")
        assert find_response("a.conll") == Path("a.conll")

    def test_then_a_file_name_in_submissions(self) -> None:
        put("submissions/a.conll", "submissions/b/a.conll")
        assert find_response("a.conll") == Path("submissions/a.conll")

    def test_then_the_stem_of_a_file_in_submissions(self) -> None:
        put("submissions/a.conll.gz", "submissions/b.conll")
        assert find_response("a") == Path("submissions/a.conll.gz")

    def test_then_a_stem_of_any_suffix(self) -> None:
        put("submissions/a.best", "submissions/model-1.5", "submissions/model-1.6")
        assert find_response("a") == Path("submissions/a.best")
        with pytest.raises(UsageError, match=r"model-1: could be .* and .*; type the path of one of them$"):
            find_response("model-1")

    def test_a_file_name_goes_before_a_stem(self) -> None:
        put("submissions/a", "submissions/a.conll")
        assert find_response("a") == Path("submissions/a")

    def test_a_stem_of_two_files_is_an_error_that_names_both(self) -> None:
        put("submissions/a.conll", "submissions/a.jsonl")
        with pytest.raises(UsageError) as caught:
            find_response("a")
        assert caught.value.typed == (
            f"a: could be {Path('submissions/a.conll')} and {Path('submissions/a.jsonl')}; "
            "type the path of one of them"
        )

    def test_a_folder_is_found_by_its_name(self) -> None:
        put("submissions/a.b/en.conll")
        assert find_response("a.b") == Path("submissions/a.b")

    def test_a_name_without_suffix_is_found_here_too_and_in_a_folder_that_is_named(self) -> None:
        put("here.conll.gz", "README.md", "elsewhere/there.jsonl", "submissions/other.conllua")
        assert find_response("here") == Path("here.conll.gz")
        assert find_response("elsewhere/there") == Path("elsewhere/there.jsonl")
        assert find_response("other") == Path("submissions/other.conllua")
        with pytest.raises(UsageError, match="README: no such file"):
            find_response("README")

    def test_files_of_one_name_here_and_in_submissions_are_an_error_that_names_both(self) -> None:
        put("a.conll", "submissions/a.jsonl")
        with pytest.raises(UsageError, match=r"a: could be a\.conll and submissions.a\.jsonl; type the path"):
            find_response("a")
        assert find_responses("submissions/a") == [Path("submissions/a.jsonl")]

    def test_a_file_goes_before_runs_wherever_they_are(self) -> None:
        put(
            "a@1.conll", "a@2.conll", "submissions/a.conll", "submissions/b@1.conll", "b@1.conll", "c@1.conll"
        )
        assert find_responses("a") == [Path("submissions/a.conll")]
        assert find_responses("c") == [Path("c@1.conll")]
        with pytest.raises(UsageError, match=r"b: could be the runs of two folders"):
            find_responses("b")

    def test_what_is_no_path_is_nowhere(self) -> None:
        with pytest.raises(UsageError):
            find_response("a\0b")
        with pytest.raises(UsageError):
            find_responses("a\0b")

    @pytest.mark.parametrize("with_folder", [False, True])
    def test_a_response_that_is_nowhere(self, with_folder: bool) -> None:
        if with_folder:
            put("submissions/b.conll")
        with pytest.raises(UsageError, match=r"^a: no such file here or in \./submissions; check the name$"):
            find_response("a")
        with pytest.raises(UsageError, match=r"^no/a: no such file in no; check the name$"):
            find_response("no/a")


class TestSettings:
    @pytest.mark.parametrize(
        ("response", "place"),
        [
            ("a.conll", "."),
            ("runs/a.conll", "runs"),
            ("submissions/a.conll", "submissions"),
            ("submissions/team", "submissions"),
            ("submissions/team/a.conll", "submissions"),
            ("submissions/team/deep/a.conll", "submissions"),
            ("runs/../submissions/team/a.conll", "submissions"),
            ("submissions/../runs/a.conll", "submissions/../runs"),
            ("submissions2/a.conll", "submissions2"),
        ],
    )
    def test_they_are_beside_a_response_but_never_within_submissions(self, response: str, place: str) -> None:
        put("runs/x", "submissions/team/deep/x", response + "/x" if response.endswith("team") else response)
        assert settings_place(Path(response)) == Path(place)

    def test_a_link_to_submissions_or_out_of_them_changes_nothing(self, here: Path) -> None:
        put("submissions/team/a.conll", "away/a.conll")
        Path("runs").symlink_to(here / "submissions" / "team")
        Path("submissions/out").symlink_to(here / "away")
        assert settings_place(Path("runs/a.conll")) == Path("submissions")
        assert settings_place(Path("submissions/out/a.conll")) == Path("submissions")

    def test_submissions_may_be_a_link_themselves(self, here: Path) -> None:
        put("real/team/a.conll")
        Path("submissions").symlink_to(here / "real")
        assert settings_place(Path("real/team/a.conll")) == Path("submissions")
        assert settings_place(Path("submissions/team/a.conll")) == Path("submissions")


# Every place of a key, the first that is looked at first: its files, and what is found.
PLACES = [
    ({"runs/leaderboard.toml": "key = 'mine.conll'", "runs/mine.conll": ""}, "runs/mine.conll"),
    ({"leaderboard.toml": "key = 'sub/it.conll'", "sub/it.conll": ""}, "sub/it.conll"),
    ({"../leaderboard.toml": "key = 'up.conll'", "../up.conll": ""}, "../up.conll"),
    ({"../../leaderboard.toml": "key = 'top.conll'", "../../top.conll": ""}, "../../top.conll"),
    ({"runs/key.conll.gz": ""}, "runs/key.conll.gz"),
    ({"submissions/key/en.conll": ""}, "submissions/key"),
]


class TestKey:
    @pytest.mark.parametrize("first", range(len(PLACES)))
    def test_the_first_place_that_has_one_wins(self, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
        for files, _ in PLACES[first:]:
            for name, text in files.items():
                put(name, text=text)
        found = find_key(None, BESIDE)
        assert found.resolve() == Path(PLACES[first][1]).resolve()
        put("environment.conll", "option.conll")
        monkeypatch.setenv("LEADERBOARD_KEY", "environment.conll")
        assert find_key(None, BESIDE) == Path("environment.conll")
        assert find_key("option.conll", BESIDE) == Path("option.conll")

    def test_only_the_nearest_settings_count_even_without_a_key(self) -> None:
        put("runs/leaderboard.toml", text="title = 'A task'")
        put("leaderboard.toml", text="key = 'far.conll'")
        put("far.conll")
        with pytest.raises(NothingToDo):
            find_key(None, BESIDE)
        put("runs/key.conll")
        assert find_key(None, BESIDE) == Path("runs/key.conll")

    def test_a_folder_beside_the_response(self) -> None:
        put("runs/key/en.conll")
        assert find_key(None, BESIDE) == Path("runs/key")

    def test_an_empty_variable_says_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LEADERBOARD_KEY", "")
        put("runs/key.conll")
        assert find_key(None, BESIDE) == Path("runs/key.conll")

    def test_a_key_beside_but_in_no_place_is_not_guessed(self) -> None:
        put("key.conll", "runs/monkey.conll", "runs/keys.conll")
        with pytest.raises(NothingToDo):
            find_key(None, BESIDE)

    def test_files_that_are_named_like_a_key_are_suggested(self) -> None:
        put("runs/keys.conll", "dev.gold", "runs/monkey.conll", "submissions/GOLDEN.jsonl")
        with pytest.raises(NoKey) as caught:
            find_key(None, BESIDE)
        first, second = Path("runs/keys.conll"), Path("submissions/GOLDEN.jsonl")
        names = f'"{first}", "{second}" or "dev.gold"'
        assert str(caught.value) == f"no key found; did you mean key={names}?"
        assert caught.value.typed == f"no key found; did you mean --key {first}, {second} or dev.gold?"

    def test_a_key_that_is_nowhere_names_every_place(self, here: Path) -> None:
        with pytest.raises(NoKey) as caught:
            find_key(None, BESIDE)
        assert str(caught.value) == 'no key found; give it with key="PATH"'
        assert caught.value.typed == "no key found; give it with --key PATH"
        assert caught.value.looked == [
            "LEADERBOARD_KEY",
            "leaderboard.toml",
            *(str(folder / "leaderboard.toml") for folder in here.parents),
            str(Path("runs/leaderboard.toml")),
            f"{Path('runs/key')} or {Path('runs/key.*')}",
            f"{Path('submissions/key')} or {Path('submissions/key.*')}",
        ]

    def test_a_stated_key_that_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        put("runs/key.conll")
        with pytest.raises(NothingToDo, match=r"^x\.conll: no such key \(key\); check the path$"):
            find_key("x.conll", BESIDE)
        monkeypatch.setenv("LEADERBOARD_KEY", "y.conll")
        with pytest.raises(NothingToDo, match=r"^y\.conll: no such key \(LEADERBOARD_KEY\); check the path$"):
            find_key(None, BESIDE)

    def test_a_configured_key_that_is_missing(self) -> None:
        put("leaderboard.toml", text="key = 'gone.conll'")
        with pytest.raises(NothingToDo) as caught:
            find_key(None, BESIDE)
        assert (
            caught.value.typed == "leaderboard.toml:1: its key 'gone.conll' does not exist; correct the path"
        )

    def test_settings_that_are_no_toml(self) -> None:
        put("leaderboard.toml", text="key = ")
        with pytest.raises(InputError, match=r"^leaderboard\.toml:1: not valid TOML \(.*\); correct it"):
            find_key(None, BESIDE)

    @pytest.mark.parametrize("stated", ["", "a\0b"])
    def test_a_stated_key_that_is_no_path(self, stated: str) -> None:
        put("runs/key.conll")
        with pytest.raises(NothingToDo, match=r"no such key \(key\); check the path$"):
            find_key(stated, BESIDE)

    def test_a_place_says_what_named_it(self) -> None:
        put("runs/key.conll")
        assert look_for_key(None, BESIDE) == (
            (Path("runs/key.conll"), "its name"),
            look_for_key(None, BESIDE)[1],
        )
        assert look_for_key("runs/key.conll", BESIDE) == ((Path("runs/key.conll"), "--key"), [])

    @pytest.mark.parametrize("other", ["key.jsonl", "key/en.conll"])
    def test_two_keys_in_one_place(self, other: str) -> None:
        put("runs/key.conll", f"runs/{other}")
        with pytest.raises(NothingToDo, match=r"could both be the key; say which with key=PATH$"):
            find_key(None, BESIDE)
