"""Groups of documents that are the units of tests and draws; scores are those of documents all the same."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from leaderboard.errors import SHOWN, NothingToDo, Problem, UsageError
from leaderboard.files import digest_of
from leaderboard.scoring.across import Topic, group_name, topics_of
from leaderboard.scoring.key import Key
from leaderboard.text import suggestion

if TYPE_CHECKING:
    from leaderboard.options.configuration import Configuration
    from leaderboard.slices.document_table import DocumentLabels
    from leaderboard.tasks.task import Task

# What is known of documents without the organiser's labels.
_KNOWN = ("topic", "subtopic", "genre")
_LABEL_THEM = "name the clusters of all documents in a table, with --documents"
# A dataset and a document.
Place = tuple[str, str]


class DocumentFacts(NamedTuple):
    """What a key says of a document; the genre is empty where no comment names one."""

    topic: Topic
    genre: str


@dataclass(frozen=True, slots=True)
class Clustering:
    """The name of what documents are grouped by, and how many clusters and documents there are."""

    by: str
    clusters: int
    documents: int


def document_facts(key: Key) -> dict[Place, DocumentFacts]:
    """Return what is known of each document, by its dataset and name."""
    facts: dict[Place, DocumentFacts] = {}
    for dataset, corpus in key.corpora.items():
        genres = corpus.genres or ("",) * len(corpus.parts)
        for part, topic, genre in zip(corpus.parts, topics_of(corpus), genres, strict=True):
            facts.setdefault((dataset, part.document), DocumentFacts(topic, genre))
    return facts


def with_clusters(task: Task, configuration: Configuration) -> Task:
    """The task with the cluster of each document, if any are asked for, and what is signed of them."""
    name, options = configuration.options.cluster, configuration.options
    if name is None:
        return task
    from leaderboard.slices.attributes import RESERVED
    from leaderboard.slices.document_table import DocumentLabels, read_document_table

    table = read_document_table(Path(options.documents), RESERVED) if options.documents else None
    labels = DocumentLabels(table=table, patterns=configuration.content.patterns)
    clusters = _clusters(name, labels, task.facts, task.key)
    labelled = [labels.table.digest if labels.table else None, labels.patterns.get(name)]
    digest = digest_of(json.dumps(labelled, ensure_ascii=False).encode())[:12]
    return replace(
        _clustered(task, clusters),
        signature=task.signature.and_of({"documents": digest} if name in labels.attributes else {}),
    )


def clustering(task: Task) -> Clustering | None:
    """Return how documents are grouped for tests, if they are."""
    clusters = task.sheet.clusters
    if not clusters:
        return None
    names = {(dataset, cluster) for (dataset, _), cluster in clusters.items()}
    return Clustering(str(task.options.cluster), len(names), len(clusters))


def _clustered(task: Task, clusters: Mapping[Place, str]) -> Task:
    """The task with clusters in each of its scoresheets."""
    return replace(
        task,
        sheet=replace(task.sheet, clusters=clusters),
        partial=replace(task.partial, clusters=clusters),
        strict=task.strict and replace(task.strict, clusters=clusters),
        others=tuple(_clustered(other, clusters) for other in task.others),
        single=task.single and _clustered(task.single, clusters),
        slices=tuple(replace(one, sheet=replace(one.sheet, clusters=clusters)) for one in task.slices),
    )


def _clusters(
    name: str, labels: DocumentLabels, facts: Mapping[Place, DocumentFacts], key: str
) -> dict[Place, str]:
    """The cluster of each document; an error that names those without one."""
    if name not in (*labels.attributes, *_KNOWN):
        known = dict.fromkeys((*labels.attributes, *_KNOWN))
        raise UsageError(f"--cluster is {name[:SHOWN]!r}, which no document has; {suggestion(name, known)}")
    from leaderboard.slices.attributes import NONE, genre_in_name

    places = list(facts)
    if name in labels.attributes:
        found = _labelled(name, labels, places)
    elif name == "genre":
        found = [one.genre or genre_in_name(document) for (_, document), one in facts.items()]
    else:
        found = [group_name(name, one.topic) for one in facts.values()]
    lacking = [
        document for (_, document), cluster in zip(places, found, strict=True) if cluster in ("", NONE)
    ]
    if lacking:
        document, *others = lacking
        more = f" and of {len(others):,} more" if others else ""
        what = f"the {name} of the document {document!r}{more} is not known"
        stated = labels.table and name in labels.table.columns
        file = labels.table.file if labels.table and stated else key
        remedy = f"write it in the column {name}" if stated else _LABEL_THEM
        raise NothingToDo(str(Problem(file, 0, what, remedy)))
    return dict(zip(places, found, strict=True))


def _labelled(name: str, labels: DocumentLabels, places: Sequence[Place]) -> list[str]:
    """What the organiser says of each document; a subtopic is known by its topic too."""
    values = {
        column: {
            dataset: dict(zip(names, labels.values(column, dataset, names), strict=True))
            for dataset, names in _by_dataset(places).items()
        }
        for column in dict.fromkeys((name, *(["topic"] if name == "subtopic" else [])))
    }
    of_name = [values[name][dataset][document] for dataset, document in places]
    if name != "subtopic":
        return of_name
    topics = [values["topic"][dataset][document] for dataset, document in places]
    return [group_name(name, Topic(*both)) for both in zip(topics, of_name, strict=True)]


def _by_dataset(places: Sequence[Place]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    for dataset, document in places:
        names.setdefault(dataset, []).append(document)
    return names
