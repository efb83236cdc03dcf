"""A settings file among the submissions may be a participant's: when it counts, and what it may decide."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from leaderboard.errors import InputError, NothingToDo
from leaderboard.options.configuration import configure
from leaderboard.options.settings_file import find_settings
from leaderboard.submissions import find_key
from leaderboard.tasks.contests import contests

FILE = "leaderboard.toml"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def put(name: str, text: str = "") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def used(folder: str | None) -> str | None:
    source = find_settings(None if folder is None else Path(folder))
    return source and str(source.path)


def test_a_settings_file_is_parsed_once_and_again_where_it_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = tomllib.loads
    monkeypatch.setattr("tomllib.loads", lambda text: parsed.append(text) or parse(text))
    put(FILE, "trials = 123456")
    assert [configure({}, None).options.trials for _ in range(3)] == [123456] * 3
    put(FILE, "trials = 654321")
    assert configure({}, None).options.trials == 654321
    assert parsed == ["trials = 123456", "trials = 654321"]


class TestWhichCounts:
    def test_the_working_directory_goes_before_its_parents_and_those_before_beside(self, here: Path) -> None:
        put("task/leaderboard.toml")
        assert used("task/submissions") == f"task/{FILE}"
        put("../leaderboard.toml")
        assert used("task/submissions") == str(here.parent / FILE)
        put(FILE)
        assert used("task/submissions") == FILE

    def test_inside_is_last(self) -> None:
        put("submissions/leaderboard.toml")
        assert used("submissions") == f"submissions/{FILE}"
        put(FILE)
        assert used("submissions") == FILE

    def test_without_a_folder_only_the_working_directory_and_its_parents_count(self) -> None:
        put("submissions/leaderboard.toml")
        assert used(None) is None
        put(FILE)
        assert used(None) == FILE

    @pytest.mark.parametrize(
        "text",
        [
            'submissions = "entries"',
            'submissions = "./entries/"',
            '[phases.test]\nkey = "k"\nsubmissions = "entries"',
        ],
    )
    def test_outside_is_for_the_folders_that_it_names_and_all_in_them(self, text: str) -> None:
        put("entries/leaderboard.toml")
        put("entries/team/leaderboard.toml")
        put(FILE)
        assert used("entries") == f"entries/{FILE}"
        put(FILE, text)
        assert used("entries") == used("entries/team") == used("entries/team/deeper") == FILE

    def test_of_several_outside_the_one_that_names_the_folder_goes_before_the_one_inside(self) -> None:
        put("task/submissions/leaderboard.toml")
        put("task/leaderboard.toml")
        put(FILE)
        assert used("task/submissions") == f"task/{FILE}"

    def test_from_within_the_folder_the_file_there_is_still_inside(
        self, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put("submissions/leaderboard.toml", 'output = "x"')
        monkeypatch.chdir("submissions")
        assert configure({}, Path()).presentation.output == "reports"
        put("../leaderboard.toml")
        assert used(".") == str(here / FILE)

    def test_from_below_the_folder_no_file_of_the_way_counts(
        self, here: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        put("submissions/team/leaderboard.toml")
        monkeypatch.chdir("submissions/team")
        assert used("..") is None
        put("../../leaderboard.toml")
        assert used("..") == str(here / FILE)

    def test_a_link_to_the_folder_is_the_folder(self, here: Path) -> None:
        put("submissions/leaderboard.toml")
        put(FILE)
        Path("link").symlink_to(here / "submissions")
        assert used("link") == FILE
        Path("elsewhere").mkdir()
        put("elsewhere/leaderboard.toml")
        put(FILE, 'submissions = "named"')
        Path("named").symlink_to(here / "elsewhere")
        assert used("named") == used("elsewhere") == FILE

    @pytest.mark.parametrize("value", ["3", "''", "['a']"])
    def test_the_folder_is_a_text(self, value: str) -> None:
        put(FILE, f"submissions = {value}")
        with pytest.raises(InputError, match=r"^leaderboard\.toml:1: submissions is .*; give a text on one"):
            find_settings(Path("submissions"))


RESERVED = 'output = "o"\nsave = "s"\nsaved = "t"\nscheduler = "tcp://h:1"\nprimary = "lea"\n'


class TestWhatItMaySet:
    def test_inside_it_chooses_no_place_and_no_machine(self) -> None:
        put("submissions/leaderboard.toml", RESERVED)
        found = configure({}, Path("submissions"))
        assert found.presentation.output == "reports"
        assert (found.options.save, found.options.saved, found.options.scheduler) == (None, None, None)
        assert {found.origins[name] for name in ("output", "save", "saved", "scheduler")} == {"default"}
        assert found.options.primary == "lea"
        assert [str(problem) for problem in found.warnings] == [
            f"submissions/{FILE}:{line}: a settings file among the submissions cannot set {name}; "
            f"write it in {FILE} beside the folder, or type --{name}"
            for line, name in enumerate(("output", "save", "saved", "scheduler"), 1)
        ]

    @pytest.mark.parametrize("place", [FILE, f"task/{FILE}"])
    def test_outside_it_does(self, place: str) -> None:
        put(place, RESERVED)
        found = configure({}, Path("task/submissions"))
        assert (found.presentation.output, found.options.saved, found.warnings) == ("o", "t", ())

    def test_the_file_inside_that_is_not_read_is_told_of(self) -> None:
        put("submissions/leaderboard.toml", "this is no TOML")
        put(FILE, 'title = "Ours"')
        found = configure({}, Path("submissions"))
        assert found.content.title == "Ours"
        assert [str(problem) for problem in found.warnings] == [
            f"submissions/{FILE}: this settings file is not read, because {FILE} counts for the folder; "
            f"remove it, or move what you need to {FILE}"
        ]

    def test_so_are_those_in_the_folders_of_phases(self) -> None:
        put("task/dev/leaderboard.toml")
        put("task/leaderboard.toml", '[phases.dev]\nkey = "k"\nsubmissions = "dev"\n')
        [warning] = configure({}, Path("task")).warnings
        assert warning.file == f"task/dev/{FILE}"


class TestKey:
    @pytest.fixture(autouse=True)
    def keys(self, here: Path) -> None:
        put("gold.conll")
        put("submissions/mine.conll")
        put("submissions/deep/mine.conll")
        Path("submissions/link.conll").symlink_to(here / "gold.conll")
        Path("submissions/out").symlink_to(here)
        put("submissions/keys/a.conll")
        Path("submissions/keys/b.conll").symlink_to(here / "gold.conll")

    OUTSIDE = (
        "../gold.conll",
        "{here}/gold.conll",
        "deep/../../gold.conll",
        "link.conll",
        "out/gold.conll",
        "..",
    )

    @pytest.mark.parametrize("name", [*OUTSIDE, "../gone.conll"])
    def test_a_key_outside_the_folder_is_refused(self, here: Path, name: str) -> None:
        name = name.format(here=here)
        put("submissions/leaderboard.toml", f"\nkey = '{name}'")
        with pytest.raises(NothingToDo) as caught:
            find_key(None, Path("submissions"))
        assert caught.value.typed == (
            f"submissions/{FILE}:2: the key {name!r} leads out of the folder of this settings file, which is "
            f"among the submissions; name it with --key, or write it in {FILE} beside the folder"
        )
        assert find_key("gold.conll", Path("submissions")) == Path("gold.conll")

    def test_so_is_a_folder_with_a_link_that_leads_out(self) -> None:
        put("submissions/leaderboard.toml", "key = 'keys'")
        with pytest.raises(NothingToDo, match=r":1: a file of the key 'keys' leads out of the folder of"):
            find_key(None, Path("submissions"))
        Path("submissions/keys/b.conll").unlink()
        assert find_key(None, Path("submissions")) == Path("submissions/keys")

    def test_it_is_named_without_a_line_where_none_is_known(self) -> None:
        put("submissions/leaderboard.toml", '"k\\u0065y" = "../gold.conll"')
        with pytest.raises(NothingToDo, match=rf"^submissions/{FILE}: the key "):
            find_key(None, Path("submissions"))

    @pytest.mark.parametrize("name", ["mine.conll", "{here}/submissions/mine.conll", "deep/../mine.conll"])
    def test_one_in_the_folder_is_not(self, here: Path, name: str) -> None:
        put("submissions/leaderboard.toml", f"key = '{name.format(here=here)}'")
        assert find_key(None, Path("submissions")).samefile("submissions/mine.conll")

    @pytest.mark.parametrize("name", [*OUTSIDE[:2], "submissions/link.conll"])
    def test_a_file_outside_may_name_any(self, here: Path, name: str) -> None:
        put(
            "task/leaderboard.toml",
            f"key = '{name.format(here=here).replace('submissions', '../submissions')}'",
        )
        assert find_key(None, Path("task/submissions")).samefile("gold.conll")

    @pytest.mark.parametrize(
        ("key", "folder", "what"),
        [
            ("../gold.conll", "deep", r"the key of the phase dev '../gold\.conll'"),
            ("link.conll", "deep", r"the key of the phase dev 'link\.conll'"),
            ("mine.conll", "..", r"the folder of the phase dev '\.\.'"),
        ],
    )
    def test_nor_may_a_phase_lie_outside(self, key: str, folder: str, what: str) -> None:
        put("submissions/leaderboard.toml", f"[phases.dev]\nkey = '{key}'\nsubmissions = '{folder}'\n")
        configuration = configure({}, Path("submissions"))
        with pytest.raises(NothingToDo, match=f":1: {what} leads out of the folder of this settings file"):
            contests("submissions", configuration)


def test_a_scheduler_file_is_named_from_the_settings_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("place/task").mkdir(parents=True)
    for written, expected in (("s.json", str(Path("place") / "s.json")), ("tcp://h:1", "tcp://h:1")):
        Path("place/leaderboard.toml").write_text(f'submissions = "task"\nscheduler = "{written}"\n')
        assert configure({}, Path("place/task")).options.scheduler == expected
