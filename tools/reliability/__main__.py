"""Measure stages anew and write RELIABILITY.md.

    python -m tools.reliability [STAGE ...] [--perl SCORER.PL] [--corefud CHECKOUT] [--pythons PYTHON ...]

Without a stage the page is written from what docs/reliability.json holds. A stage whose needs are not at hand
says so and keeps no figure. ``--printed FILE`` takes what the command of a single stage printed from a file.
"""

from __future__ import annotations

import argparse
import datetime
import os
import shlex
import subprocess
import sys
from pathlib import Path

from leaderboard.version import VERSION
from tools.reliability import record
from tools.reliability.page import page
from tools.reliability.record import ROOT, Entry
from tools.reliability.stages import STAGES, NotAtHand

PAGE = ROOT / "RELIABILITY.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("stages", nargs="*", choices=[*STAGES, []], metavar="STAGE", help=", ".join(STAGES))
    parser.add_argument("--perl", help="scorer.pl of the official scorer, v8.01")
    parser.add_argument("--corefud", help="a checkout of the CorefUD scorer")
    parser.add_argument("--pythons", nargs="+", default=[sys.executable], help="interpreters to compare")
    parser.add_argument("--files", default="100000", help="how many to mutate (default 100000)")
    parser.add_argument("--printed", type=Path, help="a file with what the command of the stage printed")
    options = parser.parse_args()
    known, lacking = record.entries(), []
    for name in options.stages:
        given = {
            "PERL": options.perl,
            "COREFUD": options.corefud,
            "PYTHONS": options.pythons,
            "FILES": options.files,
        }
        try:
            said = options.printed.read_text("utf-8") if options.printed else printed(name, given)
            known[name] = entry(name, said, options.files)
        except NotAtHand as error:
            lacking.append(name)
            print(f"{name}: not run: {error}")
    record.write({name: known[name] for name in STAGES if name in known})
    PAGE.write_text(page(known), encoding="utf-8")
    print(PAGE)
    return bool(lacking)


def entry(name: str, said: str, files: str) -> Entry:
    """Numbers stand in the command that is kept; places of programs mean nothing elsewhere and do not."""
    stage, today = STAGES[name], datetime.datetime.now(datetime.UTC).date()
    command = stage.command.replace("FILES", files)
    return Entry(command, today.isoformat(), VERSION, stage.figures(said), record.code())


def printed(name: str, given: dict[str, str | list[str] | None]) -> str:
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
