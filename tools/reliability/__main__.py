"""Measure stages anew and write RELIABILITY.md and docs/measurements.md.

    python -m tools.reliability [STAGE ...] [--perl SCORER.PL] [--corefud CHECKOUT] [--pythons PYTHON ...]

Without a stage the pages are written from what docs/reliability.json holds. Each stage is stored when it
ends, so two runs of this program may measure different stages at once. A stage that fails, or whose needs are
not at hand, keeps its former figures and commit. ``--printed FILE`` reads the output of a stage from a file.
"""

from __future__ import annotations

import argparse
import datetime
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from leaderboard.version import VERSION
from tools.reliability import record
from tools.reliability.page import measurements, page
from tools.reliability.record import ROOT, Entry
from tools.reliability.stages import STAGES, NotAtHand

PAGE, TABLES = ROOT / "RELIABILITY.md", ROOT / "docs" / "measurements.md"
FIGURES = ROOT.parent / "shared" / "conformance" / "anaphora" / "ua_tests.json"


Given = Mapping[str, str | list[str] | None]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("stages", nargs="*", choices=[*STAGES, []], metavar="STAGE", help=", ".join(STAGES))
    parser.add_argument("--perl", help="scorer.pl of the official scorer, v8.01")
    parser.add_argument("--corefud", help="a checkout of the CorefUD scorer")
    parser.add_argument("--pythons", nargs="+", default=[sys.executable], help="interpreters to compare")
    parser.add_argument("--files", default="100000", help="how many to mutate (default 100000)")
    parser.add_argument("--mutants", default="400", help="size of the sample of mutants (default 400)")
    parser.add_argument("--figures", default=FIGURES, help="figures of the Universal Anaphora scorer's tests")
    parser.add_argument("--printed", type=Path, help="a file with what the command of the stage printed")
    options = parser.parse_args()
    given = {
        "PERL": options.perl,
        "COREFUD": options.corefud,
        "FIGURES": str(options.figures) if Path(options.figures).exists() else None,
        "PYTHONS": options.pythons,
        "FILES": options.files,
        "MUTANTS": options.mutants,
    }
    not_measured = [name for name in options.stages if not measured(name, given, options.printed)]
    PAGE.write_text(page(record.entries()), encoding="utf-8")
    TABLES.write_text(measurements(record.entries()), encoding="utf-8")
    print(f"{PAGE}\n{TABLES}")
    return bool(not_measured)


def measured(name: str, given: Given, output: Path | None) -> bool:
    """Run a stage, or read its output, and store its figures; return False if there are none."""
    commit = record.commit()
    try:
        said = output.read_text("utf-8") if output else printed(name, given)
        found = entry(name, said, given, commit)
    except (NotAtHand, subprocess.CalledProcessError) as error:
        print(f"{name}: not measured: {error}")
        return False
    known = {**record.entries(), name: found}
    record.write({stage: known[stage] for stage in STAGES if stage in known})
    return True


def entry(name: str, said: str, given: Given, commit: str) -> Entry:
    """Numbers stand in the command that is kept; places of programs mean nothing elsewhere and do not."""
    stage, today = STAGES[name], datetime.datetime.now(datetime.UTC).date()
    command = stage.command.replace("FILES", str(given["FILES"])).replace("MUTANTS", str(given["MUTANTS"]))
    return Entry(command, today.isoformat(), VERSION, stage.figures(said), record.code(), commit)


def printed(name: str, given: Given) -> str:
    """What the command of a stage prints; an error if it fails."""
    words: list[str] = []
    for word in shlex.split(STAGES[name].command):
        value = given.get(word, word)
        if value is None:
            raise NotAtHand(f"say where it is with --{word.lower()}")
        words += [value] if isinstance(value, str) else value
    if words[0] == "pytest":
        words = ["python", "-m", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *words[1:]]
    return subprocess.run(command, cwd=ROOT, env=environment, stdout=-1, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
