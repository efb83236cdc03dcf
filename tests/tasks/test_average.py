"""Averages of scores: over datasets, of all datasets as one, over documents; each against a slow oracle."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.report.features.boards import board_tables
from leaderboard.report.files import verification as verifying
from leaderboard.report.files.contents import report_pieces
from leaderboard.report.files.verification import verification
from leaderboard.report.files.writer import write_report
from leaderboard.report.words.methods import mean_note
from leaderboard.verbs.rank import RankResult
from tests.oracles import oracle
from tests.report.made_ranking import texts
from tests.report.one_picture import one_picture
from tests.support.plain_conll import Part, read_pair
from tests.support.running import Typed

METRICS = ("mentions", "muc", "bcub", "ceafe", "blanc", "lea", "rand", "conll")
MEMBERS = {"conll": ("muc", "bcub", "ceafe")}
FEW: dict[str, Any] = {"metric": METRICS, "draws": 200, "prices": False}
SYSTEMS = ("balanced", "eager", "splitter")
DATASETS = ("set1", "set2")

# By dataset and document.
Corpus = Mapping[str, Mapping[str, list[Part]]]
Scores = tuple[float, float, float]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two datasets; the key has a document without mentions, and one with singletons only."""
    target = tmp_path_factory.mktemp("average") / "task"
    leaderboard.simulate(target, documents=8, datasets=2)
    for entry in target.iterdir():
        if entry.is_dir() and entry.name not in (*SYSTEMS, "key"):
            shutil.rmtree(entry)
    file = target / "key" / "set1.conll"
    blocks = file.read_text().split("#end document\n")
    names = list(dict.fromkeys(block.split("\n")[0].partition(";")[0] for block in blocks[:-1]))
    cells = {names[1]: ("-", "-"), names[3]: ("(901)", "(902)")}
    file.write_text("#end document\n".join(_with_cells(block, cells) for block in blocks))
    return target


def _with_cells(block: str, cells: Mapping[str, tuple[str, str]]) -> str:
    """The block with other brackets on its first tokens, and none elsewhere, if its document is named."""
    head, *lines = block.split("\n")
    if head.partition(";")[0] not in cells:
        return block
    new = iter(cells[head.partition(";")[0]])
    return "\n".join(
        [head, *(f"{line.rsplit(' ', 1)[0]} {next(new, '-')}" if line else "" for line in lines)]
    )


@pytest.fixture(scope="module")
def corpora(folder: Path) -> dict[str, Corpus]:
    return {system: dict(_read(folder, system)) for system in SYSTEMS}


def _read(folder: Path, system: str) -> Iterator[tuple[str, dict[str, list[Part]]]]:
    for dataset in DATASETS:
        key, response = ((folder / name / f"{dataset}.conll").read_text() for name in ("key", system))
        heads = [line for line in key.splitlines() if line.startswith("#begin")]
        documents: dict[str, list[Part]] = {}
        for head, part in zip(heads, read_pair(key, response), strict=True):
            documents.setdefault(head.partition(";")[0], []).append(part)
        yield dataset, documents


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def by_document(corpus: Corpus, metric: str, swapped: Corpus | None = None, leave: object = None) -> Scores:
    """The mean over datasets of the mean over documents that have something to recall, from definitions.

    Documents of ``swapped``, where they are named there, replace those of the corpus; one may be left out.
    """
    if metric in MEMBERS:
        return 0, 0, mean([by_document(corpus, one, swapped, leave)[2] for one in MEMBERS[metric]])
    of_datasets = []
    for dataset, documents in corpus.items():
        chosen = {**documents, **(swapped or {}).get(dataset, {})}
        scores = [
            tuple(float(one or 0) for one in oracle.score(parts, metric))
            for name, parts in chosen.items()
            if (dataset, name) != leave and _has_something(parts, metric)
        ]
        of_datasets.append([mean([one[place] for one in scores]) for place in range(3)])
    recall, precision, f1 = (mean([one[place] for one in of_datasets]) for place in range(3))
    return recall, precision, f1


def _has_something(parts: list[Part], metric: str) -> bool:
    sizes = [len(entity) for key, _ in parts for entity in key]
    if metric == "muc":
        return any(size > 1 for size in sizes)
    if metric in ("blanc", "rand"):
        return any(sum(map(len, key)) > 1 for key, _ in parts)
    return bool(sizes)


def ranked(folder: Path, average: str, **more: Any) -> RankResult:
    return leaderboard.rank(folder, average=average, **{**FEW, **more})


@pytest.fixture(scope="module")
def documents(folder: Path) -> RankResult:
    return ranked(folder, "document")


@pytest.mark.parametrize("metric", METRICS)
def test_means_over_documents_are_those_of_the_oracle(
    documents: RankResult, corpora: dict[str, Corpus], metric: str
) -> None:
    for system in SYSTEMS:
        found, expected = documents.scores[system][metric], by_document(corpora[system], metric)
        assert found.f1 == pytest.approx(expected[2], abs=1e-12)
        if metric in ("conll", "rand"):
            assert (found.recall, found.precision) == (None, None)
        else:
            assert (found.recall, found.precision) == pytest.approx(expected[:2], abs=1e-12)


