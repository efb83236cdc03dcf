"""A competition from the folder of a task to the runs of submissions, replayed as the platform does it."""

from __future__ import annotations

import gzip
import io
import math
import shutil
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

import leaderboard
from tests.support import small_task
from tests.support.codabench_platform import Codabench, faults, packed, unpacked
from tests.support.made_task import DATASETS, made_datasets
from tests.support.running import Typed
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, SHORT, parts


@pytest.fixture
def task(here: Path) -> Path:
    small_task.write(here / "submissions", key=KEY)
    return here / "submissions"


def settle(task: Path, text: str) -> None:
    (task / "leaderboard.toml").write_text(text, encoding="utf-8")


def init(typed: Typed, *words: str) -> bytes:
    run = typed("codabench", "init", *words)
    assert (run.code, run.err) == (0, "")
    return Path("bundle.zip").read_bytes()


def opened(typed: Typed, *words: str) -> Codabench:
    return Codabench(Path("platform").absolute(), init(typed, *words))


def test_a_bundle_of_the_folder_at_hand(typed: Typed, task: Path) -> None:
    settle(task, 'title = "A task: \\"that\\" # is - é"\nprimary = "lea"\nmetric = ["muc", "conll"]')
    run = typed("codabench", "init")
    assert (run.code, run.err) == (0, "")
    assert run.out.splitlines() == [
        "bundle/competition.yaml: contains texts to fill in",
        "bundle/pages/overview.md: contains texts to fill in",
        "bundle/pages/terms.md: contains texts to fill in",
        "bundle.zip: 7 files, including the key; give it to the platform only",
    ]
    archive = Path("bundle.zip").read_bytes()
    assert faults(archive) == []
    files = unpacked(archive)
    assert {name: Path("bundle", name).read_bytes() for name in files} == files
    said = yaml.safe_load(files["competition.yaml"])
    assert said["title"] == 'A task: "that" # is - é'
    [leaderboard] = said["leaderboards"]
    assert [column["key"] for column in leaderboard["columns"]] == ["lea_f1", "muc_f1", "conll_f1"]
    assert leaderboard["columns"][0]["title"] == "LEA"
    assert said["docker_image"].startswith("NAME/leaderboard:")
    assert said["phases"][0]["start"] == "2100-01-01 00:00:00"
    assert "end" not in said["phases"][0]


def test_a_good_submission_gets_its_scores(typed: Typed, task: Path) -> None:
    small_task.write(task, fair=FAIR)
    platform = opened(typed)
    run = platform.submit("anna", packed({"my answer/fair.conll": FAIR, "__MACOSX/._fair.conll": b"\0"}))
    assert not run.failed
    [system] = leaderboard.score("fair").systems
    assert run.scores == {f"{name}_f1": score.f1 for name, score in system.scores.items()}
    assert list(run.scores) != platform.columns
    assert set(run.scores) == set(platform.columns)
    assert "<title>Scores</title>" in run.page


BAD = {
    "broken": {"a.conll": BROKEN},
    "short": {"a.conll": SHORT},
    "empty": {"a.conll": b""},
    "nothing": {},
    "two files": {"a.conll": FAIR, "b.conll": FAIR},
    "scores of its own": {"scores.json": '{"conll_f1": 1}', "detailed_results.html": "<script>"},
    "settings of its own": {"a.conll": SHORT, "leaderboard.toml": 'missing = "empty"'},
    "a key of its own": {"key.conll": FAIR, "ref/key.conll": FAIR},
    "numbers that are none": {"a.jsonl": '{"doc_key": "a_0", "clusters": [[[NaN, Infinity]]]}'},
    "other words": {"a.conll": FAIR.replace("Ann", "Eve")},
    "no text": {"a.conll": bytes(range(256)) * 100},
    "a long line": {"a.conll": b"#begin document (a)" + b"(" * 3_000_000},
    "a bomb": {"a.conll.gz": gzip.compress(b"\n" * 30_000_000)},
    "archives in archives": {"a.zip": packed({"b.zip": packed({"a.conll": FAIR})})},
    "a name that is a command": {"$(touch hacked).conll": BROKEN},
}


