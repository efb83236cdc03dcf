"""Files of every format as somebody reads them who has one file and the names and words of its key.

They are read in the plainest way, and strictly: whatever in the annotation contradicts itself is ``Broken``.
What the formats say of no entity, such as parts of speech, is not looked at.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

Span = tuple[int, int]
Ids = dict[str, list[Span]]
# Of each document its entities, as sets of mentions; what else it says stands beside them.
Read = dict[str, frozenset[Any]]
Words = Mapping[str, Sequence[str]]


class Broken(Exception):
    """What somebody sees who reads the file."""


def need(condition: object, what: str) -> None:
    if not condition:
        raise Broken(what)


def entities(spans: Ids) -> frozenset[Any]:
    """The entities with mentions; a mention that stands twice would have to be said."""
    every = [span for mentions in spans.values() for span in mentions]
    need(len(every) == len(set(every)), "a mention twice")
    return frozenset(frozenset(mentions) for mentions in spans.values() if mentions)


class Brackets:
    """Mentions of one document from left to right; the last open one of a name closes first."""

    def __init__(self) -> None:
        self.spans: Ids = defaultdict(list)
        self.opened: dict[str, list[tuple[str, int]]] = defaultdict(list)

    def open(self, entity: str, place: int, name: str = "") -> None:
        self.opened[name or entity].append((entity, place))

    def close(self, name: str, place: int) -> None:
        need(self.opened[name], "closes nothing")
        entity, start = self.opened[name].pop()
        self.spans[entity].append((start, place))

    def end(self) -> None:
        need(not any(self.opened.values()), "never closed")

    def entities(self) -> frozenset[Any]:
        self.end()
        return entities(self.spans)


def documents_of(text: str, begin: str) -> Iterator[tuple[str, list[str]]]:
    """The names of documents, each once, and the lines that follow."""
    names, lines = [], list[list[str]]()
    for line in text.split("\n"):
        if found := re.fullmatch(begin, line.strip()):
            need(found[1] not in names, "a document twice")
            names.append(found[1])
            lines.append([])
        elif lines:
            lines[-1].append(line)
    return zip(names, lines, strict=True)


def conll(text: str, words: Words) -> Read:
    """The brackets of the last column, those of a cell from left to right."""
    return {name: entities(_of_cells(cells)) for name, cells in _cells(text).items()}


def eight_columns(text: str, words: Words) -> Read:
    """The third column names the document, and an id is one entity in all of them."""
    spans: dict[str, set[Any]] = defaultdict(set)
    for name, cells in _cells(text, by_column=True).items():
        for entity, mentions in _of_cells(cells).items():
            need(len(mentions) == len(set(mentions)), "a mention twice")
            spans[entity] |= {(name, *span) for span in mentions}
    every = [mention for some in spans.values() for mention in some]
    need(len(every) == len(set(every)), "a mention twice")
    return {"": frozenset(frozenset(some) for some in spans.values() if some)}


def _cells(text: str, by_column: bool = False) -> dict[str, list[str]]:
    """The last column of each document."""
    parts: dict[str, list[str]] = {}
    name = None
    for line in text.split("\n"):
        cells = line.split("\t") if "\t" in line else line.split()
        if line.startswith("#begin document"):
            found = re.fullmatch(r"#begin document \(?(.+?)\)?(?:; part 0+)?", line)
            need(found and name is None and (by_column or found[1] not in parts), "a document begins")
            name = found[1]  # type: ignore[index]
            parts |= {} if by_column else {name: []}
        elif line.startswith("#end document"):
            need(name is not None, "a document ends")
            name = None
        elif line.strip():
            need(name is not None, "text outside a document")
            parts.setdefault(cells[2] if by_column else str(name), []).append(cells[-1].strip())
    need(name is None, "a document without an end")
    return parts


def _of_cells(cells: Iterable[str]) -> Ids:
    brackets = Brackets()
    for word, cell in enumerate(cells):
        for bracket in () if cell in ("", "-", "_", "*") else cell.split("|"):
            found = re.fullmatch(r"(\()?([^()|\s]+)(\))?", bracket)
            need(found and (found[1] or found[3]), "no bracket")
            if found[1]:  # type: ignore[index]
                brackets.open(found[2], word)  # type: ignore[index]
            if found[3]:  # type: ignore[index]
                brackets.close(found[2], word)  # type: ignore[index]
    brackets.end()
    return brackets.spans


def tagged_words(text: str, words: Words) -> Read:
    return {name: _words(line) for name, line in _in_order(text, words)}


def _in_order(text: str, words: Words) -> Iterator[tuple[str, str]]:
    """The lines of a text are the documents of the key in its order."""
    lines = text.removesuffix("\n").split("\n")
    need(len(lines) == len(words), "another number of documents")
    return zip(words, lines, strict=True)


def _words(line: str) -> frozenset[Any]:
    brackets = Brackets()
    for place, chunk in enumerate(line.split()):
        _, _, tail = chunk.rpartition("|")
        tags = re.split("[,-]", tail)
        if "|" in chunk and all(re.fullmatch(r"\[[^][,|-]+\]?|[^][,|-]+\]", tag) for tag in tags):
            for tag in tags:
                if tag.startswith("["):
                    brackets.open(tag.strip("[]"), place)
                if tag.endswith("]"):
                    brackets.close(tag.strip("[]"), place)
    return brackets.entities()


XML = re.compile(
    r"&(lt|gt|amp);|<(?:/([^<>\s]+)|([\w.]+)|([^<>\s]+)\s+id\s*=\s*[\"']([\w.]+)[\"']\s*)>|.", re.S
)
LINKS = re.compile(r"\\([\[\]])|(\[)|\]\(#([\w.]+)\)|.", re.S)


def xml(text: str, words: Words) -> Read:
    return {name: _on_words(_xml(line), words[name]) for name, line in _in_order(text, words)}


def _xml(line: str) -> Iterator[tuple[str, str, str]]:
    """What opens and what closes, with the name of each, and all other characters."""
    for found in XML.finditer(line):
        entity, closes, opens, name, of_name = found.groups()
        if closes:
            yield "close", closes, ""
        elif opens or name:
            yield "open", opens or of_name, opens or name
        else:
            yield "text", {"lt": "<", "gt": ">", "amp": "&"}.get(entity, found[0]), ""


def links(text: str, words: Words) -> Read:
    return {name: _on_words(_links(line), words[name]) for name, line in _in_order(text, words)}


def answer(text: str, words: Words) -> Read:
    """Only what fences enclose counts, and of that no line without a tag before or behind the documents."""
    need("```" in text, "no fence")
    inside, lines = False, list[str]()
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside or line == "```text"
        elif inside:
            lines.append(line)
    for place in (0, -1):
        while len(lines) > len(words) and "](#" not in lines[place]:
            del lines[place]
    return links("\n".join(lines), words)


def _links(line: str) -> list[tuple[str, str, str]]:
    """A bracket opens the link that it belongs to, or else is text."""
    pieces, waiting = [], []
    for found in LINKS.finditer(line):
        if found[3]:
            need(waiting, "closes nothing")
            pieces[waiting.pop()] = "open", found[3], ""
            pieces.append(("close", found[3], ""))
        else:
            waiting += [len(pieces)] if found[2] else []
            pieces.append(("text", found[1] or found[0], ""))
    return pieces


def _on_words(pieces: Iterable[tuple[str, str, str]], words: Sequence[str]) -> frozenset[Any]:
    """Mentions begin and end where words of the key do; white space does not count."""
    brackets, said = Brackets(), ""
    for kind, value, name in pieces:
        if kind == "text":
            said += value.strip()
        elif kind == "open":
            brackets.open(value, len(said), name)
        else:
            brackets.close(value, len(said))
    need(said == "".join(words), "another text")
    stops = list(accumulate(map(len, words)))
    starts = [0, *stops[:-1]]
    brackets.end()
    found = brackets.spans
    return entities({one: [(_at(starts, a), _at(stops, b)) for a, b in found[one]] for one in found})


def _at(places: Sequence[int], place: int) -> int:
    need(place in places, "within a word")
    return places.index(place)


def stanza(text: str, words: Words) -> Read:
    """Every word of a mention says so."""
    found: Read = {}
    for name, lines in documents_of(text, r"#\s*newdoc id = (.*)"):
        spans: Ids = defaultdict(list)
        place, opened = -1, defaultdict[str, list[int]](list)
        for line in lines:
            if not line.strip():
                need(not any(opened.values()), "open at the end of a sentence")
            if line.startswith("#") or not line.strip():
                continue
            place += 1
            (chains,) = [
                item[13:].split(",")
                for item in line.split("\t")[9].split("|")
                if item[:13] == "coref_chains="
            ] or [[]]
            kinds = [re.fullmatch(r"(unit|start|middle|end)-(?:repr-)?(id\w+)", chain) for chain in chains]
            need(all(kinds), "no chain")
            said = [(kind[1], kind[2]) for kind in kinds if kind]
            inside = {one: list(starts) for one, starts in opened.items()}
            # One word is a unit: so what ends on a word that starts another mention began before.
            for kind, one in sorted(said, key=lambda pair: ("unit", "middle", "end", "start").index(pair[0])):
                if kind == "unit":
                    spans[one].append((place, place))
                elif kind == "start":
                    opened[one].append(place)
                elif kind == "end":
                    need(opened[one], "ends nothing")
                    spans[one].append((opened[one].pop(), place))
            for one, starts in inside.items():
                going = sum(kind in ("middle", "end") and other == one for kind, other in said)
                need(going == len(starts), "a word of a mention does not say so")
        need(not any(opened.values()), "never ends")
        found[name] = entities(spans)
    return found


def booknlp(text: str, words: Words) -> Read:
    """The words of each row are those of its tokens."""
    found: Read = {}
    for name, lines in documents_of(text, r"@ (.*)\.entities"):
        mentions, tokens = (_table(part) for part in "\n".join(lines).split("@ tokens\n"))
        written = [row["word"] for row in tokens]
        need(
            [row["token_ID_within_document"] for row in tokens] == list(map(str, range(len(tokens)))),
            "numbers",
        )
        spans: Ids = defaultdict(list)
        for row in mentions:
            start, end = int(row["start_token"]), int(row["end_token"])
            need(0 <= start <= end < len(written), "outside")
            need(row["text"] == " ".join(written[start : end + 1]), "other words")
            spans[row["COREF"]].append((start, end))
        found[name] = entities(spans)
    return found


def _table(text: str) -> list[dict[str, str]]:
    header, *rows = [line.split("\t") for line in text.split("\n") if line.strip()]
    return [dict(zip(header, row, strict=True)) for row in rows]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    need(len(dict(pairs)) == len(pairs), "a name twice")
    return dict(pairs)


def records_of(text: str) -> list[dict[str, Any]]:
    decoder, records, rest = json.JSONDecoder(object_pairs_hook=_once), [], text.strip()
    if rest.startswith("["):
        return list(json.loads(rest, object_pairs_hook=_once))
    while rest:
        record, stop = decoder.raw_decode(rest)
        records.append(record)
        rest = rest[stop:].strip()
    return records


CLUSTERS = ("predicted_clusters", "span_clusters", "clusters_token_offsets", "clusters")
NAMES = ("doc_key", "doc_id", "document_id", "id", "docId")


def of_records(read: Callable[[dict[str, Any], Sequence[str]], Ids]) -> Callable[[str, Words], Read]:
    """Records are called what they say, else they are the documents of the key in its order."""

    def found(text: str, words: Words) -> Read:
        records, result = records_of(text), Read()
        named = [next((record[name] for name in NAMES if name in record), None) for record in records]
        need(all(named) or not any(named), "names of some records")
        need(any(named) or len(records) == len(words), "another number of documents")
        for name, record in zip(named if any(named) else words, records, strict=True):
            need(name in words and name not in result, "a name")
            result[str(name)] = entities(read(record, words[str(name)]))
        return result

    return found


def clusters(record: Mapping[str, Any], words: Sequence[str]) -> Ids:
    """Inclusive offsets of tokens; the texts of mentions are those of their tokens."""
    written = record.get("tokens") or record.get("cased_words") or record.get("document")
    written = written or [word for sentence in record["sentences"] for word in sentence]
    member = next(
        one
        for one in ("predicted_clusters", "span_clusters", "clusters_token_offsets", "clusters")
        if one in record
    )
    if "top_spans" in record:
        tops = list(map(tuple, record["top_spans"]))
        need(all(tuple(span) in tops for cluster in record[member] for span in cluster), "no top span")
    found = record[member].items() if isinstance(record[member], dict) else enumerate(record[member])
    spans = {str(entity): [_pair(span, len(written)) for span in cluster] for entity, cluster in found}
    for texts in ("clusters_strings", "clusters_text_mentions", "clusters_token_text"):
        if texts in record and member != "predicted_clusters":
            gaps = texts == "clusters_text_mentions"
            need(len(record[texts]) == len(spans), "other clusters")
            for cluster, of_cluster in zip(spans.values(), record[texts], strict=True):
                need(len(cluster) == len(of_cluster), "other mentions")
                for (start, end), text in zip(cluster, of_cluster, strict=True):
                    need(_stands(text, written[start : end + 1], gaps), "other words")
    return spans


def _stands(text: str, words: Sequence[str], gaps: bool) -> bool:
    """True for the words of a mention, of which the first and the last are in no gap."""
    if text == " ".join(words):
        return True
    first, *inner = text.split()
    rest = iter(words[1:-1])
    return (
        gaps
        and len(words) > 1
        and [first, *inner[-1:]] == [words[0], words[-1]]
        and all(one in rest for one in inner[:-1])
    )


def _pair(span: Any, size: int) -> Span:
    start, end = span
    need(type(start) is type(end) is int and 0 <= start <= end < size, "outside")
    return start, end


def characters(exclusive: bool) -> Callable[[dict[str, Any], Sequence[str]], Ids]:
    """Offsets of characters in a text of words with blanks between them."""

    def read(record: dict[str, Any], words: Sequence[str]) -> Ids:
        text = record.get("text", " ".join(words))
        need("".join(text.split()) == "".join(words), "another text")
        starts, place = [], 0
        for word in words:
            place = text.index(word, place)
            starts.append(place)
            place += len(word)
        stops = [start + len(word) - (not exclusive) for start, word in zip(starts, words, strict=True)]
        found = record["clusters_char_offsets" if "clusters_char_offsets" in record else "clusters"]
        if "clusters_strings" in record:
            stand = [[text[start : end + (not exclusive)] for start, end in cluster] for cluster in found]
            need(stand == record["clusters_strings"], "other words")
        return {
            str(number): [_pair((_at(starts, a), _at(stops, b)), len(words)) for a, b in cluster]
            for number, cluster in enumerate(found)
        }

    return read


def corenlp(record: Mapping[str, Any], words: Sequence[str]) -> Ids:
    """Mentions within sentences, which count from 1, with the words that they are of."""
    sentences = [[token["word"] for token in one["tokens"]] for one in record["sentences"]]
    begins = list(accumulate(map(len, sentences), initial=0))
    spans: Ids = {}
    for entity, chain in record["corefs"].items():
        spans[entity] = []
        for one in chain:
            sentence, start, end = one["sentNum"] - 1, one["startIndex"] - 1, one["endIndex"] - 2
            need(0 <= sentence < len(sentences), "outside")
            _pair((start, end), len(sentences[sentence]))
            text = " ".join(sentences[sentence][start : end + 1])
            need(one.get("text", text) == text, "other words")
            spans[entity].append((begins[sentence] + start, begins[sentence] + end))
    return spans


def preco(record: Mapping[str, Any], words: Sequence[str]) -> Ids:
    sentences = record["sentences"]
    begins = list(accumulate(map(len, sentences), initial=0))
    spans: Ids = {}
    for number, cluster in enumerate(record["mention_clusters"]):
        spans[str(number)] = []
        for sentence, start, end in cluster:
            need(0 <= sentence < len(sentences), "outside")
            _pair((start, end - 1), len(sentences[sentence]))
            spans[str(number)].append((begins[sentence] + start, begins[sentence] + end - 1))
    return spans


def across(text: str, words: Words) -> Read:
    """The documents of all records in the order of the key; an entity of a record is one in all of them."""
    names, found = list(words), set[Any]()
    before = 0
    for record in records_of(text):
        texts = [one[0] if len(one) == 1 and isinstance(one[0], list) else one for one in record["tokens"]]
        clusters = record["clusters_token_offsets"]
        stand = [[" ".join(texts[n][start : end + 1]) for n, start, end in cluster] for cluster in clusters]
        need(record.get("clusters_token_text", stand) == stand, "other words")
        for cluster in clusters:
            entity = set()
            for number, *span in cluster:
                need(0 <= number < len(texts), "outside")
                start, end = _pair(span, len(texts[number]))
                need((names[before + number], start, end) not in entity, "a mention twice")
                entity.add((names[before + number], start, end))
            found |= {frozenset(entity)} if entity else set()
        before += len(texts)
    need(before == len(names), "another number of documents")
    every = [mention for entity in found for mention in entity]
    need(len(every) == len(set(every)), "a mention twice")
    return {"": frozenset(found)}


def corefud(text: str, words: Words) -> Read:
    """Mentions of a sentence as the places of its nodes, with the place of the head that is named."""
    found: Read = {}
    fields: list[str] = []
    sentences: list[list[list[str]]] = [[]]
    by_name: dict[str, list[list[list[str]]]] = {}
    for line in text.split("\n"):
        if begins := re.fullmatch(r"# newdoc id = (.+)", line):
            need(begins[1] not in by_name, "a document twice")
            sentences = by_name[begins[1]] = [[]]
        elif stated := re.fullmatch(r"# global\.Entity = (.+)", line):
            need(not fields or fields == stated[1].split("-"), "other fields")
            fields = stated[1].split("-")
        elif not line.strip():
            sentences.append([])
        elif not line.startswith("#"):
            need(by_name, "text before the first document")
            sentences[-1].append(line.split("\t"))
    for name, rows in by_name.items():
        spans: dict[str, list[Any]] = defaultdict(list)
        for number, sentence in enumerate(filter(None, rows)):
            _check_numbers([row[0] for row in sentence])
            for entity, nodes, head in _of_sentence(sentence, fields):
                spans[entity].append((frozenset((number, node) for node in nodes), (number, head)))
        need(
            len({nodes for some in spans.values() for nodes, _ in some}) == sum(map(len, spans.values())),
            "twice",
        )
        found[name] = frozenset(frozenset(some) for some in spans.values())
    return found


def _check_numbers(ids: Sequence[str]) -> None:
    word = decimal = 0
    for one in ids:
        whole, _, part = one.partition(".")
        need(one == str(word + 1) or (whole == str(word) and part and int(part) > decimal), "numbers")
        word, decimal = (int(whole), int(part)) if part else (word + 1, 0)


def _of_sentence(
    rows: Sequence[Sequence[str]], fields: Sequence[str]
) -> Iterator[tuple[str, list[int], int]]:
    opened: dict[str, list[tuple[int, list[str]]]] = defaultdict(list)
    waiting: dict[tuple[str, int, int], tuple[list[int], list[str]]] = {}
    for place, row in enumerate(rows):
        need(len(row) == 10, "columns")
        (value,) = [item[7:] for item in row[9].split("|") if item.startswith("Entity=")] or [""]
        pieces = re.findall(r"\([^()]+\)?|[^()]+\)", value)
        need("".join(pieces) == value, "no bracket")
        for piece in pieces:
            said = piece.strip("()").split("-") if piece.startswith("(") else []
            written = said[fields.index("eid")] if said else piece[:-1]
            named = re.fullmatch(r"([^][]+)(?:\[([1-9]\d*)/([1-9]\d*)\])?", written)
            need(named, "no id")
            if said:
                opened[written].append((place, said))
            if piece.endswith(")"):
                need(opened[written], "closes nothing")
                start, said = opened[written].pop()
                nodes = list(range(start, place + 1))
                entity, number, of = named[1], int(named[2] or 1), int(named[3] or 1)  # type: ignore[index]
                if number > 1:
                    need((entity, number, of) in waiting, "a piece without the one before")
                    before, said = waiting.pop((entity, number, of))
                    need(before[-1] < start, "pieces overlap")
                    nodes = before + nodes
                if number < of:
                    need((entity, number + 1, of) not in waiting, "two pieces")
                    waiting[entity, number + 1, of] = nodes, said
                else:
                    need(number == of and named[3] != "1", "pieces")  # type: ignore[index]
                    head = int(said[fields.index("head")]) if "head" in fields and len(said) > 2 else 0
                    need(head <= len(nodes), "a head outside")
                    yield entity, nodes, nodes[head - 1] if head or len(nodes) == 1 else -1
    need(not waiting and not any(opened.values()), "never closed")


def conllua(text: str, words: Words) -> Read:
    """Mentions with their entities, what points from one to another, and which entities are elements."""
    columns = re.findall(r"^# global\.columns = (.*)$", text, re.M)
    need(len(set(columns)) == 1, "columns")
    names = columns[0].split()
    found: Read = {}
    for name, lines in documents_of(text, r"# newdoc id = (.*)"):
        rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
        need(all(len(row) == len(names) for row in rows), "columns")
        cells = [dict(zip(names, row, strict=True)) for row in rows]
        _check_numbers([row["ID"] for row in cells])
        found[name] = _of_anaphora(cells)
    return found


def _of_anaphora(rows: Sequence[Mapping[str, str]]) -> frozenset[Any]:
    opened: list[dict[str, Any]] = []
    places: dict[int, list[int]] = defaultdict(list)
    entity, number = dict[int, str](), dict[str, int]()
    elements, bridges = set[tuple[str, str]](), list[dict[str, str]]()
    for place, row in enumerate(rows):
        pieces = re.findall(r"\([^()]*|[^()]*\)", "" if row["IDENTITY"] in ("", "_") else row["IDENTITY"])
        need("".join(pieces) in (row["IDENTITY"], ""), "no bracket")
        for piece in pieces:
            if piece.startswith("("):
                said = _said(piece)
                mention = number.setdefault(said["MarkableID"], len(number))
                need(entity.setdefault(mention, said["EntityID"]) == said["EntityID"], "two entities")
                opened.append({"mention": mention, "name": said["MarkableID"], "place": place})
                elements |= {(one, said["EntityID"]) for one in said.get("ElementOf", "").split(",") if one}
            else:
                which = [one for one in opened if piece[:-1] in ("", one["name"])]
                need(which, "closes nothing")
                opened.remove(which[-1])
                need(
                    not set(places[which[-1]["mention"]]) & set(range(which[-1]["place"], place + 1)),
                    "overlap",
                )
                places[which[-1]["mention"]] += range(which[-1]["place"], place + 1)
        if row["SPLIT"] not in ("", "_"):
            said = _said(row["SPLIT"])
            elements |= {(one, said["EntityID"]) for one in said["ElementOf"].split(",")}
        bridges += [_said(one) for one in re.findall(r"\(?[^()]+\)?", row["BRIDGING"]) if one != "_"]
    need(not opened, "never closed")
    spans = {mention: frozenset(nodes) for mention, nodes in places.items()}
    need(len(set(spans.values())) == len(spans), "a mention twice")
    clusters = {
        one: frozenset(spans[mention] for mention in spans if entity[mention] == one)
        for one in entity.values()
    }
    need(all(one in clusters for pair in elements for one in pair), "no entity")
    leaves = {
        (clusters[plural], clusters[leaf]) for plural, _ in elements for leaf in _leaves(plural, elements, 0)
    }
    need(all(one["MarkableID"] in number and one["MentionAnchor"] in number for one in bridges), "no mention")
    pointing = {(spans[number[one["MarkableID"]]], spans[number[one["MentionAnchor"]]]) for one in bridges}
    pointing = {pair for pair in pointing if pair[0] != pair[1]}  # that is no bridge
    marked = {(members, one.endswith("-Pseudo")) for one, members in clusters.items()}
    return frozenset(
        {("entities", frozenset(marked)), ("elements", frozenset(leaves)), ("bridges", frozenset(pointing))}
    )


def mention_table(text: str, words: Words) -> Read:
    """The rows of a table: first and last token of a mention, and its class."""
    header, *rows = [line.split(",") for line in text.split("\n") if line.strip()]
    need(sorted(header) == ["class", "document", "first", "last"], "columns")
    found: dict[str, set[Any]] = defaultdict(set)
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        first, last = int(cells["first"]), int(cells["last"])
        need(all(one[:2] != (first, last) for one in found[cells["document"]]), "a mention twice")
        found[cells["document"]].add((first, last, cells["class"] or "(none)"))
    return {name: frozenset(some) for name, some in found.items()}


def _said(text: str) -> dict[str, str]:
    """The fields of a bracket, each with a value."""
    pairs = [field.split("=") for field in text.strip("()").split("|")]
    need(all(len(pair) == 2 and all(pair) for pair in pairs), "no value")
    need(len({name for name, _ in pairs}) == len(pairs), "a field twice")
    return dict(pairs)  # type: ignore[arg-type]


def _leaves(entity: str, elements: set[tuple[str, str]], depth: int) -> set[str]:
    need(depth <= len(elements), "an element of itself")
    own = {element for plural, element in elements if plural == entity}
    return set().union(*(_leaves(one, elements, depth + 1) for one in own)) if own else {entity}
