"""Saved sums change how long a ranking takes, and nothing else."""

from __future__ import annotations

import errno
import gzip
import random
import shutil
import sys
import zipfile
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

import leaderboard
from leaderboard.errors import InputError, NothingToDo, Problem, UsageError, in_python
from leaderboard.options import read_options
from leaderboard.report.figures import pictures
from leaderboard.report.files.contents import report_files, report_pieces
from leaderboard.report.files.verification import verification
from leaderboard.report.files.writer import write_report
from leaderboard.saved import MANIFEST, manifest, store
from leaderboard.saved.saved_sums import opened, sealed
from leaderboard.scoring import pool
from leaderboard.scoring.scored import score_response
from leaderboard.submissions import Rejection
from leaderboard.tasks import scored_task as task_module
from leaderboard.tasks.scored_task import task_of_folder
from leaderboard.verbs.rank import RankResult
from tests.support import anaphora, made_corefud, small_task
from tests.support.made_task import made_task
from tests.support.ranked import without_warnings
from tests.support.small_task import BROKEN, FAIR, KEY, SHORT
from tests.support.toolkit_files import Document, as_booknlp, as_conll

FEW: dict[str, Any] = {"metric": ("muc", "conll"), "draws": 200, "trials": 300}
MOST = 1 << 25


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A made-up task with a broken entry and a repaired one, and beside it the sums of its first ranking."""
    place = tmp_path_factory.mktemp("made")
    folder = place / "task"
    shutil.copytree(made_task(), folder)
    (folder / "broken.conll").write_text(BROKEN)
    text = (folder / "careless.conll").read_text(encoding="utf-8")
    (folder / "repeated.conll").write_text(text.replace(" (0)", " (0)|(0)"), encoding="utf-8")
    with chdir(place):
        rank(saved="saved")
    return place


@pytest.fixture(scope="module")
def plain(original: Path) -> RankResult:
    """The ranking of the task without saved sums."""
    with chdir(original):
        return rank()


@pytest.fixture(autouse=True)
def task(original: Path, here: Path) -> Path:
    """The task in the working directory."""
    shutil.copytree(original / "task", here / "task")
    return here / "task"


@pytest.fixture
def saved(original: Path, task: Path) -> Path:
    """The sums of its first ranking, as ``rank`` saved them, in the working directory."""
    return Path(shutil.copytree(original / "saved", task.with_name("saved")))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the systems that are scored; for prices of errors alone a text is only read again."""
    names: list[str] = []

    def score(key: Any, submission: Any, options: Any, metrics: Any, *rest: Any) -> Any:
        if options.errors:
            names.append(submission.name)
        return score_response(key, submission, options, metrics, *rest)

    monkeypatch.setattr(pool, "score_response", score)
    return names


def rank(folder: str = "task", **options: Any) -> RankResult:
    return leaderboard.rank(folder, **{**FEW, **options})


def report(result: RankResult) -> dict[str, bytes]:
    return report_files(result, ())


def sums() -> list[Path]:
    return sorted(path for path in Path("saved").iterdir() if path.name != MANIFEST)


def told(result: Any) -> list[str]:
    """The warnings that are about saved sums."""
    return [str(one) for one in result.warnings if "again" in one.remedy]


def test_the_report_is_the_same_with_and_without(plain: RankResult, counted: list[str]) -> None:
    first = rank(saved="saved")
    assert len(counted) == 11
    counted.clear()
    second = rank(saved="saved")
    assert counted == ["broken"]  # what was rejected is looked at again
    assert report(plain) == report(first) == report(second)
    assert plain.warnings == first.warnings == second.warnings
    assert plain.repairs["repeated"] > 0
    assert plain.inputs == second.inputs


def test_a_folder_of_sums_ranks_alone(counted: list[str]) -> None:
    saved = rank(saved="saved", blanc="luo2014", primary="muc", prices=False)
    shutil.rmtree("task")
    counted.clear()
    alone = leaderboard.rank("saved", draws=200, trials=300)
    assert counted == []
    expected, found = report(saved), report(alone)
    assert alone.signature == saved.signature
    differing = [name for name in expected if expected[name] != found[name]]
    # Only a title and a rejected entry are not there.
    assert differing == [
        "leaderboard.md",
        "leaderboard.tex",
        "leaderboard-appendix.tex",
        "leaderboard.html",
        "leaderboard.json",
    ]
    assert set(alone.inputs) == {path.name for path in Path("saved").iterdir()}
    shutil.copy(made_task() / "leaderboard.toml", "saved")
    assert leaderboard.rank("saved", draws=200, trials=300).title == "A synthetic shared task"