@pytest.mark.parametrize("files", BAD.values(), ids=BAD)
def test_a_bad_or_hostile_submission_gets_none(
    typed: Typed, task: Path, files: dict[str, bytes | str]
) -> None:
    platform = opened(typed)
    run = platform.submit("mallory", packed(files))
    assert run.failed
    assert (run.scores, run.page) == ({}, "")
    assert "Traceback" not in run.log
    assert ": error: " in run.log
    assert not list(Path().rglob("hacked"))


def test_no_score_is_undefined(typed: Typed, task: Path) -> None:
    platform = opened(
        typed, *(f"--metric={name}" for name in ("muc", "blanc", "lea", "conll", "mor", "da", "xcmr"))
    )
    run = platform.submit("anna", packed({"none.conll": parts(NOTHING, NOTHING, NOTHING)}))
    assert not run.failed
    assert all(math.isfinite(score) for score in run.scores.values())


def test_settings_go_with_the_key(typed: Typed, task: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle(task, 'title = "T"\nmissing = "empty"\nalpha = 0.01\nfollow-symlinks = true')
    monkeypatch.setenv("LEADERBOARD_METRIC", "lea,muc")
    platform = opened(typed, "--singletons", "drop", "--blanc-weight", "0.25", "--primary", "muc")
    reference = unpacked(platform.files["reference_data_0.zip"])
    assert reference["leaderboard.toml"].decode() == (
        'title = "T"\nkey = "key.conll"\nmetric = ["lea", "muc"]\nprimary = "muc"\n'
        'singletons = "drop"\nmissing = "empty"\nblanc_weight = 0.25\n'
    )
    assert platform.columns == ["muc_f1", "lea_f1"]
    run = platform.submit("anna", packed({"a.conll": SHORT}))
    assert not run.failed
    small_task.write(task, short=SHORT)
    [system] = leaderboard.score("short", singletons="drop", missing="empty").systems
    assert run.scores["muc_f1"] == system.scores["muc"].f1


def test_several_datasets_have_columns_of_their_own(typed: Typed, task: Path) -> None:
    shutil.rmtree(task)
    shutil.copytree(made_datasets() / "key", task / "gold")
    settle(
        task,
        'key = "gold"\nmissing-dataset = "zero"\ndatasets = ["set3=Drittes", "set1"]\nmetric = ["conll"]',
    )
    platform = opened(typed)
    assert platform.columns == ["conll_f1", "conll_f1_set3", "conll_f1_set1", "missing_datasets"]
    [leaderboard_said] = platform.said["leaderboards"]
    assert [column["title"] for column in leaderboard_said["columns"]][1:3] == ["CoNLL Drittes", "CoNLL set1"]
    assert leaderboard_said["columns"][-1]["sorting"] == "asc"
    files = {
        f"{name}.conll": (made_datasets() / "precise" / f"{name}.conll").read_bytes() for name in DATASETS
    }
    whole = platform.submit("anna", packed({**files}))
    assert set(whole.scores) == set(platform.columns)
    lacking = platform.submit("bert", packed({"set1.conll": files["set1.conll"]}))
    assert (lacking.scores["conll_f1_set3"], lacking.scores["missing_datasets"]) == (0, 1)
    assert "set3.conll, set1.conll" in platform.files["pages/evaluation.md"].decode()


def test_each_phase_has_a_task_with_its_key(typed: Typed, task: Path) -> None:
    Path("dev").mkdir()
    Path("test").mkdir()
    Path("dev.conll").write_text(KEY)
    Path("test.conll").write_text(FAIR)
    Path("leaderboard.toml").write_text(
        '[phases.Development]\nkey = "dev.conll"\nsubmissions = "dev"\n'
        '[phases.Test]\nkey = "test.conll"\nsubmissions = "test"\n'
    )
    shutil.rmtree(task)
    platform = opened(typed, "--start", "2027-02-01, 2027-03-01", "--image", "me/leaderboard:1")
    assert [(phase["name"], phase["start"], phase.get("end")) for phase in platform.said["phases"]] == [
        ("Development", "2027-02-01 00:00:00", "2027-02-28 23:59:00"),
        ("Test", "2027-03-01 00:00:00", None),
    ]
    assert platform.said["docker_image"] == "me/leaderboard:1"
    assert [task["name"] for task in platform.said["tasks"]] == ["Development", "Test"]
    answer = packed({"a.conll": FAIR})
    assert platform.submit("anna", answer, phase=0).scores["lea_f1"] < 1
    assert platform.submit("anna", answer, phase=1).scores["lea_f1"] == 1
    assert "Signature of Development:" in platform.files["pages/evaluation.md"].decode()


def test_tracks_are_on_the_page_and_teams_are_told_how_to_enter(typed: Typed, task: Path) -> None:
    typed("codabench", "init")
    assert "tracks" not in Path("bundle/pages/evaluation.md").read_text()
    with Path("submissions/leaderboard.toml").open("a") as file:
        file.write('[tracks]\nopen = ["*"]\n"a*b" = ["close"]\n')
    run = typed("codabench", "init", "other")
    page = Path("other/pages/evaluation.md").read_text()
    assert "Systems are also ranked by track: open, a\\*b. FILL IN: how a team" in page
    assert "other/pages/evaluation.md: contains texts to fill in" in run.out + run.err


def test_phases_that_ask_for_other_files_say_so(typed: Typed, task: Path) -> None:
    shutil.copytree(made_datasets() / "key", "keys")
    shutil.move(task / "key.conll", "gold.conll")
    shutil.rmtree(task)
    Path("leaderboard.toml").write_text(
        '[phases.A]\nkey = "keys"\nsubmissions = "a"\n[phases.B]\nkey = "gold.conll"\nsubmissions = "b"\n'
    )
    page = opened(typed).files["pages/evaluation.md"].decode()
    assert (
        "- A: One file for each dataset, in the format conll, side by side in a `.zip`: set1.conll, " in page
    )
    assert "- B: One file in the format conll, packed into a `.zip`." in page


def test_one_phase_may_have_another_key(typed: Typed, task: Path) -> None:
    Path("leaderboard.toml").write_text('[phases.A]\nkey = "gone"\nsubmissions = "a"\n')
    Path("gold.conll").write_text(FAIR)
    shutil.rmtree(task)
    assert "the key 'gone' of the phase A does not exist" in typed("codabench", "init").err
    platform = opened(typed, "--key", "gold.conll")
    assert [phase["name"] for phase in platform.said["phases"]] == ["A"]
    assert platform.submit("anna", packed({"a.conll": FAIR})).scores["conll_f1"] == 1


def test_several_phases_have_no_key_in_common(typed: Typed, task: Path) -> None:
    Path("leaderboard.toml").write_text(
        '[phases.A]\nkey = "k"\nsubmissions = "a"\n[phases.B]\nkey = "k"\nsubmissions = "b"\n'
    )
    run = typed("codabench", "init", "--key", "submissions/key.conll")
    assert run.code == 2
    assert "each phase has its own" in run.err


def test_columns_with_names_that_are_too_long_are_left_out(typed: Typed, task: Path) -> None:
    (task / "key.conll").unlink()
    small_task.write(task / "key", **{"a" * 28: KEY, "b" * 27: KEY})
    run = typed("codabench", "init", "--metric", "conll")
    assert run.code == 0
    assert (
        run.err
        == f"warning: conll_f1_{'a' * 28}: the name is too long for a column of the platform; left out\n"
    )
    platform = Codabench(Path("platform").absolute(), Path("bundle.zip").read_bytes())
    assert platform.columns == ["conll_f1", f"conll_f1_{'b' * 27}"]


@pytest.mark.parametrize("suffix", [".conll.gz", ".zip"])
def test_a_packed_key_stays_as_it_is(typed: Typed, task: Path, suffix: str) -> None:
    (task / "key.conll").unlink()
    content = gzip.compress(KEY.encode()) if suffix == ".conll.gz" else packed({"key.conll": KEY})
    Path(f"gold{suffix}").write_bytes(content)
    Path("leaderboard.toml").write_text(f'key = "gold{suffix}"')
    platform = opened(typed)
    assert unpacked(platform.files["reference_data_0.zip"])[f"gold{suffix}"] == content
    assert platform.submit("anna", packed({"a.conll": KEY})).scores["conll_f1"] == 1


def test_equal_tasks_make_equal_bytes(typed: Typed, task: Path) -> None:
    first = init(typed)
    init(typed, "other")
    assert Path("other.zip").read_bytes() == first
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {entry.compress_type for entry in archive.infolist()} == {zipfile.ZIP_STORED}
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.testzip() is None


def test_the_logo_is_a_picture(typed: Typed, task: Path) -> None:
    import matplotlib.image

    picture = matplotlib.image.imread(io.BytesIO(unpacked(init(typed))["logo.png"]))
    assert picture.shape[:2] == (128, 128)
    assert (picture[20].min(), picture[100].min()) == (1, 0)


def test_what_was_filled_in_is_kept_and_packed(typed: Typed, task: Path) -> None:
    init(typed)
    Path("bundle/pages/terms.md").write_text("# Mine\n")
    (task / "key.conll").write_text(FAIR)
    run = typed("codabench", "init")
    assert "bundle/pages/terms.md: kept as it is; remove it to have it written again" in run.out
    assert "terms.md: something" not in run.out
    files = unpacked(Path("bundle.zip").read_bytes())
    assert files["pages/terms.md"] == Path("bundle/pages/terms.md").read_bytes() == b"# Mine\n"
    assert unpacked(files["reference_data_0.zip"])["key.conll"] == FAIR.encode()
    Path("bundle/pages/terms.md").unlink()
    run = typed("codabench", "init")
    assert "bundle/pages/terms.md: contains texts to fill in" in run.out


def test_what_was_added_is_packed_unless_it_is_hidden(typed: Typed, task: Path) -> None:
    init(typed)
    added = ("logos/z.png", "pages/b/data.md", "a.txt", "data.zip", "pages/MADE-BY-LEADERBOARD")
    hidden = (".git/config", "pages/.terms.md.swp", "pages/.old/faq.md")
    for name in (*added, *hidden):
        Path("bundle", name).parent.mkdir(exist_ok=True, parents=True)
        Path("bundle", name).write_text("FILL IN: mine")
    run = typed("codabench", "init")
    assert "bundle/pages/b/data.md: contains texts to fill in" in run.out
    assert "bundle.zip: 12 files, including the key" in run.out
    first = Path("bundle.zip").read_bytes()
    names = list(unpacked(first))
    assert names[7:] == sorted(added)
    assert {name: Path("bundle", name).read_bytes() for name in names} == unpacked(first)
    assert faults(first) == []
    shutil.copytree("bundle", "other")
    init(typed, "other")
    assert Path("other.zip").read_bytes() == first


def test_the_key_of_a_phase_that_is_gone_is_packed_while_the_competition_names_it(
    typed: Typed, task: Path
) -> None:
    shutil.move(task / "key.conll", "k")
    shutil.rmtree(task)
    phases = ['[phases.A]\nkey = "k"\nsubmissions = "a"\n', '[phases.B]\nkey = "k"\nsubmissions = "b"\n']
    Path("leaderboard.toml").write_text("".join(phases))
    init(typed)
    Path("leaderboard.toml").write_text(phases[0])
    kept = typed("codabench", "init")
    assert "bundle/competition.yaml: kept as it is" in kept.out
    assert "bundle.zip: 8 files" in kept.out
    assert faults(Path("bundle.zip").read_bytes()) == []
    Path("bundle/competition.yaml").unlink()
    anew = typed("codabench", "init")
    assert "bundle.zip: 7 files" in anew.out
    assert "reference_data_1.zip" not in unpacked(Path("bundle.zip").read_bytes())
    assert faults(Path("bundle.zip").read_bytes()) == []
    assert Path("bundle/reference_data_1.zip").exists()


@pytest.mark.parametrize("name", ["pages", "pages/terms.md", "logo.png", "MADE-BY-LEADERBOARD", "faq.md"])
@pytest.mark.parametrize("is_there", [True, False])
def test_no_link_in_the_folder_is_followed(typed: Typed, task: Path, name: str, is_there: bool) -> None:
    init(typed)
    link = Path("bundle", name)
    if not link.exists():
        link.write_text("mine")
    link.rename("elsewhere")
    if is_there:
        link.symlink_to(Path("elsewhere").absolute())
    else:
        link.symlink_to("nowhere")
    Path("bundle.zip").write_text("as it was")
    run = typed("codabench", "init")
    assert (run.code, run.out, run.err.count("\n")) == (4, "", 1)
    assert "; " in run.err
    assert Path("bundle.zip").read_text() == "as it was"
    assert not Path("bundle/nowhere").exists()
    if name == "pages":
        assert run.err == (
            "leaderboard: bundle/pages: is a link, which is not followed; replace it by its target\n"
        )
        assert {path.name for path in Path("elsewhere").iterdir()} == {
            "evaluation.md",
            "overview.md",
            "terms.md",
        }


def test_an_archive_that_is_a_link_is_not_replaced(typed: Typed, task: Path) -> None:
    init(typed)
    Path("bundle.zip").rename("elsewhere.zip")
    before = Path("elsewhere.zip").read_bytes()
    Path("bundle.zip").symlink_to("elsewhere.zip")
    (task / "key.conll").write_text(FAIR)
    run = typed("codabench", "init")
    assert (run.code, run.out) == (4, "")
    assert run.err.startswith("leaderboard: bundle.zip: already exists and ")
    assert Path("elsewhere.zip").read_bytes() == before


def test_what_is_beside_a_file_while_it_is_written_is_no_way_out(typed: Typed, task: Path) -> None:
    Path("mine").write_text("mine")
    init(typed)
    Path(".bundle.zip.new").symlink_to("mine")
    Path("bundle/.reference_data_0.zip.new").symlink_to(Path("mine").absolute())
    assert faults(init(typed)) == []
    assert Path("mine").read_text() == "mine"
    assert not Path("bundle.zip").is_symlink()


@pytest.mark.skipif(sys.platform != "linux", reason="other file systems take no such names")
def test_a_name_that_no_archive_can_have(typed: Typed, task: Path) -> None:
    init(typed)
    Path("bundle/a\udcff.md").write_text("mine")
    run = typed("codabench", "init")
    assert (run.code, run.out) == (4, "")
    assert run.err == "leaderboard: bundle/a\\udcff.md: has a name that cannot be packed; rename it\n"


@pytest.mark.parametrize("name", [".", "/", "..", "", "submissions/.."])
def test_a_folder_without_a_name_is_wrong_usage(typed: Typed, task: Path, name: str) -> None:
    run = typed("codabench", "init", name)
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        f"leaderboard: {Path(name)}: the archive cannot be named after it; name a folder such as bundle\n"
    )
    assert [path.name for path in Path().iterdir()] == ["submissions"]


