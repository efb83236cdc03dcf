"""Small CONLL-UA files: a token a line, with cells of the columns behind its form."""

from __future__ import annotations

COLUMNS = "# global.columns = ID FORM IDENTITY BRIDGING DISCOURSE_DEIXIS"


def conllua(*cells: str, columns: str = COLUMNS) -> str:
    """A document of the words w1, w2, ...; cells are split at blanks, and the last ones may be left out."""
    wanted = len(columns.partition("=")[2].split()) - 2
    rows = [[*cell.split(), *["_"] * wanted][: max(wanted, len(cell.split()))] for cell in cells]
    tokens = ["\t".join((str(number), f"w{number}", *row)) for number, row in enumerate(rows, 1)]
    return "\n".join([columns, "# newdoc id = d", *tokens, ""])


def mention(entity: str, name: str, *more: str) -> str:
    """An opening bracket."""
    return "|".join((f"(EntityID={entity}", f"MarkableID={name}", *more))


# Every annotation that there is: pieces, a zero, sets, bridges, minimum spans, a non-referring mention.
KEY = """\
# global.columns = ID FORM HEAD DEPS IDENTITY SPLIT BRIDGING DISCOURSE_DEIXIS
# newdoc id = a
1\tAnn\t2\t_\t(EntityID=1|MarkableID=a|ElementOf=5)\t_\t_\t_
2\tmet\t0\t_\t_\t_\t_\t_
3\tthe\t4\t_\t(EntityID=2|MarkableID=b|Min=4|ElementOf=5,6\t_\t_\t_
4\tdog\t2\t_\t)\tEntityID=1|ElementOf=6\t_\t_
5\tand\t2\t_\t(EntityID=6|MarkableID=s)\t_\t_\t(EntityID=1|MarkableID=d
5.1\t_\t_\t2:dep\t(EntityID=5|MarkableID=z)\t_\t_\t_
6\tit\t5\t_\t(EntityID=7-Pseudo|MarkableID=p)\t_\t_\t)
# newdoc id = b
1\tthey\t0\t_\t(EntityID=6|MarkableID=a|Min=1@(EntityID=1|MarkableID=b\t_\t_\t_
2\tleft\t1\t_\ta)\t_\t(MarkableID=a|Rel=x|MentionAnchor=c|EntityAnchor=2(MarkableID=b|EntityAnchor=2)\t_
3\tthe\t4\t_\tb)(EntityID=2|MarkableID=c)\t_\t_\t_
4\thouse\t2\t_\t(EntityID=2|MarkableID=c)\t_\t_\t_
"""
RESPONSES = (
    KEY,
    KEY.replace("EntityID=2|MarkableID=b", "EntityID=3|MarkableID=b"),
    KEY.replace("ElementOf=5,6", "ElementOf=6"),
)
