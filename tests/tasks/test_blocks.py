"""Blocks of components as units of a pair: numbers by hand, what is said of them, and what is refused."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import UsageError
from tests.oracles import components_oracle, oracle, slow_significance
from tests.support import plain_conll
from tests.support.anaphora import conllua, mention
from tests.support.plain_conll import Entity, Span
from tests.support.running import Typed

WORDS = 120
METRICS = ("mentions", "muc", "bcub", "ceafm", "ceafe", "lea")


def book(seed: int = 3) -> list[Entity]:
    """Entities of mentions that are near each other, in a document of two parts."""
    rng = random.Random(seed)
    entities: dict[int, list[Span]] = defaultdict(list)
    for word in range(0, WORDS - 2, 2):
        entities[word // 12 if rng.random() < 0.7 else 100 + word // 4].append(
            (word, word + rng.randint(0, 1))
        )
    return [frozenset(entity) for entity in entities.values()]


def with_errors(entities: Sequence[Entity], rate: float, seed: int) -> list[Entity]:
    """Some mentions are lost, and some are entities of their own."""
    rng = random.Random(seed)
    found, alone = [], []
    for entity in entities:
        kept = sorted(one for one in entity if rng.random() > rate)
        alone += [frozenset([one]) for one in kept if rng.random() < rate]
        found.append(frozenset(one for one in kept if frozenset([one]) not in alone))
    return [entity for entity in (*found, *alone) if entity]


KEY = book()
SYSTEMS = {
    name: with_errors(KEY, rate, seed) for name, rate, seed in (("a", 0.1, 1), ("b", 0.3, 2), ("c", 0.4, 5))
}


def write(folder: Path, **others: Sequence[Entity]) -> Path:
    """The key and the systems as one document, of which the second part is the first one again."""
    folder.mkdir(exist_ok=True)
    for name, entities in {"key": KEY, **SYSTEMS, **others}.items():
        text = plain_conll.write([entities, entities], [WORDS, WORDS])
        (folder / f"{name}.conll").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def task(tmp_path: Path) -> Path:
    return write(tmp_path / "task")


def compared(folder: Path, names: Sequence[str] = "abc", **options: Any) -> Any:
    return leaderboard.compare(
        *(folder / f"{name}.conll" for name in names), **{"unit": "component", **options}
    )


def by_pair(result: Any) -> dict[tuple[str, str, str], Any]:
    return {(one.first, one.second, one.metric): one for one in result.comparisons}


def rows(first: str, second: str, metric: str, blocks: int) -> list[list[tuple[Fraction, ...]]]:
    """The sums of both systems on each block, in order."""
    sides, by_block = [KEY, SYSTEMS[first], SYSTEMS[second]], defaultdict(list)
    for part in (0, WORDS):
        moved = [[frozenset((part + a, part + b) for a, b in entity) for entity in side] for side in sides]
        for component in components_oracle.components(*moved):
            by_block[components_oracle.block(component, 2 * WORDS, blocks)].append(component)
    found = [found for _, found in sorted(by_block.items())]
    return [[oracle.sums([beside(one, system)], metric) for one in found] for system in (1, 2)]


def beside(found: Sequence[components_oracle.Component], system: int) -> oracle.Part:
    """The entities of the key and of a system in some components."""
    key, response = ([entity for one in found for entity in one[side]] for side in (0, system))
    return key, response


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("blocks", [6, 8])
def test_against_fractions(task: Path, metric: str, blocks: int) -> None:
    found = by_pair(compared(task, metric=metric, blocks=blocks))
    for first, second in ("ab", "ac", "bc"):
        ours, theirs = rows(first, second, metric, blocks)
        one, datasets = found[first, second, metric], [0] * len(ours)
        hits, trials = slow_significance.swaps_as_far_apart(ours, theirs, datasets)
        assert Fraction(one.p_value) == Fraction(hits, trials)
        assert one.units == len(ours)
        assert one.units_differing == sum(a != b for a, b in zip(ours, theirs, strict=True))
        weights = [row[1] for row in ours]
        error, df = slow_significance.jackknife(ours, theirs, datasets, weights)
        if one.verdict != "untestable":
            assert (one.difference_error, one.df) == (pytest.approx(error), pytest.approx(df))


def test_scores_stay(task: Path) -> None:
    """Also where metrics are sums of fractions, to the last bit."""
    metric = (*METRICS, "conll", "xcmr", "zero")
    over_blocks, plain = compared(task, metric=metric), compared(task, metric=metric, unit="document")
    assert over_blocks.scores == plain.scores
    for one, other in zip(over_blocks.comparisons, plain.comparisons, strict=True):
        assert (one.difference, one.first_score, one.second_score) == (
            other.difference,
            other.first_score,
            other.second_score,
        )
    assert over_blocks.drivers == plain.drivers
    assert [metric.name for metric in compared(task).metrics] == [*METRICS, "conll"]


@pytest.mark.parametrize("test", ["ar", "t"])
def test_a_pair_does_not_depend_on_others(task: Path, test: str) -> None:
    many = by_pair(compared(task, test=test))
    for options in ({"jobs": 1}, {"jobs": 2}, {"against": "b"}):
        for (first, second, metric), one in by_pair(compared(task, "ab", test=test, **options)).items():
            other = many[first, second, metric]
            assert (one.p_value, one.units, one.components, one.interval, one.df) == (
                other.p_value,
                other.units,
                other.components,
                other.interval,
                other.df,
            )
    for (first, second, metric), one in by_pair(compared(task, "cba", test=test)).items():
        other = many[second, first, metric]
        assert (one.p_value, one.units, one.components, one.df) == (
            other.p_value,
            other.units,
            other.components,
            other.df,
        )
        assert one.difference == -other.difference


def test_an_output_that_merges_all_leaves_one_block(tmp_path: Path) -> None:
    merged = frozenset(mention for entity in KEY for mention in entity)
    folder = write(tmp_path / "task", merged=[frozenset(plain_conll.uncrossed(sorted(merged)))], empty=[])
    result = compared(folder, ["a", "merged", "empty"], blocks=4, metric="lea")
    found = {(one.first, one.second): one for one in result.comparisons}
    assert {pair: one.components for pair, one in found.items()} == {
        ("a", "merged"): 2,  # one a part
        ("a", "empty"): len(components_oracle.components(KEY, SYSTEMS["a"])) * 2,
        ("merged", "empty"): 2,
    }
    assert found["a", "merged"].verdict == found["merged", "empty"].verdict == "untestable"
    assert found["a", "merged"].units == 2
    assert found["a", "empty"].units == 4
    [family] = result.families
    assert family.sampling.effective_units == pytest.approx(2)
    assert "2 to 4 blocks (1 document)" in result.text().replace("\n", " ")


def test_copies_are_identical(tmp_path: Path) -> None:
    folder = write(tmp_path / "task", copy=SYSTEMS["a"], again=SYSTEMS["a"])
    for options in ({}, {"against": "copy"}):
        result = compared(folder, ["a", "copy", "again", "b"], metric="lea", **options)
        [family] = result.families
        assert family.copies == (("a", "again", "copy"),)
        verdicts = {(one.first, one.second): one.verdict for one in family}
        assert verdicts["a", "copy"] == "identical"
        assert {one.p_adjusted for one in family if "b" in (one.first, one.second)} == {
            family.p_adjusted.min()
        }
    assert "identical by LEA on all 10 blocks" in compared(folder, ["a", "copy"], metric="lea").answer


def test_several_datasets_are_strata(tmp_path: Path) -> None:
    for name in ("key", "a", "b"):
        (tmp_path / name).mkdir()
        for dataset, entities in (("de", KEY), ("en", SYSTEMS["c"])):
            text = entities if name == "key" else with_errors(entities, 0.2, ord(name) + len(dataset))
            written = plain_conll.write([text], [WORDS])
            (tmp_path / name / f"{dataset}.conll").write_text(written, encoding="utf-8")
    result = leaderboard.compare(
        tmp_path / "a", tmp_path / "b", key=tmp_path / "key", unit="component", blocks=6
    )
    assert {one.units for one in result.comparisons} == {12}
    assert "over 12 blocks (2 documents" in result.markdown()
    assert set(result.documents_needed.values()) == {None}


def test_over_documents_blocks_are_documents(tmp_path: Path) -> None:
    """Ids are those of one document, but for one that two documents have: they hang together in the first."""
    for name, rate in (("key", 0.0), ("a", 0.1), ("b", 0.4)):
        parts = [with_errors(KEY[:9], rate, 7 * number + len(name)) for number in range(16)]
        apart = [[frozenset[Span]()] * (100 * (number // 2)) + part for number, part in enumerate(parts)]
        apart[0] = [*apart[0], *[frozenset[Span]()] * (100 - len(apart[0])), KEY[9]]
        apart[2] = [*apart[2][:100], KEY[9], *apart[2][101:]]
        (tmp_path / f"{name}.conll").write_text(plain_conll.write(apart, [WORDS] * 16), encoding="utf-8")
    result = compared(tmp_path, "ab", across="corpus")
    of_same = {"across": "corpus", "metric": (*METRICS, "conll")}
    plain = leaderboard.compare(tmp_path / "a.conll", tmp_path / "b.conll", **of_same)
    assert result.options.blocks is None
    assert result.first.units == 8
    assert "8 blocks (8 documents)" in result.text().replace("\n", " ")
    assert "Blocks are documents: if a system" in result.text().replace("\n", " ")
    assert result.scores == plain.scores
    with pytest.raises(UsageError, match="leave it out: blocks are documents"):
        compared(tmp_path, "ab", across="corpus", blocks=4)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"metric": ("lea", "blanc")}, "scores by blanc are not sums over blocks"),
    ({"metric": "rand"}, "scores by rand"),
    ({"metric": "mor"}, "scores by mor"),
    ({"primary": "bridging_entity"}, "scores by bridging_entity"),
    ({"by": "genre"}, "by cannot be used"),
    ({"average": "document"}, "average='document' cannot be used"),
    ({"test": "bootstrap"}, "test='bootstrap' cannot be used with unit='component'; use test='ar' or t"),
    ({"interval": "bca"}, "interval='bca' cannot be used"),
    ({"interval": "percentile"}, "interval='percentile' cannot be used"),
    ({"saved": "sums"}, "saved cannot be used"),
    ({"split_antecedents": "only"}, "split_antecedents='only' cannot be used"),
    ({"cluster": "topic"}, "unit='component' cannot be used with cluster"),
    ({"blocks": 1}, "from 2 to 100"),
    ({"blocks": 4, "unit": "document"}, "blocks alone has no effect; add unit='component'"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_refused(task: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        compared(task, "ab", **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


COMMANDS: dict[str, Callable[..., Any]] = {
    "rank": lambda folder, **options: leaderboard.rank(folder, **options),
    "power": lambda folder, **options: leaderboard.power(folder, **options),
    "correlate": lambda folder, **options: leaderboard.correlate(folder, **options),
    "error_prices": lambda folder, **options: leaderboard.error_prices(folder / "a.conll", **options),
    "probe": lambda folder, **options: leaderboard.probe(submissions=folder, **options),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_only_pairs_of_outputs_are_compared(task: Path, command: str) -> None:
    with pytest.raises(UsageError) as caught:
        COMMANDS[command](task, unit="component")
    assert "`leaderboard compare`" in str(caught.value)
    assert ("unit='run'" in str(caught.value)) == (command == "rank")


def test_rank_names_what_ranks(task: Path, typed: Typed) -> None:
    run = typed("rank", str(task), "--unit", "component")
    assert run.code == 2
    what = "outputs on fixed documents are compared in pairs"
    remedy = "use `leaderboard compare`, or --unit run to rank methods"
    assert run.err == f"leaderboard: --unit component: {what}; {remedy}\n"


def test_runs_and_scorers_are_refused(task: Path) -> None:
    for run in "12":
        (task / f"d@{run}.conll").write_bytes((task / f"{'ab'[int(run) - 1]}.conll").read_bytes())
    with pytest.raises(UsageError, match="separate_runs"):
        compared(task, ["a", "d@1", "d@2"])
    assert len(compared(task, ["a", "d@1", "d@2"], separate_runs=True, metric="lea").comparisons) == 3
    scorers = {name: leaderboard.Scorer(["lea"]) for name in "ab"}
    for scorer in scorers.values():
        scorer.add([["x", "y"]], [["x", "y"]])
    with pytest.raises(UsageError, match="scorers keep none"):
        leaderboard.compare(scorers, unit="component")
    with pytest.raises(UsageError, match="are compared in pairs"):
        leaderboard.rank(scorers, unit="component")


def test_split_antecedents_are_refused_where_they_are_scored(tmp_path: Path) -> None:
    text = conllua(f"{mention('1', 'm1')})", f"{mention('1', 'm2')})")
    for name in ("key", "a", "b"):
        (tmp_path / f"{name}.CONLLUA").write_text(text, encoding="utf-8")
    files = [tmp_path / "a.CONLLUA", tmp_path / "b.CONLLUA"]
    with pytest.raises(UsageError, match="split_antecedents='ignore'"):
        leaderboard.compare(*files, key=tmp_path / "key.CONLLUA", unit="component")
    result = leaderboard.compare(
        *files, key=tmp_path / "key.CONLLUA", unit="component", split_antecedents="ignore"
    )
    assert {one.verdict for one in result.comparisons} == {"identical"}


SAID = "The results are about these outputs on these documents only."
FORMS: Mapping[str, str] = {
    "table": SAID,
    "markdown": SAID,
    "html": SAID,
    "latex": SAID,
    "text": SAID,
    "json": "",
}


@pytest.mark.parametrize("form", [*FORMS, "json", "csv"])
def test_every_form_says_what_it_is_about(
    task: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.chdir(task)
    run = typed(
        "compare", "a.conll", "b.conll", "c.conll", "--unit", "component", "--blocks", "8", "--format", form
    )
    assert run.code == 0
    assert FORMS.get(form, "") in " ".join(run.out.split())
    if form == "json":
        record = json.loads(run.out)
        assert (record["claim"], record["blocks"], record["cluster"]) == ("outputs", 8, None)
        assert {one["components"] for one in record["comparisons"]} >= {
            record["comparisons"][0]["components"]
        }
        assert "unit:component|blocks:8" in record["signature"]
        assert "no_prices_over" in [one["kind"] for one in record["remarks"]]
        assert record["price_comparisons"] == []
    plain = typed("compare", "a.conll", "b.conll", "--format", "json")
    assert json.loads(plain.out)["blocks"] is None


def test_all_is_shown(task: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(task)
    run = typed("compare", "a.conll", "b.conll", "--unit", "component", "--verbose", "--errors")
    text = " ".join(run.out.split())
    assert "over 10 blocks (1 document; exact, over all assignments)" in text
    assert "Prices of errors are left out: they are not computed with `--unit component`." in text
    assert "The effective number of blocks is" in text
    run = typed("compare", "a.conll", "b.conll", "--unit", "component", "--format", "csv", "--columns", "all")
    assert run.out.splitlines()[0].endswith("components")


def test_a_settings_file_may_ask_for_blocks(
    task: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(task)
    Path("leaderboard.toml").write_text('unit = "component"\nblocks = 7\n', encoding="utf-8")
    assert "over 7 blocks" in typed("compare", "a.conll", "b.conll").out
    assert "BLANC" in typed("score", "a.conll").out
    assert "over 1 document" not in typed("compare", "a.conll", "b.conll", "--unit", "part").out
