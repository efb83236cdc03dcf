"""Typical slips of language models, and what is said of each: ``python -m tests.support.model_slips``."""

from __future__ import annotations

import json
from functools import reduce
from pathlib import Path
from tempfile import TemporaryDirectory

from leaderboard.errors import InputError
from leaderboard.formats.beside.repair import Mend
from leaderboard.options import Options, read_options
from leaderboard.scoring.key import Key, read_key
from leaderboard.scoring.response import read_responses
from leaderboard.submissions import open_submission
from tests.support.toolkit_files import Document, as_conll

KEY = [
    Document("one", ["Ann", "Lee", "sees", "her", "dog", "."], [[(0, 1), (3, 3)], [(3, 4)]]),
    Document("two", ["It", "barks", "."], [[(0, 0)]]),
]
TABLE = Path(__file__).parents[1] / "formats" / "text" / "model_slips.txt"

LINKS = "[Ann Lee](#1) sees [[her](#1) dog](#2) .\n[It](#2) barks .\n"
XML = "<e1>Ann Lee</e1> sees <e2><e1>her</e1> dog</e2> .\n<e2>It</e2> barks .\n"
WORDS = "Ann|[1 Lee|1] sees her|[2,[1] dog|2] .\nIt|[2] barks .\n"
JSON = [
    {"doc_id": "one", "tokens": KEY[0].words, "clusters_token_offsets": [[[0, 1], [3, 3]], [[3, 4]]]},
    {"doc_id": "two", "tokens": KEY[1].words, "clusters_token_offsets": [[[0, 0]]]},
]
RECORDS = json.dumps(JSON, indent=1)