@pytest.mark.parametrize("metric", ["muc", "conll"])
def test_their_tests_swap_whole_documents(
    documents: RankResult, corpora: dict[str, Corpus], metric: str
) -> None:
    """Every swap of every document, scored from definitions."""
    family = documents.families[metric]
    pair = next(one for one in family if {one.first, one.second} == {"balanced", "splitter"})
    first, second = corpora[pair.first], corpora[pair.second]
    places = [(dataset, name) for dataset, one in first.items() for name in one]
    members = MEMBERS.get(metric, (metric,))
    values = [[_alone(corpus, *place, members) for place in places] for corpus in (first, second)]
    observed, hits = abs(pair.difference), 0
    for signs in product((0, 1), repeat=len(places)):
        sides = [
            mean(
                [
                    _mean_by_dataset(
                        places, [values[sign ^ side][at][number] for at, sign in enumerate(signs)]
                    )
                    for number in range(len(members))
                ]
            )
            for side in (0, 1)
        ]
        hits += abs(sides[0] - sides[1]) >= observed - 1e-9
    assert pair.exact
    assert pair.p_value == pytest.approx(hits / 2 ** len(places))


def _alone(corpus: Corpus, dataset: str, name: str, members: tuple[str, ...]) -> list[float | None]:
    """The F1 of a document by each metric, None where it has nothing to recall."""
    parts = corpus[dataset][name]
    return [float(oracle.score(parts, one)[2]) if _has_something(parts, one) else None for one in members]


def _mean_by_dataset(places: list[tuple[str, str]], values: list[float | None]) -> float:
    return mean(
        [
            mean(
                [
                    value
                    for (of, _), value in zip(places, values, strict=True)
                    if of == dataset and value is not None
                ]
            )
            for dataset in DATASETS
        ]
    )


def test_their_errors_leave_out_documents_of_equal_weight(
    documents: RankResult, corpora: dict[str, Corpus]
) -> None:
    standing = documents.rankings["muc"].by_system["eager"]
    variance, below = 0.0, 0.0
    for dataset, names in corpora["eager"].items():
        left = [by_document(corpora["eager"], "muc", leave=(dataset, name))[2] for name in names]
        psi = [(len(left) - 1) * (mean(left) - value) for value in left]
        own = sum(value**2 for value in psi) / (len(left) * (len(left) - 1))
        own *= len(left) >= 5  # a dataset of fewer documents is taken as it is
        variance += own
        below += own**2 / (len(left) - 1)
    assert standing.score_error == pytest.approx(sqrt(variance))
    assert standing.df == pytest.approx(variance**2 / below)
    counts = documents.families["muc"].sampling.effective_units
    assert counts == pytest.approx(max(map(len, corpora["eager"].values())))


def test_documents_that_are_left_out_are_counted(documents: RankResult, folder: Path) -> None:
    said = next(one for one in documents.remarks if one.kind == "left_out_units")
    assert dict(dict(said.data)["counts"]) == {
        **dict.fromkeys(("mentions", "bcub", "ceafe", "blanc", "lea", "rand"), 1),
        "muc": 2,
    }
    [note] = [
        line for line in texts(documents, ())["leaderboard.md"].splitlines() if "nothing to recall" in line
    ]
    assert "MUC leaves out 2 documents, B³ leaves out 1 document" in note
    assert not [one for one in ranked(folder, "pool").remarks if one.kind == "left_out_units"]


def test_parts_may_be_the_units(folder: Path) -> None:
    result = ranked(folder, "document", unit="part")
    assert result.signature.fields["average"] == "part"
    parts = leaderboard.score(folder / "eager", per_document=True, metric="lea", key=folder / "key")
    of_parts = [
        [one.scores["lea"].f1 for one in parts.systems[0].per_document if one.dataset == dataset]
        for dataset in DATASETS
    ]
    left_out = dict(next(dict(one.data)["counts"] for one in result.remarks if one.kind == "left_out_units"))
    expected = mean([sum(of_parts[0]) / (len(of_parts[0]) - left_out["lea"]), mean(of_parts[1])])
    assert result.scores["eager"]["lea"].f1 == pytest.approx(expected)


def test_a_pool_is_one_dataset(folder: Path, tmp_path: Path) -> None:
    """The same texts in one file have the same scores, tests and intervals."""
    for name in ("key", *SYSTEMS):
        files = [(folder / name / f"{dataset}.conll").read_text() for dataset in DATASETS]
        (tmp_path / f"{name}.conll").write_text(
            "".join(
                text.replace("#begin document (", f"#begin document ({number}")
                for number, text in enumerate(files)
            )
        )
    pooled, plain = ranked(folder, "pool"), leaderboard.rank(tmp_path, **FEW)
    assert pooled.scores == plain.scores
    for name in METRICS:
        assert pooled.rankings[name].standings == plain.rankings[name].standings
        ours, theirs = list(pooled.families[name]), list(plain.families[name])
        # Only several datasets can be counted, and they name documents.
        unknown = {"without": None, "datasets": None, "datasets_better": None, "datasets_worse": None}
        assert [replace(one, **unknown) for one in ours] == [replace(one, **unknown) for one in theirs]
    assert pooled.of("dataset")
    for one, other in zip(pooled.of("dataset"), ranked(folder, "dataset").of("dataset"), strict=True):
        assert one.ranking == other.ranking
    assert pooled.correlations == ranked(folder, "dataset").correlations


