"""``leaderboard.error_prices`` and its command: prices, their tests, lists, and corrected responses."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import leaderboard
from leaderboard.errors import InputError, Problem, UsageError, in_python
from leaderboard.matching import Matching
from leaderboard.matching.spans import Pairs
from leaderboard.metrics import Metric
from leaderboard.prices.union import span_pairs
from leaderboard.prices.versions import ERROR_KINDS
from leaderboard.report.features.prices import (
    COSTS,
    difference_notes,
    price_record,
    prices_of,
    ranked_price_tables,
)
from leaderboard.report.forms.json import render_json
from leaderboard.report.ranking_record import rank_record
from leaderboard.scoresheet import Scoresheet
from leaderboard.tasks.priced_errors import _mended
from leaderboard.tasks.task import Score, Task, scores_of
from tests.support import made_corefud, small_task
from tests.support.columns import corpus
from tests.support.made_task import made_runs, made_task
from tests.support.running import csv_rows, run_in
from tests.support.small_task import FAIR, KEY, NOTHING, OTHER_ENTITY, OTHER_LINK, RIGHT, parts

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "trials": 300}
OTHER = parts(OTHER_LINK, RIGHT, NOTHING)


@pytest.fixture(autouse=True)
def task(here: Path) -> Path:
    small_task.write(here, key=KEY, fair=FAIR, other=OTHER, same=FAIR)
    return here


def prices(*names: str, **options: Any) -> Any:
    return leaderboard.error_prices(*(f"{name}.conll" for name in names), **{**FEW, **options})


def counts(system: Any) -> dict[str, int]:
    return {one.kind: one.errors for one in system.kinds if one.errors}


def test_errors_of_a_task_that_is_counted_by_hand() -> None:
    fair, other = prices("fair", "other").systems
    # The dog is with Ann in a 1 and with "her" in b 0; "her" is missing in a 1 and apart from Ann in b 0.
    assert counts(fair) == {"conflated": 2, "divided": 1, "missing_mention": 1}
    assert counts(other) == {"conflated": 1, "missing_mention": 1, "missing_entity": 2}
    assert [one.kind for one in fair.kinds] == list(ERROR_KINDS)


def test_gains_one_after_the_other_reach_a_perfect_score() -> None:
    for system in prices("fair", "other").systems:
        for metric in ("muc", "conll"):
            gains = [one.cumulative[metric].gain for one in system.kinds]
            assert system.scores[metric].f1 + sum(gains) == pytest.approx(1, rel=0, abs=1e-12)
        for one in system.kinds:
            price = one.alone["conll"]
            assert price.f1 == system.scores["conll"].f1 + price.gain
            assert (price.gain, price.interval) == (0, None) or one.errors
            assert one.alone["muc"].interval is None


def test_systems_are_scored_once_not_once_for_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[int] = []

    def counted(sheet: Scoresheet) -> dict[str, dict[str, Score]]:
        scored.append(len(sheet.systems))
        return scores_of(sheet)

    monkeypatch.setattr("leaderboard.tasks.priced_errors.scores_of", counted)
    prices("fair", "other", "same")
    assert scored == [3]


@pytest.mark.parametrize("interval", ["t", "percentile", "bca"])
def test_prices_do_not_depend_on_how_many_systems_are_priced_at_once(
    interval: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    options: dict[str, Any] = {"interval": interval, "draws": 200}
    together = prices("fair", "other", "same", **options).systems
    stacked: list[int] = []

    def counted(task: Task, metric: Metric) -> Any:
        stacked.append(len(task.sheet.systems))
        return _mended(task, metric)

    monkeypatch.setattr("leaderboard.tasks.priced_errors.AT_ONCE", 2)
    monkeypatch.setattr("leaderboard.tasks.priced_errors._mended", counted)
    assert prices("fair", "other", "same", **options).systems == together
    assert stacked[0] == 2


def test_errors_are_shared_by_name() -> None:
    fair, other, same = prices("fair", "other", "same").systems
    assert [(one.all, one.only) for one in fair.kinds] == [(0, 0)] * 7
    assert {one.kind: one.only for one in other.kinds if one.only} == counts(other)
    assert [(one.all, one.only) for one in prices("fair", "same").systems[0].kinds] == [
        (one.errors, 0) for one in fair.kinds
    ]
    assert same.kinds == fair.kinds


def slow_p(names: Sequence[str], number: int, trials: int = 300) -> float:
    """p over all swaps of documents, from sums document by document."""
    result = prices(*names)
    [metric] = [one for one in result.metrics if one.name == "conll"]
    versions = [result.task.responses[name].versions for name in names]
    plain = [result.sheet.sums["conll"][row] for row in range(2)]
    documents = [part.document for part in result.sheet.parts]
    units = sorted(set(documents))

    def difference(swapped: set[str]) -> float:
        moved = np.array([one in swapped for one in documents])
        found = []
        for one, other in ((0, 1), (1, 0)):
            after, before = (
                np.where(moved, theirs, ours)
                for ours, theirs in (
                    (versions[one].sums["conll"][number], versions[other].sums["conll"][number]),
                    (plain[one], plain[other]),
                )
            )
            found.append(
                float(metric.score(after.sum(axis=1)).f1) - float(metric.score(before.sum(axis=1)).f1)
            )
        return found[0] - found[1]

    observed = abs(difference(set()))
    every = [{unit for bit, unit in enumerate(units) if pick >> bit & 1} for pick in range(2 ** len(units))]
    return sum(abs(difference(one)) >= observed - 1e-12 for one in every) / len(every)


def test_p_values_are_those_of_all_swaps(tmp_path: Path) -> None:
    rng = random.Random(3)
    cells = (RIGHT, OTHER_LINK, OTHER_ENTITY, NOTHING)
    for name in ("key", "one", "two"):
        text = "".join(
            small_task.part(f"d{number}", 0, RIGHT if name == "key" else rng.choice(cells))
            for number in range(7)
        )
        (tmp_path / f"{name}.conll").write_text(text)
    for number, one in enumerate(prices("one", "two").comparisons):
        assert one.p_value == pytest.approx(slow_p(("one", "two"), number), rel=0, abs=1e-12), one.kind


def test_many_swaps_are_drawn_and_copies_count_once() -> None:
    folder = made_task()
    names = ("balanced", "merger", "copy")
    found = leaderboard.error_prices(*(folder / f"{name}.conll" for name in names), **FEW)
    rows = {(one.first, one.second, one.kind): one for one in found.comparisons}
    pair = min((rows["balanced", "merger", kind] for kind in ERROR_KINDS), key=lambda one: one.p_value)
    assert (pair.p_value * 301) % 1 == pytest.approx(0)
    assert pair.p_adjusted == pytest.approx(7 * pair.p_value)  # one pair of distinct systems, seven kinds
    assert pair.interval is not None
    assert pair.interval[0] < pair.difference < pair.interval[1]
    for kind in ERROR_KINDS:
        again, same = rows["merger", "copy", kind], rows["balanced", "copy", kind]
        assert (again.p_value, again.difference) == (
            rows["balanced", "merger", kind].p_value,
            -rows["balanced", "merger", kind].difference,
        )
        assert (same.verdict, same.p_adjusted, same.interval) == ("identical", 1, None)


@pytest.mark.parametrize(
    ("names", "options", "tests"),
    [
        (("balanced", "copy"), {}, 0),
        (("balanced", "merger", "copy"), {}, 7),
        (("merger", "balanced", "copy"), {"against": "merger"}, 7),
        (("merger", "balanced", "close"), {"against": "merger"}, 14),
    ],
)
def test_copies_count_once_in_what_is_told_of_the_tests(
    names: Sequence[str], options: dict[str, Any], tests: int
) -> None:
    found = leaderboard.error_prices(*(made_task() / f"{name}.conll" for name in names), **FEW, **options)
    assert found.tests == tests
    told = (
        f"Tests swap complete documents with all their corrected versions, with Holm's correction for {tests}"
    )
    assert difference_notes(found, ())[1:] == ((f"{told} tests.",) if tests else ())


@pytest.mark.parametrize(
    ("names", "how", "swaps"),
    [
        (
            ("ours", "base"),
            "Tests are t tests over documents, with jackknife variances and the variance over ",
            0,
        ),
        (("eager", "precise"), "Tests swap complete documents with all their corrected versions, with ", 1),
        (
            ("ours", "eager", "precise"),
            "Tests swap complete documents with all their corrected versions; those of systems with several "
            "runs are t tests over documents, with jackknife variances and the variance over runs, with ",
            1,
        ),
    ],
)
def test_tests_of_systems_with_several_runs_are_told_as_t(names: Sequence[str], how: str, swaps: int) -> None:
    paths = [path for name in names for path in made_runs().glob(f"{name}*.conll")]
    found = leaderboard.error_prices(*paths, test="studentized", **FEW)
    _, test, *others = difference_notes(found, ())
    assert test.startswith(how)
    assert len(others) == swaps


def test_p_values_are_multiplied_by_the_attempts(tmp_path: Path) -> None:
    names = [f"{name}.conll" for name in ("balanced", "merger", "copy")]
    for name in (*names, "key.conll"):
        shutil.copy(made_task() / name, tmp_path)
    plain = leaderboard.error_prices(*names, **FEW)
    assert not plain.remarks
    (tmp_path / "leaderboard.toml").write_text("[attempts]\ncopy = 3\nbalanced = 2\n")
    charged = leaderboard.error_prices(*names, **FEW)
    for one, other in zip(plain.comparisons, charged.comparisons, strict=True):
        assert other.p_value == one.p_value
        if one.verdict != "identical":
            assert other.p_adjusted == pytest.approx(min(1, 3 * one.p_adjusted))  # of copies, the most
    assert [one.kind for one in charged.remarks] == ["attempts"]
    assert "attempts" in str(charged.signature)
    text = run_in(tmp_path, {"COLUMNS": "200"}, "errors", *names, "--test", "bootstrap", "--trials", "100")[1]
    assert "Chosen among several attempts: balanced" in text
    assert "--test bootstrap applies to scores only" in text


def test_attempts_leave_small_test_sets_untestable(tmp_path: Path) -> None:
    parts_of = {"key": [RIGHT] * 7, "one": [OTHER_LINK] * 7, "two": [RIGHT] * 7}
    for name, cells in parts_of.items():
        text = "".join(small_task.part(f"d{number}", 0, cell) for number, cell in enumerate(cells))
        (tmp_path / f"{name}.conll").write_text(text)
    plain = prices("one", "two", adjust="none")
    (tmp_path / "leaderboard.toml").write_text("[attempts]\none = 4\n")
    charged = prices("one", "two", adjust="none")
    rows = [
        (one.verdict, other.verdict, other.interval)
        for one, other in zip(plain.comparisons, charged.comparisons, strict=True)
        if one.verdict == "significant"
    ]
    assert rows == [("significant", "untestable", None)] * len(rows) != []  # 4 * 2 / 2**7 > .05


@pytest.mark.parametrize("interval", ["t", "percentile", "bca"])
def test_each_interval_holds_the_gain(interval: str) -> None:
    found = leaderboard.error_prices(made_task() / "merger.conll", **FEW, draws=200, interval=interval)
    for one in found.systems[0].kinds:
        for price in (one.alone["conll"], one.cumulative["conll"]):
            assert (price.interval is None) == (one.errors == 0)
            if price.interval is not None:
                assert price.interval[0] <= price.gain <= price.interval[1]
    assert not found.comparisons


def test_pairs_with_a_baseline_alone() -> None:
    found = prices("fair", "other", "same", against="other", adjust="none")
    assert {(one.first, one.second) for one in found.comparisons} == {("fair", "other"), ("same", "other")}


def test_the_order_of_documents_and_files_changes_no_number(tmp_path: Path) -> None:
    first = prices("fair", "other")
    for name in ("key", "fair", "other"):
        path = tmp_path / f"{name}.conll"
        blocks = path.read_text().split("#begin")[1:]
        path.write_text("".join(f"#begin{block}" for block in reversed(blocks)))
    again = prices("other", "fair")
    assert again.systems == tuple(reversed(first.systems))
    for one, other in zip(first.comparisons, again.comparisons, strict=True):
        assert (one.p_value, one.difference) == (other.p_value, -other.difference)


def test_command_function_and_json_agree(tmp_path: Path) -> None:
    words = ("errors", "fair.conll", "other.conll", "--metric", "muc,conll", "--trials", "300")
    result = prices("fair", "other")
    code, text = run_in(tmp_path, {}, *words, "--format", "json")
    assert (code, json.loads(text)) == (0, json.loads(render_json(price_record(result))))
    code, text = run_in(tmp_path, {}, *words, "--format", "csv")
    rows = csv_rows(text)
    table = prices_of(result.systems).table().flat()
    assert list(rows[0]) == [column.name for column in table.columns]
    assert list(rows[0])[:8] == [
        *("system", "kind", "errors", "all", "only"),
        *("muc_alone_gain", "muc_alone_low", "muc_alone_high"),
    ]
    gains = [one.alone["conll"].gain for system in result.systems for one in system.kinds]
    assert [float(row["conll_alone_gain"]) for row in rows] == gains
    assert leaderboard.frame(result)["conll_alone_gain"].tolist() == gains
    code, text = run_in(tmp_path, {}, *words)
    assert "would gain 19.08 points of CoNLL, the largest" in text.replace("\n", " ")
    assert "Shared by" in text


def test_a_system_without_errors_gains_nothing(tmp_path: Path) -> None:
    code, text = run_in(tmp_path, {}, "errors", "key.conll", "--key", "key.conll")
    assert code == 0
    assert "Correcting one kind of error would not raise CoNLL." in text


def test_errors_are_listed_with_their_words(tmp_path: Path) -> None:
    found = prices("fair", kinds=["divided", "missing_mention"], per_document=True)
    assert found.kinds == ("divided", "missing_mention")
    [divided] = found.found["fair"]["divided"]
    assert (divided.document, divided.part, divided.mentions) == ("b", 0, ((3, 3),))
    assert (divided.words, divided.beside) == ("her", "Ann Lee")
    words = ("errors", "fair.conll", "--kind", "divided,conflated", "--per-document")
    _, text = run_in(tmp_path, {}, *words, "--format", "json")
    [system] = json.loads(text)["systems"]
    assert [one["kind"] for one in system["kinds"]] == ["conflated", "divided"]
    assert [len(one["found"]) for one in system["kinds"]] == [2, 1]
    assert [one["errors"]["conflated"] for one in system["per_document"]] == [0, 1, 1]
    _, text = run_in(tmp_path, {}, *words)
    assert "Errors in each document" in text
    assert "All kinds" in text
    with pytest.raises(UsageError, match="there is no kind of errors 'lost'; choose among span, conflated"):
        prices("fair", kinds="lost")


def test_a_list_has_as_many_errors_as_are_counted() -> None:
    [system] = (
        found := leaderboard.error_prices(made_task() / "careless.conll", **FEW, kinds=ERROR_KINDS)
    ).systems
    listed = found.found["careless"]
    assert {kind: len(errors) for kind, errors in listed.items()} == {
        one.kind: one.errors for one in system.kinds
    }
    wrong = listed["span"][0]
    (start, end), (key_start, key_end) = wrong.mentions
    assert (start - key_start) * (end - key_end) <= 0
    assert str(wrong.words).count(";") == 1


@pytest.mark.parametrize("several", [False, True])
def test_what_is_written_scores_as_it_says(tmp_path: Path, several: bool) -> None:
    if several:
        for name, texts in {"key": (KEY, KEY), "mine": (FAIR, OTHER)}.items():
            small_task.write(tmp_path / name, de=texts[0], en=texts[1])
    responses = [tmp_path / "mine"] if several else ["fair.conll", "other.conll"]
    options = {**FEW, **({"key": "key"} if several else {})}
    found = leaderboard.error_prices(*responses, **options, write="new")
    suffix = "" if several else ".conll"
    for system in found.systems:
        versions = {f"{system.system}.alone.{one.kind}": one.alone for one in system.kinds}
        versions |= {f"{system.system}.upto.{one.kind}": one.cumulative for one in system.kinds}
        scored = leaderboard.score(
            *(f"new/{name}{suffix}" for name in (system.system, *versions)),
            key=f"new/key{suffix}",
            metric=FEW["metric"],
        )
        values = {one.system: one.scores for one in scored.systems}
        for name, price in versions.items():
            for metric in FEW["metric"]:
                assert values[name][metric].f1 == pytest.approx(price[metric].f1, rel=0, abs=1e-12)
        assert values[system.system]["conll"].f1 == system.scores["conll"].f1
    with pytest.raises(UsageError, match="new: already exists; name a new or an empty folder"):
        leaderboard.error_prices(*responses, **options, write="new")


def crossing(number: int = 0, word: str = "w") -> str:
    """An entity with two mentions that cross, which brackets of one name cannot express."""
    clusters = [[[0, 2], [1, 3]], [[4, 4]]]
    record = {"doc_key": "d", "sentences": [[word] * 6], "clusters": clusters}
    return json.dumps(record) + "\n"


def test_crossing_mentions_are_written_as_json(tmp_path: Path) -> None:
    (tmp_path / "key.jsonl").write_text(crossing())
    (tmp_path / "mine.jsonl").write_text(crossing())
    leaderboard.error_prices("mine.jsonl", key="key.jsonl", write="new", **FEW)
    assert {path.suffix for path in (tmp_path / "new").iterdir()} == {".jsonl"}


def test_words_with_spaces_are_written_as_json(tmp_path: Path) -> None:
    for name in ("key", "mine"):
        (tmp_path / f"{name}.jsonl").write_text(crossing(word="two words").replace("[1, 3]", "[3, 3]"))
    leaderboard.error_prices("mine.jsonl", key="key.jsonl", write="new", **FEW)
    assert {path.suffix for path in (tmp_path / "new").iterdir()} == {".jsonl"}


@pytest.mark.parametrize("number", [0, 1])
def test_a_corrected_response_may_cross(number: int, tmp_path: Path) -> None:
    """A missing mention joins an extra one that it crosses; JSON has no numbers of parts."""
    for name, cells in {"key": ("-", "(1", "-", "1)", "(1)"), "mine": ("(1", "-", "1)", "-", "(1)")}.items():
        text = small_task.part("d", number, cells)
        (tmp_path / f"{name}.conll").write_text(text)
    if number:
        with pytest.raises(UsageError, match=r"mine\.conll: crossing mentions of one entity"):
            prices("mine", write="new")
        assert not (tmp_path / "new").exists()
    else:
        prices("mine", write="new")
        written = {path.name for path in (tmp_path / "new").iterdir() if path.suffix == ".jsonl"}
        assert written == {"mine.alone.missing_mention.jsonl"}
        scored = leaderboard.score("new/mine.alone.missing_mention.jsonl", key="new/key.conll")
        assert scored.systems[0].scores["mentions"].recall == 1


def test_corefud_is_not_written(tmp_path: Path) -> None:
    rng = random.Random(1)
    document = made_corefud.random_document(rng)
    (tmp_path / "ud").mkdir()
    (tmp_path / "ud" / "key.conllu").write_text(made_corefud.corefud([document]))
    (tmp_path / "ud" / "mine.conllu").write_text(
        made_corefud.corefud([made_corefud.random_response(rng, document)])
    )
    with pytest.raises(UsageError, match="write needs a key in CoNLL or JSON, not CorefUD"):
        leaderboard.error_prices("ud/mine.conllu", write="new", **FEW)
    assert leaderboard.error_prices("ud/mine.conllu", kinds="divided", **FEW).span_heads == "corefud"


def words_of_entities(*entities: Sequence[int]) -> str:
    """A CorefUD file of six words, some of which are mentions of entities."""
    cells = {word: f"Entity=(e{entity}--1-)" for entity, words in enumerate(entities) for word in words}
    rows = [f"{word}\tw\t_\tNOUN\t_\t_\t{word - 1}\t_\t_\t{cells.get(word, '_')}" for word in range(1, 7)]
    header = "# global.Entity = eid-etype-head-other\n# newdoc id = d\n# sent_id = 1\n# text = w w w w w w\n"
    return header + "\n".join(rows) + "\n\n"


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ([(1, 6), (4, 5)], [(1, 6), (4, 5), (2, 3)], 1),  # whatever else a system has
        ([(1, 6), (2, 5)], [(1, 6), (3, 4)], 0),  # the same places on average
    ],
)
def test_corefud_systems_share_extra_entities_of_the_same_spans(
    first: list[tuple[int, int]], second: list[tuple[int, int]], shared: int, tmp_path: Path
) -> None:
    for name, entities in (("key", [(1, 6)]), ("one", first), ("two", second)):
        (tmp_path / f"{name}.conllu").write_text(words_of_entities(*entities))
    found = leaderboard.error_prices("one.conllu", "two.conllu", key="key.conllu", **FEW)
    kinds = {one.kind: one for one in found.systems[0].kinds}
    assert (kinds["extra_entity"].errors, kinds["extra_entity"].all) == (1, shared)


@pytest.mark.parametrize(
    "text",
    [
        "secret = true",
        'secret = ["de"]',
        '[phases.dev]\nkey = "key.conll"\nsubmissions = "."\nsecret = true',
    ],
)
def test_a_secret_key_is_not_shown(text: str, tmp_path: Path) -> None:
    (tmp_path / "leaderboard.toml").write_text(text)
    assert counts(prices("fair").systems[0])
    for more in ({"kinds": "divided"}, {"write": "new"}):
        with pytest.raises(UsageError, match=r"leaderboard.toml:1 says that the key is secret, and "):
            prices("fair", **more)
    assert not (tmp_path / "new").exists()
    code, out = run_in(tmp_path, {}, "errors", "fair.conll", "--kind", "divided")
    assert code == 2
    assert "is secret" in out


def test_a_settings_file_beside_the_key_makes_it_secret(tmp_path: Path) -> None:
    small_task.write(tmp_path / "keys", hidden=KEY)
    (tmp_path / "keys" / "leaderboard.toml").write_text("secret = true")
    with pytest.raises(UsageError, match="the key is secret"):
        prices("fair", key="keys/hidden.conll", kinds="divided")
    (tmp_path / "keys" / "leaderboard.toml").write_text("secret = false")
    assert prices("fair", key="keys/hidden.conll", kinds="divided").found


def test_saved_sums_are_priced_from_the_responses() -> None:
    plain = prices("fair")
    for _ in range(2):
        assert prices("fair", saved="saved").systems == plain.systems


def test_responses_beside_saved_sums_are_read_again_as_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    plain = prices("fair", "key", saved="saved")
    again = prices("fair", "key", saved="saved", progress=lambda stage, share: told.append(stage.name))
    assert {"scoring 1 of 2", "scoring 2 of 2"} <= set(told)
    monkeypatch.setattr("leaderboard.scoring.pool.PATIENCE", 0.0)
    assert prices("fair", "key", saved="saved", jobs=2).systems == again.systems == plain.systems


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make ``fair`` a response with too many candidates."""

    def refused(pairs: Matching) -> Pairs:
        if "fair" in pairs.response.file:
            raise InputError([Problem(pairs.response.file, 0, "too many pairs in d, part 0", "remove some")])
        return span_pairs(pairs)

    monkeypatch.setattr("leaderboard.prices.union.span_pairs", refused)


