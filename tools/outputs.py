"""Everything that the commands print and write for a handful of tasks, to compare two versions byte by byte.

    python tools/outputs.py write FOLDER     # with the `leaderboard` that this Python imports
    python tools/outputs.py compare OLD NEW  # exit code 1 and a list where the two folders differ

Each task is made by `leaderboard simulate` with a fixed seed. All commands run inside FOLDER with relative
paths, so that nothing that is compared depends on the machine; `provenance.json`, which holds a time, is left
out.
"""

from __future__ import annotations

import filecmp
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

PROGRAM = (sys.executable, "-m", "leaderboard")
FORMS = ("table", "markdown", "csv", "latex", "html", "json")
VARYING = frozenset({"provenance.json"})

PHASES = """title = "Two phases"
trials = 500

[tracks]
open = ["balanced", "close", "eager"]
closed = ["precise", "merger", "copy"]

[phases.development]
key = "dev/key.conll"
submissions = "dev"

[phases.test]
key = "test/key.conll"
submissions = "test"
"""

TASKS = {
    "example": "--documents 14 --systems 5",
    "datasets": "--documents 12 --systems 4 --datasets 3",
    "corefud": "--documents 12 --systems 4 --form corefud",
    "dev": "--documents 8 --systems 5 --seed 1",
    "test": "--documents 12 --systems 6 --seed 2",
}
RANKINGS = {
    "example": "example --trials 500 --draws 300 --leave-one-out",
    "against": "example --trials 500 --draws 300 --against balanced --metric muc --metric lea",
    "bca": "example --trials 500 --draws 300 --interval bca --ties letters --adjust bh --unit part",
    "bootstrap": "example --test bootstrap --trials 500 --draws 300 --adjust none --ties clusters",
    "datasets": "datasets --trials 500 --draws 300",
    "lacking": "datasets --trials 500 --draws 300 --missing-dataset exclude",
    "corefud": "corefud --trials 500 --draws 300",
    "settings": "corefud --trials 500 --draws 300 --settings head,partial,exact,head+singletons",
    "phases": "phases --draws 300",
    "track": "phases --draws 300 --track open --phase test",
}
OTHERS = {
    "compare": "compare example/balanced.conll example/close.conll example/eager.conll --trials 500",
    "compare-two": "compare example/balanced.conll example/eager.conll --trials 500 --draws 300",
    "compare-corefud": "compare corefud/balanced.conllu corefud/close.conllu --trials 500 --draws 300",
    "score": "score example/balanced.conll example/close.conll --per-document",
    "score-errors": "score example/balanced.conll example/close.conll --errors",
    "score-datasets": "score datasets/balanced",
    "score-corefud": "score corefud/balanced.conllu --metric mor --metric zero --match partial",
    "chains": "score example/balanced.conll --show-correspondence DOCUMENT",
    "correlate": "correlate example --draws 300",
    "power": "power example --draws 300",
    "probe": "probe split",
}
# Validation has lines of text beside its tables, and fewer forms.
VALIDATIONS = {
    "validate": "validate example/balanced.conll example/broken.conll --key example/key.conll",
    "validate-other": "validate corefud/balanced.conllu --key example/key.conll",
    "missing": "compare example/balanced.conll example/nobody.conll",
}


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, options in TASKS.items():
        _make(folder, name, options)
    document = _first_document(folder / "example" / "key.conll")
    for name, options in RANKINGS.items():
        for form in FORMS:
            output = f"reports/{name}" if form == "table" else "scratch"
            _run(folder, f"rank-{name}.{form}", f"rank {options} --output {output} --format {form} --quiet")
    for name, command in OTHERS.items():
        for form in FORMS:
            _run(folder, f"{name}.{form}", f"{command.replace('DOCUMENT', document)} --format {form} --quiet")
    for name, command in VALIDATIONS.items():
        _run(folder, f"{name}.table", command)
    for form in ("table", "markdown", "json"):
        _run(folder, f"diff.{form}", f"diff reports/example reports/bca --format {form}")
    _run(folder, "verify.table", "verify reports/example")
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


def _make(folder: Path, name: str, options: str) -> None:
    place = {"dev": "phases/dev", "test": "phases/test"}.get(name, name)
    (folder / place).parent.mkdir(exist_ok=True)
    _call(folder, f"simulate {place} {options}")
    if name == "example":
        whole = (folder / "example" / "balanced.conll").read_bytes()
        (folder / "example" / "broken.conll").write_bytes(whole[: len(whole) // 2])
    if name == "datasets":
        for path in sorted((folder / "datasets" / "close").iterdir())[:1]:
            path.unlink()
    if place != name:
        (folder / place / "leaderboard.toml").unlink(missing_ok=True)
        (folder / "phases" / "leaderboard.toml").write_text(PHASES)


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
