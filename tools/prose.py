"""Count long sentences in the Markdown pages and riddling docstrings in the package.

Usage: python -m tools.prose [--worst] [FOLDER]

FOLDER is a checkout (default: the current folder). A sentence is long if it has more than 30 words.
A docstring is counted if it begins with What, Whether or The same.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

LONG = 30
OPENING = re.compile(r"(What|Whether|The same)\b")
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# A blank line, an item, a heading or a row of a table begins a new block; so does a cell within a row.
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*#|>]|\d+\.) ?)|(?<= )\|")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
END = re.compile(r"(?<=[.!?:])[)*\"”]*\s+(?=[\"“*(`\[]*[A-Z0-9`])")


def sentences(page: str) -> Iterator[str]:
    """Yield the sentences of a Markdown page, without its code blocks."""
    text = LINK.sub(r"\1", COMMENT.sub("\n", FENCE.sub("\n", page)))
    for block in BLOCK.split(text):
        yield from END.split(" ".join(block.split()))


def words(sentence: str) -> int:
    return sum(any(letter.isalnum() for letter in word) for word in sentence.split())


def docstrings(module: str) -> Iterator[str]:
    """Yield the docstrings of a module, its classes and its functions."""
    for node in ast.walk(ast.parse(module)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def long_sentences(path: Path) -> list[str]:
    """Return the long sentences of a page, the longest first."""
    return sorted((s for s in sentences(path.read_text("utf-8")) if words(s) > LONG), key=words, reverse=True)


def riddles(path: Path) -> list[str]:
    """Return the counted docstrings of a module."""
    return [text for text in docstrings(path.read_text("utf-8")) if OPENING.match(text)]


def show(title: str, counted: dict[str, list[str]], worst: bool) -> None:
    """Print a number per file and the total; on request the first text of each file."""
    print(f"{title}: {sum(map(len, counted.values()))}")
    for name, texts in counted.items():
        if texts:
            print(f"{len(texts):6}  {name}")
            if worst:
                print(f"        {words(texts[0])} words: {texts[0].splitlines()[0]}")


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "--worst"]
    worst = "--worst" in sys.argv
    root = Path(arguments[0] if arguments else ".")
    pages = [*sorted(root.glob("*.md")), *sorted(root.glob("docs/*.md"))]
    modules = sorted(root.glob("leaderboard/**/*.py"))
    show(f"sentences over {LONG} words", {str(p.relative_to(root)): long_sentences(p) for p in pages}, worst)
    show("docstrings", {str(m.relative_to(root)): riddles(m) for m in modules}, worst)


if __name__ == "__main__":
    main()