def test_files_of_others_are_not_written_over(typed: Typed, task: Path) -> None:
    Path("bundle").mkdir()
    assert typed("codabench", "init").code == 0
    Path("mine").mkdir()
    Path("mine/competition.yaml").write_text("mine")
    Path("file").write_text("mine")
    Path("other.zip").write_text("mine")
    Path("link").symlink_to("bundle")
    for name, culprit in (("mine", "mine"), ("file", "file"), ("other", "other.zip"), ("link", "link")):
        run = typed("codabench", "init", name)
        assert (run.code, run.out) == (4, "")
        assert run.err == (
            f"leaderboard: {culprit}: already exists and was not made by this command; "
            "name another folder, or remove it\n"
        )
    assert Path("mine/competition.yaml").read_text() == Path("file").read_text() == "mine"
    assert not Path("other").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--start", "soon"), "--start is soon; give a day as 2027-03-01"),
        (
            ("--start", "2027-01-01", "--start", "2027-02-01"),
            "--start is given for 2 phases, and there are 1",
        ),
        (("--start", "1999-12-31"), "give days of this century, one after the other"),
        (("--start", "2100-01-01"), "give days of this century, one after the other"),
        (("--metric", "b4"), "there is no metric 'b4'"),
    ],
)
def test_wrong_usage(typed: Typed, task: Path, words: tuple[str, ...], message: str) -> None:
    run = typed("codabench", "init", *words)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert not Path("bundle").exists()


