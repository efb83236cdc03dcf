"""The number of attempts behind each entry: stated in the settings file, or counted in the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import InputError
from leaderboard.options.settings_file import read_configuration
from leaderboard.options.shared_task import Attempts
from leaderboard.submissions import Submission
from leaderboard.tasks.account import attempts_of
from leaderboard.tasks.contests import unmet_attempts
from tests.support import small_task
from tests.support.small_task import FAIR, KEY

FEW = {"draws": 100, "trials": 100}


def written(folder: Path, text: str) -> Path:
    path = folder / "leaderboard.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_numbers_are_read_with_their_lines(tmp_path: Path) -> None:
    found = read_configuration(written(tmp_path, "[attempts]\nalpha = 12\n'be ta' = 1\n")).attempts
    assert (found.stated, found.lines, found.counted) == (
        {"alpha": 12, "be ta": 1},
        {"alpha": 2, "be ta": 3},
        False,
    )
    assert read_configuration(written(tmp_path, 'attempts = "count"\n')).attempts.counted
    assert read_configuration(written(tmp_path, "")).attempts == Attempts()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[attempts]\nalpha = 0", ":2: the attempts of 'alpha' are '0'; give a whole number from 1 on"),
        ("[attempts]\nalpha = 1.5", ":2: the attempts of 'alpha' are '1.5'; give a whole number from 1 on"),
        ("[attempts]\nalpha = true", ":2: the attempts of 'alpha' are 'True'; give a whole number from 1 on"),
        ("attempts = 3", ":1: attempts is '3'; write NAME = 12 in [attempts], or attempts = \"count\""),
    ],
)
def test_other_values_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_configuration(written(tmp_path, text))
    assert str(caught.value).endswith(message)


def test_downloads_are_counted_by_participant(tmp_path: Path) -> None:
    names = ["1_a_PhaseId7_2024-01-01_00-00_x.zip", "2_a_PhaseId7_2024-01-02_00-00_x.zip"]
    names += ["3_b_PhaseId7_2024-01-03_00-00_x.zip", "other.conll"]
    for name in names:
        (tmp_path / name).touch()
    places = {"a": names[1], "b": names[2], "other": names[3]}
    submissions = {who: Submission(who, tmp_path / name, {}) for who, name in places.items()}
    assert attempts_of(Attempts(counted=True), submissions) == {"a": 2, "b": 1, "other": 1}
    gone = {"a": Submission("a", tmp_path / "gone" / names[0], {})}
    assert attempts_of(Attempts(counted=True), gone) == {"a": 1}
    stated = Attempts(stated={"a": 7})
    assert attempts_of(stated, submissions) == {"a": 7}


def test_an_entry_that_is_not_there_is_a_warning() -> None:
    attempts = Attempts(stated={"alpha": 2, "beta": 3}, lines={"alpha": 4, "beta": 5})
    [problem] = unmet_attempts("leaderboard.toml", attempts, ["beta"], {})
    assert str(problem).startswith(
        "leaderboard.toml:4: [attempts] names 'alpha', but no submission has this name"
    )


def test_attempts_are_those_of_a_system_not_of_its_runs() -> None:
    attempts = Attempts(stated={"alpha@1": 2}, lines={"alpha@1": 4})
    [problem] = unmet_attempts("leaderboard.toml", attempts, ["alpha"], {"alpha@1": "alpha"})
    assert str(problem) == (
        "leaderboard.toml:4: [attempts] names 'alpha@1', which is a run of alpha; "
        "state the attempts of alpha instead"
    )
    submissions = {name: Submission(name, Path("gone", name), {}) for name in ("a", "b")}
    counted = attempts_of(Attempts(counted=True), submissions, {"mean": ("a", "b")})
    assert counted == {"a": 1, "b": 1, "mean": 2}


def test_rankings_and_comparisons_pay_for_attempts(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, right=KEY)
    plain = leaderboard.rank(tmp_path, **FEW)
    written(tmp_path, "[attempts]\nfair = 5\nnobody = 2\n")
    found = leaderboard.rank(tmp_path, **FEW)
    assert {row.attempts for row in found.comparisons} == {5}
    assert found.signature != plain.signature
    assert "attempts" in found.signature.fields
    assert any("names 'nobody'" in problem.what for problem in found.warnings)
    compared = leaderboard.compare(tmp_path / "fair.conll", tmp_path / "right.conll", **FEW)
    assert {row.attempts for row in compared.comparisons} == {5}
    assert compared.signature.fields["attempts"] == found.signature.fields["attempts"]