@pytest.mark.usefixtures("hostile")
def test_a_ranking_lacks_only_the_prices_of_a_response_with_too_many_candidates(tmp_path: Path) -> None:
    (tmp_path / "same.conll").unlink()
    ranked = leaderboard.rank(tmp_path, trials=100, draws=100)
    assert set(ranked.scores) == {"fair", "other"}
    assert not ranked.rejected
    assert [one.system for one in ranked.prices] == ["other"]
    [warning] = [str(one) for one in ranked.warnings if "fair" in one.file]
    assert warning.endswith("fair.conll: the errors have no prices: too many pairs in d, part 0; remove some")
    *_, table = ranked_price_tables(ranked)
    assert "Without prices: fair (too many pairs in d, part 0; remove some)." in table.notes
    (tmp_path / "other.conll").unlink()
    assert leaderboard.rank(tmp_path, trials=100, draws=100).prices == ()


@pytest.mark.usefixtures("hostile")
def test_a_comparison_lacks_only_the_prices_of_a_response_with_too_many_candidates(tmp_path: Path) -> None:
    code, out = run_in(tmp_path, {}, "compare", "fair.conll", "other.conll", "--trials", "100")
    assert (code, out.count("the errors have no prices: too many pairs in d, part 0")) == (0, 1)
    assert "fair minus other" in out
    assert COSTS not in out


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("saved", [None, "sums"])
def test_a_response_with_too_many_candidates_is_rejected_alone(saved: str | None) -> None:
    if saved:
        leaderboard.score("fair.conll", "key.conll", save=saved)
    result = prices("fair", "key", **({"saved": saved} if saved else {}))
    assert [one.system for one in result.systems] == ["key"]
    assert [one.system for one in result.rejected] == ["fair"]