def test_days_in_the_wrong_order(typed: Typed, task: Path) -> None:
    Path("leaderboard.toml").write_text(
        '[phases.A]\nkey = "k"\nsubmissions = "a"\n[phases.B]\nkey = "k"\nsubmissions = "b"\n'
    )
    Path("k").write_text(KEY)
    shutil.rmtree(task)
    days = ("--start", "2027-03-01", "--start", "2027-03-01")
    assert "one after the other" in typed("codabench", "init", *days).err


def test_without_a_sound_key_nothing_is_written(typed: Typed, task: Path) -> None:
    (task / "key.conll").write_text(BROKEN)
    assert typed("codabench", "init").code == 4
    (task / "key.conll").unlink()
    run = typed("codabench", "init")
    assert (run.code, run.out) == (4, "")
    assert "no key found" in run.err
    assert not Path("bundle").exists()


def test_a_title_that_is_too_long_is_cut(typed: Typed, task: Path) -> None:
    settle(task, f'title = "{"ab" * 200}"')
    assert faults(init(typed)) == []


def test_the_check_of_bundles_finds_faults(typed: Typed, task: Path) -> None:
    files = unpacked(init(typed))
    said = files["competition.yaml"].decode()
    for old, new, fault in (
        ("version: 2", "version: 1", "not version 2"),
        ("pages/terms.md", "terms.md", "terms.md is missing"),
        ("pages/overview.md", "o.md", "o.md is missing"),
        ("reference_data_0", "data", "data.zip is no archive"),
        ("- 0\n", "- 1\n", "unknown tasks"),
        ("Force_Last", "Last", "unknown submission rule"),
        ("muc_f1", "conll_f1", "key of columns are not unique"),
        ("index: 2", "index: 1", "index of columns are not unique"),
        ('start: "2100-01-01 00:00:00"', "start: 2100-01-01", "dates that are no texts"),
        ("leaderboards", "leaderboard", "leaderboards is missing"),
        ("logo.png", "logo.svg", "the logo is no image"),
    ):
        assert old in said
        wrong = packed({**files, "competition.yaml": said.replace(old, new)})
        assert [one for one in faults(wrong) if fault in one], fault


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ('across = "topic"\ndocument-table = "table.csv"', "documents.csv"),
        ('mentions = "table.csv"\nmetric = ["da"]\nda-weights = "name=.8,other=.2"', "mentions.csv"),
        ('by = ["size"]\nkeep = ["entities"]\n[bands]\nsize = [2, 4]', None),
    ],
)
def test_a_table_goes_with_the_key_and_options_of_slices_stay(
    typed: Typed, task: Path, said: str, name: str | None
) -> None:
    table = f"document,{'topic' if name == 'documents.csv' else 'part,first,last,class'}\n"
    table += "a,x\nb,x\nhidden,x\n" if name == "documents.csv" else "a,0,0,1,name\nhidden,0,3,3,other\n"
    Path("table.csv").write_text(table)
    Path("leaderboard.toml").write_text(said)
    run = typed("codabench", "init")
    assert run.code == 0
    platform = Codabench(Path("platform").absolute(), Path("bundle.zip").read_bytes())
    reference = unpacked(platform.files["reference_data_0.zip"])
    assert name is None or reference[name] == table.encode()
    run = platform.submit("anna", packed({"a.conll": FAIR}))
    assert not run.failed
    assert "hidden" not in run.log + run.page  # it may be in another phase
    small_task.write(task, fair=FAIR)
    [system] = leaderboard.score("submissions/fair.conll").systems
    assert run.scores == {f"{name}_f1": score.f1 for name, score in system.scores.items()}
