"""Write docs/real-results/ and docs/real-results.md from published outputs.

    python -m tools.real_results ARCHIVE [--check]
    python -m tools.real_results

ARCHIVE holds `feature-based/` and `ba2019/`, which two archives of the repository
UKPLab/cdcr-beyond-corpus-tailored unpack to: `archive/predictions/*.7z`. With --check nothing is written, and
files that differ are named. Without ARCHIVE, the saved sums are signed again as of this version, and the page
is written from the folder.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from tools.real_results.archive import CORPORA, WAYS
from tools.real_results.folder import sign_again, write_folder
from tools.real_results.page import page

DOCS = Path(__file__).parents[2] / "docs"
FOLDER, PAGE = DOCS / "real-results", DOCS / "real-results.md"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("archive", type=Path, nargs="?")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    if arguments.check and not arguments.archive:
        parser.error("--check needs ARCHIVE")
    if arguments.check:
        differing = different(arguments.archive)
        print(*differing or ["all files are as they are made"], sep="\n")
        return 1 if differing else 0
    if arguments.archive:
        shutil.rmtree(FOLDER, ignore_errors=True)
        write_folder(arguments.archive, FOLDER)
    else:
        for corpus in CORPORA:
            for way in WAYS:
                sign_again(FOLDER / f"{corpus}-{way}")
    PAGE.write_text(page(FOLDER), encoding="utf-8")
    return 0


def different(archive: Path) -> list[str]:
    """The files that are not what the archive makes."""
    with tempfile.TemporaryDirectory() as place:
        write_folder(archive, Path(place))
        made, there = contents(Path(place)), contents(FOLDER)
        made["page"], there["page"] = page(Path(place)).encode(), PAGE.read_bytes()
    return sorted(name for name in made | there if made.get(name) != there.get(name))


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of each file below a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


if __name__ == "__main__":
    raise SystemExit(main())
