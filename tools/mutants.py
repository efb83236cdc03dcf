"""Change the code in one place at a time: does a test notice?

    python -m tools.mutants [NAME ...] [--mutants COUNT] [--seed SEED] [--jobs JOBS]

Runs mutmut on a copy of the project, by what ``[tool.mutmut]`` of pyproject.toml says. The first line is the
number of all mutants, and the seed if ``--mutants`` draws a sample. Then each part of the code has a line of
JSON: its mutants, those that tests killed, and the changes of those that survived. A part is what a pattern
of ``only_mutate`` there names, with its subfolders. Needs the extra ``mutation``. A NAME, such as
``leaderboard.ranking.*``, selects mutants.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
COPIED = ("pyproject.toml", "tests", *PROJECT["source_paths"], *PROJECT["also_copy"])
PARTS = tuple(
    pattern.removeprefix("leaderboard/").removesuffix("/*").removesuffix(".py")
    for pattern in PROJECT["only_mutate"]
)
SEED = 12345
# A test that never ends would have killed the mutant too.
KILLED = ("killed", "timeout", "segfault")
GENERATE = "from mutmut import __main__ as m; m.copy_src_dir(); m.create_mutants({jobs})"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to run (default: all)")
    parser.add_argument("--mutants", type=int, help="size of a random sample (default: all mutants)")
    parser.add_argument("--seed", type=int, default=SEED, help=f"seed of the sample (default {SEED})")
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time (default 2)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for part in COPIED:
            (shutil.copytree if (ROOT / part).is_dir() else shutil.copy2)(ROOT / part, copy / part)
        os.chdir(copy)
        generate(options.jobs)
        every = [mutant for mutant in all_mutants() if is_selected(mutant, options.names)]
        chosen = every if options.mutants is None else sample(every, options.mutants, options.seed)
        print(json.dumps({"of": len(every), "seed": None if chosen is every else options.seed}), flush=True)
        run(chosen, options.jobs)
        for part in PARTS:
            print(json.dumps({"part": part, **outcomes(part)}))
    return 0


def is_selected(mutant: str, names: Sequence[str]) -> bool:
    return not names or any(fnmatch.fnmatch(mutant, name) for name in names)


def sample(mutants: Sequence[str], count: int, seed: int) -> list[str]:
    """Return some of the mutants, each with the same chance; the seed decides which."""
    return sorted(random.Random(seed).sample(sorted(mutants), min(count, len(mutants))))


def generate(jobs: int) -> None:
    Path("mutants").mkdir()
    run_python("-c", GENERATE.format(jobs=jobs))


def run(mutants: Sequence[str], jobs: int) -> None:
    run_python("-m", "mutmut", "run", "--max-children", str(jobs), *mutants)


def run_python(*words: str) -> None:
    """Run Python in the current folder; what mutmut prints goes to the standard error."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(Path.cwd())}
    subprocess.run([sys.executable, *words], env=environment, stdout=sys.stderr, check=True)


def all_mutants() -> list[str]:
    return [mutant for part in PARTS for mutant, _ in exit_codes(part)]


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
    for path in sorted((*folder.glob(f"{part}.py.meta"), *(folder / part).rglob("*.meta"))):
        yield from json.loads(path.read_text("utf-8"))["exit_code_by_key"].items()


def function_of(mutant: str) -> str:
    """``ranking.standings._places`` of ``leaderboard.ranking.standings.x__places__mutmut_1``."""
    module, _, name = mutant.partition("__mutmut_")[0].rpartition(".")
    plain = name.removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    return f"{module.removeprefix('leaderboard.')}.{plain}"


def change(mutant: str) -> list[str]:
    """The lines that were taken out and put in."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # type: ignore[import-not-found]

    lines = get_diff_for_mutant(mutant).splitlines()[2:]
    return [line[0] + line[1:].strip() for line in lines if line[:1] in "+-"]


if __name__ == "__main__":
    sys.exit(main())