def test_a_table_of_values_has_only_the_kinds_that_are_asked_for() -> None:
    found = prices("fair", kinds=("divided", "span"))
    assert [row[1] for row in prices_of(found.systems, found.kinds).rows] == ["span", "divided"]


def test_a_csv_file_has_the_list_that_was_asked_for(tmp_path: Path) -> None:
    def rows(*words: str) -> list[dict[str, str]]:
        text = run_in(tmp_path, {}, "errors", "fair.conll", "--format", "csv", *words)[1]
        return csv_rows(text)

    assert [row["kind"] for row in rows()] == list(ERROR_KINDS)
    listed = rows("--kind", "divided,missing_mention")
    assert [row["kind"] for row in listed] == ["divided", "missing_mention"]
    assert (listed[0]["document"], listed[0]["part"], listed[0]["entity"]) == ("b", "0", "Ann Lee")
    assert [(row["document"], row["divided"]) for row in rows("--per-document")] == [
        ("a", "0"),
        ("a", "0"),
        ("b", "1"),
    ]
    words = ("errors", "fair.conll", "--format", "csv", "--kind", "divided", "--per-document")
    code, out = run_in(tmp_path, {}, *words)
    assert code == 2
    assert "a CSV file holds one table; choose one of --kind, --per-document, or another --format" in out


