"""``leaderboard.probe``: experiments on a key, versions of responses, and metrics in dispute."""

from __future__ import annotations

from pathlib import Path

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, UsageError
from leaderboard.experiments.controlled import EXPERIMENTS
from leaderboard.experiments.identification import VERSIONS
from leaderboard.verbs.probe import PROBED
from tests.formats.corefud.texts import corefud
from tests.support import plain_conll, small_task
from tests.support.columns import single
from tests.support.made_task import DOCUMENTS, SYSTEMS, made_task
from tests.support.small_task import BROKEN, FAIR, KEY, SHORT

pytestmark = pytest.mark.usefixtures("here")


def letters(*entities: str) -> str:
    """One part of entities of single tokens."""
    return plain_conll.write([single(*entities)], [26])


def test_all_experiments_and_all_metrics_on_the_papers_key() -> None:
    result = leaderboard.probe()
    assert list(dict.fromkeys(point.experiment for point in result.points)) == list(EXPERIMENTS)
    assert [metric.name for metric in result.metrics] == list(PROBED)
    assert result.key is None
    assert (result.responses, result.agreement) == ((), None)
    assert "|format:made|" in result.signature
    [whole] = [one for one in result.points if (one.experiment, one.point) == ("largest_first", "17")]
    assert {score.f1 for score in whole.scores.values()} == {1.0}
    assert whole.counts == (79, 79, 326, 326)


def test_one_experiment_with_some_metrics() -> None:
    result = leaderboard.probe("split", metric=("muc", "lea"))
    assert [point.point for point in result.points] == list(EXPERIMENTS["split"].points)
    assert {tuple(point.scores) for point in result.points} == {("muc", "lea")}
    assert result.points[0].scores["muc"].f1 == pytest.approx(122 / 123)
    assert result.points[0].scores["muc"].recall == pytest.approx(61 / 62)


def test_the_rules_of_metrics_are_options() -> None:
    """Without any link left to find, the rule of 2014 looks at the response's links too."""
    by_rule = [
        leaderboard.probe("extra_mentions", metric="blanc", blanc_weight=weight).points[-1].scores["blanc"].f1
        for weight in (0, 1)
    ]
    assert by_rule[1] == pytest.approx(2 * 326 / (326 + 359))
    assert by_rule[0] != by_rule[1]


def test_a_key_of_ones_own() -> None:
    result = leaderboard.probe("largest_first", key=made_task() / "key.conll")
    assert result.key == str(made_task() / "key.conll")
    assert result.points[-1].scores["conll"].f1 == 1
    assert [point.scores["ceafe"].f1 for point in result.points] == pytest.approx(
        [1 / 3, 4 / 7, 3 / 4, 8 / 9, 1], abs=0.02
    )


def test_a_key_with_datasets_has_the_mean_of_their_scores(tmp_path: Path) -> None:
    for name in ("one", "two"):
        small_task.write(tmp_path / "key", **{name: KEY})
    both = leaderboard.probe(key="key")
    small_task.write(tmp_path, alone=KEY)
    alone = leaderboard.probe(key="alone.conll")
    assert len(both.points) == len(alone.points)
    for one, other in zip(both.points, alone.points, strict=True):
        if not EXPERIMENTS[one.experiment].counted:
            assert one.scores == other.scores
            assert one.counts == tuple(2 * count for count in other.counts)
    assert [one.point for one in both.points if one.experiment == "largest_first"] == [
        "2",
        "4",
        "8",
        "10",
        "12",
    ]
    assert [one.point for one in alone.points if one.experiment == "largest_first"] == [
        "1",
        "2",
        "4",
        "5",
        "6",
    ]


def test_points_that_are_the_same_stand_once(tmp_path: Path) -> None:
    small_task.write(tmp_path, tiny=SHORT)
    points = leaderboard.probe("largest_first", key="tiny.conll").points
    assert [point.point for point in points] == ["0", "1", "2"]


def test_only_a_stated_key_takes_the_place_of_the_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_task.write(tmp_path, key=KEY)
    monkeypatch.setenv("LEADERBOARD_KEY", str(tmp_path / "key.conll"))
    assert leaderboard.probe("split").key is None


