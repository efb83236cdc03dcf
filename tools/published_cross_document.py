"""Reproduce published scores of cross-document outputs, within and across documents.

    python -m tools.published_cross_document /path/to/feature-based /path/to/figures.json

The first path is the unpacked archive ``archive/predictions/feature-based.7z`` of the repository
UKPLab/cdcr-beyond-corpus-tailored. The second names what was published: JSON with a list ``published`` of
outputs, each with ``folder``, ``key``, ``response`` and ``scores``, [recall, precision, F1] by metric.
Neither is part of this project. All documents are scored as one; in outputs within documents, ids differ
between documents.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import leaderboard

# Six digits were published.
TOLERANCE = 1e-6
QUANTITIES = ("recall", "precision", "f1")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", type=Path)
    parser.add_argument("figures", type=Path)
    arguments = parser.parse_args()
    wrong = 0
    for output in json.loads(arguments.figures.read_text(encoding="utf-8"))["published"]:
        differences = list(differing(arguments.archive.parent / output["folder"], output))
        wrong += len(differences)
        print(f"{output['folder']}: {'; '.join(differences) or 'as published'}")
    return 1 if wrong else 0


def differing(folder: Path, output: dict[str, Any]) -> Iterator[str]:
    """Every score that is not the published one."""
    found = leaderboard.score(
        folder / output["response"],
        key=folder / output["key"],
        metric=list(output["scores"]),
        across="corpus",
    )
    for rejected in found.rejected:
        yield str(rejected.problem)
    for system in found.systems:
        for metric, expected in output["scores"].items():
            for quantity, value in zip(QUANTITIES, expected, strict=True):
                ours = getattr(system.scores[metric], quantity)
                if value is not None and abs(ours - value) > TOLERANCE:
                    yield f"{metric} {quantity} is {ours:.6f}, not {value}"


if __name__ == "__main__":
    raise SystemExit(main())
