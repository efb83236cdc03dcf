"""A task of a thousand systems and a thousand short documents, and what ranking it costs.

python -m tests.benchmarks.scale make FOLDER [--systems 1000] [--documents 1000]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from leaderboard.simulation import Entrant, Shape, key_parts, write
from leaderboard.simulation.profiles import PROFILES

KINDS = ("balanced", "precise", "eager", "merger", "splitter", "pronoun-blind", "careless")
TOKENS, MENTIONS, ENTITIES = 60, 12, 4  # of a document
OPEN_FILES = 200
SEED = 12345


def make(folder: Path, systems: int, documents: int) -> None:
    """A key and systems of seven kinds, each a little worse than the one before it of its kind."""
    shape = Shape(
        documents,
        documents,
        TOKENS * documents,
        MENTIONS * documents,
        ENTITIES * documents,
        layout="compact",
    )
    folder.mkdir(parents=True)
    parts = list(key_parts(shape, SEED))
    for first in range(0, systems, OPEN_FILES):
        paths = {
            folder / f"{KINDS[number % len(KINDS)]}-{number:04}.conll": Entrant(
                "", PROFILES[KINDS[number % len(KINDS)]].harder(1 + number / systems), 2 * number
            )
            for number in range(first, min(systems, first + OPEN_FILES))
        }
        write(folder / "key.conll", paths, parts, SEED, shape.layout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--systems", type=int, default=1000)
    parser.add_argument("--documents", type=int, default=1000)
    asked = parser.parse_args()
    make(asked.folder, asked.systems, asked.documents)


if __name__ == "__main__":
    main()
