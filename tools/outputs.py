"""Everything that the commands print and write for a handful of tasks, to compare two versions byte by byte.

    python -m tools.outputs write FOLDER     # with the `leaderboard` that this Python imports
    python -m tools.outputs compare OLD NEW  # exit code 1 and a list where the two folders differ

Tasks and commands are those whose numbers `python -m tools.same_numbers` compares, and a few more. All
commands run inside FOLDER with relative paths, so that nothing that is compared depends on the machine;
`provenance.json`, which holds a time, is left out.
"""

from __future__ import annotations

import filecmp
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.number_tasks import COMMANDS, RANKINGS, make_tasks

PROGRAM = (sys.executable, "-m", "leaderboard")
FORMS = ("table", "markdown", "csv", "latex", "html", "json")
VARYING = frozenset({"provenance.json"})
OTHERS = {
    "chains": "score example/balanced.conll --show-correspondence DOCUMENT",
    "validate-other": "validate corefud/balanced.conllu --key example/key.conll",
    "missing": "compare example/balanced.conll example/nobody.conll",
    "verify": "verify facts/rank-example",
}


def write(folder: Path) -> None:
    """Make the tasks, and run each command in each form; a form that a command lacks is refused."""
    make_tasks(folder, lambda words: _call(folder, words).stdout)
    document = _first_document(folder / "example" / "key.conll")
    for name, words in RANKINGS.items():
        for form in FORMS:
            output = f"facts/rank-{name}" if form == "table" else "scratch"
            _run(folder, f"rank-{name}.{form}", f"rank {words} --output {output} --format {form} --quiet")
    for name, words in {**COMMANDS, **OTHERS}.items():
        for form in FORMS:
            _run(folder, f"{name}.{form}", f"{words.replace('DOCUMENT', document)} --format {form}")
    for path in folder.rglob("*"):
        if path.name in VARYING:
            path.unlink()


def compare(old: Path, new: Path) -> Iterator[str]:
    """Each file that only one folder has, or whose bytes differ."""
    names = [{path.relative_to(top) for path in top.rglob("*") if path.is_file()} for top in (old, new)]
    for name in sorted(names[0] | names[1]):
        if any(name not in found for found in names):
            yield f"only in {old if name in names[0] else new}: {name}"
        elif not filecmp.cmp(old / name, new / name, shallow=False):
            yield f"differs: {name}"


def _first_document(key: Path) -> str:
    """The name between the parentheses of the first header."""
    return key.read_text().split("(", 1)[1].split(")", 1)[0]


def _run(folder: Path, name: str, command: str) -> None:
    """What a command prints, and how it ends."""
    done = _call(folder, command)
    printed = folder / "printed"
    printed.mkdir(exist_ok=True)
    (printed / name).write_bytes(done.stdout)
    (printed / f"{name}.stderr").write_bytes(b"exit %d\n" % done.returncode + done.stderr)


def _call(folder: Path, command: str) -> subprocess.CompletedProcess[bytes]:
    environment = {name: text for name, text in os.environ.items() if not name.startswith("LEADERBOARD_")}
    return subprocess.run(
        [*PROGRAM, *shlex.split(command)],
        cwd=folder,
        env={**environment, "COLUMNS": "100"},
        capture_output=True,
        check=False,
    )


def main(arguments: Sequence[str]) -> int:
    match arguments:
        case ["write", folder]:
            write(Path(folder))
            return 0
        case ["compare", old, new]:
            differences = list(compare(Path(old), Path(new)))
            print("\n".join(differences) or "every byte is the same")
            return bool(differences)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