def test_versions_of_responses() -> None:
    result = leaderboard.probe(response=[made_task() / "balanced.conll", made_task() / "eager.conll"])
    assert [one.system for one in result.responses] == ["balanced", "eager"]
    for probed in result.responses:
        assert [one.version for one in probed.variants] == list(VERSIONS)
        base, *changed = probed.variants
        for one in changed[:3]:
            assert one.counts.correct_links == base.counts.correct_links
        assert [found.metric for found in probed.reactions] == list(PROBED)
        verdicts = {found.metric: found.verdict for found in probed.reactions}
        assert (verdicts["muc"], verdicts["lea"]) == ("holds", "holds")
        assert verdicts["blanc"] == "misleads"


def test_the_base_has_the_scores_of_the_response() -> None:
    path = made_task() / "precise.conll"
    [probed] = leaderboard.probe(response=path, metric=PROBED).responses
    assert probed.variants[0].scores == leaderboard.score(path, metric=PROBED).systems[0].scores


def test_a_perfect_response_leaves_nothing_to_test() -> None:
    [probed] = leaderboard.probe(response=made_task() / "key.conll", key=made_task() / "key.conll").responses
    assert [one.version for one in probed.variants] == ["base", "singletons", "one_entity"]
    assert {found.verdict for found in probed.reactions} == {"untested"}


def test_responses_that_cannot_be_read(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=KEY, fair=FAIR, broken=BROKEN)
    result = leaderboard.probe(response=("fair.conll", "broken.conll"))
    assert [one.system for one in result.responses] == ["fair"]
    assert [one.system for one in result.rejected] == ["broken"]
    with pytest.raises(InputError):
        leaderboard.probe(response="broken.conll")


def test_versions_lose_their_singletons_where_files_do(tmp_path: Path) -> None:
    """Without its wrong mention the entity `cx` is one of one mention, which a reader would drop."""
    key = letters("abc", "de", "f")
    small_task.write(tmp_path, key=key, base=letters("ab", "dx", "f"), better=letters("ab", "x", "f"))
    for singletons in ("keep", "drop"):
        options = {"singletons": singletons, "metric": PROBED}
        [probed] = leaderboard.probe(response="base.conll", **options).responses
        [better] = [one for one in probed.variants if one.version == "more_precise"]
        assert better.scores == leaderboard.score("better.conll", **options).systems[0].scores
    [found] = [one for one in probed.variants if one.version == "singletons"]
    assert found.counts.mentions == 0


def test_made_responses_lose_their_singletons_where_files_do(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=letters("abc", "de"))
    options = {"key": "key.conll", "metric": "mentions"}
    kept, dropped = (
        [one.counts.mentions for one in leaderboard.probe("split", singletons=singletons, **options).points]
        for singletons in ("keep", "drop")
    )
    assert kept == [5] * len(kept)
    assert dropped == [4, 4, 4, 4, 2, 2, 2]  # 2 and 1, or 1, 1 and 1


