from __future__ import annotations

import hashlib
import sys
import tomllib
from pathlib import Path

import pytest

from leaderboard.errors import UsageError
from leaderboard.simulation import synthetic_files
from leaderboard.simulation.synthetic_key import SHAPES
from leaderboard.verbs.score import score
from leaderboard.verbs.simulate import simulate
from tests.simulation.strict_conll import read


def digest(folder: Path) -> str:
    """One hash of the names and bytes of all files."""
    whole = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        whole.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


GOLDEN = {
    "example": "251dddfc40f2694d5bfc4f886f65bbb3f125bb4f16304dd242e3633c439580c7",
    "conll2012": "2b2a8d81324460354db67db92c97b9cf8eca3dc541cf9238f7f10ef40b3db37d",
    "litbank": "6e7bd821e9b36a3f26fea46a62a17d3137843a5e4c5ec7a14c4e30baf22b2788",
}
GOLDEN_RUNS = "b500ecc944198b013e34a785d45e5bc18658d0be0f4298281ce9a0cdaf4a0547"


@pytest.mark.parametrize(("preset", "golden"), GOLDEN.items())
def test_a_task_has_the_same_bytes_everywhere(tmp_path: Path, preset: str, golden: str) -> None:
    simulate(tmp_path, preset=preset, documents=7, null_pairs=1, broken=True)
    assert digest(tmp_path) == golden


def test_another_seed_makes_another_task(tmp_path: Path) -> None:
    for seed in (1, 2):
        simulate(tmp_path / str(seed), documents=3, systems=2, seed=seed)
    for name in ("key.conll", "balanced.conll"):
        assert (tmp_path / "1" / name).read_bytes() != (tmp_path / "2" / name).read_bytes()


def test_the_example_is_a_small_folder_of_submissions(tmp_path: Path) -> None:
    task = simulate(tmp_path / "new" / "submissions", broken=True)
    files = {path.name for path in task.folder.iterdir()}
    assert files == {"leaderboard.toml", "key.conll", *(f"{name}.conll" for name in task.systems)}
    assert len(task.systems) == 9 + 1
    assert task.shape == SHAPES["example"]
    assert len({name for name, _ in read(task.key)}) == 40
    assert sum(path.stat().st_size for path in task.folder.iterdir()) < 4_000_000
    settings = tomllib.loads((task.folder / "leaderboard.toml").read_text())
    assert settings["key"] == "key.conll"
    assert "primary" not in settings  # one metric that is typed can be the primary one


def test_a_copy_is_a_copy_and_no_other_systems_are_equal(tmp_path: Path) -> None:
    task = simulate(tmp_path, null_pairs=2)
    content = {name: (tmp_path / f"{name}.conll").read_bytes() for name in task.systems}
    assert content["copy"] == content["balanced"]
    assert len(set(content.values())) == len(content) - 1


def test_more_systems_do_not_change_the_others(tmp_path: Path) -> None:
    few = simulate(tmp_path / "few", systems=4, null_pairs=1)
    simulate(tmp_path / "many", systems=12, null_pairs=3)
    for name in ("key", *few.systems):
        file = f"{name}.conll"
        assert (tmp_path / "few" / file).read_bytes() == (tmp_path / "many" / file).read_bytes()


def test_the_broken_submission_ends_in_the_middle_of_a_document(tmp_path: Path) -> None:
    task = simulate(tmp_path, broken=True)
    key, broken = task.key.read_bytes(), (tmp_path / "broken.conll").read_bytes()
    assert key.startswith(broken)
    assert 0.45 * len(key) < len(broken) < 0.55 * len(key)
    assert broken.count(b"#begin") == broken.count(b"#end") + 1
    assert broken.endswith(b"\n")


def test_datasets_are_folders_of_smaller_and_smaller_files(tmp_path: Path) -> None:
    task = simulate(tmp_path / "three", documents=6, datasets=3, systems=2, broken=True)
    assert task.datasets == ("set1", "set2", "set3")
    assert task.key == tmp_path / "three" / "key"
    files = {path.relative_to(task.folder).as_posix() for path in task.folder.rglob("*.conll")}
    names = ("key", *task.systems)
    assert files == {f"{name}/{dataset}.conll" for name in names for dataset in task.datasets}
    documents = [len({name for name, _ in read(task.key / f"{dataset}.conll")}) for dataset in task.datasets]
    assert documents == [6, 4, 2]
    assert tomllib.loads((task.folder / "leaderboard.toml").read_text())["key"] == "key"
    for dataset in task.datasets:
        key, broken = ((task.folder / name / f"{dataset}.conll").read_bytes() for name in ("key", "broken"))
        assert key.startswith(broken)