@pytest.mark.untraced
def test_a_report_of_saved_sums_can_be_verified() -> None:
    def write(result: RankResult) -> None:
        write_report(result, report_pieces(result, pictures(result)), Path("reports"))

    write(rank(saved="saved"))
    before = {path: path.read_bytes() for path in Path("saved").iterdir()}
    assert verification(Path("reports")).problems == ()
    assert {path: path.read_bytes() for path in Path("saved").iterdir()} == before
    shutil.rmtree("task")
    write(rank("saved"))
    assert verification(Path("reports")).problems == ()


@pytest.mark.usefixtures("saved")
def test_one_new_submission_is_the_only_one_that_is_scored(task: Path, counted: list[str]) -> None:
    shutil.copy(task / "eager.conll", task / "new.conll")
    text = (task / "eager.conll").read_text(encoding="utf-8")
    (task / "newer.conll").write_text(text.replace("(0)", "-", 1), encoding="utf-8")
    counted.clear()
    result = rank(saved="saved")
    assert counted == ["broken", "newer"]  # `new` has the bytes of another
    assert told(result) == []
    assert report(result) == report(rank())


@pytest.mark.usefixtures("saved")
def test_the_folder_is_about_the_submissions_of_the_last_ranking(task: Path) -> None:
    (task / "careless.conll").unlink()
    rank(saved="saved")
    assert "careless" not in rank("saved").scores


@pytest.mark.usefixtures("saved")
def test_a_damaged_file_is_scored_again_and_said_to_be(counted: list[str]) -> None:
    content = bytearray(sums()[3].read_bytes())
    content[-1] ^= 1
    sums()[3].write_bytes(content)
    (damaged,) = told(rank(saved="saved"))
    assert damaged == f"{sums()[3]}: damaged: its content differs from what was saved; it is scored again"
    assert told(rank(saved="saved")) == []


def test_a_damaged_file_of_several_systems_is_told_of_once(task: Path) -> None:
    for name in ("second", "third"):
        shutil.copy(task / "eager.conll", task / f"{name}.conll")
    rank(saved="saved")
    for path in sums():
        path.write_bytes(b"")
    assert len(told(rank(saved="saved"))) == len(sums())


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize("name", [MANIFEST, "sums"])
def test_what_another_version_saved_is_scored_again_and_said_to_be(name: str) -> None:
    path = Path("saved") / MANIFEST if name == MANIFEST else sums()[0]
    path.write_bytes(path.read_bytes().replace(b"leaderboard sums 1", b"leaderboard sums 0", 1))
    (older,) = told(rank(saved="saved"))
    assert older.startswith(f"{path}: saved sums of format 0, but format 1 is expected; ")
    assert told(rank(saved="saved")) == []


def test_a_response_that_cannot_be_read_is_rejected_as_ever(task: Path) -> None:
    (task / "cut.conll.gz").write_bytes(gzip.compress((task / "eager.conll").read_bytes())[:-9])
    for _ in range(2):
        assert report(rank(saved="saved")) == report(rank())
    assert [one.system for one in rank(saved="saved").rejected] == ["broken", "cut"]


@pytest.mark.usefixtures("saved")
def test_a_response_that_has_changed_is_scored_again_and_said_to_be(task: Path) -> None:
    shutil.copy(task / "eager.conll", task / "close.conll")
    (task / "merger.conll").write_text((task / "merger.conll").read_text().replace("(0)", "-", 1))
    (changed,) = told(rank(saved="saved"))
    assert changed == f"{Path('task/merger.conll')}: has changed since it was saved; it is scored again"


@pytest.mark.usefixtures("saved")
def test_sums_that_are_gone_are_made_again_and_said_to_be() -> None:
    (path,) = [path for path in sums() if b'"repairs":0' not in path.read_bytes()]
    path.unlink()
    (gone,) = told(rank(saved="saved"))
    assert gone == f"{Path('task/repeated.conll')}: its saved sums are missing; it is scored again"


