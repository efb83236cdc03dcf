"""Good files of every format, with what a person changes in one of them, and the plain reading of each."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any

from leaderboard.options import Options, read_options
from leaderboard.scoring.key import Key
from leaderboard.scoring.response import read_responses
from leaderboard.slices.mention_table import read_mention_table
from leaderboard.submissions import open_submission
from tests.oracles import plain_reading as plain
from tests.support import made_corefud, toolkits
from tests.support.as_read import as_read, mentions_of
from tests.support.toolkit_files import TEXTS, Document, as_booknlp, as_conll, as_stanza, brackets, entities

WORDS = ("Ann", "Lee", "her", "her", ".", "é")
Writer = Callable[[Sequence[Document]], str]
Record = Callable[[Document], dict[str, Any]]


@dataclass(frozen=True)
class Cells:
    """Where brackets may stand, in the last group of each match; how they are told apart and written."""

    place: str
    bracket: str
    written: Callable[[list[str]], str]


@dataclass(frozen=True)
class Form:
    """A format: how it is written and read plainly, and where brackets, ids and offsets stand in it.

    In JSON they stand where its lists, texts and numbers do. Lines with a ``fixed`` begin are not changed.
    """

    suffix: str
    write: Writer
    read: Callable[[str, plain.Words], plain.Read]
    _: KW_ONLY
    cells: Cells | None = None
    ids: str = ""
    offsets: str = ""
    options: Options = field(default_factory=lambda: read_options({}))
    key: Writer = as_conll
    key_suffix: str = ".conll"
    fixed: str = "@"

    def made(self, chance: random.Random) -> tuple[str, str, dict[str, list[str]]]:
        """A key, a response, and the words of each document."""
        found = documents(chance)
        words = {one.name: one.words for one in found}
        return self.key(found), self.write(documents(chance, found)), words

    def found(self, key: Key, path: Path) -> tuple[plain.Read, set[str]]:
        """What the program reads of a file beside its key, and the kinds of what it says of it."""
        (response,) = read_responses(key, open_submission(path, follow_symlinks=False), self.options)
        mended = {f"{part}: {mend}" for part, mend in response.mends.items()}
        said = {re.sub(r"\d+", "#", one.what) for one in response.warnings}
        return as_read(response.response), {*mended, *said, f"{response.lines_dropped} lines"}


@dataclass(frozen=True)
class CorefUD(Form):
    """Its documents have zeros and mentions in pieces."""

    def made(self, chance: random.Random) -> tuple[str, str, dict[str, list[str]]]:
        found = [made_corefud.random_document(chance) for _ in range(chance.randint(1, 3))]
        others = [made_corefud.random_response(chance, one) for one in found]
        return made_corefud.corefud(found), made_corefud.corefud(others), {}


@dataclass(frozen=True)
class MentionTable(Form):
    """An attribute of each mention of the key."""

    def made(self, chance: random.Random) -> tuple[str, str, dict[str, list[str]]]:
        found = documents(chance)
        return self.key(found), self.write(found), {}

    def found(self, key: Key, path: Path) -> tuple[plain.Read, set[str]]:
        table = read_mention_table(path)
        labelled = table.on_key(key.corpora)
        (corpus,) = labelled.values()
        assert corpus.labels
        classes = zip(corpus.labels.row.tolist(), corpus.labels.numbers("class").tolist(), strict=True)
        found: dict[str, set[Any]] = {}
        for (part, first, last), (row, number) in zip(mentions_of(corpus), classes, strict=True):
            if row >= 0:
                value = corpus.labels.names("class")[number]
                found.setdefault(corpus.parts[part].document, set()).add((first, last, value))
        said = {one.what for one in table.misfits(labelled)}
        return {name: frozenset(some) for name, some in found.items()}, said


def as_table(found: Sequence[Document]) -> str:
    rows = [
        f"{one.name},{first},{last},{('name', 'noun')[first % 2]}"
        for one in found
        for cluster in one.entities
        for first, last in cluster
    ]
    return "\n".join(["document,first,last,class", *rows, ""])


def documents(chance: random.Random, like: Sequence[Document] = ()) -> list[Document]:
    """A few documents, or other entities of the same; all have mentions, which show the kind of a text."""
    texts = [(one.name, one.words) for one in like] or [
        (f"d{number}", chance.choices(WORDS, k=chance.randint(2, 12)))
        for number in range(chance.randint(2, 4))
    ]
    return [Document(name, words, entities(words, chance) or [[(0, 0)]]) for name, words in texts]


def spans(one: Document) -> list[list[tuple[int, int]]]:
    return one.entities


def texts(one: Document) -> list[list[str]]:
    return [[" ".join(one.words[start : end + 1]) for start, end in cluster] for cluster in one.entities]


def in_characters(one: Document, add: int) -> list[list[tuple[int, int]]]:
    starts = [sum(len(word) + 1 for word in one.words[:place]) for place in range(len(one.words))]
    stops = [start + len(word) - 1 + add for start, word in zip(starts, one.words, strict=True)]
    return [[(starts[first], stops[last]) for first, last in cluster] for cluster in one.entities]


def conll(columns: str, read: Any = plain.conll, *, tabs: bool = True, across: str = "document") -> Form:
    """Columns of the document, its place or number, and the word."""

    def write(found: Sequence[Document]) -> str:
        lines = []
        for one in found:
            lines.append(f"#begin document ({one.name}); part 000")
            for place, (word, cells) in enumerate(brackets(one, ("({})", "({}", "{})"))):
                row = columns.format(name=one.name, place=place, next=place + 1, word=word).split()
                lines.append(("\t" if tabs else "  ").join([*row, "|".join(cells) or "-"]))
            lines += ["", "#end document"]
        return "\n".join([*lines, ""])

    return Form(
        ".conll",
        write,
        read,
        cells=Cells(r"(?m)^[^#\n]*[\t ]([^\s]+)$", r"[^|]+", lambda found: "|".join(found) or "-"),
        ids=r"(?m)(?<=[(|\t ])[^()|\s]+(?=\)(?:\||$))|(?<=\()[^()|\s]+(?=\||$)|(?<=document \()\w+",
        offsets=r"(?m)(?<=[\t ])\d+(?=[\t ])|(?<=part )\d+",
        options=read_options({"across": across}),
        key=write,
    )


def records(record: Record, read: Any = plain.clusters, **options: str) -> Form:
    """JSON with a record for each document."""

    def write(found: Sequence[Document]) -> str:
        return toolkits.lines([record(one) for one in found]).decode()

    return Form(".jsonl", write, plain.of_records(read), options=read_options(options))


def toolkit(name: str, read: Callable[..., plain.Read], **options: str) -> Form:
    """JSON as a toolkit writes it; with its texts of mentions, where it writes any."""
    write = {**toolkits.WITHIN, **toolkits.ACROSS}[name]

    def written(found: Sequence[Document]) -> str:
        return write(
            [
                toolkits.Document(
                    one.name, [one.words], {f"e{number}": some for number, some in enumerate(one.entities)}
                )
                for one in found
            ]
        ).decode()

    return Form(".jsonl", written, read, options=read_options(options))


def text(kind: str, read: Callable[..., plain.Read], tag: str, ids: str) -> Form:
    """Text with tags before and behind words."""
    place = rf"(?<!\S)((?:{tag})*)(?=\S)|(?<=\S)((?:{tag})*)(?!\S)"
    return Form(
        ".txt",
        TEXTS[kind],
        read,
        cells=Cells(place, tag, "".join),
        ids=ids,
        options=read_options({"text": kind.split()[0]}),
    )


def answer(found: Sequence[Document]) -> str:
    """What a chat model returns."""
    return f"Sure!\n```text\n{TEXTS['links'](found)}```\nBye.\n"


def as_folder(found: Sequence[Document]) -> str:
    """The files of BookNLP of each document, one after the other."""
    pairs = [(one.name, *as_booknlp(one)) for one in found]
    return "".join(f"@ {name}.entities\n{mentions}@ tokens\n{words}" for name, mentions, words in pairs)


def as_conllua(found: Sequence[Document]) -> str:
    """Mentions of which some do not refer, or are elements of entities, and bridges."""
    lines = ["# global.columns = ID FORM IDENTITY SPLIT BRIDGING"]
    for one in found:
        lines.append(f"# newdoc id = {one.name}")
        mentions = sorted(
            (start, -end, number) for number, some in enumerate(one.entities) for start, end in some
        )
        for place, word in enumerate(one.words):
            opens = [
                f"(EntityID={entity}|MarkableID=m{name}{_more(entity, name, len(one.entities))}"
                + ")" * (start == -end)
                for name, (start, end, entity) in enumerate(mentions)
                if start == place
            ]
            closes = [f"m{name})" for name, (start, end, _) in enumerate(mentions) if start != -end == place]
            cell = "".join([*reversed(closes), *opens])
            split = (
                f"EntityID=0|ElementOf={len(one.entities) - 1}" if place == 0 < len(one.entities) - 1 else "_"
            )
            bridge = f"(MarkableID=m0|Rel=x|MentionAnchor=m{len(mentions) - 1})" if place == 1 else "_"
            lines.append("\t".join([str(place + 1), word, cell or "_", split, bridge]))
    return "\n".join([*lines, ""])


def _more(entity: int, name: int, entities: int) -> str:
    return f"|ElementOf={entities - 1}" if name % 3 == 1 and entity < entities - 1 else ""


LINKS = text("links", plain.links, r"\[|\]\(#\w+\)", r"(?<=#)\d+")
FORMS: dict[str, Form] = {
    "CoNLL": conll("{name} 0 {place} {word} NN *"),
    "CoNLL, spaces": conll("{name} 0 {place} {word} NN * - - - -", tabs=False),
    "CoNLL, SemEval": conll("{next} {word} {word} NN *"),
    "CoNLL, three columns": conll("{name} {place}"),
    "CoNLL, two columns": conll("{place}"),
    "CoNLL, eight columns": conll("t s {name} 0 {place} {word} True", plain.eight_columns, across="corpus"),
    "JSON lines": records(
        lambda one: {"doc_key": one.name, "sentences": [one.words], "clusters": spans(one)}
    ),
    "JSON, clusters with ids": records(
        lambda one: {
            "doc_key": one.name,
            "sentences": [one.words],
            "clusters": {f"e{number}": cluster for number, cluster in enumerate(spans(one))},
        }
    ),
    "JSON of e2e-coref": records(
        lambda one: {
            "doc_key": one.name,
            "sentences": [one.words],
            "clusters": spans(one),
            "predicted_clusters": spans(one),
        }
    ),
    "JSON with texts of mentions": records(
        lambda one: {
            "doc_key": one.name,
            "sentences": [one.words],
            "clusters": spans(one),
            "clusters_strings": texts(one),
        }
    ),
    "JSON with offsets of characters": records(
        lambda one: {
            "doc_key": one.name,
            "text": " ".join(one.words),
            "tokens": one.words,
            "clusters_char_offsets": in_characters(one, 0),
        },
        plain.characters(exclusive=False),
    ),
    "JSON of language models": records(
        lambda one: {
            "doc_id": one.name,
            "tokens": one.words,
            "clusters_token_offsets": spans(one),
            "clusters_text_mentions": texts(one),
        }
    ),
    "JSON of fastcoref": records(
        lambda one: {
            "text": " ".join(one.words),
            "clusters": in_characters(one, 1),
            "clusters_strings": texts(one),
        },
        plain.characters(exclusive=True),
    ),
    "JSON of wl-coref": records(
        lambda one: {"document_id": one.name, "cased_words": one.words, "span_clusters": spans(one)},
        ends="inclusive",
    ),
    "JSON of maverick": toolkit("maverick", plain.of_records(plain.clusters)),
    "JSON of xCoRe across documents": toolkit("xCoRe across documents", plain.across, across="corpus"),
    "JSON of AllenNLP": toolkit("AllenNLP", plain.of_records(plain.clusters)),
    "JSON of CoreNLP": toolkit("CoreNLP", plain.of_records(plain.corenlp)),
    "JSON of PreCo": toolkit("PreCo", plain.of_records(plain.preco)),
    "tagged words": Form(
        ".txt",
        TEXTS["words"],
        plain.tagged_words,
        cells=Cells(
            r"(?<=[^\s|])((?:\|\S+)?)(?!\S)",
            r"[^|,]+",
            lambda found: f"|{','.join(found)}" if found else "",
        ),
        ids=r"(?<=[\[,|])\d+",
        options=read_options({"text": "words"}),
    ),
    "XML": text("xml with letters", plain.xml, r"</?[^<>]*>", r"(?<=[</])e\d+"),
    "XML with ids as attributes": text(
        "xml with attributes", plain.xml, r"</?[^<>]*>", r'(?<=")\d+(?=")|(?<=[</])m'
    ),
    "links": LINKS,
    "answers, repaired": replace(
        LINKS, write=answer, read=plain.answer, options=read_options({"text": "links", "repair": "align"})
    ),
    "Stanza": Form(
        ".stanza",
        as_stanza,
        plain.stanza,
        cells=Cells(
            r"(?m)start_char=0((?:\|coref_chains=\S+)?)$",
            r"[a-z]+-(?:repr-)?id\d+",
            lambda found: f"|coref_chains={','.join(found)}" if found else "",
        ),
        ids=r"(?<=newdoc id = )\w+|(?<=-id)\d+",
        offsets=r"(?m)^\d+|(?<=start_char=)\d+",
    ),
    "BookNLP": Form(
        ".folder",
        as_folder,
        plain.booknlp,
        ids=r"(?m)(?<=@ )\w+(?=\.)|^\d+(?=\t\d+\t\d+\tNOM)",
        offsets=r"(?m)(?<=\t)\d+(?=\t)",
    ),
    "CorefUD": CorefUD(
        ".conllu",
        as_conll,
        plain.corefud,
        cells=Cells(
            r"(?m)(?<=\t)(_|Entity=\S*)$",
            r"\([^()]*\)?|[^()=]+\)",
            lambda found: f"Entity={''.join(found)}" if found else "_",
        ),
        ids=r"(?m)(?<=newdoc id = )\w+|d\d[ex]\d*(?=[-\[)])",
        offsets=r"(?m)^[\d.]+(?=\t)|(?<=\[)\d|(?<=/)\d|(?<=-)\d+(?=-)",
        key_suffix=".conllu",
    ),
    "CONLL-UA": Form(
        ".conllua",
        as_conllua,
        plain.conllua,
        cells=Cells(
            r"(?m)^\d+\t[^\t]*\t([^\t]*)", r"\([^()]*\)?|[^()]*\)", lambda found: "".join(found) or "_"
        ),
        ids=r"(?<=newdoc id = )\w+|(?<=ID=)[\w-]+|(?<=Anchor=)\w+|(?<=Of=)\w+|\bm\d+(?=\))",
        offsets=r"(?m)^\d+(?=\t)",
        key=as_conllua,
        key_suffix=".conllua",
    ),
    "table of mentions": MentionTable(
        ".csv",
        as_table,
        plain.mention_table,
        ids=r"(?m)^d\d|(?<=,)n\w+$",
        offsets=r"(?<=,)\d+(?=,)",
    ),
}