def test_a_key_without_parts_of_speech_has_no_heads(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=parts(RIGHT, tags=False), fair=parts(OTHER_LINK, tags=False))
    assert prices("fair").span_heads == "none"
    small_task.write(tmp_path, other=parts(RIGHT, tags=False))
    for words in (["errors", "fair.conll"], ["compare", "fair.conll", "other.conll"]):
        assert "heads: none" in run_in(tmp_path, {}, *words)[1]
    report = leaderboard.rank(tmp_path)
    assert any("heads: none" in note for table in ranked_price_tables(report) for note in table.notes)


def test_three_systems_have_all_pairs_in_one_table(tmp_path: Path) -> None:
    names = [f"{name}.conll" for name in ("fair", "other", "same")]
    code, text = run_in(tmp_path, {"COLUMNS": "200"}, "errors", *names, "--columns", "kind,errors,alone")
    assert code == 0
    assert "First" in text
    code, _ = run_in(tmp_path, {}, "errors", *names, "--format", "markdown", "--adjust", "none", "--quiet")
    assert code == 0


def test_a_file_that_cannot_be_read_back_is_not_written(tmp_path: Path) -> None:
    for name in ("key", "mine"):
        (tmp_path / f"{name}.jsonl").write_text(crossing(word="").replace("[1, 3]", "[3, 3]"))
    leaderboard.error_prices("mine.jsonl", key="key.jsonl", write="new", **FEW)
    assert {path.suffix for path in (tmp_path / "new").iterdir()} == {".jsonl"}