def test_the_first_dataset_is_what_it_would_be_alone(tmp_path: Path) -> None:
    simulate(tmp_path / "one", documents=3, systems=2)
    simulate(tmp_path / "two", documents=3, systems=2, datasets=2)
    for name in ("key", "balanced", "close"):
        alone = (tmp_path / "one" / f"{name}.conll").read_bytes()
        assert (tmp_path / "two" / name / "set1.conll").read_bytes() == alone
        assert (tmp_path / "two" / name / "set2.conll").read_bytes() not in alone


def test_ten_datasets_stand_in_order_of_name(tmp_path: Path) -> None:
    task = simulate(tmp_path, documents=1, datasets=10, systems=1)
    names = task.datasets
    assert names == tuple(sorted(names))
    assert len({path.read_bytes() for path in task.key.iterdir()}) == 10
    assert names[::9] == ("set01", "set10")


def test_a_task_needs_a_system(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^a task without systems cannot be made; ask for at least 1 "):
        simulate(tmp_path, systems=0)
    assert simulate(tmp_path, documents=1, systems=0, null_pairs=1).systems == ("null-1a", "null-1b")


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="name a new or an empty folder"):
        simulate(tmp_path)
    with pytest.raises(UsageError, match="name a new or an empty folder"):
        simulate(tmp_path / "notes.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_wrong_usage_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(UsageError, match="preset is 'huge'; choose 'example', 'conll2012', "):
        simulate(out, preset="huge")
    with pytest.raises(UsageError, match="ask for 1 to 100,000"):
        simulate(out, documents=0)
    with pytest.raises(UsageError, match="a task of 0 datasets cannot be made; ask for at least 1"):
        simulate(out, datasets=0)
    with pytest.raises(UsageError, match="cannot be negative"):
        simulate(out, systems=-1)
    with pytest.raises(UsageError, match="100001 documents cannot be made; ask for 1 to 100,000"):
        simulate(out, documents=100_001)
    with pytest.raises(UsageError, match="10001 systems are too many; ask for up to 10,000"):
        simulate(out, systems=9_999, null_pairs=1)
    assert not out.exists()


def test_a_folder_is_named_by_text_too(tmp_path: Path) -> None:
    task = simulate(str(tmp_path / "made"), documents=1, systems=1)
    assert task.folder == tmp_path / "made"
    assert task.key.is_file()


def test_every_round_of_the_field_has_a_close_pair_and_a_copy(tmp_path: Path) -> None:
    task = simulate(tmp_path, documents=30, systems=27)
    assert len(set(task.systems)) == 27
    content = {name: (tmp_path / f"{name}.conll").read_bytes() for name in task.systems}
    for turn in ("", "-2", "-3"):
        assert content[f"copy{turn}"] == content[f"balanced{turn}"]
        assert _differing(content[f"close{turn}"], content[f"balanced{turn}"]) > 0
        assert _differing(content[f"close{turn}"], content[f"balanced{turn}"]) < _differing(
            content[f"precise{turn}"], content[f"balanced{turn}"]
        )
    assert len(set(content.values())) == 24


def _differing(one: bytes, other: bytes) -> int:
    return sum(a != b for a, b in zip(one.splitlines(), other.splitlines(), strict=True))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_systems_than_files_may_be_open(tmp_path: Path) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 64), hard))
    try:
        task = simulate(tmp_path, documents=2, systems=100)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert len(list(tmp_path.glob("*.conll"))) == 1 + len(task.systems) == 101


def test_the_size_of_what_is_held_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synthetic_files, "MOST_WAITING", 0)
    simulate(tmp_path, documents=7, null_pairs=1, broken=True)
    assert digest(tmp_path) == GOLDEN["example"]


def test_runs_are_files_of_their_own(tmp_path: Path) -> None:
    task = simulate(tmp_path, documents=12, systems=3, null_pairs=1, runs=2, broken=True)
    systems = ("balanced", "close", "copy", "null-1a", "null-1b")
    assert (task.systems, task.runs) == ((*systems, "broken"), 2)
    names = {"key", "broken", *(f"{name}@{run}" for name in systems for run in (1, 2))}
    assert {path.stem for path in tmp_path.glob("*.conll")} == names
    content = {name: (tmp_path / f"{name}.conll").read_bytes() for name in names}
    assert content["copy@1"] == content["balanced@1"] != content["balanced@2"] == content["copy@2"]


