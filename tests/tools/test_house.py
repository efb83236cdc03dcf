"""The rooms of the package and their budgets."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tools.house import check, lines_of, over_budget, rooms, tokens_of


def test_a_long_line_counts_as_several_and_layout_as_no_token(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("# a comment\n\nx = (1,\n     2)\n" + f"y = '{'z' * 220}'\n")
    assert lines_of(path) == 4 + 3
    assert tokens_of(path) == len(["x", "=", "(", "1", ",", "2", ")"]) + len(["y", "=", "z"])


def test_rooms_are_folders_and_the_files_beside_them(tmp_path: Path) -> None:
    (tmp_path / "formats" / "text").mkdir(parents=True)
    for name in ("a.py", "formats/b.py", "formats/text/c.py"):
        (tmp_path / name).write_text("x = 1\n")
    assert rooms(tmp_path) == {".": 1, "formats": 2}


def test_what_is_over_its_budget_is_named() -> None:
    lines = Counter({"report": 12, "tasks": 3, "new": 1})
    assert list(over_budget(lines, {"report": 10, "tasks": 3}, 15)) == [
        "new has no budget; give it one in budget.toml",
        "report has 12 lines, and its budget is 10",
        "the package has 16 lines, and the goal is 15",
    ]


def test_the_package_is_within_its_budget() -> None:
    assert check(Path(__file__).parents[2]) == 0