def test_without_words_only_tokens_are_listed() -> None:
    assert corpus([[(0, 1)]]).words_of(0, (0, 1)) is None


def test_only_the_key_of_its_phase_is_secret(tmp_path: Path) -> None:
    phase = '[phases.{0}]\nkey = "{0}"\nsubmissions = "{0}"\nsecret = true\n'
    small_task.write(tmp_path / "test", hidden=KEY)
    (tmp_path / "leaderboard.toml").write_text(phase.format("test"))
    assert prices("fair", key="key.conll", kinds="divided").found
    with pytest.raises(UsageError, match="the key is secret"):
        prices("fair", key="test/hidden.conll", kinds="divided")


@pytest.mark.parametrize("phase", ["", '[phases.dev]\nkey = "keys"\nsubmissions = "mine"\n'])
def test_only_some_datasets_of_a_key_are_secret(phase: str, tmp_path: Path) -> None:
    small_task.write(tmp_path / "keys", de=KEY, en=KEY)
    small_task.write(tmp_path / "mine", de=FAIR, en=FAIR)

    def found(**options: Any) -> Any:
        return leaderboard.error_prices("mine", key="keys", kinds="divided", **FEW, **options).found

    (tmp_path / "leaderboard.toml").write_text(f'{phase}secret = ["de"]')
    assert found(datasets=("en",))
    message = r":\d says that the key of de is secret, and --kind would show it; leave it out, or"
    with pytest.raises(UsageError, match=in_python(message)):
        found()
    for hidden in ('["de", "en"]', '["fr"]', "true"):  # a name that is no dataset may be a wrong one
        (tmp_path / "leaderboard.toml").write_text(f"{phase}secret = {hidden}")
        with pytest.raises(UsageError, match="says that the key is secret, and kind would show it"):
            found()
    (tmp_path / "leaderboard.toml").write_text(f"{phase}secret = []")
    assert found()


