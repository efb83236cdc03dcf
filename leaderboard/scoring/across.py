"""Groups of documents throughout which an id is one entity, and links within and across documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.corpus import Corpus, Groups, Ints, Part
from leaderboard.errors import InputError, NothingToDo, Problem
from leaderboard.formats import format_name
from leaderboard.formats.conll import topics_on_lines
from leaderboard.matching import Matching, match, places_in
from leaderboard.metrics import Metric
from leaderboard.metrics.links import pairs
from leaderboard.metrics.metric import Floats, measure, stack
from leaderboard.options import Options
from leaderboard.overlap import overlap

if TYPE_CHECKING:
    from leaderboard.slices.document_table import DocumentTable

Join = Callable[[Corpus], Corpus]

_ECB = re.compile(r"((\d+)_)\d+(ecb(?:plus)?)(?:\.xml)?")
_TABLE = "name the groups of all documents in a table, with --documents"
# Ids that are numbered anew in each document are in all topics.
_FEW = 0.1


class Topic(NamedTuple):
    """The topic and the subtopic of a document, empty where none is known."""

    topic: str
    subtopic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Grouping:
    """How documents are grouped: ``by`` subtopic, topic or corpus, perhaps by the organiser's table."""

    by: str
    table: DocumentTable | None

    @property
    def digest(self) -> str | None:
        """The beginning of the hash of the table, if there is one."""
        return self.table.digest[:12] if self.table else None

    def of_key(self, dataset: str) -> Join:
        """Return what joins the entities of a dataset of the key."""
        return partial(_join_key, self, dataset)


def grouping(options: Options) -> Grouping | None:
    """Return how the options group documents; None where each is by itself."""
    if options.across in (None, "document"):
        return None
    table = None
    if options.documents and options.across != "corpus":
        try:
            from leaderboard.slices.attributes import RESERVED
            from leaderboard.slices.document_table import read_document_table

            table = read_document_table(Path(options.documents), RESERVED)
        except InputError as error:
            raise NothingToDo(error.typed) from None
    return Grouping(by=str(options.across), table=table)


def join_beside(key: Corpus) -> Join | None:
    """Return what joins the entities of a response as those of the key are joined."""
    return partial(_join_response, key) if key.groups else None


def cut_entities(key: Corpus) -> Iterator[Problem]:
    """Warn that entities are cut at documents, where their ids seem to hold throughout topics."""
    topics = [topic for topic, _ in topics_of(key)]
    if "" in topics or len(set(topics)) < 2 or key.name is None or key.name.min(initial=0) < 0:
        return
    in_documents, in_topics = (
        _spread(key.name, numbered(names)[key.part])
        for names in ([part.document for part in key.parts], topics)
    )
    several = in_documents > 1
    if (in_documents > in_topics).any() and (in_topics > 1).sum() < _FEW * several.sum():
        what = "ids of entities recur within topics, but entities are cut at the ends of documents"
        remedy = "to join them, use --across topic; to keep documents apart, use --across document"
        yield Problem(key.file, 0, what, remedy)


def with_topics(key: Corpus, data: bytes) -> Corpus:
    """The corpus with the topics that the columns of its file name, if they do."""
    return replace(key, topics=_topics_in_columns(key, data) or key.topics)


def _topics_in_columns(key: Corpus, data: bytes) -> tuple[tuple[str, str], ...] | None:
    """The topics in the columns of a CoNLL file, on the first line of each part; None if a part has none."""
    if format_name(data) != "conll" or not key.tokens.all():
        return None
    first = key.token_line[key.first_token]
    found = topics_on_lines(data, first.tolist())
    return tuple(found) if found else None


