"""The members of a JSON document: a name, words, and the clusters that count."""

from __future__ import annotations

from itertools import chain, groupby
from typing import Any

from leaderboard.formats.conll import name_fault
from leaderboard.formats.jsonlines.documents import Found

NAMES = ("doc_key", "doc_id", "document_id")
# By these names some files number the parts of a document.
NUMBERS = ("part", "part_id", "part_number")
WORDS = ("sentences", "tokens", "cased_words")
PREDICTED = "predicted_clusters"
# The clusters of wl-coref, whose ends are not inclusive in all versions.
_OF_WORDS = "span_clusters"
# The names of clusters, by what the offsets are said to count; the first that is there is read.
_OF_RESPONSE = {
    "token": (PREDICTED, _OF_WORDS, "clusters_token_offsets", "clusters"),
    "char": (PREDICTED, "clusters_char_offsets", "clusters"),
    None: (PREDICTED, _OF_WORDS, "clusters_token_offsets", "clusters", "clusters_char_offsets"),
}
_OF_KEY = {
    "token": ("clusters", "clusters_token_offsets", _OF_WORDS),
    "char": ("clusters_char_offsets", "clusters"),
    None: ("clusters", "clusters_token_offsets", _OF_WORDS, "clusters_char_offsets"),
}
CLUSTERS = _OF_RESPONSE[None]
OF_CHARACTERS = "clusters_char_offsets"
# By these names a mention is known that stands in a list of its own.
_OF_MENTION = ("coref_chain", "cluster_id", "mention_id", "mention_type", "tokens_number", "tokens_ids")

_EXAMPLES = {"sentences": "[[word, ...], ...]", "mention_clusters": "[[[sentence, start, end], ...], ...]"}
_IN_MEMORY = "score {} with `leaderboard.score_clusters`"
_EXAMPLE = '{"doc_key": name, "sentences": [[word, ...], ...], "clusters": [[[start, end], ...], ...]}'