def test_averages_are_signed_and_named(folder: Path, documents: RankResult) -> None:
    named = {}
    for average in ("dataset", "pool", "document"):
        result = documents if average == "document" else ranked(folder, average)
        assert result.signature.fields.get("average") == (None if average == "dataset" else average)
        table = board_tables(result, "dataset")[0]
        named[average] = table.labels[1], table.caption.partition(", with")[0]
    assert named == {
        "dataset": ("Mean", "CoNLL F1 by dataset and the mean over 2 datasets, in per cent"),
        "pool": ("Pool", "CoNLL F1 by dataset and on all 2 as one, in per cent"),
        "document": ("Mean over documents", "CoNLL F1 by dataset and the mean over 2 datasets, in per cent"),
    }


@pytest.mark.parametrize(
    ("datasets", "averaged", "note"),
    [
        (1, "dataset", None),
        (1, "pool", None),
        (1, "part", "Scores are unweighted means over parts."),
        (
            2,
            "dataset",
            "Scores are unweighted means over 2 datasets. Tests and intervals resample within each",
        ),
        (2, "pool", "Scores are of all 2 datasets as one."),
        (2, "document", "Scores are unweighted means over documents, then over 2 datasets. Tests and"),
    ],
)
def test_a_note_says_what_scores_are(datasets: int, averaged: str, note: str | None) -> None:
    found = mean_note(datasets, averaged)
    assert [text.startswith(note or "") for text in found] == ([True] if note else [])


def test_every_command_that_scores_has_them(folder: Path, documents: RankResult, typed: Typed) -> None:
    same = {"key": folder / "key", "average": "document", "metric": METRICS}
    scored = leaderboard.score(folder / "eager", per_document=True, **same)
    plain = leaderboard.score(folder / "eager", per_document=True, **{**same, "average": "dataset"})
    assert scored.systems[0].scores == documents.scores["eager"]
    assert scored.systems[0].per_document == plain.systems[0].per_document
    assert [one.kind for one in scored.remarks] == ["left_out_units"]
    compared = leaderboard.compare(folder / "eager", folder / "balanced", **same, draws=200, trials=9999)
    of_rank = {
        (one.metric, one.p_value)
        for one in documents.comparisons
        if {one.first, one.second} == {"eager", "balanced"}
    }
    assert {(one.metric, one.p_value) for one in compared.comparisons} == of_rank
    words = ("--key", str(folder / "key"), "--average", "document", "--format", "json")
    record = json.loads(typed("score", str(folder / "eager"), *words).out)
    assert record["systems"][0]["scores"]["lea"]["f1"] == documents.scores["eager"]["lea"].f1
    assert "|average:document|" in record["signature"]


def test_saved_sums_have_every_average(folder: Path, documents: RankResult, tmp_path: Path) -> None:
    options = {"key": folder / "key", "metric": METRICS}
    leaderboard.score(*(folder / system for system in SYSTEMS), save=tmp_path / "sums", **options)
    for average in ("document", "pool"):
        again = leaderboard.rank(tmp_path / "sums", average=average, **FEW)
        expected = documents if average == "document" else ranked(folder, average)
        assert again.scores == expected.scores
        assert again.comparisons == expected.comparisons


def test_prices_and_verification_go_by_the_average(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "pictures", one_picture)
    result = ranked(folder, "document", prices=True, metric=("lea", "conll"))
    for one in result.prices:
        last = [kind.cumulative["conll"].f1 for kind in one.kinds][-1]
        assert last == pytest.approx(1)
        assert one.scores["conll"] == result.scores[one.system]["conll"]
    write_report(result, report_pieces(result, one_picture(result, ())), tmp_path / "reports")
    assert verification(tmp_path / "reports").problems == ()


@pytest.mark.parametrize("average", ["pool", "document"])
def test_runs_of_one_system_have_the_mean_of_their_averages(
    folder: Path, tmp_path: Path, average: str
) -> None:
    for source, target in (("eager", "one@1"), ("balanced", "one@2"), ("splitter", "other"), ("key", "key")):
        shutil.copytree(folder / source, tmp_path / target)
    alone, result = ranked(folder, average), ranked(tmp_path, average)
    for metric in METRICS:
        f1 = [alone.scores[system][metric].f1 for system in ("eager", "balanced")]
        assert result.scores["one"][metric].f1 == pytest.approx(mean(f1))
        [pair] = result.families[metric]
        assert pair.difference == pytest.approx(
            result.scores[pair.first][metric].f1 - result.scores[pair.second][metric].f1
        )