def _spread(names: Ints, places: Ints) -> Ints:
    """The number of places in which each name stands."""
    width = places.max(initial=0) + 1
    return np.bincount(np.unique(names * width + places) // width)


def _join_key(how: Grouping, dataset: str, key: Corpus) -> Corpus:
    names = _group_names(how, dataset, key)
    groups = Groups(tuple(Part(name, 0) for name in dict.fromkeys(names)), numbered(names))
    return in_groups(key, groups, np.arange(len(key.parts)))


def _join_response(key: Corpus, response: Corpus) -> Corpus:
    """Parts that the key lacks are groups of their own; the text is compared later."""
    assert key.groups is not None
    place = places_in(key, response)
    unknown = place < 0
    of_part = key.groups.of_part[place]
    of_part[unknown] = len(key.groups.names) + np.flatnonzero(unknown)
    names = (*key.groups.names, *response.parts)
    return in_groups(response, Groups(names, of_part), np.where(unknown, len(key.parts), place))


def in_groups(corpus: Corpus, groups: Groups, rank: Ints) -> Corpus:
    """Make an id one entity throughout each group, numbered by its first bracket in order of ``rank``."""
    if corpus.layer:
        what = "--across is not for CONLL-UA files"
        raise InputError([Problem(corpus.file, 0, what, "leave it out")])
    assert corpus.name is not None
    if (corpus.name < 0).any():
        raise InputError([_without_ids(corpus, corpus.name)])
    label = groups.of_part[corpus.part] * (corpus.name.max(initial=0) + 1) + corpus.name
    order = np.lexsort((corpus.entity, rank[corpus.part]))
    _, first, inverse = np.unique(label[order], return_index=True, return_inverse=True)
    number = np.empty(len(first), np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    entity = np.empty(len(label), np.int64)
    entity[order] = number[inverse]
    return replace(corpus, entity=entity, groups=groups)


def _without_ids(corpus: Corpus, names: Ints) -> Problem:
    line = int(corpus.line[names < 0].min())
    what = "the clusters of this document have no ids, which --across needs"
    return Problem(corpus.file, line, what, "write them as {id: [[start, end], ...], ...}")


def _group_names(how: Grouping, dataset: str, key: Corpus) -> list[str]:
    """The name of the group of each part; an error that names those without one."""
    if how.by == "corpus":
        return ["corpus"] * len(key.parts)
    stated = how.table if how.table and how.by in how.table.columns else None
    topics = _stated(stated, dataset, key) if stated else topics_of(key)
    names = [group_name(how.by, one) for one in topics]
    lacking = dict.fromkeys(part.document for part, name in zip(key.parts, names, strict=True) if not name)
    if lacking:
        document, *others = lacking
        more = f" and of {len(others):,} more" if others else ""
        what = f"the {how.by} of the document {document!r}{more} is not known"
        remedy = f"write it in the column {how.by}" if stated else _TABLE
        raise NothingToDo(str(Problem(stated.file if stated else key.file, 0, what, remedy)))
    return names


def group_name(by: str, one: Topic) -> str:
    """A subtopic is known by its topic too, unless its name begins with it."""
    if by == "topic" or not one.subtopic:
        return one.topic if by == "topic" else ""
    return one.subtopic if not one.topic or one.subtopic.startswith(f"{one.topic}_") else "/".join(one)


def _stated(table: DocumentTable, dataset: str, key: Corpus) -> list[Topic]:
    """The topics that the table names."""
    return [
        Topic(*(table.cell(column, dataset, part.document) for column in Topic._fields)) for part in key.parts
    ]


def topics_of(key: Corpus) -> list[Topic]:
    """The topics that columns name, or else the names of documents."""
    if key.topics is not None:
        return [Topic(*one) for one in key.topics]
    return [topic_in_name(part.document) for part in key.parts]


def topic_in_name(document: str) -> Topic:
    """Return the topic and subtopic in a name as ``TOPIC/SUBTOPIC/DOC``, ``TOPIC/DOC`` or ``1_2ecbplus``."""
    if found := _ECB.fullmatch(document):
        return Topic(found[2], found[1] + found[3])
    topic, *more = document.split("/")
    return Topic(topic if more else "", more[0] if len(more) > 1 else "")


def numbered(names: Sequence[str]) -> Ints:
    """Return a number for each name, equal ones alike, in order of their first places."""
    number = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], np.int64)