@pytest.mark.parametrize("text", ["secret = true", 'secret = ["de"]'])
def test_no_chain_of_a_secret_key_is_shown(text: str, tmp_path: Path) -> None:
    assert leaderboard.score("fair.conll", show_correspondence="a").systems[0].chains
    (tmp_path / "leaderboard.toml").write_text(text)
    assert leaderboard.score("fair.conll").systems
    code, out = run_in(tmp_path, {}, "score", "fair.conll", "--show-correspondence", "a")
    assert code == 2
    assert "leaderboard.toml:1 says that the key is secret, and --show-correspondence would show it" in out


def test_a_result_says_which_systems_lack_datasets(tmp_path: Path) -> None:
    small_task.write(tmp_path / "several" / "key", de=KEY, en=KEY)
    small_task.write(tmp_path / "several" / "mine", de=FAIR)
    options: dict[str, Any] = {**FEW, "key": "several/key", "missing_dataset": "zero"}
    found = leaderboard.error_prices(tmp_path / "several" / "mine", **options)
    assert [one.kind for one in found.remarks] == ["missing_datasets"]


def test_the_record_of_a_ranking_has_prices() -> None:
    ranked = leaderboard.rank(made_task(), metric=("conll",), trials=100, draws=100)
    best = ranked.primary.standings[0].system
    [prices] = [one for one in ranked.prices if one.system == best]
    record = json.loads(render_json(rank_record(ranked)))["systems"][0]
    assert [one["errors"] for one in record["kinds"]] == [one.errors for one in prices.kinds]
    assert leaderboard.rank(made_task(), metric=("conll",), trials=100, draws=100, prices=False).prices == ()