def test_runs_have_the_same_bytes_everywhere(tmp_path: Path) -> None:
    simulate(tmp_path, documents=7, systems=4, null_pairs=1, runs=3)
    assert digest(tmp_path) == GOLDEN_RUNS


def test_one_run_is_no_run(tmp_path: Path) -> None:
    simulate(tmp_path, documents=7, null_pairs=1, runs=1, broken=True)
    assert digest(tmp_path) == GOLDEN["example"]


def test_more_runs_do_not_change_the_others(tmp_path: Path) -> None:
    simulate(tmp_path / "few", documents=3, systems=2, datasets=2, runs=2)
    simulate(tmp_path / "many", documents=3, systems=4, datasets=2, runs=5)
    for path in (tmp_path / "few").rglob("*.conll"):
        assert path.read_bytes() == (tmp_path / "many" / path.relative_to(tmp_path / "few")).read_bytes()


def test_numbers_of_runs_that_cannot_be_made(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a system of 0 runs cannot be made; ask for at least 1"):
        simulate(tmp_path / "out", runs=0)
    with pytest.raises(UsageError, match="10005 runs are too many; ask for up to 10,000"):
        simulate(tmp_path / "out", systems=2_001, runs=5)
    assert not (tmp_path / "out").exists()


def documents_of(file: Path) -> dict[str, list[str]]:
    """The parts of a file by genre, as text."""
    blocks: dict[str, list[str]] = {}
    for block in file.read_text().split("#end document\n")[:-1]:
        blocks.setdefault(block.partition("(")[2][:2], []).append(block)
    return blocks


@pytest.mark.parametrize("form", ["conll", "corefud"])
def test_what_is_hard_leaves_key_and_settings_as_they_are(tmp_path: Path, form: str) -> None:
    simulate(tmp_path / "plain", documents=14, form=form)
    simulate(tmp_path / "none", documents=14, form=form, hard=[])
    simulate(tmp_path / "hard", documents=14, form=form, hard=("pronouns", "tc"))
    for file in (tmp_path / "plain").iterdir():
        plain, none, hard = ((tmp_path / name / file.name).read_bytes() for name in ("plain", "none", "hard"))
        assert plain == none
        assert (plain == hard) == (file.stem in ("key", "leaderboard"))


def test_a_hard_genre_is_hard_for_every_system_and_the_others_stay(tmp_path: Path) -> None:
    simulate(tmp_path / "plain", documents=28)
    task = simulate(tmp_path / "hard", documents=28, hard="tc")
    for system in task.systems:
        plain, hard = (documents_of(tmp_path / name / f"{system}.conll") for name in ("plain", "hard"))
        assert {genre for genre in plain if plain[genre] != hard[genre]} == {"tc"}
        of_genre = [_mean_f1(tmp_path / name, system, "tc/") for name in ("plain", "hard")]
        assert of_genre[1] < of_genre[0] - 0.1


def _mean_f1(folder: Path, system: str, genre: str) -> float:
    [found] = score(folder / f"{system}.conll", per_document=True, metric="lea").systems
    scores = [part.scores["lea"].f1 for part in found.per_document if part.document.startswith(genre)]
    return sum(scores) / len(scores)


@pytest.mark.parametrize(("hard", "name"), [("pronouns", "PRO"), ("nouns", "NP"), ("names", "PN")])
def test_a_hard_class_is_missed_more_often_and_no_other(tmp_path: Path, hard: str, name: str) -> None:
    """In the shape of LitBank entities of one mention stay, so no mention goes because another does."""
    found = {}
    for folder, slices in (("plain", ()), ("hard", (hard,))):
        simulate(tmp_path / folder, preset="litbank", documents=6, systems=1, hard=slices)
        [system] = score(tmp_path / folder / "balanced.conll", errors=True, metric="muc").systems
        assert system.errors is not None
        found[folder] = {one: counts.missing for one, counts in system.errors.by_class.items()}
    assert found["hard"][name] > 1.8 * found["plain"][name]


@pytest.mark.parametrize(
    ("hard", "message"),
    [
        ("noun", "'noun' cannot be made hard in this task; did you mean 'nouns'?"),
        (
            "names,tc",
            "'tc' cannot be made hard in this task; choose among names, nouns, pronouns, bc, mz, pt",
        ),
    ],
)
def test_what_no_mention_and_no_document_is_cannot_be_hard(tmp_path: Path, hard: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        simulate(tmp_path, documents=3, hard=hard)
    assert caught.value.typed.startswith(message)
