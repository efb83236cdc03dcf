"""The scoring program, replayed as a platform runs it: INPUT/ref and INPUT/res in, OUTPUT out."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import math
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import leaderboard
from leaderboard.metrics import METRICS
from tests.formats.corefud.texts import corefud
from tests.report.forms.test_html import read
from tests.support import small_task
from tests.support.bad_inputs import CASES, Bad, archive
from tests.support.made_task import CRAC, DATASETS, made_crac_task, made_datasets, without
from tests.support.running import Run, Typed
from tests.support.small_task import BROKEN, FAIR, HAND_SCORES, KEY, RIGHT, parts

TWICE = parts(("(1", "1)", "-", "(1)|(2)", "(2)"), RIGHT, RIGHT)


class Platform:
    """A run of the program in a folder of its own."""

    def __init__(self, typed: Typed, folder: Path) -> None:
        self.typed = typed
        self.ref, self.res, self.output = folder / "input/ref", folder / "input/res", folder / "output"
        for made in (self.ref, self.res):
            made.mkdir(parents=True)
        (self.ref / "key.conll").write_text(KEY)

    def run(self, *words: str) -> Run:
        return self.typed("codabench", "score", str(self.res.parent), str(self.output), *words)

    def submit(self, **texts: str) -> Run:
        small_task.write(self.res, **texts)
        return self.run()

    @property
    def scores(self) -> dict[str, float]:
        found = json.loads((self.output / "scores.json").read_text())
        assert isinstance(found, dict)
        return found

    @property
    def page(self) -> str:
        return (self.output / "detailed_results.html").read_text(encoding="utf-8")

    def wrote(self) -> set[str]:
        return {path.name for path in self.output.iterdir()} if self.output.exists() else set()


@pytest.fixture
def platform(typed: Typed, here: Path) -> Platform:
    return Platform(typed, here / "app")


@pytest.fixture
def several(platform: Platform) -> Platform:
    """A platform with the key of three datasets."""
    shutil.rmtree(platform.ref)
    shutil.copytree(made_datasets() / "key", platform.ref)
    return platform


def enter(platform: Platform, system: str, *datasets: str) -> None:
    for dataset in datasets or DATASETS:
        shutil.copy(made_datasets() / system / f"{dataset}.conll", platform.res)


def test_the_scores_are_flat_finite_fractions_by_their_names(platform: Platform) -> None:
    run = platform.submit(anything=FAIR)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("Scores of submission in per cent")
    assert platform.wrote() == {"scores.json", "detailed_results.html"}
    expected = {
        f"{metric}_{quantity}": float(value)
        for metric, values in HAND_SCORES.items()
        for quantity, value in zip(("recall", "precision", "f1"), values, strict=True)
        if value is not None
    }
    assert platform.scores == pytest.approx(expected, abs=1e-12)
    assert all(isinstance(value, float) and math.isfinite(value) for value in platform.scores.values())
    assert list(platform.scores)[:3] == ["mentions_recall", "mentions_precision", "mentions_f1"]


def test_a_platform_and_a_person_get_the_same_numbers(several: Platform) -> None:
    enter(several, "precise")
    assert several.run().code == 0
    [system] = leaderboard.score(made_datasets() / "precise").systems
    assert several.scores["conll_f1"] == system.scores["conll"].f1
    for dataset in DATASETS:
        assert several.scores[f"conll_f1_{dataset}"] == system.datasets[dataset]["conll"].f1
        assert several.scores[f"muc_recall_{dataset}"] == system.datasets[dataset]["muc"].recall
    assert several.scores["missing_datasets"] == 0
    assert len(several.scores) == (7 * 3 + 1) * 4 + 1


def key_folder(ref: Path) -> None:
    shutil.copytree(made_datasets() / "key", ref / "key")


def key_files(ref: Path) -> None:
    shutil.copytree(made_datasets() / "key", ref, dirs_exist_ok=True)
    (ref / "metadata").write_text("x: 1")
    (ref / "leaderboard.toml").write_text('title = "Any"')


def key_packed(ref: Path) -> None:
    shutil.copytree(made_datasets() / "key", ref / "reference")
    (ref / "__MACOSX").mkdir()


def key_stated(ref: Path) -> None:
    shutil.copytree(made_datasets() / "key", ref / "gold")
    (ref / "notes.txt").write_text("nothing")
    (ref / "leaderboard.toml").write_text('key = "gold"')


def key_zipped(ref: Path) -> None:
    members = ((path.name, path.read_bytes()) for path in (made_datasets() / "key").iterdir())
    (ref / "all.zip").write_bytes(archive(*members))


@pytest.mark.parametrize("lay", [key_folder, key_files, key_packed, key_stated, key_zipped])
def test_the_key_may_lie_in_ref_in_any_plain_way(platform: Platform, lay: Callable[[Path], None]) -> None:
    (platform.ref / "key.conll").unlink()
    lay(platform.ref)
    enter(platform, "precise")
    run = platform.run()
    assert (run.code, run.err) == (0, "")
    [system] = leaderboard.score(made_datasets() / "precise").systems
    assert platform.scores["lea_f1"] == system.scores["lea"].f1


def test_a_key_of_one_file_may_have_any_name(platform: Platform) -> None:
    (platform.ref / "key.conll").rename(platform.ref / "gold-2026.conll")
    assert platform.submit(system=FAIR).code == 0
    assert platform.scores["muc_f1"] == pytest.approx(1 / 3)
    assert "missing_datasets" not in platform.scores


def junk(res: Path) -> None:
    (res / "metadata").write_text("elapsedTime: 1.5")
    (res / ".DS_Store").write_bytes(b"\0")
    (res / "Thumbs.db").write_bytes(b"\0")
    (res / "__MACOSX").mkdir()
    (res / "__MACOSX" / "._fair.conll").write_bytes(b"\0")


def in_folders(res: Path) -> None:
    small_task.write(res / "my submission" / "v2", fair=FAIR)
    (res / "my submission" / ".hidden").write_text("x")


def zipped(res: Path) -> None:
    (res / "inner.zip").write_bytes(archive(("x/fair.conll", FAIR), ("__MACOSX/x", "")))


def compressed(res: Path) -> None:
    (res / "fair.conll.gz").write_bytes(gzip.compress(FAIR.encode()))


def settled(res: Path) -> None:
    """Settings of a stranger count for nothing, wherever they lie."""
    small_task.write(res / "inner", fair=FAIR)
    (res.parent / "leaderboard.toml").write_text('metric = ["lea"]')


@pytest.mark.parametrize("lay", [None, in_folders, zipped, compressed, settled])
def test_a_submission_may_lie_in_res_in_any_plain_way(
    platform: Platform, lay: Callable[[Path], None] | None
) -> None:
    junk(platform.res)
    if lay is None:
        small_task.write(platform.res, fair=FAIR)
    else:
        lay(platform.res)
    run = platform.run()
    assert (run.code, run.err) == (0, "")
    assert platform.scores["bcub_f1"] == pytest.approx(39 / 53)
    assert "muc_f1" in platform.scores


def test_settings_in_a_submission_are_never_read(platform: Platform) -> None:
    (platform.res / "leaderboard.toml").write_text('missing = "empty"')
    run = platform.submit(fair=FAIR)
    assert run.code == 3
    assert "2 files, but the key is a single file" in run.err


def test_settings_of_the_key_count_and_options_go_before_them(platform: Platform) -> None:
    (platform.ref / "leaderboard.toml").write_text('title = "Task <1>"\nmetric = ["lea", "conll"]')
    assert platform.submit(fair=FAIR).code == 0
    assert set(platform.scores) == {"lea_recall", "lea_precision", "lea_f1", "conll_f1"}
    assert "<title>Task &lt;1&gt;</title>" in platform.page
    assert platform.run("--metric", "muc").code == 0
    assert set(platform.scores) == {"muc_recall", "muc_precision", "muc_f1"}


def stale(platform: Platform) -> None:
    platform.output.mkdir()
    for name in ("scores.json", "detailed_results.html"):
        (platform.output / name).write_text("old")
    (platform.output / "mine.txt").write_text("kept")


# A folder in a folder is what platforms make of archives, so that one case is another here.
BAD = [case for case in CASES if case.name != "e-deep"]


@pytest.mark.untraced
@pytest.mark.parametrize("case", BAD, ids=[case.name for case in BAD])
def test_a_bad_submission_has_no_scores_and_a_reason(platform: Platform, case: Bad) -> None:
    stale(platform)
    case.build(platform.res / case.name)
    run = platform.run()
    assert (run.code, run.out) == (3, "")
    assert platform.wrote() == {"mine.txt"}
    assert case.what in run.err
    assert case.remedy in run.err
    assert "Traceback" not in run.err
    assert run.err.replace("\n", "").isprintable()
    for line in run.err.splitlines():
        assert re.match(r"\S.*: error: .+; .+|and [\d,]+ more; correct these first", line), line


def test_links_are_not_followed_out_of_the_submission(platform: Platform, tmp_path: Path) -> None:
    small_task.write(tmp_path / "elsewhere", fair=FAIR)
    (platform.res / "inner").symlink_to(tmp_path / "elsewhere")
    run = platform.run()
    assert run.code == 3
    assert run.err.startswith("inner: error: a symbolic link; submit the file itself")
    assert platform.wrote() == set()


def test_every_problem_is_named_with_its_file_line_and_remedy(several: Platform) -> None:
    enter(several, "precise", "set1", "set2")
    first = several.res / "set1.conll"
    lines = first.read_text().splitlines()
    lines[3] += "|(zz"
    first.write_text("\n".join(lines) + "\n")
    (several.res / "set2.conll").write_text(BROKEN)
    (several.res / "set9.conll").write_text("")
    run = several.run()
    assert run.code == 3
    assert "set9.conll: error: 1 of 3 files has a name that the key lacks: set9 (the key: set1" in run.err
    assert re.search(r"^set1\.conll:4:\d+: error: .*zz.*; ", run.err, re.MULTILINE)
    assert re.search(r"^set2\.conll:2(:\d+)?: error: .* is never closed; write ", run.err, re.MULTILINE)
    assert str(several.res) not in run.err


def test_of_many_problems_fifty_are_named_and_the_rest_counted(platform: Platform) -> None:
    lines = "".join(f"a\t0\t{number}\tw\tNN\t{number})\n" for number in range(60))
    run = platform.submit(many=f"#begin document (a)\n{lines}#end document\n")
    assert run.code == 3
    assert run.err.count(": error: ") == 50
    # Two documents are missing too, and the first has not as many tokens as in the key.
    assert run.err.endswith("and 12 more; correct these first\n")


def test_what_only_scoring_finds_is_named_too(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("leaderboard.scoring.scored.measure", measure)
    run = platform.submit(fair=FAIR)
    assert run.code == 3
    assert run.err.startswith("submission: error: it needs more memory than is available; ")
    assert run.err.count("\n") == 1


@pytest.mark.parametrize("text", ["", BROKEN, "no key"])
def test_a_broken_key_is_the_organisers_fault(platform: Platform, text: str) -> None:
    stale(platform)
    (platform.ref / "key.conll").write_text(text)
    run = platform.submit(fair=FAIR)
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith("leaderboard: the key or its settings cannot be read: ")
    assert platform.wrote() == {"mine.txt"}


def remove_key(platform: Platform) -> None:
    (platform.ref / "key.conll").unlink()


def add_key(platform: Platform) -> None:
    (platform.ref / "key").mkdir()


def misspell(platform: Platform) -> None:
    (platform.ref / "leaderboard.toml").write_text("missing = 'none'")


def misplace(platform: Platform) -> None:
    (platform.ref / "leaderboard.toml").write_text("key = 'nowhere'")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (remove_key, "the key or its settings cannot be read: .*ref: it contains no file"),
        (add_key, "could both be the key"),
        (misspell, r"leaderboard\.toml:1: missing is 'none'"),
        (misplace, r"leaderboard\.toml:1: its key 'nowhere' does not exist"),
    ],
)
def test_a_faulty_reference_is_the_organisers_fault(
    platform: Platform, spoil: Callable[[Platform], None], message: str
) -> None:
    spoil(platform)
    run = platform.submit(fair=FAIR)
    assert run.code == 4
    assert re.search(message, run.err)
    assert platform.wrote() == set()


@pytest.mark.parametrize("name", ["ref", "res"])
def test_without_the_two_folders_the_usage_is_wrong(platform: Platform, name: str) -> None:
    stale(platform)
    shutil.rmtree(platform.res.parent / name)
    run = platform.run()
    assert run.code == 2
    assert re.search(rf"{name}: no such folder; name the folder that contains ref and res", run.err)
    assert platform.wrote() == {"mine.txt"}


def test_a_good_submission_after_a_bad_one_and_the_other_way_round(platform: Platform) -> None:
    assert platform.submit(one=FAIR).code == 0
    assert platform.submit(one=BROKEN).code == 3
    assert platform.wrote() == set()
    assert platform.submit(one=FAIR).code == 0
    assert platform.wrote() == {"scores.json", "detailed_results.html"}


def test_equal_runs_write_equal_bytes(platform: Platform) -> None:
    platform.submit(one=FAIR)
    before = {name: (platform.output / name).read_bytes() for name in platform.wrote()}
    platform.run("--no-follow-symlinks")
    assert before == {name: (platform.output / name).read_bytes() for name in platform.wrote()}


def test_scores_are_the_last_to_take_their_place(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if target.name == "scores.json":
            raise OSError(28, "No space left on device", str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    run = platform.submit(fair=FAIR)
    assert run.code == 4
    assert "no space left on device" in run.err
    assert platform.wrote() == {"detailed_results.html"}
    monkeypatch.undo()
    assert platform.typed("codabench", "score", str(platform.res.parent), str(platform.output)).code == 0
    assert platform.wrote() == {"detailed_results.html", "scores.json"}


@pytest.mark.parametrize("text", [corefud("1", "2"), corefud("1 (a)", "2"), corefud("1", "1.1 (a)", "2 (a)")])
def test_every_score_is_finite_however_little_there_is_to_score(platform: Platform, text: bytes) -> None:
    """By head, zeros among them, without singletons: then the key has no mention at all."""
    (platform.ref / "key.conll").unlink()
    (platform.ref / "key.conllu").write_bytes(corefud("1 (a)", "1.1 (b)", "2"))
    platform.res.joinpath("mine.conllu").write_bytes(text)
    every = [word for name in METRICS for word in ("--metric", name)]
    for singletons in ("drop", "keep"):
        assert platform.run(*every, "--singletons", singletons).code == 0
        assert all(math.isfinite(value) for value in platform.scores.values())
        assert {name.rpartition("_")[0] for name in platform.scores} == set(METRICS)


def test_a_task_in_corefud(platform: Platform) -> None:
    shutil.rmtree(platform.ref)
    shutil.copytree(made_crac_task() / "key", platform.ref / "key")
    for dataset in CRAC:
        shutil.copy(made_crac_task() / "anna" / f"{dataset}.conllu", platform.res)
    assert platform.run("--metric", "conll", "--metric", "zero", "--match", "partial").code == 0
    alone = leaderboard.score(
        made_crac_task() / "anna", key=made_crac_task() / "key", metric=["conll", "zero"], match="partial"
    ).systems[0]
    assert platform.scores["conll_f1"] == alone.scores["conll"].f1
    assert platform.scores["zero_recall_es"] == alone.datasets["es"]["zero"].recall
    (platform.res / "es.conllu").unlink()
    run = platform.run()
    assert run.code == 3
    assert "scores.json" not in platform.wrote()
    assert "the dataset es is missing; add the file es.*" in run.err


def test_a_missing_dataset_is_refused_by_default(several: Platform) -> None:
    enter(several, "precise", "set1")
    run = several.run()
    assert run.code == 3
    assert run.err == (
        "submission: error: the datasets set2, set3 are missing; "
        "add the files set2.*, set3.* to the submission\n"
    )


def test_a_missing_dataset_may_score_zero(several: Platform, tmp_path: Path) -> None:
    enter(several, "precise", "set1", "set3")
    assert several.run("--missing-dataset", "zero").code == 0
    folder = without(tmp_path / "task", "precise", "set2")
    [system] = leaderboard.score(folder / "precise", missing_dataset="zero").systems
    assert several.scores["conll_f1"] == system.scores["conll"].f1
    assert several.scores["conll_f1_set2"] == 0
    assert several.scores["missing_datasets"] == 1
    assert "submission lacks the dataset set2, scored as empty" in several.page


def test_an_excluded_submission_has_no_number_that_would_rank_it(several: Platform) -> None:
    enter(several, "precise", "set1", "set3")
    assert several.run("--missing-dataset", "exclude").code == 0
    assert "conll_f1" not in several.scores
    assert {"conll_f1_set1", "conll_f1_set3", "missing_datasets"} <= set(several.scores)
    assert not any(name.endswith("_set2") for name in several.scores)
    assert "Mean of 2 of 3" in several.page


@pytest.mark.parametrize("policy", ["zero", "exclude"])
def test_an_unreadable_file_counts_as_a_missing_dataset(several: Platform, policy: str) -> None:
    enter(several, "precise")
    (several.res / "set2.conll").write_text("#begin document (x); part 000\n", encoding="utf-8")
    run = several.run("--missing-dataset", policy)
    assert run.code == 3
    [line] = run.err.splitlines()
    assert line.startswith("unreadable: set2.conll:1: ")
    assert several.scores["missing_datasets"] == 1
    assert ("conll_f1" in several.scores) == (policy == "zero")
    assert "submission lacks the dataset set2 (unreadable file)" in several.page
    assert several.page.count("<td>set2.conll</td>") == 1


@pytest.mark.parametrize("policy", ["zero", "exclude"])
def test_a_submission_of_unreadable_files_is_refused(several: Platform, policy: str) -> None:
    (several.res / "set2.conll").write_text("#begin document (x); part 000\n", encoding="utf-8")
    run = several.run("--missing-dataset", policy)
    assert run.code == 3
    assert "set2.conll:1: error: " in run.err
    assert "scores.json" not in several.wrote()


def test_the_page_needs_nothing_and_runs_nothing(several: Platform) -> None:
    enter(several, "precise")
    several.run()
    found = read(several.page)
    assert not {"script", "link", "img", "iframe", "object", "form"} & set(found.elements)
    assert not {"src", "href", "style"} & {name for name, _ in found.attributes}
    policy = dict(found.attributes)["content"] or ""
    [style] = re.findall(r"<style>(.*?)</style>", several.page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = next(value or "" for _, value in found.attributes if (value or "").startswith("default-src"))
    assert policy == (f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'")
    for dataset in (*DATASETS, "Mean"):
        assert f"<td>{dataset}</td>" in several.page
    assert "Warnings" not in several.page


def test_warnings_are_shown_with_names_of_strangers_as_text(platform: Platform) -> None:
    name = "<img src=x onerror=alert(1)>"
    run = platform.submit(**{name: TWICE})
    assert run.code == 0
    assert f"\nwarning: {name}.conll:5: " in run.err
    assert "img" not in read(platform.page).elements
    assert "&lt;img src=x onerror=alert(1)&gt;.conll" in platform.page
    assert "has 1 repeated mention; only the first of each was kept." in platform.page
    assert str(platform.res) not in platform.page


def test_of_many_warnings_the_page_has_fifty(platform: Platform) -> None:
    repeated = KEY.replace("(2)", "|".join(["(2)"] * 101), 1)
    assert platform.submit(many=repeated).code == 0
    assert platform.page.count("<td>many.conll</td>") == 50
    assert "<p>And 51 more warnings.</p>" in platform.page


def test_a_key_elsewhere_is_never_taken(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    small_task.write(Path("submissions"), key=FAIR)
    small_task.write(platform.res, key=FAIR)
    monkeypatch.setenv("LEADERBOARD_KEY", str(platform.res / "key.conll"))
    assert platform.run().code == 0
    assert platform.scores["muc_f1"] == pytest.approx(1 / 3)