@pytest.mark.usefixtures("saved")
@pytest.mark.parametrize(
    "changes",
    [{"singletons": "drop"}, {"blanc": "luo2014"}, {"check_words": False}, {"lea_importance": "one"}],
)
def test_other_options_are_other_sums(changes: dict[str, Any], counted: list[str]) -> None:
    (other,) = told(rank(saved="saved", **changes))
    assert other == (
        f"{Path('saved') / MANIFEST}: made with another key, other options or another version; "
        "responses without matching sums are scored again"
    )
    assert len(counted) == 11
    counted.clear()
    rank(saved="saved", **FEW)
    assert counted == ["broken"]  # those of before are still there


@pytest.mark.usefixtures("saved")
def test_another_key_is_other_sums(task: Path, counted: list[str]) -> None:
    shutil.copy(task / "close.conll", task / "key.conll")
    counted.clear()
    result = rank(saved="saved")
    assert len(counted) == 11
    assert report(result) == report(rank())


@pytest.mark.usefixtures("saved")
def test_more_metrics_are_scored_and_fewer_are_not(counted: list[str]) -> None:
    assert report(rank(saved="saved", metric="muc")) == report(rank(metric="muc"))
    counted.clear()
    result = rank(saved="saved", metric=("muc", "conll", "lea"))
    assert len(counted) == 11
    assert told(result) == ["saved: the saved sums lack LEA; 10 systems are scored again"]
    counted.clear()
    rank(saved="saved", metric=("muc", "conll", "lea"))
    assert counted == ["broken"]


@pytest.mark.usefixtures("saved")
def test_a_record_with_an_impossible_count_is_scored_again() -> None:
    record, numbers = opened(sums()[0], MOST)
    sums()[0].write_bytes(sealed({**record, "missing": -1}, numbers))
    what = "saved sums that do not fit the manifest: -1 where a count should be"
    assert told(rank(saved="saved")) == [f"{sums()[0]}: {what}; it is scored again"]


@pytest.mark.usefixtures("saved")
def test_sums_of_something_else_under_a_name_are_refused() -> None:
    sums()[0].write_bytes(sums()[1].read_bytes())
    assert told(rank(saved="saved"))[0].startswith(
        f"{sums()[0]}: saved sums of another response or of other options; "
    )


@pytest.mark.usefixtures("saved")
def test_other_verbs_use_the_sums_too(counted: list[str]) -> None:
    pair = ("task/eager.conll", "task/merger.conll")
    assert leaderboard.compare(*pair, saved="saved", **FEW).comparisons == (
        leaderboard.compare(*pair, **FEW).comparisons
    )
    assert counted == ["eager", "merger"]
    assert len(rank("saved").scores) == 10  # a comparison takes nothing away
    assert leaderboard.power("saved", draws=200).sensitivities == (
        leaderboard.power("task", metric=FEW["metric"], draws=200).sensitivities
    )
    assert leaderboard.correlate("saved", draws=200).correlations == (
        leaderboard.correlate("task", metric=FEW["metric"], draws=200).correlations
    )


def test_score_adds_to_the_systems_that_are_there(counted: list[str]) -> None:
    for name in ("eager", "merger", "broken"):
        result = leaderboard.score(f"task/{name}.conll", save="saved", metric=FEW["metric"])
        assert bool(result.rejected) == (name == "broken")
    assert counted == ["eager", "merger", "broken"]
    assert set(rank("saved").scores) == {"eager", "merger"}


def test_score_keeps_what_it_cannot_add_to() -> None:
    leaderboard.score("task/eager.conll", save="saved")
    before = {path: path.read_bytes() for path in Path("saved").iterdir()}
    for changes in ({"metric": "muc"}, {"singletons": "drop"}, {"key": "task/close.conll"}):
        with pytest.raises(
            UsageError, match=r"^saved has the sums of another key, .*; save to another folder$"
        ):
            leaderboard.score("task/merger.conll", save="saved", **changes)
    with pytest.raises(UsageError, match="give one of the two"):
        leaderboard.score("task/eager.conll", save="saved", saved="saved")
    assert {path: path.read_bytes() for path in Path("saved").iterdir()} == before
    (Path("saved") / MANIFEST).write_bytes(b"no manifest")
    with pytest.raises(InputError, match="not a file of saved sums"):
        leaderboard.score("task/merger.conll", save="saved")


