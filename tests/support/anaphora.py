"""Small CONLL-UA files: a token a line, with cells of the columns behind its form."""

from __future__ import annotations

COLUMNS = "# global.columns = ID FORM IDENTITY BRIDGING DISCOURSE_DEIXIS"


def conllua(*cells: str, columns: str = COLUMNS) -> str:
    """A document of the words w1, w2, ...; cells are split at blanks."""
    tokens = [f"{number}\tw{number}\t" + "\t".join(cell.split()) for number, cell in enumerate(cells, 1)]
    return "\n".join([columns, "# newdoc id = d", *tokens, ""])


def mention(entity: str, name: str, *more: str) -> str:
    """An opening bracket."""
    return "|".join((f"(EntityID={entity}", f"MarkableID={name}", *more))