# The rows of these sums are the fields of ``LinkSums``.
LINKS = "links"
# The first three of them again, with ids joined over all groups, in the group where an id begins.
CORPUS_LINKS = "links over the corpus"


class LinkSums(NamedTuple):
    """Pairs of mentions of one entity: all of them, and those in one document; and unmatched mentions."""

    common: Floats
    key: Floats
    response: Floats
    common_within: Floats
    key_within: Floats
    response_within: Floats
    unmatched: Floats


def within(metric: Metric) -> str:
    """Return the name of the sums of a metric where each document is by itself."""
    return f"within {metric.name}"


def without(metric: Metric) -> str:
    """Return the name of the sums of a metric without each cluster of documents."""
    return f"without {metric.name}"


def further_sizes(options: Options, metrics: Iterable[Metric], sizes: dict[str, int]) -> dict[str, int]:
    """Return the number of further sums by name, given those of metrics."""
    of_metrics = {within(metric): sizes[metric.name] for metric in metrics}
    return {**of_metrics, LINKS: len(LinkSums._fields), **({CORPUS_LINKS: 3} if has_groups(options) else {})}


def has_groups(options: Options) -> bool:
    """True if links may lead from one group of documents to another."""
    return options.joins and options.across != "corpus"


def further_sums(found: Matching, options: Options, metrics: Sequence[Metric]) -> dict[str, Floats]:
    """Return the sums by group within documents, and of links; none where nothing is joined."""
    key, response = found.key, found.response
    if key.groups is None or key.apart is None or response.apart is None:
        return {}
    apart = match(key.apart, response.apart, options.match, options.zeros)
    measured = measure(overlap(apart), tuple(metrics))
    return {
        **{within(metric): _by_group(measured[metric.name], key.groups) for metric in metrics},
        LINKS: stack(*_links(found)),
        **({CORPUS_LINKS: stack(*_corpus_links(found))} if has_groups(options) else {}),
    }


def _by_group(sums: Floats, groups: Groups) -> Floats:
    return np.stack([np.bincount(groups.of_part, row, len(groups.names)) for row in sums])


def _links(found: Matching) -> LinkSums:
    """Count the links of each group; none is enumerated."""
    document = numbered([part.document for part in found.key.parts])
    labelled = _labelled(found, found.key.entity, found.response.entity)
    inside = ((_apart(label, document[side.part[rows]]), rows, side) for label, rows, side in labelled)
    mentions = [side.by_unit(rows) for _, rows, side in labelled]
    unmatched = mentions[1] + mentions[2] - 2 * mentions[0]
    counts = (*map(_pairs_by_unit, labelled), *map(_pairs_by_unit, inside), unmatched.astype(np.float64))
    return LinkSums._make(counts)


def _corpus_links(found: Matching) -> Iterator[Floats]:
    """Count the links of ids that are joined over all groups."""
    assert found.key.name is not None
    assert found.response.name is not None
    return map(_pairs_by_unit, _labelled(found, found.key.name, found.response.name))


# A label for each of these rows of mentions of a side.
_Labelled = tuple[Ints, Ints, Corpus]


def _labelled(found: Matching, of_key: Ints, of_response: Ints) -> tuple[_Labelled, ...]:
    """The labels of both sides of matched mentions together, then those of each side."""
    ours, theirs = found.key_mention, found.response_mention
    both = of_key[ours] * (of_response.max(initial=0) + 1) + of_response[theirs]
    return (
        (both, ours, found.key),
        (of_key, np.arange(len(of_key)), found.key),
        (of_response, np.arange(len(of_response)), found.response),
    )


def _apart(label: Ints, document: Ints) -> Ints:
    """Labels that differ between documents."""
    number = np.unique(label, return_inverse=True)[1]
    labels: Ints = number * (document.max(initial=0) + 1) + document
    return labels


def _pairs_by_unit(labelled: _Labelled) -> Floats:
    """C2 of how often each label stands, summed by the unit of its first row."""
    label, rows, side = labelled
    _, first, count = np.unique(label, return_index=True, return_counts=True)
    return np.bincount(side.unit[rows[first]], pairs(count), len(side.units)).astype(np.float64)
