"""Change the code in one place at a time: does a test notice?

    python -m tools.mutants [NAME ...]

Runs mutmut on a copy of the project, by what ``[tool.mutmut]`` of pyproject.toml says, and prints one line of
JSON for each part of the code: its mutants, those that tests killed, and the changes of those that survived.
Needs the extra ``mutation``. A NAME, such as ``leaderboard.ranking.*``, says which mutants to run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("leaderboard", "tests", "tools", "pyproject.toml")
PARTS = ("metrics", "significance", "ranking")
# A test that never ends would have killed the mutant too.
KILLED = ("killed", "timeout", "segfault")


def main(names: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for part in COPIED:
            (shutil.copytree if (ROOT / part).is_dir() else shutil.copy2)(ROOT / part, copy / part)
        run(copy, names)
        os.chdir(copy)
        for part in PARTS:
            print(json.dumps({"part": part, **outcomes(part)}))
    return 0


def run(copy: Path, names: list[str]) -> None:
    """Mutmut's own words go to the standard error."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(copy)}
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", "1", *names]
    subprocess.run(command, cwd=copy, env=environment, stdout=sys.stderr, check=True)


def outcomes(part: str) -> dict[str, object]:
    """What became of the mutants of a part, in the current folder."""
    from mutmut.stats import status_by_exit_code  # type: ignore[import-not-found]

    counts: Counter[str] = Counter()
    survivors = []
    for mutant, code in exit_codes(part):
        outcome = status_by_exit_code[code]
        if outcome == "not checked":
            continue
        counts["killed" if outcome in KILLED else "survived"] += 1
        if outcome not in KILLED:
            survivors.append({"function": function_of(mutant), "change": change(mutant)})
    return {"mutants": counts.total(), "killed": counts["killed"], "survivors": survivors}


def exit_codes(part: str) -> Iterator[tuple[str, int | None]]:
    folder = Path("mutants", "leaderboard")
    for path in sorted((*folder.glob(f"{part}.py.meta"), *(folder / part).glob("*.meta"))):
        yield from json.loads(path.read_text("utf-8"))["exit_code_by_key"].items()


def function_of(mutant: str) -> str:
    """``ranking.tie_rules._places`` of ``leaderboard.ranking.tie_rules.x__places__mutmut_1``."""
    module, _, name = mutant.partition("__mutmut_")[0].rpartition(".")
    plain = name.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    return f"{module.removeprefix('leaderboard.')}.{plain}"


def change(mutant: str) -> list[str]:
    """The lines that were taken out and put in."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # type: ignore[import-not-found]

    lines = get_diff_for_mutant(mutant).splitlines()[2:]
    return [line[0] + line[1:].strip() for line in lines if line[:1] in "+-"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
