"""The final ranking of what was downloaded from a platform, as the platform packs it, with its junk."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import leaderboard
from leaderboard.system_names import Download, download
from tests.support import small_task
from tests.support.codabench_platform import Codabench, packed
from tests.support.made_task import DATASETS, made_datasets, made_task
from tests.support.running import Run, Typed
from tests.support.small_task import BROKEN, FAIR, KEY

FEW = ("--draws", "100", "--metric", "conll", "--quiet", "--format", "json")


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "submissions").mkdir()
    shutil.copy(made_task() / "key.conll", here / "submissions")
    return here


@pytest.fixture
def platform(folder: Path, typed: Typed) -> Codabench:
    assert typed("codabench", "init", "--metric", "conll").code == 0
    return Codabench(folder / "platform", Path("bundle.zip").read_bytes())


def answer(system: str) -> bytes:
    return (made_task() / f"{system}.conll").read_bytes()


def unpack(platform: Codabench, target: str = "submissions") -> None:
    with zipfile.ZipFile(io.BytesIO(platform.download())) as archive:
        archive.extractall(target)


def ranked(run: Run) -> dict[str, int]:
    return {row["system"]: row["rank"] for row in json.loads(run.out)["systems"]}


def test_from_the_platform_to_the_final_ranking(platform: Codabench, typed: Typed) -> None:
    scores = {}
    for owner, system in (
        ("anna", "balanced"),
        ("bert_2", "copy"),
        ("cleo-x", "careless"),
        ("dora", "precise"),
    ):
        run = platform.submit(owner, packed({f"{system}.conll": answer(system)}), name=f"{system} v2.zip")
        scores[owner] = run.scores["conll_f1"]
    assert platform.submit("mallory", packed({"bad.conll": BROKEN})).failed
    unpack(platform)
    run = typed("rank", *FEW)
    assert run.code == 3
    assert run.err.startswith(
        "rejected: submissions/128_mallory_PhaseId31_2027-03-17_02-08_submission.zip/bad.conll:"
    )
    said = json.loads(run.out)
    assert {row["system"]: row["scores"]["conll"]["f1"] for row in said["systems"]} == scores
    assert ranked(run)["anna"] == ranked(run)["bert_2"] == 1  # a tie, which the platform cannot show
    assert ranked(run)["cleo-x"] > 1


def packages() -> dict[str, tuple[dict[str, bytes | str], bool]]:
    """What participants hand in, and whether it gets scores."""
    text = answer("close")
    junk: dict[str, bytes | str] = {"__MACOSX/._close.conll": b"\0", ".DS_Store": b"\0", "Thumbs.db": b"\0"}
    return {
        "plain": ({"close.conll": text}, True),
        "junk": ({"close.conll": text, **junk, "desktop.ini": "x"}, True),
        "in folders": (
            {"my answer/v2/close.conll": text, "my answer/.DS_Store": b"", "__MACOSX/my answer/x": ""},
            True,
        ),
        "compressed": ({"close.conll.gz": gzip.compress(text)}, True),
        "compressed by another": ({"x/close.conll.xz": lzma.compress(text)}, True),
        "packed twice": ({"all.zip": packed({"v1/close.conll": text, "__MACOSX/x": ""}), **junk}, True),
        "packed twice in a folder": ({"a/b/all.zip": packed({"close.conll": text})}, True),
        "packed thrice": ({"all.zip": packed({"all.zip": packed({"close.conll": text})})}, False),
        "packed and compressed": ({"all.zip": packed({"close.conll.gz": gzip.compress(text)})}, False),
        "packed deep": ({"all.zip": packed({"a/b/close.conll": text})}, False),
        "two": ({"close.conll": text, "other.conll": text}, False),
        "two archives": ({"a.zip": packed({"a.conll": text}), "b.zip": packed({"a.conll": text})}, False),
        "no archive": ({"all.zip": b"PK\3\4 and no more"}, False),
        "half compressed": ({"close.conll.gz": gzip.compress(text)[:-40]}, False),
        "nothing": ({".DS_Store": b""}, False),
    }


PACKAGES = packages()


@pytest.mark.parametrize(("files", "good"), PACKAGES.values(), ids=PACKAGES)
def test_what_the_platform_scores_is_ranked_and_nothing_else(
    platform: Codabench, typed: Typed, files: dict[str, bytes | str], good: bool
) -> None:
    run = platform.submit("anna", packed(files))
    assert run.failed is not good
    platform.submit("other", packed({"a.conll": answer("precise")}))
    unpack(platform)
    final = typed("rank", *FEW)
    assert final.code == (0 if good else 3)
    assert set(ranked(final)) == ({"anna", "other"} if good else {"other"})
    if good:
        [row] = [row for row in json.loads(final.out)["systems"] if row["system"] == "anna"]
        assert row["scores"]["conll"]["f1"] == run.scores["conll_f1"]


def test_archives_that_were_unpacked_already(platform: Codabench, typed: Typed) -> None:
    platform.submit(
        "anna", packed({"v1/v2/close.conll": answer("close"), "__MACOSX/x": b"", "Thumbs.db": b""})
    )
    platform.submit("bert", packed({"all.zip": packed({"close.conll": answer("close")})}))
    unpack(platform, "downloaded")
    for path in Path("downloaded").iterdir():
        with zipfile.ZipFile(path) as archive:
            archive.extractall(Path("submissions") / path.stem)
    run = typed("rank", *FEW)
    assert (run.code, ranked(run)) == (0, {"anna": 1, "bert": 1})


def test_datasets_of_downloads(folder: Path, typed: Typed) -> None:
    Path("submissions/key.conll").unlink()
    shutil.copytree(made_datasets() / "key", "submissions/key")
    files: dict[str, bytes | str] = {
        f"answers/{name}.conll": (made_datasets() / "precise" / f"{name}.conll").read_bytes()
        for name in DATASETS
    }
    name = "7_anna_PhaseId3_2027-03-01_10-22_answers.zip"
    Path("submissions", name).write_bytes(packed(files))
    assert ranked(typed("rank", *FEW)) == {"anna": 1}


def test_the_last_submission_of_each_participant_counts(platform: Codabench, typed: Typed) -> None:
    for owner, system in (("anna", "balanced"), ("bert", "close"), ("anna", "precise"), ("anna", "careless")):
        platform.submit(owner, packed({f"{system}.conll": answer(system)}))
    unpack(platform)
    for path in Path("submissions").glob("107_bert*"):
        path.rename(path.with_name(path.name.replace("107_", "7_")))
    run = typed("rank", "--draws", "100", "--metric", "conll", "--format", "json")
    assert run.code == 0
    assert run.err == (
        "warning: submissions: 2 earlier submissions are ignored, of anna; "
        "the last of each participant counts; to rank an earlier one, remove the later ones\n"
    )
    scores = {row["system"]: row["scores"]["conll"]["f1"] for row in json.loads(run.out)["systems"]}
    [careless] = leaderboard.score(made_task() / "careless.conll", metric="conll").systems
    assert scores["anna"] == careless.scores["conll"].f1
    assert set(scores) == {"anna", "bert"}


def test_submissions_of_several_phases_are_not_mixed(folder: Path, typed: Typed) -> None:
    """Development goes on, so its submissions have higher numbers than those of the test."""
    for number, phase, system in ((101, 31, "close"), (104, 30, "careless")):
        name = f"{number}_anna_PhaseId{phase}_2027-03-01_10-22_a.zip"
        Path("submissions", name).write_bytes(packed({"a.conll": answer(system)}))
    run = typed("rank", *FEW)
    assert run.code == 4
    assert run.err == (
        "leaderboard: submissions: submissions of several phases (PhaseId30, PhaseId31 in their names); "
        "put each phase into a separate folder\n"
    )


def test_numbers_are_compared_as_numbers(folder: Path, typed: Typed) -> None:
    for number, system in ((9, "careless"), (10, "close")):
        name = f"{number}_anna_PhaseId3_2027-03-01_10-22_a.zip"
        Path("submissions", name).write_bytes(packed({"a.conll": answer(system)}))
    scores = {
        row["system"]: row["scores"]["conll"]["f1"] for row in json.loads(typed("rank", *FEW).out)["systems"]
    }
    [close] = leaderboard.score(made_task() / "close.conll", metric="conll").systems
    assert scores == {"anna": close.scores["conll"].f1}


def test_what_the_platform_could_not_pack_is_told(platform: Codabench, typed: Typed) -> None:
    platform.submit("anna", packed({"a.conll": answer("close")}))
    unpack(platform)
    failed = Path("submissions/failed.txt")
    failed.write_text("The following submissions failed to download:\n\n8_bert_PhaseId3 (HTTP 500)")
    run = typed("rank", *FEW)
    assert (run.code, ranked(run)) == (3, {"anna": 1})
    assert (
        "failed.txt: the platform could not pack every submission, and this file names the others; "
        in run.err
    )
    for path in Path("submissions").glob("*.zip"):
        path.unlink()
    shutil.copy(made_task() / "close.conll", failed)
    assert ranked(typed("rank", *FEW)) == {"failed": 1}  # elsewhere it is a name like others


def test_a_participant_is_found_by_name(folder: Path, typed: Typed) -> None:
    for name in ("7_anna_PhaseId3_2027-03-01_10-22_x.zip", "8_bert_PhaseId3_2027-03-01_10-23_x.zip"):
        Path("submissions", name).write_bytes(packed({"deep/er/a.conll": answer("close")}))
    run = typed("compare", "anna", "bert", "--metric", "conll")
    assert run.code == 0
    assert typed("validate", "anna").code == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("12_anna_PhaseId3_2027-03-01_10-22_sub.zip", Download(12, "anna", 3)),
        ("12_anna_PhaseId3_2027-03-01:10-22_sub.zip", Download(12, "anna", 3)),
        ("12_an-na_b_PhaseId3_2027-03-01_10-22_sub", Download(12, "an-na_b", 3)),
        ("12_anna_PhaseId3_2027-03-01_10-22_9_bert_PhaseId4_2027-03-01_10-22_x.zip", Download(12, "anna", 3)),
        ("12_anna_PhaseId3_2027-03-01_10-22", None),
        ("12_anna_Phase3_2027-03-01_10-22_sub.zip", None),
        ("res_12_anna_PhaseId3_2027-03-01_10-22_sub.zip", None),
        ("12_an na_PhaseId3_2027-03-01_10-22_sub.zip", None),
        ("12__PhaseId3_2027-03-01_10-22_sub.zip", None),
    ],
)
def test_names_of_downloads(name: str, expected: Download | None) -> None:
    assert download(name) == expected


def test_other_archives_stay_as_strict_as_they_were(folder: Path, typed: Typed) -> None:
    small_task.write(Path("submissions"), key=KEY, fair=FAIR)
    Path("submissions/deep.zip").write_bytes(packed({"a/b/c.conll": FAIR}))
    Path("submissions/packed.zip").write_bytes(packed({"a.zip": packed({"c.conll": FAIR})}))
    Path("submissions/compressed.zip").write_bytes(packed({"a.conll.gz": gzip.compress(FAIR.encode())}))
    Path("submissions/junk.zip").write_bytes(packed({"a.conll": FAIR, "metadata": "x"}))
    run = typed("rank", *FEW)
    assert (run.code, set(ranked(run))) == (3, {"fair"})


def encrypted(content: bytes) -> bytes:
    """The flag is set in both headers of the only member."""
    data = bytearray(packed({"a.zip": content}))
    for signature, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        data[data.index(signature) + place] |= 1
    return bytes(data)


def by_lzma(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.zip", content)
    return out.getvalue()


MANY = 30_000_000
HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "encrypted": encrypted,
    "by another method": by_lzma,
    "elsewhere": lambda inner: packed({"../a.zip": inner}),
    "a bomb in an archive": lambda _: packed({"a.zip": packed({"a.conll": b"\n" * MANY})}),
    "a compressed bomb": lambda _: packed({"a.conll.gz": gzip.compress(b"\n" * MANY)}),
    "an archive of blanks": lambda _: packed({"a.zip": b"\0" * MANY}),
    "no archive at all": lambda _: b"PK",
}


@pytest.mark.parametrize("made_of", HOSTILE.values(), ids=HOSTILE)
def test_hostile_downloads_are_rejected(
    folder: Path, typed: Typed, made_of: Callable[[bytes], bytes]
) -> None:
    content = made_of(packed({"a.conll": answer("precise")}))
    Path("submissions/1_mallory_PhaseId3_2027-03-01_10-22_x.zip").write_bytes(content)
    shutil.copy(made_task() / "close.conll", "submissions")
    run = typed("rank", *FEW)
    assert (run.code, set(ranked(run))) == (3, {"close"})
    assert run.err.startswith("rejected: submissions/1_mallory_PhaseId3_2027-03-01_10-22_x.zip")
    assert run.err.count("\n") == 1
