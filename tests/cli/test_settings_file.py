"""Which settings file a command says that it uses, and what a participant's cannot do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import small_task
from tests.support.running import Typed
from tests.support.small_task import FAIR, KEY

pytestmark = pytest.mark.untraced

INSIDE = Path("submissions/leaderboard.toml")
OUTSIDE = Path("leaderboard.toml")
USES_INSIDE = "settings file: submissions/leaderboard.toml\n"
UNREAD = (
    "settings file: leaderboard.toml\n"
    "warning: submissions/leaderboard.toml: this settings file is not read, because leaderboard.toml counts "
    "for the folder; remove it, or move what you need to leaderboard.toml\n"
)
COMMANDS = (
    ("rank", "--draws", "100"),
    ("rank", "--explain-config"),
    ("score", "fair"),
    ("validate", "fair"),
    ("compare", "fair", "same"),
    ("power", "--draws", "100"),
    ("correlate", "--draws", "100"),
    ("probe", "--response", "fair"),
    ("codabench", "init"),
)


@pytest.fixture(autouse=True)
def task(here: Path) -> None:
    small_task.write(here / "submissions", key=KEY, fair=FAIR, same=FAIR)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_says_which_file_it_uses(typed_whole: Typed, words: tuple[str, ...]) -> None:
    assert "settings" not in typed_whole(*words).err
    INSIDE.write_text('title = "Theirs"')
    assert typed_whole(*words).err.startswith(USES_INSIDE)
    OUTSIDE.write_text('title = "Ours"')
    assert typed_whole(*words).err.startswith(UNREAD)


def test_only_whoever_types_can_silence_that(typed_whole: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    INSIDE.write_text("quiet = true")
    assert typed_whole("score", "fair").err == USES_INSIDE
    assert typed_whole("score", "fair", "--quiet").err == ""
    monkeypatch.setenv("LEADERBOARD_QUIET", "true")
    assert typed_whole("score", "fair").err == ""


def test_the_file_that_is_for_other_folders_is_named_too(typed_whole: Typed) -> None:
    small_task.write(Path("entries"), key=KEY, fair=FAIR)
    Path("entries/leaderboard.toml").write_text("")
    OUTSIDE.write_text("")
    said = typed_whole("score", "entries/fair.conll").err
    assert said == "settings file: entries/leaderboard.toml (leaderboard.toml is for other folders)\n"


def test_the_scoring_program_says_it_too_and_reads_no_other(typed_whole: Typed) -> None:
    small_task.write(Path("in/ref"), key=KEY)
    small_task.write(Path("in/res"), fair=FAIR)
    for other in (OUTSIDE, Path("in/leaderboard.toml")):
        other.write_text('metric = "lea"')
    run = typed_whole("codabench", "score", "in", "out")
    assert (run.code, run.err) == (0, "")
    assert "CoNLL" in run.out
    Path("in/ref/leaderboard.toml").write_text('metric = "muc"')
    run = typed_whole("codabench", "score", "in", "out")
    assert (run.code, run.err) == (0, "settings file: in/ref/leaderboard.toml\n")
    assert "CoNLL" not in run.out


def test_a_participant_chooses_no_folder_and_no_machine(typed_whole: Typed) -> None:
    INSIDE.write_text('output = "o"\nsave = "s"\nsaved = "t"\nscheduler = "tcp://127.0.0.1:9"\n')
    run = typed_whole("rank", "--draws", "100")
    assert run.code == 0
    assert run.err.count("a settings file among the submissions cannot set ") == 4
    assert sorted(path.name for path in Path().iterdir()) == ["reports", "submissions"]


def test_a_participant_chooses_no_key_elsewhere(typed_whole: Typed) -> None:
    Path("other.conll").write_text(FAIR)
    INSIDE.write_text('key = "../other.conll"')
    for words in COMMANDS:
        run = typed_whole(*words)
        assert (run.code, run.out) == (4, ""), words
        assert "the key '../other.conll' leads out of the folder of this settings file" in run.err


def test_a_report_is_verified_with_the_settings_beside_the_folder(typed_whole: Typed) -> None:
    OUTSIDE.write_text('title = "Ours"')
    assert typed_whole("rank", "--draws", "100").code == 0
    assert typed_whole("verify").code == 0
    OUTSIDE.unlink()
    run = typed_whole("verify")
    assert run.code == 4
    assert run.out.startswith("../leaderboard.toml: this input is gone since the report was written; ")
