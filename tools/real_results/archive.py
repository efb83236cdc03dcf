"""The outputs of an unpacked archive as the files of a task, and the figures that are printed beside them.

All outputs of the feature-based system have the mentions of one key. The neural system came with a key of
its own, which has the same documents and entities under other names: `twins` finds them. Which of several
mentions of one entity in one document is which changes no score.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

CORPORA = {"gvc": "GVC", "ecbp": "ECB+"}
METRICS = ("muc", "bcub", "ceafe", "lea", "conll")
QUANTITIES = ("recall", "precision", "f1")
# How the archive calls scores by document, and those of all documents as one.
WAYS = {"within": "within_doc", "corpus": "cross_doc"}
RUNS = range(5)
LEMMA = ("lemma", "lemma-delta", "lemma-time", "lemma-wd")
WITH = ("with_gold", "with_kmeans")
# A line of the tables that each of the two systems came with.
SCORES = r"^(\w+) +(0\S+) +(\S+) +(\S+)$"
NEURAL_SCORES = r"^(\w+) +Recall: (\S+) +Precision: (\S+) +F1: (\S+)$"


class Mention(NamedTuple):
    document: str
    name: str
    entity: str


class Figures(NamedTuple):
    """Recall, precision and F1 as they are printed for an output, of 1 or of 100."""

    corpus: str
    way: str
    output: str
    metric: str
    recall: str
    precision: str
    f1: str
    of: int


def mentions(path: Path) -> list[Mention]:
    """The lines of a file: a name, which begins with that of the document, and the entity in brackets."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#") and "\t" in line:
            name, cell = line.split("\t")
            found.append(Mention(re.sub(r"(_\d+|_\d+_\d+_\d+)$", "", name, count=1), name, cell.strip("()")))
    return found


class CorpusFiles(NamedTuple):
    """What the archive has for one corpus."""

    archive: Path
    corpus: str

    @property
    def features(self) -> Path:
        return self.archive / "feature-based"

    @property
    def neural(self) -> Path:
        return self.archive / "ba2019"

    @property
    def key(self) -> Path:
        return self.features / f"{self.corpus}_evaluate_clustering" / "0" / WAYS["within"] / "gold.conll"

    def methods(self) -> dict[str, Path]:
        """The folders of the methods that were run with several seeds."""
        folders = {f"from_{self.corpus}": self.features / f"{self.corpus}_evaluate_clustering"}
        for name in WITH:
            folders[name] = self.features / f"{self.corpus}_evaluate_clustering_{name}_clustering"
        for job, train in self._transfers():
            (folders[f"from_{train}"],) = (self.features / "corpus_transfer/unaggregated").glob(f"{job}_*")
        return folders

    def _transfers(self) -> Iterator[tuple[str, str]]:
        """Number and training corpora of each job that was not trained on this corpus alone."""
        table = self.features / "corpus_transfer" / "scores_aggregated.csv"
        found = {}
        for job, *_, test, _, train in csv.reader(table.read_text(encoding="utf-8").splitlines()):
            if test == self.corpus != train:
                found[job] = train
        return iter(sorted(found.items()))

    def baselines(self) -> dict[str, Path]:
        folders = {name: self.features / f"{self.corpus}_lemma_baselines" / name for name in LEMMA}
        return {name: folder for name, folder in folders.items() if folder.is_dir()}

    def outputs(self, way: str) -> dict[str, str]:
        """The text of each output; within documents, all baselines are the same output.

        The archive has each output twice, with equal entities: by document, and as one document.
        """
        folders = {f"{name}@{run}": path / str(run) for name, path in self.methods().items() for run in RUNS}
        folders |= self.baselines() if way == "corpus" else {"lemma": self.baselines()["lemma"]}
        texts = {
            name: (folder / WAYS["within"] / "system.conll").read_text(encoding="utf-8")
            for name, folder in folders.items()
        }
        return texts | (dict(self._neural_outputs()) if way == "corpus" else {})

    def _neural_outputs(self) -> Iterator[tuple[str, str]]:
        theirs = mentions(self.neural / f"{self.corpus}_CD_test_event_mention_based.key_conll")
        twin = twins(mentions(self.key), theirs)
        for name in WITH:
            response = mentions(self._neural_folder(name) / "CD_test_event_mention_based.response_conll")
            waiting: dict[tuple[Node, Node], list[str]] = defaultdict(list)
            for gold, answer in zip(theirs, response, strict=True):
                if gold.name != answer.name:
                    raise ValueError(f"{answer.name} stands where the key has {gold.name}")
                waiting[("document", gold.document), ("entity", gold.entity)].append(answer.entity)
            answers = (
                waiting[twin["document", one.document], twin["entity", one.entity]].pop(0)
                for one in mentions(self.key)
            )
            pieces = re.split(r"\t\(\w+\)", self.key.read_text(encoding="utf-8"))
            cells = [*(f"\t({answer})" for answer in answers), ""]
            yield f"ba2019_{name}", "".join(map("".join, zip(pieces, cells, strict=True)))

    def _neural_folder(self, name: str) -> Path:
        return self.neural / f"{self.corpus}_evaluate_clustering_{name}_clustering"

    def topics(self) -> dict[str, str]:
        """The topic of each document: documents that share an entity of the key are of one topic."""
        first: dict[str, str] = {}
        above: dict[str, str] = {}

        def top(document: str) -> str:
            while above.get(document, document) != document:
                document = above[document]
            return document

        key = mentions(self.key)
        for one in key:
            above[top(one.document)] = top(first.setdefault(one.entity, one.document))
        tops = dict.fromkeys(top(one.document) for one in key)
        number = {document: f"{place:02}" for place, document in enumerate(tops, 1)}
        return {one.document: number[top(one.document)] for one in key}

    def figures(self) -> Iterator[Figures]:
        """All figures, each time as they are printed with most digits."""
        for name, folder in self.methods().items():
            with (folder / "metrics_unaggregated.csv").open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    way = "corpus" if row["meta-doc"] == "True" else "within"
                    numbers = [row[quantity] for quantity in QUANTITIES]
                    yield Figures(self.corpus, way, f"{name}@{row['model']}", row["metric"], *numbers, 1)
        for name, folder in self.baselines().items():
            for way, where in WAYS.items():
                table = (folder / where / f"eval_{name}_{where}.txt").read_text(encoding="utf-8")
                for metric, f1, precision, recall in re.findall(SCORES, table, re.M):
                    numbers = [number.replace("nan", "") for number in (recall, precision, f1)]
                    yield Figures(self.corpus, way, name, metric, *numbers, 1)
        for name in WITH:
            table = (self._neural_folder(name) / "scores.txt").read_text(encoding="utf-8")
            for metric, *numbers in re.findall(NEURAL_SCORES, table, re.M):
                if metric in METRICS:
                    yield Figures(self.corpus, "corpus", f"ba2019_{name}", metric, *numbers, 100)
            (conll,) = re.findall(r"^CoNLL score: (\S+)$", table, re.M)
            yield Figures(self.corpus, "corpus", f"ba2019_{name}", "conll", "", "", conll, 100)