class Fault(Exception):
    """A fault of a document, its remedy, and its column or the member that has the column.

    ``everywhere`` tells that the whole file is something else, which is said once. What ``--repair align``
    mends has the number of mentions that are then ``dropped``.
    """

    def __init__(
        self,
        what: str,
        remedy: str,
        member: str = "",
        column: int = 0,
        everywhere: bool = False,
        dropped: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what, self.remedy, self.member, self.column = what, remedy, member, column
        self.everywhere, self.dropped = everywhere, dropped


class Misplaced(Fault):
    """A text that is not the key's, or a mention that does not begin and end with words of the key."""


def record_of(found: Found) -> dict[str, Any]:
    """The members of a document, by name."""
    try:
        found.text.encode()
    except UnicodeEncodeError as error:
        raise Fault("this document is not UTF-8", "save the file as UTF-8", column=error.start + 1) from None
    if not isinstance(found.value, dict):
        raise _no_document(found.value)
    if found.repeated is not None:
        # Which of two clusterings should count?
        raise Fault(f"the name {found.repeated[:40]!r} occurs twice in one object", "keep one of the two")
    _check_kind(found.value)
    return found.value


def _no_document(value: Any) -> Fault:
    """Describe a value that stands where a document should."""
    mention = value[0] if isinstance(value, list) and value else None
    if isinstance(mention, list) and mention and all(type(place) is int for place in mention):
        return Fault("clusters without documents", _IN_MEMORY.format("them"), everywhere=True)
    return Fault("this is not a JSON object", f"write each document as `{_EXAMPLE}`")


def _check_kind(record: dict[str, Any]) -> None:
    """An error where a file holds something else than documents with clusters."""
    if any(name in record for name in (*WORDS, *CLUSTERS)):
        return
    if any(name in record for name in _OF_MENTION):
        remedy = f"make clusters of them in Python, and {_IN_MEMORY.format('these')}"
        raise Fault("a list of mentions, not of documents", remedy, everywhere=True)
    if record and all(isinstance(value, dict) for value in record.values()):
        what = "documents under their names, `{name: document}`"
        remedy = "write the name as `doc_key` into each document, and the documents in a list"
        raise Fault(what, remedy, everywhere=True)


def is_unnamed(record: dict[str, Any]) -> bool:
    """True for words or a text without a name."""
    has_words = any(name in record for name in WORDS) or isinstance(record.get("text"), str)
    return has_words and not any(name in record for name in NAMES)


def is_text(record: dict[str, Any]) -> bool:
    """True for a text without a name and without words."""
    return is_unnamed(record) and not any(name in record for name in WORDS)


def name_of(record: dict[str, Any]) -> str:
    member = next((key for key in NAMES if key in record), "")
    name = record.get(member, "")
    if not isinstance(name, str):
        raise Fault(
            "the name of this document is not a string", "write `doc_key` (or `doc_id`) as a string", member
        )
    fault = name_fault(name.strip())
    if fault:
        raise Fault(fault, "give it a printable `doc_key` (or `doc_id`)", member)
    return name.strip()


def other_names(record: dict[str, Any]) -> list[tuple[str, str]]:
    """The member that names a document with another one that has another name, if there is one."""
    names = {key: record[key].strip() for key in NAMES if isinstance(record.get(key), str)}
    first = next(iter(names), "")
    return [(first, key) for key, name in names.items() if name != names[first]][:1]


def words_of(record: dict[str, Any]) -> list[str]:
    lists_of_words = {name: record[name] for name in WORDS if isinstance(record.get(name), list)}
    if "sentences" in record:
        lists_of_words["sentences"] = list(chain.from_iterable(lists(record["sentences"], "sentences")))
    elif not lists_of_words:
        raise Fault(
            "a document without words", "write `sentences`, a list of lists of words, or `tokens`, a list"
        )
    words: list[str]
    (member, words), *others = lists_of_words.items()
    if not {str}.issuperset(map(type, words)):
        remedy = "write `sentences` as lists of words, or `tokens` as one list"
        raise Fault("a word is not a string", remedy, member)
    for other, same in others:
        if same != words and {str}.issuperset(map(type, same)):
            if "subtoken_map" in record:
                raise sub_tokens(member)
            raise Fault(f"`{member}` and `{other}` have different words", "write the words once", other)
    return words


def sub_tokens(member: str = "") -> Fault:
    """The fault of a file of pieces of words, as models read them."""
    what = "sub-tokens, such as `[CLS]` and `##ing`, in place of the words of the key"
    remedy = "map `predicted_clusters` through `subtoken_map`, and write the words"
    return Fault(what, remedy, member, everywhere=True)


def lists(value: Any, name: str) -> list[list[Any]]:
    if not isinstance(value, list) or not all(isinstance(inner, list) for inner in value):
        example = _EXAMPLES.get(name, "[[[start, end], ...], ...]")
        raise Fault(f"`{name}` is not a list of lists", f"write {example}", name)
    return value


def ids_of(record: dict[str, Any], name: str) -> list[str | None]:
    """The id of each cluster, None for those without."""
    clusters = record[name]
    if isinstance(clusters, dict):
        return list(clusters)
    return [None] * len(clusters) if isinstance(clusters, list) else []


def without_ids(record: dict[str, Any]) -> dict[str, Any]:
    """The record with clusters as lists, also those that are under their ids, `{id: [[start, end], ...]}`."""
    listed = {name: list(record[name].values()) for name in CLUSTERS if isinstance(record.get(name), dict)}
    return {**record, **listed} if listed else record


def name_of_clusters(record: dict[str, Any], offsets: str | None, key: bool) -> str:
    """The name of the clusters that count: the predicted ones of a response, the gold ones of a key."""
    name = next((name for name in (_OF_KEY if key else _OF_RESPONSE)[offsets] if name in record), None)
    if name is None and key and PREDICTED in record:
        what = "a key with `predicted_clusters`, but without `clusters`"
        raise Fault(what, "write the gold entities as `clusters`", PREDICTED)
    if name is None:
        raise Fault(
            "a document without clusters", "write `clusters`, as an empty list where there are no entities"
        )
    check_blind(record, name)
    return name


def check_blind(record: dict[str, Any], name: str) -> None:
    if record[name] is None:
        remedy = "write the entities, as an empty list where there are none"
        raise Fault(f"`{name}` is null, as in a blind file", remedy, name)


def meaning(record: dict[str, Any], name: str, offsets: str | None, ends: str | None) -> tuple[str, str]:
    """The unit of the offsets, and whether the end of a mention is inclusive."""
    plain = _plain(record, name)
    counts = _counts(record, name, offsets)
    last = ends or ("inclusive" if plain == counts and name != _OF_WORDS else None)
    if counts and name == _OF_WORDS and last is None:
        what = f"it is unclear whether the ends in `{name}` are inclusive"
        raise Fault(what, "state --ends inclusive|exclusive", name)
    if counts is None or last is None:
        raise Fault(
            f"it is unclear what the numbers in `{name}` count",
            "state --offsets token|char and --ends inclusive|exclusive",
            name,
        )
    return counts, last


def unlike(record: dict[str, Any], name: str, offsets: str | None) -> tuple[str, ...]:
    """The names of other clusters whose offsets count the same, but which are not the same entities."""
    counts = _counts(record, name, offsets)
    others = [other for other in CLUSTERS if other in record and other != name]
    alike = [other for other in others if _counts(record, other, offsets) == counts]
    entities = _entities(record[name]) if alike else None
    return tuple(other for other in alike if _entities(record[other]) not in (None, entities))


def _counts(record: dict[str, Any], name: str, offsets: str | None) -> str | None:
    """The unit of the offsets in some clusters, from the option or the data, if it can be known."""
    plain = _plain(record, name)
    return plain if name.endswith("_offsets") or name == _OF_WORDS else offsets or plain


def _plain(record: dict[str, Any], name: str) -> str | None:
    """The unit of the offsets, if the document makes it plain."""
    if name.endswith("_offsets") or name == _OF_WORDS:
        return "char" if name == "clusters_char_offsets" else "token"
    return "token" if "sentences" in record and "text" not in record else None


def _entities(clusters: Any) -> list[Any] | None:
    """Clusters in an order of their own, so that equal ones are equal sets; None where they are none.

    They are sorted, since whoever chooses numbers can choose those that fall together in a hash.
    """
    try:
        entities = [[mention for mention, _ in groupby(sorted(cluster))] for cluster in clusters if cluster]
        return [cluster for cluster, _ in groupby(sorted(entities))]
    except (TypeError, RecursionError):
        return None
