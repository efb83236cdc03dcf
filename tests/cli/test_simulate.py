"""``leaderboard simulate`` as it is typed."""

from __future__ import annotations

from pathlib import Path

import leaderboard
from tests.support.running import Typed


def test_command_and_function_write_the_same(typed: Typed, tmp_path: Path) -> None:
    words = ("--documents", "2", "--systems", "2", "--null-pairs", "1", "--broken", "--seed", "7")
    run = typed("simulate", str(tmp_path / "typed"), *words)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"{tmp_path / 'typed'}: a key and 5 systems: ")
    leaderboard.simulate(tmp_path / "called", documents=2, systems=2, null_pairs=1, broken=True, seed=7)
    contents = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("typed", "called")
    ]
    assert contents[0] == contents[1]


def following(folder: Path) -> str:
    return f"Next: leaderboard rank {folder}\n"


def test_quiet_prints_nothing(typed: Typed, tmp_path: Path) -> None:
    run = typed("simulate", str(tmp_path), "--documents", "1", "--systems", "1", "--quiet")
    assert run == (0, "", "")
    assert (tmp_path / "key.conll").exists()


def test_datasets_are_counted(typed: Typed, tmp_path: Path) -> None:
    run = typed("simulate", str(tmp_path), "--documents", "1", "--datasets", "2", "--systems", "1")
    assert run == (0, f"{tmp_path}: a key and 1 system on 2 datasets: balanced\n{following(tmp_path)}", "")


def test_runs_are_counted(typed: Typed, tmp_path: Path) -> None:
    run = typed("simulate", str(tmp_path), "--documents", "1", "--runs", "5", "--systems", "2")
    made = f"{tmp_path}: a key and 2 systems with 5 runs each: balanced, close\n"
    assert run == (0, f"{made}{following(tmp_path)}", "")


def test_a_folder_with_files_is_wrong_usage(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    assert typed("simulate", str(tmp_path)).code == 2
