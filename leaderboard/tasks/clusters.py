"""Groups of documents that are the units of tests and draws; scores are those of documents all the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from leaderboard.corpus import NONE, Corpus, LeftOut
from leaderboard.errors import SHOWN, NothingToDo, Problem, UsageError
from leaderboard.files import digest_of
from leaderboard.metrics.metric import metric_named
from leaderboard.remark import Remark, remark
from leaderboard.scoresheet import Scoresheet, Units
from leaderboard.scoring.across import Topic, group_name, topics_of
from leaderboard.scoring.key import Key
from leaderboard.text import suggestion

if TYPE_CHECKING:
    from leaderboard.options import Options
    from leaderboard.options.configuration import Configuration
    from leaderboard.significance.family import Family
    from leaderboard.slices.document_table import DocumentLabels
    from leaderboard.tasks.task import Task

# What is known of documents without the organiser's labels.
_KNOWN = ("topic", "subtopic", "genre")
_LABEL_THEM = "name the clusters of all documents in a table, with --documents"
# Fewer clusters say too little of the variance over clusters.
FEWEST_CLUSTERS = 10
# Documents of one cluster are alike from this ratio of variances on, and of fewer pairs from the other.
ALIKE, ENOUGH_PAIRS, ALIKE_IN_FEW = 1.2, 6, 1.5
# A dataset and a document.
Place = tuple[str, str]


class DocumentFacts(NamedTuple):
    """What a key says of a document; the genre is empty where no comment names one.

    The group is that in which entities are joined, empty where they are of one document.
    """

    topic: Topic
    genre: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class Clustering:
    """The name of what documents are grouped by, and how many clusters and documents there are."""

    by: str
    clusters: int
    documents: int


@dataclass(frozen=True, slots=True)
class ItemClustering:
    """What the items of a table are grouped by, and how many clusters and items there are."""

    by: str
    clusters: int
    items: int


@dataclass(frozen=True, slots=True)
class UnusedClustering:
    """Clusters that are known and no units: the variance of a difference over them, over that over documents.

    ``variance_ratio`` is the median over so many ``pairs`` of distinct systems.
    """

    by: str
    clusters: int
    documents: int
    pairs: int
    variance_ratio: float

    @property
    def are_alike(self) -> bool:
        """True if differences vary clearly more over clusters."""
        return self.variance_ratio > (ALIKE if self.pairs >= ENOUGH_PAIRS else ALIKE_IN_FEW)


def document_facts(key: Key) -> dict[Place, DocumentFacts]:
    """Return what is known of each document, by its dataset and name."""
    facts: dict[Place, DocumentFacts] = {}
    for dataset, corpus in key.corpora.items():
        genres = corpus.genres or ("",) * len(corpus.parts)
        known, joined = map(DocumentFacts, topics_of(corpus), genres), corpus.groups
        groups = joined.of_part.tolist() if joined else []
        for number, (part, one) in enumerate(zip(corpus.parts, known, strict=True)):
            group = joined.names[groups[number]].document if joined else ""
            facts.setdefault((dataset, part.document), one._replace(group=group))
    return facts


def with_clusters(task: Task, configuration: Configuration) -> Task:
    """The task with the cluster of each document, if any are asked for, and what is signed of them."""
    name, options = configuration.options.cluster, configuration.options
    if name is None:
        return task
    if options.joins and not any(one.group for one in task.facts.values()):
        what = f"--cluster {name} with --across {options.across} needs documents, which saved sums lack"
        raise UsageError(f"{what}; score the responses again")
    labels = _labels(configuration)
    clusters = _clusters(name, labels, task.facts, task.key)
    of_group = _of_groups(task.facts, clusters) if options.joins else {}
    if of_group is None and task.sheet.without is None:
        what = f"--cluster {name} cannot be used here with --across {options.across}, because entities span"
        raise UsageError(f"{what} clusters; rank and compare can, with files that are scored anew")
    labelled = [labels.table.digest if labels.table else None, labels.patterns.get(name)]
    digest = digest_of(json.dumps(labelled, ensure_ascii=False).encode())[:12]
    return replace(
        _clustered(task, clusters, of_group or {}),
        signature=task.signature.and_of({"documents": digest} if name in labels.attributes else {}),
    )


def leaving_out(configuration: Configuration, key: Key) -> Key:
    """The key with the clusters that are left out in turn, where groups of documents lie in several."""
    options = configuration.options
    if options.cluster is None or not options.joins:
        return key
    facts = document_facts(key)
    clusters = _clusters(options.cluster, _labels(configuration), facts, str(key.files.path))
    if _of_groups(facts, clusters) is not None:
        return key
    if options.keeps:
        what = f"--cluster {options.cluster} with --across {options.across} needs sums that are not saved"
        raise UsageError(f"{what}; leave out --saved")
    return replace(
        key, corpora={name: _leaving_out(name, corpus, clusters) for name, corpus in key.corpora.items()}
    )


def tested_by(options: Options, configuration: Configuration, task: Task) -> Options:
    """The options of the tests of a task: by t where clusters are left out in turn and cannot be swapped."""
    if options.unit == "run" and not task.sheet.runs:
        what = "--unit run compares means over runs, but no system has several"
        raise UsageError(f"{what}; name runs of one system NAME@RUN, or list them in leaderboard.toml")
    if task.sheet.without is None:
        return options
    for name in ("test", "interval"):
        value = getattr(options, name)
        if value != "t" and configuration.origins[name] != "default":
            what = f"--{name} {value} cannot be used with --cluster {options.cluster}"
            raise UsageError(f"{what} where entities span clusters; use --{name} t")
    return replace(options, test="t")


def clustering_not_used(
    task: Task, configuration: Configuration, options: Options, units: Units, tested: Family
) -> UnusedClustering | None:
    """How much more a difference varies over topics, or else subtopics, than over the documents tested."""
    if options.unit != "document":
        return None
    labels = _labels(configuration)
    for level in ("topic", "subtopic"):
        clusters = _known_clusters(level, labels, task.facts)
        number = len({(dataset, cluster) for (dataset, _), cluster in clusters.items()})
        if _lacking(clusters) or not FEWEST_CLUSTERS <= number < len(clusters):
            continue
        by_cluster = replace(task.sheet, clusters=clusters).units(level)
        return unused_clustering(level, by_cluster, units, tested)
    return None


def unused_clustering(level: str, clusters: Units, units: Units, tested: Family) -> UnusedClustering | None:
    """How much more the differences of a family vary over clusters than over the units tested."""
    from leaderboard.significance.intervals import portable
    from leaderboard.significance.jackknife import pair_errors

    pairs = tested.hypotheses.first_of_each
    metric = metric_named(units.metrics, tested.metric)
    over, under = (pair_errors(one, metric, tested.pairing).error[pairs] ** 2 for one in (clusters, units))
    ratios = (over / under)[~np.isnan(over + under)]
    if not len(ratios):
        return None
    ratio = portable(float(np.median(ratios)))
    return UnusedClustering(level, len(clusters.names), len(units.names), len(ratios), ratio)


def alike_remarks(known: UnusedClustering | None, configuration: Configuration) -> Iterator[Remark]:
    """A remark where documents of one topic are alike, unless they were chosen as units."""
    if known is None or configuration.origins["unit"] != "default":
        return
    if known.are_alike:
        yield remark("documents_alike", **asdict(known))


def _labels(configuration: Configuration) -> DocumentLabels:
    """What the organiser says of documents, in a table and by patterns."""
    from leaderboard.slices.attributes import RESERVED
    from leaderboard.slices.document_table import DocumentLabels, read_document_table

    file = configuration.options.documents
    table = read_document_table(Path(file), RESERVED) if file else None
    return DocumentLabels(table=table, patterns=configuration.content.patterns)


def _of_groups(
    facts: Mapping[Place, DocumentFacts], clusters: Mapping[Place, str]
) -> dict[Place, str] | None:
    """The cluster of each group of documents; None where any group lies in several."""
    pairs = {((place[0], facts[place].group), cluster) for place, cluster in clusters.items()}
    of_group = dict(pairs)
    return of_group if len(of_group) == len(pairs) else None


def _leaving_out(dataset: str, corpus: Corpus, clusters: Mapping[Place, str]) -> Corpus:
    """The corpus with its clusters, in order of their first documents by name."""
    assert corpus.groups is not None
    of_document = {part.document: clusters[dataset, part.document] for part in corpus.parts}
    names = tuple(dict.fromkeys(of_document[document] for document in sorted(of_document)))
    of_part = np.array([names.index(of_document[part.document]) for part in corpus.parts], np.int64)
    return replace(corpus, groups=corpus.groups._replace(left_out=LeftOut(names, of_part)))


def clustering(task: Task) -> Clustering | ItemClustering | None:
    """Return how documents are grouped for tests, if they are."""
    if task.table and task.options.unit == "cluster":
        return ItemClustering("cluster", task.sheet.documents, task.table.items)
    clusters = task.sheet.clusters
    if not clusters:
        return None
    names = {(dataset, cluster) for (dataset, _), cluster in clusters.items()}
    return Clustering(str(task.options.cluster), len(names), len(clusters))


def _clustered(task: Task, clusters: Mapping[Place, str], of_group: Mapping[Place, str]) -> Task:
    """The task with clusters in each of its scoresheets."""

    def grouped(sheet: Scoresheet) -> Scoresheet:
        return replace(sheet, clusters=clusters, of_group=of_group)

    return replace(
        task,
        sheet=grouped(task.sheet),
        partial=grouped(task.partial),
        strict=task.strict and grouped(task.strict),
        others=tuple(_clustered(other, clusters, of_group) for other in task.others),
        single=task.single and _clustered(task.single, clusters, of_group),
        slices=tuple(replace(one, sheet=grouped(one.sheet)) for one in task.slices),
    )


def _clusters(
    name: str, labels: DocumentLabels, facts: Mapping[Place, DocumentFacts], key: str
) -> dict[Place, str]:
    """The cluster of each document; an error that names those without one."""
    if name not in (*labels.attributes, *_KNOWN):
        known = dict.fromkeys((*labels.attributes, *_KNOWN))
        raise UsageError(f"--cluster is {name[:SHOWN]!r}, which no document has; {suggestion(name, known)}")
    clusters = _known_clusters(name, labels, facts)
    if lacking := _lacking(clusters):
        document, *others = lacking
        more = f" and of {len(others):,} more" if others else ""
        what = f"the {name} of the document {document!r}{more} is not known"
        if not key:
            naming = "" if name == "genre" else "name documents as TOPIC/SUBTOPIC/NAME, or "
            raise NothingToDo(f"{what}; {naming}leave cluster out")
        stated = labels.table and name in labels.table.columns
        file = labels.table.file if labels.table and stated else key
        remedy = f"write it in the column {name}" if stated else _LABEL_THEM
        if not stated and name in labels.patterns:
            remedy = f'name it in [documents.{name}], or use the pattern "*" for all others'
        raise NothingToDo(str(Problem(file, 0, what, remedy)))
    return clusters


def _known_clusters(
    name: str, labels: DocumentLabels, facts: Mapping[Place, DocumentFacts]
) -> dict[Place, str]:
    """What the organiser, the key or its name says of each document."""
    from leaderboard.slices.attributes import genre_in_name

    if name in labels.attributes:
        return dict(zip(facts, _labelled(name, labels, list(facts)), strict=True))
    if name == "genre":
        return {place: one.genre or genre_in_name(place[1]) for place, one in facts.items()}
    return {place: group_name(name, one.topic) for place, one in facts.items()}


def _lacking(clusters: Mapping[Place, str]) -> list[str]:
    """The documents that are in no cluster."""
    return [document for (_, document), cluster in clusters.items() if cluster in ("", NONE)]


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