def test_score_saves_what_a_ranking_needs(task: Path) -> None:
    leaderboard.score("task/eager.conll", "task/merger.conll", save="saved", metric=("lea", "muc"))
    assert set(leaderboard.rank("saved", draws=200).rankings) == {"lea", "muc", "conll"}


def test_a_name_like_another_is_not_added(task: Path) -> None:
    shutil.copy(task / "merger.conll", "EAGER.conll")
    leaderboard.score("task/eager.conll", save="saved", key="task/key.conll")
    message = (
        r"^EAGER.conll: apart from case, blanks or Unicode form, it has the same name as eager in saved; "
        r"rename one of the two$"
    )
    with pytest.raises(UsageError, match=in_python(message)):
        leaderboard.score("EAGER.conll", save="saved", key="task/key.conll")
    leaderboard.compare("EAGER.conll", "task/close.conll", saved="saved", key="task/key.conll")
    assert set(leaderboard.rank("saved", draws=200).scores) == {"EAGER", "close"}


def test_a_new_response_takes_the_place_of_the_old_one(task: Path) -> None:
    leaderboard.score("task/eager.conll", "task/close.conll", save="saved")
    shutil.copy(task / "merger.conll", task / "eager.conll")
    result = leaderboard.score("task/eager.conll", "task/close.conll", save="saved")
    (replaced,) = result.warnings
    assert str(replaced) == (
        f"{Path('task/eager.conll')}: has changed since it was saved; the new scores replace the saved ones"
    )
    assert leaderboard.rank("saved", draws=200).scores["eager"] == result.systems[0].scores


@pytest.mark.usefixtures("saved")
def test_to_score_a_few_in_another_way_takes_nothing_away(plain: RankResult, counted: list[str]) -> None:
    before = (Path("saved") / MANIFEST).read_bytes()
    pair = ("task/eager.conll", "task/merger.conll")
    for changes in ({"singletons": "drop"}, {"metric": "lea"}, {"key": "task/close.conll"}):
        found = leaderboard.compare(*pair, saved="saved", **changes)
        assert found.scores == leaderboard.compare(*pair, **changes).scores
        assert (Path("saved") / MANIFEST).read_bytes() == before
    assert rank("saved").scores == plain.scores
    counted.clear()
    rank(saved="saved")
    assert counted == ["broken"]


