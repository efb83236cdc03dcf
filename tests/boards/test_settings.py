"""Several settings in one run: each as it would be alone, and how the order changes between them."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError, UsageError, in_python
from leaderboard.formats import Examined, Reading, examine
from leaderboard.options import read_options
from leaderboard.options.options import WAYS
from leaderboard.ranking.standings import order_change
from leaderboard.report.files.contents import report_files
from leaderboard.saved import MANIFEST
from leaderboard.saved.saved_sums import opened
from leaderboard.scoring import pool
from leaderboard.scoring.scored import score_response
from leaderboard.tasks.scored_task import task_of_folder
from leaderboard.verbs.rank import RankResult
from tests.support import small_task
from tests.support.made_task import CRAC, CRAC_SYSTEMS, made_crac_task, made_task
from tests.support.ranked import without_warnings

SETTINGS = ("head", "partial", "exact", "head+singletons")
FEW: dict[str, Any] = {"metric": ("muc", "lea", "conll"), "draws": 200, "trials": 500}
EXCLUDE: dict[str, Any] = {**FEW, "missing_dataset": "exclude"}


@pytest.fixture(scope="module")
def ranked() -> RankResult:
    return leaderboard.rank(made_crac_task(), settings=SETTINGS, **EXCLUDE)


def alone(setting: str, **options: Any) -> RankResult:
    match, singletons = WAYS[setting]
    # Prices of errors need the text of the responses, which saved sums do not have.
    chosen = {"match": match, "singletons": singletons, "prices": False, **EXCLUDE, **options}
    return leaderboard.rank(made_crac_task(), **chosen)


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_each_setting_gives_what_it_gives_alone(ranked: RankResult, number: int) -> None:
    variant, own = ranked.of("setting")[number], alone(SETTINGS[number])
    assert variant.name == SETTINGS[number]
    assert variant.scores == {**own.scores, **own.partial}
    assert variant.ranking == own.primary
    assert variant.remarks == (*own.primary.remarks, *own.families["conll"].remarks)
    assert variant.excluded == tuple(own.partial) == ("bert",)


def test_the_first_setting_makes_the_report(ranked: RankResult) -> None:
    own = alone("head")
    assert (ranked.scores, ranked.rankings, ranked.comparisons) == (own.scores, own.rankings, own.comparisons)
    assert ranked.of("dataset") == own.of("dataset")
    assert (ranked.partial, ranked.lacking) == (own.partial, own.lacking)
    assert ranked.errors == own.errors
    assert "|settings:head,partial,exact,head+singletons|match:head|" in ranked.signature
    assert "|settings:" not in own.signature


def test_each_further_setting_is_signed_as_its_scores_are(ranked: RankResult) -> None:
    for setting, variant in zip(SETTINGS[1:], ranked.of("setting")[1:], strict=True):
        match, singletons = WAYS[setting]
        chosen = {"match": match, "singletons": singletons, "metric": FEW["metric"]}
        score = leaderboard.score(made_crac_task() / "anna", missing_dataset="exclude", **chosen)
        assert variant.signature == score.signature


def test_every_file_is_read_as_often_as_for_one_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    read, files = examine, []

    def counting(label: str, data: bytes, reading: Reading) -> Examined:
        files.append(label)
        return read(label, data, reading)

    for module in ("formats", "scoring.response"):
        monkeypatch.setattr(f"leaderboard.{module}.examine", counting)
    leaderboard.rank(made_crac_task(), settings=SETTINGS, jobs=1, **EXCLUDE)
    assert len(files) == len(set(files)) == len(CRAC) * (1 + len(CRAC_SYSTEMS)) - 1


def test_the_change_of_order_is_that_of_every_pair(ranked: RankResult) -> None:
    systems = list(ranked.scores)
    first = {system: ranked.scores[system]["conll"].f1 for system in systems}
    flips = set()
    for variant in ranked.of("setting"):
        other = {system: variant.scores[system]["conll"].f1 for system in systems}
        pairs = [(one, two) if first[one] > first[two] else (two, one) for one, two in combinations(first, 2)]
        expected = {(ahead, behind) for ahead, behind in pairs if other[behind] > other[ahead]}
        assert set(variant.change.flips) == expected
        assert variant.change.tau == pytest.approx(1 - 2 * len(expected) / len(pairs))
        flips |= expected
    assert flips


def test_scores_that_tie_change_no_places() -> None:
    assert order_change({"a": 0.5, "b": 0.5}, {"a": 0.1, "b": 0.2}) == order_change({"a": 1}, {"a": 0})
    assert order_change({"a": 0.5, "b": 0.5}, {"a": 0.1, "b": 0.2}).tau is None
    change = order_change({"a": 0.5, "b": 0.4}, {"b": 0.3, "a": 0.3})
    assert (change.tau, change.flips) == (0, ())


def test_one_setting_is_an_option_like_others() -> None:
    one, own = (
        leaderboard.rank(made_crac_task(), settings="exact+singletons", **EXCLUDE),
        alone("exact+singletons"),
    )
    assert one.of("setting") == own.of("setting") == ()
    assert one.scores == own.scores


def test_singletons_that_a_name_does_not_speak_of_are_left_to_the_option() -> None:
    names = ["exact", "exact-singletons"]
    result = leaderboard.rank(made_crac_task(), settings=names, singletons="keep", **EXCLUDE)
    kept, dropped = result.of("setting")
    assert kept.ranking == alone("exact+singletons").primary
    assert dropped.ranking == alone("exact").primary


def test_other_files_have_settings_of_singletons_alone(tmp_path: Path) -> None:
    task = made_task()
    kept, dropped = leaderboard.rank(task, settings="exact, exact-singletons", **FEW).of("setting")
    assert kept.scores == leaderboard.rank(task, **FEW).scores
    assert dropped.scores == leaderboard.rank(task, singletons="drop", **FEW).scores
    small_task.write(tmp_path, key=small_task.KEY, fair=small_task.FAIR)
    with pytest.raises(UsageError, match=r"settings partial\+singletons is for CorefUD and CONLL-UA"):
        leaderboard.rank(tmp_path, settings="exact,partial+singletons")


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"settings": "haed"}, "there is no setting 'haed'; did you mean 'head'"),
        ({"settings": ["head+singleton"]}, r"did you mean 'head\+singletons'"),
        ({"settings": ""}, "settings is ''; give one or several names"),
        ({"settings": "head", "match": "head"}, "leave one of them out"),
        ({"settings": 5}, "settings is 5; give one or several names"),
    ],
)
def test_what_is_no_setting_is_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(UsageError, match=in_python(fault)):
        leaderboard.rank(made_crac_task(), **options)


class TestTheFile:
    @pytest.fixture
    def task(self, tmp_path: Path) -> Path:
        for name in ("key", "anna", "cleo"):
            text = (made_crac_task() / name / "cs.conllu").read_text(encoding="utf-8")
            (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
        (tmp_path / "leaderboard.toml").write_text('settings = ["exact+singletons", "head"]\n')
        return tmp_path

    def test_it_names_the_settings(self, task: Path) -> None:
        assert [one.name for one in leaderboard.rank(task, **FEW).of("setting")] == [
            "exact+singletons",
            "head",
        ]

    def test_all_other_commands_go_by_the_first(self, task: Path) -> None:
        signature = leaderboard.score(task / "anna.conllu").signature
        assert "|match:exact|" in signature
        assert "|singletons:keep|" in signature
        assert "|match:exact|" in leaderboard.power(task, draws=100).signature

    def test_a_typed_option_goes_before_it(self, task: Path) -> None:
        assert leaderboard.rank(task, match="partial", **FEW).of("setting") == ()
        assert "|match:partial|" in leaderboard.rank(task, match="partial", **FEW).signature
        (task / "leaderboard.toml").write_text('match = "exact"\n')
        typed = leaderboard.rank(task, settings="head,partial", **FEW)
        assert [one.name for one in typed.of("setting")] == ["head", "partial"]

    def test_it_cannot_say_both(self, task: Path) -> None:
        (task / "leaderboard.toml").write_text('match = "exact"\nsettings = ["head"]\n')
        with pytest.raises(UsageError, match="match and settings both say"):
            leaderboard.rank(task, **FEW)


class TestSaved:
    """Sums by several settings are those that each has alone."""

    @pytest.fixture
    def sums(self, tmp_path: Path) -> str:
        return str(tmp_path / "sums")

    @pytest.fixture
    def counted(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The names of the systems that are scored."""
        names: list[str] = []

        def score(key: Any, submission: Any, *rest: Any) -> Any:
            names.append(submission.name)
            return score_response(key, submission, *rest)

        monkeypatch.setattr(pool, "score_response", score)
        return names

    @pytest.mark.parametrize("policy", ["zero", "exclude"])
    def test_the_report_is_the_same_with_and_without(
        self, sums: str, counted: list[str], policy: str
    ) -> None:
        # Prices of errors need the text of the responses, which is read for them.
        options: dict[str, Any] = {**FEW, "settings": SETTINGS, "missing_dataset": policy, "prices": False}
        plain = leaderboard.rank(made_crac_task(), **options)
        counted.clear()
        for _ in range(2):
            saved = leaderboard.rank(made_crac_task(), saved=sums, **options)
            assert report_files(saved, ()) == report_files(plain, ())
        assert sorted(counted) == sorted(CRAC_SYSTEMS)
        own = leaderboard.rank(sums, draws=200, trials=500)
        assert without_warnings(own) == without_warnings(plain)
        assert (own.signature, own.of("setting")) == (plain.signature, plain.of("setting"))

    def test_what_one_setting_has_saved_another_run_uses(self, sums: str, counted: list[str]) -> None:
        for names in (("exact",), ("head",), ("head", "exact")):
            assert alone_or_several(names, saved=sums).scores == alone_or_several(names).scores
        counted.clear()
        alone_or_several(("head", "exact"), saved=sums)
        alone("head", saved=sums)
        assert counted == []

    def test_kinds_of_errors_are_kept_by_the_first(self, sums: str, counted: list[str]) -> None:
        first = alone_or_several(("head", "exact"), saved=sums)
        assert first.errors
        counted.clear()
        other = alone("exact", saved=sums)
        assert len(counted) == len(CRAC_SYSTEMS)
        assert other.errors == alone("exact").errors

    def test_a_damaged_file_of_any_setting_is_scored_again(self, sums: str, counted: list[str]) -> None:
        alone_or_several(("head", "exact"), saved=sums)
        for path in Path(sums).glob("[0-9a-f]*.sums"):
            counted.clear()
            path.write_bytes(path.read_bytes()[:-1])
            again = alone_or_several(("head", "exact"), saved=sums)
            assert len(counted) == 1
            assert any(str(path) in str(one) for one in again.warnings)
        path.unlink()
        with pytest.raises(InputError, match=rf"{path.name}: cannot be read"):
            leaderboard.rank(sums)

    def test_sums_of_one_setting_do_not_pass_for_those_of_another(self, sums: str) -> None:
        by_head = saved_by(sums, "head")
        by_exact = [path for path in saved_by(sums, "exact") if path not in by_head]
        of = {path: opened(path, 1 << 25)[0]["response"] for path in (*by_head, *by_exact)}
        for path in by_exact:
            [other] = [one for one in by_head if of[one] == of[path]]
            path.write_bytes(other.read_bytes())
        again = alone("exact", saved=sums)
        assert [one.what for one in again.warnings] == [
            "saved sums of another response or of other options"
        ] * len(by_head)

    def test_each_setting_has_the_mentions_of_the_key_that_it_counts(self, sums: str) -> None:
        options = {"settings": ["head", "head+singletons"], "missing_dataset": "zero", "saved": sums}
        task = task_of_folder(made_crac_task(), read_options(options))
        saved = task_of_folder(sums, read_options({**options, "saved": None}))
        counts = [[one.sheet.key_mentions for one in (each, *each.others)] for each in (task, saved)]
        assert counts[0] == counts[1]
        assert counts[0][0] < counts[0][1]

    def test_other_settings_than_those_saved_are_refused(self, sums: str) -> None:
        alone_or_several(("head", "exact"), saved=sums)
        for name, value in (("settings", ("exact", "head")), ("match", "head"), ("singletons", "drop")):
            with pytest.raises(UsageError, match=f"its sums were made with a different {name}"):
                leaderboard.rank(sums, **{name: value})
        with pytest.raises(UsageError, match="or with other options or metrics; save to another folder"):
            leaderboard.score(made_crac_task() / "anna", match="head", save=sums, **EXCLUDED)

    def test_other_commands_go_by_the_first(self, sums: str) -> None:
        alone_or_several(("partial", "exact"), saved=sums)
        plain = leaderboard.power(made_crac_task(), match="partial", **EXCLUDED, draws=200)
        assert leaderboard.power(sums, draws=200).sensitivities == plain.sensitivities

    def test_one_setting_may_be_saved_by_its_match(self, sums: str) -> None:
        saved = leaderboard.rank(made_crac_task(), settings="partial", saved=sums, **EXCLUDE)
        again = leaderboard.rank(sums, draws=200, trials=500)
        assert (again.signature, again.scores) == (saved.signature, saved.scores)
        assert again.sheet.key_mentions == saved.sheet.key_mentions
        for match in ("partial", "head"):
            run = leaderboard.score(made_crac_task() / "anna", match=match, saved=sums, **EXCLUDED)
            assert any("made with another key" in one.what for one in run.warnings) == (match == "head")
        with pytest.raises(UsageError, match="its sums were made with a different settings"):
            leaderboard.rank(sums, settings=("head", "exact"))


