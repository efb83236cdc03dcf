"""A small task of three datasets with every kind of entry, and what becomes of each by each policy."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from tests.support import small_task
from tests.support.small_task import BROKEN, FAIR, KEY, NOTHING, RIGHT, SHORT, parts

Policy = Literal["error", "zero", "exclude"]
DATASETS = ("cs", "de", "en")
POOR = parts(RIGHT, NOTHING, NOTHING)


class Case(NamedTuple):
    """An entry: its texts by dataset, its system, run and verdicts, its missing and its faulty datasets."""

    texts: dict[str, str]
    system: str
    run: str | None
    verdicts: dict[Policy, str]
    missing: tuple[str, ...] = ()
    faulty: tuple[str, ...] = ()


def _verdicts(error: str, zero: str, exclude: str) -> dict[Policy, str]:
    return {"error": error, "zero": zero, "exclude": exclude}


def _texts(*texts: str) -> dict[str, str]:
    return dict(zip(DATASETS, texts, strict=False))


Cases = Mapping[str, Case]
ALWAYS, NEVER = _verdicts(*["ranked"] * 3), _verdicts(*["rejected"] * 3)
INCOMPLETE = _verdicts("rejected", "ranked", "excluded")
SPARE_RUN = _verdicts("rejected", "left out", "left out")
CASES: Cases = {
    "good": Case(_texts(FAIR, FAIR, FAIR), "good", None, ALWAYS),
    "packed.zip": Case(_texts(FAIR, KEY, FAIR), "packed", None, ALWAYS),
    "short": Case(_texts(FAIR, KEY), "short", None, INCOMPLETE, missing=("en",)),
    "shorter": Case(_texts(FAIR), "shorter", None, INCOMPLETE, missing=("de", "en")),
    "broken": Case(_texts(FAIR, BROKEN, FAIR), "broken", None, INCOMPLETE, faulty=("de",)),
    "cut": Case(_texts(SHORT, BROKEN, FAIR), "cut", None, INCOMPLETE, faulty=("cs", "de")),
    "hopeless": Case(_texts(BROKEN, SHORT, BROKEN), "hopeless", None, NEVER, faulty=DATASETS),
    "other-names": Case({f"{name}-dev": FAIR for name in DATASETS}, "other-names", None, NEVER),
    "notes.pdf": Case({}, "notes", None, NEVER),
    "ours@1": Case(_texts(KEY, FAIR, FAIR), "ours", "1", ALWAYS),
    "ours@2": Case(_texts(FAIR, FAIR, POOR), "ours", "2", ALWAYS),
    "ours@3": Case(_texts(KEY, KEY), "ours", "3", SPARE_RUN, missing=("en",)),
    "ours@4.zip": Case(_texts(KEY, BROKEN, KEY), "ours", "4", SPARE_RUN, faulty=("de",)),
    "theirs@1": Case(_texts(POOR, FAIR), "theirs", "1", INCOMPLETE, missing=("en",)),
    "theirs@2": Case(_texts(FAIR, BROKEN, POOR), "theirs", "2", INCOMPLETE, faulty=("de",)),
}


def write(folder: Path) -> None:
    """The key, the entries, and what is no entry: a read-me, a hidden file, the settings."""
    small_task.write(folder / "key", **_texts(KEY, KEY, KEY))
    for name, case in CASES.items():
        if name.endswith(".zip"):
            with zipfile.ZipFile(folder / name, "w") as archive:
                for dataset, text in case.texts.items():
                    archive.writestr(f"{dataset}.conll", text)
        elif case.texts:
            small_task.write(folder / name, **case.texts)
    (folder / "notes.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "README.md").write_text("about\n", encoding="utf-8")
    (folder / ".hidden").write_text("hidden\n", encoding="utf-8")
    (folder / "leaderboard.toml").write_text("", encoding="utf-8")


def systems(policy: Policy, verdict: str, cases: Cases = CASES) -> set[str]:
    """The systems of the entries with a verdict."""
    return {case.system for case in cases.values() if case.verdicts[policy] == verdict}


def entries(policy: Policy, verdict: str, cases: Cases = CASES) -> list[str]:
    """The entries with a verdict."""
    return sorted(name for name, case in cases.items() if case.verdicts[policy] == verdict)