def test_the_signature_says_nothing_of_matching_where_nothing_is_matched(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_bytes(corefud("1 (a-x-1-)", "2 (a-x-1-)", "2.1 (a-x-1-)"))
    signature = leaderboard.probe("split", key="key.conllu", metric="lea").signature
    assert "|format:corefud|heads:named|singletons:drop|" in signature
    assert "match" not in signature
    assert "zeros" not in signature


def test_how_many_mentions_were_missed() -> None:
    [probed] = leaderboard.probe(response=made_task() / "balanced.conll", metric=("conll", "lea")).responses
    base, _, worse, _, *_ = probed.variants
    assert (probed.missed, worse.counts.mentions - base.counts.mentions) == (45, 44)
    conll, lea = sorted(probed.reactions, key=lambda one: one.metric)
    assert (conll.verdict, lea.verdict) == ("F1 holds", "holds")
    assert lea.tested == ("more_precise", "less_precise_a", "less_precise_b")


def test_what_points_reach_on_a_key_and_which_are_the_same(tmp_path: Path) -> None:
    small_task.write(tmp_path, key=letters("abcd", "ef"), paper=letters("abcdefghijklmnopqrst", "uv"))
    points = {one.point: one for one in leaderboard.probe("merge", key="key.conll", metric="lea").points}
    assert points["20-10"].reached == (4, 2)
    assert (points["2-2"].same_as, points["10-10"].same_as) == (None, "2-2")
    points = {one.point: one for one in leaderboard.probe("split", key="key.conll", metric="lea").points}
    assert {one.reached for one in points.values()} == {(4,)}
    assert (points["18-2"].same_as, points["16-4"].same_as, points["10-10"].same_as) == (None, "18-2", None)
    assert (points["2-2"].same_as, points["9-9-2"].same_as) == ("10-10", None)
    points = {
        one.point: one for one in leaderboard.probe("extra_mentions", key="key.conll", metric="lea").points
    }
    assert (points["1-10"].reached, points["3-0"].reached) == ((4,), ())
    [low, *_] = leaderboard.probe("correct_links", key="key.conll", metric="lea").points
    assert low.reached == pytest.approx((100 * 3 / 7,))
    assert leaderboard.probe("smallest_first", key="key.conll", metric="lea").points[0].reached == ()
    [low, *_] = leaderboard.probe("mention_identification", key="key.conll", metric="lea").points
    assert low.reached == pytest.approx((100 / 6,))


def test_a_key_without_mentions(tmp_path: Path) -> None:
    small_task.write(tmp_path, empty=letters())
    with pytest.raises(
        NothingToDo, match=r"empty\.conll: this key has no mentions; name a key with mentions"
    ):
        leaderboard.probe("split", key="empty.conll")


def test_metrics_are_those_that_any_source_asks_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leaderboard.toml").write_text('metric = ["lea", "muc"]')
    assert [one.name for one in leaderboard.probe("split").metrics] == ["muc", "lea"]
    monkeypatch.setenv("LEADERBOARD_METRIC", "rand")
    assert [one.name for one in leaderboard.probe("split").metrics] == ["rand"]
    assert [one.name for one in leaderboard.probe("split", metric="da").metrics] == ["da"]


def test_options_that_cannot_act() -> None:
    for options in ({"trials": 5}, {"leave_one_out": True}, {"response": "x", "alpha": 0.1}):
        with pytest.raises(UsageError, match="is about tests, which run only with submissions"):
            leaderboard.probe(**options)
    with pytest.raises(UsageError, match="match has no effect on responses that are made from the key"):
        leaderboard.probe("split", match="exact")
    found = leaderboard.probe(response=made_task() / "close.conll", match="exact", metric="muc")
    assert "match:exact" in found.signature


def test_agreement_takes_two() -> None:
    with pytest.raises(UsageError, match="metrics can agree only if there are two; name two"):
        leaderboard.probe(submissions=made_task(), metric="lea")


def test_metrics_that_contradict_each_other_on_the_systems_of_a_folder() -> None:
    options = {"metric": ("mentions", "ceafe", "rand"), "draws": 100, "adjust": "none"}
    result = leaderboard.probe(submissions=made_task(), **options)
    assert result.agreement is not None
    assert set(result.agreement.systems) == set(SYSTEMS)
    assert (result.agreement.units, result.agreement.pairs) == (DOCUMENTS, 36)
    assert len(result.agreement.metrics) == 3
    ranked = leaderboard.rank(made_task(), primary="rand", **options)
    assert tuple(one.systems for one in result.agreement.disputes) == ranked.disagreements
    assert ranked.disagreements
    assert "|trials:auto|" in result.signature


def test_one_thing_at_a_time() -> None:
    for arguments in (
        {"name": "split", "response": "a"},
        {"name": "split", "submissions": "a"},
        {"response": "a", "submissions": "b"},
    ):
        with pytest.raises(UsageError, match="exclude each other"):
            leaderboard.probe(**arguments)


def test_unknown_names() -> None:
    with pytest.raises(UsageError, match="there is no experiment 'spilt'; did you mean 'split'"):
        leaderboard.probe("spilt")
    with pytest.raises(UsageError, match="there is no metric"):
        leaderboard.probe(metric="b4")
    with pytest.raises(NothingToDo, match="no such key"):
        leaderboard.probe(key="nowhere")


def test_the_number_of_jobs_changes_nothing() -> None:
    key = made_task() / "key.conll"
    results = [leaderboard.probe("merge", key=key, jobs=jobs).points for jobs in (1, 4)]
    assert results[0] == results[1]
