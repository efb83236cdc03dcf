"""Write what commands print into the pages that show it: ``python -m tools.pages [PAGE...]``.

Look at the difference before you commit it. What a page leaves out, by an ellipsis, it still leaves out.
"""

from __future__ import annotations

import difflib
import re
import sys
import tempfile
from pathlib import Path

from tests.support.pages import PAGES, Reader, alike


class Writer(Reader):
    """A reader who corrects the page and goes on."""

    def check(self, shown: str, printed: str, message: str) -> None:
        """Replace the text that is shown if it is not what is printed."""
        if not alike(shown, printed):
            text = self.page.read_text("utf-8")
            self.page.write_text(text.replace(shown, renewed(shown, printed)), "utf-8")


def renewed(shown: str, printed: str) -> str:
    """Return the printed lines that stand for the shown ones, with an ellipsis where others are left out."""
    lines, first, kept = printed.splitlines(), 0, []
    pieces = re.split(r"^…\n", shown, flags=re.M)
    for number, piece in enumerate(pieces):
        if number:
            kept.append("…")
        wanted = piece.splitlines()
        if not wanted:
            continue
        begin = first if not number else nearest(wanted[0], lines, first)
        is_last = number == len(pieces) - 1
        end = len(lines) if is_last else nearest(wanted[-1], lines, begin + len(wanted) - 1) + 1
        kept += [shortened(line, wanted) for line in lines[begin:end]]
        first = end
    return "".join(f"{line}\n" for line in kept)


def shortened(line: str, wanted: list[str]) -> str:
    """Return the line as it is shown, if some of it is left out."""
    return next((one for one in wanted if "…" in one and alike(f"{one}\n", f"{line}\n")), line)


def nearest(line: str, lines: list[str], first: int) -> int:
    """Return the number of the line that is most like another, from some line on."""
    if first >= len(lines):
        return len(lines) - 1
    return max(
        range(first, len(lines)),
        key=lambda number: (difflib.SequenceMatcher(None, line, lines[number]).ratio(), -number),
    )


def main() -> None:
    for page in map(Path, sys.argv[1:] or PAGES):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "reader")
            place.mkdir()
            Writer(page.resolve(), place).follow()


if __name__ == "__main__":
    main()