Node = tuple[str, str]
Graph = Mapping[Node, Mapping[Node, int]]
Colours = dict[Node, int]


def twins(key: Iterable[Mention], other: Iterable[Mention]) -> dict[Node, Node]:
    """The document and the entity of another key for each of a key, if the two differ in names alone.

    Nodes get the same colour until something tells them apart: the name of a document, if the other name
    ends in it, or how many mentions they share with nodes of other colours. Of documents that nothing tells
    apart, the first of one key is taken for the first of the other.
    """
    graphs = [_graph(key), _graph(other)]
    endings = {name.rpartition("_")[2] for kind, name in graphs[1] if kind == "document"}
    colours: list[Colours] = [{}, {}]
    palette: dict[Hashable, int] = {}
    for colour, graph in zip(colours, graphs, strict=True):
        for kind, name in graph:
            known = {name.rpartition("_")[2]} & endings & {name for _, name in graphs[0]}
            colour[kind, name] = palette.setdefault((kind, *known), len(palette))
    while True:
        colours = _refined(graphs, colours)
        if sorted(colours[0].values()) != sorted(colours[1].values()):
            raise ValueError("the two keys differ in more than names")
        counts = Counter(colour for (kind, _), colour in colours[0].items() if kind == "document")
        tied = [colour for colour, count in counts.items() if count > 1]
        if not tied:
            first, second = (
                sorted(graph, key=colour.__getitem__) for graph, colour in zip(graphs, colours, strict=True)
            )
            return dict(zip(first, second, strict=True))
        for colour in colours:
            colour[min(node for node in colour if colour[node] == tied[0])] = -1


def _graph(key: Iterable[Mention]) -> Graph:
    """How many mentions documents and entities share."""
    graph: dict[Node, Counter[Node]] = defaultdict(Counter)
    for one in key:
        document, entity = ("document", one.document), ("entity", one.entity)
        graph[document][entity] += 1
        graph[entity][document] += 1
    return graph


def _refined(graphs: Sequence[Graph], colours: list[Colours]) -> list[Colours]:
    """Colours by which nodes differ whose neighbours differ."""
    before = 0
    while (now := len(set(colours[0].values()))) > before:
        before, palette = now, dict[Hashable, int]()
        colours = [
            {
                node: palette.setdefault(
                    (colour[node], *sorted((colour[near], count) for near, count in graph[node].items())),
                    len(palette),
                )
                for node in graph
            }
            for graph, colour in zip(graphs, colours, strict=True)
        ]
    return colours