def test_sums_by_one_setting_are_saved_as_those_of_its_match(tmp_path: Path) -> None:
    sums = tmp_path / "sums"
    saved = leaderboard.rank(made_crac_task(), settings="partial", saved=str(sums), **EXCLUDE)
    again = leaderboard.rank(sums, draws=200, trials=500)
    assert again.scores == saved.scores
    assert again.sheet.key_mentions == saved.sheet.key_mentions
    named = leaderboard.rank(sums, settings="partial", draws=200, trials=500)
    assert (named.scores, named.signature) == (again.scores, again.signature)
    for others in (("partial", "exact"), ("head",), ("partial+singletons",)):
        fault = f"its sums were made with a different --settings than {','.join(others)}; leave it out"
        with pytest.raises(UsageError, match=re.escape(in_python(fault))):
            leaderboard.rank(sums, settings=others)


EXCLUDED = {"missing_dataset": "exclude", "metric": FEW["metric"]}


def saved_by(sums: str, setting: str) -> list[Path]:
    """The files of sums after a ranking by one setting."""
    alone(setting, saved=sums)
    return sorted(path for path in Path(sums).iterdir() if path.name != MANIFEST)


def alone_or_several(names: tuple[str, ...], **options: Any) -> RankResult:
    if len(names) == 1:
        return alone(names[0], **options)
    return leaderboard.rank(made_crac_task(), settings=names, prices=False, **EXCLUDE, **options)


def test_workers_score_by_every_setting(ranked: RankResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "PATIENCE", -1)
    together = leaderboard.rank(made_crac_task(), settings=SETTINGS, jobs=2, **EXCLUDE)
    assert [one.scores for one in together.of("setting")] == [one.scores for one in ranked.of("setting")]
    assert together.signature == ranked.signature


def test_the_tests_of_all_datasets_and_settings_are_one_run() -> None:
    told: list[tuple[str, float]] = []
    leaderboard.rank(
        made_crac_task(),
        settings=SETTINGS,
        progress=lambda stage, share: told.append((stage.name, share)),
        **EXCLUDE,
    )
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    boards = 3 + len(SETTINGS) - 1
    starts = {
        round(share, 9)
        for (name, share), (before, _) in zip(told[1:], told, strict=False)
        if name == "testing" != before
    }
    assert len(starts) == 1 + boards