SLIPS = {
    "links that begin with a bracket": LINKS.replace("[Ann Lee](#1)", "[[Ann](#3) Lee](#1)"),
    "XML with numbers": XML.replace("<e", "<").replace("</e", "</"),
    "XML with an attribute": XML.replace("<e1>", '<m id="1">')
    .replace("<e2>", "<m id='2'>")
    .replace("</e1>", "</m>")
    .replace("</e2>", "</m>"),
    "one line of prose before": f"Here is the annotated text:\n{LINKS}",
    "one line of prose after": f"{XML}I hope that this helps!\n",
    "prose before and after": f"Sure!\n\n{WORDS}\nLet me know.\n",
    "a fence": f"```\n{LINKS}```\n",
    "a fence with a language": f"Sure!\n```text\n{XML}```\nBye.\n",
    "a fence that never closes": f"```text\n{WORDS}",
    "a fence for each document": "```\n{}\n```\n```\n{}\n```\n".format(*LINKS.splitlines()),
    "JSON in a fence": f"Here you are:\n```json\n{RECORDS}\n```\n",
    "JSON after prose": f"Here you are:\n{RECORDS}\n",
    "JSON before prose": f"{RECORDS}\nI merged two entities.\n",
    "JSON that is cut off": RECORDS[:-60],
    "JSON with a comma too many": RECORDS.replace("]\n }\n]", "],\n }\n]"),
    "JSON in single quotes": str(JSON),
    "JSON with offsets that are texts": json.dumps(
        [{**JSON[0], "clusters_token_offsets": [["Ann Lee", "her"]]}]
    ),
    "JSON with ends that are exclusive": json.dumps(
        [JSON[0], {**JSON[1], "clusters_token_offsets": [[[2, 3]]]}]
    ),
    "JSON without names": "".join(f"{json.dumps({'tokens': one.words, 'clusters': []})}\n" for one in KEY),
    "JSON of one document": json.dumps(JSON[:1]),
    "a refusal": "I cannot help with that.\nI am sorry.\n",
    "tags that are the names of a kind": "<m>Ann Lee</m> sees <m>her</m> <m>dog</m> .\nIt barks .\n",
    "ids behind a bar": "<m> Ann Lee | 1 </m> sees <m> her | 1 </m> dog .\n<m> It | 2 </m> barks .\n",
    "an attribute of another name": '<m c="1">Ann Lee</m> sees <m c="1">her</m> dog .\nIt barks .\n',
    "an attribute without quotes": "<m id=1>Ann Lee</m> sees <m id=1>her</m> dog .\nIt barks .\n",
    "two attributes": '<m id="1" type="PER">Ann Lee</m> sees her dog .\nIt barks .\n',
    "HTML that is escaped": XML.replace("<", "&lt;").replace(">", "&gt;"),
    "a tag that never closes": XML.replace("</e2> .", " ."),
    "a tag that was never open": XML.replace("<e2><e1>", "<e1>"),
    "a tag that closes as it opens": XML.replace("</e2> .", "<e2> ."),
    "a tag within a word": XML.replace("dog</e2>", "do</e2>g"),
    "a link without a hash": LINKS.replace("(#2) .", "(2) ."),
    "links without a hash": LINKS.replace("#", ""),
    "links with braces": LINKS.replace("(#", "{").replace(")", "}"),
    "ids with a hyphen": XML.replace("e1>", "e-1>").replace("e2>", "e-2>"),
    "a link that breaks off": LINKS.replace("(#2) .", "(#2 ."),
    "a bracket of the text in a link": LINKS.replace("[Ann Lee]", "[Ann Lee]]"),
    "a word tag without its bar": WORDS.replace("Lee|1]", "Lee1]"),
    "a word tag with a space": WORDS.replace("Lee|1]", "Lee |1]"),
    "two kinds of tags": LINKS.replace("[It](#2)", "<e2>It</e2>"),
    "another word": LINKS.replace("sees", "saw"),
    "a contraction that is joined": WORDS.replace("dog|2] .", "dog.|2]"),
    "curly quotes and other case": XML.replace("sees", "Sees"),
    "a word too few": WORDS.replace("sees ", ""),
    "a word too many": WORDS.replace("sees", "really sees"),
    "all on one line": LINKS.replace("\n", " ", 1),
    "each sentence on a line": "[Ann Lee](#1) sees\n[her](#1) dog .\n[It](#2) barks .\n",
    "blank lines between documents": LINKS.replace("\n", "\n\n", 1),
    "names of documents in bold": "**one**\n{}\n**two**\n{}\n".format(*LINKS.splitlines()),
    "numbers of documents": "1. {}\n2. {}\n".format(*LINKS.splitlines()),
    "an ellipsis": "[Ann Lee](#1) ...\n[It](#2) barks .\n",
}


def said(text: str, key: Key, options: Options, path: Path) -> str:
    """The first line that the command writes, or what was read."""
    path.write_text(text, encoding="utf-8")
    try:
        [response] = read_responses(key, open_submission(path, follow_symlinks=False), options)
    except InputError as error:
        return f"refused: {error.problems[0]}".replace(f"{path.parent}/", "")
    counts = [Mend(lines_dropped=response.lines_dropped), *response.mends.values()]
    total = reduce(Mend.and_of, counts)._asdict()
    repairs = [f"{count} {name.replace('_', ' ')}" for name, count in total.items() if count]
    return ", ".join([f"read: {len(response.response.part)} of 4 mentions", *repairs])


def table() -> str:
    """Each slip with what is said of it, without and with repairs."""
    lines = []
    with TemporaryDirectory() as name:
        place, path = Path(name) / "key.conll", Path(name) / "ours.txt"
        place.write_text(as_conll(KEY), encoding="utf-8")
        ways = [read_options({"metric": ["lea"], "repair": repair}) for repair in ("none", "align")]
        keys = [read_key(place, options) for options in ways]
        for slip, text in SLIPS.items():
            found = [said(text, key, options, path) for key, options in zip(keys, ways, strict=True)]
            lines += [slip, *(f"    {line}" for line in dict.fromkeys(found)), ""]
    return "\n".join(lines)


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