def test_two_runs_at_once_lose_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one begins and ends while this one scores."""

    def score(key: Any, submission: Any, *rest: Any) -> Any:
        monkeypatch.setattr(pool, "score_response", score_response)
        leaderboard.score("task/merger.conll", save="saved", **other)
        return score_response(key, submission, *rest)

    other: dict[str, Any] = {}
    leaderboard.score("task/close.conll", save="saved")
    monkeypatch.setattr(pool, "score_response", score)
    leaderboard.score("task/eager.conll", save="saved")
    assert set(leaderboard.rank("saved", draws=200).scores) == {"close", "eager", "merger"}
    shutil.rmtree("saved")
    other["singletons"] = "drop"
    monkeypatch.setattr(pool, "score_response", score)
    with pytest.raises(UsageError, match=r"saved has the sums of another key, .*; save to another folder"):
        leaderboard.score("task/eager.conll", save="saved")
    assert set(leaderboard.rank("saved", draws=200).scores) == {"merger"}


def refuse(files: object, folder: Path) -> None:
    raise OSError(errno.ENOSPC, "No space left on device", str(folder))


class TestWhatMayNotBeWritten:
    """A folder that others keep, or a full disk."""

    @pytest.fixture
    def full(self, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        sums()[0].unlink()

        monkeypatch.setattr(store, "write_whole", refuse)
        monkeypatch.setattr(manifest, "write_whole", refuse)

    @pytest.mark.usefixtures("full")
    def test_it_stops_no_ranking(self, plain: RankResult) -> None:
        result = rank(saved="saved")
        assert report(result) == report(plain)
        (warning,) = [one for one in result.warnings if one.file == "saved"]
        assert str(warning) == "saved: cannot be written: no space left on device; nothing new is kept"

    @pytest.mark.usefixtures("saved")
    def test_what_is_all_there_needs_no_room(
        self, plain: RankResult, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(manifest, "write_whole", refuse)
        assert rank(saved="saved").warnings == plain.warnings

    @pytest.mark.usefixtures("full")
    def test_to_save_is_an_error(self) -> None:
        with pytest.raises(OSError, match="No space left on device"):
            leaderboard.score("task/eager.conll", save="saved", metric=FEW["metric"])

    def test_locks_that_a_system_has_not_are_done_without(
        self, plain: RankResult, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "fcntl", None)
        assert report(rank(saved="saved")) == report(plain)


@pytest.mark.usefixtures("saved")
def test_the_same_sums_have_the_same_bytes() -> None:
    before = {path: path.read_bytes() for path in Path("saved").iterdir()}
    shutil.rmtree("saved")
    rank(saved="saved", jobs=1)
    assert {path: path.read_bytes() for path in Path("saved").iterdir()} == before


def test_profiles_of_errors_travel_too() -> None:
    plain = leaderboard.compare("task/eager.conll", "task/merger.conll", errors=True, **FEW)
    for _ in range(2):
        kept = leaderboard.compare("task/eager.conll", "task/merger.conll", errors=True, saved="saved", **FEW)
        assert kept.errors == plain.errors
        assert [list(one.by_class) for one in kept.errors.values()] == [["PN", "NP", "PRO"]] * 2
    alone = leaderboard.rank("saved", errors=True, draws=200, trials=300)
    assert alone.scores == plain.scores
    # They are kept whether they were asked for or not.
    leaderboard.score("task/close.conll", "task/eager.conll", save="kept", metric=FEW["metric"])
    assert rank("kept").errors["eager"] == plain.errors["eager"]
    options = read_options({"saved": "kept", "metric": FEW["metric"]})
    assert task_of_folder("task", options).errors == {}


@pytest.mark.usefixtures("saved")
def test_a_compressed_response_has_the_sums_of_its_content(task: Path, counted: list[str]) -> None:
    content = (task / "eager.conll").read_bytes()
    (task / "eager.conll").unlink()
    (task / "eager.conll.gz").write_bytes(gzip.compress(content))
    (task / "merger.conll").unlink()
    with zipfile.ZipFile(task / "merger.zip", "w") as archive:
        archive.writestr("m.conll", content)
    result = rank(saved="saved")
    assert counted == ["broken"]
    assert result.scores["eager"] == result.scores["merger"] == rank().scores["merger"]


@pytest.mark.usefixtures("saved")
def test_warnings_are_told_of_the_file_that_has_them_now(task: Path, plain: RankResult) -> None:
    (task / "repeated.conll").rename(task / "renamed.conll")
    second = rank(saved="saved")
    names = [{one.file for one in result.warnings if one.line} for result in (plain, second)]
    assert names == [{str(Path("task/repeated.conll"))}, {str(Path("task/renamed.conll"))}]
    assert {one.file for one in rank("saved").warnings if one.line} == {str(Path("saved/renamed"))}


def test_missing_parts_and_datasets_travel(tmp_path: Path) -> None:
    small_task.write(Path("several/key"), de=KEY, en=SHORT)
    small_task.write(Path("several/s"), de=SHORT, en=SHORT)
    small_task.write(Path("several/t"), de=FAIR, en=SHORT)
    options: dict[str, Any] = {"missing": "empty", "metric": "muc", "primary": "muc"}
    for _ in range(2):
        result = leaderboard.rank("several", saved="saved", **options)
        assert report(result) == report(leaderboard.rank("several", **options))
    found = leaderboard.score("several/s", "several/t", key="several/key", saved="saved", **options)
    assert [system.missing for system in found.systems] == [2, 0]
    assert report(leaderboard.rank("saved"))["documents.csv"] == report(result)["documents.csv"]


@pytest.mark.parametrize("policy", ["zero", "exclude"])
def test_systems_that_lack_a_dataset_stay_so(policy: str, counted: list[str]) -> None:
    small_task.write(Path("several/key"), de=KEY, en=FAIR, nl=KEY)
    small_task.write(Path("several/whole"), de=FAIR, en=KEY)
    small_task.write(Path("several/other"), de=KEY, en=FAIR)
    small_task.write(Path("several/lacking"), de=FAIR, nl=FAIR)
    options: dict[str, Any] = {"missing_dataset": policy, "datasets": ["en=English", "de"], "draws": 200}
    options["prices"] = False  # which need the text of the responses
    plain = leaderboard.rank("several", **options)
    assert plain.lacking == {"lacking": ("en",)}
    assert list(plain.partial) == ["lacking"] * (policy == "exclude")
    counted.clear()
    for _ in range(2):
        saved = leaderboard.rank("several", saved="saved", **options)
        assert report(saved) == report(plain)
    assert len(counted) == 3
    shutil.rmtree("several")
    alone = leaderboard.rank("saved", draws=200)
    assert without_warnings(alone) == without_warnings(plain)
    assert (alone.signature, alone.boards) == (plain.signature, plain.boards)
    assert (alone.partial, alone.lacking) == (plain.partial, plain.lacking)
    assert report(leaderboard.rank("saved", **options)) == report(alone)
    with pytest.raises(UsageError, match="its sums were made with a different datasets than"):
        leaderboard.rank("saved", datasets=["de", "en"])


def test_each_policy_has_sums_of_its_own() -> None:
    small_task.write(Path("several/key"), de=KEY, en=FAIR)
    small_task.write(Path("several/whole"), de=FAIR, en=KEY)
    small_task.write(Path("several/lacking"), de=FAIR)
    leaderboard.rank("several", saved="saved", missing_dataset="zero")
    refused = leaderboard.rank("several", saved="saved")
    assert [one.system for one in refused.rejected] == ["lacking"]
    (Path("several/lacking") / "en.conll").write_text(KEY)
    changed = leaderboard.rank("several", saved="saved", missing_dataset="zero")
    assert changed.lacking == {}
    assert report(changed) == report(leaderboard.rank("several", missing_dataset="zero"))


class TestHeads:
    """CorefUD files, whose defaults are others and whose key has what the sums have not."""

    @pytest.fixture(autouse=True)
    def made(self) -> None:
        rng = random.Random(7)
        documents = [made_corefud.random_document(rng) for _ in range(12)]
        Path("ud").mkdir()
        write = {"key": documents}
        for name in ("one", "two", "three"):
            write[name] = [made_corefud.random_response(rng, document) for document in documents]
        for name, made in write.items():
            (Path("ud") / f"{name}.conllu").write_text(made_corefud.corefud(made), encoding="utf-8")

    @pytest.mark.parametrize(
        "changes", [{}, {"match": "partial"}, {"singletons": "keep"}, {"zeros": "linear"}]
    )
    def test_a_folder_of_sums_ranks_as_the_files(self, changes: dict[str, Any], counted: list[str]) -> None:
        options: dict[str, Any] = {
            "metric": ("conll", "mor", "zero"),
            "draws": 200,
            "prices": False,
            **changes,
        }
        plain = leaderboard.rank("ud", **options)
        counted.clear()
        for _ in range(2):
            assert report(leaderboard.rank("ud", saved="saved", **options)) == report(plain)
        assert len(counted) == 3
        shutil.rmtree("ud")
        alone = leaderboard.rank("saved", draws=200)
        # Warnings about heads name files, which are not there any more.
        assert without_warnings(alone) == without_warnings(plain)
        assert [one.reason for one in alone.warnings] == [one.reason for one in plain.warnings]
        assert alone.signature == plain.signature

    def test_what_goes_without_saying_may_be_said(self) -> None:
        plain = leaderboard.rank("ud", saved="saved", **FEW)
        said = rank("saved", match="head", singletons="drop", zeros="dependent")
        assert (said.signature, said.scores) == (plain.signature, plain.scores)
        for name, value in (("match", "exact"), ("singletons", "keep"), ("zeros", "linear")):
            with pytest.raises(UsageError, match=f"were made with a different {name} than {value}; leave it"):
                rank("saved", **{name: value})

    def test_sums_of_other_matches_stand_apart(self, counted: list[str]) -> None:
        for match in ("head", "exact", "partial"):
            for _ in range(2):
                found = leaderboard.rank("ud", saved="saved", match=match, **FEW)
                assert found.scores == leaderboard.rank("ud", match=match, **FEW).scores
        counted.clear()
        leaderboard.rank("ud", saved="saved", **FEW)
        assert counted == []  # by head, as they were first


def test_repairs_of_the_key_travel() -> None:
    repeated = KEY.replace("(2)", "(2)|(2)", 1)
    small_task.write(Path("repaired"), key=repeated, fair=FAIR)
    saved = leaderboard.rank("repaired", saved="saved", prices=False)
    alone = leaderboard.rank("saved")
    assert (saved.key_repairs, alone.key_repairs) == (1, 1)
    assert without_warnings(saved) == without_warnings(alone)


@pytest.mark.parametrize("other", ["corefud", "conll"])
def test_a_key_of_several_formats_ranks_alone(other: str) -> None:
    row = "1\tw\t_\t_\t_\t_\t0\troot\t_\tEntity=(e-x-1-)"
    corefud = f"# newdoc id = d\n# global.Entity = eid-etype-head-other\n{row}\n\n"
    text, suffix = (KEY, "conll") if other == "conll" else (corefud, "conllu")
    for place in ("key", "a", "b"):
        Path("mixed", place).mkdir(parents=True)
        Path("mixed", place, f"x.{suffix}").write_text(text)
        Path("mixed", place, "y.conllua").write_text(anaphora.KEY)
    scored = leaderboard.score("mixed/a", "mixed/b", key="mixed/key", save="sums")
    alone = leaderboard.rank("sums", draws=200, trials=300)
    for name in ("key", "format", "layer", "match", "split"):
        assert alone.signature.fields[name] == scored.signature.fields[name]


def test_a_file_of_booknlp_with_a_warning_is_saved() -> None:
    document = Document("one", ["Ann", "saw", "her"], [[(0, 0), (2, 2)]])
    mentions, tokens = as_booknlp(document)
    Path("books/ours").mkdir(parents=True)
    Path("books/key.conll").write_text(as_conll([document]))
    Path("books/ours/one.entities").write_text(mentions.replace("\tAnn", "\tBob"))
    Path("books/ours/one.tokens").write_text(tokens)
    for _ in range(2):
        found = leaderboard.score("books/ours", saved="sums")
        assert "the text of a mention is not that of its tokens" in "".join(map(str, found.warnings))


def test_a_function_of_importance_is_not_saved() -> None:
    with pytest.raises(UsageError, match="sums by a function of importance cannot be saved"):
        rank(saved="saved", lea_importance=lambda corpus: [1.0] * corpus.entities)


def test_sums_do_not_stand_among_the_submissions() -> None:
    for place in ("task/s", "task", "task/eager/deeper"):
        with pytest.raises(
            UsageError, match=r"^saved.*: inside the folder of the submissions; name a folder"
        ):
            rank(saved=place)


def test_what_is_shown_of_a_task_is_not_what_is_saved(tmp_path: Path) -> None:
    """Sums of a track or a phase can be ranked without the file that names it."""
    tracks = '[tracks]\nfew = ["eager", "merger"]\n'
    Path("leaderboard.toml").write_text(
        f'{tracks}[phases.test]\nkey = "task/key.conll"\nsubmissions = "task"\n'
    )
    plain = leaderboard.rank(".", phase="test", track="few", **FEW)
    assert leaderboard.rank(".", phase="test", track="few", saved="saved", **FEW).scores == plain.scores
    Path("leaderboard.toml").unlink()
    assert len(rank("saved").scores) == 10
    (Path("saved") / "leaderboard.toml").write_text(tracks)
    assert rank("saved", track="few").scores == plain.scores


def test_sums_do_not_stand_among_other_files(task: Path) -> None:
    before = sorted(task.iterdir())
    for change in ({"save": "task"}, {"saved": "task"}):
        with pytest.raises(UsageError, match=r"^task: contains balanced.conll besides saved sums; name a"):
            leaderboard.score("task/eager.conll", **change)
    assert sorted(task.iterdir()) == before


def test_an_entry_that_is_called_a_manifest_is_an_entry(task: Path, plain: RankResult) -> None:
    """Nobody who may name a file among the submissions can put a ranking of their own in the place of all."""
    leaderboard.rank("task", saved="saved", metric="muc", primary="muc")
    for path in Path("saved").iterdir():
        shutil.copy(path, task)
    found = rank()
    assert found.scores == plain.scores
    entries = {path.name for path in Path("saved").iterdir()}
    assert {one.system for one in found.rejected} == {"broken", *entries}
    (task / "key.conll").unlink()
    (task / "leaderboard.toml").unlink()
    with pytest.raises(
        NothingToDo, match=r"^task: contains balanced.conll besides saved sums; remove it, or"
    ):
        rank()


def test_a_folder_without_systems_is_told_how_to_be_filled() -> None:
    assert leaderboard.score("task/broken.conll", save="saved").rejected
    message = r"^saved: no system was saved; fill it with `leaderboard score --save saved`$"
    with pytest.raises(NothingToDo, match=in_python(message)):
        rank("saved")


def test_a_file_is_no_folder() -> None:
    Path("file").write_text("")
    with pytest.raises(UsageError, match=r"^file: not a folder; name a folder for the saved sums$"):
        rank(saved="file")


class TestAlone:
    """A folder of sums without the task that it was made of."""

    @pytest.fixture(autouse=True)
    def alone(self, saved: Path) -> None:
        shutil.rmtree("task")

    def test_a_damaged_file_is_refused_by_name(self) -> None:
        for path in (*sums(), Path("saved") / MANIFEST):
            content = path.read_bytes()
            path.write_bytes(content[:-1])
            with pytest.raises(InputError) as caught:
                rank("saved")
            assert str(caught.value) == (
                f"{path}: damaged: its content differs from what was saved; score the responses again"
            )
            path.write_bytes(content)
        sums()[0].unlink()
        with pytest.raises(InputError, match="cannot be read"):
            rank("saved")

    def test_sums_of_another_version_are_refused(self) -> None:
        path = Path("saved") / MANIFEST
        record, _ = opened(path, MOST)
        path.write_bytes(sealed({**record, "scoring": record["scoring"].replace("leaderboard:", "older:")}))
        with pytest.raises(NothingToDo, match=r"saved by another version .*; score the responses again"):
            rank("saved")

    def test_a_few_files_cannot_fill_the_memory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store, "_FREE_BYTES", 0)
        monkeypatch.setattr(store, "MOST_RATIO", 2)
        assert rank("saved").scores  # as many systems as files
        path = Path("saved") / MANIFEST
        record, _ = opened(path, MOST)
        digest = record["systems"]["eager"]
        path.write_bytes(sealed({**record, "systems": {f"s{number}": digest for number in range(100)}}))
        with pytest.raises(InputError, match="more systems than its files have sums for"):
            rank("saved")

    def test_options_that_the_sums_do_not_have_are_refused(self) -> None:
        message = "saved: its sums were made with a different --singletons than drop; leave it out, or score"
        with pytest.raises(UsageError, match=in_python(message)):
            rank("saved", singletons="drop")
        with pytest.raises(UsageError, match=r"^saved: no saved sums of lea; choose among muc, conll$"):
            rank("saved", metric="lea")
        with pytest.raises(UsageError, match="no saved sums of lea"):
            leaderboard.rank("saved", primary="lea")
        assert set(leaderboard.rank("saved", metric="muc", primary="muc", singletons="keep").rankings) == {
            "muc"
        }

    def test_what_was_saved_goes_before_the_defaults(self) -> None:
        result = leaderboard.rank("saved", draws=200, trials=300)
        assert set(result.rankings) == {"muc", "conll"}
        assert result.options.primary == "conll"


@pytest.mark.usefixtures("saved")
def test_a_response_that_cannot_be_read_again_for_prices_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem("eager.conll", 1, "it has changed", "submit it again")

    def again(key: Any, waiting: Any, *rest: Any) -> Any:
        for one, outcome in zip(waiting, pool.score_responses(key, waiting, *rest), strict=True):
            yield Rejection(one.name, problem, 1) if one.name == "eager" else outcome

    monkeypatch.setattr(task_module, "score_responses", again)
    result = rank(saved="saved")
    assert "eager" not in result.scores
    assert problem in [rejected.problem for rejected in result.rejected]
