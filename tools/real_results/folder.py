"""What is shipped of the published outputs: saved sums, printed figures, and tests that need the outputs."""

from __future__ import annotations

import csv
import hashlib
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import leaderboard
from leaderboard.options import read_options
from leaderboard.options.options import Options
from leaderboard.saved import MANIFEST, SUFFIX
from leaderboard.saved.manifest import SAVED, read_manifest, scoring, write_manifest
from leaderboard.saved.saved_sums import FORMAT, MOST_TEXT, opened, sealed
from leaderboard.significance.family import Comparison
from tools.real_results.archive import CORPORA, METRICS, WAYS, CorpusFiles, Figures
from tools.real_results.claims import claims, first_run

PUBLISHED, RANKS, PAIRS, OUTPUTS = (
    f"{name}.csv" for name in ("published", "topics-ranks", "topics-pairs", "single-outputs")
)
TEST = ("difference", "low", "high", "p", "verdict")
HEADS: dict[str, Sequence[str]] = {
    PUBLISHED: Figures._fields,
    RANKS: ("corpus", "system", "score", "sd", "low", "high", "rank_low", "rank_high"),
    PAIRS: ("corpus", "first", "second", *TEST),
    OUTPUTS: ("corpus", "first", "second", "unit", "units", *TEST),
}
KEY = "key.conll"


def documents(corpus: str) -> str:
    """The name of the table with the topic of each document."""
    return f"{corpus}-documents.csv"


def write_folder(archive: Path, folder: Path) -> None:
    """Write all files that are made from the archive."""
    tables: dict[str, list[Sequence[Any]]] = {name: [] for name in HEADS}
    for files in (CorpusFiles(archive, corpus) for corpus in CORPORA):
        tables[PUBLISHED] += files.figures()
        write_table(folder / documents(files.corpus), ("document", "topic"), files.topics().items())
        for way in WAYS:
            with tempfile.TemporaryDirectory() as place:
                task = _write_task(files, way, Path(place))
                _save(task, way, folder / f"{files.corpus}-{way}")
                if way == "corpus":
                    for name, rows in _test(task, files.corpus, folder / documents(files.corpus)):
                        tables[name] += rows
    for name, rows in tables.items():
        write_table(folder / name, HEADS[name], rows)


def _write_task(files: CorpusFiles, way: str, place: Path) -> list[Path]:
    """The key and the outputs, in this order, in a folder."""
    texts = {KEY: files.key.read_text(encoding="utf-8")}
    texts |= {f"{name}.conll": text for name, text in files.outputs(way).items()}
    for name, text in texts.items():
        (place / name).write_text(text, encoding="utf-8")
    return [place / name for name in texts]


def _save(task: list[Path], way: str, folder: Path) -> None:
    key, *outputs = task
    across = "corpus" if way == "corpus" else None
    scored = leaderboard.score(*outputs, key=key, metric=METRICS, across=across, save=folder)
    if scored.rejected:
        raise SystemExit(str(scored.rejected[0].problem))


def _test(task: list[Path], corpus: str, table: Path) -> Iterable[tuple[str, list[Sequence[Any]]]]:
    """The ranking over topics, and single outputs over topics and by components."""
    key, *_ = task
    shared: dict[str, Any] = {"key": key, "across": "corpus", "metric": ["conll"]}
    ways: dict[str, dict[str, Any]] = {
        "topic": {"cluster": "topic", "documents": table},
        "component": {"unit": "component"},
    }
    ranked = leaderboard.rank(key.parent, **shared, **ways["topic"])
    yield (
        RANKS,
        [
            (corpus, one.system, percent(one.score), sd, *map(percent, one.interval or ()), one.low, one.high)
            for one in ranked.systems
            for sd in [percent(ranked.primary_spread[one.system].sd) if one.system in ranked.runs else ""]
        ],
    )
    yield (
        PAIRS,
        [
            (corpus, one.first, one.second, *tested(one, one.interval_joint, one.p_adjusted))
            for one in ranked.comparisons
        ],
    )
    rows = []
    for claim in claims(corpus, "corpus"):
        outputs = [key.with_name(f"{first_run(name)}.conll") for name in (claim.first, claim.second)]
        for unit, options in ways.items():
            one = leaderboard.compare(*outputs, **shared, **options).first
            rows.append(
                (corpus, one.first, one.second, unit, one.units, *tested(one, one.interval, one.p_value))
            )
    yield OUTPUTS, rows


def tested(one: Comparison, interval: Sequence[float] | None, p: float) -> Sequence[Any]:
    """A difference in points with an interval and p, with fewer digits than machines could disagree on."""
    bounds = map(percent, interval) if interval else ("", "")
    return percent(one.difference), *bounds, f"{p:.6f}", one.verdict


def percent(share: float) -> str:
    return f"{100 * share:.4f}"


def write_table(path: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sign_again(folder: Path) -> None:
    """Sign saved sums as of this version, whose options and version the names of their files depend on.

    This is right only if the version sums the same; the archive tells.
    """
    record, _ = opened(folder / MANIFEST, MOST_TEXT)
    record["options"] = {name: record["options"].get(name, getattr(Options(), name)) for name in SAVED}
    (folder / MANIFEST).write_bytes(sealed(record))
    manifest = read_manifest(folder)
    now = scoring(manifest.key_of(folder), read_options(dict(manifest.options)))
    for path in set(folder.glob(f"*{SUFFIX}")) - {folder / MANIFEST}:
        sums, numbers = opened(path, MOST_TEXT)
        path.unlink()
        address = f"{FORMAT}\n{now}\n{sums['response']}\n"
        target = folder / f"{hashlib.sha256(address.encode()).hexdigest()}{SUFFIX}"
        target.write_bytes(sealed({**sums, "scoring": now}, numbers))
    write_manifest(folder, replace(manifest, scoring=now))
